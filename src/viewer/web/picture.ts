// The picture of the timeline: bars, ruler, grid, names of lanes, lines, marks; and over it, on a separate canvas so
// that moving the pointer repaints no bars, cursor and selection.
import {App} from "./app";
import {format_point, round_step} from "./format";
import {along_of, bar_from, bar_size, Geometry, lay_out, Row, row_of, visible_rows} from "./geometry";
import {
  draw_core_labels,
  draw_intervals,
  draw_lines,
  draw_marks,
  DrawnLine,
  find_lines,
  point_at,
  rectangle,
} from "./layers";
import {draw_phases} from "./phases";
import {Raster} from "./raster";
import {Interval} from "./run_data";
import {Quality, Span} from "./shares";
import {css_colour} from "./theme";

const kFont = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

export interface Hover {
  row: Row | null;
  time: number;
  item: Interval | null;
}

export class Picture {
  readonly canvas = document.createElement("canvas");
  readonly overlay = document.createElement("canvas");
  geometry: Geometry;
  quality: Quality = "exact";
  too_many = false; // intervals for the view by processor
  lines: DrawnLine[] = [];
  lines_left_out = 0;
  scroll = 0;
  readonly raster = new Raster();
  private context = this.canvas.getContext("2d", {alpha: false, willReadFrequently: true})!;
  private over = this.overlay.getContext("2d")!;
  private width = 300;
  private height = 150;
  private ratio = 1;

  constructor(private app: App) {
    this.canvas.className = "bars";
    this.overlay.className = "overlay";
    this.geometry = this.measure_rows();
  }

  // False if it has this size.
  resize(width: number, height: number): boolean {
    const ratio = window.devicePixelRatio || 1;
    width = Math.max(120, Math.floor(width));
    height = Math.max(60, Math.floor(height));
    if (ratio === this.ratio && width === this.width && height === this.height) return false;
    [this.ratio, this.width, this.height] = [ratio, width, height];
    for (const canvas of [this.canvas, this.overlay]) {
      canvas.width = Math.round(this.width * this.ratio);
      canvas.height = Math.round(this.height * this.ratio);
      canvas.style.width = this.width + "px";
      canvas.style.height = this.height + "px";
    }
    return true;
  }

  private measure_rows(): Geometry {
    this.context.font = kFont;
    return lay_out(
      this.app,
      this.width,
      this.height,
      this.scroll,
      text => this.context.measureText(text.slice(0, 40)).width,
    );
  }

  draw() {
    const {app, context} = this,
      theme = app.theme();
    const g = (this.geometry = this.measure_rows());
    this.scroll = g.scroll;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = css_colour(theme.ground);
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const {quality, too_many} = this.raster.paint(app, g, context, this.ratio);
    this.quality = quality;
    this.too_many = too_many;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.clipped(g, () => {
      draw_intervals(app, g, context);
      draw_phases(app, g, context);
      draw_core_labels(app, g, context, this.raster.on_cores);
      this.draw_grid(g);
      const {lines, left_out} = find_lines(app, g);
      this.lines = lines;
      this.lines_left_out = left_out;
      draw_lines(app, g, context, lines);
      draw_marks(app, g, context);
    });
    this.draw_ruler(g);
    this.draw_names(g);
  }

  private clipped(g: Geometry, draw: () => void) {
    this.context.save();
    this.context.beginPath();
    this.context.rect(...rectangle(g, g.along_from, g.across_from, g.along_size, g.across_size));
    this.context.clip();
    draw();
    this.context.restore();
  }

  ticks(g: Geometry): {step: number; times: number[]} {
    const room = g.downwards ? 56 : 110,
      step = round_step(((g.span.end - g.span.begin) * room) / g.along_size),
      times: number[] = [];
    for (let k = Math.ceil(g.span.begin / step); k * step <= g.span.end; ++k) times.push(k * step);
    return {step, times};
  }

  private draw_grid(g: Geometry) {
    this.context.fillStyle = this.app.theme().text;
    this.context.globalAlpha = 0.07;
    for (const time of this.ticks(g).times)
      this.context.fillRect(...rectangle(g, Math.round(along_of(g, time)), g.across_from, 1, g.across_size));
    this.context.globalAlpha = 1;
  }

  private draw_ruler(g: Geometry) {
    const {context} = this,
      theme = this.app.theme(),
      {step, times} = this.ticks(g);
    context.fillStyle = theme.panel;
    context.fillRect(...rectangle(g, 0, 0, g.along_from + g.along_size, g.across_from));
    context.fillStyle = theme.grid;
    context.fillRect(...rectangle(g, 0, g.across_from - 1, g.along_from + g.along_size, 1));
    context.font = "11px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
    context.textBaseline = "middle";
    for (const time of times) {
      const along = Math.round(along_of(g, time)),
        text = format_point(time, step, this.app.view.unit, g.span.end);
      context.fillStyle = theme.quiet_text;
      context.fillRect(...rectangle(g, along, g.across_from - 7, 1, 6));
      if (g.downwards) {
        context.textAlign = "right";
        if (along > g.along_from + 4) context.fillText(text, g.across_from - 10, along);
      } else {
        context.textAlign = "left";
        if (along + 4 + context.measureText(text).width < g.along_from + g.along_size)
          context.fillText(text, along + 4, g.across_from / 2 - 1);
      }
    }
    context.textAlign = "left";
  }

