// The threads on each processor over time, from the core number of each interval (the paper's view of the physical
// processors). A thread has a processor while it works; whether one that waits sleeps or spins is not known, so it is
// not shown. Where several seem to work on one processor, because preemption was not recorded, it is with the one that
// had the latest event there: never two at once.
import {kUnknownCore} from "./model";
import {RunData} from "./run_data";
import {Span} from "./shares";
import {has_core} from "./words";

export interface Stay {
  begin: number;
  end: number;
  core: number;
  lane: number;
}

export const kMostChunks = 200; // to be unpacked for one window: 800 thousand intervals

// The stays of one processor as they follow each other, from those that overlap.
export function take_turns(stays: Stay[]): Stay[] {
  const turns: Stay[] = [],
    open: Stay[] = []; // begun and not ended, the latest last
  let now = -Infinity;
  const pass = (until: number) => {
    while (open.length && now < until) {
      const top = open[open.length - 1],
        end = Math.min(top.end, until),
        last = turns[turns.length - 1];
      if (end > now) {
        if (last && last.lane === top.lane && last.end === now) last.end = end;
        else turns.push({...top, begin: now, end});
        now = end;
      }
      if (top.end <= now) open.pop();
    }
    now = until;
  };
  for (const stay of [...stays].sort((a, b) => a.begin - b.begin)) {
    pass(stay.begin);
    open.push(stay);
  }
  pass(Infinity);
  return turns;
}

// The thread that had the processor then, or -1.
export function thread_on_core(data: RunData, core: number, time: number): number {
  let found = -1,
    latest = -Infinity;
  data.run.lanes.forEach((_, lane) => {
    const item = data.interval_at(lane, time);
    if (item && item.core === core && has_core(item.state) && item.begin > latest) {
      found = lane;
      latest = item.begin;
    }
  });
  return found;
}

export class CoreStays {
  private by_chunk = new Map<string, Stay[]>();
  constructor(private data: RunData) {}

  // Stays within the span, lane by lane; null if the window holds too many intervals to say.
  within(span: Span): {stays: Stay[]; complete: boolean} | null {
    const {lanes} = this.data.run;
    const wanted: [number, number][] = [];
    for (let lane = 0; lane < lanes.length; ++lane) {
      const starts = lanes[lane].chunks.begin_ns;
      for (let c = this.data.chunk_at(lane, span.begin); c < starts.length && starts[c] < span.end; ++c)
        wanted.push([lane, c]);
      if (wanted.length > kMostChunks) return null;
    }
    let complete = true;
    const stays: Stay[] = [];
    for (const [lane, chunk] of wanted) {
      const found = this.of_chunk(lane, chunk);
      if (!found) complete = false;
      else for (const stay of found) if (stay.end > span.begin && stay.begin < span.end) stays.push(stay);
    }
    return {stays, complete};
  }

  private of_chunk(lane: number, chunk: number): Stay[] | null {
    const key = `${lane}/${chunk}`,
      known = this.by_chunk.get(key);
    if (known) return known;
    const data = this.data.chunk(lane, chunk);
    if (!data) return null;
    const core = data.column("core"),
      stays: Stay[] = [];
    for (let i = 0; i < data.rows; ++i)
      if (has_core(data.states[i]) && core[i] !== kUnknownCore)
        stays.push({begin: data.begin_of(i), end: data.ends[i], core: core[i], lane});
    this.by_chunk.set(key, stays);
    return stays;
  }
}

// Height of each stay in each pixel of a core: several threads may have had the core in turn within it.
export function stack_stays(
  stays: Stay[],
  span: Span,
  pixels: number,
  put: (pixel: number, from: number, to: number, lane: number) => void,
) {
  const per_ns = pixels / (span.end - span.begin),
    filled = new Float32Array(pixels);
  for (const {begin, end, lane} of stays) {
    const first = Math.max(0, (begin - span.begin) * per_ns),
      last = Math.min(pixels, (end - span.begin) * per_ns);
    for (let p = Math.floor(first); p < last; ++p) {
      const share = Math.min(p + 1, last) - Math.max(p, first);
      put(p, filled[p], filled[p] + share, lane);
      filled[p] += share;
    }
  }
}
