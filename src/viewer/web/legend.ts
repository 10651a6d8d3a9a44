// Legend and cut in one: each state and kind of line with its colour, pattern and share of the window. A click hides or
// shows it; a bar above the picture lists hidden kinds and restores them.
import {App} from "./app";
import {swatch} from "./details";
import {make, make_svg, refill} from "./dom";
import {format_count, format_share} from "./format";
import {kDashes} from "./layers";
import {phase_swatch} from "./phases";
import {Spread, spread_level} from "./shares";
import {kLineHelp, kStates, kStateWords} from "./words";

function toggle(app: App, what: string) {
  app.change(view => {
    const hidden = new Set(view.hidden);
    if (!hidden.delete(what)) hidden.add(what);
    view.hidden = hidden;
  });
}

function name_of(app: App, what: string): string {
  const [kind, number] = what.split(":");
  if (kind === "state") return kStateWords[Number(number)].name;
  return kind === "line" ? `${app.runs[0].run.line_kinds[Number(number)]} lines` : what;
}

// Shares of the states in the window over all lanes of a run, from the coarse levels: half a millisecond.
// Null until those are there.
function window_shares(app: App): Float64Array | null {
  const total = new Float64Array(kStates),
    out = new Float32Array(kStates),
    {span} = app.view;
  let lanes = 0,
    complete = true;
  for (const data of app.runs.slice(0, 1)) {
    const {pyramid} = data.run;
    let level = 0;
    while (level + 1 < pyramid.length && (span.end - span.begin) / pyramid[level].bin_ns < 200) ++level;
    if (!pyramid.length) return total;
    data.run.lanes.forEach((_, lane) => {
      out.fill(0);
      complete &&= spread_level(data, level, lane, new Spread(span, 1, out));
      for (let state = 0; state < kStates; ++state) total[state] += out[state];
      ++lanes;
    });
  }
  if (!complete) return null;
  return total.map(share => share / Math.max(1, lanes));
}

export class Legend {
  readonly element = make("div.legend", {role: "toolbar", "aria-label": "Legend: press to hide or show"});
  readonly notice = make("div.notice", {role: "status", hidden: true});
  private shown = "";
  private shares: HTMLElement[] = [];

  constructor(private app: App) {}

  draw() {
    const {view} = this.app,
      theme = this.app.theme(),
      hidden = [...view.hidden].sort().join(),
      key = `${theme.name} ${hidden} ${view.lines} ${view.rows}`;
    if (key !== this.shown) {
      this.shown = key;
      this.fill_legend();
      this.fill_notice();
    }
    const shares = window_shares(this.app);
    this.shares.forEach((element, state) => {
      const text = shares ? format_share(shares[state]) : "";
      if (element.textContent !== text) element.textContent = text;
    });
  }

  private chip(what: string, mark: Node, name: string, help: string, detail: Node | null): HTMLElement {
    const off = this.app.view.hidden.has(what);
    return make(
      off ? "button.chip.off" : "button.chip",
      {
        "aria-pressed": off ? "false" : "true",
        "data-what": what,
        title: `${help}\nPress to ${off ? "show" : "hide"}.`,
        click: () => toggle(this.app, what),
      },
      mark,
      make("span", {}, name),
      detail,
    );
  }

  private fill_legend() {
    const theme = this.app.theme(),
      {view} = this.app,
      {runs} = this.app;
    this.shares = kStateWords.map(() => make("span.quiet.number"));
    const words = runs[0].run.line_kinds,
      counts = words.map((_, kind) => runs.reduce((sum, {run}) => sum + (run.lines.by_kind[kind] || 0), 0));
    const lines = words.map((word, kind) =>
      counts[kind]
        ? this.chip(
            `line:${kind}`,
            dash(theme.lines[kind], kDashes[kind]),
            word,
            `${kLineHelp[word] || word} (${format_count(counts[kind])} in all)`,
            null,
          )
        : null,
    );
    const phases = runs.find(({run}) => run.phases.count > 0);
    const marks = runs.some(({run}) => run.marks.count > 0);
    refill(
      this.element,
      view.rows === "core" ? make("span.quiet", {}, "Processors; the colours are threads:") : null,
      view.rows === "core"
        ? runs[0].run.lanes.slice(0, 16).map((lane, index) =>
            make(
              "span.key",
              {},
              make("span.swatch", {
                style: `background-color:#${theme.threads[index % theme.threads.length].toString(16).padStart(6, "0")}`,
              }),
              lane.name.slice(0, 30),
            ),
          )
        : kStateWords.map((word, state) =>
            this.chip(`state:${state}`, swatch(this.app, state), word.name, word.help, this.shares[state]),
          ),
      view.rows === "thread" && counts.some(Boolean)
        ? [
            make("span.divider"),
            make("span.quiet", {}, "Lines"),
            view.lines
              ? lines
              : make(
                  "button.chip.off",
                  {
                    click: () =>
                      this.app.change(changed => {
                        changed.lines = true;
                      }),
                  },
                  "show",
                ),
          ]
        : null,
      view.rows === "thread" && phases
        ? [
            make("span.divider"),
            this.chip(
              "phases",
              make(
                "span",
                {},
                phases.run.phases.kinds.map((_, kind) => phase_swatch(this.app, kind)),
              ),
              `phases: ${phases.run.phases.kinds.join(", ")}`,
              "phases of a divide-and-conquer skeleton, along the upper edge of the bars",
              null,
            ),
          ]
        : null,
      view.rows === "thread" && marks
        ? [
            make("span.divider"),
            this.chip(
              "values",
              shape("M5 1 L9 5 L5 9 L1 5 Z"),
              "values",
              "values that the program recorded with unply_value",
              null,
            ),
            this.chip(
              "points",
              shape("M1 2 L9 2 L5 9 Z"),
              "points",
              "points that the program recorded with unply_event",
              null,
            ),
          ]
        : null,
    );
  }

  private fill_notice() {
    const hidden = [...this.app.view.hidden].sort();
    this.notice.hidden = !hidden.length;
    refill(
      this.notice,
      make("strong", {}, "Hidden: "),
      hidden.map(what =>
        make(
          "button.chip",
          {title: `show ${name_of(this.app, what)} again`, click: () => toggle(this.app, what)},
          name_of(this.app, what),
          " ×",
        ),
      ),
      make(
        "button",
        {
          class: "primary",
          id: "show-all",
          click: () =>
            this.app.change(view => {
              view.hidden = new Set();
            }),
        },
        "Show all",
      ),
      make("span.quiet", {}, "Figures and tables still count it."),
    );
  }
}

function dash(colour: string, dashes: number[]): Node {
  return make_svg(
    "svg",
    {width: 22, height: 10, "aria-hidden": "true"},
    make_svg("line", {
      x1: 1,
      y1: 5,
      x2: 21,
      y2: 5,
      stroke: colour,
      "stroke-width": 2,
      "stroke-dasharray": dashes.join(" "),
    }),
  );
}

function shape(path: string): Node {
  return make_svg(
    "svg",
    {width: 10, height: 10, "aria-hidden": "true"},
    make_svg("path", {d: path, fill: "currentColor"}),
  );
}
