// Layers over the bars: borders and labels of intervals that are wide enough, dependency lines, user-defined values and
// events. Each layer is bounded, so a window with a million items takes no longer than one with thousands; a notice
// gives the number of items not drawn.
import {App} from "./app";
import {line_name, short_label, site_name} from "./describe";
import {along_of, bar_from, bar_size, cores_of, Geometry, gap_of, Row, row_of, visible_rows} from "./geometry";
import {Stay} from "./cores";
import {key_of} from "./raster";
import {RunData} from "./run_data";
import {css_colour, is_patterned, text_on} from "./theme";

const kMostLines = 900; // more cost 30 ms a frame, and nobody can tell them apart
const kMostDashed = 400;
const kMostLineChunks = 48;
const kMostLabels = 700;
const kWide = 5; // pixels from which an interval has a border
const kLabelled = 40;
// Kinds of lines differ by dashes as well as by colour.
export const kDashes: number[][] = [[], [6, 3], [2, 2], [], [8, 2, 2, 2], [], [5, 4], [], [10, 3], [3, 3], [1, 3]];

export function rectangle(
  g: Geometry,
  along: number,
  across: number,
  long: number,
  wide: number,
): [number, number, number, number] {
  return g.downwards ? [across, along, wide, long] : [along, across, long, wide];
}
export function point_at(g: Geometry, along: number, across: number): [number, number] {
  return g.downwards ? [across, along] : [along, across];
}

// Borders between neighbours of one state, and their labels.
export function draw_intervals(app: App, g: Geometry, context: CanvasRenderingContext2D) {
  const labels: {row: Row; text: string; from: number; size: number; state: number}[] = [];
  for (const row of visible_rows(g)) {
    if (row.kind !== "lane") continue;
    const data = app.runs[row.run];
    if (data.intervals_seen(g.span.begin, g.span.end, row.lane) > g.along_size) continue;
    draw_borders(app, g, context, row, data, labels);
  }
  labels.sort((a, b) => b.size - a.size);
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const theme = app.theme();
  for (const {row, text, from, size, state} of labels.slice(0, kMostLabels)) {
    const room = (g.downwards ? bar_size(row) : size) - 8,
      shown = fit(context, text, room);
    if (!shown) continue;
    context.fillStyle = theme.patterns && is_patterned(state) ? "#000000" : text_on(theme.states[state]);
    const middle = bar_from(g, row) + bar_size(row) / 2;
    const [x, y] = g.downwards ? [bar_from(g, row) + 4, from + Math.min(size / 2, 10)] : [from + 4, middle + 0.5];
    if (theme.patterns && is_patterned(state)) clear_behind(context, shown, x, y);
    context.fillText(shown, x, y);
  }
}

// Names of the threads where they stayed on a processor long enough to be read.
export function draw_core_labels(
  app: App,
  g: Geometry,
  context: CanvasRenderingContext2D,
  on_cores: (Map<string, Stay[]> | null)[],
) {
  const theme = app.theme();
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  for (const row of visible_rows(g)) {
    const stays =
      row.kind === "core" && !g.downwards && bar_size(row) >= 12
        ? on_cores[row.run]?.get(key_of(cores_of(app.runs[row.run].run)[row.lane]))
        : null;
    let free = -Infinity;
    for (const stay of stays || []) {
      const {begin, end, lane} = stay;
      const from = Math.max(g.along_from, along_of(g, begin)),
        size = Math.min(g.along_from + g.along_size, along_of(g, end)) - from;
      const alone =
        size >= kLabelled &&
        from >= free &&
        stays!.every(other => other === stay || other.begin >= end || other.end <= begin);
      const text = alone ? fit(context, app.runs[row.run].run.lanes[lane].name, size - 8) : "";
      if (!text) continue;
      context.fillStyle = text_on(theme.threads[lane % theme.threads.length]);
      context.fillText(text, from + 4, bar_from(g, row) + bar_size(row) / 2 + 0.5);
      free = from + size;
    }
  }
}

function clear_behind(context: CanvasRenderingContext2D, text: string, x: number, y: number) {
  const style = context.fillStyle;
  context.fillStyle = "#ffffff";
  context.fillRect(x - 2, y - 7, context.measureText(text).width + 4, 14);
  context.fillStyle = style;
}

