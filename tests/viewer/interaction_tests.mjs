// User actions: source both ways, occurrences, cut, selection, find, keyboard, bookmarks.
import {click_at, equal, expect, geometry, look, place, set_view, settle, write_page} from "./browser.mjs";
import {kSolver, kStateCount, make_run, random_from} from "./make_data.mjs";

// All intervals of a run whose statement is on `line`, in the order of begin, then lane.
function occurrences_of(run, line) {
  const sites = new Set(run.sites.flatMap((site, index) => (site[1] === line ? [index] : [])));
  return run.lanes
    .flatMap((lane, index) => lane.intervals.map((interval, i) => ({lane: index, i, ...interval})))
    .filter(item => sites.has(item.site))
    .sort((a, b) => a.begin - b.begin || a.lane - b.lane);
}
const key_of = item => `${item.lane} ${item.begin} ${item.end}`;

async function walk(page, key, most) {
  const seen = [];
  for (let previous = ""; seen.length <= most;) {
    const {item} = await look(page),
      now = key_of(item);
    if (now === previous) break;
    seen.push(now);
    previous = now;
    await page.keyboard.press(key);
    // The press ends when it has selected something or found nothing: two frames without blocks on their way.
    await page.waitForFunction(() => !window.unply.blocks.busy());
    await page.waitForTimeout(12);
  }
  return seen;
}

