// Start: read the head, build the page, draw the first picture from the coarse levels of the pyramid; everything else
// arrives later and is drawn when it is there. The page sends only requests for blocks to its own server.
import {App} from "./app";
import {Blocks, FileTransport, ServerTransport} from "./blocks";
import {all_commands, listen_to_keys, Parts, save_as} from "./commands";
import {Details} from "./details";
import {fill, make, shorten} from "./dom";
import {Find} from "./find";
import {format_count, format_share, format_time} from "./format";
import {Help, Hints} from "./help";
import {Legend} from "./legend";
import {Minimap} from "./minimap";
import {Head, kSchema} from "./model";
import {PageView} from "./pages";
import {Source} from "./source";
import {Statistics} from "./statistics";
import {ThemeName} from "./theme";
import {Timeline} from "./timeline";
import {Toolbar} from "./toolbar";

declare global {
  interface Window {
    unply?: App; // for the console and the tests
    unply_page?: Page;
  }
}

function make_blocks(): Blocks {
  const token =
    location.hash
      .slice(1)
      .split("&")
      .find(part => part && !part.includes("=")) || "";
  return new Blocks(
    document.documentElement.dataset.transport === "server" ? new ServerTransport(token) : new FileTransport(),
  );
}

function complain(what: string, hint: string) {
  document.body.prepend(
    make(
      "main.broken",
      {role: "alert"},
      make("h1", {}, "This page cannot be shown"),
      make("p", {}, what),
      make("p.quiet", {}, hint),
    ),
  );
}

class Page {
  private readonly timeline: Timeline;
  private readonly toolbar: Toolbar;
  private readonly legend: Legend;
  private readonly minimap: Minimap;
  private readonly details: Details;
  private readonly source: Source;
  private readonly find: Find;
  private readonly help: Help;
  private readonly hints: Hints;
  private readonly statistics: Statistics;
  private readonly pages: PageView[];
  private readonly tabs = make("nav.tabs", {role: "tablist", "aria-label": "Pages"});
  private readonly theme = make(
    "select",
    {"aria-label": "Theme", title: "theme (t)"},
    ["auto", "light", "dark", "print"].map(name =>
      make("option", {value: name}, name === "auto" ? "theme: auto" : name),
    ),
  );
  private readonly status = make("footer.status", {role: "status"});
  private readonly trouble = make("div.notice.trouble", {role: "alert", hidden: true});
  private readonly work = make("main.work");
  private readonly parts: Parts;
  private panels_shown = "";
  private panels_drawn = 0;
  private panels_timer = 0;

