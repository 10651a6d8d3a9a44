#include "cli/discover/suggestions.h"
#include "base/number_text.h"
#include "cli/command.h"
#include "cli/discover/policies_here.h"
#include "collect/source_files.h"
#include "discover/call_patch.h"
#include "discover/policy.h"
#include "discover/policy_patch.h"
#include "discover/recorded_text.h"
#include "discover/unified_diff.h"
#include "graph/names.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace unply {
namespace fs = std::filesystem;

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
    explicit File(SourceText&& read) : text(std::move(read)), lines(text.text), directives(count_directives(lines)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    const SourceText text;
    const SourceLines lines;
    const size_t directives;
  };
  const File* find(StringId name) {
    auto [at, fresh] = files_.try_emplace(name);
    if (fresh)
      if (auto read = find_source_text(*found_.trace, found_.file, found_.trace->text(name)))
        at->second = std::make_unique<File>(std::move(*read));
    return at->second.get();
  }
  const std::string& why_no_policies() {
    if (!why_no_policies_) why_no_policies_ = unply::why_no_policies(*found_.trace);
    return *why_no_policies_;
  }

private:
  const Discovery& found_;
  std::map<StringId, std::unique_ptr<File>> files_;
  std::optional<std::string> why_no_policies_;
};

StringId file_of(const Discovery& found, const Suggestion& suggestion) {
  return suggestion.gain.loop ? (*found.loops)[suggestion.gain.loop->loop].file
                              : found.functions[suggestion.gain.calls->function].file;
}

SourceSpot place_of(const Discovery& found, const Suggestion& suggestion) {
  if (suggestion.gain.loop) return (*found.loops)[suggestion.gain.loop->loop].at;
  return {found.functions[suggestion.gain.calls->function].line, 0};
}

const std::vector<std::string>& unless_side_effects(const Discovery& found, const Suggestion& suggestion) {
  return suggestion.gain.loop ? found.verdicts[suggestion.gain.loop->loop].unseen
                              : found.call_verdicts[suggestion.gain.calls->function].unseen;
}

static bool has_checksum(const Discovery& found, const Suggestion& suggestion) {
  const RecordedText& text = suggestion.gain.loop ? (*found.loops)[suggestion.gain.loop->loop].facts.text
                                                  : found.functions[suggestion.gain.calls->function].facts.text;
  return text.first != 0;
}

static Result<LoopPatch> patch_of(const Discovery& found, const Suggestion& suggestion, const SourceLines& lines) {
  const std::string path = name_in_diff(*found.trace, found.trace->text(file_of(found, suggestion)));
  if (const LoopGain* gain = suggestion.gain.loop)
    return suggestion.policy() ? make_policy_patch(*found.loops, gain->loop, lines, path)
                               : make_patch(*found.loops, gain->loop, found.verdicts[gain->loop], lines, path);
  const CallGain& gain = *suggestion.gain.calls;
  auto made = make_call_patch(*found.loops, found.verdicts, found.functions, gain, found.call_verdicts[gain.function],
                              lines, path);
  if (!made) return error_of(made);
  return LoopPatch{{made->directive, {}, ""}, std::move(made->diff), std::move(made->edits)};
}

static Suggestion make_suggestion(const Discovery& found, size_t number, SourceTexts& sources) {
  Suggestion suggestion{.number = number,
                        .gain = found.ranked[number - 1],
                        .algorithm = {},
                        .patch = {},
                        .why_not = {},
                        .patch_name = {},
                        .directives = {}};
  const StringId file_id = file_of(found, suggestion);
  const std::string_view file = found.trace->text(file_id);
  suggestion.patch_name = fmt::format("{}-{}-{}.patch", number, base_name(file), place_of(found, suggestion).line);
  if (const LoopGain* gain = suggestion.gain.loop)
    suggestion.why_not = why_no_directive((*found.loops)[gain->loop], found.verdicts[gain->loop]);
  suggestion.algorithm = suggestion.gain.loop ? (*found.loops)[suggestion.gain.loop->loop].algorithm : "";
  if (suggestion.policy() && suggestion.why_not.empty() && !sources.why_no_policies().empty())
    suggestion.why_not = fmt::format("std::{} with {}: {}", suggestion.algorithm,
                                     policy_of(*found.loops, suggestion.gain.loop->loop), sources.why_no_policies());
  if (!suggestion.why_not.empty()) return suggestion;
  const SourceTexts::File* source = sources.find(file_id);
  if (source == nullptr) {
    suggestion.why_not = fmt::format("the text of {} was not found: record with --embed-sources", file);
    return suggestion;
  }
  suggestion.newer = source->text.newer && !has_checksum(found, suggestion);
  if (const size_t count = source->directives; count != 0 && !suggestion.policy())
    suggestion.directives =
        fmt::format("{} has {} of OpenMP already: if {} off in this run, -fopenmp turns {} on as well", base_name(file),
                    count_text(count, "directive"), count == 1 ? "it was" : "they were", count == 1 ? "it" : "them");
  auto patch = patch_of(found, suggestion, source->lines);
  if (patch)
    suggestion.patch = std::move(*patch);
  else
    suggestion.why_not = patch.error().what;
  suggestion.changed = tells_of_change(suggestion.why_not);
  return suggestion;
}

