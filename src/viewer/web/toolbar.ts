// Controls above the picture: start time and length typed in directly, unit, zoom, kind of lanes, lines and labels.
import {App} from "./app";
import {make} from "./dom";
import {format_point, format_time, parse_time, Unit} from "./format";

type Choice = [value: string, text: string];

function choices(label: string, title: string, list: Choice[], change: (value: string) => void): HTMLSelectElement {
  const element: HTMLSelectElement = make(
    "select",
    {"aria-label": label, title, change: () => change(element.value)},
    list.map(([value, text]) => make("option", {value}, text)),
  );
  return element;
}

export class Toolbar {
  readonly element = make("div.toolbar", {role: "toolbar", "aria-label": "View"});
  private readonly start = make("input", {
    class: "time",
    "aria-label": "Start of the window",
    title: "start of the window, such as 1.25 s or 300us (g)",
    spellcheck: "false",
    size: 12,
  });
  private readonly width = make("input", {
    class: "time",
    "aria-label": "Length of the window",
    title: "length of the window, such as 20 ms",
    spellcheck: "false",
    size: 9,
  });
  private readonly unit = choices(
    "Unit of time",
    "unit of time (u)",
    [
      ["auto", "auto"],
      ["ns", "ns"],
      ["us", "µs"],
      ["ms", "ms"],
      ["s", "s"],
    ],
    value =>
      this.app.change(view => {
        view.unit = value as Unit;
      }),
  );
  private readonly rows = choices(
    "Lanes",
    "what a lane is (m)",
    [
      ["thread", "Threads"],
      ["core", "Processors"],
    ],
    value =>
      this.app.change(view => {
        view.rows = value as "thread" | "core";
      }),
  );
  private readonly labels = choices(
    "Labels of lines",
    "labels of the dependency lines (Shift+L)",
    [
      ["none", "no labels"],
      ["kind", "label: kind"],
      ["statement", "label: statement"],
    ],
    value =>
      this.app.change(view => {
        view.labels = value as typeof view.labels;
      }),
  );
  private readonly lines = this.press("Lines", "dependency lines (l)", () =>
    this.app.change(view => {
      view.lines = !view.lines;
    }),
  );
  private readonly down = this.press("Downwards", "time runs down, as in the paper (v)", () =>
    this.app.change(view => {
      view.downwards = !view.downwards;
    }),
  );
  private readonly problem = make("span.problem", {role: "alert"});

  constructor(private app: App) {
    this.element.append(
      make("label", {}, "From ", this.start),
      make("label", {}, "length ", this.width),
      this.unit,
      this.problem,
      make(
        "span.group",
        {},
        this.press("−", "zoom out (s)", () => app.zoom(1.6)),
        this.press("+", "zoom in (w)", () => app.zoom(1 / 1.6)),
        this.press("All", "the whole run (0)", () => app.show_span(app.full)),
        this.press("◂", "one page back (Page up)", () => app.pan(-1)),
        this.press("▸", "one page on (Page down)", () => app.pan(1)),
      ),
      make("span.group", {}, this.rows, this.down),
      make("span.group", {}, this.lines, this.labels),
    );
    for (const field of [this.start, this.width]) {
      field.addEventListener("change", () => this.enter());
      field.addEventListener("keydown", event => {
        if (event.key === "Enter") this.enter();
        if (event.key === "Escape") (this.draw(), field.blur());
        if (event.key === "Escape" || event.key === "Enter") document.querySelector<HTMLElement>(".overlay")?.focus();
      });
    }
  }

  private press(text: string, title: string, click: () => void): HTMLButtonElement {
    return make("button", {title, click, "aria-label": text.length < 2 ? title : null}, text);
  }

  focus() {
    this.start.focus();
    this.start.select();
  }

  private enter() {
    const {unit} = this.app.view,
      begin = parse_time(this.start.value, unit),
      length = parse_time(this.width.value, unit);
    const bad = Number.isNaN(begin) ? this.start : Number.isNaN(length) || length <= 0 ? this.width : null;
    this.problem.textContent = bad ? `“${bad.value.slice(0, 20)}” is no time; type a number and ns, us, ms or s` : "";
    // A start near the end keeps the start and shortens the length.
    if (!bad) this.app.show_span({begin, end: Math.max(begin + 20, Math.min(begin + length, this.app.full.end))});
  }

  draw() {
    const {view} = this.app,
      length = this.app.length();
    if (document.activeElement !== this.start)
      this.start.value = format_point(view.span.begin, length / 1000, view.unit);
    if (document.activeElement !== this.width) this.width.value = format_time(length, view.unit);
    this.unit.value = view.unit;
    this.rows.value = view.rows;
    this.labels.value = view.labels;
    this.labels.disabled = !view.lines || view.rows === "core";
    this.lines.setAttribute("aria-pressed", String(view.lines));
    this.down.setAttribute("aria-pressed", String(view.downwards));
  }
}
