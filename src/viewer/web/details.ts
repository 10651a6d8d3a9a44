// The panel beside the picture: the interval under the cursor, the selected interval with its efficiency and states,
// the values that the program recorded near the cursor, and the way to other occurrences of the statement.
import {App} from "./app";
import {
  activity_of,
  function_of,
  is_lock,
  line_name,
  object_name,
  place_of,
  site_name,
  title_of,
  value_of,
} from "./describe";
import {Child, fill, make, refill, shorten} from "./dom";
import {format_count, format_point, format_share, format_time} from "./format";
import {Mark, marks_within} from "./layers";
import {kUnknownCore} from "./model";
import {neighbour, rank_of, sites_like} from "./occurrences";
import {phase_facts, phase_title, phases_at} from "./phases";
import {Interval, RunData} from "./run_data";
import {Span} from "./shares";
import {efficiency_of, sum_states, Sums} from "./sums";
import {css_colour} from "./theme";
import {kStates, kStateWords, ProcState} from "./words";

const kNearPixels = 12; // a value this near to the cursor is one at the cursor
const kWaits = [ProcState.wait_task, ProcState.wait_event, ProcState.wait_lock];

export function swatch(app: App, state: number): HTMLElement {
  return make("span", {
    class: `swatch pattern-${state}`,
    style: `background-color:${css_colour(app.theme().states[state])}`,
  });
}

// Next or previous occurrence of the statement at the cursor, on the lanes that the view says.
export async function go_to_occurrence(app: App, direction: 1 | -1): Promise<boolean> {
  const {item} = app;
  if (!item || !item.site) return false;
  const data = app.runs[item.run],
    {neighbours} = app.view;
  const found = await neighbour(data, sites_like(data, item.site), item, direction, lane =>
    lane_counts(neighbours, lane, item.lane),
  );
  if (found) app.select(found);
  return !!found;
}

function lane_counts(neighbours: string, lane: number, own: number): boolean {
  return neighbours === "any" || (lane === own) === (neighbours === "same");
}

export class Details {
  readonly element = make("section.details", {"aria-label": "Details"});
  private readonly at_cursor = make("div");
  private readonly selected = make("div");
  private shown_item = "";
  private shown_selection: Span | null = null;
  private shown_style = "";
  private sums: (Sums | null)[] = [];
  private pass = 0;

  constructor(private app: App) {
    this.element.append(this.selected, this.at_cursor);
  }

  draw() {
    const {item, view} = this.app,
      style = `${view.unit} ${this.app.theme().name}`;
    const key = `${item ? `${item.run} ${item.lane} ${item.chunk} ${item.index}` : ""} ${view.point?.time} ${view.neighbours} ${style}`;
    if (key !== this.shown_item) {
      this.shown_item = key;
      this.draw_item();
    }
    if (view.selection !== this.shown_selection || style !== this.shown_style) {
      const same = view.selection === this.shown_selection;
      this.shown_selection = view.selection;
      this.shown_style = style;
      if (same) this.draw_selection();
      else this.measure_selection();
    }
  }

  private draw_item() {
    const {item, view} = this.app;
    if (!item) {
      fill(
        this.at_cursor,
        make(
          "p.empty",
          {},
          view.point
            ? "Reading…"
            : "Click a bar to see its activity and its place in the source. Drag across the bars to measure a part of the run.",
        ),
      );
      return;
    }
    const data = this.app.runs[item.run],
      {run} = data,
      place = place_of(run, item.site),
      name = function_of(run, item.site);
    const rows: [string, Child][] = [
      ["state", [swatch(this.app, item.state), kStateWords[item.state].name]],
      ["thread", shorten(run.lanes[item.lane].name, 60)],
      [
        "statement",
        place
          ? make(
              "button.link",
              {
                click: () =>
                  this.app.change(() =>
                    this.app.show_statement(item.run, run.sites.file[item.site], run.sites.line[item.site]),
                  ),
              },
              shorten(place, 80),
            )
          : "unknown",
      ],
    ];
    if (name) rows.push(["in", shorten(name, 120)]);
    rows.push(...time_rows(this.app, item), ...object_rows(data, item));
    for (const phase of phases_at(data, item.lane, view.point?.time ?? item.begin))
      rows.push(["phase", `${phase_title(run, phase)} · ${phase_facts(phase, view.unit)}`]);
    const ranks = make("span.quiet", {}, "");
    refill(
      this.at_cursor,
      make("h2", {}, shorten(title_of(run, item), 120)),
      facts(rows),
      item.site ? this.occurrence_bar(ranks) : null,
      this.values_near(data, item),
      this.lines_of(data, item),
    );
    if (item.site) this.say_rank(data, item, ranks);
  }

