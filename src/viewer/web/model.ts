// The data of the page: the contract between src/viewer (C++) and this folder. It is the same for the file that opens
// from disk and for the loopback server; docs/design/viewer.md gives the reasons.
//
// There is one JSON document, block "head", and binary blocks with names. Numbers are little endian. Times are ns since
// the start of the run and fit a double exactly (below 2^53).
//
// From a file: <script type="text/plain" id="block-NAME"> holds base64 of gzip of the block. A block that is not there
// was left out for size: Run.left_out says so.
//
// From the server, where <html data-transport="server">: the page holds no data. The token is the fragment of the URL;
// each request carries "Authorization: Bearer TOKEN".
//   GET /blocks?names=head            several names with commas: one request for all that a window needs
// The answer is one frame for each name, in the order asked for:
//   u32 length of the name, u32 encoding (0: as it is, 1: gzip), u32 length of the payload, u32 0, name, payload
// 404 if one of the names is unknown; text/plain then says which. At most 1024 names and 16384 bytes of URL.

export const kSchema = "unply view 1";

export interface Head {
  schema: string; // kSchema
  unply_version: string;
  title: string; // "./heat 512", as typed
  runs: Run[]; // the one asked for, then the predicted one. Empty where there are only pages
  pages: Page[];
}

export interface Run {
  label: string; // "measured" or "simulated" or "recorded"
  kind: "parallel" | "simulated" | "sequential";
  trace: string; // name of the file
  program: string;
  arguments: string[];
  started_at: string; // ISO 8601, or ""
  machine: string;
  cpu: string;
  cores: number;
  complete: boolean;
  incomplete_why: string;
  exit_status: number;
  duration_ns: number;
  begin_ns: number; // the part shown (--from, --to); 0 and duration_ns for all
  end_ns: number;
  states: string[]; // names, by number: idle active wait_task wait_event wait_lock overhead preempted unrecorded setup
  activities: string[]; // names, by number
  line_kinds: string[]; // names, by number
  processes: {rank: number; pid: number; host: string; program: string}[];
  lanes: Lane[]; // from top to bottom
  sites: SiteColumns; // row 0: unknown
  files: SourceText[];
  names: string[]; // of user marks
  objects: NamedObject[]; // locks and the like that have a name
  pyramid: Level[]; // coarse first; each level halves the bins of the one before
  lines: ChunkIndex & {by_kind: number[]}; // how many of each kind
  marks: ChunkIndex;
  phases: ChunkIndex & {kinds: string[]; features: string[]}; // of a skeleton; names by number
  events: number;
  intervals: number; // of all lanes, whether they are in the file or not
  statistics: unknown; // JSON of `unply stats`, or null
  notes: string[]; // sentences: what the recording does not show
  left_out: string[]; // sentences: what this page does not hold, and the command that shows it
}

export interface Lane {
  name: string; // "thread 0", "rank 1 thread 0", "processor 3"
  process: number; // row of processes
  begin_ns: number;
  end_ns: number;
  chunks: {begin_ns: number[]; intervals: number[]}; // a chunk ends where the next begins, the last at end_ns
}

export interface SiteColumns {
  file: number[]; // row of files, -1: unknown
  line: number[]; // from 1, 0: unknown
  column: number[];
  function: string[];
}

export interface SourceText {
  name: string; // as the compiler noted it
  short: string; // base name where only one file has it
  block: string; // "s/RUN/ROW", UTF-8; "" where there is no text
  note: string; // "" or why there is no text, or that the file is newer than the recording
}

export interface NamedObject {
  kind: "name" | "lock" | "communicator" | "function";
  id: number;
  name: string;
  site: number;
}

export interface Level {
  bin_ns: number;
  bins: number;
} // bin k is [k * bin_ns, (k + 1) * bin_ns)

export interface ChunkIndex {
  count: number;
  chunks: {begin_ns: number[]; end_ns: number[]; rows: number[]};
}

// Further pages, of the recording of a sequential program. svg is to be shown as an image (<img>, blob:), never
// as markup of the page.
export interface Page {
  kind: "report" | "graph" | "quotient" | "curve";
  title: string;
  json: string; // block "page/N.json": the JSON of unply report, graph, quotient, bound; "" if none
  svg: string; // block "page/N.svg", or ""
  text: string; // block "page/N.txt": the verb's output as text, or ""
  note: string; // "" or why something is missing
}

