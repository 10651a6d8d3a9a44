// Pages of a sequential recording: the output of report, graph, quotient and bound. A picture that came as SVG is shown
// as an image from a blob, where no script can run; the speedup curve is drawn here, so that it follows the theme.
import {App} from "./app";
import {Child, fill, make, make_svg} from "./dom";
import {save} from "./export";
import {format_count, format_time} from "./format";
import {Page} from "./model";
import {kDashes} from "./layers";

interface CurvePoint {
  p: number;
  scheduler: string;
  machine: string | null;
  speedup: number;
  efficiency: number;
  makespan: number;
  known: string;
}
interface Curve {
  work: number;
  span: number;
  unit: string;
  maximum_speedup: number;
  results: CurvePoint[];
  bounds: {p: number; lower: number; upper: number | null}[];
  curves?: {scheduler: string; knee?: number | null; recommended?: number | null}[];
}

export class PageView {
  readonly element: HTMLElement;
  private drawn = false;
  private readonly body = make("div", {}, make("p.empty", {}, "Reading…"));

  constructor(
    private app: App,
    readonly page: Page,
  ) {
    this.element = make("section.page", {"aria-label": page.title}, make("h1", {}, page.title), this.body);
  }

  async draw() {
    if (this.drawn) return;
    this.drawn = true;
    const {page, app} = this,
      load = async (name: string) => (name ? app.blocks.load(name) : null);
    const [svg, text, json] = [await load(page.svg), await load(page.text), await load(page.json)].map(
      bytes => bytes && new TextDecoder().decode(bytes),
    );
    const curve = page.kind === "curve" && json ? read_curve(json) : null;
    fill(
      this.body,
      page.note ? make("p.note", {}, page.note) : null,
      curve ? curve_view(curve) : svg ? image_view(svg, page.title) : null,
      text ? [svg || curve ? make("h2", {}, "As text") : null, make("pre.report", {tabindex: 0}, text)] : null,
      make(
        "div.actions",
        {},
        svg ? make("button", {click: () => save(`${page.kind}.svg`, svg, "image/svg+xml")}, "Save as SVG") : null,
        json
          ? make("button", {click: () => save(`${page.kind}.json`, json, "application/json")}, "Save as JSON")
          : null,
        text ? make("button", {click: () => save(`${page.kind}.txt`, text, "text/plain")}, "Save as text") : null,
      ),
      !svg && !text && !curve ? make("p.empty", {}, "This page is empty.") : null,
    );
  }
}

function image_view(svg: string, title: string): Child {
  const image = make("img", {alt: title, src: URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}))});
  const frame = make("div.image", {tabindex: 0}, image);
  let zoom = 1;
  const set = (factor: number) => {
    zoom = factor ? Math.max(0.1, Math.min(16, zoom * factor)) : 1;
    image.style.width = factor || zoom !== 1 ? `${zoom * 100}%` : "";
  };
  frame.addEventListener(
    "wheel",
    event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      set(event.deltaY < 0 ? 1.2 : 1 / 1.2);
    },
    {passive: false},
  );
  return [
    make(
      "div.actions",
      {},
      make("button", {click: () => set(1.25)}, "Larger"),
      make("button", {click: () => set(0.8)}, "Smaller"),
      make("button", {click: () => set(0)}, "Fit"),
    ),
    frame,
  ];
}

function read_curve(json: string): Curve | null {
  try {
    const curve = JSON.parse(json) as Curve;
    return Array.isArray(curve.results) && curve.results.length ? curve : null;
  } catch {
    return null;
  }
}

const kSize = {width: 760, height: 430, left: 56, right: 150, top: 24, bottom: 44};

