// A browser without a network for the tests of the page, and the little that all of them need. Each page that a test
// opens is watched: no error in the console, no exception, no request but for its own file, its own blocks and blobs.
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {make_blocks, make_page} from "./make_data.mjs";

const kFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const {
  UNPLY_SCRATCH: scratch,
  PLAYWRIGHT: playwright,
  CHROMIUM: chromium_path = "/usr/bin/chromium",
} = process.env;
export const script = fs.readFileSync(path.join(scratch, "viewer.js"), "utf8");
export const style = fs.readFileSync(new URL("../../src/viewer/web/viewer.css", import.meta.url), "utf8");

export async function start_browser() {
  const {chromium} = await import(pathToFileURL(path.join(playwright, "index.mjs")).href);
  return chromium.launch({executablePath: chromium_path, args: kFlags});
}

// Writes a page of these runs and says where it is.
export function write_page(name, runs, options = {}) {
  const file = path.join(scratch, `${name}.html`);
  fs.writeFileSync(file, make_page(make_blocks(runs, options), {script, style, title: options.title || name}));
  return file;
}

export async function open_page(
  browser,
  address,
  {hash = "", width = 1400, height = 900, scheme = "light", allow = [], ready = true, online = false, init = null} = {},
) {
  const context = await browser.newContext({
    viewport: {width, height},
    colorScheme: scheme,
    offline: !online,
    acceptDownloads: true,
  });
  const page = await context.newPage(),
    problems = [];
  page.on("console", message => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", error => problems.push(`exception: ${error.message}`));
  page.on("dialog", dialog => (problems.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  const url = address.startsWith("/") ? pathToFileURL(address).href : address;
  page.on("request", request => {
    const to = request.url();
    if (
      !to.startsWith("data:") &&
      !to.startsWith("blob:") &&
      to.split("#")[0] !== url.split("#")[0] &&
      !allow.some(prefix => to.startsWith(prefix))
    )
      problems.push(`request to ${to.slice(0, 100)}`);
  });
  if (init) await page.addInitScript(init); // runs before the page's own program
  await page.goto(hash ? `${url}#${hash}` : url);
  if (ready) await settle(page);
  return {page, problems, close: () => context.close()};
}

// Until everything asked for is there and drawn.
export async function settle(page) {
  await page.waitForFunction(() => window.unply && !window.unply.blocks.busy());
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 90))));
  await page.waitForFunction(() => !window.unply.blocks.busy());
  await page.evaluate(() => {
    window.unply.draw();
  });
}

export const look = page =>
  page.evaluate(() => ({...window.unply.view, hidden: [...window.unply.view.hidden].sort(), item: window.unply.item}));
export const set_view = async (page, values) => {
  await page.evaluate(
    change =>
      window.unply.change(view => {
        Object.assign(view, change, change.hidden ? {hidden: new Set(change.hidden)} : {});
        if (change.span) window.unply.set_span(change.span);
      }),
    values,
  );
  await settle(page);
};

// Where the picture is: rows, and the canvas in the window. Lanes of rows are numbers of `run`.
export const geometry = page =>
  page.evaluate(() => {
    const {geometry} = window.unply_page.timeline.picture,
      box = document.querySelector(".overlay").getBoundingClientRect();
    return {...geometry, by_lane: undefined, left: box.left, top: box.top};
  });

// Screen position of a time on a lane.
export function place(g, run, lane, time, kind = "lane") {
  const row = g.rows.find(each => each.kind === kind && each.run === run && each.lane === lane);
  const along = g.along_from + ((time - g.span.begin) / (g.span.end - g.span.begin)) * g.along_size,
    across = g.across_from + row.from - g.scroll + row.size * 0.4;
  return g.downwards ? {x: g.left + across, y: g.top + along} : {x: g.left + along, y: g.top + across};
}

export async function click_at(page, g, run, lane, time) {
  const {x, y} = place(g, run, lane, time);
  await page.mouse.click(x, y);
  await settle(page);
}

export class Failed extends Error {}
export function expect(condition, message) {
  if (!condition) throw new Failed(message);
}
export function equal(actual, wanted, what) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Failed(`${what}: is ${String(a).slice(0, 300)}, expected ${String(b).slice(0, 300)}`);
}

// Runs the functions exported by the files named; a name on the command line picks some.
export async function run_cases(cases, wanted) {
  const browser = await start_browser();
  let passed = 0,
    failed = 0;
  for (const [name, test] of Object.entries(cases)) {
    if (wanted.length && !wanted.some(word => name.includes(word))) continue;
    const opened = [],
      start = performance.now();
    const open = async (...rest) => {
      const result = await open_page(browser, ...rest);
      opened.push(result);
      return result;
    };
    try {
      await test(open);
      for (const {problems} of opened) expect(!problems.length, `the page complains: ${problems.join("; ")}`);
      ++passed;
    } catch (error) {
      ++failed;
      console.log(`FAIL ${name}: ${error instanceof Failed ? error.message : error.stack}`);
    }
    for (const {close} of opened) await close().catch(() => {});
    if (process.env.TIMES) console.log(`${((performance.now() - start) / 1000).toFixed(1)} s ${name}`);
  }
  await browser.close();
  return {passed, failed};
}
