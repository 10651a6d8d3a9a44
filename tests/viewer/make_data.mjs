// Synthetic runs for tests, in the form of src/viewer/web/model.ts, and the page that shows them: the same file that
// `unply view` writes, without C++. Tests compute their expectations from the arrays here, by brute force.
import {createHash} from "node:crypto";
import {gzipSync} from "node:zlib";

export const kStates = [
  "idle",
  "active",
  "wait task",
  "wait event",
  "wait lock",
  "overhead",
  "preempted",
  "not recorded",
  "set-up",
];
export const kStateCount = kStates.length;
export const kActivities = [
  "idle",
  "serial code",
  "thread",
  "parallel region",
  "task",
  "loop chunk",
  "loop",
  "section",
  "single",
  "masked",
  "user region",
  "taskwait",
  "end of taskgroup",
  "join of a thread",
  "TBB wait",
  "barrier",
  "reduction",
  "condition variable",
  "semaphore",
  "message",
  "collective operation",
  "other wait",
  "lock",
  "critical section",
  "ordered section",
  "mutex",
  "task creation",
  "recorder",
  "fork, join or dispatch",
  "preempted",
  "not recorded",
  "start or end of MPI",
];
export const kLineKinds = [
  "fork",
  "join",
  "task creation",
  "task dependence",
  "lock",
  "barrier",
  "signal",
  "message",
  "thread creation",
  "thread join",
  "task wait",
];
const [kIdle, kActive, kWaitTask, kWaitEvent, kWaitLock, kOverhead, kPreempted, kUnrecorded] = kStates.keys();
const activity = name => kActivities.indexOf(name);
const kTileBins = 512;

export function random_from(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    // xorshift32, in [0, 1)
    ((state ^= state << 13), (state ^= state >>> 17), (state ^= state << 5));
    return (state >>> 0) / 2 ** 32;
  };
}

export const kSolver = `/* Jacobi steps on a grid, with a sum that threads add to under a lock. */
#include <omp.h>
#include "grid.h"

static double sums;

double step(struct grid *g, int rows) {
  double change = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 16) reduction(max : change)
    for (int i = 1; i < rows; ++i)    // rows are independent
      change = fmax(change, relax(g, i));
#pragma omp critical(sums)
    sums += change;
  }
  return change;
}

void sort(int *a, long n) {
  if (n < 4096) { qsort(a, n, sizeof *a, less); return; }
#pragma omp task depend(inout : a[0])
  sort(a, n / 2);
#pragma omp task depend(inout : a[n / 2])
  sort(a + n / 2, n - n / 2);
#pragma omp taskwait
  merge(a, n);
}

int main(int argc, char **argv) {
  struct grid g = read_grid(argv[1]);
  for (int t = 0; t < 40; ++t) {
    double change = step(&g, 2048);
    unply_value("change", change);
    if (change < 1e-6) break;
  }
  write_grid(&g);
}
`;

class Lane {
  constructor(name, begin) {
    this.name = name;
    this.now = begin;
    this.intervals = [];
  }
  until(end, state, activity_name, site = 0, more = {}) {
    if (end <= this.now) return;
    this.intervals.push({
      begin: this.now,
      end,
      state,
      activity: activity(activity_name),
      site,
      region: 0,
      core: this.core,
      object: 0,
      extra: 0,
      ...more,
    });
    this.now = end;
  }
  last(length, ...rest) {
    this.until(this.now + Math.max(1, Math.round(length)), ...rest);
  }
}

// Rows of sites: file, line, column, function.
const kSites = [
  [-1, 0, 0, ""],
  [0, 34, 3, "main"],
  [0, 9, 1, "step"],
  [0, 11, 1, "step"],
  [0, 14, 1, "step"],
  [0, 23, 1, "sort"],
  [0, 25, 1, "sort"],
  [0, 27, 1, "sort"],
  [0, 36, 5, "main"],
  [0, 40, 3, "main"],
];
const [, kMain, kRegion, kLoop, kCritical, kTaskA, kTaskB, kTaskwait, kValue] = kSites.keys();