export const interaction_cases = {
  async click_on_a_bar_shows_its_statement(open) {
    const run = make_run({}),
      {page} = await open(write_page("click", [run])),
      random = random_from(5);
    for (let tries = 0; tries < 8; ++tries) {
      const lane = Math.floor(random() * 4),
        item = run.lanes[lane].intervals.filter(each => each.site > 0 && each.end - each.begin > run.duration / 300)[
          Math.floor(random() * 10)
        ];
      await click_at(page, await geometry(page), 0, lane, (item.begin + item.end) / 2);
      const line = await page.getAttribute(".line.here", "data-line"),
        text = await page.textContent(".line.here code"),
        details = await page.textContent(".details");
      equal(Number(line), run.sites[item.site][1], "highlighted line");
      equal(text, kSolver.split("\n")[line - 1], "its text");
      expect(
        details.includes(`thread ${lane}`) && details.includes(`solver.c:${line}`),
        `details name thread and place: ${details}`,
      );
    }
  },

  async click_on_a_source_line_selects_its_first_occurrence(open) {
    const run = make_run({}),
      {page} = await open(write_page("line", [run]));
    for (const line of [11, 14, 25, 27]) {
      await page.evaluate(at => {
        document.querySelector(".source-body").scrollTop = (at - 6) * 19;
      }, line);
      await page.click(`.line[data-line="${line}"] code`);
      await settle(page);
      equal(
        key_of((await look(page)).item),
        key_of(occurrences_of(run, line)[0]),
        `selected by a click on line ${line}`,
      );
    }
    await page.evaluate(() => {
      document.querySelector(".source-body").scrollTop = 0;
    });
    await page.click('.line[data-line="6"] .number');
    await settle(page);
    expect(
      (await page.textContent(".source .note")).includes("Line 6 has no event"),
      "a line without events is explained",
    );
  },

  async time_on_each_line(open) {
    const run = make_run({}),
      {page} = await open(write_page("gutter", [run]));
    for (const line of [9, 11, 14, 23]) {
      const items = occurrences_of(run, line),
        total = items.reduce((sum, item) => sum + item.end - item.begin, 0);
      const title = await page.getAttribute(`.line[data-line="${line}"] .gutter`, "title");
      const digits = total >= 1e6 ? `${(total / 1e6).toFixed(2)} ms` : `${Math.round(total / 1e3)} µs`;
      expect(
        title.includes(` ${digits}`) && title.includes(`in ${items.length} occurrences`),
        `line ${line}: ${title}, expected ${digits} and ${items.length}`,
      );
    }
  },

  async next_and_previous_visit_each_occurrence_once(open) {
    const run = make_run({steps: 5, chunks: 3}),
      {page} = await open(write_page("walk", [run], {chunk_rows: 16}));
    for (const line of [14, 25]) {
      const all = occurrences_of(run, line),
        first = all[0];
      for (const [mode, wanted] of [
        ["any", all],
        ["same", all.filter(item => item.lane === first.lane)],
      ]) {
        await set_view(page, {span: {begin: 0, end: run.duration}, neighbours: mode});
        await page.evaluate(at => {
          document.querySelector(".source-body").scrollTop = (at - 6) * 19;
        }, line);
        await page.click(`.line[data-line="${line}"] code`);
        await settle(page);
        await page.focus(".overlay");
        equal(await walk(page, "n", all.length + 2), wanted.map(key_of), `line ${line}, next on ${mode}`);
        equal(await walk(page, "p", all.length + 2), wanted.map(key_of).reverse(), `line ${line}, previous on ${mode}`);
      }
      const count = await page.textContent(".occurrences");
      expect(
        count.includes(`1 of ${all.filter(item => item.lane === first.lane).length}`),
        `the panel counts: ${count}`,
      );
    }
    await set_view(page, {neighbours: "other"});
    const before = (await look(page)).item;
    await page.click("text=next ›");
    await settle(page);
    const {item} = await look(page),
      wanted = occurrences_of(run, 25).find(
        each =>
          each.lane !== before.lane &&
          (each.begin > before.begin || (each.begin === before.begin && each.lane > before.lane)),
      );
    equal(key_of(item), key_of(wanted), "next on other threads");
  },

  async cut_says_what_is_hidden_and_brings_it_back(open) {
    const run = make_run({}),
      {page} = await open(write_page("cut", [run]), {hash: "lines=0"});
    const count = () =>
      page.evaluate(() => {
        const {canvas} = window.unply_page.timeline.picture,
          colour = window.unply.theme().states[3],
          {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let found = 0;
        for (let i = 0; i < data.length; i += 4)
          found += data[i] === colour >> 16 && data[i + 1] === ((colour >> 8) & 255) && data[i + 2] === (colour & 255);
        return found;
      });
    expect((await count()) > 500, "waiting is drawn");
    expect(await page.locator(".notice").first().isHidden(), "no notice while nothing is hidden");
    await page.click(".legend [data-what='state:3']");
    await settle(page);
    equal(await count(), 0, "pixels of the hidden state");
    const notice = await page.locator(".notice").first();
    expect((await notice.isVisible()) && (await notice.textContent()).includes("wait event"), "the notice names it");
    await page.click(".legend [data-what='state:0']");
    await page.click(".legend [data-what='values']");
    await settle(page);
    const text = await notice.textContent();
    expect(
      ["wait event", "idle", "values"].every(word => text.includes(word)),
      `all that is hidden is named: ${text}`,
    );
    await page.click("#show-all");
    await settle(page);
    expect((await count()) > 500 && (await notice.isHidden()), "one click brings all back");
    equal((await look(page)).hidden, [], "hidden");
  },

  async efficiency_of_selected_parts(open) {
    const run = make_run({}),
      {page} = await open(write_page("select", [run])),
      random = random_from(11),
      g = await geometry(page);
    const brute = ({begin, end}) => {
      const states = new Array(kStateCount).fill(0);
      for (const lane of run.lanes)
        for (const interval of lane.intervals)
          states[interval.state] += Math.max(0, Math.min(end, interval.end) - Math.max(begin, interval.begin));
      return states;
    };
    const check = async selection => {
      await page.waitForFunction(() => document.querySelector("[data-efficiency]"));
      await settle(page);
      const states = brute(selection),
        shown = await page.evaluate(() => ({
          efficiency: Number(document.querySelector("[data-efficiency]").dataset.efficiency),
          states: Object.fromEntries(
            [...document.querySelectorAll("[data-state]")].map(row => [row.dataset.state, Number(row.dataset.ns)]),
          ),
        }));
      const wanted = states[1] / (run.lanes.length * (selection.end - selection.begin) - states[7]);
      expect(Math.abs(shown.efficiency - wanted) < 1e-9, `efficiency ${shown.efficiency}, by definition ${wanted}`);
      states.forEach((time, state) =>
        expect(
          Math.abs((shown.states[state] || 0) - time) < 1e-3,
          `state ${state}: ${shown.states[state]}, by definition ${time}`,
        ),
      );
    };
    const from = place(g, 0, 1, run.duration * 0.2),
      to = place(g, 0, 3, run.duration * 0.7);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, {steps: 4});
    await page.mouse.up();
    const {selection} = await look(page);
    expect(
      Math.abs(selection.begin - run.duration * 0.2) < run.duration / 500 &&
        Math.abs(selection.end - run.duration * 0.7) < run.duration / 500,
      "the drag selects what it covers",
    );
    await check(selection);
    for (let tries = 0; tries < 12; ++tries) {
      const begin = Math.floor(random() * run.duration * 0.95),
        part = {begin, end: begin + 1 + Math.floor(random() * (run.duration - begin - 1))};
      await set_view(page, {selection: null});
      await set_view(page, {selection: part});
      await check(part);
    }
    expect((await page.textContent(".details")).includes("Most waited at"), "where the threads waited");
  },

  async find_functions_lines_names_and_tasks(open) {
    const run = make_run({steps: 9}),
      {page} = await open(write_page("find", [run]));
    const go = async text => {
      await page.keyboard.press("/");
      await page.fill(".find input", text);
      await page.waitForFunction(() => document.querySelector(".find-results li"));
      await settle(page);
      await page.keyboard.press("Enter");
      await settle(page);
      const {item} = await look(page);
      await page.keyboard.press("Escape");
      return item && key_of(item);
    };
    equal(await go("solver.c:25"), key_of(occurrences_of(run, 25)[0]), "found by file and line");
    equal(await go("sort solver.c:27"), key_of(occurrences_of(run, 27)[0]), "found by function");
    const task = run.lanes
      .flatMap((lane, index) => lane.intervals.map(item => ({lane: index, ...item})))
      .find(item => item.activity === 4 && item.object === 17);
    equal(await go("task 17"), key_of(task), "found by the number of a task");
    const wait = run.lanes
      .flatMap((lane, index) => lane.intervals.map(item => ({lane: index, ...item})))
      .filter(item => item.activity === 23)
      .sort((a, b) => a.begin - b.begin)[0];
    equal(await go("sums"), key_of(wait), "found by the name of a lock");
    const value = run.marks.filter(mark => mark.name === 0).sort((a, b) => a.time - b.time)[0];
    await go("change");
    equal((await look(page)).point.time, value.time, "found by the name of a value");
    await page.keyboard.press("/");
    await page.fill(".find input", "no such thing");
    await page.waitForFunction(() => document.querySelector(".find-results").textContent.includes("Nothing found"));
  },

  async all_of_it_by_keyboard(open) {
    const run = make_run({}),
      {page} = await open(write_page("keys", [run])),
      press = async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
        await settle(page);
      };
    for (let tabs = 0; tabs < 60 && !(await page.evaluate(() => document.activeElement.matches(".overlay"))); ++tabs)
      await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement.matches(".overlay")), "Tab reaches the timeline");
    await press("Home", "ArrowRight");
    const first = (await look(page)).item;
    expect(first && first.lane === 0, "an arrow key puts the cursor on the first lane");
    await press("ArrowRight");
    equal(
      key_of((await look(page)).item),
      key_of({
        lane: 0,
        ...run.lanes[0].intervals[run.lanes[0].intervals.findIndex(each => each.begin === first.begin) + 1],
      }),
      "next interval",
    );
    await press("ArrowDown", "ArrowDown");
    equal((await look(page)).item.lane, 2, "two lanes down");
    expect((await page.textContent("#timeline-said")).includes("thread 2"), "it is said");
    await press("ArrowRight", "[", "ArrowRight", "ArrowRight", "ArrowRight", "]");
    const {selection, item} = await look(page);
    expect(selection && selection.end === item.end && selection.begin < item.begin, "brackets select");
    await press("Enter");
    equal((await look(page)).span, selection, "Enter zooms to it");
    await press("Backspace");
    equal((await look(page)).span, {begin: 0, end: run.duration}, "Backspace goes back");
    await press("w", "w", "d", "s");
    expect((await look(page)).span.end - (await look(page)).span.begin < run.duration, "w zooms");
    await press("0", "m", "v", "l", "u", "Shift+C");
    const view = await look(page);
    equal([view.rows, view.downwards, view.lines, view.unit], ["core", true, false, "ns"], "m v l u");
    await press("m", "v", "l", "c");
    expect(await page.evaluate(() => document.activeElement.matches(".legend button")), "c goes to the legend");
    await press("Enter");
    expect((await look(page)).hidden.includes("state:0"), "Enter cuts there");
    await press("Shift+C");
    equal((await look(page)).hidden, [], "Shift C shows all");
    await press(".");
    equal((await look(page)).page, "statistics", "next page");
    await press(",", "?");
    const help = await page.textContent(".help");
    expect(
      (await page.locator(".help").isVisible()) &&
        ["next occurrence", "Symbols", "wait lock", "diamond", "barrier"].every(word => help.includes(word)),
      "? shows keys and symbols",
    );
    await press("Escape");
    expect(await page.locator(".help").isHidden(), "Escape closes the help");
    await press("g");
    await page.keyboard.type("1ms");
    await press("Enter");
    equal((await look(page)).span.begin, 1e6, "g enters a start time");
    await press("e", "Home");
    await page.evaluate(() => {
      window.unply.change(view => {
        view.line = 12;
      });
    });
    await press("ArrowUp", "Enter");
    equal(key_of((await look(page)).item), key_of(occurrences_of(run, 11)[0]), "a source line by keyboard");
    await press("/");
    await page.keyboard.type("solver.c:25");
    await settle(page);
    await press("Enter", "Escape");
    equal(key_of((await look(page)).item), key_of(occurrences_of(run, 25)[0]), "found by keyboard");
    await press("b");
    expect(await page.locator(".hint").isHidden(), "b switches hints off");
  },

  async every_command_has_a_key_and_every_control_a_name(open) {
    const {page} = await open(write_page("names", [make_run({})]), {hash: "at=0.1.500000&sel=1000-2000&hide=state:0"});
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, [role], canvas[tabindex]")]
        .filter(e => e.checkVisibility())
        .filter(
          e =>
            !(
              e.textContent.trim() ||
              e.getAttribute("aria-label") ||
              e.getAttribute("aria-labelledby") ||
              e.title ||
              e.labels?.length
            ),
        )
        .map(e => e.outerHTML.slice(0, 90)),
    );
    equal(
      nameless.filter(html => !html.includes('role="alert"') && !html.includes('role="status"')),
      [],
      "controls without a name",
    );
    await page.keyboard.press("?");
    const keys = await page.evaluate(() => [...document.querySelectorAll(".help .keys dt")].map(e => e.textContent));
    expect(keys.length > 40, `the help lists ${keys.length} entries`);
  },

  async the_address_restores_the_position(open) {
    const run = make_run({}),
      file = write_page("hash", [run]),
      {page} = await open(file);
    await set_view(page, {
      span: {begin: 700001, end: 1500003},
      selection: {begin: 800000, end: 1200000},
      downwards: true,
      lines: false,
      labels: "kind",
      hidden: ["state:3", "line:0"],
      theme: "dark",
      unit: "ms",
      hints: false,
      neighbours: "same",
    });
    await click_at(page, await geometry(page), 0, 2, 1.1e6);
    await page.waitForTimeout(350);
    const address = await page.evaluate(() => location.href),
      before = await look(page);
    expect(address.includes("t=700001-1500003"), `the address holds the window: ${address}`);
    const {page: again} = await open(file, {hash: address.split("#")[1]});
    equal(await look(again), before, "the view of the same address");
    // What a stranger writes into an address changes nothing else.
    const {page: odd} = await open(file, {
      hash: "at=0.99.5&at=0.0.NaN&t=5-1&page=../x&hide=state:9,<b>&rows=none&src=0.7.1&%E0%A4%A=1&unit=years",
    });
    const view = await look(odd);
    equal(
      [view.point, view.span, view.page, view.hidden, view.rows, view.file, view.unit],
      [null, {begin: 0, end: run.duration}, "timeline", [], "thread", 0, "auto"],
      "a view from an odd address",
    );
  },

  async hints_can_be_switched_off(open) {
    const {page} = await open(write_page("hints", [make_run({})]));
    expect((await page.textContent(".hint")).includes("Click a bar"), "the first hint");
    await page.click(".hint .link");
    await page.waitForTimeout(300);
    expect(await page.locator(".hint").isHidden(), "switched off");
    await page.reload();
    await settle(page);
    expect(await page.locator(".hint").isHidden(), "and still after reading the page again");
  },
};
