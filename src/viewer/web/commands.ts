// Every function of the page with its key, its place in the help and its action: one table for keyboard, menus and
// help, so that no function is missing in one of them.
import {App} from "./app";
import {go_to_occurrence} from "./details";
import {make} from "./dom";
import {picture_as_svg, base_name, save, save_png, window_as_csv} from "./export";
import {Find} from "./find";
import {Interval} from "./run_data";
import {Timeline} from "./timeline";

export interface Command {
  keys: string[]; // as event.key says, with "Shift+" before where it matters
  group: "Move" | "Cursor and selection" | "Find" | "Show" | "Save and help";
  what: string;
  run: () => unknown;
}

export interface Parts {
  app: App;
  timeline: Timeline;
  find: Find;
  focus_time: () => void;
  toggle_help: () => void;
  focus_source: () => void;
}

export function next_of<T>(words: readonly T[], word: T): T {
  return words[(words.indexOf(word) + 1) % words.length];
}

// The interval beside the one at the cursor, or another lane's at the same time.
async function step(app: App, along: number, across: number) {
  const {item, view} = app,
    from = item || (await start_item(app));
  if (!from) return;
  if (!item) {
    app.select(from);
    return;
  }
  const data = app.runs[from.run];
  if (along) {
    const found = data.interval(from.lane, from.chunk, from.index + along) || (await beside(app, from, along));
    if (found) app.select(found);
    return;
  }
  const time = view.point?.time ?? from.begin;
  let run = from.run,
    lane = from.lane + across;
  if (lane < 0 || lane >= data.run.lanes.length) {
    run += lane < 0 ? 1 : -1; // the simulated run, second of the runs, is shown first
    if (!app.runs[run]) return;
    lane = lane < 0 ? app.runs[run].run.lanes.length - 1 : 0;
  }
  const {begin_ns, end_ns} = app.runs[run].run.lanes[lane],
    at = Math.max(begin_ns, Math.min(end_ns - 1, time));
  const found = await app.runs[run].load_interval_at(lane, at);
  if (found) {
    app.select(found);
    app.change(changed => {
      changed.point = {run, lane, time: at};
    });
    app.item = found;
  }
}

async function beside(app: App, from: Interval, along: number): Promise<Interval | null> {
  const data = app.runs[from.run],
    chunk = from.chunk + along;
  if (chunk < 0 || chunk >= data.chunk_count(from.lane)) return null;
  const table = await data.load_chunk(from.lane, chunk);
  return table && data.interval(from.lane, chunk, along > 0 ? 0 : table.rows - 1);
}

async function start_item(app: App): Promise<Interval | null> {
  const data = app.runs[app.view.point?.run ?? 0],
    lane = app.view.point?.lane ?? 0;
  if (!data?.run.lanes[lane]) return null;
  const {begin_ns, end_ns} = data.run.lanes[lane];
  return data.load_interval_at(lane, Math.max(begin_ns, Math.min(end_ns - 1, app.view.point?.time ?? app.middle())));
}

// One end of the selection at the cursor.
function set_end(app: App, which: "begin" | "end") {
  const {item, view} = app,
    time = which === "begin" ? (item?.begin ?? view.point?.time) : (item?.end ?? view.point?.time);
  if (time === undefined) return;
  app.change(changed => {
    const old = changed.selection || {begin: changed.span.begin, end: changed.span.end};
    const begin = which === "begin" ? time : old.begin,
      end = which === "end" ? time : old.end;
    changed.selection =
      begin < end
        ? {begin, end}
        : which === "begin"
          ? {begin, end: begin + Math.max(1, app.length() / 100)}
          : {begin: Math.max(app.full.begin, end - Math.max(1, app.length() / 100)), end};
  });
}

function zoom_to_selection(app: App) {
  const {selection} = app.view,
    {item} = app;
  if (selection) app.show_span(selection);
  else if (item)
    app.show_span({begin: item.begin - (item.end - item.begin) * 0.2, end: item.end + (item.end - item.begin) * 0.2});
}