function curve_view(curve: Curve): Child {
  const time = (value: number) => (curve.unit === "ns" ? format_time(value) : format_count(value));
  const most_p = Math.max(...curve.results.map(point => point.p), 2),
    most_speedup = Math.max(...curve.results.map(point => point.speedup), 1) * 1.1;
  const x = (p: number) => kSize.left + (Math.log2(p) / Math.log2(most_p)) * (kSize.width - kSize.left - kSize.right);
  const y = (speedup: number) =>
    kSize.height - kSize.bottom - (speedup / most_speedup) * (kSize.height - kSize.top - kSize.bottom);
  const name_of = (point: CurvePoint) => (point.machine ? `${point.scheduler}, ${point.machine}` : point.scheduler);
  const series = new Map<string, CurvePoint[]>();
  for (const point of curve.results) series.set(name_of(point), [...(series.get(name_of(point)) || []), point]);
  const names: number[] = []; // where names of curves stand
  let lift = 0;
  const label_y = (point: CurvePoint) => y(point.speedup) + 4 + lift;
  const colours = ["var(--curve-0)", "var(--curve-1)", "var(--curve-2)", "var(--curve-3)", "var(--curve-4)"];
  const drawing = make_svg(
    "svg",
    {
      viewBox: `0 0 ${kSize.width} ${kSize.height}`,
      class: "curve",
      role: "img",
      "aria-label": "speedup over processors",
    },
    axis(curve, x, y, most_speedup),
    curve_bounds(curve, x, y, most_speedup),
    [...series].map(([name, points], index) => {
      const sorted = [...points].sort((a, b) => a.p - b.p),
        last = sorted[sorted.length - 1],
        colour = colours[index % colours.length];
      lift = 0;
      while (names.some(taken => Math.abs(taken - label_y(last)) < 14)) lift += 14;
      names.push(label_y(last));
      return [
        make_svg("polyline", {
          points: sorted.map(point => `${x(point.p)},${y(point.speedup)}`).join(" "),
          fill: "none",
          stroke: colour,
          "stroke-width": 2,
          "stroke-dasharray": kDashes[index % kDashes.length].join(" "),
        }),
        sorted.map(point =>
          make_svg(
            "circle",
            {
              cx: x(point.p),
              cy: y(point.speedup),
              r: 3.5,
              fill: point.known === "optimal" ? colour : "var(--panel)",
              stroke: colour,
              "stroke-width": 1.5,
            },
            make_svg("title", {}, `${name}, P = ${point.p}: speedup ${point.speedup.toFixed(2)} (${point.known})`),
          ),
        ),
        make_svg("text", {x: x(last.p) + 10, y: names[index], fill: colour, "font-size": 12}, name),
      ];
    }),
  );
  const rows = [...series].flatMap(([name, points]) =>
    points.map(point =>
      make(
        "tr",
        {},
        make("th", {scope: "row"}, name),
        make("td.number", {}, point.p),
        make("td.number", {}, point.speedup.toFixed(2)),
        make("td.number", {}, `${(point.efficiency * 100).toFixed(1)} %`),
        make("td.number", {}, time(point.makespan)),
        make("td", {}, point.known),
      ),
    ),
  );
  return [
    make(
      "dl.figures",
      {},
      [
        ["Work", time(curve.work)],
        ["Span", time(curve.span)],
        ["Maximum speedup", curve.maximum_speedup?.toFixed(2) ?? "–"],
      ].map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))),
    ),
    drawing,
    make(
      "p.quiet",
      {},
      "Filled marks are optimal: no schedule is shorter. The band lies between the bounds; the dotted line is a speedup of one for each processor.",
    ),
    make(
      "div.scrolled",
      {tabindex: 0, role: "region", "aria-label": "table"},
      make(
        "table.figures-table",
        {},
        make(
          "thead",
          {},
          make(
            "tr",
            {},
            ["scheduler", "processors", "speedup", "efficiency", "time", "known"].map((name, index) =>
              make(index > 0 && index < 5 ? "th.number" : "th", {scope: "col"}, name),
            ),
          ),
        ),
        make("tbody", {}, rows),
      ),
    ),
  ];
}

function axis(curve: Curve, x: (p: number) => number, y: (s: number) => number, most: number): Child {
  const ps = [...new Set(curve.results.map(point => point.p))].sort((a, b) => a - b),
    step = Math.max(1, Math.ceil(most / 6)),
    ticks: Child[] = [];
  for (let s = 0; s <= most; s += step)
    ticks.push(
      make_svg("line", {x1: kSize.left, x2: kSize.width - kSize.right, y1: y(s), y2: y(s), stroke: "var(--grid)"}),
      make_svg(
        "text",
        {x: kSize.left - 8, y: y(s) + 4, "text-anchor": "end", "font-size": 12, fill: "var(--quiet)"},
        s,
      ),
    );
  let free = -Infinity;
  for (const p of ps) {
    if (x(p) < free) continue;
    free = x(p) + 26;
    ticks.push(
      make_svg(
        "text",
        {x: x(p), y: kSize.height - kSize.bottom + 18, "text-anchor": "middle", "font-size": 12, fill: "var(--quiet)"},
        p,
      ),
    );
  }
  return [
    ticks,
    make_svg(
      "text",
      {
        x: (kSize.left + kSize.width - kSize.right) / 2,
        y: kSize.height - 6,
        "text-anchor": "middle",
        "font-size": 12,
        fill: "var(--quiet)",
      },
      "processors",
    ),
    make_svg("text", {x: 4, y: 12, "font-size": 12, fill: "var(--quiet)"}, "speedup"),
  ];
}

// The band between the lower bound of all schedules and the upper bound of greedy ones; and the line of perfect
// speedup.
function curve_bounds(curve: Curve, x: (p: number) => number, y: (s: number) => number, most: number): Child {
  const bounds = (curve.bounds || []).filter(bound => bound.lower > 0).sort((a, b) => a.p - b.p),
    ideal: string[] = [];
  for (let p = 1; p <= Math.min(most, Math.max(...curve.results.map(point => point.p))); p += 0.25)
    ideal.push(`${x(p)},${y(p)}`);
  const above = bounds.map(bound => `${x(bound.p)},${y(Math.min(most, curve.work / bound.lower))}`),
    below = bounds
      .filter(bound => bound.upper)
      .map(bound => `${x(bound.p)},${y(curve.work / bound.upper!)}`)
      .reverse();
  return [
    bounds.length > 1 && below.length
      ? make_svg("polygon", {points: [...above, ...below].join(" "), fill: "var(--band)"})
      : null,
    make_svg("polyline", {points: ideal.join(" "), fill: "none", stroke: "var(--quiet)", "stroke-dasharray": "2 4"}),
  ];
}