  constructor(private app: App) {
    this.timeline = new Timeline(app);
    this.toolbar = new Toolbar(app);
    this.legend = new Legend(app);
    this.minimap = new Minimap(app);
    this.details = new Details(app);
    this.source = new Source(app);
    this.find = new Find(app);
    this.statistics = new Statistics(app, () =>
      app.change(view => {
        view.page = "timeline";
      }),
    );
    this.pages = app.head.pages.map(page => new PageView(app, page));
    this.hints = new Hints(app);
    this.parts = {
      app,
      timeline: this.timeline,
      find: this.find,
      focus_time: () => this.toolbar.focus(),
      toggle_help: () => this.help.toggle(),
      focus_source: () => this.source.element.querySelector<HTMLElement>(".source-body")!.focus(),
    };
    const commands = all_commands(this.parts);
    this.help = new Help(app, () => commands);
    listen_to_keys(
      commands,
      () => this.help.open(),
      () => this.help.close(),
    );
    this.theme.addEventListener("change", () =>
      app.change(view => {
        view.theme = this.theme.value as ThemeName;
      }),
    );
    this.put_into_document();
    app.listen(all => this.draw(all));
    app.blocks.on_error = message => this.show_trouble(message);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => app.redraw());
  }

  // Top to bottom: header, controls, notices, then one of the pages, and the overlays.
  private put_into_document() {
    const side = make("div.side", {}, this.details.element, this.source.element);
    this.work.append(make("div.picture", {}, this.minimap.canvas, this.timeline.element), splitter(this.work), side);
    this.tabs.append(...this.page_names().map(([name, title]) => this.make_tab(name, title)));
    document.body.prepend(
      // the blocks, in script elements, stay
      this.make_header(),
      make("div.controls", {}, this.toolbar.element, this.legend.element),
      this.legend.notice,
      this.trouble,
      this.work,
      this.statistics.element,
      ...this.pages.map(page => page.element),
      this.hints.element,
      this.status,
      this.help.element,
    );
  }

  private make_header(): HTMLElement {
    const {title} = this.app.head;
    return make(
      "header.top",
      {},
      make(
        "div.brand",
        {},
        make("strong", {}, "unply"),
        make("span.program", {title: shorten(title, 400)}, shorten(title, 80)),
        make("span.quiet.facts-line", {}, this.summary()),
      ),
      this.tabs,
      make("span.grow"),
      this.find.element,
      this.make_save_menu(),
      this.theme,
      make("button.round", {title: "help (?)", "aria-label": "Help", click: () => this.help.toggle()}, "?"),
    );
  }

  private make_tab(name: string, title: string): HTMLElement {
    const show = () =>
      this.app.change(view => {
        view.page = name;
      });
    return make("button", {role: "tab", "data-page": name, click: show}, title);
  }

  private make_save_menu(): HTMLElement {
    const menu = make(
      "select",
      {"aria-label": "Save", title: "save what is shown"},
      make("option", {value: ""}, "Save …"),
      make("option", {value: "svg"}, "picture as SVG"),
      make("option", {value: "png"}, "picture as PNG"),
      make("option", {value: "csv"}, "intervals as CSV"),
    );
    menu.addEventListener("change", () => {
      save_as(this.parts, menu.value);
      menu.value = "";
    });
    return menu;
  }

  private page_names(): [string, string][] {
    const own: [string, string][] = this.app.runs.length
      ? [
          ["timeline", "Timeline"],
          ["statistics", "Statistics"],
        ]
      : [];
    return [...own, ...this.app.head.pages.map((page, index): [string, string] => [`page${index}`, page.title])];
  }

  private summary(): string {
    const run = this.app.runs[0]?.run;
    return run
      ? `${format_time(run.duration_ns)} · ${format_count(run.lanes.length)} ${run.lanes.length === 1 ? "lane" : "lanes"} · ${format_count(run.events || run.intervals)} ${run.events ? "events" : "intervals"}`
      : "";
  }

  draw(all: boolean) {
    const {view} = this.app,
      on_timeline = view.page === "timeline" && this.app.runs.length > 0;
    document.documentElement.dataset.theme = this.app.theme().name;
    this.theme.value = view.theme;
    for (const tab of this.tabs.children)
      tab.setAttribute("aria-selected", String((tab as HTMLElement).dataset.page === view.page));
    for (const element of [this.work, this.toolbar.element.parentElement!]) element.hidden = !on_timeline;
    this.statistics.element.hidden = view.page !== "statistics";
    this.pages.forEach((page, index) => {
      page.element.hidden = view.page !== `page${index}`;
    });
    if (view.page === "statistics") this.statistics.draw();
    this.pages.forEach((page, index) => {
      if (view.page === `page${index}`) page.draw();
    });
    const panels = this.panels_due(all);
    if (panels) this.draw_panels(on_timeline); // first: the picture has the room that they leave
    if (on_timeline) {
      this.minimap.draw();
      this.timeline.draw();
    }
    if (panels) this.draw_status(); // what of the picture is left out
  }

  // Figures beside a picture that moves cannot be read: while only the window changes they follow ten times a second,
  // which leaves the frame to the picture.
  private panels_due(all: boolean): boolean {
    const {span, ...view} = this.app.view,
      {item} = this.app,
      now = performance.now();
    const others = `${Object.values(view)
      .map(value => (value instanceof Set ? [...value].join() : JSON.stringify(value)))
      .join()} ${item?.lane} ${item?.begin} ${this.app.theme().name}`;
    clearTimeout(this.panels_timer);
    if (!all && others === this.panels_shown && now - this.panels_drawn < 100) {
      this.panels_timer = window.setTimeout(() => this.app.redraw(), 100);
      return false;
    }
    this.panels_shown = others;
    this.panels_drawn = now;
    return true;
  }

  private draw_panels(on_timeline: boolean) {
    if (on_timeline) {
      this.legend.draw();
      this.toolbar.draw();
      this.details.draw();
      this.source.draw();
    }
    this.hints.draw();
    this.draw_status();
  }

  private draw_status() {
    const {picture} = this.timeline,
      {app} = this,
      run = app.runs[0]?.run,
      parts: string[] = [];
    if (run && !run.complete)
      parts.push(`The recording is not complete: ${shorten(run.incomplete_why || "the program was ended", 160)}.`);
    if (picture.too_many) parts.push("Too many intervals for the view by processor: zoom in.");
    else if (picture.quality === "coarse" && app.blocks.busy()) parts.push("Reading …");
    if (picture.lines_left_out && app.view.lines)
      parts.push(`About ${format_count(picture.lines_left_out)} more lines: zoom in to see them.`);
    for (const {run: each} of app.runs) parts.push(...each.left_out.map(text => shorten(text, 200)));
    const zoom = app.length() / (app.full.end - app.full.begin);
    const text = parts.join("  "),
      right =
        app.runs.length && app.view.page === "timeline"
          ? `${format_time(app.length(), app.view.unit)} shown, ${format_share(zoom)} of the run`
          : "";
    fill(this.status, make("span", {}, text), make("span.grow"), make("span", {}, right));
  }

  private show_trouble(message: string) {
    this.trouble.hidden = false;
    fill(
      this.trouble,
      make("strong", {}, "Something could not be read: "),
      shorten(message, 200),
      ". What is shown stays. Is unply view still running? ",
      make(
        "button",
        {
          click: () => {
            this.trouble.hidden = true;
            this.app.blocks.retry();
          },
        },
        "Try again",
      ),
    );
  }
}

