// Occurrences of a statement: the first, next and previous one, on one thread or all, from the table with the counts of
// each chunk. Order: by begin, then by lane. One occurrence is one interval whose site is the statement's.
import {Interval, RunData} from "./run_data";

export interface Place {
  // of an interval in that order
  begin: number;
  lane: number;
  chunk: number;
  index: number;
}

interface Row {
  site: number;
  lane: number;
  chunk: number;
  count: number;
  first: number;
}

export async function rows_of_sites(data: RunData, sites: Set<number>): Promise<Row[]> {
  await data.blocks.load(`o/${data.index}`);
  const table = data.occurrences();
  if (!table) return [];
  const [site, lane, chunk, count, first] = (["site", "lane", "chunk", "count", "first_ns"] as const).map(name =>
    table.column(name),
  );
  const rows: Row[] = [];
  for (let i = 0; i < table.rows; ++i)
    if (sites.has(site[i]))
      rows.push({site: site[i], lane: lane[i], chunk: chunk[i], count: count[i], first: first[i]});
  return rows.sort((a, b) => a.first - b.first || a.lane - b.lane || a.chunk - b.chunk);
}

// All columns on the same line are one statement to the user.
export function sites_of_line(data: RunData, file: number, line: number): Set<number> {
  const {sites} = data.run,
    found = new Set<number>();
  for (let site = 1; site < sites.file.length; ++site)
    if (sites.file[site] === file && sites.line[site] === line) found.add(site);
  return found;
}

export function sites_like(data: RunData, site: number): Set<number> {
  const {file, line} = data.run.sites;
  return line[site] > 0 && file[site] >= 0 ? sites_of_line(data, file[site], line[site]) : new Set([site]);
}

function compare(a: Place, b: Place): number {
  return a.begin - b.begin || a.lane - b.lane || a.chunk - b.chunk || a.index - b.index;
}

async function places_in(data: RunData, lane: number, chunk: number, sites: Set<number>): Promise<Place[]> {
  const table = await data.load_chunk(lane, chunk);
  if (!table) return [];
  const site = table.column("site"),
    found: Place[] = [];
  for (let index = 0; index < table.rows; ++index)
    if (sites.has(site[index])) found.push({begin: table.begin_of(index), lane, chunk, index});
  return found;
}

function to_interval(data: RunData, place: Place | null): Interval | null {
  return place && data.interval(place.lane, place.chunk, place.index);
}

// The next (direction 1) or previous (-1) occurrence after `from` on lanes that `lanes` lets through.
export async function neighbour(
  data: RunData,
  sites: Set<number>,
  from: Place,
  direction: 1 | -1,
  lanes: (lane: number) => boolean,
): Promise<Interval | null> {
  const rows = (await rows_of_sites(data, sites)).filter(row => lanes(row.lane));
  let best: Place | null = null;
  if (direction < 0) rows.reverse();
  // Chunks in the order of their first occurrence. Forwards, none that begins after the best can hold a better one;
  // backwards, chunks overlap in time only between lanes, so each lane is finished with its first hit.
  const finished = new Set<number>();
  for (const {lane, chunk, first} of rows) {
    if (finished.has(lane)) continue;
    if (direction > 0 && best && first > best.begin) break;
    if (direction < 0 && first > from.begin) continue;
    if (direction > 0 && ends_before(data, lane, chunk, from.begin)) continue;
    const places = (await places_in(data, lane, chunk, sites)).filter(place => compare(place, from) * direction > 0);
    const hit = direction > 0 ? places[0] : places[places.length - 1];
    if (!hit) continue;
    finished.add(lane);
    if (!best || compare(hit, best) * direction < 0) best = hit;
  }
  return to_interval(data, best);
}

function ends_before(data: RunData, lane: number, chunk: number, time: number): boolean {
  const next = data.run.lanes[lane].chunks.begin_ns[chunk + 1];
  return next !== undefined && next < time;
}

export async function first_occurrence(data: RunData, sites: Set<number>): Promise<Interval | null> {
  const rows = await rows_of_sites(data, sites);
  return rows.length ? to_interval(data, (await places_in(data, rows[0].lane, rows[0].chunk, sites))[0] || null) : null;
}

export async function last_occurrence(data: RunData, sites: Set<number>): Promise<Interval | null> {
  return neighbour(data, sites, {begin: Infinity, lane: Infinity, chunk: 0, index: 0}, -1, () => true);
}

// "3rd of 17" on the lanes that count. The order of all lanes needs one pass over the chunks before; bounded.
export async function rank_of(
  data: RunData,
  sites: Set<number>,
  item: Interval,
  lanes: (lane: number) => boolean,
): Promise<{rank: number; count: number}> {
  const rows = (await rows_of_sites(data, sites)).filter(row => lanes(row.lane));
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const at: Place = {begin: item.begin, lane: item.lane, chunk: item.chunk, index: item.index},
    mixed = new Map<string, Row>();
  let rank = 1;
  for (const row of rows) {
    const next = data.run.lanes[row.lane].chunks.begin_ns[row.chunk + 1] ?? data.run.lanes[row.lane].end_ns;
    if (next < item.begin) rank += row.count;
    else if (row.first <= item.begin) mixed.set(`${row.lane}/${row.chunk}`, row);
  }
  if (mixed.size > 200) return {rank: NaN, count};
  for (const row of mixed.values())
    rank += (await places_in(data, row.lane, row.chunk, sites)).filter(place => compare(place, at) < 0).length;
  return {rank, count};
}