// Time steps of a program: serial part, fork, chunks of a loop, critical section, barrier; every fourth has tasks.
export function make_run({
  lanes = 4,
  steps = 12,
  chunks = 6,
  seed = 1,
  grain = 1e5,
  label = "measured",
  kind = "parallel",
  names = null,
} = {}) {
  const random = random_from(seed),
    team = Array.from({length: lanes}, (_, i) => new Lane(names ? names[i] : `thread ${i}`, 0)),
    lines = [],
    marks = [];
  team.forEach((lane, i) => {
    lane.core = i % Math.max(2, lanes >> 1);
  });
  let region = 0,
    task = 0;
  for (let s = 0; s < steps; ++s) {
    const master = team[0];
    master.last(grain * (0.5 + random()), kActive, "serial code", kMain);
    marks.push({time: master.now - 10, lane: 0, kind: 1, type: 2, name: 0, site: kValue, value: 1 / (s + 1)});
    if (s % 3 === 0)
      marks.push({
        time: master.now - Math.round(grain / 4),
        lane: 0,
        kind: 0,
        type: 0,
        name: 1,
        site: kValue,
        value: 0,
      });
    ++region;
    const fork = master.now;
    for (let i = 0; i < lanes; ++i) {
      const lane = team[i],
        start = fork + Math.round(random() * grain * 0.05) * (i > 0);
      lane.until(start, i ? kIdle : kOverhead, i ? "idle" : "fork, join or dispatch", 0);
      if (i) lines.push({kind: 0, from_lane: 0, to_lane: i, from: fork, to: start, site: kRegion, object: region});
      lane.core = random() < 0.1 ? Math.floor(random() * Math.max(2, lanes)) : lane.core;
    }
    if (s % 4 === 3) task = add_tasks(team, lines, random, grain, region, task, chunks);
    else add_loop(team, lines, random, grain, region, chunks, s);
    const last = team.reduce((a, b) => (b.now > a.now ? b : a)),
      join = last.now + 20,
      from = team.indexOf(last);
    team.forEach((lane, i) => {
      if (i !== from)
        lines.push({kind: 5, from_lane: from, to_lane: i, from: last.now, to: join, site: kRegion, object: region});
      lane.until(join, kWaitEvent, "barrier", kRegion, {region});
    });
  }
  team[0].last(grain, kActive, "serial code", 9);
  const duration = team[0].now;
  team.forEach((lane, i) =>
    lane.until(i === lanes - 1 && lanes > 3 ? duration - Math.round(grain / 3) : duration, kIdle, "idle"),
  );
  return {
    label,
    kind,
    duration,
    lanes: team,
    lines,
    marks,
    sites: kSites,
    files: [{name: "/home/u/heat/solver.c", short: "solver.c", text: kSolver, note: ""}],
    names: ["change", "output"],
    objects: [{kind: "lock", id: 0x7f0010, name: "sums", site: kCritical}],
    program: "./heat",
    title: "./heat 512",
    statistics: null,
    notes: [],
  };
}

