// unply merge: the loop profiles of several recordings of one program as one recording.
#include "cli/command.h"
#include "cli/discover/discovery.h"
#include "discover/merge_profiles.h"
#include "graph/recording_file.h"
#include "trace/loop_writer.h"
#include "trace/output_file.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace unply {

namespace {
namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || (fs::equivalent(a, b, error) && !error);
}

Result<void> write_recording(const Trace& trace, const std::string& path) {
  auto file = OutputFile::create(path);
  if (!file) return error_of(file);
  TraceWriter writer(**file);
  TRY(writer.begin());
  TRY(write_loop_profile(writer, trace));
  TRY(writer.finish());
  return (*file)->publish();
}

Result<Trace> merge_files(const std::vector<std::string>& files) {
  ProfileMerger merger;
  for (const std::string& file : files) {
    auto trace = read_recording(file);
    if (!trace) return error_of(trace);
    if (!trace->loops.recorded) return std::unexpected(no_loop_profile(file, *trace));
    TRY(merger.add(file, *trace));
  }
  return merger.take();
}

// Each file once: a run that is given twice is still one observation.
std::vector<std::string> different_files(const std::vector<std::string>& files) {
  std::vector<std::string> different;
  for (const std::string& file : files) {
    const auto known = std::ranges::find_if(different, [&](const auto& other) { return same_file(file, other); });
    if (known == different.end())
      different.push_back(file);
    else if (*known == file)
      fmt::print("note: {} is given twice, and counts once\n", file);
    else
      fmt::print("note: {} and {} are the same file, which counts once\n", *known, file);
  }
  return different;
}

} // namespace

int cmd_merge(int argc, char** argv) {
  std::vector<std::string> files;
  std::string output;
  CLI::App app("Merges the loop profiles of several recordings of one program, made with different inputs, into one "
               "recording: what "
               "unply report, why and suggest say of it was observed on all of them.");
  app.add_option("FILE", files, "recordings of the program; merged recordings too");
  app.add_option("-o,--output", output, "the merged recording")->type_name("FILE");
  app.footer("A dependence that one of the inputs shows is in the merged recording; counts, iterations and work are "
             "sums. All\n"
             "recordings must be of the same build of the program.\n\n"
             "Exit codes: 0 merged; 2 usage, unreadable recording, no loop profile, recordings of different builds.\n\n"
             "Examples:\n"
             "  unply record -o small.trace ./app 100 && unply record -o large.trace ./app 5000\n"
             "  unply merge small.trace large.trace -o all.trace && unply report all.trace\n"
             "  unply merge all.trace another.trace -o more.trace   # inputs add up");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  if (files.size() < 2)
    return print_error({fmt::format("{} given, two or more are needed", count_text(files.size(), "recording")),
                        "unply merge small.trace large.trace -o all.trace"});
  if (output.empty()) return print_error({"no name for the merged recording", "-o FILE, such as -o all.trace"});
  for (const std::string& file : files)
    if (same_file(file, output))
      return print_error({fmt::format("{}: is one of the recordings to be merged", output), "-o ANOTHER-FILE"});
  const auto merged = merge_files(different_files(files));
  if (!merged) return print_error(merged.error());
  if (auto written = write_recording(*merged, output); !written) return print_error(written.error());
  fmt::print("{}: {}, {}, {}\nnext: unply report {}\n", output, count_text(merged->info.input_count(), "input"),
             count_text(merged->loops.loops.size(), "loop"), count_text(merged->loops.dependences.size(), "dependence"),
             output);
  return kExitOk;
}

} // namespace unply
