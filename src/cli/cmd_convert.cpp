// unply convert: converts recordings of parallel runs for other tools, and OTF2 archives of other tools to recordings.
#include "cli/command.h"
#include "collect/spool_conversion.h"
#include "convert/convert.h"
#include "trace/output_file.h"
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

struct ConvertOptions {
  std::string input, to, output;
  bool events = false, json = false;
};

// The stem of the name, without the folder and the extension: "run" of "a/run.trace" and of "run.otf2/".
std::string stem_of(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return std::filesystem::path(path).stem().string();
}

Result<Converted> write_in_format(const EventFile& file, const ConvertOptions& options) {
  if (options.to == "otf2") return write_otf2(file, options.output);
  if (options.to == "sqlite") return write_sqlite(file, options.output, options.events);
  auto out = OutputFile::create(options.output);
  if (!out) return error_of(out);
  auto done = options.to == "csv" ? write_csv(file, **out) : write_perfetto(file, **out);
  if (!done) return done;
  TRY((*out)->publish());
  return done;
}

// Other tools cannot see missing data in their file, so the message reports it.
Result<Converted> export_file(const EventFile& file, const ConvertOptions& options) {
  auto done = write_in_format(file, options);
  const TraceInfo& info = file.tables().info;
  if (done && !info.complete)
    done->notes.push_back("the recording is incomplete: " +
                          (info.incomplete_why.empty() ? "it ends early" : info.incomplete_why));
  return done;
}

// A spool that unply record left behind because it was killed or had no room for the recording.
Result<Converted> import_spool(const std::string& path, TraceWriter& writer) {
  auto outcome = recover_spool(path, writer);
  if (!outcome) return error_of(outcome);
  return Converted{outcome->events, {}}; // the notes are in the recording
}

Result<Converted> import_archive(const std::string& anchor, const ConvertOptions& options) {
  auto out = OutputFile::create(options.output);
  if (!out) return error_of(out);
  TraceWriter writer(**out);
  TRY(writer.begin());
  auto done = anchor.empty() ? import_spool(options.input, writer) : read_otf2(anchor, writer);
  if (!done) return done;
  for (const std::string& note : done->notes) writer.add_note(note);
  TRY(writer.finish());
  TRY((*out)->publish());
  return done;
}

const char* next_step(const std::string& to) {
  if (to == "otf2") return "otf2-print, Vampir";
  if (to == "perfetto") return "https://ui.perfetto.dev, or trace_processor";
  if (to == "sqlite") return "sqlite3";
  return to == "trace" ? "unply stats" : "";
}

int say(const ConvertOptions& options, const Result<Converted>& done) {
  if (!done) return print_error(done.error());
  if (options.json) {
    nlohmann::json out = {{"schema", "unply convert 1"}, {"input", options.input},   {"output", options.output},
                          {"format", options.to},        {"records", done->records}, {"notes", done->notes}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return kExitOk;
  }
  const char* next = next_step(options.to);
  fmt::print("{}: {} records{}{}\n", options.output, done->records, *next ? "; opens in " : "", next);
  for (const std::string& note : done->notes) fmt::print("  {}\n", note);
  return kExitOk;
}

} // namespace

int cmd_convert(int argc, char** argv) {
  constexpr const char* kFormats[] = {"otf2", "perfetto", "csv", "sqlite"};
  constexpr const char* kEndings[] = {".otf2", ".perfetto-trace", ".csv", ".sqlite"};
  ConvertOptions options;
  CLI::App app("Converts a recording of a parallel run for other tools, or an OTF2 archive to a recording.");
  app.add_option("FILE", options.input,
                 "a recording, an OTF2 archive (its folder or its file .otf2), or a spool left by unply record")
      ->required();
  app.add_option("--to", options.to, "the format to write: otf2, perfetto, csv or sqlite")->type_name("FORMAT");
  app.add_option("-o,--output", options.output, "file to write, for otf2 a folder (default: the name of the input)");
  app.add_flag("--events", options.events, "sqlite: also a row for each event");
  app.add_flag("--json", options.json, "machine-readable output: the steps taken, as JSON");
  app.footer("Exit codes: 0 written; 2 usage, unreadable input.\n\n"
             "Examples:\n"
             "  unply convert app.trace --to perfetto\n"
             "  unply convert app.trace --to otf2 -o app.otf2 && otf2-print app.otf2/traces.otf2\n"
             "  unply convert scorep/traces.otf2 -o app.trace");
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;

  auto anchor = find_otf2_anchor(options.input);
  bool spool = SpoolReader::is_spool(options.input);
  if ((anchor || spool) && options.to.empty()) {
    options.to = "trace";
    if (options.output.empty()) options.output = stem_of(options.input) + ".trace";
    return say(options, import_archive(spool ? "" : *anchor, options));
  }
  auto format = std::find(std::begin(kFormats), std::end(kFormats), options.to);
  if (format == std::end(kFormats))
    return print_error({options.to.empty() ? options.input + ": no output format given"
                                           : fmt::format("--to {}: no such format", options.to),
                        "expected --to otf2, perfetto, csv or sqlite"});
  if (options.output.empty()) options.output = stem_of(options.input) + kEndings[format - std::begin(kFormats)];
  auto file = EventFile::open(options.input);
  if (!file) return print_error(file.error());
  return say(options, export_file(*file, options));
}

} // namespace unply