std::vector<Suggestion> make_suggestions(const Discovery& found, bool all, size_t only) {
  std::vector<Suggestion> suggestions;
  SourceTexts sources(found);
  for (size_t number = 1; number <= found.ranked.size(); ++number)
    if (only == number || (only == 0 && (all || found.ranked[number - 1].worthwhile())))
      suggestions.push_back(make_suggestion(found, number, sources));
  return suggestions;
}

// "" if the file is not found, or is called otherwise in the diff.
static std::string folder_of_diff(const Discovery& found, StringId file) {
  const TraceInfo& info = found.trace->info;
  const auto path = find_source_file(found.trace->text(file), info.source_directories, info.directory);
  if (!path) return "";
  std::string folder = (fs::path(info.directory) / *path).lexically_normal().string();
  const std::string name = "/" + name_in_diff(*found.trace, found.trace->text(file));
  if (!folder.ends_with(name) || folder.size() == name.size()) return "";
  folder.resize(folder.size() - name.size());
  return folder;
}

std::string patch_command(const Discovery& found, const std::vector<Suggestion>& suggestions) {
  std::optional<std::string> folder;
  for (const Suggestion& suggestion : suggestions) {
    if (!suggestion.patch) continue;
    std::string other = folder_of_diff(found, file_of(found, suggestion));
    if (folder && *folder != other) return "patch -p1";
    folder = std::move(other);
  }
  std::error_code error;
  if (!folder || folder->empty() || fs::equivalent(*folder, fs::current_path(error), error) || error)
    return "patch -p1";
  const std::string shown = fs::relative(*folder, error).string();
  return fmt::format("patch -p1 -d {}", error || shown.starts_with("../../") ? *folder : shown);
}

std::string check_suggestion_number(const std::string& word) {
  const bool digits = std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  if (!word.empty() && word.size() <= 9 && digits && word.find_first_not_of('0') != word.npos) return "";
  return fmt::format("\"{}\" is not the number of a suggestion, which unply report shows", word);
}

// A loop in one that has a directive already, or around it: one of them would be in the other's way, if it compiles.
static bool are_nested(const Discovery& found, const Suggestion& a, const Suggestion& b) {
  if (!a.gain.loop || !b.gain.loop || file_of(found, a) != file_of(found, b)) return false;
  return (*found.loops)[a.gain.loop->loop].facts.contains(place_of(found, b)) ||
         (*found.loops)[b.gain.loop->loop].facts.contains(place_of(found, a));
}

JoinedPatch join_patches(const Discovery& found, const std::vector<Suggestion>& suggestions) {
  JoinedPatch joined;
  SourceTexts sources(found);
  std::vector<StringId> files; // in the order of the suggestions
  std::map<StringId, std::vector<LineEdit>> edits;
  std::vector<const Suggestion*> taken;
  for (const Suggestion& suggestion : suggestions) {
    if (!suggestion.patch) continue;
    const bool nested = suggestion.gain.nested() || std::ranges::any_of(taken, [&](const Suggestion* other) {
                          return are_nested(found, *other, suggestion);
                        });
    const StringId file = file_of(found, suggestion);
    if (nested || !join_edits(edits[file], suggestion.patch->edits)) {
      joined.left_out.push_back(suggestion.number);
      continue;
    }
    taken.push_back(&suggestion);
    if (std::ranges::find(files, file) == files.end()) files.push_back(file);
  }
  for (StringId file : files)
    if (const SourceTexts::File* source = sources.find(file))
      joined.diff += unified_diff(name_in_diff(*found.trace, found.trace->text(file)), source->lines, edits[file]);
  return joined;
}

