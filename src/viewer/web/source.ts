// The source pane: text of a file with the statement at the cursor highlighted, only the lines in view as elements. The
// gutter shows the time of the threads on each line; a click on a line goes to its first occurrence in the timeline.
import {App} from "./app";
import {comment_starts, Language, language_of, tokens_of} from "./colouring";
import {fill, make, shorten} from "./dom";
import {format_count, format_share, format_time} from "./format";
import {first_occurrence, sites_of_line} from "./occurrences";

const kLineSize = 19; // pixels; viewer.css has the same

interface LineTime {
  total: number;
  active: number;
  count: number;
}

export class Source {
  readonly element: HTMLElement;
  private readonly chooser = make("select", {"aria-label": "Source file", change: () => this.choose()});
  private readonly note = make("p.note", {hidden: true});
  private readonly body = make("div.source-body", {
    tabindex: 0,
    role: "listbox",
    "aria-label": "Source lines; Enter goes to the first occurrence",
  });
  private readonly sizer = make("div.source-sizer");
  private lines: string[] = [];
  private inside: Uint8Array = new Uint8Array(0);
  private language: Language = "other";
  private times = new Map<number, LineTime>();
  private most = 1;
  private shown = ""; // run.file in the pane
  private line = 0; // highlighted
  private window = ""; // lines that are elements now

  constructor(private app: App) {
    this.body.append(this.sizer);
    this.element = make(
      "section.source",
      {"aria-label": "Source"},
      make("header", {}, make("h2", {}, "Source"), this.chooser),
      this.note,
      this.body,
    );
    this.body.addEventListener("scroll", () => this.draw_lines());
    this.body.addEventListener("click", event => this.go_to_line(event));
    this.body.addEventListener("keydown", event => this.key(event));
    new ResizeObserver(() => this.draw_lines()).observe(this.body);
    this.fill_chooser();
  }

  private fill_chooser() {
    const several = this.app.runs.length > 1;
    fill(
      this.chooser,
      this.app.runs.map(({run}, index) =>
        run.files.map((file, row) =>
          make(
            "option",
            {value: `${index}.${row}`, title: file.name},
            shorten(several ? `${run.label}: ${file.short}` : file.short, 60),
          ),
        ),
      ),
    );
    this.chooser.hidden = !this.chooser.options.length;
    if (!this.chooser.options.length)
      this.show_note("This recording names no source files: the program was compiled without -g.");
  }

  private choose() {
    const [run, file] = this.chooser.value.split(".").map(Number);
    this.app.change(view => {
      view.file_run = run;
      view.file = file;
      view.line = 0;
    });
  }

  draw() {
    const {view, runs} = this.app;
    if (view.file < 0 && runs.length && runs[0].run.files.length) {
      view.file_run = 0;
      view.file = most_used_file(runs[0].run.sites.file, runs[0].run.files.length);
    }
    if (view.file < 0 || !runs[view.file_run]?.run.files[view.file]) return;
    const key = `${view.file_run}.${view.file}`;
    if (key !== this.shown) {
      this.shown = key;
      this.line = -1;
      this.lines = [];
      this.chooser.value = key;
      this.open(view.file_run, view.file);
    }
    if (this.line !== view.line && this.lines.length) this.highlight(view.line);
  }

  private async open(run: number, row: number) {
    const data = this.app.runs[run],
      file = data.run.files[row],
      key = this.shown;
    const bytes = file.block ? await data.blocks.load(file.block) : null;
    const times = await line_times(this.app, run, row);
    if (key !== this.shown) return;
    this.times = times;
    this.most = Math.max(1, ...[...this.times.values()].map(time => time.total));
    this.language = language_of(file.name);
    this.lines = bytes ? new TextDecoder().decode(bytes).split(/\r?\n/) : [];
    this.inside = comment_starts(this.lines, this.language);
    this.show_note(
      file.note ||
        (bytes ? "" : `${shorten(file.name)}: its text is not in this page. Run unply view where the source is.`),
    );
    this.sizer.style.height = this.lines.length * kLineSize + "px";
    this.window = "";
    this.highlight(this.app.view.line);
  }