function add_loop(team, lines, random, grain, region, chunks, s) {
  let first = 0,
    free = 0,
    holder = null;
  const todo = team.length * chunks;
  const order = () => team.map((_, i) => i).sort((a, b) => team[a].now - team[b].now);
  for (let c = 0; c < todo; ++c) {
    const lane = team[order()[0]],
      rows = 16,
      slow = s % 5 === 2 && c % team.length === 0 ? 4 : 1;
    if (random() < 0.3) lane.last(grain * 0.01, kOverhead, "fork, join or dispatch", kLoop, {region});
    lane.last(grain * slow * (0.2 + 0.3 * random()), kActive, "loop chunk", kLoop, {
      region,
      object: first,
      extra: rows,
    });
    if (random() < 0.03) {
      if (c % 3) lane.last(grain * 0.2, kPreempted, "preempted", 0, {region});
      else lane.last(grain * 0.2, kUnrecorded, "not recorded", 0, {region});
    }
    first += rows;
  }
  for (const i of order()) {
    const lane = team[i];
    if (free > lane.now && holder !== null) {
      lines.push({kind: 4, from_lane: holder, to_lane: i, from: free, to: free, site: kCritical, object: 0x7f0010});
      lane.until(free, kWaitLock, "critical section", kCritical, {region, object: 0x7f0010});
    }
    lane.last(grain * 0.06, kActive, "parallel region", kCritical, {region});
    free = lane.now;
    holder = i;
  }
}

function add_tasks(team, lines, random, grain, region, task, chunks) {
  const ends = [];
  for (let k = 0; k < team.length * chunks; ++k) {
    ++task;
    if (k % 3 === 0) team[0].last(grain * 0.02, kOverhead, "task creation", kTaskA, {region, object: task});
    const i = team.map((_, index) => index).sort((a, b) => team[a].now - team[b].now)[0],
      lane = team[i],
      before = k > 3 ? ends[Math.floor(random() * ends.length)] : null;
    if (before && before.at > lane.now) lane.until(before.at, kWaitTask, "taskwait", kTaskwait, {region});
    if (before && before.lane !== i)
      lines.push({
        kind: 3,
        from_lane: before.lane,
        to_lane: i,
        from: before.at,
        to: lane.now,
        site: kTaskB,
        object: task,
      });
    lane.last(grain * (0.1 + 0.5 * random()), kActive, "task", k % 2 ? kTaskA : kTaskB, {region, object: task});
    ends.push({at: lane.now, lane: i});
  }
  return task;
}

// Blocks
class Bytes {
  parts = [];
  put(buffer) {
    this.parts.push(Buffer.from(buffer.buffer || buffer, buffer.byteOffset || 0, buffer.byteLength));
  }
  all() {
    return Buffer.concat(this.parts);
  }
}

// Columns alternate in their codings, so that the page decodes all of them.
export function column_block(columns) {
  const rows = columns[0].length,
    head = Buffer.alloc(8 + 16 * columns.length),
    body = new Bytes();
  head.writeUInt32LE(rows, 0);
  head.writeUInt32LE(columns.length, 4);
  columns.forEach((values, c) => {
    const [width, coding, base, stored] = encode_column(values, c);
    head.writeUInt8(width, 8 + 16 * c);
    head.writeUInt8(coding, 9 + 16 * c);
    head.writeDoubleLE(base, 16 + 16 * c);
    const bytes = Buffer.alloc(Math.ceil((rows * width) / 8) * 8);
    stored.forEach((value, i) => {
      if (width === 8) bytes.writeBigUInt64LE(BigInt(value), i * 8);
      else if (width) bytes.writeUIntLE(value, i * width, width);
    });
    body.put(bytes);
  });
  return Buffer.concat([head, body.all()]);
}

function encode_column(values, c) {
  const width_of = list => {
    const most = list.reduce((a, b) => Math.max(a, b), 0);
    return most === 0 ? 0 : most < 256 ? 1 : most < 65536 ? 2 : most < 2 ** 32 ? 4 : 8;
  };
  const rising = values.every((value, i) => i === 0 || value >= values[i - 1]);
  if (rising && values.length > 1) {
    const stored = values.map((value, i) => (i ? value - values[i - 1] : 0));
    return [width_of(stored), 1, values[0], stored];
  }
  if (c % 2 && values.length) {
    const stored = values
      .map((value, i) => (i ? value - values[i - 1] : 0))
      .map(step => (step < 0 ? -2 * step - 1 : 2 * step));
    return [width_of(stored), 2, values[0], stored];
  }
  const base = values.reduce((a, b) => Math.min(a, b), Infinity);
  const stored = values.map(value => value - base);
  return [width_of(stored), 0, Number.isFinite(base) ? base : 0, stored];
}

