// The tables of a trace file and their columns, as docs/format.md lists them. Writers use columns in this order;
// readers find them by name, so a file may have more or fewer of them.
#pragma once
#include "unply/trace_format.h"
#include <span>

namespace unply {

struct ColumnSpec {
  const char* name;
  TraceColumnType type;
  TraceEncoding usual;
  const char* unit;
};

struct TableSpec {
  uint16_t number; // within a file; readers go by the name
  const char* name;
  std::span<const ColumnSpec> columns;
};

inline constexpr ColumnSpec kMetaColumns[] = {{"key", kColumnText, kEncodeText, ""},
                                              {"value", kColumnText, kEncodeText, ""}};
inline constexpr ColumnSpec kStringColumns[] = {{"id", kColumnU32, kEncodeDelta, "string"},
                                                {"text", kColumnText, kEncodeText, ""}};
inline constexpr ColumnSpec kSiteColumns[] = {{"id", kColumnU32, kEncodeDelta, "site"},
                                              {"file", kColumnU32, kEncodeDelta, "string"},
                                              {"line", kColumnU32, kEncodeDelta, "line"},
                                              {"column", kColumnU32, kEncodeVarint, "column"},
                                              {"function", kColumnU32, kEncodeDelta, "string"},
                                              {"variable", kColumnU32, kEncodeDelta, "string"},
                                              {"inlined_file", kColumnU32, kEncodeDelta, "string"},
                                              {"inlined_line", kColumnU32, kEncodeDelta, "line"},
                                              {"flags", kColumnU32, kEncodeVarint, "bits"}};
inline constexpr ColumnSpec kRegionColumns[] = {
    {"id", kColumnU32, kEncodeDelta, "region"},       {"kind", kColumnU8, kEncodePlain, "region kind"},
    {"origin", kColumnU8, kEncodePlain, "origin"},    {"file", kColumnU32, kEncodeDelta, "string"},
    {"function", kColumnU32, kEncodeDelta, "string"}, {"label", kColumnU32, kEncodeDelta, "string"},
    {"line", kColumnU32, kEncodeDelta, "line"},       {"column", kColumnU32, kEncodeVarint, "column"}};
inline constexpr ColumnSpec kTraceColumns[] = {{"trace", kColumnU32, kEncodeDelta, "trace"},
                                               {"region", kColumnU32, kEncodeVarint, "region"},
                                               {"end", kColumnU8, kEncodePlain, "0 or 1"},
                                               {"ticks", kColumnU64, kEncodeDelta, "tick"}};
inline constexpr ColumnSpec kTaskColumns[] = {{"vertex", kColumnU32, kEncodeDelta, "vertex"},
                                              {"instance_back", kColumnU32, kEncodeVarint, "vertices"},
                                              {"previous_back", kColumnU32, kEncodeVarint, "vertices"},
                                              {"parent_back", kColumnU32, kEncodeVarint, "vertices"},
                                              {"region", kColumnU32, kEncodeDelta, "region"},
                                              {"trace", kColumnU32, kEncodeDelta, "trace"},
                                              {"gap", kColumnI64, kEncodeVarint, "tick"},
                                              {"duration", kColumnU64, kEncodeVarint, "tick"},
                                              {"nested", kColumnU64, kEncodeVarint, "tick"},
                                              {"hooks", kColumnU32, kEncodeVarint, "access"},
                                              {"transitions", kColumnU32, kEncodeVarint, "access"},
                                              {"unfinished", kColumnU8, kEncodePlain, "0 or 1"}};
inline constexpr ColumnSpec kEdgeColumns[] = {
    {"to", kColumnU32, kEncodeDelta, "vertex"},     {"back", kColumnU32, kEncodeVarint, "vertices"},
    {"kind", kColumnU8, kEncodePlain, "edge kind"}, {"site_from", kColumnU32, kEncodeVarint, "site"},
    {"site_to", kColumnU32, kEncodeVarint, "site"}, {"bytes", kColumnU64, kEncodeVarint, "byte"},
    {"pairs", kColumnU32, kEncodeVarint, "set"}};
inline constexpr ColumnSpec kListColumns[] = {
    {"list", kColumnU32, kEncodeDelta, "list"},     {"from", kColumnU32, kEncodeDelta, "vertex"},
    {"kind", kColumnU8, kEncodePlain, "edge kind"}, {"site_from", kColumnU32, kEncodeVarint, "site"},
    {"site_to", kColumnU32, kEncodeVarint, "site"}, {"bytes", kColumnU64, kEncodeVarint, "byte"},
    {"pairs", kColumnU32, kEncodeVarint, "set"}};
inline constexpr ColumnSpec kUseColumns[] = {{"to", kColumnU32, kEncodeDelta, "vertex"},
                                             {"list", kColumnU32, kEncodeVarint, "list"}};
inline constexpr ColumnSpec kPairColumns[] = {{"set", kColumnU32, kEncodeDelta, "set"},
                                              {"site_from", kColumnU32, kEncodeVarint, "site"},
                                              {"site_to", kColumnU32, kEncodeVarint, "site"},
                                              {"bytes", kColumnU64, kEncodeVarint, "byte"}};
inline constexpr ColumnSpec kCallColumns[] = {{"path", kColumnU32, kEncodeDelta, "path"},
                                              {"file", kColumnU32, kEncodeDelta, "string"},
                                              {"line", kColumnU32, kEncodeDelta, "line"},
                                              {"function", kColumnU32, kEncodeDelta, "string"},
                                              {"left_out", kColumnU32, kEncodeVarint, "calls"}};
inline constexpr ColumnSpec kReachedColumns[] = {
    {"kind", kColumnU8, kEncodePlain, "edge kind"}, {"site_from", kColumnU32, kEncodeVarint, "site"},
    {"site", kColumnU32, kEncodeDelta, "site"},     {"region", kColumnU32, kEncodeVarint, "region"},
    {"from", kColumnU32, kEncodeVarint, "vertex"},  {"path", kColumnU32, kEncodeVarint, "path"}};
inline constexpr ColumnSpec kAccessColumns[] = {
    {"op", kColumnU8, kEncodePlain, "stream op"},    {"site", kColumnU32, kEncodeVarint, "site"},
    {"bytes", kColumnU32, kEncodeVarint, "byte"},    {"address", kColumnU64, kEncodeDelta, "address"},
    {"stride", kColumnI64, kEncodeDelta, "byte"},    {"count", kColumnU64, kEncodeVarint, "access"},
    {"region", kColumnU32, kEncodeVarint, "region"}, {"trace", kColumnU32, kEncodeVarint, "trace"},
    {"ticks", kColumnU64, kEncodeDelta, "tick"}};
inline constexpr ColumnSpec kProcessorColumns[] = {{"vertex", kColumnU32, kEncodeDelta, "vertex"},
                                                   {"processor", kColumnU32, kEncodeVarint, "processor"}};
inline constexpr ColumnSpec kRepeatColumns[] = {{"vertex", kColumnU32, kEncodeDelta, "vertex"},
                                                {"least", kColumnU64, kEncodeVarint, "ns"},
                                                {"most", kColumnU64, kEncodeVarint, "ns"},
                                                {"low", kColumnU64, kEncodeVarint, "ns"},
                                                {"beside", kColumnU64, kEncodeVarint, "ns"}};
inline constexpr ColumnSpec kSourceColumns[] = {{"name", kColumnU32, kEncodeVarint, "string"},
                                                {"text", kColumnText, kEncodeText, ""}};
inline constexpr ColumnSpec kNoteColumns[] = {{"text", kColumnText, kEncodeText, ""}};
inline constexpr ColumnSpec kCounterColumns[] = {{"group", kColumnText, kEncodeText, ""},
                                                 {"name", kColumnText, kEncodeText, ""},
                                                 {"value", kColumnU64, kEncodeVarint, ""}};
inline constexpr const char* kRecordTable = "records";
inline constexpr ColumnSpec kRecordColumns[] = {{"position", kColumnU64, kEncodeDelta, "byte"},
                                                {"kind", kColumnU8, kEncodePlain, "record kind"},
                                                {"bytes", kColumnText, kEncodeText, ""}};
inline constexpr const char* kCheckpointTable = "checkpoints"; // the container's reader knows it
inline constexpr ColumnSpec kCheckpointColumns[] = {{"tasks", kColumnU64, kEncodeVarint, "task instance"}};
inline constexpr ColumnSpec kProcessColumns[] = {{"process", kColumnU32, kEncodeDelta, "process"},
                                                 {"rank", kColumnU32, kEncodeVarint, "rank"},
                                                 {"pid", kColumnU32, kEncodeVarint, "process id"},
                                                 {"host", kColumnU32, kEncodeVarint, "string"},
                                                 {"program", kColumnU32, kEncodeVarint, "string"}};
inline constexpr ColumnSpec kThreadColumns[] = {
    {"thread", kColumnU32, kEncodeDelta, "thread"},   {"process", kColumnU32, kEncodeVarint, "process"},
    {"kind", kColumnU8, kEncodePlain, "thread kind"}, {"system_id", kColumnU32, kEncodeVarint, "thread id"},
    {"name", kColumnU32, kEncodeVarint, "string"},    {"begin", kColumnU64, kEncodeDelta, "tick"},
    {"end", kColumnU64, kEncodeDelta, "tick"}};
inline constexpr ColumnSpec kObjectColumns[] = {{"kind", kColumnU8, kEncodePlain, "object kind"},
                                                {"id", kColumnU64, kEncodeDelta, ""},
                                                {"name", kColumnU32, kEncodeVarint, "string"},
                                                {"site", kColumnU32, kEncodeVarint, "site"}};
inline constexpr ColumnSpec kLoopColumns[] = {
    {"id", kColumnU32, kEncodeDelta, "loop"},           {"file", kColumnU32, kEncodeDelta, "string"},
    {"function", kColumnU32, kEncodeDelta, "string"},   {"line", kColumnU32, kEncodeDelta, "line"},
    {"column", kColumnU32, kEncodeVarint, "column"},    {"facts", kColumnU32, kEncodeDelta, "string"},
    {"instances", kColumnU64, kEncodeVarint, ""},       {"iterations", kColumnU64, kEncodeVarint, "iteration"},
    {"least", kColumnU64, kEncodeVarint, "iteration"},  {"most", kColumnU64, kEncodeVarint, "iteration"},
    {"work", kColumnU64, kEncodeVarint, "instruction"}, {"around", kColumnU32, kEncodeVarint, "loop"},
    {"inputs", kColumnU32, kEncodeVarint, "recording"}};
inline constexpr ColumnSpec kLoopDependenceColumns[] = {{"loop", kColumnU32, kEncodeDelta, "loop"},
                                                        {"carried", kColumnU8, kEncodePlain, "0 or 1"},
                                                        {"kind", kColumnU8, kEncodePlain, "edge kind"},
                                                        {"site_from", kColumnU32, kEncodeVarint, "site"},
                                                        {"site_to", kColumnU32, kEncodeVarint, "site"},
                                                        {"count", kColumnU64, kEncodeVarint, "access"},
                                                        {"min_distance", kColumnU64, kEncodeVarint, "iteration"},
                                                        {"max_distance", kColumnU64, kEncodeVarint, "iteration"},
                                                        {"exact", kColumnU8, kEncodePlain, "0 or 1"},
                                                        {"first_from", kColumnU64, kEncodeVarint, "iteration"},
                                                        {"first_to", kColumnU64, kEncodeVarint, "iteration"},
                                                        {"inner_least", kColumnU64, kEncodeVarint, "iteration"},
                                                        {"inner_most", kColumnU64, kEncodeVarint, "iteration"}};
inline constexpr ColumnSpec kLoopCallColumns[] = {{"loop", kColumnU32, kEncodeDelta, "loop"},
                                                  {"name", kColumnU32, kEncodeDelta, "string"},
                                                  {"count", kColumnU64, kEncodeVarint, "call"}};
inline constexpr ColumnSpec kFunctionColumns[] = {
    {"id", kColumnU32, kEncodeDelta, "function"},      {"file", kColumnU32, kEncodeDelta, "string"},
    {"function", kColumnU32, kEncodeDelta, "string"},  {"line", kColumnU32, kEncodeDelta, "line"},
    {"facts", kColumnU32, kEncodeDelta, "string"},     {"instances", kColumnU64, kEncodeVarint, ""},
    {"work", kColumnU64, kEncodeVarint, "instruction"}};
inline constexpr ColumnSpec kPartDependenceColumns[] = {
    {"function", kColumnU32, kEncodeDelta, "function"}, {"kind", kColumnU8, kEncodePlain, "edge kind"},
    {"site_from", kColumnU32, kEncodeVarint, "site"},   {"site_to", kColumnU32, kEncodeVarint, "site"},
    {"part_from", kColumnU32, kEncodeVarint, "part"},   {"part_to", kColumnU32, kEncodeVarint, "part"},
    {"count", kColumnU64, kEncodeVarint, "access"}};
inline constexpr ColumnSpec kPartCallColumns[] = {{"function", kColumnU32, kEncodeDelta, "function"},
                                                  {"name", kColumnU32, kEncodeDelta, "string"},
                                                  {"count", kColumnU64, kEncodeVarint, "call"}};
inline constexpr ColumnSpec kPartWorkColumns[] = {{"function", kColumnU32, kEncodeDelta, "function"},
                                                  {"kind", kColumnU32, kEncodeVarint, ""},
                                                  {"number", kColumnU32, kEncodeVarint, ""},
                                                  {"count", kColumnU64, kEncodeVarint, ""},
                                                  {"work", kColumnU64, kEncodeVarint, "instruction"}};
// The meaning of the rows; event_codec.h describes their layout in a block.
inline constexpr ColumnSpec kEventColumns[] = {{"thread", kColumnU32, kEncodeRuns, "thread"},
                                               {"ticks", kColumnU64, kEncodeDelta, "tick"},
                                               {"kind", kColumnU8, kEncodePlain, "event"},
                                               {"site", kColumnU32, kEncodeVarint, "site"},
                                               {"core", kColumnU32, kEncodeRuns, "core"},
                                               {"a", kColumnU64, kEncodeDelta, ""},
                                               {"b", kColumnU64, kEncodeDelta, ""}};
inline constexpr ColumnSpec kClockColumns[] = {{"ticks", kColumnU64, kEncodeDelta, "tick"},
                                               {"time", kColumnU64, kEncodeDelta, "ns"}};

// The order in which a group of blocks is written: rows follow the rows that they refer to.
enum TableNumber : uint16_t {
  kTableMeta,
  kTableStrings,
  kTableSites,
  kTableRegions,
  kTableClock,
  kTableTraces,
  kTableTasks,
  kTablePairs,
  kTableEdges,
  kTableLists,
  kTableUses,
  kTableCalls,
  kTableReached,
  kTableAccesses,
  kTableSources,
  kTableNotes,
  kTableCounters,
  kTableProcessors,
  kTableRepeats,
  kTableProcesses,
  kTableThreads,
  kTableObjects,
  kTableEvents,
  kTableLoops,
  kTableLoopDependences,
  kTableLoopCalls,
  kTableFunctions,
  kTablePartDependences,
  kTablePartCalls,
  kTablePartWorks,
  kTableRecords,
  kTableCheckpoints, // last: all before it in a group is in the file when it is
  kTableCount
};
inline constexpr TableSpec kTables[kTableCount] = {
    {kTableMeta, "meta", kMetaColumns},
    {kTableStrings, "strings", kStringColumns},
    {kTableSites, "sites", kSiteColumns},
    {kTableRegions, "regions", kRegionColumns},
    {kTableClock, "clock", kClockColumns},
    {kTableTraces, "traces", kTraceColumns},
    {kTableTasks, "tasks", kTaskColumns},
    {kTablePairs, "pairs", kPairColumns},
    {kTableEdges, "edges", kEdgeColumns},
    {kTableLists, "lists", kListColumns},
    {kTableUses, "uses", kUseColumns},
    {kTableCalls, "calls", kCallColumns},
    {kTableReached, "reached", kReachedColumns},
    {kTableAccesses, "accesses", kAccessColumns},
    {kTableSources, "sources", kSourceColumns},
    {kTableNotes, "notes", kNoteColumns},
    {kTableCounters, "counters", kCounterColumns},
    {kTableProcessors, "processors", kProcessorColumns},
    {kTableRepeats, "repeats", kRepeatColumns},
    {kTableProcesses, "processes", kProcessColumns},
    {kTableThreads, "threads", kThreadColumns},
    {kTableObjects, "objects", kObjectColumns},
    {kTableEvents, "events", kEventColumns},
    {kTableLoops, "loops", kLoopColumns},
    {kTableLoopDependences, "loop_dependences", kLoopDependenceColumns},
    {kTableLoopCalls, "loop_calls", kLoopCallColumns},
    {kTableFunctions, "functions", kFunctionColumns},
    {kTablePartDependences, "part_dependences", kPartDependenceColumns},
    {kTablePartCalls, "part_calls", kPartCallColumns},
    {kTablePartWorks, "part_works", kPartWorkColumns},
    {kTableRecords, kRecordTable, kRecordColumns},
    {kTableCheckpoints, kCheckpointTable, kCheckpointColumns},
};

// Column "op" of the table "accesses".
enum StreamOp : uint8_t {
  kStreamLoad,
  kStreamStore,
  kStreamForget,
  kStreamMove,
  kStreamTaskBegin,
  kStreamTaskEnd,
  kStreamTraceBegin,
  kStreamTraceEnd,
  kStreamCopy // since minor version 4
};

// Column "kind" of the table "records".
enum RecordKind : uint8_t {
  kRecordsOfRing, // whole records of the ring, as they were
  kRecordOpen,    // the tasks that were open when the program ended, see RingDecoder
  kRecordPaths    // u32 for each call path of the records: its number in `calls`, or kPathUnknown
};
inline constexpr uint32_t kPathUnknown = 0xffffffff;

// Names in the table "counters"; the groups "ring", "pass" and "cost_ps".
inline constexpr const char* kRingCounterNames[] = {
    "threads",        "foreign_tasks", "forks",       "foreign_processes", "unbalanced_ends", "resynchronised",
    "nested_traces",  "hooks",         "collections", "signals_inside",    "overwrites",      "handed_on",
    "unseen_callers", "call_paths",    "loops_lost",  "waited_ticks"};
inline constexpr const char* kPassStatNames[] = {"loads",   "stores",   "hooks",  "streams",   "constants",
                                                 "private", "repeated", "models", "functions", "copies"};

} // namespace unply
