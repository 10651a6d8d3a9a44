// Help: an overlay with every key and the meaning of every symbol; and hints for beginners, one at a time, that fit the
// last action and can be disabled.
import {App} from "./app";
import {Command, key_cap} from "./commands";
import {swatch} from "./details";
import {fill, make, make_svg} from "./dom";
import {kDashes} from "./layers";
import {kActivityHelp, kLineHelp, kStateWords} from "./words";

export class Help {
  readonly element = make("div.help", {
    role: "dialog",
    "aria-modal": "true",
    "aria-labelledby": "help-title",
    hidden: true,
  });
  private before: Element | null = null;

  constructor(
    private app: App,
    private commands: () => Command[],
  ) {
    this.element.addEventListener("click", event => {
      if (event.target === this.element) this.close();
    });
    // Tab stays inside while the help is open.
    this.element.addEventListener("keydown", event => {
      if (event.key !== "Tab") return;
      event.preventDefault();
      this.element.querySelector<HTMLElement>("button")?.focus();
    });
  }

  open() {
    return !this.element.hidden;
  }
  toggle() {
    this.open() ? this.close() : this.show();
  }
  close() {
    this.element.hidden = true;
    (this.before as HTMLElement | null)?.focus?.();
  }

  private show() {
    this.before = document.activeElement;
    const groups = new Map<string, Command[]>();
    for (const command of this.commands()) groups.set(command.group, [...(groups.get(command.group) || []), command]);
    fill(
      this.element,
      make(
        "div.help-body",
        {},
        make(
          "header",
          {},
          make("h1", {id: "help-title"}, "Help"),
          make("button", {click: () => this.close()}, "Close"),
        ),
        make(
          "div.help-columns",
          {},
          [...groups].map(([group, list]) =>
            make(
              "section",
              {},
              make("h2", {}, group),
              make(
                "dl.keys",
                {},
                list.map(command => [
                  make("dt", {}, command.keys.slice(0, 2).map(key_cap)),
                  make("dd", {}, command.what),
                ]),
              ),
            ),
          ),
          this.pointer(),
          this.symbols(),
        ),
      ),
    );
    this.element.hidden = false;
    this.element.querySelector<HTMLElement>("button")!.focus();
  }

  private pointer(): HTMLElement {
    const rows = [
      ["wheel", "zoom at the pointer; with Shift or sideways: move"],
      ["click a bar", "cursor, details, and its statement in the source"],
      ["double click", "zoom to the interval"],
      ["drag across bars", "select a part: its efficiency and states"],
      ["drag on the ruler", "zoom to that part"],
      ["Shift + drag", "move; also with the middle button, or by the names"],
      ["click a source line", "its first occurrence in the timeline"],
    ];
    return make(
      "section",
      {},
      make("h2", {}, "Pointer"),
      make(
        "dl.keys",
        {},
        rows.map(([what, effect]) => [make("dt", {}, what), make("dd", {}, effect)]),
      ),
    );
  }

  private symbols(): HTMLElement {
    const theme = this.app.theme(),
      run = this.app.runs[0]?.run,
      counted = (run?.line_kinds || []).map((name, kind) => ({name, kind}));
    return make(
      "section.symbols",
      {},
      make("h2", {}, "Symbols"),
      make(
        "p.quiet",
        {},
        "A bar is a thread over time. Where several states fall on one pixel they share its height, active at the bottom. A line goes from cause to effect. A diamond is a recorded value, a triangle a recorded point.",
      ),
      make(
        "dl.keys",
        {},
        kStateWords.map((word, state) => [
          make("dt", {}, swatch(this.app, state), word.name),
          make("dd", {}, word.help),
        ]),
        counted.map(({name, kind}) => [
          make(
            "dt",
            {},
            make_svg(
              "svg",
              {width: 24, height: 10},
              make_svg("line", {
                x1: 0,
                x2: 24,
                y1: 5,
                y2: 5,
                stroke: theme.lines[kind],
                "stroke-width": 2,
                "stroke-dasharray": (kDashes[kind] || []).join(" "),
              }),
            ),
            name,
          ),
          make("dd", {}, kLineHelp[name] || ""),
        ]),
      ),
      make("h2", {}, "Activities"),
      make(
        "dl.keys",
        {},
        (run?.activities || [])
          .filter(name => kActivityHelp[name])
          .map(name => [make("dt", {}, name), make("dd", {}, kActivityHelp[name])]),
      ),
    );
  }
}

// The first hint whose time has come and that was not shown yet.
const kHints: {when: (app: App) => boolean; text: string}[] = [
  {
    when: app => app.view.hidden.size > 0,
    text: "Something is hidden. The bar above the picture lists it; Show all restores it.",
  },
  {
    when: app => app.view.rows === "core",
    text: "Each row is a physical processor now, each colour a thread. Only threads that work are shown; several colours in one column shared the core. m goes back.",
  },
  {
    when: app => app.view.selection !== null,
    text: "Enter zooms to the selected part. Its efficiency is on the right: active time of all threads over threads × elapsed time.",
  },
  {
    when: app => app.item !== null,
    text: "The source pane shows the statement. n and p go to its next and previous occurrence; arrow keys go from interval to interval.",
  },
  {
    when: app => app.length() < (app.full.end - app.full.begin) * 0.5,
    text: "Backspace goes back to the previous window, 0 shows the whole run. Drag in the strip at the top to move.",
  },
  {
    when: () => true,
    text: "Click a bar to see its activity and its place in the source. Turn the wheel to zoom, drag to measure a part. Press ? for all keys.",
  },
];

export class Hints {
  readonly element = make("aside.hint", {"aria-label": "Hint", hidden: true});
  private shown = "";
  constructor(private app: App) {}

  draw() {
    const {view} = this.app,
      text = view.hints && view.page === "timeline" ? kHints.find(hint => hint.when(this.app))!.text : "";
    if (text === this.shown) return;
    this.shown = text;
    this.element.hidden = !text;
    fill(
      this.element,
      make("span", {}, make("strong", {}, "Hint "), text),
      make(
        "button.link",
        {
          title: "hints for beginners on or off (b)",
          click: () =>
            this.app.change(changed => {
              changed.hints = false;
            }),
        },
        "no more hints",
      ),
    );
  }
}
