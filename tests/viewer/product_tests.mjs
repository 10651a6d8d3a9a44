// Pages that unply itself writes and serves: a program with threads is recorded, its page opened from disk and from the
// server, and the figures compared with `unply stats`.
import {execFileSync, spawn} from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {equal, expect, look, scratch, set_view, settle} from "./browser.mjs";

const {UNPLY} = process.env;
const kProgram = `#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long sum;
static void *work(void *number) {
  for (int round = 0; round < 30; ++round) {
    for (long i = 0; i < 200000 * (1 + (long)number); ++i) sum += i;
    pthread_mutex_lock(&lock);
    usleep(300);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
`;

let recorded = "";
function recording() {
  if (recorded) return recorded;
  expect(UNPLY && fs.existsSync(UNPLY), `${UNPLY}: not built`);
  const at = name => path.join(scratch, name),
    quiet = {cwd: scratch, stdio: ["ignore", "pipe", "pipe"]};
  fs.writeFileSync(at("locks.c"), kProgram);
  execFileSync("gcc", ["-O1", "-g", "-pthread", "locks.c", "-o", "locks"], quiet);
  execFileSync(UNPLY, ["record", "-o", "locks.trace", "./locks"], quiet);
  return (recorded = at("locks.trace"));
}

const unply = (...words) =>
  execFileSync(UNPLY, words, {cwd: scratch, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28});

async function check_figures(page, stats) {
  await set_view(page, {selection: {begin: stats.from_ns, end: stats.to_ns}});
  await page.waitForFunction(() => document.querySelector("[data-state='1']"));
  const active = await page.evaluate(() => Number(document.querySelector("[data-state='1']").dataset.ns));
  expect(
    Math.abs(active - stats.active_ns - stats.off_core_ns) <= 1, // the page shows it as it was recorded
    `active time in the page ${active}, in unply stats ${stats.active_ns} and ${stats.off_core_ns} without a core`,
  );
  expect((await page.textContent(".details")).includes("measured: all"), "from single intervals");
  await page.evaluate(() => {
    document.querySelector(".source-body").scrollTop = 0;
  });
  await page.click('.line[data-line="8"] code'); // pthread_mutex_lock
  await settle(page);
  const {item} = await look(page),
    states = await page.evaluate(() => window.unply.head.runs[0].states);
  equal(states[item.state], "wait lock", "the first event of the line that takes the lock is a wait for it");
  expect((await page.textContent(".details")).includes("locks.c:8"), "and the details name the line");
}

export const product_cases = {
  async a_page_that_unply_wrote(open) {
    const trace = recording(),
      stats = JSON.parse(unply("stats", "--json", trace));
    unply("view", trace, "-o", "locks.html");
    const {page} = await open(path.join(scratch, "locks.html"));
    equal(await page.evaluate(() => window.unply.head.runs[0].lanes.length), stats.lanes, "lanes");
    await check_figures(page, stats);
    await set_view(page, {page: "statistics"});
    const text = await page.textContent(".statistics");
    expect(
      text.includes("of the time of") && text.includes("Threads") && text.includes("locks.c:"),
      "statistics are in the page",
    );
  },

  async a_page_that_unply_serves(open) {
    const trace = recording(),
      stats = JSON.parse(unply("stats", "--json", trace)),
      server = spawn(UNPLY, ["view", trace, "--serve"], {stdio: ["ignore", "pipe", "ignore"]});
    try {
      const address = await new Promise((resolve, reject) => {
        server.stdout.once("data", data => resolve(String(data).match(/http:\S+/)[0]));
        server.once("exit", code => reject(new Error(`unply view --serve ended with ${code}`)));
      });
      const origin = new URL(address).origin,
        {page, problems} = await open(address, {online: true, allow: [`${origin}/blocks?`]});
      await check_figures(page, stats);
      await set_view(page, {span: {begin: Math.round(stats.to_ns * 0.4), end: Math.round(stats.to_ns * 0.5)}});
      await page.waitForTimeout(350);
      const moved = await page.evaluate(() => location.href);
      expect(
        moved.startsWith(address) && moved.includes("t="),
        `the address keeps the token and has the position: ${moved}`,
      );
      const {page: again} = await open(moved, {online: true, allow: [`${origin}/blocks?`]});
      equal((await look(again)).span, (await look(page)).span, "the same position from the address");
      server.kill("SIGINT");
      await new Promise(resolve => server.once("exit", resolve));
      await page.evaluate(() => window.unply.blocks.load("i/0/0/99"));
      await settle(page);
      expect(await page.locator(".trouble").isVisible(), "a server that has ended is explained, what is shown stays");
      problems.splice(0, problems.length, ...problems.filter(problem => !problem.includes("ERR_CONNECTION_REFUSED")));
    } finally {
      server.kill("SIGKILL");
    }
  },
};
