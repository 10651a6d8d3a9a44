// Find: functions, file:line, names of locks, values and points, and tasks by number. Results are listed as they are
// found; Enter goes to the first occurrence, further presses to the next.
import {App} from "./app";
import {activity_of, is_lock, place_of, site_name, title_of} from "./describe";
import {fill, make, shorten} from "./dom";
import {format_count, format_time} from "./format";
import {Mark, marks_within} from "./layers";
import {first_occurrence, neighbour, sites_like} from "./occurrences";
import {Interval, RunData} from "./run_data";

const kMostResults = 60;
const kMostScannedChunks = 1500;

interface Result {
  text: string;
  detail: string;
  go: () => Promise<Interval | null>;
}

export class Find {
  readonly input = make("input", {
    type: "search",
    placeholder: "Find function, file:line, name, task 17",
    "aria-label": "Find in the run",
    "aria-controls": "find-results",
    spellcheck: "false",
    autocomplete: "off",
  });
  readonly element: HTMLElement;
  private readonly list = make("ul.find-results", {id: "find-results", role: "listbox", hidden: true});
  private results: Result[] = [];
  private active = -1;
  private pass = 0;

  constructor(private app: App) {
    this.element = make("div.find", {role: "search", "aria-label": "Find"}, this.input, this.list);
    this.input.addEventListener("input", () => this.search());
    this.input.addEventListener("keydown", event => this.key(event));
    this.input.addEventListener("focus", () => {
      this.list.hidden = !this.input.value;
    });
    this.element.addEventListener("focusout", event => {
      if (!this.element.contains(event.relatedTarget as Node)) this.list.hidden = true;
    });
  }

  open() {
    this.input.focus();
    this.input.select();
  }

  private async search() {
    const text = this.input.value.trim().toLowerCase(),
      pass = ++this.pass;
    this.results = [];
    this.active = -1;
    this.list.hidden = !text;
    if (!text) return;
    for (const data of this.app.runs)
      this.results.push(...find_sites(data, text), ...find_marks(this.app, data, text), ...find_objects(data, text));
    this.show(pass, false);
    const task = /^(?:task\s*)?#?(\d+)$/.exec(text);
    if (task) {
      for (const data of this.app.runs) {
        const found = await find_task(data, Number(task[1]), () => pass !== this.pass);
        if (found) this.results.unshift(found);
      }
      if (pass === this.pass) this.show(pass, true);
    } else {
      this.show(pass, true);
    }
  }

  private show(pass: number, finished: boolean) {
    if (pass !== this.pass) return;
    const more = this.results.length - kMostResults;
    fill(
      this.list,
      this.results.slice(0, kMostResults).map((result, index) =>
        make(
          "li",
          {
            role: "option",
            id: `found-${index}`,
            "aria-selected": index === this.active,
            class: index === this.active ? "active" : null,
            mousedown: (event: Event) => {
              event.preventDefault();
              this.go(index);
            },
          },
          make("span", {}, shorten(result.text, 90)),
          make("span.quiet", {}, shorten(result.detail, 60)),
        ),
      ),
      more > 0 ? make("li.quiet", {}, `and ${format_count(more)} more; type more letters`) : null,
      finished && !this.results.length
        ? make(
            "li.quiet",
            {},
            "Nothing found. A part of a function, file:line, a name given to unply_value or a lock, or task 17.",
          )
        : null,
    );
    this.input.setAttribute("aria-activedescendant", this.active >= 0 ? `found-${this.active}` : "");
  }

  private key(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.active = Math.max(0, Math.min(this.results.length - 1, this.active + (event.key === "ArrowDown" ? 1 : -1)));
      this.show(this.pass, true);
    } else if (event.key === "Enter") {
      this.go(Math.max(0, this.active), event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      this.list.hidden = true;
      this.input.blur();
      document.querySelector<HTMLElement>(".overlay")?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // First Enter: the first occurrence. Again on the same: the next one.
  private async go(index: number, direction: 1 | -1 = 1) {
    const result = this.results[index];
    if (!result) return;
    const {item} = this.app,
      again = this.active === index && this.input.dataset.gone === result.text && item;
    this.active = index;
    const found =
      again && item.site
        ? (await neighbour(
            this.app.runs[item.run],
            sites_like(this.app.runs[item.run], item.site),
            item,
            direction,
            () => true,
          )) || (await result.go())
        : await result.go();
    this.input.dataset.gone = result.text;
    if (found) {
      this.app.change(view => {
        view.page = "timeline";
      });
      if (this.app.item !== found) this.app.select(found);
    }
    this.show(this.pass, true);
  }
}

function find_sites(data: RunData, text: string): Result[] {
  const {run} = data,
    lines = new Map<string, Result>();
  for (let site = 1; site < run.sites.file.length; ++site) {
    const name = site_name(run, site),
      full = `${name} ${run.files[run.sites.file[site]]?.name || ""}:${run.sites.line[site]}`.toLowerCase(),
      place = place_of(run, site) || name;
    if (full.includes(text) && !lines.has(place))
      lines.set(place, {text: name, detail: "statement", go: () => first_occurrence(data, sites_like(data, site))});
  }
  return [...lines.values()];
}

function find_objects(data: RunData, text: string): Result[] {
  return data.run.objects
    .filter(object => object.kind === "lock" && object.name.toLowerCase().includes(text))
    .map(object => ({
      text: object.name,
      detail: `lock ${place_of(data.run, object.site)}`,
      go: () => scan(data, item => is_lock(data.run, item) && item.object === object.id),
    }));
}

function find_marks(app: App, data: RunData, text: string): Result[] {
  return data.run.names
    .map((name, index) => ({name, index}))
    .filter(({name}) => name.toLowerCase().includes(text))
    .map(({name}) => ({
      text: name,
      detail: "value or point",
      go: async () => {
        for (let c = 0; c < data.run.marks.chunks.rows.length; ++c) await data.blocks.load(`m/${data.index}/${c}`);
        const mark = marks_within(data, -Infinity, Infinity, Infinity).find(
          (candidate: Mark) => candidate.name === name,
        );
        const item = mark ? await data.load_interval_at(mark.lane, mark.time) : null;
        if (mark && item) {
          app.select(item);
          app.change(view => {
            view.point = {run: data.index, lane: mark.lane, time: mark.time};
          });
          app.item = item;
        }
        return item;
      },
    }));
}

async function find_task(data: RunData, number: number, cancelled: () => boolean): Promise<Result | null> {
  const item = await scan(
    data,
    candidate => activity_of(data.run, candidate) === "task" && candidate.object === number,
    cancelled,
  );
  return (
    item && {
      text: title_of(data.run, item),
      detail: `${format_time(item.begin)} ${site_name(data.run, item.site)}`,
      go: async () => item,
    }
  );
}

// The first interval in time that fits, through all chunks as far as a page can go.
async function scan(
  data: RunData,
  fits: (item: Interval) => boolean,
  cancelled = () => false,
): Promise<Interval | null> {
  let best: Interval | null = null,
    scanned = 0;
  for (let lane = 0; lane < data.run.lanes.length; ++lane)
    for (let c = 0; c < data.chunk_count(lane) && scanned < kMostScannedChunks; ++c, ++scanned) {
      if (best && data.run.lanes[lane].chunks.begin_ns[c] > best.begin) break;
      const chunk = await data.load_chunk(lane, c);
      if (cancelled()) return null;
      for (let i = 0; chunk && i < chunk.rows; ++i) {
        const item = data.interval(lane, c, i)!;
        if (fits(item) && (!best || item.begin < best.begin)) best = item;
      }
    }
  return best;
}