function draw_borders(
  app: App,
  g: Geometry,
  context: CanvasRenderingContext2D,
  row: Row,
  data: RunData,
  labels: {row: Row; text: string; from: number; size: number; state: number}[],
) {
  const {span} = g,
    starts = data.run.lanes[row.lane].chunks.begin_ns,
    per_ns = g.along_size / (span.end - span.begin);
  const high = bar_size(row) >= 12 && (!g.downwards || bar_size(row) >= 34);
  context.fillStyle = css_colour(app.theme().ground);
  for (let c = data.chunk_at(row.lane, span.begin); c < starts.length && starts[c] < span.end; ++c) {
    const chunk = data.chunk(row.lane, c);
    if (!chunk) continue;
    for (let i = chunk.at(span.begin); i < chunk.rows; ++i) {
      const begin = chunk.begin_of(i),
        end = chunk.ends[i];
      if (begin >= span.end) break;
      if ((end - begin) * per_ns < kWide) continue;
      const from = along_of(g, begin),
        state = chunk.states[i];
      if (from >= g.along_from && bar_size(row) > 4)
        context.fillRect(...rectangle(g, from, bar_from(g, row), 0.75, bar_size(row)));
      const left = Math.max(from, g.along_from),
        size = Math.min(along_of(g, end), g.along_from + g.along_size) - left;
      if (!high || size < (g.downwards ? 12 : kLabelled) || app.view.hidden.has(`state:${state}`)) continue;
      const item = data.interval(row.lane, c, i);
      const text = item ? short_label(data.run, item) : "";
      if (text) labels.push({row, text, from: left, size, state});
    }
  }
}

const kWidths = new Map<string, number>();
function fit(context: CanvasRenderingContext2D, text: string, room: number): string {
  text = text.slice(0, 80);
  let width = kWidths.get(text);
  if (width === undefined) {
    if (kWidths.size > 20000) kWidths.clear();
    kWidths.set(text, (width = context.measureText(text).width));
  }
  if (width <= room) return text;
  const some = Math.floor((text.length * room) / width) - 1;
  return some >= 4 ? text.slice(0, some) + "…" : "";
}

export interface DrawnLine {
  run: number;
  kind: number;
  from_lane: number;
  to_lane: number;
  from_ns: number;
  to_ns: number;
  site: number;
  object: number;
}

// Lines that touch the window and differ as seen. Of more than kMostLines every second, third, ... is taken, so that all
// parts of the window have their share, and the rest is not even looked at; how many it is follows from those.
export function find_lines(app: App, g: Geometry): {lines: DrawnLine[]; left_out: number} {
  const lines: DrawnLine[] = [];
  let left_out = 0;
  if (!app.view.lines || app.view.rows === "core") return {lines, left_out};
  const seen = new Set<number>();
  for (const data of app.runs) {
    const {chunks} = data.run.lines;
    const touched = chunks.begin_ns
      .map((_, c) => c)
      .filter(c => chunks.begin_ns[c] < g.span.end && chunks.end_ns[c] >= g.span.begin);
    if (touched.length > kMostLineChunks) {
      left_out += touched.reduce((sum, c) => sum + chunks.rows[c], 0);
      continue;
    }
    const rows = touched.reduce((sum, c) => sum + chunks.rows[c], 0),
      each = touched.length > 3 ? Math.max(1, Math.ceil(rows / kMostLines)) : 1;
    for (const c of touched) left_out += collect_lines(app, g, data, c, each, seen, lines);
  }
  return {lines, left_out};
}

