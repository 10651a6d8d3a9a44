// Input and output of the page: hostile names, exports, statistics, further pages, incomplete data, errors.
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import {
  click_at,
  equal,
  expect,
  geometry,
  look,
  scratch,
  script,
  set_view,
  settle,
  style,
  write_page,
} from "./browser.mjs";
import {make_blocks, make_page, make_run} from "./make_data.mjs";

const kHostile = [
  "</script><script>window.hacked = 1</script>",
  "<img src=x onerror='window.hacked = 2'>",
  "\u202Egnirts\u202C \"'&amp;${`",
  "x".repeat(10000),
  "=cmd|' /C calc'!A0",
  "line\nbreak\u2028\u0000",
  "javascript:window.hacked=3",
];

const saved = async (page, act, name) => {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const file = path.join(scratch, name);
  await download.saveAs(file);
  return {file, suggested: download.suggestedFilename()};
};

// In the form of `unply stats --json`.
const states_of = (active, event, lock) => ({
  active_ns: active,
  active_share: active / 4e6,
  wait_event_ns: event,
  wait_event_share: event / 4e6,
  wait_lock_ns: lock,
  wait_lock_share: lock / 4e6,
  preempted_ns: 0,
  preempted_share: 0,
});
const kStatistics = {
  schema: 1,
  file: "heat.trace",
  complete: true,
  threads: 4,
  active_ns: 5e6,
  capacity_ns: 7.3e6,
  lost_ns: 2.3e6,
  efficiency: 0.685,
  findings: [{lost_ns: 9e4, text: "chunks differ", estimate: "schedule(dynamic,16) would save 2 ms"}],
  critical_path: {begin_ns: 0, end_ns: 4100000},
  tables: {
    threads: [
      {thread: "thread 0", ...states_of(3e6, 2000, 0)},
      {thread: "thread 1", ...states_of(2e6, 90000, 0)},
    ],
    loops: [
      {
        loop: "solver.c:11",
        function: "step",
        schedule: "dynamic",
        executions: 9,
        iterations_min: 384,
        iterations_mean: 384,
        iterations_max: 384,
        chunk_ns_min: 20000,
        chunk_ns_mean: 36000,
        chunk_ns_max: 98000,
        imbalance: 0.21,
      },
    ],
    locks: [],
  },
};

