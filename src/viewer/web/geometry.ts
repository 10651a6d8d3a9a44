// Positions of lanes and times on the canvas, in CSS pixels. "Along" is the direction of time: to the right, or down as
// in Figure 1 of the paper; "across" is the direction of the lanes. All other code of the picture uses these two words.
import {App} from "./app";
import {Run} from "./model";
import {Span} from "./shares";

export interface Row {
  kind: "head" | "lane" | "core";
  run: number;
  lane: number; // row of lanes, or number among the cores
  name: string;
  detail: string; // said beside the name where there is room
  from: number; // across, before scrolling
  size: number; // with the gap behind it
}

export interface Geometry {
  width: number; // of the canvas
  height: number;
  downwards: boolean;
  along_from: number; // end of the labels
  along_size: number;
  across_from: number; // end of the ruler
  across_size: number;
  rows: Row[];
  by_lane: Map<number, Row>; // run * 65536 + lane
  rows_size: number; // of all rows; more than across_size: they scroll
  scroll: number;
  span: Span;
}

const kHeadSize = 22;

export interface Core {
  host: string;
  number: number;
  name: string;
}

// Cores that a run can have used: those of the machine; which of them it did is known once intervals are there.
export function cores_of(run: Run): Core[] {
  const hosts = [...new Set(run.processes.map(process => process.host))];
  return (hosts.length ? hosts : [""]).flatMap(host =>
    Array.from({length: Math.max(1, run.cores)}, (_, number) => ({
      host,
      number,
      name: hosts.length > 1 ? `${host} processor ${number}` : `processor ${number}`,
    })),
  );
}

function rows_of_run(app: App, run_index: number): Row[] {
  const run = app.runs[run_index].run,
    rows: Row[] = [];
  const row = (kind: Row["kind"], lane: number, name: string, detail = "") =>
    rows.push({kind, run: run_index, lane, name, detail, from: 0, size: 0});
  if (app.runs.length > 1) row("head", -1, run.label, run.trace);
  if (app.view.rows === "core" && run.kind === "parallel") {
    cores_of(run).forEach((core, number) => row("core", number, core.name));
    return rows;
  }
  run.lanes.forEach((lane, number) => row("lane", number, lane.name));
  return rows;
}

// The simulated run above the measured one, on one axis of time.
function all_rows(app: App): Row[] {
  const order = app.runs
    .map((_, index) => index)
    .sort((a, b) => Number(app.runs[b].run.kind === "simulated") - Number(app.runs[a].run.kind === "simulated"));
  return order.flatMap(index => rows_of_run(app, index));
}

export function lay_out(
  app: App,
  width: number,
  height: number,
  scroll: number,
  measure: (text: string) => number,
): Geometry {
  const {downwards, span} = app.view,
    rows = all_rows(app);
  const across_from = downwards ? 84 : 30,
    across_size = Math.max(20, (downwards ? width : height) - across_from);
  const lanes = rows.filter(row => row.kind !== "head").length,
    heads = (rows.length - lanes) * kHeadSize;
  const size = Math.max(
    downwards ? 9 : 7,
    Math.min(downwards ? 130 : 52, Math.floor((across_size - heads) / Math.max(1, lanes))),
  );
  const by_lane = new Map<number, Row>();
  let from = 0;
  for (const row of rows) {
    row.from = from;
    row.size = row.kind === "head" ? kHeadSize : size;
    from += row.size;
    if (row.kind === "lane") by_lane.set(row.run * 65536 + row.lane, row);
  }
  const widest = Math.min(190, Math.max(60, ...rows.slice(0, 400).map(row => Math.ceil(measure(row.name)))) + 18);
  const along_from = downwards ? (size >= widest ? 28 : widest) : Math.min(widest, Math.floor(width * 0.3));
  return {
    width,
    height,
    downwards,
    along_from,
    along_size: Math.max(20, (downwards ? height : width) - along_from),
    across_from,
    across_size,
    rows,
    by_lane,
    rows_size: from,
    scroll: Math.max(0, Math.min(scroll, from - across_size)),
    span,
  };
}

export function gap_of(row: Row): number {
  return row.size < 10 ? 1 : row.size < 18 ? 2 : 4;
}
export function bar_from(g: Geometry, row: Row): number {
  return g.across_from + row.from - g.scroll;
}
export function bar_size(row: Row): number {
  return row.size - gap_of(row);
}
export function along_of(g: Geometry, time: number): number {
  return g.along_from + ((time - g.span.begin) / (g.span.end - g.span.begin)) * g.along_size;
}
export function time_of(g: Geometry, along: number): number {
  return g.span.begin + ((along - g.along_from) / g.along_size) * (g.span.end - g.span.begin);
}

export function visible_rows(g: Geometry): Row[] {
  return g.rows.filter(row => row.from + row.size > g.scroll && row.from < g.scroll + g.across_size);
}

export function row_at(g: Geometry, across: number): Row | null {
  const at = across - g.across_from + g.scroll;
  if (across < g.across_from) return null;
  return g.rows.find(row => at >= row.from && at < row.from + row.size) || null;
}

export function row_of(g: Geometry, run: number, lane: number): Row | null {
  return g.by_lane.get(run * 65536 + lane) || null;
}
