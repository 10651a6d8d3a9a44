// unply why: all that is known about the loop at a place, or about the calls of a function.
#include "cli/command.h"
#include "cli/discover/discovery.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace unply {

namespace {

struct Place {
  std::string file;
  uint32_t line = 0, column = 0;
};

std::optional<uint32_t> take_number(std::string& text) {
  const size_t colon = text.rfind(':');
  uint32_t number = 0;
  if (colon == std::string::npos || colon + 1 == text.size()) return std::nullopt;
  auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0) return std::nullopt;
  text.resize(colon);
  return number;
}

Result<Place> parse_place(const std::string& text) {
  Place place{.file = text};
  auto last = take_number(place.file);
  if (!last) return fail(fmt::format("{}: not a place", text), "FILE:LINE or FILE:LINE:COLUMN, such as heat.c:12");
  place.line = *last;
  if (auto before = take_number(place.file)) place.line = *before, place.column = *last;
  if (place.file.empty())
    return fail(fmt::format("{}: no file", text), "FILE:LINE or FILE:LINE:COLUMN, such as heat.c:12");
  return place;
}

Error no_loop(const Discovery& found, const std::string& text, const Place& place, const SourceQuotes& sources) {
  std::vector<std::pair<uint32_t, uint32_t>> near; // by distance
  for (uint32_t index = 0; index < found.loops->size(); ++index) {
    const SourceLoop& loop = (*found.loops)[index];
    const uint32_t line = loop.at.line;
    const std::vector<uint32_t> there = found.loops->at(place.file, line, loop.at.column);
    if (line != 0 && std::ranges::find(there, index) != there.end())
      near.emplace_back(line > place.line ? line - place.line : place.line - line, index);
  }
  std::ranges::sort(near);
  std::string hint;
  for (size_t i = 0; i < near.size() && i < 5; ++i)
    hint += (i ? ", " : "") + loop_place(found, near[i].second, sources);
  return {fmt::format("{}: no loop begins there", text),
          hint.empty() ? fmt::format("unply report {} lists the loops", found.file) : "loops near it: " + hint};
}

} // namespace

int cmd_why(int argc, char** argv) {
  std::string file, text, machine;
  size_t width = terminal_width();
  bool no_source = false;
  CLI::App app("Explains the verdict on one loop: each dependence that it carries with both lines, the variable, kind, "
               "distances and first pair of iterations, and the cheapest change that frees it. On a line of a function "
               "without a loop: which of its calls can be tasks, and what keeps the others in order.");
  app.add_option("FILE", file, "recording of a program without annotation")->required();
  app.add_option("PLACE", text, "FILE:LINE or FILE:LINE:COLUMN of the loop statement, or a line of a function")
      ->required();
  app.add_option("--machine", machine, kMachineHelp);
  app.add_flag("--no-source", no_source, "do not quote source lines");
  app.add_option("--width", width, "width of the text (default: the terminal's, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(
      "Exit codes: 0 printed; 2 usage, unreadable recording, no loop and no function with calls at this place.\n\n"
      "Examples:\n"
      "  unply why app.trace app.cpp:120\n"
      "  unply why app.trace app.cpp:120:7   # of several loops on a line\n"
      "  unply why fib.trace fib.c:3         # the calls of a function");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  auto place = parse_place(text);
  if (!place) return print_error(place.error());
  auto found = discover(file, machine);
  if (!found) return print_error(found.error());
  SourceQuotes sources(*found->trace, file, !no_source);
  const std::vector<uint32_t> loops = found->loops->at(place->file, place->line, place->column);
  const std::vector<uint32_t> functions =
      loops.empty() ? functions_at(*found, place->file, place->line) : std::vector<uint32_t>();
  if (loops.empty() && functions.empty()) return print_error(no_loop(*found, text, *place, sources));
  const Style style = Style::of_stdout();
  for (size_t i = 0; i < loops.size(); ++i)
    fmt::print("{}{}", i ? "\n" : "", why_text(*found, loops[i], sources, width, style));
  for (size_t i = 0; i < functions.size(); ++i)
    fmt::print("{}{}", i ? "\n" : "", why_calls_text(*found, functions[i], sources, width, style));
  for (const std::string& changed : sources.changed_files())
    fmt::print("note: {} is newer than the recording, its lines may have moved\n", changed);
  const size_t number = loops.empty() ? found->call_numbers[functions[0]] : found->number_of(loops[0]);
  fmt::print("next: {}{}\n",
             number != 0 ? fmt::format("unply suggest {} --suggestion {}", file, number)
                         : fmt::format("unply report {}", file),
             found->costs.words());
  return kExitOk;
}

} // namespace unply
