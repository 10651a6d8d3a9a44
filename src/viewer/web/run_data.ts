// The loaded data of a run: tiles of the pyramid, chunks of intervals, lines, marks and occurrences, decoded on first
// use. No function here waits; null means that a block does not exist in this page, undefined that it is being loaded.
import {Blocks} from "./blocks";
import {
  Run,
  decodeColumn,
  kIntervalColumns,
  kLineColumns,
  kMarkColumns,
  kFirstBins,
  kOccurrenceColumns,
  kTileBins,
  phase_columns,
} from "./model";

type Found<T> = T | null | undefined;
const kDecodedChunks = 1200; // some 130 KB each where only ends and states were used

// A block whose columns are decoded one by one.
export class Table<Name extends string> {
  readonly rows: number;
  private columns: (Float64Array | undefined)[] = [];
  constructor(
    private bytes: Uint8Array,
    private names: readonly Name[],
  ) {
    this.rows = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  }
  column(name: Name): Float64Array {
    const index = this.names.indexOf(name);
    return this.columns[index] || (this.columns[index] = decodeColumn(this.bytes, index));
  }
}

export type IntervalColumn = (typeof kIntervalColumns)[number];
export class IntervalChunk extends Table<IntervalColumn> {
  readonly ends: Float64Array;
  readonly states: Uint8Array;
  constructor(
    bytes: Uint8Array,
    readonly begin: number,
  ) {
    super(bytes, kIntervalColumns);
    this.ends = this.column("end_ns");
    this.states = Uint8Array.from(this.column("kind"), kind => kind >> 6);
  }
  begin_of(index: number): number {
    return index > 0 ? this.ends[index - 1] : this.begin;
  }
  // The interval that holds t; the first that ends after it.
  at(t: number): number {
    return Math.min(first_above(this.ends, t), this.rows - 1);
  }
}

// One interval and where it stands.
export interface Interval {
  run: number;
  lane: number;
  chunk: number;
  index: number;
  begin: number;
  end: number;
  state: number;
  activity: number;
  site: number;
  region: number;
  core: number;
  object: number;
  extra: number;
}

// First index whose value is above t.
export function first_above(sorted: ArrayLike<number>, t: number): number {
  let low = 0,
    high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > t) high = middle;
    else low = middle + 1;
  }
  return low;
}

export class RunData {
  private decoded = new Map<string, unknown>();

  constructor(
    readonly run: Run,
    readonly index: number,
    readonly blocks: Blocks,
  ) {}

  // u8 [lane][bin][state]
  tile(level: number, tile: number): Found<Uint8Array> {
    return this.blocks.get(`p/${this.index}/${level}/${tile}`);
  }
  bins_of_tile(level: number, tile: number): number {
    return Math.min(kTileBins, this.run.pyramid[level].bins - tile * kTileBins);
  }
  // The tiles of the part shown that stand before the program: of the coarsest level with enough bins for a screen.
  async load_first_picture() {
    const {pyramid, begin_ns, end_ns} = this.run,
      enough = pyramid.findIndex(({bins}) => bins >= kFirstBins),
      level = enough < 0 ? pyramid.length - 1 : enough;
    if (level < 0) return;
    const tile_ns = pyramid[level].bin_ns * kTileBins,
      last = Math.min(Math.ceil(pyramid[level].bins / kTileBins) - 1, Math.floor(end_ns / tile_ns)),
      names: string[] = [];
    for (let tile = Math.max(0, Math.ceil(begin_ns / tile_ns) - 1); tile <= last; ++tile)
      names.push(`p/${this.index}/${level}/${tile}`);
    await Promise.all(names.map(name => this.blocks.load(name)));
  }

  chunk(lane: number, chunk: number): Found<IntervalChunk> {
    const begin = this.run.lanes[lane].chunks.begin_ns[chunk];
    return this.decode(`i/${this.index}/${lane}/${chunk}`, bytes => new IntervalChunk(bytes, begin));
  }
  chunk_at(lane: number, t: number): number {
    return Math.max(0, first_above(this.run.lanes[lane].chunks.begin_ns, t) - 1);
  }
  chunk_count(lane: number): number {
    return this.run.lanes[lane].chunks.begin_ns.length;
  }
  async load_chunk(lane: number, chunk: number): Promise<IntervalChunk | null> {
    await this.blocks.load(`i/${this.index}/${lane}/${chunk}`);
    return this.chunk(lane, chunk) || null;
  }

  lines(chunk: number) {
    return this.decode(`l/${this.index}/${chunk}`, bytes => new Table(bytes, kLineColumns));
  }
  marks(chunk: number) {
    return this.decode(`m/${this.index}/${chunk}`, bytes => new Table(bytes, kMarkColumns));
  }
  phases(chunk: number): Found<Table<string>> {
    return this.decode(`f/${this.index}/${chunk}`, bytes => new Table(bytes, phase_columns(this.run)));
  }
  occurrences() {
    return this.decode(`o/${this.index}`, bytes => new Table(bytes, kOccurrenceColumns));
  }

  // How many intervals chunks that touch [begin, end) hold, of all lanes or of one.
  intervals_within(begin: number, end: number, only_lane = -1): number {
    let count = 0;
    for (let lane = 0; lane < this.run.lanes.length; ++lane) {
      if (only_lane >= 0 && lane !== only_lane) continue;
      const chunks = this.run.lanes[lane].chunks;
      for (let c = this.chunk_at(lane, begin); c < chunks.begin_ns.length && chunks.begin_ns[c] < end; ++c)
        count += chunks.intervals[c];
    }
    return count;
  }

  // How many intervals of a lane meet [begin, end), of the chunks at hand.
  intervals_seen(begin: number, end: number, lane: number): number {
    const {begin_ns} = this.run.lanes[lane].chunks;
    let count = 0;
    for (let c = this.chunk_at(lane, begin); c < begin_ns.length && begin_ns[c] < end; ++c) {
      const chunk = this.chunk(lane, c);
      if (chunk) count += chunk.at(end) - chunk.at(begin) + 1;
    }
    return count;
  }

  interval(lane: number, chunk: number, index: number): Interval | null {
    const data = this.chunk(lane, chunk);
    if (!data || index < 0 || index >= data.rows) return null;
    const value = (name: IntervalColumn) => data.column(name)[index];
    return {
      run: this.index,
      lane,
      chunk,
      index,
      begin: data.begin_of(index),
      end: data.ends[index],
      state: data.states[index],
      activity: value("kind") & 63,
      site: value("site"),
      region: value("region"),
      core: value("core"),
      object: value("object"),
      extra: value("extra"),
    };
  }

  interval_at(lane: number, t: number): Interval | null {
    const life = this.run.lanes[lane];
    if (t < life.begin_ns || t >= life.end_ns || !this.chunk_count(lane)) return null;
    const chunk = this.chunk_at(lane, t),
      data = this.chunk(lane, chunk);
    return data ? this.interval(lane, chunk, data.at(t)) : null;
  }

  async load_interval_at(lane: number, t: number): Promise<Interval | null> {
    if (this.chunk_count(lane)) await this.load_chunk(lane, this.chunk_at(lane, t));
    return this.interval_at(lane, t);
  }

  private decode<T>(name: string, make: (bytes: Uint8Array) => T): Found<T> {
    const known = this.decoded.get(name) as T | undefined;
    if (known) return known;
    const bytes = this.blocks.get(name);
    if (!bytes) return bytes;
    const made = make(bytes);
    this.decoded.set(name, made);
    if (this.decoded.size > kDecodedChunks) this.decoded.delete(this.decoded.keys().next().value!);
    return made;
  }
}
