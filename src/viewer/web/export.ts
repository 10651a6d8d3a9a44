// Saves the view as a file (the paper's print files): PNG of the canvas, SVG made of rectangles and text, CSV of the
// intervals in the window, or of the shares of each pixel where the window holds too many.
import {App} from "./app";
import {stack_stays, Stay} from "./cores";
import {activity_of, line_name, site_name, title_of} from "./describe";
import {format_point} from "./format";
import {along_of, bar_from, bar_size, cores_of, Geometry, Row, visible_rows} from "./geometry";
import {point_at, rectangle} from "./layers";
import {Picture} from "./picture";
import {key_of, kStack} from "./raster";
import {lane_shares, plan_shares} from "./shares";
import {css_colour, is_patterned} from "./theme";
import {kStates, kStateWords} from "./words";

const kMostCsvRows = 2e6;

export function save(name: string, content: BlobPart, type: string) {
  const link = document.createElement("a"),
    address = URL.createObjectURL(new Blob([content], {type}));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export function base_name(app: App): string {
  return (
    (app.head.runs[0]?.trace || "unply")
      .replace(/^.*\//, "")
      .replace(/\.trace$/, "")
      .replace(/[^\w.-]+/g, "_") || "unply"
  );
}

export function save_png(app: App, picture: Picture) {
  app.draw();
  picture.canvas.toBlob(blob => {
    if (blob) save(`${base_name(app)}.png`, blob, "image/png");
  });
}

function escape(text: string): string {
  // Characters that XML 1.0 does not know are left out.
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

function svg_rect([x, y, width, height]: [number, number, number, number], fill: string): string {
  return `<rect x="${x.toFixed(2)}" y="${y.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}" fill="${fill}"/>`;
}

function svg_text([x, y]: [number, number], text: string, colour: string, more = ""): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${colour}"${more}>${escape(text)}</text>`;
}

const kPatterns = `<defs>
<pattern id="p2" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#fff"/><path d="M0 6L6 0" stroke="#000"/></pattern>
<pattern id="p3" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#fff"/><path d="M0 0L6 6" stroke="#000"/></pattern>
<pattern id="p4" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="#fff"/><path d="M0 0H4M0 0V4" stroke="#000"/></pattern>
<pattern id="p7" width="3" height="3" patternUnits="userSpaceOnUse"><rect width="3" height="3" fill="#fff"/><rect width="1" height="1" fill="#000"/></pattern>
<pattern id="p0" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="#fff"/><rect width="1" height="1" fill="#000"/></pattern>
</defs>
`;

// Rectangles of a row: neighbouring pixels of one state are one.
function svg_lane(app: App, g: Geometry, row: Row): string {
  const data = app.runs[row.run],
    pixels = Math.floor(g.along_size),
    shares = new Float32Array(pixels * kStates),
    theme = app.theme();
  lane_shares(data, plan_shares(data, g.span, pixels), row.lane, g.span, pixels, shares);
  const size = bar_size(row),
    from = bar_from(g, row),
    open: {state: number; low: number; high: number; begin: number}[] = [];
  let out = "";
  const close = (slot: number, end: number) => {
    const {state, low, high, begin} = open[slot];
    if (high > low && !app.view.hidden.has(`state:${state}`))
      out += svg_rect(
        rectangle(
          g,
          g.along_from + begin,
          g.downwards ? from + low * size : from + (1 - high) * size,
          end - begin,
          (high - low) * size,
        ),
        theme.patterns && is_patterned(state) ? `url(#p${state})` : css_colour(theme.states[state]),
      );
  };
  for (let x = 0; x < pixels; ++x) {
    let low = 0;
    kStack.forEach((state, slot) => {
      const high = low + shares[x * kStates + state],
        now = open[slot];
      if (!now || now.low !== low || now.high !== high) {
        if (now) close(slot, x);
        open[slot] = {state, low, high, begin: x};
      }
      low = high;
    });
  }
  kStack.forEach((_, slot) => {
    if (open[slot]) close(slot, pixels);
  });
  return out;
}

function svg_core(app: App, g: Geometry, row: Row, on_cores: (Map<string, Stay[]> | null)[]): string {
  const stays = on_cores[row.run]?.get(key_of(cores_of(app.runs[row.run].run)[row.lane])) || [],
    theme = app.theme();
  let out = "";
  stack_stays(stays, g.span, Math.floor(g.along_size), (pixel, from, to, lane) => {
    out += svg_rect(
      rectangle(g, g.along_from + pixel, bar_from(g, row) + (1 - to) * bar_size(row), 1, (to - from) * bar_size(row)),
      css_colour(theme.threads[lane % theme.threads.length]),
    );
  });
  return out;
}

export function picture_as_svg(app: App, picture: Picture): string {
  app.draw();
  const g = picture.geometry,
    theme = app.theme(),
    {step, times} = picture.ticks(g);
  let body = svg_rect([0, 0, g.width, g.height], css_colour(theme.ground));
  for (const time of times) {
    body += svg_rect(rectangle(g, along_of(g, time), g.across_from - 6, 1, g.across_size + 6), theme.grid);
    body += svg_text(
      g.downwards ? [4, along_of(g, time) + 4] : [along_of(g, time) + 4, g.across_from / 2 + 3],
      format_point(time, step, app.view.unit, g.span.end),
      theme.quiet_text,
    );
  }
  for (const row of visible_rows(g)) {
    if (row.kind === "lane") body += svg_lane(app, g, row);
    else if (row.kind === "core") body += svg_core(app, g, row, picture.raster.on_cores);
    const [x, y] = point_at(g, 10, bar_from(g, row) + bar_size(row) / 2 + 4);
    body += svg_text(
      [x, y],
      row.name.slice(0, 40),
      theme.text,
      g.downwards ? ` transform="rotate(-90 ${x.toFixed(1)} ${g.along_from - 8})"` : "",
    );
  }
  for (const line of picture.lines) {
    const from = g.by_lane.get(line.run * 65536 + line.from_lane),
      to = g.by_lane.get(line.run * 65536 + line.to_lane);
    if (!from || !to) continue;
    const [x1, y1] = point_at(g, along_of(g, line.from_ns), bar_from(g, from) + bar_size(from) / 2),
      [x2, y2] = point_at(g, along_of(g, line.to_ns), bar_from(g, to) + bar_size(to) / 2);
    body += `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${theme.lines[line.kind] || theme.text}"><title>${escape(line_name(app.runs[line.run].run, line.kind))}</title></line>`;
  }
  const key = kStateWords
    .map(
      (word, state) =>
        svg_rect(
          [10 + state * 120, g.height + 9, 12, 12],
          theme.patterns && is_patterned(state) ? `url(#p${state})` : css_colour(theme.states[state]),
        ) + svg_text([27 + state * 120, g.height + 19], word.name, theme.text),
    )
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.max(g.width, 980)}" height="${g.height + 30}" viewBox="0 0 ${Math.max(g.width, 980)} ${g.height + 30}" font-family="system-ui, sans-serif" font-size="11">
<title>${escape(app.head.title)}</title>
${kPatterns}${svg_rect([0, g.height, Math.max(g.width, 980), 30], css_colour(theme.ground))}${body}${key}
</svg>
`;
}

function quote(text: string): string {
  // A leading =, +, - or @ would be a formula in a spreadsheet.
  const safe = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

// The intervals that meet the window, cut to it where `clip`.
export async function window_as_csv(app: App): Promise<string> {
  const rows = ["run,lane,begin_ns,end_ns,state,activity,what,function_and_place,processor,region"],
    {span, hidden} = app.view;
  for (const data of app.runs) {
    if (data.intervals_within(span.begin, span.end) > kMostCsvRows) return shares_as_csv(app);
    for (let lane = 0; lane < data.run.lanes.length; ++lane) {
      const starts = data.run.lanes[lane].chunks.begin_ns;
      for (let c = data.chunk_at(lane, span.begin); c < starts.length && starts[c] < span.end; ++c) {
        const chunk = await data.load_chunk(lane, c);
        if (!chunk) return shares_as_csv(app);
        for (let i = chunk.at(span.begin); i < chunk.rows && chunk.begin_of(i) < span.end; ++i) {
          const item = data.interval(lane, c, i)!;
          if (hidden.has(`state:${item.state}`) || item.end <= span.begin) continue;
          rows.push(
            [
              quote(data.run.label),
              quote(data.run.lanes[lane].name),
              item.begin,
              item.end,
              quote(kStateWords[item.state].name),
              quote(activity_of(data.run, item)),
              quote(title_of(data.run, item)),
              quote(item.site ? site_name(data.run, item.site) : ""),
              item.core === 0xffff ? "" : item.core,
              item.region || "",
            ].join(","),
          );
        }
      }
    }
  }
  return rows.join("\n") + "\n";
}

function shares_as_csv(app: App): string {
  const rows = ["run,lane,begin_ns,end_ns," + kStateWords.map(word => word.name.replace(/ /g, "_")).join(",")],
    {span} = app.view,
    pixels = 1000,
    step = (span.end - span.begin) / pixels;
  const shares = new Float32Array(pixels * kStates);
  for (const data of app.runs)
    data.run.lanes.forEach((lane, index) => {
      lane_shares(data, plan_shares(data, span, pixels), index, span, pixels, shares);
      for (let x = 0; x < pixels; ++x)
        rows.push(
          [
            quote(data.run.label),
            quote(lane.name),
            Math.round(span.begin + x * step),
            Math.round(span.begin + (x + 1) * step),
            ...[...shares.subarray(x * kStates, (x + 1) * kStates)].map(share => share.toFixed(4)),
          ].join(","),
        );
    });
  return rows.join("\n") + "\n";
}