function change_page(app: App, direction: number) {
  const pages = [
    ...(app.runs.length ? ["timeline", "statistics"] : []),
    ...app.head.pages.map((_, index) => `page${index}`),
  ];
  app.change(view => {
    view.page = pages[(pages.indexOf(view.page) + direction + pages.length) % pages.length];
  });
}

function move_commands(app: App): Command[] {
  const group = "Move" as const;
  return [
    {keys: ["+", "=", "w"], group, what: "zoom in around the cursor", run: () => app.zoom(1 / 1.5)},
    {keys: ["-", "s"], group, what: "zoom out", run: () => app.zoom(1.5)},
    {keys: ["a", "Shift+ArrowLeft"], group, what: "move left, or up where time runs down", run: () => app.pan(-0.2)},
    {keys: ["d", "Shift+ArrowRight"], group, what: "move right, or down", run: () => app.pan(0.2)},
    {keys: ["PageUp"], group, what: "one page back in time", run: () => app.pan(-1)},
    {keys: ["PageDown"], group, what: "one page forward in time", run: () => app.pan(1)},
    {keys: ["Home"], group, what: "to the begin of the run", run: () => app.pan(-1e9)},
    {keys: ["End"], group, what: "to the end of the run", run: () => app.pan(1e9)},
    {keys: ["0"], group, what: "the whole run", run: () => app.show_span(app.full)},
    {keys: ["Backspace"], group, what: "back to the previous window", run: () => app.show_last_span()},
  ];
}

function cursor_commands(app: App): Command[] {
  const group = "Cursor and selection" as const;
  return [
    {keys: ["ArrowLeft"], group, what: "previous interval of this thread", run: () => step(app, -1, 0)},
    {keys: ["ArrowRight"], group, what: "next interval of this thread", run: () => step(app, 1, 0)},
    {keys: ["ArrowUp"], group, what: "the thread above, at the same time", run: () => step(app, 0, -1)},
    {keys: ["ArrowDown"], group, what: "the thread below, at the same time", run: () => step(app, 0, 1)},
    {keys: ["n"], group, what: "next occurrence of the statement", run: () => go_to_occurrence(app, 1)},
    {keys: ["p"], group, what: "previous occurrence of the statement", run: () => go_to_occurrence(app, -1)},
    {
      keys: ["o"],
      group,
      what: "occurrences on: any thread, this one, others",
      run: () =>
        app.change(view => {
          view.neighbours = next_of(["any", "same", "other"] as const, view.neighbours);
        }),
    },
    {keys: ["["], group, what: "the selected part begins at the cursor", run: () => set_end(app, "begin")},
    {keys: ["]"], group, what: "the selected part ends at the cursor", run: () => set_end(app, "end")},
    {
      keys: ["Enter", "z"],
      group,
      what: "zoom to the selected part, or to the interval at the cursor",
      run: () => zoom_to_selection(app),
    },
    {
      keys: ["Escape"],
      group,
      what: "clear the selection",
      run: () =>
        app.change(view => {
          if (view.selection) view.selection = null;
          else view.point = null;
        }),
    },
  ];
}

