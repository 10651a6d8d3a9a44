// Phases of a skeleton: a strip along the upper edge of each thread's bar, whose own colours are those of the states. A call
// is the line above; divide, leaf, exchange and combine lie below it, the inner over the outer.
import {App} from "./app";
import {make} from "./dom";
import {format_count, format_time, Unit} from "./format";
import {along_of, bar_from, bar_size, Geometry, Row, row_of} from "./geometry";
import {rectangle} from "./layers";
import {Run} from "./model";
import {RunData, Table} from "./run_data";
import {css_colour} from "./theme";

export interface SkeletonPhase {
  begin: number;
  end: number;
  lane: number;
  kind: number; // row of Run.phases.kinds
  finished: boolean;
  level: number;
  partner: number; // rank of the world, -1: none
  bytes: number;
  call: number;
  cpu: number; // ns, 0: not known
  site: number;
  features: {name: string; value: number}[];
}

const kCall = 0;
const kThinnest = 0.4; // pixels: of thinner ones the first of each pixel is drawn

type PhaseTable = Table<string>;

function tables_within(data: RunData, begin: number, end: number): PhaseTable[] {
  const {chunks} = data.run.phases,
    tables: PhaseTable[] = [];
  for (let c = 0; c < chunks.begin_ns.length; ++c) {
    if (chunks.begin_ns[c] >= end || chunks.end_ns[c] < begin) continue;
    const table = data.phases(c);
    if (table) tables.push(table);
  }
  return tables;
}

function features_of(run: Run, table: PhaseTable, row: number): {name: string; value: number}[] {
  const view = new DataView(new ArrayBuffer(8));
  return run.phases.features
    .map((name, f) => {
      view.setUint32(0, table.column(`low ${f}`)[row], true);
      view.setUint32(4, table.column(`high ${f}`)[row], true);
      return {name, value: view.getFloat64(0, true)};
    })
    .filter(({value}) => !Number.isNaN(value));
}

function phase_of(run: Run, table: PhaseTable, row: number): SkeletonPhase {
  const value = (name: string) => table.column(name)[row];
  return {
    begin: value("begin_ns"),
    end: value("begin_ns") + value("length_ns"),
    lane: value("lane"),
    kind: value("kind") & 127,
    finished: value("kind") < 128,
    level: value("level"),
    partner: value("partner") - 1,
    bytes: value("bytes"),
    call: value("call"),
    cpu: value("cpu_ns"),
    site: value("site"),
    features: features_of(run, table, row),
  };
}

// Those of the lane that are open at the time, the outermost first.
export function phases_at(data: RunData, lane: number, time: number): SkeletonPhase[] {
  const found: SkeletonPhase[] = [];
  for (const table of tables_within(data, time, time + 1)) {
    const begin = table.column("begin_ns"),
      length = table.column("length_ns"),
      lanes = table.column("lane");
    for (let i = 0; i < table.rows && begin[i] <= time; ++i)
      if (lanes[i] === lane && time < begin[i] + length[i]) found.push(phase_of(data.run, table, i));
  }
  return found;
}

// "exchange, level 2, with rank 3"
export function phase_title(run: Run, phase: SkeletonPhase): string {
  const kind = run.phases.kinds[phase.kind] || "phase";
  return (
    (phase.kind === kCall ? `${kind} ${phase.call}` : `${kind}, level ${phase.level}`) +
    (phase.partner >= 0 ? `, with rank ${phase.partner}` : "")
  );
}

// "1.2 ms · 4,096 bytes · N = 64": what is not in its title.
export function phase_facts(phase: SkeletonPhase, unit: Unit): string {
  return [
    format_time(phase.end - phase.begin, unit),
    phase.cpu ? `${format_time(phase.cpu, unit)} on a core` : "",
    phase.bytes ? `${format_count(phase.bytes)} bytes` : "",
    ...phase.features.map(({name, value}) => `${name} = ${value}`),
    phase.finished ? "" : "its end is not recorded",
  ]
    .filter(Boolean)
    .join(" · ");
}

export function phase_swatch(app: App, kind: number): HTMLElement {
  return make("span.swatch", {style: `background-color:${css_colour(app.theme().phases[kind] ?? 0)}`});
}

export function strip_size(row: Row): number {
  const bar = bar_size(row);
  return bar >= 24 ? 8 : bar >= 14 ? 5 : bar >= 8 ? 3 : 0;
}

export function draw_phases(app: App, g: Geometry, context: CanvasRenderingContext2D) {
  if (app.view.rows === "core" || app.view.hidden.has("phases")) return;
  const theme = app.theme(),
    colours = theme.phases.map(css_colour),
    ground = css_colour(theme.ground);
  for (const data of app.runs) {
    if (!data.run.phases.count) continue;
    const last = new Map<number, number>(); // of each lane and kind: the pixel drawn last
    for (const table of tables_within(data, g.span.begin, g.span.end)) {
      const [begin, length, lanes, kinds] = (["begin_ns", "length_ns", "lane", "kind"] as const).map(name =>
        table.column(name),
      );
      for (let i = 0; i < table.rows && begin[i] < g.span.end; ++i) {
        if (begin[i] + length[i] < g.span.begin) continue;
        const row = row_of(g, data.index, lanes[i]),
          size = row ? strip_size(row) : 0;
        if (!row || !size) continue;
        const from = Math.max(g.along_from, along_of(g, begin[i])),
          to = Math.min(g.along_from + g.along_size, along_of(g, begin[i] + length[i])),
          kind = kinds[i] & 127,
          key = lanes[i] * 8 + kind;
        if (to - from < kThinnest && last.get(key) === Math.floor(from)) continue;
        last.set(key, Math.floor(from));
        const line = kind === kCall ? 0 : Math.max(1, Math.floor(size / 4)),
          wide = kind === kCall ? Math.max(1, Math.floor(size / 4)) : size - line,
          across = bar_from(g, row) + (g.downwards ? bar_size(row) - line - wide : line);
        if (kind !== kCall) {
          context.fillStyle = ground;
          context.fillRect(...rectangle(g, from, across + (g.downwards ? -1 : 0), Math.max(1, to - from), wide + 1));
        }
        context.fillStyle = colours[kind] || theme.text;
        context.fillRect(...rectangle(g, from, across, Math.max(1, to - from - 0.5), wide));
      }
    }
  }
}
