/* A trace file on disk, little endian: one TraceFileHeader, then blocks, each a TraceBlockHead and its payload, padded
 * with zeros to a multiple of 8. docs/format.md says what is in the payloads.
 *
 * Each block stands for itself (own checksums, own compression), so a file cut at any byte is readable up to there and
 * one with a damaged block around it. Sizes are bounded here, so that no damaged size makes a reader allocate more. */
#ifndef UNPLY_TRACE_FORMAT_H
#define UNPLY_TRACE_FORMAT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "\x89unply\r\n": the first byte is no text, the last two break when the file goes through a text mode. */
#define UNPLY_TRACE_MAGIC 0x0a0d796c706e7589ull
#define UNPLY_BLOCK_MAGIC 0x6b6c4275u /* "uBlk" */

/* Major: a reader of an older one must refuse. Minor: new tables and columns, which older readers leave out. A file whose
 * dependences are still to be found (table "records") has a major version of its own: it is not a graph without edges. */
enum { kTraceMajor = 2, kTraceMinor = 3, kTraceMajorOfRecords = 3 };

enum {
  kBlockMaxRows = 1 << 20,
  kBlockMaxRawBytes = 64 << 20, /* payload uncompressed; stored bytes never exceed it, since codec 0 is the fallback */
  kBlockMaxTables = 256,
  kBlockMaxColumns = 64,
};

struct TraceFileHeader {
  uint64_t magic;
  uint16_t major, minor;
  uint32_t header_bytes; /* of this struct; blocks start here */
  uint64_t reserved;     /* 0 */
  uint32_t reserved2;    /* 0 */
  uint32_t checksum;     /* CRC-32C of the bytes before it */
};

enum TraceBlockKind {
  kBlockSchema = 0, /* names a table and its columns; comes before the table's first rows */
  kBlockRows = 1,
  kBlockEnd = 2,    /* the last one of a file that was finished; no payload */
  kBlockEvents = 3, /* rows of the table "events" in a layout of their own; since minor version 2 */
};
enum TraceCodec { kCodecNone = 0, kCodecZstd = 1 };

struct TraceBlockHead {
  uint32_t magic;
  uint8_t kind;  /* TraceBlockKind */
  uint8_t codec; /* TraceCodec */
  uint16_t table;
  uint32_t rows;
  uint32_t reserved;                /* 0 */
  uint64_t stored_bytes, raw_bytes; /* of the payload without padding; as stored, and uncompressed */
  uint32_t payload_checksum;        /* CRC-32C of the stored bytes */
  uint32_t head_checksum;           /* CRC-32C of the bytes of this head before it */
};

enum TraceColumnType { kColumnU8 = 0, kColumnU32 = 1, kColumnU64 = 2, kColumnI64 = 3, kColumnText = 4 };

/* How a column's values are written, chosen for each block; the schema names the usual one. */
enum TraceEncoding {
  kEncodePlain = 0,  /* fixed width of the type */
  kEncodeVarint = 1, /* LEB128; I64 in zigzag */
  kEncodeDelta = 2,  /* zigzag LEB128 of the difference to the value before, modulo 2^64; the first to 0 */
  kEncodeRuns = 3,   /* pairs: the value as in delta, against the run before; the length of the run as LEB128 */
  kEncodeText = 4,   /* the length of each text as LEB128, then all bytes */
};

#ifdef __cplusplus
static_assert(sizeof(TraceFileHeader) == 32, "TraceFileHeader");
static_assert(sizeof(TraceBlockHead) == 40, "TraceBlockHead");
}
#else
_Static_assert(sizeof(struct TraceFileHeader) == 32, "TraceFileHeader");
_Static_assert(sizeof(struct TraceBlockHead) == 40, "TraceBlockHead");
#endif
#endif
