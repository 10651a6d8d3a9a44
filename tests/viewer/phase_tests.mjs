// Phases of a skeleton: the strip along the upper edge of the bars against the data, tooltips, a predicted run above.
import {click_at, equal, expect, geometry, place, set_view, settle, write_page} from "./browser.mjs";
import {make_run} from "./make_data.mjs";

const kKinds = ["call", "divide", "sequential", "exchange", "combine"];
const kHostileFeature = "<img src=x onerror='window.hacked = 1'>";

// Each lane: a call with a divide, a leaf, an exchange and a combine one after the other.
function phased_run(options = {}) {
  const run = {...make_run({lanes: 4, ...options}), marks: []},
    step = Math.floor(run.duration / 12);
  run.phases = run.lanes.flatMap((_, lane) => [
    {begin: step, end: 11 * step, lane, kind: "call", call: 2, features: {P: 4, [kHostileFeature]: 1.5}},
    ...["divide", "sequential", "exchange", "combine"].map((kind, k) => ({
      begin: (2 * k + 2) * step,
      end: (2 * k + 4) * step,
      lane,
      kind,
      level: k,
      partner: kind === "exchange" ? (lane ^ 1) + 10 : -1,
      bytes: kind === "exchange" ? 4096 : 0,
      call: 2,
      features: {P: 2 ** k},
      unfinished: kind === "combine",
    })),
  ]);
  return run;
}

// The colour at a time and so many pixels below the upper edge of a lane's bar, as a phase's or state's word.
const colour_at = (page, run, lane, time, below) =>
  page.evaluate(
    ([run, lane, time, below]) => {
      const {picture} = window.unply_page.timeline,
        {canvas, geometry: g} = picture,
        theme = window.unply.theme(),
        row = g.rows.find(each => each.kind === "lane" && each.run === run && each.lane === lane);
      const along = Math.round(g.along_from + ((time - g.span.begin) / (g.span.end - g.span.begin)) * g.along_size),
        gap = row.size < 10 ? 1 : row.size < 18 ? 2 : 4,
        edge = Math.round(g.across_from + row.from - g.scroll),
        across = g.downwards ? edge + row.size - gap - 1 - below : edge + below;
      const [x, y] = g.downwards ? [across, along] : [along, across],
        [r, gr, b] = canvas.getContext("2d").getImageData(x, y, 1, 1).data,
        rgb = (r << 16) | (gr << 8) | b;
      const phase = theme.phases.indexOf(rgb),
        state = theme.states.indexOf(rgb);
      return phase >= 0 ? `phase ${phase}` : state >= 0 ? `state ${state}` : rgb.toString(16);
    },
    [run, lane, time, below],
  );

export const phase_cases = {
  async phases_lie_over_their_lanes(open) {
    const run = phased_run();
    for (const hash of ["lines=0&labels=none&hints=0", "lines=0&down=1&labels=none&hints=0"]) {
      const {page} = await open(write_page("phases", [run]), {hash});
      for (const phase of run.phases) {
        const middle = (phase.begin + phase.end) / 2,
          below = phase.kind === "call" ? 0 : 5;
        equal(
          await colour_at(page, 0, phase.lane, middle + 7, below),
          `phase ${kKinds.indexOf(phase.kind)}`,
          `${phase.kind} on lane ${phase.lane} ${hash}`,
        );
      }
      for (const time of [run.duration / 40, (run.duration * 39) / 40])
        expect(!(await colour_at(page, 0, 1, time, 5)).startsWith("phase"), "there is no phase outside of the call");
      await set_view(page, {hidden: ["phases"]});
      for (const {lane, begin, end} of run.phases)
        expect(!(await colour_at(page, 0, lane, (begin + end) / 2, 5)).startsWith("phase"), "phases are hidden");
    }
  },

  async phases_are_told_by_tooltip_panel_and_legend(open) {
    const run = phased_run(),
      {page} = await open(write_page("phase_tips", [run]), {hash: "lines=0&hints=0"});
    const g = await geometry(page),
      exchange = run.phases.find(phase => phase.kind === "exchange" && phase.lane === 2),
      middle = (exchange.begin + exchange.end) / 2;
    const {x, y} = place(g, 0, 2, middle);
    await page.mouse.move(x, y);
    const tip = await page.textContent(".tip");
    for (const text of ["exchange, level 2, with rank 13", "4096 bytes", "P = 4", "call 2", `${kHostileFeature} = 1.5`])
      expect(tip.includes(text), `the tooltip says "${text}": ${tip}`);
    expect(!tip.includes("combine"), `only phases of that time: ${tip}`);
    await click_at(page, g, 0, 2, middle);
    const details = await page.textContent(".details");
    expect(details.includes("exchange, level 2, with rank 13"), `the panel says it: ${details}`);
    const combine = run.phases.find(phase => phase.kind === "combine" && phase.lane === 2),
      at = place(g, 0, 2, (combine.begin + combine.end) / 2);
    await page.mouse.move(at.x, at.y);
    expect((await page.textContent(".tip")).includes("its end is not recorded"), "an unfinished phase says so");
    equal(await page.evaluate(() => window.hacked), undefined, "names of features are text");
    await page.click('.chip[data-what="phases"]');
    await settle(page);
    expect(!(await colour_at(page, 0, 2, middle, 5)).startsWith("phase"), "the legend hides phases");
    await page.click("#show-all");
    await settle(page);
    equal(await colour_at(page, 0, 2, middle, 5), "phase 3", "and shows them again");
  },

  async predicted_phases_stand_above_the_measured_ones(open) {
    const run = phased_run(),
      predicted = {...phased_run({seed: 5}), kind: "simulated", label: "predicted", duration: run.duration};
    predicted.phases = run.phases.map(phase => ({...phase, begin: phase.begin + 1000, end: phase.end + 1000}));
    const {page} = await open(write_page("predicted", [run, predicted]), {hash: "lines=0&labels=none&hints=0"});
    const g = await geometry(page),
      heads = g.rows.filter(row => row.kind === "head").map(row => row.name);
    equal(heads, ["predicted", "measured"], "the predicted run stands above");
    const divide = run.phases.find(phase => phase.kind === "divide" && phase.lane === 0);
    for (const index of [0, 1])
      equal(await colour_at(page, index, 0, (divide.begin + divide.end) / 2, 5), "phase 1", `divide of run ${index}`);
  },

  async runs_without_phases_have_no_word_on_them(open) {
    const {page} = await open(write_page("no_phases", [make_run({})]));
    expect(!(await page.$('.chip[data-what="phases"]')), "the legend has no phases");
  },
};