// Drags the border between picture and panels; also with the arrow keys.
function splitter(work: HTMLElement): HTMLElement {
  const handle = make("div.splitter", {
    role: "separator",
    tabindex: 0,
    "aria-orientation": "vertical",
    "aria-label": "Width of the panels",
  });
  const set = (width: number) =>
    work.style.setProperty("--side", `${Math.max(220, Math.min(work.clientWidth - 240, width))}px`);
  const width = () => (work.querySelector(".side") as HTMLElement).offsetWidth;
  handle.addEventListener("pointerdown", event => handle.setPointerCapture(event.pointerId));
  handle.addEventListener("pointermove", event => {
    if (handle.hasPointerCapture(event.pointerId)) set(work.getBoundingClientRect().right - event.clientX);
  });
  handle.addEventListener("keydown", event => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    set(width() + (event.key === "ArrowLeft" ? 24 : -24));
    event.preventDefault();
    event.stopPropagation();
  });
  return handle;
}

async function start() {
  const blocks = make_blocks();
  let problem = "";
  blocks.on_error = message => {
    problem = message;
  };
  const bytes = await blocks.load("head");
  if (!bytes) {
    complain(
      problem || "It holds no data.",
      "Make it again: unply view FILE -o PAGE.html, or start unply view FILE and open the address that it prints.",
    );
    return;
  }
  const head = JSON.parse(new TextDecoder().decode(bytes)) as Head;
  if (head.schema !== kSchema) {
    complain(
      `Its data has the form “${String(head.schema).slice(0, 40)}”, the page expects “${kSchema}”.`,
      "Make the page and its data with the same version of unply.",
    );
    return;
  }
  const app = new App(head, blocks);
  // The first picture has to be there at once and right: it waits for the level that it is made of, and nothing else is
  // read before it is on the screen.
  await Promise.all(app.runs.map(data => data.load_first_picture()));
  blocks.hold();
  window.unply = app;
  const page = new Page(app);
  window.unply_page = page;
  app.draw();
  requestAnimationFrame(() => setTimeout(() => blocks.release()));
  performance.mark("unply: first picture");
}

start().catch(error =>
  complain(String(error?.message || error), "If the file was changed or cut, make it again with unply view."),
);
