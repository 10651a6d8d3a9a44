// The timeline under the pointer: wheel zooms, drag selects a time, drag on the ruler zooms to it, shift-drag or the
// middle button moves, a click puts the cursor on an interval and shows its statement.
import {App} from "./app";
import {thread_on_core} from "./cores";
import {function_of, place_of, title_of} from "./describe";
import {fill, make, shorten} from "./dom";
import {format_point, format_time} from "./format";
import {row_at, time_of} from "./geometry";
import {phase_facts, phase_swatch, phase_title, phases_at} from "./phases";
import {Hover, Picture} from "./picture";
import {Span} from "./shares";
import {css_colour} from "./theme";
import {kStateWords} from "./words";

const kPhasesInTip = 3; // innermost ones

interface Drag {
  kind: "select" | "zoom" | "move";
  from: number; // along
  across: number;
  time: number;
  span: Span; // when it began
  scroll: number;
  moved: boolean;
}

export class Timeline {
  readonly picture: Picture;
  readonly element: HTMLElement;
  private hover: Hover | null = null;
  private drag: Drag | null = null;
  private dragged: Span | null = null;
  private readonly tip = make("div.tip", {role: "tooltip", hidden: true});
  private readonly said = make("p.unseen", {id: "timeline-said", "aria-live": "polite"});
  private zooming = 0;

  constructor(private app: App) {
    this.picture = new Picture(app);
    const {canvas, overlay} = this.picture;
    overlay.tabIndex = 0;
    overlay.setAttribute("role", "application");
    overlay.setAttribute("aria-roledescription", "timeline");
    overlay.setAttribute(
      "aria-label",
      "States of all threads over time. Arrow keys go from interval to interval, question mark lists all keys.",
    );
    overlay.setAttribute("aria-describedby", "timeline-said");
    this.element = make("div.timeline", {}, canvas, overlay, this.tip, this.said);
    new ResizeObserver(() => {
      if (this.fit()) this.draw();
    }).observe(this.element);
    this.watch_pointer(overlay);
  }

  // True if the picture has a place, and not the size of this place.
  private fit(): boolean {
    const {clientWidth, clientHeight} = this.element;
    return clientWidth > 0 && this.picture.resize(clientWidth, clientHeight);
  }

  draw() {
    if (!this.element.clientWidth) return;
    this.fit();
    this.picture.draw();
    this.draw_overlay();
    this.say();
  }
  private draw_overlay() {
    this.picture.draw_overlay(this.drag ? null : this.hover, this.dragged);
  }

  // Along and across of a pointer event.
  private place(event: MouseEvent): [number, number] {
    const box = this.picture.overlay.getBoundingClientRect(),
      x = event.clientX - box.left,
      y = event.clientY - box.top;
    return this.picture.geometry.downwards ? [y, x] : [x, y];
  }

  private watch_pointer(overlay: HTMLCanvasElement) {
    overlay.addEventListener("pointerdown", event => this.press(event));
    overlay.addEventListener("pointermove", event => this.move(event));
    overlay.addEventListener("pointerup", event => this.release(event));
    overlay.addEventListener("pointercancel", () => this.let_go());
    overlay.addEventListener("pointerleave", () => this.leave());
    overlay.addEventListener("dblclick", event => this.zoom_to_interval(event));
    overlay.addEventListener("wheel", event => this.wheel(event), {passive: false});
  }

  private press(event: PointerEvent) {
    if (event.button > 1) return;
    const [along, across] = this.place(event),
      g = this.picture.geometry;
    const kind =
      event.button === 1 || event.shiftKey || along < g.along_from
        ? "move"
        : across < g.across_from
          ? "zoom"
          : "select";
    this.drag = {
      kind,
      from: along,
      across,
      time: time_of(g, along),
      span: this.app.view.span,
      scroll: g.scroll,
      moved: false,
    };
    this.picture.overlay.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
  }

  private move(event: PointerEvent) {
    const [along, across] = this.place(event),
      g = this.picture.geometry;
    if (!this.drag) {
      this.point_at(along, across, event);
      return;
    }
    const {drag} = this;
    if (Math.hypot(along - drag.from, across - drag.across) > 3) drag.moved = true;
    if (!drag.moved) return;
    this.tip.hidden = true;
    if (drag.kind === "move") {
      const shift = ((drag.from - along) / g.along_size) * (drag.span.end - drag.span.begin);
      this.picture.scroll = drag.scroll + drag.across - across;
      this.app.change(() => this.app.set_span({begin: drag.span.begin + shift, end: drag.span.end + shift}));
      this.app.redraw();
      return;
    }
    const time = Math.max(this.app.full.begin, Math.min(this.app.full.end, time_of(g, Math.max(g.along_from, along))));
    this.dragged = {begin: Math.min(time, drag.time), end: Math.max(time, drag.time)};
    this.draw_overlay();
  }

  private release(event: PointerEvent) {
    const {drag, dragged} = this;
    this.let_go();
    if (!drag) return;
    if (dragged && dragged.end > dragged.begin) {
      if (drag.kind === "zoom") this.app.show_span(dragged);
      else
        this.app.change(view => {
          view.selection = dragged;
        });
    } else if (!drag.moved && drag.kind !== "move") {
      this.click(...this.place(event));
    }
    this.draw_overlay();
  }

  private let_go() {
    this.drag = null;
    this.dragged = null;
  }

  private leave() {
    if (this.drag) return;
    this.hover = null;
    this.tip.hidden = true;
    this.draw_overlay();
  }

