// The share of each state in each pixel of a lane: exact, from intervals, if few enough are in the window; else from
// the level of the pyramid whose bins are a quarter of a pixel, so the error stays below 2 % of a column; else from the
// loaded data.
import {kTileBins} from "./model";
import {RunData} from "./run_data";
import {kStates} from "./words";

export interface Span {
  begin: number; // ns
  end: number;
}
export type Quality = "exact" | "overview" | "coarse"; // coarse: better is on its way, or was left out

const kExactIntervals = 120000; // 2 ms in a frame
const kBinsPerPixel = 4;

export interface Plan {
  exact: boolean; // intervals wanted
  level: number; // of the pyramid, if not; -1: there is none
}

export function plan_shares(data: RunData, span: Span, pixels: number): Plan {
  const pyramid = data.run.pyramid,
    pixel_ns = (span.end - span.begin) / pixels;
  let level = pyramid.length - 1;
  while (level > 0 && pyramid[level - 1].bin_ns * kBinsPerPixel <= pixel_ns) --level;
  const fine_enough = level >= 0 && pyramid[level].bin_ns * kBinsPerPixel <= pixel_ns;
  return {exact: !fine_enough || data.intervals_within(span.begin, span.end) <= kExactIntervals, level};
}

// out[pixel * kStates + state] += share of the pixel. Times are made relative to the span once, which keeps ns at the
// end of a run of hours exact.
export class Spread {
  readonly per_ns: number;
  constructor(
    readonly span: Span,
    readonly pixels: number,
    readonly out: Float32Array,
  ) {
    this.per_ns = pixels / (span.end - span.begin);
  }

  // The time from begin to end is in `state`.
  add(begin: number, end: number, state: number, weight = 1) {
    const first = Math.max(0, (begin - this.span.begin) * this.per_ns),
      last = Math.min(this.pixels, (end - this.span.begin) * this.per_ns);
    if (last <= first) return;
    const out = this.out,
      p = Math.floor(first),
      q = Math.min(Math.floor(last), this.pixels - 1);
    if (p === q) {
      out[p * kStates + state] += (last - first) * weight;
      return;
    }
    out[p * kStates + state] += (p + 1 - first) * weight;
    for (let k = p + 1; k < q; ++k) out[k * kStates + state] += weight;
    out[q * kStates + state] += (last - q) * weight;
  }

  // Intervals that follow each other, from number i, which begins at `from`, to the end of the span. Most lie within one
  // pixel: those cost 5 ns, where a call of add() takes 60.
  add_run(ends: Float64Array, states: Uint8Array, i: number, from: number) {
    const {out, pixels, per_ns} = this,
      origin = this.span.begin;
    let x = Math.max(0, (from - origin) * per_ns);
    for (; i < ends.length && x < pixels; ++i) {
      const next = Math.min(pixels, (ends[i] - origin) * per_ns),
        state = states[i];
      let p = x | 0;
      if (next <= p + 1) {
        if (next > x) out[p * kStates + state] += next - x;
      } else {
        out[p * kStates + state] += p + 1 - x;
        for (++p; p + 1 <= next; ++p) out[p * kStates + state] += 1;
        if (next > p) out[p * kStates + state] += next - p;
      }
      if (next > x) x = next;
    }
  }

  // All states of a bin at once, bytes[at ...], for bins narrower than a pixel: a picture has a million of them.
  add_bin(x: number, width: number, bytes: Uint8Array, at: number) {
    const out = this.out,
      p = Math.floor(x),
      split = p + 1 - x;
    const here = Math.min(width, split) / 255,
      next = (width - Math.min(width, split)) / 255;
    const low = p >= 0 && p < this.pixels,
      high = next > 0 && p + 1 < this.pixels && p + 1 >= 0;
    for (let state = 0; state < kStates; ++state) {
      const share = bytes[at + state];
      if (!share) continue;
      if (low) out[p * kStates + state] += share * here;
      if (high) out[(p + 1) * kStates + state] += share * next;
    }
  }
}

// True if all intervals of the window were there.
export function spread_intervals(data: RunData, lane: number, into: Spread): boolean {
  const {begin, end} = into.span,
    starts = data.run.lanes[lane].chunks.begin_ns;
  let complete = true;
  for (let c = data.chunk_at(lane, begin); c < starts.length && starts[c] < end; ++c) {
    const chunk = data.chunk(lane, c);
    if (!chunk) {
      complete = false;
      continue;
    }
    const first = chunk.at(begin);
    into.add_run(chunk.ends, chunk.states, first, chunk.begin_of(first));
  }
  return complete;
}

// True if all tiles were there. Missing ones are filled from coarser levels.
export function spread_level(data: RunData, level: number, lane: number, into: Spread): boolean {
  const {bin_ns, bins} = data.run.pyramid[level],
    tile_ns = bin_ns * kTileBins;
  let complete = true;
  for (
    let t = Math.max(0, Math.floor(into.span.begin / tile_ns));
    t * tile_ns < into.span.end && t * kTileBins < bins;
    ++t
  ) {
    const begin = Math.max(into.span.begin, t * tile_ns),
      end = Math.min(into.span.end, (t + 1) * tile_ns);
    let from = level;
    for (; from >= 0; --from) {
      const found = Math.floor((t * bin_ns) / data.run.pyramid[from].bin_ns),
        tile = data.tile(from, found);
      if (!tile) continue;
      spread_bins(data, from, found, tile, begin, end, lane, into);
      break;
    }
    complete &&= from === level;
  }
  return complete;
}

// The bins of a tile between begin and end.
function spread_bins(
  data: RunData,
  level: number,
  t: number,
  tile: Uint8Array,
  begin: number,
  end: number,
  lane: number,
  into: Spread,
) {
  const bin_ns = data.run.pyramid[level].bin_ns,
    bins = data.bins_of_tile(level, t),
    origin = t * kTileBins * bin_ns;
  const first = Math.max(0, Math.floor((begin - origin) / bin_ns)),
    last = Math.min(bins, Math.ceil((end - origin) / bin_ns));
  const width = bin_ns * into.per_ns,
    x = (origin - into.span.begin) * into.per_ns;
  let at = (lane * bins + first) * kStates;
  if (width <= 1) {
    for (let b = first; b < last; ++b, at += kStates) into.add_bin(x + b * width, width, tile, at);
    return;
  }
  for (let b = first; b < last; ++b) {
    const from = Math.max(begin, origin + b * bin_ns),
      to = Math.min(end, origin + (b + 1) * bin_ns);
    for (let state = 0; state < kStates; ++state, ++at) if (tile[at]) into.add(from, to, state, tile[at] / 255);
  }
}

// Shares of all pixels of a lane. `out` has pixels * kStates places and is overwritten.
export function lane_shares(
  data: RunData,
  plan: Plan,
  lane: number,
  span: Span,
  pixels: number,
  out: Float32Array,
): Quality {
  const into = new Spread(span, pixels, out);
  out.fill(0);
  if (plan.exact && spread_intervals(data, lane, into)) return "exact";
  if (plan.level < 0) return "coarse";
  out.fill(0);
  return spread_level(data, plan.level, lane, into) && !plan.exact ? "overview" : "coarse";
}
