// The state of the view: it is changed in one place and kept in the fragment of the address, so a position can be
// bookmarked and sent. Parts of the page listen; all changes within a frame are drawn once.
import {Blocks} from "./blocks";
import {parse_time, Unit} from "./format";
import {Head} from "./model";
import {Interval, RunData} from "./run_data";
import {Span} from "./shares";
import {kThemes, Theme, ThemeName} from "./theme";

export type LabelDetail = "none" | "kind" | "statement";
export interface Point {
  // a lane of a run and a time
  run: number;
  lane: number;
  time: number;
}

export interface View {
  page: string; // "timeline", "statistics", "page0", ...
  span: Span; // the window
  selection: Span | null;
  point: Point | null; // the cursor that a click or the keyboard sets
  rows: "thread" | "core";
  downwards: boolean; // time runs down, as in the paper
  lines: boolean;
  labels: LabelDetail;
  hidden: Set<string>; // cut: "state:0", "line:3", "values", "points"
  theme: ThemeName | "auto";
  unit: Unit;
  hints: boolean;
  file: number; // shown in the source pane, row of files of file_run
  file_run: number;
  line: number; // highlighted, 0: none
  neighbours: "same" | "any" | "other"; // on which lanes next and previous occurrence look
}

export class App {
  readonly runs: RunData[];
  readonly full: Span;
  readonly view: View;
  item: Interval | null = null; // at view.point, once its chunk is there
  notice = ""; // of what went wrong
  private listeners: ((all: boolean) => void)[] = [];
  private frame = 0;
  private arrivals = 0;
  private past: Span[] = []; // windows before zooming, for going back
  private hash_timer = 0;
  private readonly token: string;
  private readonly prefers_dark = matchMedia("(prefers-color-scheme: dark)");

  constructor(
    readonly head: Head,
    readonly blocks: Blocks,
  ) {
    this.runs = head.runs.map((run, index) => new RunData(run, index, blocks));
    this.full = {
      begin: Math.min(...head.runs.map(run => run.begin_ns), Infinity),
      end: Math.max(...head.runs.map(run => run.end_ns), 1),
    };
    if (!Number.isFinite(this.full.begin)) this.full = {begin: 0, end: 1};
    if (this.full.end <= this.full.begin) this.full.end = this.full.begin + 1;
    this.token =
      location.hash
        .slice(1)
        .split("&")
        .find(part => part && !part.includes("=")) || "";
    this.view = {
      page: head.runs.length ? "timeline" : "page0",
      span: {...this.full},
      selection: null,
      point: null,
      rows: "thread",
      downwards: false,
      lines: true,
      labels: "none",
      hidden: new Set(),
      theme: "auto",
      unit: "auto",
      hints: true,
      file: -1,
      file_run: 0,
      line: 0,
      neighbours: "any",
    };
    read_saved(this.view);
    read_hash(location.hash.slice(1), this.view, this.head);
    this.set_span(this.view.span);
    window.addEventListener("hashchange", () =>
      this.change(view => {
        read_hash(location.hash.slice(1), view, this.head);
        this.set_span(view.span);
      }),
    );
    // While much arrives, drawing each time would cost more than unpacking.
    blocks.on_arrival = () => {
      if (!this.arrivals)
        this.arrivals = window.setTimeout(
          () => {
            this.arrivals = 0;
            this.redraw();
          },
          blocks.busy() ? 60 : 0,
        );
    };
  }

  // `all`: also the panels that may be updated later while the window moves.
  listen(listener: (all: boolean) => void) {
    this.listeners.push(listener);
  }

  change(edit: (view: View) => void) {
    const before = {...this.view, hidden: [...this.view.hidden].join()};
    edit(this.view);
    const changed = (Object.keys(this.view) as (keyof View)[]).filter(
      key => (key === "hidden" ? [...this.view.hidden].join() : this.view[key]) !== before[key],
    );
    if (!changed.length) return;
    if (changed.includes("point")) this.item = null;
    this.redraw();
    clearTimeout(this.hash_timer);
    this.hash_timer = window.setTimeout(() => this.save(), 200);
  }

