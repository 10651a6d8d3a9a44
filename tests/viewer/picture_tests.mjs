// The picture against the data: pixels, lines, processors, axis, themes.
import {equal, expect, geometry, look, place, set_view, settle, write_page} from "./browser.mjs";
import {kStateCount, make_run, random_from} from "./make_data.mjs";

const kStack = [1, 5, 6, 2, 3, 4, 7, 0]; // from the bottom of a bar
const plain_run = options => ({...make_run(options), marks: []});

// Shares of the states in one column of pixels, by definition.
function shares_of(intervals, begin, end) {
  const shares = new Array(kStateCount).fill(0);
  for (const interval of intervals)
    shares[interval.state] +=
      Math.max(0, Math.min(end, interval.end) - Math.max(begin, interval.begin)) / (end - begin);
  return shares;
}

function heights_of(shares, size) {
  const heights = new Array(kStateCount).fill(0);
  let sum = 0,
    below = 0;
  for (const state of kStack) {
    sum += shares[state];
    const top = Math.min(size, Math.round(sum * size));
    heights[state] = top - below;
    below = top;
  }
  return heights;
}

// Pixels of all bars by state, -1: no state's colour. Read once, so that a hundred columns cost one copy, and handed on as
// text: Playwright takes seconds for as many objects.
async function read_bars(page) {
  const text = await page.evaluate(() => {
    const {picture} = window.unply_page.timeline,
      {canvas, geometry: g} = picture,
      theme = window.unply.theme();
    const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const words = new Uint32Array(data.buffer);
    const states = new Map(
      theme.states.map((colour, state) => [
        ((255 << 24) | ((colour & 255) << 16) | (colour & 0xff00) | (colour >> 16)) >>> 0,
        state,
      ]),
    );
    const state_at = (x, y) => states.get(words[y * canvas.width + x]) ?? -1;
    const rows = g.rows.filter(
      row => row.kind === "lane" && row.from - g.scroll >= 0 && row.from + row.size - g.scroll <= g.across_size,
    );
    const bars = rows.map(row => {
      const gap = row.size < 10 ? 1 : row.size < 18 ? 2 : 4,
        size = row.size - gap,
        from = g.across_from + row.from - g.scroll,
        columns = [];
      for (let x = 0; x < Math.floor(g.along_size); ++x) {
        const counts = new Array(theme.states.length).fill(0);
        const order = []; // of the states, from the bottom of the bar
        let other = 0;
        for (let q = 0; q < size; ++q) {
          const y = g.downwards ? q : size - 1 - q;
          const state = g.downwards ? state_at(from + y, g.along_from + x) : state_at(g.along_from + x, from + y);
          if (state < 0) ++other;
          else ++counts[state];
          if (order[order.length - 1] !== state) order.push(state);
        }
        columns.push(other ? null : {counts, order});
      }
      return {run: row.run, lane: row.lane, size, columns};
    });
    return JSON.stringify(bars);
  });
  return JSON.parse(text);
}

// Columns that no border, grid line or label covers, at random; all must be right. Heights may differ by one pixel.
function compare_columns(run, rows, g, random, wanted, slack) {
  let checked = 0,
    wrong = 0,
    first = "";
  const pixels = Math.floor(g.along_size),
    step = (g.span.end - g.span.begin) / g.along_size;
  for (let tries = 0; tries < wanted * 30 && checked < wanted; ++tries) {
    const row = rows[Math.floor(random() * rows.length)],
      x = Math.floor(random() * pixels),
      drawn = row.columns[x],
      near = [];
    if (!drawn) continue;
    const {intervals} = run.lanes[row.lane];
    for (let shift = -slack; shift <= slack; ++shift)
      near.push(
        heights_of(
          shares_of(intervals, g.span.begin + (x + shift) * step, g.span.begin + (x + shift + 1) * step),
          row.size,
        ),
      );
    ++checked;
    const fits = near.some(heights => heights.every((height, state) => Math.abs(height - drawn.counts[state]) <= 1));
    const places = drawn.order.map(state => kStack.indexOf(state));
    if (!fits || places.some((at, i) => i > 0 && at < places[i - 1])) {
      ++wrong;
      first ||= `lane ${row.lane} column ${x}: drawn ${drawn.counts} in the order ${drawn.order}, expected ${near[slack]}`;
    }
  }
  expect(checked >= wanted, `only ${checked} columns could be compared`);
  expect(wrong === 0, `${wrong} of ${checked} columns differ, the first: ${first}`);
}

