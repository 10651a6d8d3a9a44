// Seconds from asking for a page to its first picture with something in it, then frames while it is panned and zoomed.
// Usage: node first_picture.mjs PLAYWRIGHT CHROMIUM ROUNDS ADDRESS...   prints one line of JSON for each address
import path from "node:path";
import {pathToFileURL} from "node:url";

const [playwright, executablePath, rounds, ...addresses] = process.argv.slice(2);
const {chromium} = await import(pathToFileURL(path.join(playwright, "index.mjs")).href);
const browser = await chromium.launch({
  executablePath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

// Before the page's own program: notes when pixels of more than one colour first reach a canvas that the user sees.
function watch() {
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
    put.call(this, image, ...rest);
    if (window.first_picture) return;
    const pixels = new Uint32Array(image.data.buffer);
    if (pixels.some(pixel => pixel !== pixels[0]))
      requestAnimationFrame(() => setTimeout(() => (window.first_picture ??= performance.now())));
  };
}

// Asked by the debugger's own protocol: page.waitForFunction() first puts 330 KB of its own into the page, which takes 14 ms
// of the thread that is to draw.
async function first_picture(page) {
  const session = await page.context().newCDPSession(page);
  for (const begin = performance.now(); performance.now() - begin < 60000;) {
    const {result} = await session.send("Runtime.evaluate", {expression: "window.first_picture"});
    if (result.value) return result.value;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error("no picture after a minute");
}

const middle = values => values.sort((a, b) => a - b)[values.length >> 1];
const share = (values, part) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

async function frames(page) {
  const box = await page.locator("canvas.overlay").first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.evaluate(() => {
    window.frame_times = [];
    const note = time => {
      window.frame_times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  for (let i = 0; i < 40; i++) (await page.mouse.wheel(0, i < 25 ? -60 : 60), await page.waitForTimeout(16));
  const times = await page.evaluate(() => window.frame_times);
  return times.slice(1).map((time, i) => time - times[i]);
}

for (const address of addresses) {
  const first = [],
    frame = [];
  for (let round = 0; round < Number(rounds); round++) {
    const page = await browser.newPage({viewport: {width: 1920, height: 1000}});
    await page.addInitScript(watch);
    await page.goto(address.startsWith("/") ? pathToFileURL(address).href : address, {waitUntil: "commit"});
    first.push(await first_picture(page));
    if (round === 0) {
      await page.waitForLoadState("load");
      frame.push(...(await frames(page)));
    }
    await page.close();
  }
  console.log(
    JSON.stringify({
      address,
      first_ms: middle(first),
      worst_ms: Math.max(...first),
      frame_p50_ms: share(frame, 0.5),
      frame_p95_ms: share(frame, 0.95),
    }),
  );
}
await browser.close();