export const content_cases = {
  async hostile_names_are_shown_as_text(open) {
    const run = make_run({names: kHostile.slice(0, 4)});
    Object.assign(run, {
      program: kHostile[0],
      title: kHostile[0],
      names: [kHostile[1], kHostile[4]],
      notes: kHostile,
      statistics: {
        ...kStatistics,
        findings: kHostile.map(text => ({text, estimate: text})),
        tables: {[kHostile[1]]: kHostile.map(name => ({[kHostile[0]]: name, name}))},
      },
      files: kHostile.map((name, row) => ({
        name,
        short: name,
        text: row === 5 ? null : kHostile.join("\n") + "\n" + "/*".repeat(3000),
        note: row ? name : "",
      })),
      objects: [{kind: "lock", id: 0x7f0010, name: kHostile[0], site: 4}],
      sites: run.sites.map(([file, line, column], i) => [
        file < 0 ? -1 : i % kHostile.length,
        line,
        column,
        kHostile[i % kHostile.length],
      ]),
    });
    const pages = [
      {kind: "report", title: kHostile[0], text: kHostile.join("\n")},
      {
        kind: "graph",
        title: "graph",
        svg: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.hacked = 4</script><image href="http://example.com/x.png"/></svg>`,
      },
    ];
    const {page} = await open(write_page("hostile", [run], {pages, left_out: kHostile, title: kHostile[0]}), {
      hash: "labels=statement",
    });
    const g = await geometry(page);
    for (const lane of [0, 1, 2, 3]) {
      const item = run.lanes[lane].intervals.find(each => each.site > 0 && each.end - each.begin > run.duration / 300);
      await click_at(page, g, 0, lane, (item.begin + item.end) / 2);
    }
    for (const [row] of kHostile.entries()) await set_view(page, {file: row, line: 3});
    await page.keyboard.press("/");
    await page.fill(".find input", "script");
    await settle(page);
    await page.keyboard.press("?");
    for (const name of ["statistics", "page0", "page1", "timeline"]) await set_view(page, {page: name});
    const found = await page.evaluate(() => ({
      hacked: window.hacked,
      scripts: document.querySelectorAll("script:not([type='text/plain'])").length,
      images: [...document.querySelectorAll("img")].map(e => e.src.slice(0, 5)),
      handlers: [...document.querySelectorAll("*")].filter(e => [...e.attributes].some(a => /^on/.test(a.name))).length,
      program: document.querySelector(".program").textContent,
      wide: document.documentElement.scrollWidth <= innerWidth,
    }));
    equal([found.hacked, found.scripts, found.handlers], [undefined, 1, 0], "nothing of it ran or became an element");
    equal(found.images, ["blob:"], "pictures");
    equal(found.program, kHostile[0], "the program's name is shown as it is");
    expect(found.wide, "ten thousand characters do not widen the page");
    equal(await page.title(), kHostile[0], "title");
  },

  async exports_can_be_read(open) {
    const run = {...make_run({}), names: ["=1+1", "b"]},
      {page} = await open(
        write_page("export", [
          {...run, sites: run.sites.map(site => [site[0], site[1], site[2], site[3] && '=SUM("a",<b>)'])},
        ]),
      );
    const span = {begin: 600000, end: 1400000};
    await set_view(page, {span, hidden: ["state:6"]});
    await page.focus(".overlay");
    const svg = await saved(page, () => page.keyboard.press("Shift+S"), "a.svg"),
      png = await saved(page, () => page.keyboard.press("Shift+P"), "a.png"),
      csv = await saved(page, () => page.selectOption("[aria-label='Save']", "csv"), "a.csv");
    equal([svg.suggested, png.suggested, csv.suggested], ["heat.svg", "heat.png", "heat.csv"], "names of the files");
    const parsed = await page.evaluate(
      text => {
        const tree = new DOMParser().parseFromString(text, "image/svg+xml");
        return {
          broken: tree.querySelector("parsererror")?.textContent,
          root: tree.documentElement.tagName,
          rects: tree.querySelectorAll("rect").length,
          texts: [...tree.querySelectorAll("text")].map(e => e.textContent),
          black: [...tree.querySelectorAll("rect")].filter(
            e => e.getAttribute("fill") === `#${window.unply.theme().states[6].toString(16)}`,
          ).length,
          lines: tree.querySelectorAll("line").length,
        };
      },
      fs.readFileSync(svg.file, "utf8"),
    );
    expect(
      !parsed.broken && parsed.root === "svg" && parsed.rects > 50 && parsed.lines > 5,
      `SVG: ${JSON.stringify(parsed).slice(0, 200)}`,
    );
    expect(
      parsed.texts.includes("thread 3") && parsed.texts.some(text => / ms$/.test(text)),
      "SVG has names and times",
    );
    equal(parsed.black, 1, "rectangles of the hidden state, only the legend's");
    const bytes = fs.readFileSync(png.file),
      size = await page.evaluate(() => [document.querySelector(".bars").width, document.querySelector(".bars").height]);
    equal([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)], ["PNG", ...size], "PNG");
    expect(zlib.inflateSync(idat(bytes)).length > size[0] * size[1], "PNG holds the pixels");
    const rows = parse_csv(fs.readFileSync(csv.file, "utf8")),
      wanted = run.lanes.flatMap(lane =>
        lane.intervals.filter(item => item.end > span.begin && item.begin < span.end && item.state !== 6),
      );
    equal(rows.length, wanted.length + 1, "rows of the CSV");
    expect(
      rows.every(row => row.length === rows[0].length),
      "columns of the CSV",
    );
    equal(
      rows
        .slice(1)
        .map(row => [Number(row[2]), Number(row[3])])
        .sort(),
      wanted.map(item => [item.begin, item.end]).sort(),
      "intervals of the CSV",
    );
    expect(
      rows.slice(1).every(row => row.every(cell => !/^[=+@]/.test(cell))),
      "no formula in the CSV",
    );
    await set_view(page, {rows: "core"});
    const cores = await saved(page, () => page.keyboard.press("Shift+S"), "b.svg");
    expect((fs.readFileSync(cores.file, "utf8").match(/<rect/g) || []).length > 100, "SVG of the processors");
  },

  async statistics_as_tables(open) {
    const run = {...make_run({}), statistics: kStatistics, notes: ["static loops of gcc are not seen"]},
      {page} = await open(write_page("statistics", [run]), {hash: "page=statistics"});
    const text = await page.textContent(".statistics");
    for (const part of [
      "31.5 % of the time of 4 threads is lost",
      "1.23 %",
      "chunks differ",
      "Efficiency",
      "68.5 %",
      "schedule(dynamic,16) would save 2 ms",
      "thread 1",
      "3.00 ms",
      "90.0 µs",
      "2.25 %",
      "Parallel loops",
      "solver.c:11",
      "20.0 µs … 36.0 µs … 98.0 µs",
      "Critical path",
      "static loops of gcc",
    ])
      expect(text.includes(part), `the page says “${part}”`);
    expect(text.indexOf("is lost") < text.indexOf("Threads"), "words come first");
    expect(!/preempted|wait lock/i.test(text), "columns of nothing but zeros are left out");
    const names = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("#statistics-threads tbody tr td:first-child")].map(e => e.textContent),
      );
    await page.click("#statistics-threads th:nth-child(2) button");
    equal(await names(), ["thread 0", "thread 1"], "largest first");
    await page.click("#statistics-threads th:nth-child(2) button");
    equal(await names(), ["thread 1", "thread 0"], "smallest first");
    const csv = await saved(page, () => page.click("text=Save tables as CSV"), "s.csv");
    expect(fs.readFileSync(csv.file, "utf8").includes('"thread 1","2000000","0.5"'), "tables as CSV");
    await page.click(".statistics .link");
    await settle(page);
    const view = await look(page);
    equal([view.page, view.line, view.item.site], ["timeline", 11, 3], "a place in a table leads to the timeline");
  },

  async rows_and_columns_of_tables_left_out(open) {
    const run = {...make_run({}), statistics: kStatistics},
      {page} = await open(write_page("left_out", [run]), {hash: "page=statistics"});
    const threads = page.locator("#statistics-threads"),
      texts = selector => threads.locator(selector).allTextContents(),
      columns = await texts("thead th");
    expect(columns.includes("Active") && columns.length > 2, `columns ${columns}`);
    expect(!(await threads.locator(".notice").isVisible()), "nothing is left out at first");
    await threads.locator("thead th:nth-child(3) .sort").click();
    await threads.locator("[aria-label='leave out Active']").click();
    equal(
      await texts("thead th"),
      columns.filter(name => name !== "Active"),
      "without the active time",
    );
    equal(await texts("tbody td:first-child"), ["thread 1", "thread 0"], "still sorted by waiting");
    await threads.locator("[aria-label='leave out thread 1']").press("Enter");
    equal(await texts("tbody td:first-child"), ["thread 0"], "without a row");
    const said = await threads.locator(".notice").textContent();
    for (const part of ["Left out: ", "thread 1 ×", "Active ×", "still count it"])
      expect(said.includes(part), `the notice says “${part}”: ${said}`);
    equal(await page.evaluate(() => document.activeElement.textContent), "Show all", "the keyboard is at the way back");
    expect(!(await page.locator("#statistics-loops .notice").isVisible()), "other tables keep all");
    await threads.locator("[title='show thread 1 again']").click();
    equal(await texts("tbody td:first-child"), ["thread 1", "thread 0"], "the row comes back where it was");
    equal((await texts("thead th")).includes("Active"), false, "the column stays out");
    await threads.locator("text=Show all").click();
    equal(await texts("thead th"), columns, "all columns");
    expect(!(await threads.locator(".notice").isVisible()), "and no notice");
  },

  async pages_of_a_sequential_recording(open) {
    const curve = {
      schema: 1,
      unit: "ns",
      work: 1e6,
      span: 1e5,
      maximum_speedup: 10,
      results: [1, 2, 4, 8].flatMap(p =>
        ["hlfet", "fifo"].map(scheduler => ({
          p,
          scheduler,
          machine: null,
          makespan: (1e6 / p) * 1.1,
          speedup: p / 1.1,
          efficiency: 0.909,
          known: p < 3 ? "optimal" : "heuristic",
        })),
      ),
      bounds: [1, 2, 4, 8].map(p => ({p, lower: 1e6 / p, upper: 1.3e6 / p})),
    };
    const pages = [
      {kind: "report", title: "Report", text: "program ./sw\n  20874 tasks < 3 & more"},
      {
        kind: "graph",
        title: "Graph",
        svg: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><style>rect{fill:#080}</style><rect width="40" height="30"/></svg>',
      },
      {kind: "curve", title: "Speedup", json: JSON.stringify(curve)},
      {kind: "quotient", title: "Quotient", note: "no symmetries were found"},
    ];
    const {page} = await open(write_page("pages", [], {pages}), {ready: true});
    equal(
      await page.evaluate(() => [...document.querySelectorAll("[role=tab]")].map(e => e.textContent)),
      ["Report", "Graph", "Speedup", "Quotient"],
      "tabs",
    );
    expect((await page.textContent("pre")).includes("20874 tasks < 3 & more"), "the report");
    await page.click("text=Graph");
    await settle(page);
    const image = await page.evaluate(async () => {
      const img = document.querySelector(".page:not([hidden]) img");
      await img.decode();
      const canvas = document.createElement("canvas");
      ((canvas.width = 40), (canvas.height = 30));
      canvas.getContext("2d").drawImage(img, 0, 0);
      return [img.naturalWidth, img.naturalHeight, ...canvas.getContext("2d").getImageData(5, 5, 1, 1).data];
    });
    equal(image, [40, 30, 0, 136, 0, 255], "the graph is drawn, with its own style");
    await page.click("text=Speedup");
    await settle(page);
    const drawn = await page.evaluate(() => ({
      marks: document.querySelectorAll(".curve circle").length,
      filled: [...document.querySelectorAll(".curve circle")].filter(e => e.getAttribute("fill") !== "var(--panel)")
        .length,
      rows: document.querySelectorAll(".page:not([hidden]) tbody tr").length,
    }));
    equal(drawn, {marks: 8, filled: 4, rows: 8}, "the speedup curve");
    await page.click("text=Quotient");
    await settle(page);
    expect(
      (await page.textContent(".page:not([hidden])")).includes("no symmetries were found"),
      "what is missing is said",
    );
  },

  async what_is_missing_is_said(open) {
    const run = {
      ...make_run({}),
      complete: false,
      files: [
        {name: "/gone/solver.c", short: "solver.c", text: null, note: "/gone/solver.c: not found on this machine"},
      ],
    };
    const {page} = await open(
      write_page("missing", [run], {
        without_intervals: true,
        left_out: ["single intervals are left out; unply view heat.trace shows them"],
      }),
    );
    const status = await page.textContent(".status");
    expect(
      status.includes("not complete: killed by signal 9") && status.includes("unply view heat.trace shows them"),
      `the status line: ${status}`,
    );
    expect((await page.textContent(".source .note")).includes("not found on this machine"), "why there is no source");
    await set_view(page, {selection: {begin: 0, end: run.duration / 2}});
    await page.waitForFunction(() => document.querySelector("[data-efficiency]"));
    const time_in = state =>
      run.lanes.reduce(
        (sum, lane) =>
          sum +
          lane.intervals
            .filter(item => item.state === state)
            .reduce((part, item) => part + Math.max(0, Math.min(item.end, run.duration / 2) - item.begin), 0),
        0,
      );
    const exact = time_in(1) / ((4 * run.duration) / 2 - time_in(7));
    const shown = await page.evaluate(() => Number(document.querySelector("[data-efficiency]").dataset.efficiency));
    expect(Math.abs(shown - exact) < 0.004, `efficiency from the pyramid ${shown}, by definition ${exact}`);
    expect((await page.textContent(".details")).includes("from the overview"), "and says that it is from the pyramid");
  },

  async bad_pages_are_explained(open) {
    const blocks = make_blocks([make_run({})]),
      write = (name, changed) => {
        const file = path.join(scratch, `${name}.html`);
        fs.writeFileSync(file, make_page(changed, {script, style}));
        return file;
      };
    const other = new Map(blocks);
    other.set("head", Buffer.from(JSON.stringify({...JSON.parse(blocks.get("head")), schema: "unply view 99"})));
    const {page: newer} = await open(write("newer", other), {ready: false});
    await newer.waitForSelector(".broken");
    expect((await newer.textContent(".broken")).includes("“unply view 99”"), "another schema");
    const {page: empty} = await open(write("empty", new Map()), {ready: false});
    await empty.waitForSelector(".broken");
    expect((await empty.textContent(".broken")).includes("no data"), "no data");
    const file = write("damaged", blocks),
      text = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, text.replace(/(id="block-i\/0\/1\/0">.{40}).{20}/, "$1AAAAAAAAAAAAAAAAAAAA"));
    const damaged = await open(file);
    expect(await damaged.page.locator(".trouble").isVisible(), "a damaged block is reported, the rest is shown");
  },

  async narrow_and_many(open) {
    const {page} = await open(write_page("narrow", [make_run({lanes: 128, steps: 4, chunks: 4})], {chunk_rows: 512}), {
      width: 420,
      height: 800,
      hash: "at=0.1.500000",
    });
    const found = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      timeline: document.querySelector(".timeline").clientHeight,
      source: document.querySelector(".source").getBoundingClientRect().width,
    }));
    expect(
      found.wide <= 420 && found.timeline > 120 && found.source > 300,
      `a narrow window: ${JSON.stringify(found)}`,
    );
    const g = await geometry(page);
    await page.mouse.move(g.left + 20, g.top + 100);
    await page.mouse.wheel(0, 300);
    await settle(page);
    expect((await geometry(page)).scroll > 0, "more lanes than fit scroll");
  },
};

function idat(png) {
  const parts = [];
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at);
    if (png.subarray(at + 4, at + 8).toString() === "IDAT") parts.push(png.subarray(at + 8, at + 8 + size));
    at += 12 + size;
  }
  return Buffer.concat(parts);
}

function parse_csv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows[rows.length - 1].push(quoted !== undefined ? quoted.replace(/""/g, '"') : plain);
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows.filter(row => row.length > 1);
}
