// How long a frame of the page takes: the program's part of it (bars, lines, labels, panels) and the time from frame to
// frame, while the run is moved, zoomed from afar to single intervals, and drawn where bins just do not suffice.
// Usage: node bench/viewer/frames.mjs PLAYWRIGHT CHROMIUM PAGE.html...   prints a row for each page and motion
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [playwright, executablePath, ...pages] = process.argv.slice(2);
const {chromium} = await import(pathToFileURL(path.join(playwright, "index.mjs")).href);
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const kFrames = 120;

// Runs in the page: `span_at(i)` is the window of frame i.
async function move([motion, frames]) {
  const app = window.unply,
    {begin, end} = app.full,
    whole = end - begin;
  const spans = {
    move: i => ({begin: begin + whole * 0.0005 * i, end: begin + whole * (0.9 + 0.0005 * i)}),
    zoom: i => {
      const length = whole * Math.pow(0.93, i),
        at = begin + whole * 0.37;
      return {begin: at - 0.37 * length, end: at + 0.63 * length};
    },
    deep: i => ({begin: begin + whole * (0.3 + 1e-6 * i), end: begin + whole * (0.3 + 1e-6 * i) + whole / 4000}),
    worst: i => {
      // a pixel is just below four bins of the finest level
      const level = app.head.runs[0].pyramid[app.head.runs[0].pyramid.length - 1],
        length = Math.min(whole, level.bin_ns * 3.9 * 1400);
      return {begin: begin + whole * 0.3 + length * 0.001 * i, end: begin + whole * 0.3 + length * (1 + 0.001 * i)};
    },
  }[motion];
  app.change(() => app.set_span(spans(0)));
  while (await new Promise(resolve => setTimeout(() => resolve(app.blocks.busy()), 200))) app.draw();
  const drawn = [],
    between = [];
  let last = 0;
  for (let i = 0; i < frames; ++i) {
    const now = await new Promise(requestAnimationFrame),
      start = performance.now();
    app.change(() => app.set_span(spans(i)));
    app.draw(false);
    drawn.push(performance.now() - start);
    if (last) between.push(now - last);
    last = now;
  }
  return {drawn, between, quality: window.unply_page.timeline.picture.quality};
}

// Processor time of the browser with all its processes so far, which a busy machine does not stretch as it does clocks.
function browser_cpu_ms() {
  let ticks = 0;
  for (const pid of fs.readdirSync("/proc").filter(name => /^\d+$/.test(name)))
    try {
      if (
        !fs
          .readFileSync(`/proc/${pid}/cmdline`, "utf8")
          .startsWith(path.join(fs.realpathSync(executablePath).replace(/bin\/chromium$/, "lib/chromium"), "chromium"))
      )
        continue;
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8"),
        fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      /* ended */
    }
  return ticks * 10;
}

const at = (values, part) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) * part)].toFixed(1);
console.log(
  "| page | lanes | motion | drawing p50, p95 (ms) | frame p50, p95 (ms) | processor ms a frame | from |\n|---|---|---|---|---|---|---|",
);
for (const address of pages) {
  const page = await browser.newPage({viewport: {width: 1920, height: 1080}});
  await page.goto(pathToFileURL(path.resolve(address)).href);
  await page.waitForFunction(() => window.unply && !window.unply.blocks.busy(), null, {timeout: 120000});
  const lanes = await page.evaluate(() => window.unply.head.runs.reduce((sum, run) => sum + run.lanes.length, 0));
  for (const motion of ["move", "zoom", "deep", "worst"]) {
    const before = browser_cpu_ms();
    const {drawn, between, quality} = await page.evaluate(move, [motion, kFrames]);
    console.log(
      `| ${path.basename(address)} | ${lanes} | ${motion} | ${at(drawn, 0.5)} / ${at(drawn, 0.95)} | ${at(between, 0.5)} / ${at(between, 0.95)} | ${((browser_cpu_ms() - before) / kFrames).toFixed(1)} | ${quality} |`,
    );
  }
  await page.close();
}
await browser.close();
