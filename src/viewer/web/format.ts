// Times, shares and counts as text, and times back from text. Units are chosen by size, or fixed by the user (the
// paper's selectable time unit); the digits of a ruler follow its increment, so that neighbouring labels differ.

export const kUnits: Record<string, number> = {ns: 1, us: 1e3, ms: 1e6, s: 1e9};
export type Unit = "auto" | "ns" | "us" | "ms" | "s";

function unit_for(ns: number): string {
  const size = Math.abs(ns);
  return size >= 1e9 ? "s" : size >= 1e6 ? "ms" : size >= 1e3 ? "us" : "ns";
}

function shown(unit: string): string {
  return unit === "us" ? "µs" : unit;
}

function group_digits(text: string): string {
  const [whole, rest] = text.split(".");
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

// Three significant digits, at most `digits`: 1.23 ms, 45.6 ms, 789 us.
export function format_time(ns: number, unit: Unit = "auto", digits = 3): string {
  if (!Number.isFinite(ns)) return "–";
  if (ns === 0) return "0";
  const name = unit === "auto" ? unit_for(ns) : unit;
  const value = ns / kUnits[name];
  const before = Math.max(1, Math.floor(Math.log10(Math.abs(value))) + 1);
  const after = name === "ns" ? 0 : Math.max(0, unit === "auto" ? digits - before : digits);
  return `${group_digits(value.toFixed(Math.min(9, after)))} ${shown(name)}`;
}

// A point of time, with as many digits as tell it from one `step_ns` later; in the unit of `most_ns` where points are
// shown side by side.
export function format_point(ns: number, step_ns: number, unit: Unit = "auto", most_ns = ns): string {
  const name = unit === "auto" ? unit_for(Math.max(Math.abs(most_ns), step_ns)) : unit;
  const factor = kUnits[name];
  const after = Math.min(9, Math.max(0, Math.ceil(-Math.log10(Math.max(step_ns, 1) / factor) - 1e-9)));
  return `${group_digits((ns / factor).toFixed(after))} ${shown(name)}`;
}

// "1.5ms", "1,5 ms", "200 us", "3": without a unit in `unit`, or ns. NaN if it is no time.
export function parse_time(text: string, unit: Unit = "auto"): number {
  const match = /^\s*([0-9][0-9\s\u202f_]*(?:[.,][0-9]*)?|[.,][0-9]+)\s*(ns|us|µs|ms|s)?\s*$/i.exec(text);
  if (!match) return NaN;
  const number = Number(match[1].replace(/[\s\u202f_]/g, "").replace(",", "."));
  const name = (match[2] || (unit === "auto" ? "ns" : unit)).toLowerCase().replace("µ", "u");
  return number * kUnits[name];
}

export function format_share(share: number): string {
  if (!Number.isFinite(share)) return "–";
  const percent = share * 100;
  if (percent > 0 && percent < 0.005) return "< 0.01 %";
  return `${percent >= 99.95 || percent === 0 ? percent.toFixed(0) : percent.toFixed(percent < 10 ? 2 : 1)} %`;
}

export function format_count(count: number): string {
  return Number.isInteger(count) ? group_digits(String(count)) : Number(count.toPrecision(4)).toString();
}

// 1, 2 or 5 times a power of ten, at least `least`.
export function round_step(least: number): number {
  const power = Math.pow(10, Math.floor(Math.log10(least)));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}