function collect_lines(
  app: App,
  g: Geometry,
  data: RunData,
  chunk: number,
  each: number,
  seen: Set<number>,
  lines: DrawnLine[],
): number {
  const table = data.lines(chunk);
  if (!table) return 0;
  const [late, length, kinds, from, to, site, object] = (
    ["late_ns", "length_ns", "kind", "from_lane", "to_lane", "site", "object"] as const
  ).map(name => table.column(name));
  const per_ns = g.along_size / (g.span.end - g.span.begin),
    lanes = data.run.lanes.length,
    hidden = data.run.line_kinds.map((_, kind) => app.view.hidden.has(`line:${kind}`));
  let left_out = 0;
  for (let i = 0; i < table.rows; i += each) {
    const early = late[i] - length[i];
    if (early >= g.span.end || late[i] < g.span.begin || hidden[kinds[i] & 127]) continue;
    left_out += each - 1; // those between, as far as one can say without looking at them
    // Pixels of both ends, lanes and kind: lines equal in these cover each other.
    const a = Math.max(-9999, Math.min(9999, Math.round((early - g.span.begin) * per_ns))),
      b = Math.max(-9999, Math.min(9999, Math.round((late[i] - g.span.begin) * per_ns)));
    const key = ((((a + 10000) * 20001 + b + 10000) * lanes + from[i]) * lanes + to[i]) * 16 + (kinds[i] & 15);
    if (seen.has(key)) continue;
    seen.add(key);
    if (lines.length >= kMostLines) {
      ++left_out;
      continue;
    }
    const backwards = kinds[i] >= 128;
    lines.push({
      run: data.index,
      kind: kinds[i] & 127,
      from_lane: from[i],
      to_lane: to[i],
      from_ns: backwards ? late[i] : early,
      to_ns: backwards ? early : late[i],
      site: site[i],
      object: object[i],
    });
  }
  return left_out;
}

export function draw_lines(app: App, g: Geometry, context: CanvasRenderingContext2D, lines: DrawnLine[]) {
  const theme = app.theme(),
    by_kind = new Map<number, DrawnLine[]>();
  for (const {kind} of lines)
    if (!by_kind.has(kind))
      by_kind.set(
        kind,
        lines.filter(line => line.kind === kind),
      );
  context.globalAlpha = Math.max(0.25, Math.min(0.9, 260 / Math.max(1, lines.length)));
  for (const [kind, same] of by_kind) {
    context.strokeStyle = context.fillStyle = theme.lines[kind] || theme.text;
    context.setLineDash(lines.length <= kMostDashed ? kDashes[kind] || [] : []);
    context.lineWidth = lines.length <= kMostDashed ? 1.2 : 1;
    context.beginPath();
    for (const line of same) trace_line(g, context, line);
    context.stroke();
    if (lines.length > kMostDashed) continue;
    context.setLineDash([]);
    for (const line of same) draw_head(g, context, line);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (app.view.labels !== "none") draw_line_labels(app, g, context, lines);
}

// Both ends on the edges of the bars that face each other.
function ends_of(g: Geometry, line: DrawnLine): [number, number, number, number] | null {
  const from = row_of(g, line.run, line.from_lane),
    to = row_of(g, line.run, line.to_lane);
  if (!from || !to) return null;
  const down = to.from >= from.from;
  const a = bar_from(g, from) + (from === to ? bar_size(from) / 2 : down ? bar_size(from) - 1 : 1);
  const b = bar_from(g, to) + (from === to ? bar_size(to) / 2 : down ? 1 : bar_size(to) - 1);
  return [along_of(g, line.from_ns), a, along_of(g, line.to_ns), b];
}

function trace_line(g: Geometry, context: CanvasRenderingContext2D, line: DrawnLine) {
  const ends = ends_of(g, line);
  if (!ends) return;
  context.moveTo(...point_at(g, ends[0], ends[1]));
  context.lineTo(...point_at(g, ends[2], ends[3]));
}

function draw_head(g: Geometry, context: CanvasRenderingContext2D, line: DrawnLine) {
  const ends = ends_of(g, line);
  if (!ends || Math.hypot(ends[2] - ends[0], ends[3] - ends[1]) < 9) return;
  const [fx, fy] = point_at(g, ends[0], ends[1]),
    [x, y] = point_at(g, ends[2], ends[3]);
  const angle = Math.atan2(y - fy, x - fx);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 6 * Math.cos(angle - 0.4), y - 6 * Math.sin(angle - 0.4));
  context.lineTo(x - 6 * Math.cos(angle + 0.4), y - 6 * Math.sin(angle + 0.4));
  context.fill();
}