function show_commands(parts: Parts): Command[] {
  const {app} = parts,
    group = "Show" as const;
  return [
    {
      keys: ["m"],
      group,
      what: "lanes: threads or physical processors",
      run: () =>
        app.change(view => {
          view.rows = view.rows === "thread" ? "core" : "thread";
        }),
    },
    {
      keys: ["v"],
      group,
      what: "time to the right or downwards",
      run: () =>
        app.change(view => {
          view.downwards = !view.downwards;
        }),
    },
    {
      keys: ["l"],
      group,
      what: "dependency lines on or off",
      run: () =>
        app.change(view => {
          view.lines = !view.lines;
        }),
    },
    {
      keys: ["Shift+L"],
      group,
      what: "labels of the lines: none, kind, statement",
      run: () =>
        app.change(view => {
          view.labels = next_of(["none", "kind", "statement"] as const, view.labels);
        }),
    },
    {
      keys: ["c"],
      group,
      what: "cut: to the legend, where kinds are hidden and shown",
      run: () => {
        app.draw(); // the legend of what was switched on just now
        document.querySelector<HTMLElement>(".legend button")?.focus();
      },
    },
    {
      keys: ["Shift+C"],
      group,
      what: "show everything hidden",
      run: () =>
        app.change(view => {
          view.hidden = new Set();
        }),
    },
    {
      keys: ["u"],
      group,
      what: "unit of time: automatic, ns, µs, ms, s",
      run: () =>
        app.change(view => {
          view.unit = next_of(["auto", "ns", "us", "ms", "s"] as const, view.unit);
        }),
    },
    {
      keys: ["t"],
      group,
      what: "theme: as the system, light, dark, print",
      run: () =>
        app.change(view => {
          view.theme = next_of(["auto", "light", "dark", "print"] as const, view.theme);
        }),
    },
    {keys: ["."], group, what: "next page: timeline, statistics, ...", run: () => change_page(app, 1)},
    {keys: [","], group, what: "previous page", run: () => change_page(app, -1)},
    {keys: ["e"], group, what: "to the source pane", run: () => parts.focus_source()},
  ];
}

export async function save_as(parts: Parts, kind: string) {
  const {app, timeline} = parts,
    name = base_name(app);
  if (kind === "png") save_png(app, timeline.picture);
  else if (kind === "svg") save(`${name}.svg`, picture_as_svg(app, timeline.picture), "image/svg+xml");
  else if (kind === "csv") save(`${name}.csv`, await window_as_csv(app), "text/csv");
}

export function all_commands(parts: Parts): Command[] {
  const {app} = parts;
  return [
    ...move_commands(app),
    ...cursor_commands(app),
    {keys: ["/", "f"], group: "Find", what: "find a function, file:line, name or task", run: () => parts.find.open()},
    {keys: ["g"], group: "Find", what: "enter a start time and a length", run: () => parts.focus_time()},
    ...show_commands(parts),
    {keys: ["Shift+S"], group: "Save and help", what: "save the picture as SVG", run: () => save_as(parts, "svg")},
    {keys: ["Shift+P"], group: "Save and help", what: "save the picture as PNG", run: () => save_as(parts, "png")},
    {keys: ["Shift+V"], group: "Save and help", what: "save the window as CSV", run: () => save_as(parts, "csv")},
    {
      keys: ["b"],
      group: "Save and help",
      what: "hints for beginners on or off",
      run: () =>
        app.change(view => {
          view.hints = !view.hints;
        }),
    },
    {keys: ["?"], group: "Save and help", what: "this help", run: () => parts.toggle_help()},
  ];
}

// One listener for the page. Keys typed into fields, and Enter or space on a button, stay theirs.
export function listen_to_keys(commands: Command[], help_open: () => boolean, close_help: () => void) {
  const by_key = new Map(commands.flatMap(command => command.keys.map(key => [key, command] as const)));
  document.addEventListener("keydown", event => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey && event.key === "f") {
      event.preventDefault();
      by_key.get("/")!.run();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (help_open()) {
      if (event.key === "Escape" || event.key === "?") close_help();
      return;
    }
    if (/^(?:BUTTON|A)$/.test(target.tagName) && (event.key === "Enter" || event.key === " ")) return;
    const command = by_key.get(event.shiftKey ? `Shift+${event.key}` : event.key) || by_key.get(event.key);
    if (!command) return;
    event.preventDefault();
    command.run();
  });
}

export function key_cap(key: string): HTMLElement {
  const names: Record<string, string> = {
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    PageUp: "Page ↑",
    PageDown: "Page ↓",
    Escape: "Esc",
    Backspace: "⌫",
  };
  return make(
    "kbd",
    {},
    key
      .split("+")
      .filter((part, index, all) => part || index === all.length - 1)
      .map(part => names[part] || part || "+")
      .join(" "),
  );
}
