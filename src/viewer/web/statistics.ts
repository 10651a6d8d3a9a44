// The statistics of the run: all tables in the JSON of `unply stats`. Names ending in _ns are times, shares and
// efficiencies are percent, x_min x_mean x_max are one column with a bar, x_ns and x_share another, places in the
// source are links into it. So each figure looks the same in every table, and a new one needs no code here.
import {App} from "./app";
import {Child, fill, make, shorten} from "./dom";
import {save, base_name} from "./export";
import {format_count, format_share, format_time} from "./format";
import {FiguresTable, is_object, is_part, is_range, Json, JsonObject, words_of} from "./figures_table";
import {first_occurrence, sites_of_line} from "./occurrences";

const kTitles: Record<string, [string, string]> = {
  findings: ["In short", "Where time is lost, in words; the most first."],
  threads: [
    "Threads",
    "Overheads of each thread: waiting for tasks, events and locks, in time and in parts of the whole.",
  ],
  phases: [
    "Phases of a skeleton",
    "By level of the recursion over processes. Time is that of the thread that spends most in it, imbalance what it has more than the mean.",
  ],
  user: ["Your regions", "Regions that the program named with unply_region."],
  processes: ["Processes", "The activity of the threads of each process."],
  statements: [
    "Parallel statements",
    "How often each was executed, how long it took, and its cost as measured on this machine.",
  ],
  loops: [
    "Parallel loops",
    "Executions, and of each: iterations, chunks, threads; min, mean and max. Imbalance is what the slowest thread has more than the mean.",
  ],
  subroutines: [
    "Subroutines",
    "Active time and waits in each. Efficiency: active time / (threads × elapsed); inverse: as the paper prints it.",
  ],
  regions: ["Parallel regions", "Each parallel region of the source."],
  tasks: ["Tasks", "Explicit tasks by the place of their creation."],
  locks: ["Locks", "How often each was taken, how long threads waited for it and held it."],
  barriers: ["Barriers", "How long threads waited, and for whom."],
  waits: ["Most waited at", "Lines of the source by the time that threads waited there."],
  path: [
    "Critical path",
    "The chain of work and waits that sets the length of the run: only what is on it makes the run shorter.",
  ],
  critical_path: [
    "Critical path",
    "The chain of work and waits that sets the length of the run: only what is on it makes the run shorter.",
  ],
  messages: ["Messages", "Between processes, by partner and kind."],
};

function is_share(key: string): boolean {
  return /share|efficiency|imbalance|fraction|percent/.test(key) && !/inverse/.test(key);
}

function number_text(key: string, value: number): string {
  if (/_ns$/.test(key)) return format_time(value);
  if (is_share(key)) return format_share(value);
  return Number.isInteger(value) ? format_count(value) : String(Number(value.toPrecision(4)));
}

export class Statistics {
  readonly element = make("section.page.statistics", {"aria-label": "Statistics"});
  private drawn = false;

  constructor(
    private app: App,
    private show_timeline: () => void,
  ) {}

  draw() {
    if (this.drawn) return;
    this.drawn = true;
    const sections: Child[] = [];
    for (const {run} of this.app.runs) {
      const statistics = run.statistics as Json;
      if (this.app.runs.length > 1) sections.push(make("h1", {}, run.label));
      if (is_object(statistics)) sections.push(...this.sections_of(statistics));
      else
        sections.push(
          make("p.empty", {}, `No statistics in this page. To see them type: unply stats ${shorten(run.trace)}`),
        );
      if (run.notes.length)
        sections.push(
          make("h2", {}, "What this recording does not show"),
          make(
            "ul",
            {},
            run.notes.map(note => make("li", {}, shorten(note, 600))),
          ),
        );
    }
    fill(
      this.element,
      make(
        "div.actions",
        {},
        make("button", {click: () => this.save_csv()}, "Save tables as CSV"),
        make("button", {click: () => window.print()}, "Print"),
      ),
      sections,
    );
  }