const cut = (list, size) =>
  Array.from({length: Math.ceil(list.length / size)}, (_, i) => list.slice(i * size, (i + 1) * size));

function add_pyramid(run, number, blocks, levels, base_bins) {
  const bins_of = level => base_bins >> (levels - 1 - level),
    pyramid = [],
    {duration, lanes} = run;
  let bin_ns = 1;
  while (bin_ns * base_bins < duration) bin_ns *= 2;
  let shares = lanes.map(lane => lane_bins(lane, bin_ns, Math.ceil(duration / bin_ns)));
  for (let level = levels - 1; level >= 0; --level) {
    const bins = shares[0].length / kStateCount;
    pyramid.unshift({bin_ns: bin_ns, bins});
    for (let tile = 0; tile * kTileBins < bins; ++tile) {
      const from = tile * kTileBins * kStateCount,
        to = Math.min(bins * kStateCount, from + kTileBins * kStateCount);
      blocks.set(
        `p/${number}/${level}/${tile}`,
        Buffer.concat(shares.map(lane => Buffer.from(lane.subarray(from, to).map(share => Math.round(share * 255))))),
      );
    }
    if (bins_of(level) < 2) break;
    shares = shares.map(lane =>
      Float64Array.from({length: Math.ceil(lane.length / kStateCount / 2) * kStateCount}, (_, i) => {
        const bin = Math.floor(i / kStateCount),
          state = i % kStateCount;
        return (lane[2 * bin * kStateCount + state] + (lane[(2 * bin + 1) * kStateCount + state] || 0)) / 2;
      }),
    );
    bin_ns *= 2;
  }
  return pyramid;
}

function lane_bins(lane, bin_ns, bins) {
  const out = new Float64Array(bins * kStateCount);
  for (const {begin, end, state} of lane.intervals)
    for (let bin = Math.floor(begin / bin_ns); bin < bins && bin * bin_ns < end; ++bin)
      out[bin * kStateCount + state] += (Math.min(end, (bin + 1) * bin_ns) - Math.max(begin, bin * bin_ns)) / bin_ns;
  return out;
}

function add_intervals(run, number, blocks, chunk_rows) {
  const occurrences = new Map();
  const lanes = run.lanes.map((lane, index) => {
    const chunks = cut(lane.intervals, chunk_rows);
    chunks.forEach((rows, c) => {
      blocks.set(
        `i/${number}/${index}/${c}`,
        column_block([
          rows.map(r => r.end),
          rows.map(r => (r.state << 6) | r.activity),
          rows.map(r => r.site),
          rows.map(r => r.region),
          rows.map(r => r.core),
          rows.map(r => r.object),
          rows.map(r => r.extra),
        ]),
      );
      for (const row of rows) {
        const key = row.site * 1e9 + index * 1e6 + c,
          entry = occurrences.get(key) || {
            site: row.site,
            lane: index,
            chunk: c,
            count: 0,
            first: row.begin,
            total: 0,
            active: 0,
          };
        ++entry.count;
        entry.total += row.end - row.begin;
        entry.active += row.state === kActive ? row.end - row.begin : 0;
        occurrences.set(key, entry);
      }
    });
    return {
      name: lane.name,
      process: 0,
      begin_ns: lane.intervals[0].begin,
      end_ns: lane.now,
      chunks: {begin_ns: chunks.map(rows => rows[0].begin), intervals: chunks.map(rows => rows.length)},
    };
  });
  const rows = [...occurrences]
    .sort((a, b) => a[0] - b[0])
    .map(([, entry]) => entry)
    .filter(entry => entry.site > 0);
  blocks.set(
    `o/${number}`,
    column_block(
      ["site", "lane", "chunk", "count", "first", "total", "active"].map(name => rows.map(row => row[name])),
    ),
  );
  return lanes;
}

