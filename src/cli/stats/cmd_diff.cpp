// unply diff: changes between recordings of a parallel program before and after, and whether they exceed
// noise. The answer "slower" is exit code 1.
#include "base/split.h"
#include "cli/command.h"
#include "cli/stats/stats.h"
#include "timeline/comparison.h"
#include <CLI/CLI.hpp>
#include <cstdio>
#include <deque>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {
constexpr const char* kDiffFooter =
    "BEFORE and AFTER are recordings, or several of each separated by commas: more of them separate changes from noise "
    "better. With one\n"
    "recording the variation of its repeated executions counts, and differences below 5 % are never told from noise.\n"
    "Places are matched by file, function and order within it, so lines may have moved.\n"
    "\n"
    "Exit codes: 0 faster, or no difference beyond noise; 1 slower beyond noise; 2 usage, unreadable file.\n"
    "\n"
    "Examples:\n"
    "  unply diff before.trace after.trace\n"
    "  unply diff b1.trace,b2.trace,b3.trace a1.trace,a2.trace,a3.trace\n"
    "  unply diff --json before.trace after.trace | jq '.verdict'";

struct DiffCommand {
  std::string before, after;
  size_t top = 10;
  bool json = false;
};

struct Recording {
  std::string path;
  EventFile file;
  RunStatistics run;
};
using Recordings = std::deque<Recording>;

Result<Recordings> read_side(const std::string& list) {
  Recordings side;
  for (const std::string& path : split(list, ',')) {
    auto file = open_parallel_run(path);
    if (!file) return error_of(file);
    auto run = run_statistics(*file, {});
    if (!run) return std::unexpected(run.error().about(path));
    side.push_back({path, std::move(*file), std::move(*run)});
  }
  return side;
}

std::vector<ComparedRun> compared(const Recordings& side) {
  std::vector<ComparedRun> runs;
  for (const Recording& each : side) runs.push_back({&each.file.tables(), &each.run});
  return runs;
}

const SidePlace& place_of(const Change& change) {
  return change.verdict == ChangeVerdict::added ? change.after : change.before;
}

std::string place_text(const SidePlace& place) {
  if (place.line == 0) return place.function.empty() ? "an unknown place" : place.function + "()";
  return fmt::format("{}:{}", place.file, place.line);
}

std::string places_text(const Change& change) {
  if (change.kind == ComparedKind::phase) return place_of(change).function; // "level 2"
  bool one_side = change.verdict == ChangeVerdict::added || change.verdict == ChangeVerdict::removed;
  if (one_side || change.before.line == change.after.line) return place_text(place_of(change));
  return fmt::format("{} -> {}", place_text(change.before), change.after.line);
}

std::string what_text(const Change& change) {
  bool finer = change.kind == ComparedKind::wait || change.kind == ComparedKind::phase;
  return finer ? fmt::format("{}: {}", name_of(change.kind), name_of(change.activity)) : name_of(change.kind);
}

std::string relative_text(const Change& change) {
  if (change.before_ns <= 0 || change.after_ns <= 0) return "-";
  return fmt::format("{:+.0f} %", 100 * (change.after_ns / change.before_ns - 1));
}

std::string time_text(double ns) { return duration_text(static_cast<uint64_t>(std::abs(ns) + 0.5)); }

std::string noise_text(const Change& change) { return change.noise_ns ? "+-" + time_text(*change.noise_ns) : "?"; }

std::string side_text(const char* name, const Recordings& side, double efficiency) {
  std::string files;
  for (const Recording& each : side) files += (files.empty() ? "" : ", ") + each.path;
  return fmt::format("{:<10} {}; {}, efficiency {:.2f}\n", name, files, count_text(side[0].run.threads, "thread"),
                     efficiency);
}

std::string sentence(const Change& elapsed) {
  std::string times = fmt::format("{}{} before, {} after, {}", time_text(elapsed.before_ns),
                                  elapsed.kind == ComparedKind::active ? " of active time" : "",
                                  time_text(elapsed.after_ns), relative_text(elapsed));
  switch (elapsed.verdict) {
  case ChangeVerdict::slower:
    return fmt::format("slower: {}, beyond noise ({})", times, noise_text(elapsed));
  case ChangeVerdict::faster:
    return fmt::format("faster: {}, beyond noise ({})", times, noise_text(elapsed));
  case ChangeVerdict::same:
    return fmt::format("no difference beyond noise ({}): {}", noise_text(elapsed), times);
  default:
    return fmt::format("cannot be told from noise: {}, but nothing in it is repeated; record several runs", times);
  }
}

std::string taken_text(const Comparison& comparison) {
  if (!comparison.by_active) return "";
  return wrapped(
      fmt::format("preempted  the system took {:.0f} % of what the threads could have been active before, {:.0f} "
                  "% after: active time is compared, not elapsed time; waits are left out",
                  100 * comparison.taken_before, 100 * comparison.taken_after),
      0, 11, terminal_width());
}

