#include "cli/discover/suggestions.h"
#include "collect/source_files.h"
#include "discover/unified_diff.h"
#include "graph/names.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace unply {

// Names of files in a diff are relative, so that `patch -p1` and `git apply` find them from the folder of the build.
static std::string name_in_diff(const Trace& trace, std::string_view file) {
  std::string folder = trace.info.directory;
  for (const std::string& compiled : trace.info.source_directories)
    if (compiled.starts_with('/') && file.starts_with(compiled + "/") && compiled.size() > folder.size())
      folder = compiled;
  if (!folder.empty() && file.starts_with(folder + "/")) file.remove_prefix(folder.size() + 1);
  while (file.starts_with("./")) file.remove_prefix(2);
  file.remove_prefix(std::min(file.find_first_not_of('/'), file.size()));
  return std::string(file);
}

// Each file is read and split once, however many suggestions are for it.
class SourceTexts {
public:
  explicit SourceTexts(const Discovery& found) : found_(found) {}
  struct File {
    explicit File(SourceText&& read) : text(std::move(read)), lines(text.text) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    const SourceText text;
    const SourceLines lines;
  };
  const File* find(StringId name) {
    auto [at, fresh] = files_.try_emplace(name);
    if (fresh)
      if (auto read = find_source_text(*found_.trace, found_.file, found_.trace->text(name)))
        at->second = std::make_unique<File>(std::move(*read));
    return at->second.get();
  }

private:
  const Discovery& found_;
  std::map<StringId, std::unique_ptr<File>> files_;
};

static Suggestion make_suggestion(const Discovery& found, size_t number, SourceTexts& sources) {
  Suggestion suggestion{
      .number = number, .loop = found.gains[number - 1].loop, .patch = {}, .why_not = {}, .patch_name = {}};
  const SourceLoop& loop = (*found.loops)[suggestion.loop];
  const std::string_view file = found.trace->text(loop.file);
  suggestion.patch_name = fmt::format("{}-{}-{}.patch", number, base_name(file), loop.at.line);
  suggestion.why_not = why_no_directive(loop, found.verdicts[suggestion.loop]);
  if (!suggestion.why_not.empty()) return suggestion;
  const SourceTexts::File* source = sources.find(loop.file);
  if (source == nullptr) {
    suggestion.why_not = fmt::format("the text of {} was not found: record with --embed-sources", file);
    return suggestion;
  }
  suggestion.newer = source->text.newer;
  auto patch = make_patch(*found.loops, suggestion.loop, found.verdicts[suggestion.loop], source->lines,
                          name_in_diff(*found.trace, file));
  if (patch)
    suggestion.patch = std::move(*patch);
  else
    suggestion.why_not = patch.error().what;
  return suggestion;
}

std::vector<Suggestion> make_suggestions(const Discovery& found, bool all, size_t only) {
  std::vector<Suggestion> suggestions;
  SourceTexts sources(found);
  for (size_t number = 1; number <= found.gains.size(); ++number)
    if (only == number || (only == 0 && (all || found.gains[number - 1].worthwhile)))
      suggestions.push_back(make_suggestion(found, number, sources));
  return suggestions;
}

// Text before a diff is no part of it for `patch` and `git apply`, so the whole output can be applied.
std::string suggestions_text(const Discovery& found, const std::vector<Suggestion>& suggestions, SourceQuotes& sources,
                             bool diffs, size_t width, const Style& style) {
  std::string out = missing_text(found, width, style);
  for (const Suggestion& suggestion : suggestions) {
    const LoopGain& gain = found.gains[suggestion.number - 1];
    const LoopVerdict& verdict = found.verdicts[suggestion.loop];
    const SourceLoop& loop = (*found.loops)[suggestion.loop];
    out += fmt::format("{}. {}   {}, {} of the time: {}, {}\n", suggestion.number,
                       style.bold(loop_place(found, suggestion.loop, sources)), loop_kind(loop),
                       share_text(gain.coverage), verdict_name(verdict.verdict), speedup_text(gain));
    auto line = [&](const std::string& text) { out += wrapped(text, 3, 3, width); };
    if (!verdict.certain())
      line(fmt::format("unless {} {} side effects", fmt::join(verdict.unseen, ", "),
                       verdict.unseen.size() == 1 ? "has" : "have"));
    if (gain.nested_in != kNoSourceLoop)
      line(fmt::format("instead of {}, in which it is", loop_place(found, gain.nested_in, sources)));
    if (suggestion.newer) line("the source is newer than the recording: check that the loop is still the same");
    for (const std::string& note : verdict.notes) line("note: " + note);
    if (suggestion.patch)
      out += diffs ? suggestion.patch->diff
                   : fmt::format("   {}\n   {}\n", suggestion.patch->directive.one_line(), suggestion.patch_name);
    else
      line("no patch: " + suggestion.why_not);
  }
  return out;
}

std::string suggestions_json(const Discovery& found, const std::vector<Suggestion>& suggestions) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema", kLoopsSchema}, {"file", found.file}};
  json["inputs"] = found.trace->info.input_count();
  json["missing"] = loss_text(found.trace->loops);
  json["suggestions"] = Json::array();
  for (const Suggestion& suggestion : suggestions) {
    const SourceLoop& loop = (*found.loops)[suggestion.loop];
    const LoopVerdict& verdict = found.verdicts[suggestion.loop];
    const LoopGain& gain = found.gains[suggestion.number - 1];
    Json row{{"id", suggestion.number},
             {"loop", suggestion.loop + 1},
             {"file", found.trace->text(loop.file)},
             {"line", loop.at.line},
             {"column", loop.at.column},
             {"verdict", verdict_name(verdict.verdict)},
             {"evidence", evidence_text(*found.loops, loop, verdict)},
             {"unless_side_effects", verdict.unseen},
             {"worthwhile", gain.worthwhile},
             {"nested_in", gain.nested_in == kNoSourceLoop ? Json() : Json(gain.nested_in + 1)}};
    row["directive"] = suggestion.patch ? Json(suggestion.patch->directive.one_line()) : Json();
    row["patch"] = suggestion.patch ? Json(suggestion.patch->diff) : Json();
    row["no_patch"] = suggestion.why_not;
    row["patch_name"] = suggestion.patch ? Json(suggestion.patch_name) : Json();
    json["suggestions"].push_back(std::move(row));
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace unply