function add_lines(run, number, blocks, chunk_rows) {
  const lines = run.lines.map(line => ({...line, late: Math.max(line.from, line.to)})).sort((a, b) => a.late - b.late),
    chunks = cut(lines, chunk_rows);
  chunks.forEach((rows, c) =>
    blocks.set(
      `l/${number}/${c}`,
      column_block([
        rows.map(r => r.late),
        rows.map(r => r.late - Math.min(r.from, r.to)),
        rows.map(r => r.kind + (r.to < r.from ? 128 : 0)),
        rows.map(r => r.from_lane),
        rows.map(r => r.to_lane),
        rows.map(r => r.site),
        rows.map(r => r.object),
      ]),
    ),
  );
  return {
    count: lines.length,
    by_kind: kLineKinds.map((_, kind) => lines.filter(line => line.kind === kind).length),
    chunks: {
      begin_ns: chunks.map(rows => Math.min(...rows.map(r => Math.min(r.from, r.to)))),
      end_ns: chunks.map(rows => rows[rows.length - 1].late),
      rows: chunks.map(rows => rows.length),
    },
  };
}

function add_marks(run, number, blocks) {
  const marks = [...run.marks].sort((a, b) => a.time - b.time),
    bits = new DataView(new ArrayBuffer(8));
  const half = offset => marks.map(mark => (bits.setFloat64(0, mark.value, true), bits.getUint32(offset, true)));
  if (marks.length)
    blocks.set(
      `m/${number}/0`,
      column_block([
        marks.map(m => m.time),
        marks.map(m => m.lane),
        marks.map(m => m.kind),
        marks.map(m => m.type),
        marks.map(m => m.name),
        marks.map(m => m.site),
        half(0),
        half(4),
      ]),
    );
  return {
    count: marks.length,
    chunks: {
      begin_ns: marks.length ? [marks[0].time] : [],
      end_ns: marks.length ? [marks[marks.length - 1].time] : [],
      rows: marks.length ? [marks.length] : [],
    },
  };
}

// Phases of a skeleton: {begin, end, lane, kind, level, partner, bytes, call, cpu, features: {N: 64}}, where a run has them.
const kPhaseKinds = ["call", "divide", "sequential", "exchange", "combine"];
function add_phases(run, number, blocks) {
  const phases = [...(run.phases || [])].sort((a, b) => a.begin - b.begin || b.end - a.end),
    names = [...new Set(phases.flatMap(phase => Object.keys(phase.features || {})))],
    bits = new DataView(new ArrayBuffer(8));
  const half = (name, offset) =>
    phases.map(({features}) => (bits.setFloat64(0, features?.[name] ?? NaN, true), bits.getUint32(offset, true)));
  if (phases.length)
    blocks.set(
      `f/${number}/0`,
      column_block([
        phases.map(p => p.begin),
        phases.map(p => p.end - p.begin),
        phases.map(p => p.lane),
        phases.map(p => kPhaseKinds.indexOf(p.kind) + (p.unfinished ? 128 : 0)),
        phases.map(p => p.level || 0),
        phases.map(p => (p.partner ?? -1) + 1),
        phases.map(p => p.bytes || 0),
        phases.map(p => p.call || 0),
        phases.map(p => p.cpu || 0),
        phases.map(p => p.site || 0),
        ...names.flatMap(name => [half(name, 0), half(name, 4)]),
      ]),
    );
  return {
    count: phases.length,
    chunks: {
      begin_ns: phases.length ? [phases[0].begin] : [],
      end_ns: phases.length ? [Math.max(...phases.map(p => p.end))] : [],
      rows: phases.length ? [phases.length] : [],
    },
    kinds: kPhaseKinds,
    features: names,
  };
}