std::string diff_text(const DiffCommand& command, const Comparison& comparison, const Recordings& before,
                      const Recordings& after, const Style& style) {
  std::string out = side_text("before", before, comparison.efficiency_before) +
                    side_text("after", after, comparison.efficiency_after) + taken_text(comparison) + "\n" +
                    style.bold(wrapped(sentence(comparison.elapsed), 0, 2, terminal_width())) + "\n";
  using enum TextTable::Align;
  TextTable table({left, left, left, right, right, right, right, left});
  table.add({"what", "place", "function", "before", "after", "change", "noise", ""});
  size_t shown = 0, quiet = 0;
  for (const Change& change : comparison.changes) {
    if (change.verdict == ChangeVerdict::same) {
      ++quiet;
    } else if (shown < command.top) {
      ++shown;
      table.add({what_text(change), places_text(change),
                 change.kind == ComparedKind::phase ? "" : place_of(change).function,
                 change.before_ns > 0 ? time_text(change.before_ns) : "-",
                 change.after_ns > 0 ? time_text(change.after_ns) : "-", relative_text(change), noise_text(change),
                 name_of(change.verdict)});
    }
  }
  if (shown > 0) out += table.text(0, style) + "\n";
  size_t more = comparison.changes.size() - quiet - shown;
  out += fmt::format("{} within noise{}\n", count_text(quiet, "row"),
                     more > 0 ? fmt::format(", {} more with --top", more) : "");
  if (comparison.too_short > 0)
    out += fmt::format("{} left out: executions of {:.0f} ns or less, which the clock does not tell apart\n",
                       count_text(comparison.too_short, "row"), kEventNs);
  out += wrapped(std::string(comparison.by_active
                                 ? "known      times of regions and loops as active time of all threads, of locks "
                                   "preemption excluded"
                                 : "known      times of regions and loops as elapsed, of waits and locks in thread "
                                   "time") +
                     "; noise: 95 % interval of the difference" +
                     std::string(before.size() == 1 || after.size() == 1
                                     ? ", from repeated executions within one recording, at least 5 %"
                                     : ", from the recordings of each side") +
                     (comparison.by_active ? ", and at least a quarter of the share that the system took" : ""),
                 0, 11, terminal_width());
  bool single = before.size() == 1 || after.size() == 1;
  std::string next =
      single ? fmt::format("record each side several times: unply diff {},... {},...", command.before, command.after)
             : fmt::format("unply stats {}", after[0].path);
  return out + fmt::format("\n{}      {}\n", style.dim("next:"), next);
}

using Json = nlohmann::ordered_json;

Json change_json(const Change& change) {
  auto place = [](const SidePlace& at) {
    return at == SidePlace{} ? Json() : Json{{"file", at.file}, {"function", at.function}, {"line", at.line}};
  };
  return {{"what", what_text(change)},         {"before", place(change.before)},
          {"after", place(change.after)},      {"before_ns", change.before_ns},
          {"after_ns", change.after_ns},       {"noise_ns", change.noise_ns ? Json(*change.noise_ns) : Json()},
          {"verdict", name_of(change.verdict)}};
}

std::string diff_json(const Comparison& comparison, const Recordings& before, const Recordings& after) {
  Json json = {{"schema", 1},
               {"verdict", name_of(comparison.elapsed.verdict)},
               {"recordings", {{"before", before.size()}, {"after", after.size()}}},
               {"efficiency", {{"before", comparison.efficiency_before}, {"after", comparison.efficiency_after}}},
               {"compared", comparison.by_active ? "active" : "elapsed"},
               {"taken", {{"before", comparison.taken_before}, {"after", comparison.taken_after}}},
               {"too_short", comparison.too_short},
               {"elapsed", change_json(comparison.elapsed)}};
  Json changes = Json::array();
  for (const Change& change : comparison.changes) changes.push_back(change_json(change));
  json["changes"] = changes;
  return json.dump(1) + "\n";
}
} // namespace

int cmd_diff(int argc, char** argv) {
  DiffCommand command;
  CLI::App app("What changed between recordings of a parallel program, and whether it is more than noise.");
  app.add_option("BEFORE", command.before, "recording, or several separated by commas")->required();
  app.add_option("AFTER", command.after, "as BEFORE")->required();
  app.add_option("--top", command.top, "changes shown (default 10; all with --json)");
  app.add_flag("--json", command.json, "machine-readable output: JSON on standard output");
  app.footer(kDiffFooter);
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  auto before = read_side(command.before);
  if (!before) return print_error(before.error());
  auto after = read_side(command.after);
  if (!after) return print_error(after.error());
  Comparison comparison = compare(compared(*before), compared(*after));
  std::string text = command.json ? diff_json(comparison, *before, *after)
                                  : diff_text(command, comparison, *before, *after, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return comparison.elapsed.verdict == ChangeVerdict::slower ? kExitAnswerNo : kExitOk;
}

} // namespace unply
