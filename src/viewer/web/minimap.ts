// The whole run in a strip: the states of all threads together, and the window in it, which can be dragged.
import {App} from "./app";
import {make} from "./dom";
import {kStack} from "./raster";
import {Spread, spread_intervals, spread_level} from "./shares";
import {css_colour} from "./theme";
import {kStates} from "./words";

export class Minimap {
  readonly canvas = make("canvas.minimap", {
    role: "img",
    "aria-label": "The whole run: how many threads were in which state; the frame is the window",
  });
  private drawn = "";
  private complete = false; // all that it needs was there
  private readonly still = document.createElement("canvas"); // without the window
  private grip = 0;
  private pressed = false;

  constructor(private app: App) {
    this.canvas.addEventListener("pointerdown", event => this.press(event));
    this.canvas.addEventListener("pointermove", event => {
      if (this.pressed) this.move(event);
    });
    this.canvas.addEventListener("pointerup", () => {
      this.pressed = false;
    });
  }

  private time_at(event: PointerEvent): number {
    const box = this.canvas.getBoundingClientRect(),
      {full} = this.app;
    return full.begin + ((event.clientX - box.left) / box.width) * (full.end - full.begin);
  }
  private press(event: PointerEvent) {
    const time = this.time_at(event),
      {span} = this.app.view;
    this.pressed = true;
    this.canvas.setPointerCapture(event.pointerId);
    this.app.remember_span();
    this.grip = time >= span.begin && time <= span.end ? time - span.begin : (span.end - span.begin) / 2;
    this.move(event);
  }
  private move(event: PointerEvent) {
    const begin = this.time_at(event) - this.grip,
      length = this.app.length();
    this.app.change(() => this.app.set_span({begin, end: begin + length}));
  }

  draw() {
    const ratio = window.devicePixelRatio || 1,
      width = Math.round(this.canvas.clientWidth * ratio),
      height = Math.round(this.canvas.clientHeight * ratio);
    const context = this.canvas.getContext("2d", {alpha: false});
    if (!context || !width || !height || !this.app.runs.length) return;
    const key = `${width} ${height} ${this.app.theme().name} ${[...this.app.view.hidden]}`;
    if (key !== this.drawn || !this.complete) {
      for (const canvas of [this.canvas, this.still]) {
        canvas.width = width;
        canvas.height = height;
      }
      this.paint(this.still.getContext("2d", {alpha: false})!, width, height);
      this.drawn = key;
    }
    context.drawImage(this.still, 0, 0);
    this.draw_window(context, width, height);
  }

  private paint(context: CanvasRenderingContext2D, width: number, height: number) {
    const theme = this.app.theme(),
      data = this.app.runs[0],
      {lanes, pyramid} = data.run;
    const sum = new Float32Array(width * kStates),
      one = new Float32Array(width * kStates),
      pixel_ns = (this.app.full.end - this.app.full.begin) / width;
    let level = pyramid.length - 1;
    while (level > 0 && pyramid[level - 1].bin_ns * 2 <= pixel_ns) --level;
    this.complete = true;
    lanes.forEach((_, lane) => {
      one.fill(0);
      const into = new Spread(this.app.full, width, one);
      if (!(level >= 0 ? spread_level(data, level, lane, into) : spread_intervals(data, lane, into)))
        this.complete = false;
      for (let i = 0; i < sum.length; ++i) sum[i] += one[i];
    });
    context.fillStyle = css_colour(theme.ground);
    context.fillRect(0, 0, width, height);
    const filled = new Float32Array(width);
    for (const state of kStack) {
      const shown = !this.app.view.hidden.has(`state:${state}`);
      context.fillStyle = css_colour(theme.states[state]);
      for (let x = 0; x < width; ++x) {
        const part = (sum[x * kStates + state] / lanes.length) * height;
        if (part > 0 && shown) context.fillRect(x, height - filled[x] - part, 1, part);
        filled[x] += part;
      }
    }
  }

  private draw_window(context: CanvasRenderingContext2D, width: number, height: number) {
    const {full, view} = this.app,
      theme = this.app.theme(),
      scale = width / (full.end - full.begin);
    const from = (view.span.begin - full.begin) * scale,
      to = (view.span.end - full.begin) * scale;
    context.fillStyle = css_colour(theme.ground);
    context.globalAlpha = 0.62;
    context.fillRect(0, 0, from, height);
    context.fillRect(to, 0, width - to, height);
    context.globalAlpha = 1;
    if (view.selection) {
      context.fillStyle = theme.accent;
      context.globalAlpha = 0.25;
      context.fillRect(
        (view.selection.begin - full.begin) * scale,
        0,
        Math.max(1, (view.selection.end - view.selection.begin) * scale),
        height,
      );
      context.globalAlpha = 1;
    }
    context.strokeStyle = theme.accent;
    context.lineWidth = 2;
    context.strokeRect(from + 1, 1, Math.max(2, to - from - 2), height - 2);
  }
}
