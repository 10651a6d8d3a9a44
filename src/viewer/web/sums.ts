// Times in states over a selected interval: by brute force over all intervals that meet it, in slices so that the page
// stays alive; where that would be more than some millions, from the pyramid, and it says so.
import {RunData} from "./run_data";
import {Spread, Span, spread_level} from "./shares";
import {kStates, ProcState} from "./words";

const kMostIntervals = 6e6; // half a second of unpacking and adding
const kSliceMs = 8;

export interface Sums {
  run: number;
  span: Span; // cut to the run
  lanes: Float64Array[]; // ns by state, for each lane
  states: Float64Array; // of all lanes
  sites: Map<number, Float64Array>; // ns by state; empty if not exact
  intervals: number; // added up; 0 if taken from the pyramid
  exact: boolean;
}

// sum of active time / (threads x elapsed), but for what is not recorded and for starting and ending MPI
export function efficiency_of(sums: Sums): number {
  const known =
    sums.lanes.length * (sums.span.end - sums.span.begin) -
    sums.states[ProcState.unrecorded] -
    sums.states[ProcState.setup];
  return known > 0 ? sums.states[ProcState.active] / known : NaN;
}

function empty_sums(data: RunData, span: Span): Sums {
  const {begin_ns, end_ns, lanes} = data.run,
    begin = Math.max(span.begin, begin_ns);
  return {
    run: data.index,
    span: {begin, end: Math.max(begin, Math.min(span.end, end_ns))},
    lanes: lanes.map(() => new Float64Array(kStates)),
    states: new Float64Array(kStates),
    sites: new Map(),
    intervals: 0,
    exact: true,
  };
}

const pause = () => new Promise(resolve => setTimeout(resolve));

// null if cancelled.
export async function sum_states(data: RunData, span: Span, cancelled: () => boolean): Promise<Sums | null> {
  const sums = empty_sums(data, span);
  if (data.intervals_within(sums.span.begin, sums.span.end) > kMostIntervals) return sum_overview(data, span);
  let slice = performance.now();
  for (let lane = 0; lane < data.run.lanes.length; ++lane) {
    const starts = data.run.lanes[lane].chunks.begin_ns;
    for (let c = data.chunk_at(lane, sums.span.begin); c < starts.length && starts[c] < sums.span.end; ++c) {
      if (!data.chunk(lane, c) && !(await data.load_chunk(lane, c))) return sum_overview(data, span);
      add_chunk(data, lane, c, sums);
      if (performance.now() - slice > kSliceMs) {
        await pause();
        slice = performance.now();
      }
      if (cancelled()) return null;
    }
  }
  add_up(sums);
  return sums;
}

function add_chunk(data: RunData, lane: number, c: number, sums: Sums) {
  const chunk = data.chunk(lane, c)!,
    {ends, states, rows} = chunk,
    {begin, end} = sums.span,
    site = chunk.column("site");
  for (let i = chunk.at(begin); i < rows; ++i) {
    const from = Math.max(begin, chunk.begin_of(i)),
      to = Math.min(end, ends[i]);
    if (from >= end) break;
    if (to <= from) continue;
    sums.lanes[lane][states[i]] += to - from;
    let at_site = sums.sites.get(site[i]);
    if (!at_site) sums.sites.set(site[i], (at_site = new Float64Array(kStates)));
    at_site[states[i]] += to - from;
    ++sums.intervals;
  }
}

function add_up(sums: Sums) {
  for (const lane of sums.lanes) for (let state = 0; state < kStates; ++state) sums.states[state] += lane[state];
}

// From the finest level that is at hand.
async function sum_overview(data: RunData, span: Span): Promise<Sums> {
  const sums = empty_sums(data, span),
    length = sums.span.end - sums.span.begin,
    {pyramid, lanes} = data.run;
  sums.exact = false;
  let level = 0;
  while (level + 1 < pyramid.length && length / pyramid[level].bin_ns < 2048) ++level;
  if (pyramid.length && length > 0) {
    const {bin_ns, bins} = pyramid[level];
    for (let t = Math.floor(sums.span.begin / bin_ns / 512); t * 512 < bins && t * 512 * bin_ns < sums.span.end; ++t)
      await data.blocks.load(`p/${data.index}/${level}/${t}`);
    lanes.forEach((_, lane) => {
      const out = new Float32Array(kStates);
      spread_level(data, level, lane, new Spread(sums.span, 1, out));
      for (let state = 0; state < kStates; ++state) sums.lanes[lane][state] = out[state] * length;
    });
  }
  add_up(sums);
  return sums;
}