async function compare_at_zooms(open, options, page_options, slack, zooms) {
  const run = plain_run(options),
    file = write_page("pixels", [run], {chunk_rows: 128, base_bins: 16384, ...page_options}),
    random = random_from(7);
  const {page} = await open(file, {hash: "lines=0&hints=0"});
  for (const [from, to] of zooms) {
    await set_view(page, {span: {begin: Math.round(run.duration * from), end: Math.round(run.duration * to)}});
    const g = await geometry(page);
    compare_columns(run, await read_bars(page), g, random, 400, slack);
  }
}

const kMany = {lanes: 32, steps: 24, chunks: 14};
const kZooms = [
  [0, 1],
  [0.31, 0.4],
  [0.552, 0.556],
];

// In the page, before its program: the first picture of bars, and how many blocks were unpacked for it.
function note_first_picture() {
  const {DecompressionStream} = window,
    put = CanvasRenderingContext2D.prototype.putImageData;
  window.unpacked = 0;
  window.DecompressionStream = class extends DecompressionStream {
    constructor(format) {
      super(format);
      ++window.unpacked;
    }
  };
  CanvasRenderingContext2D.prototype.putImageData = function (image, x, y) {
    put.call(this, image, x, y);
    const copy = new ImageData(new Uint8ClampedArray(image.data), image.width);
    window.first ||= {image: copy, x, y, unpacked: window.unpacked, size: [this.canvas.width, this.canvas.height]};
  };
}

// What a column shows that is made of bins, by definition.
function shares_by_bins(intervals, begin, end, bin_ns) {
  const shares = new Array(kStateCount).fill(0);
  for (let bin = Math.floor(begin / bin_ns); bin * bin_ns < end; ++bin) {
    const part = Math.min(end, (bin + 1) * bin_ns) - Math.max(begin, bin * bin_ns);
    shares_of(intervals, bin * bin_ns, (bin + 1) * bin_ns).forEach((share, state) => {
      shares[state] += (share * part) / (end - begin);
    });
  }
  return shares;
}