  private click(along: number, across: number) {
    const g = this.picture.geometry,
      row = row_at(g, across),
      time = time_of(g, along);
    if (!row || row.kind === "head") return;
    const found = row.kind === "core" ? this.thread_on(row.run, row.lane, time) : row.lane;
    if (found < 0) return;
    this.app.runs[row.run].load_interval_at(found, time).then(item => {
      if (item) {
        this.app.select(item);
        this.app.change(view => {
          view.point = {run: row.run, lane: found, time};
        });
        this.app.item = item;
      } else {
        this.app.change(view => {
          view.point = {run: row.run, lane: found, time};
        });
      }
    });
  }

  // In the view by processor: the thread that was on it, or -1.
  private thread_on(run: number, core: number, time: number): number {
    return thread_on_core(this.app.runs[run], core, time);
  }

  private wheel(event: WheelEvent) {
    event.preventDefault();
    const [along] = this.place(event),
      g = this.picture.geometry;
    const step = event.deltaMode === 1 ? 16 : 1,
      turn = event.deltaY * step,
      sideways = event.deltaX * step + (event.shiftKey ? turn : 0);
    if (along < g.along_from && g.rows_size > g.across_size) {
      this.picture.scroll = Math.max(0, g.scroll + turn);
      this.app.redraw();
    } else if (sideways) {
      this.app.pan(sideways / g.along_size);
    } else if (turn) {
      if (performance.now() - this.zooming > 600) this.app.remember_span();
      this.zooming = performance.now();
      this.app.zoom(Math.pow(1.0022, Math.max(-300, Math.min(300, turn))), time_of(g, Math.max(g.along_from, along)));
    }
  }

  private zoom_to_interval(event: MouseEvent) {
    const [along, across] = this.place(event),
      row = row_at(this.picture.geometry, across);
    if (!row || row.kind !== "lane") return;
    const item = this.app.runs[row.run].interval_at(row.lane, time_of(this.picture.geometry, along));
    if (item)
      this.app.show_span({
        begin: item.begin - (item.end - item.begin) * 0.2,
        end: item.end + (item.end - item.begin) * 0.2,
      });
  }

  private point_at(along: number, across: number, event: MouseEvent) {
    const g = this.picture.geometry,
      row = row_at(g, across),
      time = time_of(g, along);
    this.picture.overlay.style.cursor = across < g.across_from || along < g.along_from ? "grab" : "crosshair";
    if (along < g.along_from || !row || row.kind === "head") {
      this.leave();
      return;
    }
    const item = row.kind === "lane" ? this.app.runs[row.run].interval_at(row.lane, time) : null;
    this.hover = {row, time, item};
    this.draw_overlay();
    this.show_tip(event, row.kind === "core" ? this.core_tip(row.run, row.lane, time) : this.lane_tip());
  }

  private lane_tip(): Node[] {
    const {item, time, row} = this.hover!,
      {run} = this.app.runs[row!.run],
      step = this.app.length() / 2000;
    const lines: Node[] = [];
    if (item) {
      const place = place_of(run, item.site),
        name = function_of(run, item.site);
      lines.push(
        make(
          "strong",
          {},
          make("span.swatch", {style: `background:${css_colour(this.app.theme().states[item.state])}`}),
          shorten(title_of(run, item), 80),
        ),
      );
      lines.push(
        make("span", {}, `${kStateWords[item.state].name} · ${format_time(item.end - item.begin, this.app.view.unit)}`),
      );
      if (place || name) lines.push(make("span", {}, shorten([name, place].filter(Boolean).join(" · "), 90)));
    } else if (this.picture.quality !== "exact") {
      lines.push(make("span", {}, "zoom in to see single intervals"));
    }
    const phases = phases_at(this.app.runs[row!.run], row!.lane, time);
    for (const phase of phases.slice(-kPhasesInTip).reverse()) {
      lines.push(make("strong", {}, phase_swatch(this.app, phase.kind), phase_title(run, phase)));
      lines.push(make("span", {}, shorten(phase_facts(phase, this.app.view.unit), 160)));
    }
    lines.push(make("span.quiet", {}, `${shorten(row!.name, 40)} at ${format_point(time, step, this.app.view.unit)}`));
    return lines;
  }

  private core_tip(run: number, core: number, time: number): Node[] {
    const data = this.app.runs[run],
      near = this.app.length() / this.picture.geometry.along_size;
    const threads = new Set<string>();
    for (const at of [time - near, time, time + near]) {
      const lane = thread_on_core(data, core, at);
      if (lane >= 0) threads.add(data.run.lanes[lane].name);
    }
    return [
      make("strong", {}, `processor ${core}`),
      make("span", {}, threads.size ? [...threads].join(", ") : "no thread of the program"),
      threads.size > 1
        ? make("span.quiet", {}, "they take turns")
        : make("span.quiet", {}, format_point(time, this.app.length() / 2000, this.app.view.unit)),
    ];
  }

  private show_tip(event: MouseEvent, lines: Node[]) {
    const box = this.element.getBoundingClientRect(),
      x = event.clientX - box.left,
      y = event.clientY - box.top;
    fill(this.tip, lines);
    this.tip.hidden = false;
    const {offsetWidth, offsetHeight} = this.tip;
    this.tip.style.left = Math.max(2, x + 16 + offsetWidth > box.width ? x - 12 - offsetWidth : x + 16) + "px";
    this.tip.style.top = Math.max(2, y + 18 + offsetHeight > box.height ? y - 10 - offsetHeight : y + 18) + "px";
  }

  // For screen readers: the interval at the cursor.
  private say() {
    const {item} = this.app;
    if (!item) return;
    const {run} = this.app.runs[item.run];
    const text =
      `${run.lanes[item.lane].name}: ${shorten(title_of(run, item), 80)}, ${kStateWords[item.state].name}, ` +
      `${format_time(item.end - item.begin)} from ${format_time(item.begin)}, ${place_of(run, item.site)}`;
    if (this.said.textContent !== text) this.said.textContent = text;
  }
}
