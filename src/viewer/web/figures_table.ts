// One table of figures: sorted by any column, and without the rows and columns that the user leaves out, as the paper's
// tables go without statements that cannot be avoided and without active time. A notice above the table lists hidden
// rows and columns and restores them.
import {Child, fill, make, refill, shorten} from "./dom";
import {format_count} from "./format";

export type Json = null | boolean | number | string | Json[] | {[key: string]: Json};
export type JsonObject = {[key: string]: Json};

export function words_of(key: string): string {
  const word = key.replace(/_ns$|_share$|_bytes$/, "").replace(/_/g, " ");
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function is_object(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
export function is_range(value: Json | undefined): value is {min: number; mean: number; max: number} {
  return (
    is_object(value) && typeof value.min === "number" && typeof value.max === "number" && typeof value.mean === "number"
  );
}
export interface Part {
  // a time and its part of the whole
  part_ns: number;
  share: number;
}
export function is_part(value: Json | undefined): value is JsonObject & Part {
  return is_object(value) && typeof value.part_ns === "number";
}
const kMostRows = 500;

export class FiguresTable {
  readonly element = make("div.figures-view");
  private readonly notice = make("div.notice", {role: "status", hidden: true});
  private readonly head = make("tr");
  private readonly body = make("tbody");
  private readonly keys: string[];
  private readonly rows_out = new Set<JsonObject>();
  private readonly keys_out = new Set<string>();
  private sorted = "";
  private down = true;

  constructor(
    private readonly rows: JsonObject[],
    private readonly cell: (key: string, value: Json, most: number) => Child,
  ) {
    this.keys = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(key =>
      rows.some(row => !is_nothing(row[key])),
    );
    if (!this.keys.length) {
      fill(this.element, make("p.empty", {}, "none"));
      return;
    }
    const table = make("table.figures-table", {}, make("thead", {}, this.head), this.body);
    fill(
      this.element,
      this.notice,
      make("div.scrolled", {tabindex: 0, role: "region", "aria-label": "table"}, table),
      rows.length > kMostRows
        ? make("p.quiet", {}, `the first ${kMostRows} of ${format_count(rows.length)} rows; all are in the CSV`)
        : null,
    );
    this.draw();
  }

  private draw() {
    const keys = this.keys.filter(key => !this.keys_out.has(key)),
      rows = this.rows.filter(row => !this.rows_out.has(row));
    if (this.sorted) rows.sort((a, b) => (this.down ? -1 : 1) * compare_cells(a[this.sorted], b[this.sorted]));
    refill(
      this.head,
      keys.map(key => this.head_cell(key)),
    );
    const most = new Map(keys.map(key => [key, Math.max(...rows.map(row => size_of(row[key])))]));
    refill(
      this.body,
      rows.slice(0, kMostRows).map(row =>
        make(
          "tr",
          {},
          keys.map((key, column) =>
            make(
              is_number(row[key]) ? "td.number" : "td",
              {},
              this.cell(key, row[key] ?? null, most.get(key)!),
              column ? null : this.out_button(this.rows_out, row, this.name_of(row)),
            ),
          ),
        ),
      ),
    );
    this.fill_notice();
  }

  private head_cell(key: string): HTMLElement {
    const sort = make(
      "button.sort",
      {
        "data-what": `sort ${key}`,
        title: "sort by this column",
        click: () => {
          this.down = this.sorted !== key || !this.down;
          this.sorted = key;
          this.draw();
        },
      },
      words_of(key),
    );
    return make(
      this.rows.some(row => is_number(row[key])) ? "th.number" : "th",
      {scope: "col", "aria-sort": this.sorted !== key ? null : this.down ? "descending" : "ascending"},
      sort,
      key === this.keys[0] ? null : this.out_button(this.keys_out, key, words_of(key)), // the first one names the rows
    );
  }

  private out_button<T>(out: Set<T>, what: T, name: string): HTMLElement {
    const leave_out = () => {
      out.add(what);
      this.draw();
      this.notice.querySelector<HTMLElement>("button.primary")!.focus();
    };
    return make("button.leave-out", {title: "leave out", "aria-label": `leave out ${name}`, click: leave_out});
  }

  private fill_notice() {
    const bring_back = <T>(out: Set<T>, what: T, name: string) =>
      make(
        "button.chip",
        {
          title: `show ${name} again`,
          click: () => {
            out.delete(what);
            this.draw();
          },
        },
        `${name} ×`,
      );
    const show_all = () => {
      this.rows_out.clear();
      this.keys_out.clear();
      this.draw();
    };
    this.notice.hidden = !this.rows_out.size && !this.keys_out.size;
    refill(
      this.notice,
      make("strong", {}, "Left out: "),
      [...this.rows_out].map(row => bring_back(this.rows_out, row, this.name_of(row))),
      [...this.keys_out].map(key => bring_back(this.keys_out, key, words_of(key))),
      make("button.primary", {click: show_all}, "Show all"),
      make("span.quiet", {}, "The CSV and the sums above still count it."),
    );
  }

  private name_of(row: JsonObject): string {
    const value = row[this.keys[0]] ?? "";
    if (is_object(value)) return shorten(`${value.file ?? value.name ?? ""}:${value.line ?? ""}`, 60);
    return shorten(String(value), 60);
  }
}

function is_number(value: Json | undefined): boolean {
  return typeof value === "number" || is_part(value);
}

function size_of(value: Json | undefined): number {
  return is_range(value) ? value.max : Number(value) || 0;
}

// A column of these says nothing: no preemption in this run, no locks.
function is_nothing(value: Json | undefined): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    value === 0 ||
    (is_part(value) && value.part_ns === 0) ||
    (is_range(value) && value.max === 0)
  );
}

function compare_cells(a: Json | undefined, b: Json | undefined): number {
  const number = (value: Json | undefined) =>
    typeof value === "number" ? value : is_range(value) ? value.mean : is_part(value) ? value.part_ns : NaN;
  const x = number(a),
    y = number(b);
  if (!Number.isNaN(x) || !Number.isNaN(y))
    return (Number.isNaN(x) ? -Infinity : x) - (Number.isNaN(y) ? -Infinity : y);
  return JSON.stringify(a ?? "").localeCompare(JSON.stringify(b ?? ""));
}