  private occurrence_bar(ranks: HTMLElement): HTMLElement {
    const where = make(
      "select",
      {
        "aria-label": "Threads to look at",
        change: () =>
          this.app.change(view => {
            view.neighbours = where.value as typeof view.neighbours;
          }),
      },
      make("option", {value: "any"}, "any thread"),
      make("option", {value: "same"}, "this thread"),
      make("option", {value: "other"}, "other threads"),
    );
    where.value = this.app.view.neighbours;
    return make(
      "div.occurrences",
      {},
      make("div", {}, "Occurrence ", ranks, " on ", where),
      make(
        "div",
        {},
        make(
          "button",
          {title: "previous occurrence of this statement (p)", click: () => go_to_occurrence(this.app, -1)},
          "‹ previous",
        ),
        make(
          "button",
          {title: "next occurrence of this statement (n)", click: () => go_to_occurrence(this.app, 1)},
          "next ›",
        ),
      ),
    );
  }

  private async say_rank(data: RunData, item: Interval, into: HTMLElement) {
    const {neighbours} = this.app.view;
    const {rank, count} = await rank_of(data, sites_like(data, item.site), item, lane =>
      neighbours === "same" ? lane === item.lane : true,
    );
    into.textContent = Number.isNaN(rank)
      ? `of ${format_count(count)}`
      : `${format_count(rank)} of ${format_count(count)}`;
  }

  // Values of this thread nearest to the cursor, one for each name.
  private values_near(data: RunData, item: Interval): Child {
    const {point, unit} = this.app.view;
    if (!point || !data.run.marks.count) return null;
    const reach = Math.max(item.end - item.begin, (this.app.length() * kNearPixels) / 1000);
    const found = marks_within(data, point.time - reach, point.time + reach, 20000).filter(
      mark => mark.lane === item.lane && mark.kind === 1,
    );
    const nearest = new Map<string, Mark>();
    for (const mark of found) {
      const known = nearest.get(mark.name);
      if (!known || Math.abs(mark.time - point.time) < Math.abs(known.time - point.time)) nearest.set(mark.name, mark);
    }
    if (!nearest.size) return null;
    return [
      make("h3", {}, "Values here"),
      make(
        "table.values",
        {},
        make(
          "tbody",
          {},
          [...nearest.values()]
            .slice(0, 12)
            .map(mark =>
              make(
                "tr",
                {},
                make("th", {scope: "row"}, shorten(mark.name, 40)),
                make("td.number", {}, value_of(mark.type, mark.low, mark.high)),
                make("td.quiet", {}, `${format_point(mark.time, 1000, unit)} ${place_of(data.run, mark.site)}`),
              ),
            ),
        ),
      ),
    ];
  }

  // Dependency lines that end or begin on this interval, from the chunks at hand.
  private lines_of(data: RunData, item: Interval): Child {
    const found: Child[] = [],
      {chunks} = data.run.lines;
    for (let c = 0; c < chunks.begin_ns.length && found.length < 12; ++c) {
      if (chunks.begin_ns[c] > item.end || chunks.end_ns[c] < item.begin) continue;
      const table = data.lines(c);
      if (!table) continue;
      const [late, length, kind, from, to] = (["late_ns", "length_ns", "kind", "from_lane", "to_lane"] as const).map(
        name => table.column(name),
      );
      for (let i = 0; i < table.rows && found.length < 12; ++i) {
        const early = late[i] - length[i],
          comes = to[i] === item.lane && late[i] >= item.begin && late[i] <= item.end,
          goes = from[i] === item.lane && early >= item.begin && early <= item.end;
        if (comes || goes)
          found.push(this.line_link(data, kind[i], comes ? from[i] : to[i], comes ? early : late[i], comes));
      }
    }
    return found.length ? [make("h3", {}, "Depends and leads on"), make("ul.lines", {}, found)] : null;
  }

  private line_link(data: RunData, kind: number, lane: number, time: number, comes: boolean): HTMLElement {
    const go = async () => {
      const item = await data.load_interval_at(
        lane,
        Math.max(data.run.lanes[lane].begin_ns, Math.min(time, data.run.lanes[lane].end_ns - 1)),
      );
      if (item) this.app.select(item);
    };
    return make(
      "li",
      {},
      `${line_name(data.run, kind)} ${comes ? "from" : "to"} `,
      make("button.link", {click: go}, shorten(data.run.lanes[lane].name, 40)),
    );
  }

  private async measure_selection() {
    const {selection} = this.app.view,
      pass = ++this.pass;
    this.sums = [];
    this.draw_selection();
    if (!selection) return;
    for (const data of this.app.runs) {
      const sums = await sum_states(data, selection, () => pass !== this.pass);
      if (pass !== this.pass) return;
      this.sums.push(sums);
    }
    this.draw_selection();
  }