  // Words first, then single figures, then tables.
  private sections_of(statistics: JsonObject): Child[] {
    const {tables, findings, notes, schema, file, complete, ...others} = statistics;
    const several = ([key, value]: [string, Json]) => key !== "processes" || (Array.isArray(value) && value.length > 1);
    const entries = [
      ...Object.entries(others),
      ...Object.entries(is_object(tables) ? tables : {}).filter(several),
    ].filter(([, value]) => value !== null);
    const single = entries.filter(([, value]) => !Array.isArray(value) && !is_object(value));
    const words = entries.filter(
      ([, value]) => Array.isArray(value) && value.length && value.every(item => typeof item === "string"),
    );
    const rest = entries.filter(
      ([, value]) => is_object(value) || (Array.isArray(value) && value.some(item => is_object(item))),
    );
    return [
      Array.isArray(findings) && findings.length
        ? this.section("findings", this.findings_view(statistics, findings))
        : null,
      words.map(([key, value]) =>
        this.section(
          key,
          make(
            "div.words",
            {},
            (value as string[]).map(text => make("p", {}, shorten(text, 1000))),
          ),
        ),
      ),
      single.length
        ? make(
            "dl.figures",
            {},
            single.map(([key, value]) =>
              make(
                "div",
                {},
                make("dt", {}, words_of(key)),
                make("dd", {}, typeof value === "number" ? number_text(key, value) : shorten(String(value), 300)),
              ),
            ),
          )
        : null,
      rest.map(([key, value]) =>
        this.section(key, is_object(value) ? this.object_view(value) : this.table(value as Json[])),
      ),
    ];
  }

  // "31 % of 4 threads' time is lost", and by what, with the part of each.
  private findings_view(statistics: JsonObject, findings: Json[]): Child {
    const {lost_ns, capacity_ns, threads} = statistics,
      whole = Number(capacity_ns) || 0;
    return make(
      "div.words",
      {},
      whole
        ? make(
            "p",
            {},
            make("strong", {}, `${format_share(Number(lost_ns) / whole)} of the time of ${threads} threads is lost`),
            `: ${format_time(Number(lost_ns))} of ${format_time(whole)}.`,
          )
        : null,
      make(
        "table.findings",
        {},
        make(
          "tbody",
          {},
          findings
            .filter(is_object)
            .map(({text, estimate, lost_ns: lost}) =>
              make(
                "tr",
                {},
                make("td.number", {}, whole && typeof lost === "number" ? format_share(lost / whole) : ""),
                make(
                  "td",
                  {},
                  shorten(String(text), 1000),
                  estimate ? make("div.quiet", {}, shorten(String(estimate), 600)) : null,
                ),
              ),
            ),
        ),
      ),
    );
  }

  private section(key: string, content: Child): Child {
    const [title, help] = kTitles[key] || [words_of(key), ""];
    return make(
      "section",
      {id: `statistics-${key}`},
      make("h2", {}, title),
      help ? make("p.quiet", {}, help) : null,
      content,
    );
  }

  private object_view(value: JsonObject): Child {
    const entries = Object.entries(value),
      plain = entries.filter(([, item]) => (!is_object(item) && !Array.isArray(item)) || is_range(item));
    const nested = entries.filter(
      ([, item]) => (Array.isArray(item) && item.length) || (is_object(item) && !is_range(item)),
    );
    return [
      plain.length
        ? make(
            "dl.figures",
            {},
            plain.map(([key, item]) =>
              make("div", {}, make("dt", {}, words_of(key)), make("dd", {}, this.cell(key, item, 0))),
            ),
          )
        : null,
      nested.map(([key, item]) => [
        make("h3", {}, words_of(key)),
        is_object(item)
          ? this.object_view(item)
          : (item as Json[]).every(row => is_object(row))
            ? this.table(item as Json[])
            : make("p", {}, shorten((item as Json[]).map(String).join(", "), 2000)),
      ]),
    ];
  }

  private table(rows: Json[]): Child {
    const objects = rows.filter(is_object).map(flatten).map(merge_columns);
    return new FiguresTable(objects, (key, value, most) => this.cell(key, value, most)).element;
  }

  private cell(key: string, value: Json, most: number): Child {
    if (value === null) return "";
    if (typeof value === "number")
      return is_share(key) && value >= 0 && value <= 1
        ? [make("span.share", {}, make("span", {style: `width:${(value * 100).toFixed(1)}%`})), number_text(key, value)]
        : number_text(key, value);
    if (is_range(value)) return range_bar(key, value, most);
    if (is_part(value)) return [format_time(value.part_ns), make("span.part", {}, format_share(value.share))];
    if (is_object(value))
      return typeof value.line === "number"
        ? this.place(String(value.file ?? value.name ?? ""), value.line, String(value.function ?? ""))
        : shorten(JSON.stringify(value), 200);
    if (Array.isArray(value)) return shorten(value.map(String).join(", "), 200);
    if (typeof value === "boolean") return value ? "yes" : "no";
    const place = /^(.*):(\d+)(?::\d+)?$/.exec(value);
    return place && /place|where|site|source|statement|line|from|to|region|loop/.test(key)
      ? this.place(place[1], Number(place[2]), "")
      : shorten(value, 200);
  }

