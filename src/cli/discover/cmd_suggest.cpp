// unply suggest: OpenMP directives for loops that may run in parallel, as patches.
#include "cli/command.h"
#include "cli/discover/suggestions.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace unply {

namespace {
namespace fs = std::filesystem;

Result<void> write_file(const fs::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) return fail(fmt::format("{}: cannot write, {}", path.string(), std::strerror(errno)));
  return {};
}

// One file for each, and "all.patch". Returns a line about that, where there is more than one.
Result<std::string> write_patches(const Discovery& found, const std::vector<Suggestion>& suggestions,
                                  const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(fmt::format("--patch {}: cannot make the folder, {}", folder, error.message()));
  size_t count = 0;
  for (const Suggestion& suggestion : suggestions) {
    if (!suggestion.patch) continue;
    TRY(write_file(fs::path(folder) / suggestion.patch_name, suggestion.patch->diff));
    ++count;
  }
  if (count < 2) return "";
  const JoinedPatch joined = join_patches(found, suggestions);
  TRY(write_file(fs::path(folder) / "all.patch", joined.diff));
  std::string without;
  if (!joined.left_out.empty())
    without = fmt::format(", without {}: in a loop of another one, or in its lines", fmt::join(joined.left_out, ", "));
  return fmt::format("all of them at once: {} < {}{}", patch_command(found, suggestions),
                     (fs::path(folder) / "all.patch").string(), without);
}

std::string next_line(const Discovery& found, const std::vector<Suggestion>& suggestions, const std::string& folder) {
  auto first = std::ranges::find_if(suggestions, [](const Suggestion& s) { return s.patch.has_value(); });
  if (first == suggestions.end()) return fmt::format("next: unply report {}{}\n", found.file, found.costs.words());
  std::string text =
      fmt::format("next: unply verify {} --suggestion {}{}", found.file, first->number, found.costs.words());
  if (!folder.empty())
    text += fmt::format(" && {} < {}", patch_command(found, {*first}), (fs::path(folder) / first->patch_name).string());
  return text + "\n";
}

} // namespace

int cmd_suggest(int argc, char** argv) {
  std::string file, folder, machine;
  size_t only = 0, width = terminal_width();
  bool json = false, all = false;
  CLI::App app("Suggests OpenMP directives for the loops and calls of a program without annotation, each as a patch of "
               "its own, those with most gain first.");
  app.add_option("FILE", file, "recording of a program without annotation")->required();
  app.add_option("--patch", folder,
                 "write the patches into this folder, which is made if it is not there, and all.patch")
      ->type_name("DIR");
  app.add_option("--suggestion", only, "this one only, by its number in unply report")
      ->check(CLI::Validator(check_suggestion_number, ""));
  app.add_flag("--all", all, "also for loops that are too short to gain");
  app.add_option("--machine", machine, kMachineHelp);
  app.add_flag("--json", json, "machine-readable output: JSON on standard output");
  app.add_option("--width", width, "width of the text (default: the terminal's, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(
      "Directives name each variable of the loop in a clause (default(none)) where clauses can. Apply one "
      "patch, compile with\n"
      "-fopenmp and compare the results before the next: a patch shifts the lines of those behind it. all.patch\n"
      "in the folder of --patch has all of them.\n\n"
      "Exit codes: 0 printed, also where there is none; 2 usage, unreadable recording, no suggestion of this "
      "number,\n"
      "a source that has changed since it was compiled.\n\n"
      "Examples:\n"
      "  unply suggest app.trace\n"
      "  unply suggest app.trace --patch patches && patch -p1 < patches/1-app.cpp-120.patch\n"
      "  unply suggest app.trace --suggestion 1 | git apply");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  auto found = discover(file, machine);
  if (!found) return print_error(found.error());
  if (only > found->ranked.size())
    return print_error({fmt::format("--suggestion {}: there are {}", only, found->ranked.size()),
                        fmt::format("unply report {} lists them", file)});
  const std::vector<Suggestion> suggestions = make_suggestions(*found, all, only);
  Result<std::string> written = folder.empty() ? "" : write_patches(*found, suggestions, folder);
  if (!written) return print_error(written.error());
  if (json) {
    fmt::print("{}", suggestions_json(*found, suggestions));
    return exit_code_of(suggestions);
  }
  SourceQuotes sources(*found->trace, file, false);
  if (suggestions.empty()) fmt::print("nothing in this run gains from running in parallel\n");
  fmt::print("{}{}{}", suggestions_text(*found, suggestions, sources, folder.empty(), width, Style::of_stdout()),
             written->empty() ? "" : wrapped(*written, 0, 3, width), next_line(*found, suggestions, folder));
  return exit_code_of(suggestions);
}

} // namespace unply