  private draw_selection() {
    const {selection, unit} = this.app.view;
    this.selected.hidden = !selection;
    if (!selection) return;
    const step = (selection.end - selection.begin) / 1000;
    refill(
      this.selected,
      make(
        "header",
        {},
        make("h2", {}, "Selected part"),
        make(
          "button",
          {title: "zoom to the selected part (Enter)", click: () => this.app.show_span(selection)},
          "Zoom",
        ),
        make(
          "button",
          {
            title: "clear the selection (Escape)",
            click: () =>
              this.app.change(view => {
                view.selection = null;
              }),
          },
          "Clear",
        ),
      ),
      facts([
        ["length", format_time(selection.end - selection.begin, unit)],
        ["from", format_point(selection.begin, step, unit)],
        ["to", format_point(selection.end, step, unit)],
      ]),
      this.sums.length
        ? this.sums.map((sums, index) => sums && this.sums_table(sums, this.app.runs[index]))
        : make("p.empty", {}, "Adding up…"),
    );
  }

  private sums_table(sums: Sums, data: RunData): Child {
    const {unit} = this.app.view,
      total = sums.lanes.length * (sums.span.end - sums.span.begin),
      efficiency = efficiency_of(sums);
    const lost = [...sums.sites]
      .map(([site, times]) => ({site, time: kWaits.reduce((sum, state) => sum + times[state], 0)}))
      .filter(entry => entry.time > 0)
      .sort((a, b) => b.time - a.time)
      .slice(0, 5);
    const states = Array.from({length: kStates}, (_, state) => state).filter(
      state => sums.states[state] > 0 || state === ProcState.active,
    );
    return [
      this.app.runs.length > 1 ? make("h3", {}, data.run.label) : null,
      make(
        "p.figure",
        {
          "data-efficiency": efficiency,
          title:
            "active time of all threads / (threads × elapsed time), what is not recorded and the set-up of MPI left out",
        },
        make("strong", {}, format_share(efficiency)),
        " efficiency",
      ),
      make(
        "table.states",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            make("th", {scope: "col"}, "state"),
            make("th.number", {scope: "col"}, "time"),
            make("th.number", {scope: "col"}, "share"),
            make("th", {scope: "col"}, ""),
          ),
        ),
        make(
          "tbody",
          {},
          states.map(state =>
            make(
              "tr",
              {"data-state": state, "data-ns": sums.states[state]},
              make("th", {scope: "row"}, swatch(this.app, state), kStateWords[state].name),
              make("td.number", {}, format_time(sums.states[state], unit)),
              make("td.number", {}, format_share(sums.states[state] / total)),
              make("td", {}, share_bar(sums.states[state] / total)),
            ),
          ),
        ),
      ),
      lost.length
        ? [
            make("h3", {}, "Most waited at"),
            make(
              "table.values",
              {},
              make(
                "tbody",
                {},
                lost.map(({site, time}) =>
                  make(
                    "tr",
                    {},
                    make("th", {scope: "row"}, shorten(site_name(data.run, site), 60)),
                    make("td.number", {}, format_time(time, unit)),
                  ),
                ),
              ),
            ),
          ]
        : null,
      make(
        "p.quiet",
        {},
        sums.exact
          ? `measured: all ${format_count(sums.intervals)} intervals of ${sums.lanes.length} threads added up`
          : "from the overview, within 0.4 % of each state; select less for exact figures",
      ),
    ];
  }
}

function share_bar(share: number): HTMLElement {
  return make("span.share", {}, make("span", {style: `width:${Math.max(0, Math.min(100, share * 100)).toFixed(1)}%`}));
}

function facts(rows: [string, Child][]): HTMLElement {
  return make(
    "dl.facts",
    {},
    rows.map(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
  );
}

function time_rows(app: App, item: Interval): [string, Child][] {
  const {unit} = app.view,
    step = Math.max(1, (item.end - item.begin) / 1000);
  return [
    ["length", make("strong", {}, format_time(item.end - item.begin, unit))],
    ["from", format_point(item.begin, step, unit)],
    ["to", format_point(item.end, step, unit)],
  ];
}

function object_rows(data: RunData, item: Interval): [string, Child][] {
  const rows: [string, Child][] = [];
  if (item.core !== kUnknownCore) rows.push(["processor", String(item.core)]);
  if (item.region) rows.push(["parallel region", format_count(item.region)]);
  if (is_lock(data.run, item)) rows.push(["lock", shorten(object_name(data.run, item), 60)]);
  if (activity_of(data.run, item) === "loop chunk") rows.push(["iterations", format_count(item.extra)]);
  return rows;
}