  private place(file: string, line: number, name: string): Child {
    for (const [index, data] of this.app.runs.entries()) {
      const row = data.run.files.findIndex(
        known => known.name === file || known.short === file || known.name.endsWith("/" + file),
      );
      if (row < 0) continue;
      const go = async () => {
        this.show_timeline();
        this.app.change(() => this.app.show_statement(index, row, line));
        const item = await first_occurrence(data, sites_of_line(data, row, line));
        if (item) this.app.select(item);
      };
      return [
        make("button.link", {click: go}, shorten(`${data.run.files[row].short}:${line}`, 80)),
        name ? make("span.quiet", {}, " ", shorten(name, 60)) : null,
      ];
    }
    return shorten(`${file}:${line} ${name}`.trim(), 120);
  }

  private save_csv() {
    const lines: string[] = [];
    const quote = (text: string) =>
      `"${(/^[=+\-@]/.test(text) && Number.isNaN(Number(text)) ? "'" : "") + text.replace(/"/g, '""')}"`;
    for (const {run} of this.app.runs)
      for (const [key, value] of Object.entries({
        ...((run.statistics || {}) as JsonObject),
        ...(((run.statistics as JsonObject)?.tables || {}) as JsonObject),
      })) {
        if (!Array.isArray(value)) continue;
        const rows = value.map(row => (is_object(row) ? flatten(row) : {text: row})),
          keys = [...new Set(rows.flatMap(row => Object.keys(row)))];
        lines.push(
          `# ${run.label}: ${key}`,
          keys.map(quote).join(","),
          ...rows.map(row =>
            keys
              .map(column => {
                const item = (row as JsonObject)[column];
                return item === null || item === undefined
                  ? ""
                  : quote(typeof item === "object" ? JSON.stringify(item) : String(item));
              })
              .join(","),
          ),
          "",
        );
      }
    save(`${base_name(this.app)}-statistics.csv`, lines.join("\n"), "text/csv");
  }
}

// One level: {"waits": {"task_ns": 1}} becomes {"waits task_ns": 1}; places and ranges stay whole.
function flatten(row: JsonObject): JsonObject {
  const flat: JsonObject = {};
  for (const [key, value] of Object.entries(row)) {
    if (!is_object(value) || is_range(value) || typeof value.line === "number") flat[key] = value;
    else for (const [inner, item] of Object.entries(value)) flat[`${key} ${inner}`] = item;
  }
  return flat;
}

// x_min, x_mean, x_max become {min, mean, max}; x_ns and x_share {part_ns, share}.
function merge_columns(row: JsonObject): JsonObject {
  const merged: JsonObject = {};
  for (const [key, value] of Object.entries(row)) {
    const base = key.replace(/_(?:min|mean|max|share|ns)$/, "");
    if (
      base !== key &&
      typeof row[`${base}_min`] === "number" &&
      typeof row[`${base}_mean`] === "number" &&
      typeof row[`${base}_max`] === "number"
    )
      merged[base] = {min: row[`${base}_min`], mean: row[`${base}_mean`], max: row[`${base}_max`]};
    else if (base !== key && typeof row[`${base}_ns`] === "number" && typeof row[`${base}_share`] === "number")
      merged[`${base}_ns`] = {part_ns: row[`${base}_ns`], share: row[`${base}_share`]};
    else merged[key] = value;
  }
  return merged;
}

function range_bar(key: string, range: {min: number; mean: number; max: number}, most: number): Child {
  const percent = (value: number) => `${((100 * value) / Math.max(most, 1e-300)).toFixed(1)}%`,
    text = (value: number) => number_text(key, value);
  return make(
    "span.range",
    {title: `min ${text(range.min)}, mean ${text(range.mean)}, max ${text(range.max)}`},
    make(
      "span.range-track",
      {},
      make("span.range-spread", {style: `left:${percent(range.min)};width:max(2px,${percent(range.max - range.min)})`}),
      make("span.range-mean", {style: `left:${percent(range.mean)}`}),
    ),
    make(
      "span.number",
      {},
      range.min === range.max ? text(range.min) : `${text(range.min)} … ${text(range.mean)} … ${text(range.max)}`,
    ),
  );
}
