// Bars of the lanes as pixels. A pixel that holds several states is divided among them across the lane, the active part
// at the bottom, so that a bar seen from afar is a diagram of how busy the thread was. A million pixels are written in
// some milliseconds; a million fillRect calls would take a second.
import {App} from "./app";
import {CoreStays, stack_stays, Stay, take_turns} from "./cores";
import {bar_from, bar_size, Core, cores_of, Geometry, Row, visible_rows} from "./geometry";
import {RunData} from "./run_data";
import {lane_shares, plan_shares, Quality, Span} from "./shares";
import {has_ink, Theme, to_pixel} from "./theme";
import {kStates, ProcState} from "./words";

export function key_of(core: Core): string {
  return `${core.host} ${core.number}`;
}

// From the bottom of a bar upwards.
export const kStack = [
  ProcState.active,
  ProcState.overhead,
  ProcState.preempted,
  ProcState.wait_task,
  ProcState.wait_event,
  ProcState.wait_lock,
  ProcState.setup,
  ProcState.unrecorded,
  ProcState.idle,
];

export class Raster {
  private image: ImageData | null = null;
  private pixels = new Uint32Array(0);
  private shares = new Float32Array(0);
  private stays = new Map<number, CoreStays>();
  on_cores: (Map<string, Stay[]> | null)[] = []; // by run, what the last picture of processors showed
  private along_step = 1; // how far the next pixel in the direction of time is in `pixels`
  private across_step = 1; // and in that of the lanes, from the bottom of a bar upwards

  // Paints all visible rows; says how good the worst of them is, and whether there was too much for the core view.
  paint(
    app: App,
    g: Geometry,
    context: CanvasRenderingContext2D,
    ratio: number,
  ): {quality: Quality; too_many: boolean} {
    const theme = app.theme(),
      along = Math.floor(g.along_size * ratio),
      across = Math.floor(g.across_size * ratio);
    this.prepare(context, g.downwards ? across : along, g.downwards ? along : across, to_pixel(theme.ground));
    const width = this.image!.width;
    this.along_step = g.downwards ? width : 1;
    this.across_step = g.downwards ? 1 : -width;
    let quality: Quality = "exact",
      too_many = false;
    const found_stays = (this.on_cores = app.runs.map(data =>
      app.view.rows === "core" ? this.stays_of(data, g.span) : null,
    ));
    const plans = app.runs.map(data => plan_shares(data, g.span, along));
    for (const row of visible_rows(g)) {
      if (row.kind === "lane") {
        const found = lane_shares(app.runs[row.run], plans[row.run], row.lane, g.span, along, this.shares_of(along));
        if (found === "coarse" || quality === "exact") quality = found;
        this.paint_states(app, g, row, along, ratio, theme);
      } else if (row.kind === "core") {
        const stays = found_stays[row.run];
        if (stays) this.paint_core(app, g, row, along, ratio, theme, stays);
        else too_many = true;
      }
    }
    const x = Math.round((g.downwards ? g.across_from : g.along_from) * ratio),
      y = Math.round((g.downwards ? g.along_from : g.across_from) * ratio);
    context.putImageData(this.image!, x, y);
    return {quality, too_many};
  }

  private prepare(context: CanvasRenderingContext2D, width: number, height: number, ground: number) {
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.image = context.createImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(ground);
  }

  private shares_of(pixels: number): Float32Array {
    if (this.shares.length !== pixels * kStates) this.shares = new Float32Array(pixels * kStates);
    return this.shares;
  }

  // First pixel of the bar (its bottom, or its left where time runs down), and how many there are across. Bars that are
  // scrolled half out of the picture are cut.
  private bar(g: Geometry, row: Row, ratio: number): {base: number; size: number; skip: number; show: number} {
    const from = Math.round((bar_from(g, row) - g.across_from) * ratio),
      size = Math.max(1, Math.round(bar_size(row) * ratio));
    const limit = g.downwards ? this.image!.width : this.image!.height;
    if (g.downwards) return {base: from, size, skip: Math.max(0, -from), show: Math.min(size, limit - from)};
    const bottom = from + size - 1;
    return {
      base: bottom * this.image!.width,
      size,
      skip: Math.max(0, bottom - limit + 1),
      show: Math.min(size, bottom + 1),
    };
  }

  private paint_states(app: App, g: Geometry, row: Row, along: number, ratio: number, theme: Theme) {
    const {base, size, skip, show} = this.bar(g, row, ratio),
      shares = this.shares,
      pixels = this.pixels;
    const colours = theme.states.map(to_pixel),
      shown = colours.map((_, state) => !app.view.hidden.has(`state:${state}`));
    const ink = to_pixel(0x000000),
      up = this.across_step;
    for (let x = 0, at = base; x < along; ++x, at += this.along_step) {
      let filled = 0,
        y = 0;
      for (let k = 0; k < kStates; ++k) {
        const state = kStack[k],
          share = shares[x * kStates + state];
        if (share <= 0) continue;
        filled += share;
        const top = Math.min(size, Math.round(filled * size)),
          stop = Math.min(top, show);
        if (shown[state]) {
          const colour = colours[state];
          if (theme.patterns)
            for (let q = Math.max(y, skip); q < stop; ++q) pixels[at + q * up] = has_ink(state, x, q) ? ink : colour;
          else for (let q = Math.max(y, skip); q < stop; ++q) pixels[at + q * up] = colour;
        }
        y = top;
      }
    }
  }

  // By processor; null if there are too many.
  private stays_of(data: RunData, span: Span): Map<string, Stay[]> | null {
    let stays = this.stays.get(data.index);
    if (!stays) this.stays.set(data.index, (stays = new CoreStays(data)));
    const found = stays.within(span);
    if (!found) return null;
    const {lanes, processes} = data.run,
      by_core = new Map<string, Stay[]>();
    for (const stay of found.stays) {
      const key = key_of({host: processes[lanes[stay.lane].process]?.host || "", number: stay.core, name: ""}),
        list = by_core.get(key);
      if (list) list.push(stay);
      else by_core.set(key, [stay]);
    }
    for (const [key, all] of by_core) by_core.set(key, take_turns(all));
    return by_core;
  }

  private paint_core(
    app: App,
    g: Geometry,
    row: Row,
    along: number,
    ratio: number,
    theme: Theme,
    stays: Map<string, Stay[]>,
  ) {
    const core = cores_of(app.runs[row.run].run)[row.lane],
      {base, size, skip, show} = this.bar(g, row, ratio);
    stack_stays(stays.get(key_of(core)) || [], g.span, along, (pixel, from, to, lane) => {
      const colour = to_pixel(theme.threads[lane % theme.threads.length]),
        at = base + pixel * this.along_step;
      for (let q = Math.max(skip, Math.round(from * size)), stop = Math.min(show, Math.round(to * size)); q < stop; ++q)
        this.pixels[at + q * this.across_step] = colour;
    });
  }
}