  private draw_names(g: Geometry) {
    const {context} = this,
      theme = this.app.theme();
    context.fillStyle = theme.panel;
    context.fillRect(...rectangle(g, 0, 0, g.along_from - 6, g.across_from + g.across_size));
    context.save();
    context.beginPath();
    context.rect(...rectangle(g, 0, g.across_from - 4, g.along_from + g.along_size, g.across_size + 4));
    context.clip();
    context.font = kFont;
    context.textBaseline = "middle";
    let free = -Infinity; // names of thin rows would cover each other: each shown one keeps 13 pixels
    for (const row of visible_rows(g)) {
      const from = bar_from(g, row),
        middle = from + bar_size(row) / 2;
      if (row.kind === "head") {
        this.draw_head(g, row, from);
        free = from + row.size;
        continue;
      }
      const flat = g.downwards && row.size >= context.measureText(row.name).width + 6;
      if (middle - (flat ? 0 : 6) < free && row.size < 13) continue;
      free = middle + 7;
      context.fillStyle =
        this.app.view.point?.run === row.run && this.app.view.point.lane === row.lane && row.kind === "lane"
          ? theme.text
          : theme.quiet_text;
      this.draw_name(g, row, middle, flat);
    }
    context.restore();
    if (g.rows_size > g.across_size) this.draw_scroll_bar(g);
  }

  private draw_name(g: Geometry, row: Row, middle: number, flat: boolean) {
    const {context} = this,
      theme = this.app.theme(),
      swatch = this.app.view.rows === "core" && row.kind === "lane";
    const text = row.name.length > 40 ? row.name.slice(0, 39) + "…" : row.name;
    if (swatch) context.fillStyle = css_colour(theme.threads[row.lane % theme.threads.length]);
    context.textAlign = "left";
    if (!g.downwards) {
      context.fillText(text, 10, middle + 0.5, g.along_from - 18);
    } else if (flat) {
      context.textAlign = "center";
      context.fillText(text, middle, g.along_from - 14);
      context.textAlign = "left";
    } else {
      context.save();
      context.translate(middle, g.along_from - 10);
      context.rotate(-Math.PI / 2);
      context.fillText(text, 0, 0.5, g.along_from - 14);
      context.restore();
    }
  }

  private draw_head(g: Geometry, row: Row, from: number) {
    const {context} = this,
      theme = this.app.theme();
    context.fillStyle = theme.grid;
    context.fillRect(...rectangle(g, 0, from, g.along_from + g.along_size, row.size - 3));
    context.fillStyle = theme.text;
    if (g.downwards) {
      context.save();
      context.translate(from + row.size / 2 - 1, g.height - 8);
      context.rotate(-Math.PI / 2);
      context.fillText(row.name, 0, 0);
      context.restore();
    } else {
      context.fillText(`${row.name}  ·  ${row.detail}`, 10, from + row.size / 2 - 1);
    }
  }

  private draw_scroll_bar(g: Geometry) {
    const part = g.across_size / g.rows_size;
    this.context.fillStyle = this.app.theme().quiet_text;
    this.context.globalAlpha = 0.5;
    this.context.fillRect(
      ...rectangle(g, g.along_from + g.along_size - 5, g.across_from + g.scroll * part, 4, g.across_size * part),
    );
    this.context.globalAlpha = 1;
  }

  // Cursor, the interval below it, the selected part, and the range that the pointer drags.
  draw_overlay(hover: Hover | null, dragged: Span | null) {
    const {over, app} = this,
      g = this.geometry,
      theme = app.theme(),
      {selection, point} = app.view;
    over.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    over.clearRect(0, 0, this.width, this.height);
    over.save();
    over.beginPath();
    over.rect(...rectangle(g, g.along_from, 0, g.along_size, g.across_from + g.across_size));
    over.clip();
    if (selection) this.shade(g, selection, theme.accent, 0.1);
    if (dragged) this.shade(g, dragged, theme.accent, 0.18);
    if (hover?.item) this.outline(g, hover.item, theme.text, 1);
    if (app.item) this.outline(g, app.item, theme.text, 2);
    if (hover) this.rule(g, hover.time, theme.quiet_text, 0.5);
    if (point) this.rule(g, point.time, theme.accent, 0.9);
    over.restore();
  }

  private shade(g: Geometry, span: Span, colour: string, alpha: number) {
    const {over} = this,
      from = along_of(g, span.begin),
      to = along_of(g, span.end);
    over.fillStyle = colour;
    over.globalAlpha = alpha;
    over.fillRect(...rectangle(g, from, 0, to - from, g.across_from + g.across_size));
    over.globalAlpha = 0.9;
    for (const edge of [from, to - 1]) over.fillRect(...rectangle(g, edge, 0, 1, g.across_from + g.across_size));
    over.globalAlpha = 1;
  }

  private outline(g: Geometry, item: Interval, colour: string, width: number) {
    const row = row_of(g, item.run, item.lane),
      {over} = this;
    if (!row) return;
    const from = Math.max(along_of(g, item.begin), g.along_from - 3),
      to = Math.min(along_of(g, item.end), g.along_from + g.along_size + 3);
    if (to < g.along_from - 2 || from > g.along_from + g.along_size + 2 || bar_from(g, row) + row.size < g.across_from)
      return;
    over.strokeStyle = colour;
    over.lineWidth = width;
    over.strokeRect(...rectangle(g, from - 0.5, bar_from(g, row) - 0.5, Math.max(3, to - from), bar_size(row) + 1));
  }

  private rule(g: Geometry, time: number, colour: string, alpha: number) {
    const [x, y] = point_at(g, Math.round(along_of(g, time)), 0);
    this.over.fillStyle = colour;
    this.over.globalAlpha = alpha;
    this.over.fillRect(x, y, g.downwards ? g.width : 1, g.downwards ? 1 : g.height);
    this.over.globalAlpha = 1;
  }
}