// The head and all blocks of some runs, by name.
export function make_blocks(
  runs,
  {pages = [], chunk_rows = 64, base_bins = 4096, left_out = [], without_intervals = false} = {},
) {
  const blocks = new Map();
  const heads = runs.map((run, number) => {
    const pyramid = add_pyramid(run, number, blocks, Math.log2(base_bins) - 5, base_bins);
    const lanes = add_intervals(run, number, blocks, chunk_rows),
      columns = [0, 1, 2, 3].map(c => run.sites.map(site => site[c]));
    run.files.forEach((file, row) => {
      if (file.text !== null) blocks.set(`s/${number}/${row}`, Buffer.from(file.text));
    });
    return {
      label: run.label,
      kind: run.kind,
      trace: "heat.trace",
      program: run.program,
      arguments: ["512"],
      started_at: "2026-11-21T14:36:00Z",
      machine: "box",
      cpu: "a processor",
      cores: Math.max(2, run.lanes.length),
      complete: run.complete !== false,
      incomplete_why: run.complete === false ? "killed by signal 9" : "",
      exit_status: 0,
      duration_ns: run.duration,
      begin_ns: 0,
      end_ns: run.duration,
      states: kStates,
      activities: kActivities,
      line_kinds: kLineKinds,
      processes: [{rank: 0, pid: 4711, host: "box", program: run.program}],
      lanes,
      sites: {file: columns[0], line: columns[1], column: columns[2], function: columns[3]},
      files: run.files.map((file, row) => ({
        name: file.name,
        short: file.short,
        block: file.text === null ? "" : `s/${number}/${row}`,
        note: file.note,
      })),
      names: run.names,
      objects: run.objects,
      pyramid,
      lines: add_lines(run, number, blocks, 256),
      marks: add_marks(run, number, blocks),
      phases: add_phases(run, number, blocks),
      events: run.lanes.reduce((sum, lane) => sum + lane.intervals.length * 2, 0),
      intervals: run.lanes.reduce((sum, lane) => sum + lane.intervals.length, 0),
      statistics: run.statistics,
      notes: run.notes,
      left_out,
    };
  });
  const listed = pages.map((page, n) => {
    for (const kind of ["json", "svg"]) if (page[kind]) blocks.set(`page/${n}.${kind}`, Buffer.from(page[kind]));
    if (page.text) blocks.set(`page/${n}.txt`, Buffer.from(page.text));
    return {
      kind: page.kind,
      title: page.title,
      json: page.json ? `page/${n}.json` : "",
      svg: page.svg ? `page/${n}.svg` : "",
      text: page.text ? `page/${n}.txt` : "",
      note: page.note || "",
    };
  });
  if (without_intervals) for (const name of [...blocks.keys()]) if (name.startsWith("i/")) blocks.delete(name);
  const head = {
    schema: "unply view 1",
    unply_version: "test",
    title: runs[0]?.title || "pages",
    runs: heads,
    pages: listed,
  };
  return new Map([["head", Buffer.from(JSON.stringify(head))], ...blocks]);
}

const sha = text => createHash("sha256").update(text).digest("base64");
const escape = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

// The file of `unply view -o`, with the policy that src/viewer/html_page.cpp sets.
export function make_page(blocks, {script, style, title = "test", transport = "file", connect = "data:"}) {
  const policy = `default-src 'none'; script-src 'sha256-${sha(script)}'; style-src 'sha256-${sha(style)}'; img-src data: blob:; connect-src ${connect}; base-uri 'none'; form-action 'none'`;
  const elements = [...blocks]
    .map(
      ([name, bytes]) =>
        `<script type="text/plain" id="block-${name}">${gzipSync(bytes).toString("base64")}</script>\n`,
    )
    .join("");
  return (
    `<!doctype html>\n<html lang="en" data-transport="${transport}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">\n` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escape(title)}</title>\n<style>${style}</style>\n</head>\n<body>\n${elements}<script>${script}</script>\n</body>\n</html>\n`
  );
}