export const picture_cases = {
  async first_picture_is_right_and_waits_for_one_level(open) {
    const run = plain_run(kMany),
      file = write_page("first", [run], {chunk_rows: 128, base_bins: 16384}),
      {page} = await open(file, {hash: "lines=0&hints=0", init: note_first_picture});
    const {unpacked, size, now, levels} = await page.evaluate(() => {
      const {unpacked, size, image, x, y} = window.first,
        {canvas} = window.unply_page.timeline.picture;
      const now = [canvas.width, canvas.height];
      canvas.getContext("2d").putImageData(image, x, y);
      return {unpacked, size, now, levels: window.unply.head.runs[0].pyramid};
    });
    const {bin_ns, bins} = levels.find(level => level.bins >= 2048);
    expect(levels[levels.length - 1].bins > bins && bins >= 2048, "there are finer levels");
    equal(unpacked, 1 + Math.ceil(bins / 512), "blocks unpacked before it: the head and one level");
    equal(size, now, "it has the size that the picture keeps");
    const g = await geometry(page),
      rows = await read_bars(page),
      step = (g.span.end - g.span.begin) / g.along_size;
    let checked = 0;
    for (const row of rows)
      for (let x = row.lane; x < Math.floor(g.along_size); x += 37) {
        const begin = g.span.begin + x * step,
          shares = shares_by_bins(run.lanes[row.lane].intervals, begin, begin + step, bin_ns),
          wanted = heights_of(shares, row.size),
          drawn = row.columns[x]?.counts;
        if (!drawn) continue;
        ++checked;
        expect(
          wanted.every((height, state) => Math.abs(height - drawn[state]) <= 1),
          `lane ${row.lane} column ${x}: drawn ${drawn}, expected ${wanted}`,
        );
      }
    expect(checked > 300, `only ${checked} columns could be compared`);
  },

  async pixels_from_intervals_at_three_zooms(open) {
    await compare_at_zooms(open, kMany, {}, 0, kZooms);
  },

  // Whole run and a third of it: from there on bins of the pyramid are less than a quarter of a pixel.
  async pixels_from_the_pyramid(open) {
    await compare_at_zooms(open, kMany, {without_intervals: true}, 1, [
      [0, 1],
      [0.2, 0.55],
      [0, 0.4],
    ]);
  },

  async pixels_where_time_runs_down(open) {
    const run = plain_run({lanes: 24, steps: 20, chunks: 10}),
      {page} = await open(write_page("down", [run], {chunk_rows: 128, base_bins: 16384}), {
        hash: "lines=0&down=1&hints=0",
        width: 900,
      });
    compare_columns(run, await read_bars(page), await geometry(page), random_from(3), 300, 0);
  },

  async time_is_where_the_ruler_says(open) {
    const run = make_run({}),
      {page} = await open(write_page("axis", [run, {...make_run({seed: 9}), kind: "simulated", label: "simulated"}]));
    const g = await geometry(page),
      heads = g.rows.filter(row => row.kind === "head").map(row => row.name);
    equal(heads, ["simulated", "measured"], "the simulated run stands above the measured one");
    equal(place(g, 0, 2, 1e6).x, place(g, 1, 1, 1e6).x, "one axis of time");
    const {x, y} = place(g, 0, 1, run.lanes[1].intervals[5].begin + 5);
    await page.mouse.move(x, y);
    const tip = await page.textContent(".tip");
    expect(tip.includes("thread 1"), `the tooltip says the lane: ${tip}`);
  },

  async dependency_lines_of_the_window(open) {
    const run = make_run({}),
      {page} = await open(write_page("lines", [run]));
    const inside = (line, {begin, end}) => Math.min(line.from, line.to) < end && Math.max(line.from, line.to) >= begin;
    for (const span of [
      {begin: 0, end: run.duration},
      {begin: 1e6, end: 1.4e6},
    ]) {
      await set_view(page, {span});
      const drawn = await page.evaluate(() =>
        window.unply_page.timeline.picture.lines.map(
          line => `${line.kind} ${line.from_lane} ${line.to_lane} ${line.from_ns} ${line.to_ns}`,
        ),
      );
      const wanted = new Set(
        run.lines
          .filter(line => inside(line, span))
          .map(line => `${line.kind} ${line.from_lane} ${line.to_lane} ${line.from} ${line.to}`),
      );
      expect(drawn.length > 10 && drawn.every(line => wanted.has(line)), "each drawn line is one of the data");
      const missing = [...wanted].filter(line => !drawn.includes(line)).length;
      expect(span.begin === 0 || missing === 0, `${missing} lines of the window are not drawn`); // from afar equal ones cover each other
    }
    const ink = async () =>
      page.evaluate(() => {
        const {canvas} = window.unply_page.timeline.picture,
          {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) sum += data[i] * 3 + data[i + 1] * 5 + data[i + 2] * 7;
        return sum;
      });
    const with_lines = await ink();
    await page.keyboard.press("Shift+L");
    await settle(page);
    const with_labels = await ink();
    expect(with_labels !== with_lines && (await look(page)).labels === "kind", "labels are drawn");
    await page.keyboard.press("l");
    await settle(page);
    expect(
      (await ink()) !== with_lines &&
        (await page.evaluate(() => window.unply_page.timeline.picture.lines.length)) === 0,
      "lines are off",
    );
  },

  async lanes_by_processor(open) {
    const run = {...make_run({lanes: 4, steps: 6}), lines: [], marks: []};
    // Four threads on processor 1 in turn; then each on its own.
    run.lanes.forEach((lane, i) =>
      lane.intervals.forEach(interval => {
        interval.core = interval.begin < run.duration / 2 ? 1 : i;
      }),
    );
    const {page} = await open(write_page("cores", [run]), {hash: "rows=core&hints=0"});
    const colours = async (from, to) =>
      page.evaluate(
        ([begin, end]) => {
          const {canvas, geometry: g} = window.unply_page.timeline.picture,
            theme = window.unply.theme(),
            {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return g.rows.map(row => {
            const found = new Set();
            for (let x = Math.ceil(g.along_from + begin * g.along_size); x < g.along_from + end * g.along_size; ++x)
              for (let y = g.across_from + row.from; y < g.across_from + row.from + row.size - 4; ++y) {
                const at = (y * canvas.width + x) * 4,
                  lane = theme.threads.findIndex(
                    colour =>
                      colour >> 16 === data[at] &&
                      ((colour >> 8) & 255) === data[at + 1] &&
                      (colour & 255) === data[at + 2],
                  );
                if (lane >= 0) found.add(lane);
              }
            return [...found].sort();
          });
        },
        [from, to],
      );
    const first = await colours(0.01, 0.45),
      second = await colours(0.6, 0.99);
    equal(first, [[], [0, 1, 2, 3], [], []], "threads seen on each processor while all are on one");
    equal(second, [[0], [1], [2], [3]], "threads seen on each processor when each has its own");
    const idle = run.lanes[2].intervals.find(
      item => item.state === 0 && item.begin > run.duration * 0.5 && item.end - item.begin > run.duration / 100,
    );
    const blank = await colours((idle.begin + 1e3) / run.duration + 0.003, (idle.end - 1e3) / run.duration - 0.003);
    equal(blank[2], [], "an idle thread is on no processor");
    const g = await geometry(page),
      busy = run.lanes[0].intervals.find(interval => interval.state === 1 && interval.begin < run.duration / 3),
      {x, y} = place(g, 0, 1, (busy.begin + busy.end) / 2, "core");
    await page.mouse.move(x, y);
    expect((await page.textContent(".tip")).includes("thread 0"), "the tooltip names the threads on a processor");
  },

  async one_thread_at_a_time_on_a_processor(open) {
    const run = {...make_run({lanes: 3, steps: 6}), lines: [], marks: []},
      [active, wait] = [1, 3],
      piece = (lane, begin, end, state) => ({...run.lanes[0].intervals[0], lane, begin, end, state, core: 0});
    // Thread 1 has events while thread 0 seems to work; thread 2 waits all the time.
    const pieces = [
      [[0, 1, active]],
      [
        [0, 0.2, wait],
        [0.2, 0.3, active],
        [0.3, 0.5, active],
        [0.5, 1, wait],
      ],
      [[0, 1, wait]],
    ];
    run.lanes.forEach((lane, i) => {
      lane.begin = 0;
      lane.intervals = pieces[i].map(([begin, end, state]) =>
        piece(i, begin * run.duration, end * run.duration, state),
      );
    });
    const {page} = await open(write_page("turns", [run]), {hash: "rows=core&hints=0"}),
      seen = await page.evaluate(() =>
        [...window.unply_page.timeline.picture.raster.on_cores[0].values()].map(stays =>
          stays.map(({begin, end, lane}) => [begin, end, lane]),
        ),
      ),
      tenth = time => Math.round((10 * time) / run.duration);
    equal(
      seen.map(stays => stays.map(([begin, end, lane]) => [tenth(begin), tenth(end), lane])),
      [
        [
          [0, 2, 0],
          [2, 5, 1],
          [5, 10, 0],
        ],
      ],
      "who has the processor",
    );
  },

  async values_and_points(open) {
    const run = make_run({}),
      late = run.marks.find(each => each.kind === 1 && each.time > 1e6),
      mark = {...late, time: late.time - 12000, value: 7.25};
    run.marks.push(mark, {...late, time: late.time - 24000, value: -3.5}); // three values in one interval
    const {page} = await open(write_page("marks", [run]), {hash: "lines=0"}),
      g = await geometry(page),
      {x, y} = place(g, 0, 0, mark.time);
    await page.mouse.click(x, y);
    await settle(page);
    const values = await page.textContent(".values");
    expect(
      values.includes("change") && values.includes(String(mark.value)),
      `the value nearest to the cursor is shown: ${values}`,
    );
    const other = run.marks.filter(each => each.kind === 1 && each !== mark).map(each => String(each.value));
    expect(!other.some(value => values.includes(` ${value} `)), "and no other");
  },

  async wheel_drag_page_and_typed_times(open) {
    const run = make_run({}),
      {page} = await open(write_page("zoom", [run])),
      whole = run.duration;
    let g = await geometry(page);
    const at = place(g, 0, 1, whole / 3);
    await page.mouse.move(at.x, at.y);
    await page.mouse.wheel(0, -500);
    await settle(page);
    let {span} = await look(page);
    g = await geometry(page);
    expect(span.end - span.begin < whole * 0.6, "the wheel zooms in");
    expect(Math.abs(place(g, 0, 1, whole / 3).x - at.x) < 1.5, "and holds what is under the pointer");
    await page.mouse.move(g.left + g.along_from + 100, g.top + 10);
    await page.mouse.down();
    await page.mouse.move(g.left + g.along_from + 300, g.top + 10);
    await page.mouse.up();
    await settle(page);
    const wanted = {
      begin: span.begin + (100 / g.along_size) * (span.end - span.begin),
      end: span.begin + (300 / g.along_size) * (span.end - span.begin),
    };
    ({span} = await look(page));
    expect(
      Math.abs(span.begin - wanted.begin) < 2 && Math.abs(span.end - wanted.end) < 2,
      "a drag on the ruler zooms to it",
    );
    const before = span;
    await page.keyboard.press("PageDown");
    ({span} = await look(page));
    expect(Math.abs(span.begin - before.end) < 2, "one page on begins where the last ended");
    await page.fill("[aria-label='Start of the window']", "1,2 ms");
    await page.fill("[aria-label='Length of the window']", "300us");
    await page.keyboard.press("Enter");
    await settle(page);
    equal((await look(page)).span, {begin: 1.2e6, end: 1.5e6}, "typed window");
    await page.fill("[aria-label='Start of the window']", "soon");
    await page.keyboard.press("Enter");
    expect((await page.textContent(".problem")).includes("“soon” is no time"), "a bad time is explained");
    equal((await look(page)).span, {begin: 1.2e6, end: 1.5e6}, "and changes nothing");
    const strip = await page.locator(".minimap").boundingBox();
    await page.mouse.click(strip.x + strip.width / 2, strip.y + 10);
    ({span} = await look(page));
    expect(Math.abs((span.begin + span.end) / 2 - whole / 2) < whole * 0.01, "a click in the strip goes there");
  },

  async themes_keep_contrast(open) {
    const run = make_run({}),
      {page} = await open(write_page("themes", [run]), {hash: "at=0.1.500000&sel=100000-900000"});
    const channel = value => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    for (const theme of ["light", "dark", "print"]) {
      await set_view(page, {theme});
      const texts = await page.evaluate(() => {
        const rgb = colour => (colour.match(/[\d.]+/g) || []).map(Number);
        const ground = element => {
          for (let e = element; e; e = e.parentElement) {
            const colour = rgb(getComputedStyle(e).backgroundColor);
            if (colour.length === 3 || colour[3] === 1) return colour.slice(0, 3);
          }
          return [255, 255, 255];
        };
        return [...document.querySelectorAll("body *")]
          .filter(
            e =>
              e.checkVisibility() &&
              [...e.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()) &&
              !e.closest("svg, option, script, [disabled]"),
          )
          .map(e => ({
            text: e.textContent.trim().slice(0, 30),
            tag: e.tagName,
            fore: rgb(getComputedStyle(e).color).slice(0, 3),
            back: ground(e),
          }));
      });
      expect(texts.length > 60, "texts found");
      for (const {text, tag, fore, back} of texts) {
        const [a, b] = [luminance(fore), luminance(back)].sort((x, y) => y - x),
          contrast = (a + 0.05) / (b + 0.05);
        expect(contrast >= 4.5, `${theme}: contrast of ${tag} “${text}” is ${contrast.toFixed(2)}, below 4.5`);
      }
    }
  },

  async states_differ_for_the_colour_blind_and_in_print(open) {
    const {page} = await open(write_page("colours", [make_run({})]));
    // Dichromats by Viénot, Brettel and Mollon 1999 (protan, deutan) and Brettel's tritan plane, in linear RGB.
    const kinds = {
      normal: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
      protan: [
        [0.11238, 0.88762, 0],
        [0.11238, 0.88762, 0],
        [0.00401, -0.00401, 1],
      ],
      deutan: [
        [0.29275, 0.70725, 0],
        [0.29275, 0.70725, 0],
        [-0.02234, 0.02234, 1],
      ],
      tritan: [
        [1, 0.1446, -0.1446],
        [0, 0.8592, 0.1408],
        [0, 0.8592, 0.1408],
      ],
    };
    const linear = rgb =>
      [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map(v =>
        (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4,
      );
    const lab = ([r, g, b]) => {
      const f = t => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
      const [x, y, z] = [
        [0.4124, 0.3576, 0.1805, 0.95047],
        [0.2126, 0.7152, 0.0722, 1],
        [0.0193, 0.1192, 0.9505, 1.08883],
      ].map(([a, c, d, white]) => f((a * r + c * g + d * b) / white));
      return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
    };
    for (const theme of ["light", "dark"]) {
      await set_view(page, {theme});
      const states = await page.evaluate(() => window.unply.theme().states);
      for (const [kind, matrix] of Object.entries(kinds)) {
        const colours = states.map(rgb =>
          lab(
            matrix.map(row =>
              Math.min(
                1,
                Math.max(
                  0,
                  row.reduce((sum, factor, i) => sum + factor * linear(rgb)[i], 0),
                ),
              ),
            ),
          ),
        );
        for (let a = 0; a < states.length; ++a)
          for (let b = 0; b < a; ++b) {
            const distance = Math.hypot(...colours[a].map((value, i) => value - colours[b][i]));
            expect(distance > 15, `${theme}, ${kind}: states ${b} and ${a} are only ${distance.toFixed(1)} apart`);
          }
      }
    }
    await set_view(page, {theme: "print"});
    const patterns = await page.evaluate(() =>
      [0, 2, 3, 4, 7, 8].map(state => getComputedStyle(document.querySelector(`.pattern-${state}`)).backgroundImage),
    );
    equal(new Set(patterns).size, 6, "patterns in print");
  },
};