// Text before a diff is no part of it for `patch` and `git apply`, so the whole output can be applied.
std::string suggestions_text(const Discovery& found, const std::vector<Suggestion>& suggestions, SourceQuotes& sources,
                             bool diffs, size_t width, const Style& style) {
  std::string out = missing_text(found, width, style);
  for (const Suggestion& suggestion : suggestions) {
    const RankedGain& gain = suggestion.gain;
    out += fmt::format(
        "{}. {}   {}, {} of the time: {}, {}\n", suggestion.number, style.bold(ranked_place(found, gain, sources)),
        ranked_kind(found, gain), share_text(gain.coverage()),
        gain.loop ? verdict_name(found.verdicts[gain.loop->loop].verdict) : "tasks", speedup_text(gain.speedups()));
    auto line = [&](const std::string& text) { out += wrapped(text, 3, 3, width); };
    if (const std::vector<std::string>& unseen = unless_side_effects(found, suggestion); !unseen.empty())
      line(fmt::format("unless {} {} side effects", fmt::join(unseen, ", "), unseen.size() == 1 ? "has" : "have"));
    if (gain.nested())
      line(fmt::format("instead of {}, in which it is", loop_place(found, gain.loop->nested_in, sources)));
    if (suggestion.newer) line("the source is newer than the recording: check that it is still the same there");
    if (gain.loop)
      for (const std::string& note : found.verdicts[gain.loop->loop].notes) line("note: " + note);
    if (suggestion.patch && !suggestion.directives.empty()) line("note: " + suggestion.directives);
    if (suggestion.patch)
      out += diffs ? suggestion.patch->diff
                   : fmt::format("   {}\n   {}\n", suggestion.patch->directive.one_line(), suggestion.patch_name);
    else
      line("no patch: " + suggestion.why_not);
  }
  return out;
}

int exit_code_of(const std::vector<Suggestion>& suggestions) {
  return std::ranges::any_of(suggestions, &Suggestion::changed) ? kExitUsage : kExitOk;
}

std::string suggestions_json(const Discovery& found, const std::vector<Suggestion>& suggestions) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema", kLoopsSchema}, {"file", found.file}};
  json["inputs"] = found.trace->info.input_count();
  json["missing"] = loss_text(found.trace->loops);
  json["suggestions"] = Json::array();
  for (const Suggestion& suggestion : suggestions) {
    const RankedGain& gain = suggestion.gain;
    const SourceSpot at = place_of(found, suggestion);
    Json row{{"id", suggestion.number},
             {"loop", gain.loop ? Json(gain.loop->loop + 1) : Json()},
             {"function", gain.calls ? Json(gain.calls->function + 1) : Json()},
             {"file", found.trace->text(file_of(found, suggestion))},
             {"line", at.line},
             {"column", at.column},
             {"verdict", gain.loop ? verdict_name(found.verdicts[gain.loop->loop].verdict) : "tasks"},
             {"evidence",
              gain.loop ? evidence_text(*found.loops, (*found.loops)[gain.loop->loop], found.verdicts[gain.loop->loop])
                        : calls_evidence(found, gain.calls->function)},
             {"unless_side_effects", unless_side_effects(found, suggestion)},
             {"worthwhile", gain.worthwhile()},
             {"nested_in", gain.nested() ? Json(gain.loop->nested_in + 1) : Json()}};
    row["directive"] = suggestion.patch ? Json(suggestion.patch->directive.one_line()) : Json();
    row["patch"] = suggestion.patch ? Json(suggestion.patch->diff) : Json();
    row["no_patch"] = suggestion.why_not;
    row["changed"] = suggestion.changed;
    row["note"] = suggestion.patch ? suggestion.directives : "";
    row["patch_name"] = suggestion.patch ? Json(suggestion.patch_name) : Json();
    json["suggestions"].push_back(std::move(row));
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace unply