  redraw() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw(false));
  }

  // Draws the next frame immediately: for exports and tests.
  draw(all = true) {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const {point} = this.view;
    if (point && !this.item) {
      this.item = this.runs[point.run].interval_at(point.lane, point.time);
      // A bookmarked cursor, or one typed into the address: its statement as after a click.
      if (this.item && this.view.line === 0) this.show_statement_of(this.item);
    }
    for (const listener of this.listeners) listener(all);
  }

  theme(): Theme {
    const {theme} = this.view;
    if (theme !== "auto") return kThemes[theme];
    return kThemes[this.prefers_dark.matches ? "dark" : "light"];
  }

  length(): number {
    return this.view.span.end - this.view.span.begin;
  }

  // Sets the window, kept within the run and not below 20 ns. Replaces the object, so that change() sees it.
  set_span(span: Span) {
    const whole = this.full.end - this.full.begin;
    const length = Math.min(whole, Math.max(span.end - span.begin, Math.min(20, whole)));
    const begin = Math.min(Math.max(span.begin, this.full.begin), this.full.end - length);
    this.view.span = {begin, end: begin + length};
  }

  remember_span() {
    const last = this.past[this.past.length - 1],
      {span} = this.view;
    if (!last || last.begin !== span.begin || last.end !== span.end) this.past.push(span);
    if (this.past.length > 100) this.past.shift();
  }
  show_span(span: Span) {
    this.remember_span();
    this.change(() => this.set_span(span));
  }
  show_last_span() {
    const span = this.past.pop();
    if (span) this.change(() => this.set_span(span));
  }
  zoom(factor: number, around = this.middle()) {
    const {begin, end} = this.view.span,
      length = Math.max(20, (end - begin) * factor);
    const at = (around - begin) / (end - begin);
    this.change(() => this.set_span({begin: around - at * length, end: around + (1 - at) * length}));
  }
  pan(windows: number) {
    const {begin, end} = this.view.span,
      step = (end - begin) * windows;
    this.change(() => this.set_span({begin: begin + step, end: end + step}));
  }
  // Where zooming by key holds still: at the cursor if it is in the window.
  middle(): number {
    const {span, point} = this.view;
    return point && point.time >= span.begin && point.time <= span.end ? point.time : (span.begin + span.end) / 2;
  }

  // Puts the cursor on an interval, scrolls it into the window and its statement into the source pane.
  select(item: Interval) {
    this.change(view => {
      // Within the interval, and within the window if both meet: a long one should not move the picture.
      const from = Math.max(item.begin, view.span.begin),
        to = Math.min(item.end, view.span.end);
      view.point = {run: item.run, lane: item.lane, time: from < to ? (from + to) / 2 : (item.begin + item.end) / 2};
      if (from >= to) this.bring_into_view(item);
      this.show_statement_of(item);
    });
    this.item = item;
  }
  private bring_into_view(item: Interval) {
    const wanted = Math.min(this.length(), Math.max(40 * (item.end - item.begin), 200)),
      middle = (item.begin + item.end) / 2;
    this.remember_span();
    this.set_span({begin: middle - wanted / 2, end: middle + wanted / 2});
  }
  private show_statement_of({run, site}: Interval) {
    const {file, line} = this.runs[run].run.sites;
    this.show_statement(run, file[site] ?? -1, line[site] ?? 0);
  }
  show_statement(run: number, file: number, line: number) {
    if (file < 0) return;
    this.view.file_run = run;
    this.view.file = file;
    this.view.line = line;
  }

  hash(): string {
    const text = write_hash(this.view, this.full);
    return this.token ? `${this.token}&${text}` : text;
  }

  private save() {
    try {
      history.replaceState(null, "", "#" + this.hash());
    } catch {
      /* a page in a frame without an address of its own */
    }
    write_saved(this.view);
  }
}