// Each branch with its statement, where labels do not meet.
function draw_line_labels(app: App, g: Geometry, context: CanvasRenderingContext2D, lines: DrawnLine[]) {
  const theme = app.theme(),
    taken: {x: number; y: number; width: number}[] = [];
  context.font = "10.5px system-ui, sans-serif";
  context.textBaseline = "middle";
  for (const line of lines) {
    const ends = ends_of(g, line);
    if (!ends) continue;
    const [x, y] = point_at(g, (ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2),
      {run} = app.runs[line.run];
    if (x < (g.downwards ? g.across_from : g.along_from) || y < (g.downwards ? g.along_from : g.across_from)) continue;
    const text =
      app.view.labels === "kind"
        ? line_name(run, line.kind)
        : `${line_name(run, line.kind)} ${site_name(run, line.site).slice(0, 60)}`;
    const width = context.measureText(text).width;
    if (
      taken.length > 150 ||
      taken.some(other => Math.abs(other.y - y) < 15 && x < other.x + other.width + 8 && other.x < x + width + 8)
    )
      continue;
    taken.push({x, y, width});
    context.fillStyle = theme.panel;
    context.globalAlpha = 0.88;
    context.fillRect(x + 3, y - 7, width + 6, 14);
    context.globalAlpha = 1;
    context.fillStyle = theme.lines[line.kind] || theme.text;
    context.fillText(text, x + 6, y + 0.5);
  }
}

export interface Mark {
  run: number;
  time: number;
  lane: number;
  kind: number;
  type: number;
  name: string;
  site: number;
  low: number;
  high: number;
}

// Marks of a run in the span, as far as they are at hand.
export function marks_within(data: RunData, begin: number, end: number, most: number): Mark[] {
  const {chunks} = data.run.marks,
    found: Mark[] = [];
  for (let c = 0; c < chunks.begin_ns.length && found.length < most; ++c) {
    if (chunks.begin_ns[c] >= end || chunks.end_ns[c] < begin) continue;
    const table = data.marks(c);
    if (!table) continue;
    const time = table.column("time_ns");
    const value = (name: Parameters<typeof table.column>[0], i: number) => table.column(name)[i];
    for (let i = 0; i < table.rows && found.length < most; ++i)
      if (time[i] >= begin && time[i] < end)
        found.push({
          run: data.index,
          time: time[i],
          lane: value("lane", i),
          kind: value("kind", i),
          type: value("value_type", i),
          name: data.run.names[value("name", i)] || "",
          site: value("site", i),
          low: value("low", i),
          high: value("high", i),
        });
  }
  return found;
}

// Values are diamonds, points are triangles, at the upper edge of the bar.
export function draw_marks(app: App, g: Geometry, context: CanvasRenderingContext2D) {
  if (app.view.rows === "core") return;
  const theme = app.theme(),
    drawn = new Set<string>();
  context.strokeStyle = css_colour(theme.ground);
  context.fillStyle = theme.text;
  context.lineWidth = 1;
  for (const data of app.runs)
    for (const mark of marks_within(data, g.span.begin, g.span.end, 20000)) {
      if (app.view.hidden.has(mark.kind === 1 ? "values" : "points")) continue;
      const row = row_of(g, mark.run, mark.lane),
        along = along_of(g, mark.time);
      const key = `${mark.run} ${mark.lane} ${mark.kind} ${Math.round(along / 3)}`;
      if (!row || drawn.has(key) || bar_from(g, row) < g.across_from - 4) continue;
      drawn.add(key);
      const across = bar_from(g, row) + Math.min(5, bar_size(row) / 2),
        r = gap_of(row) > 1 ? 4 : 3;
      context.beginPath();
      const corners =
        mark.kind === 1
          ? [
              [0, -r],
              [r, 0],
              [0, r],
              [-r, 0],
            ]
          : [
              [-r, -r],
              [r, -r],
              [0, r],
            ];
      corners.forEach(([a, b], i) => {
        const [x, y] = point_at(g, along, across);
        if (i) context.lineTo(x + a, y + b);
        else context.moveTo(x + a, y + b);
      });
      context.closePath();
      context.fill();
      context.stroke();
    }
}
