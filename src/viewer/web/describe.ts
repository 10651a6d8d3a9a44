// Short names of an interval, a site, a mark or a line, shared by bars, tooltips and panels.
import {Run} from "./model";
import {Interval} from "./run_data";
import {is_body, is_call, is_lock_wait, is_phase, kStateWords} from "./words";

export function place_of(run: Run, site: number): string {
  const file = run.sites.file[site] ?? -1,
    line = run.sites.line[site] ?? 0;
  if (file < 0) return "";
  return line > 0 ? `${run.files[file].short}:${line}` : run.files[file].short;
}

export function function_of(run: Run, site: number): string {
  return run.sites.function[site] || "";
}

export function site_name(run: Run, site: number): string {
  const place = place_of(run, site),
    name = function_of(run, site);
  return name && place ? `${name} ${place}` : name || place || "unknown place";
}

export function activity_of(run: Run, item: Interval): string {
  return run.activities[item.activity] || "";
}
export function is_lock(run: Run, item: Interval): boolean {
  return is_lock_wait(activity_of(run, item));
}

export function object_name(run: Run, item: Interval): string {
  const named = run.objects.find(
    object => object.id === item.object && (object.kind === "lock") === is_lock(run, item),
  );
  if (named && named.name) return named.name;
  return item.object ? "0x" + item.object.toString(16) : "";
}

// "MPI_Recv"; "" where the thread is in no function of MPI, or it is not known in which.
function call_of(run: Run, item: Interval): string {
  if (!is_call(activity_of(run, item))) return "";
  return run.objects.find(object => object.kind === "function" && object.id === item.object)?.name ?? "";
}

function iterations_of(item: Interval): string {
  return item.extra > 1 ? `${item.object}–${item.object + item.extra - 1}` : `${item.object}`;
}

function level_of(item: Interval): number {
  return item.object % 2 ** 32;
}

// The label of a bar that is wide enough.
export function short_label(run: Run, item: Interval): string {
  const activity = activity_of(run, item);
  if (activity === "task") return `task ${item.object}`;
  if (activity === "loop chunk") return iterations_of(item);
  if (activity === "user region") return object_name(run, item);
  if (is_phase(activity)) return `${activity} ${level_of(item)}`;
  if (is_body(activity)) return function_of(run, item.site) || activity;
  if (call_of(run, item)) return call_of(run, item);
  return item.state === 0 ? "" : activity;
}

// "iterations 128–255", "task 17", "critical section sums"
export function title_of(run: Run, item: Interval): string {
  const activity = activity_of(run, item);
  if (activity === "task") return `task ${item.object}`;
  if (activity === "loop chunk") return `${item.extra > 1 ? "iterations" : "iteration"} ${iterations_of(item)}`;
  if (is_lock_wait(activity) || activity === "user region") return `${activity} ${object_name(run, item)}`;
  if (is_phase(activity))
    return `${activity}, level ${level_of(item)}${item.extra > 0 ? `, with rank ${item.extra - 1}` : ""}`;
  return call_of(run, item) || activity || kStateWords[item.state].name;
}

export function line_name(run: Run, kind: number): string {
  return run.line_kinds[kind & 127] || "line";
}

// The 64 bits of a recorded value by its type.
export function value_of(type: number, low: number, high: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, low, true);
  view.setUint32(4, high, true);
  switch (type) {
    case 0:
      return view.getBigInt64(0, true).toString();
    case 1:
      return view.getBigUint64(0, true).toString();
    case 2:
      return String(view.getFloat64(0, true));
    default:
      return String(Number(view.getFloat32(0, true).toPrecision(8)));
  }
}