function write_hash(view: View, full: Span): string {
  const parts: string[] = [];
  const put = (key: string, value: string) => parts.push(`${key}=${encodeURIComponent(value)}`);
  if (view.page !== "timeline") put("page", view.page);
  if (view.span.begin !== full.begin || view.span.end !== full.end) put("t", `${view.span.begin}-${view.span.end}`);
  if (view.selection) put("sel", `${view.selection.begin}-${view.selection.end}`);
  if (view.point) put("at", `${view.point.run}.${view.point.lane}.${view.point.time}`);
  if (view.rows !== "thread") put("rows", view.rows);
  if (view.downwards) put("down", "1");
  if (!view.lines) put("lines", "0");
  if (view.labels !== "none") put("labels", view.labels);
  if (view.hidden.size) put("hide", [...view.hidden].sort().join(","));
  if (view.theme !== "auto") put("theme", view.theme);
  if (view.unit !== "auto") put("unit", view.unit);
  if (!view.hints) put("hints", "0");
  if (view.file >= 0) put("src", `${view.file_run}.${view.file}.${view.line}`);
  if (view.neighbours !== "any") put("on", view.neighbours);
  return parts.join("&");
}

function read_span(text: string): Span | null {
  const [begin, end] = text.split("-").map(part => (/[a-zµ]/i.test(part) ? parse_time(part) : Number(part)));
  return Number.isFinite(begin) && Number.isFinite(end) && end > begin ? {begin, end} : null;
}

function one_of<T extends string>(text: string, words: readonly T[], otherwise: T): T {
  return words.includes(text as T) ? (text as T) : otherwise;
}

// Values missing in the fragment do not change. The fragment is untrusted: values outside of the run are rejected.
function read_hash(hash: string, view: View, head: Head) {
  for (const part of hash.split("&")) {
    const equals = part.indexOf("=");
    if (equals < 0) continue;
    let value = part.slice(equals + 1);
    try {
      value = decodeURIComponent(value);
    } catch {
      continue;
    }
    read_item(part.slice(0, equals), value, view, head);
  }
}

function read_item(key: string, value: string, view: View, head: Head) {
  const numbers = value.split(".").map(Number);
  const [run, row] = numbers;
  switch (key) {
    case "page":
      view.page = /^(timeline|statistics|page\d+)$/.test(value) ? value : view.page;
      break;
    case "t":
      view.span = read_span(value) || view.span;
      break;
    case "sel":
      view.selection = read_span(value);
      break;
    case "at":
      if (head.runs[run]?.lanes[row] && numbers.slice(2).every(Number.isFinite))
        view.point = {run, lane: row, time: Number(value.split(".").slice(2).join(".")) || 0};
      break;
    case "rows":
      view.rows = one_of(value, ["thread", "core"], view.rows);
      break;
    case "down":
      view.downwards = value === "1";
      break;
    case "lines":
      view.lines = value !== "0";
      break;
    case "labels":
      view.labels = one_of(value, ["none", "kind", "statement"], view.labels);
      break;
    case "hide":
      view.hidden = new Set(value.split(",").filter(word => /^(state:[0-6]|line:\d+|values|points)$/.test(word)));
      break;
    case "theme":
      view.theme = one_of(value, ["auto", "light", "dark", "print"], view.theme);
      break;
    case "unit":
      view.unit = one_of(value, ["auto", "ns", "us", "ms", "s"], view.unit);
      break;
    case "hints":
      view.hints = value !== "0";
      break;
    case "src":
      if (head.runs[run]?.files[row]) [view.file_run, view.file, view.line] = [run, row, numbers[2] || 0];
      break;
    case "on":
      view.neighbours = one_of(value, ["same", "any", "other"], view.neighbours);
      break;
  }
}

// Settings for all recordings: theme and hints. For a page from disk, browsers may refuse.
function read_saved(view: View) {
  try {
    const saved = JSON.parse(localStorage.getItem("unply") || "{}");
    view.theme = one_of(saved.theme, ["auto", "light", "dark", "print"], view.theme);
    if (saved.hints === false) view.hints = false;
  } catch {
    /* not available */
  }
}

function write_saved(view: View) {
  try {
    localStorage.setItem("unply", JSON.stringify({theme: view.theme, hints: view.hints}));
  } catch {
    /* not available */
  }
}