// Blocks
// ======
// p/RUN/LEVEL/TILE   shares of the states, kTileBins bins of all lanes: u8 [lane][bin][state], the last tile has fewer
//                    bins. 255: all of the bin. The states of a bin add up to the part of it that lies within the
//                    lane's life, rounded.
// i/RUN/LANE/CHUNK   intervals of a lane, a column block: kIntervalColumns
// l/RUN/CHUNK        dependency lines in the order of their later end, a column block: kLineColumns
// m/RUN/CHUNK        values and points of the user's in the order of time, a column block: kMarkColumns
// f/RUN/CHUNK        phases of a skeleton in the order of their begins, an outer one before those inside of it, a column
//                    block: kPhaseColumns, then two columns for each feature: low and high bits of a double, NaN: none
// o/RUN              which sites occur where, by site, lane, chunk, a column block: kOccurrenceColumns. One occurrence is
//                    one interval whose site it is.
// s/RUN/ROW          source text of files[ROW], UTF-8
// page/N.json ...    see Page
export const kTileBins = 512;
export const kFirstBins = 2048; // the first picture is made of the coarsest level with as many, or of the finest
export const kIntervalColumns = ["end_ns", "kind", "site", "region", "core", "object", "extra"] as const;
//   end_ns: the interval begins where the one before ends, the first where the chunk begins
//   kind:   state << 6 | activity          core: kUnknownCore if not known
//   object: task number, lock, first iteration of the chunk, ...   extra: iterations of the chunk, holder of the lock, ...
export const kUnknownCore = 0xffff;
export const kLineColumns = ["late_ns", "length_ns", "kind", "from_lane", "to_lane", "site", "object"] as const;
//   late_ns: the later of its two ends, length_ns: later - earlier
//   kind:    row of line_kinds; + 128 if it runs backwards in time (clocks of two machines)
export const kMarkColumns = ["time_ns", "lane", "kind", "value_type", "name", "site", "low", "high"] as const;
//   kind: 0 point, 1 value   value_type: 0 signed, 1 unsigned, 2 float64, 3 float32   low, high: the 64 bits of the value
export const kPhaseColumns = [
  "begin_ns",
  "length_ns",
  "lane",
  "kind",
  "level",
  "partner",
  "bytes",
  "call",
  "cpu_ns",
  "site",
] as const;
//   kind: row of Run.phases.kinds; + 128 if its end is not recorded   partner: its rank of the world + 1, 0: none
export function phase_columns(run: Run): string[] {
  return [...kPhaseColumns, ...run.phases.features.flatMap((_, f) => [`low ${f}`, `high ${f}`])];
}
export const kOccurrenceColumns = ["site", "lane", "chunk", "count", "first_ns", "total_ns", "active_ns"] as const;
//   first_ns: begin of the first of the `count` intervals   total_ns: their time, active_ns: that of it in state active

// Column block
//   u32 rows, u32 columns
//   for each column: u8 width in bytes (0, 1, 2, 4, 8), u8 coding (0 plain, 1 running sum, 2 signed sum), 6 bytes 0, f64 base
//   for each column: rows * width bytes, then zeros up to a multiple of 8
// plain:       value[i] = base + stored[i]                    width 0: stored is 0 everywhere
// running sum: value[i] = base + stored[0] + ... + stored[i]
// signed sum:  the same, where stored 0, 1, 2, 3, 4 stand for steps of 0, -1, 1, -2, 2
export type Columns = {rows: number; values: Float64Array[]};

export function decodeColumns(bytes: Uint8Array): Columns {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = view.getUint32(0, true),
    columns = view.getUint32(4, true);
  return {rows, values: Array.from({length: columns}, (_, c) => decodeColumn(bytes, c))};
}

// One of them: a picture needs two of seven, and a screen full of intervals is some megabytes.
export function decodeColumn(bytes: Uint8Array, column: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = view.getUint32(0, true);
  let at = 8 + 16 * view.getUint32(4, true);
  for (let c = 0; c < column; c++) at += Math.ceil((rows * view.getUint8(8 + 16 * c)) / 8) * 8;
  const width = view.getUint8(8 + 16 * column),
    coding = view.getUint8(9 + 16 * column);
  const out = new Float64Array(rows);
  let value = view.getFloat64(16 + 16 * column, true);
  const stored = readStored(bytes, at, width, rows);
  for (let i = 0; i < rows; i++) {
    let step = stored ? Number(stored[i]) : 0;
    if (coding === 2) step = step % 2 === 1 ? -(step + 1) / 2 : step / 2;
    out[i] = coding === 0 ? value + step : (value += step);
  }
  return out;
}

// Copies, because a view would need the block to lie at a multiple of 8.
function readStored(bytes: Uint8Array, at: number, width: number, rows: number) {
  const part = bytes.slice(at, at + rows * width).buffer;
  if (width === 1) return new Uint8Array(part);
  if (width === 2) return new Uint16Array(part);
  if (width === 4) return new Uint32Array(part);
  return width === 8 ? new BigUint64Array(part) : null;
}