  private show_note(text: string) {
    this.note.textContent = text;
    this.note.hidden = !text;
  }

  private highlight(line: number) {
    this.line = line;
    const top = (line - 1) * kLineSize,
      {scrollTop, clientHeight} = this.body;
    if (line > 0 && (top < scrollTop + kLineSize || top > scrollTop + clientHeight - 2 * kLineSize))
      this.body.scrollTop = Math.max(0, top - clientHeight / 3);
    this.window = "";
    this.draw_lines();
  }

  private draw_lines() {
    const first = Math.max(0, Math.floor(this.body.scrollTop / kLineSize) - 5);
    const last = Math.min(this.lines.length, first + Math.ceil(this.body.clientHeight / kLineSize) + 10);
    const key = `${this.shown} ${first} ${last} ${this.line}`;
    if (key === this.window) return;
    this.window = key;
    const rows: Node[] = [];
    for (let i = first; i < last; ++i) rows.push(this.line_element(i));
    fill(this.sizer, rows);
  }

  private line_element(index: number): HTMLElement {
    const time = this.times.get(index + 1),
      here = index + 1 === this.line;
    const tokens = tokens_of(this.lines[index], this.language, this.inside[index] === 1);
    const gutter = make("span.gutter", {});
    if (time) {
      gutter.append(
        make(
          "span.bar",
          {style: `width:${Math.max(2, (40 * time.total) / this.most)}px`},
          make("span.bar-active", {style: `width:${(100 * time.active) / Math.max(1, time.total)}%`}),
        ),
        make("span.amount", {}, format_time(time.total, "auto", 2)),
      );
      gutter.title =
        `all threads were on this line for ${format_time(time.total)}, ${format_share(time.active / Math.max(1, time.total))} of it active, ` +
        `in ${format_count(time.count)} occurrences; click the line for the first`;
    }
    return make(
      here ? "div.line.here" : time ? "div.line.used" : "div.line",
      {style: `top:${index * kLineSize}px`, "data-line": index + 1, role: "option", "aria-selected": here},
      make("span.number", {}, index + 1),
      gutter,
      make(
        "code",
        {},
        tokens.map(token =>
          token.kind === "plain" ? token.text : make("span", {class: "c-" + token.kind}, token.text),
        ),
      ),
    );
  }

  private go_to_line(event: Event) {
    const element = (event.target as Element).closest<HTMLElement>("[data-line]");
    if (element && !String(window.getSelection()).length) this.select_line(Number(element.dataset.line));
  }

  private async select_line(line: number) {
    const {file_run, file} = this.app.view,
      data = this.app.runs[file_run];
    this.app.change(view => {
      view.line = line;
    });
    const item = await first_occurrence(data, sites_of_line(data, file, line));
    if (item) this.app.select(item);
    else this.show_note(`Line ${line} has no event in this recording. Lines with a time beside them have.`);
    if (item) this.show_note(data.run.files[file].note);
  }

  private key(event: KeyboardEvent) {
    const step = {ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20}[event.key];
    if (step)
      this.app.change(view => {
        view.line = Math.max(1, Math.min(this.lines.length, view.line + step));
      });
    else if (event.key === "Enter" && this.app.view.line > 0) this.select_line(this.app.view.line);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function most_used_file(files: number[], count: number): number {
  const uses = new Array(count).fill(0);
  for (const file of files) if (file >= 0) ++uses[file];
  return uses.indexOf(Math.max(...uses));
}

async function line_times(app: App, run: number, file: number): Promise<Map<number, LineTime>> {
  const data = app.runs[run],
    {sites} = data.run,
    times = new Map<number, LineTime>();
  await data.blocks.load(`o/${run}`);
  const table = data.occurrences();
  if (!table) return times;
  const [site, count, total, active] = (["site", "count", "total_ns", "active_ns"] as const).map(name =>
    table.column(name),
  );
  for (let i = 0; i < table.rows; ++i) {
    if (sites.file[site[i]] !== file) continue;
    const line = sites.line[site[i]],
      time = times.get(line) || {total: 0, active: 0, count: 0};
    time.total += total[i];
    time.active += active[i];
    time.count += count[i];
    times.set(line, time);
  }
  return times;
}
