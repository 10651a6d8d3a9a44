// See run_tables.h.
#include "stg/export/run_tables.h"
#include "base/text_file.h"
#include "base/version.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply::stg {

void RunTables::add_head(const char* mode, const Bindings& bindings, const std::string& note) {
  writer_.add_meta("mode", mode);
  writer_.add_meta("unply_version", version());
  writer_.add_meta("program", program_.executable);
  for (const std::string& argument : bindings.arguments) writer_.add_meta("argument", argument);
  writer_.add_meta("parameter", fmt::format("P={}", bindings.ranks));
  for (const auto& [name, value] : bindings.values)
    writer_.add_meta("parameter", fmt::format("{}={:.12g}", name, value));
  writer_.add_meta("complete", "yes");
  writer_.add_meta("exit_status", "0");
  writer_.add_note(note);
  for (const std::string& path : program_.files)
    if (const auto text = read_text_file(path)) writer_.add_source(writer_.string_id(path), *text);
}

StringId RunTables::file_of(const Place& place) {
  return writer_.string_id(place.file == kNone ? std::string_view() : std::string_view(program_.files[place.file]));
}

std::string RunTables::name_of_step(const Step& step) const {
  const Procedure& procedure = program_.procedures[step.procedure];
  if (step.kind == Step::Kind::operation) return procedure.operations[step.index].name;
  const Computation& computation = procedure.computations[step.index];
  return computation.name.empty() ? fmt::format("line {} of {}", computation.place.line, procedure.name)
                                  : computation.name;
}

uint32_t RunTables::site_of(const Step& step) {
  const auto [found, added] = sites_.try_emplace(key_of(step), uint32_t(sites_.size() + 1));
  if (added)
    writer_.add_site(found->second, {.file = file_of(step.place),
                                     .function = writer_.string_id(program_.procedures[step.procedure].name),
                                     .variable = StringId{0},
                                     .inlined_file = StringId{0},
                                     .line = step.place.line,
                                     .column = step.place.column,
                                     .inlined_line = 0,
                                     .flags = 0});
  return found->second;
}

uint32_t RunTables::region_of(const Step& step) {
  const auto [found, added] = regions_.try_emplace(key_of(step), uint32_t(regions_.size() + 1));
  if (added)
    writer_.add_region(found->second, {.kind = RegionKind::task,
                                       .origin = RegionOrigin::api,
                                       .file = file_of(step.place),
                                       .function = writer_.string_id(program_.procedures[step.procedure].name),
                                       .label = writer_.string_id(name_of_step(step)),
                                       .line = step.place.line,
                                       .column = step.place.column});
  return found->second;
}

void RunTables::add_end(double time_s) {
  const uint64_t end = std::max<uint64_t>(ns(time_s), 1);
  writer_.add_clock(0, 0);
  writer_.add_clock(end, end);
}

std::string RunTables::settings(const Bindings& bindings) const {
  std::string text = fmt::format("P={}", bindings.ranks);
  for (const auto& [name, value] : bindings.values) text += fmt::format(", {}={:.12g}", name, value);
  for (size_t i = 0; i < bindings.arguments.size(); ++i) text += (i == 0 ? "; " : " ") + bindings.arguments[i];
  return text;
}

} // namespace unply::stg
