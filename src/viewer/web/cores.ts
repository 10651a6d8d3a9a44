// Which thread was on which processor when, from the core number of each interval (the paper's view of the physical
// processors). A thread occupies a processor while it is neither idle nor preempted, as far as recorded. Neighbouring intervals on one core
// are merged, so that what is kept is as small as threads move rarely.
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

export const kMostChunks = 600; // to be unpacked for one window: 5 million intervals

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
    let last: Stay | null = null;
    for (let i = 0; i < data.rows; ++i) {
      const begin = data.begin_of(i),
        end = data.ends[i];
      if (!has_core(data.states[i]) || core[i] === kUnknownCore) last = null;
      else if (last && last.core === core[i]) last.end = end;
      else stays.push((last = {begin, end, core: core[i], lane}));
    }
    this.by_chunk.set(key, stays);
    return stays;
  }
}

// Height of each stay in each pixel of a core: where the stays of a pixel add up to more than its time, several threads
// had the core in turn between two of their events; each then gets its part.
export function stack_stays(
  stays: Stay[],
  span: Span,
  pixels: number,
  put: (pixel: number, from: number, to: number, lane: number) => void,
) {
  const per_ns = pixels / (span.end - span.begin),
    total = new Float32Array(pixels),
    filled = new Float32Array(pixels);
  const each = (visit: (pixel: number, share: number, lane: number) => void) => {
    for (const {begin, end, lane} of stays) {
      const first = Math.max(0, (begin - span.begin) * per_ns),
        last = Math.min(pixels, (end - span.begin) * per_ns);
      for (let p = Math.floor(first); p < last; ++p) visit(p, Math.min(p + 1, last) - Math.max(p, first), lane);
    }
  };
  each((pixel, share) => {
    total[pixel] += share;
  });
  each((pixel, share, lane) => {
    const part = share / Math.max(1, total[pixel]);
    put(pixel, filled[pixel], filled[pixel] + part, lane);
    filled[pixel] += part;
  });
}
