#include "collect/call_paths.h"
#include "collect/code_places.h"
#include <algorithm>
#include <map>
#include <optional>
#include <ranges>

namespace unply {

namespace {

// One function on the path from the task to the access, the access itself first.
struct Step {
  const CodePlace* place;
  uint32_t left_out = 0; // calls between the next step and this one
  bool last_frame;       // in the frame that holds the task, where the runtime knows it
};

class PathNames {
public:
  PathNames(const RingDecoder& decoder, TraceWriter& writer) : decoder_(decoder), writer_(writer) {}
  // The path of a site's first access in tasks of a region.
  void add_first(const RecordedPath& path);
  void add_pair(const ReachedPair& pair, const RecordedPath& path);
  std::vector<uint32_t> numbers_of(const std::vector<RecordedPath>& paths);

private:
  struct Code {
    bool runtime, unknown;
    std::vector<CodePlace> places; // the innermost function first
  };
  const Code& code_at(const RingCall& call);
  std::optional<std::vector<Step>> steps_of(const RecordedPath& path);
  std::optional<uint32_t> number(const RecordedPath& path); // of the path in the file
  void end_at_task(std::vector<Step>& steps, uint32_t region) const;
  std::string recorded_name(const std::string& file) const;
  uint32_t number_of(const std::vector<Step>& steps);

  const RingDecoder& decoder_;
  TraceWriter& writer_;
  CodePlaces places_;
  std::map<std::pair<uint32_t, uint64_t>, Code> codes_;
  std::map<std::vector<std::pair<const CodePlace*, uint32_t>>, uint32_t> paths_;
};

const PathNames::Code& PathNames::code_at(const RingCall& call) {
  auto [at, fresh] = codes_.try_emplace({call.object, call.offset});
  Code& code = at->second;
  if (!fresh) return code;
  auto object = decoder_.objects().find(call.object);
  if (object == decoder_.objects().end()) {
    code = {false, true, {{.file = "", .line = 0, .column = 0, .function = "generated code"}}};
    return code;
  }
  std::string symbol = places_.symbol(object->second, call.offset);
  code.runtime = symbol.starts_with("__unply_") || symbol.starts_with("__mt_") || symbol.contains("5unply7runtime");
  code.places = places_.find_inlined(object->second, call.offset);
  code.unknown = code.places.front().line == 0;
  return code;
}

// None if the access itself is at an unknown place: its file has no debug information.
std::optional<std::vector<Step>> PathNames::steps_of(const RecordedPath& path) {
  std::vector<Step> steps;
  const size_t count = path.calls.size();
  size_t first = 0;
  while (first < std::min<size_t>(count, path.of.inner) && code_at(path.calls[first]).runtime) ++first;
  if (first == count || code_at(path.calls[first]).unknown) return std::nullopt;
  for (size_t i = first; i < count; ++i) {
    if (i == path.of.inner && !steps.empty()) steps.back().left_out = path.of.left_out;
    for (const CodePlace& place : code_at(path.calls[i]).places) steps.push_back({&place, 0, i + 1 == count});
  }
  return steps;
}

// The function that holds the task may be inlined into others, and of regions of the API the frame is not known.
void PathNames::end_at_task(std::vector<Step>& steps, uint32_t region) const {
  auto end_at = [&](auto is_end) {
    auto found = std::ranges::find_if(steps, is_end);
    if (found == steps.end()) return false;
    steps.erase(found + 1, steps.end());
    return true;
  };
  auto name = decoder_.region_functions().find(region);
  std::string function = name == decoder_.region_functions().end() ? "" : name->second;
  if (end_at([&](const Step& step) { return step.last_frame && step.place->function == function; })) return;
  if (end_at([&](const Step& step) { return step.place->function == function; })) return;
  end_at([&](const Step& step) { return step.place->function == "main"; });
}

// As sites and regions name the file: relative to where the compiler ran.
std::string PathNames::recorded_name(const std::string& file) const {
  if (decoder_.source_files().contains(file)) return file;
  for (const std::string& directory : decoder_.source_directories()) {
    if (!file.starts_with(directory + "/")) continue;
    std::string rest = file.substr(directory.size() + 1);
    if (decoder_.source_files().contains(rest)) return rest;
  }
  return file;
}

uint32_t PathNames::number_of(const std::vector<Step>& steps) {
  if (steps.size() < 2) return 0;
  std::vector<std::pair<const CodePlace*, uint32_t>> key;
  for (const Step& step : steps | std::views::drop(1)) key.emplace_back(step.place, step.left_out);
  auto [at, fresh] = paths_.try_emplace(std::move(key), static_cast<uint32_t>(paths_.size() + 1));
  if (!fresh) return at->second;
  for (size_t i = steps.size(); i-- > 1;) {
    const CodePlace& place = *steps[i].place;
    uint32_t left_out = i + 1 < steps.size() ? steps[i].left_out : 0;
    writer_.add_call(at->second, {.file = writer_.string_id(recorded_name(place.file)),
                                  .function = writer_.string_id(place.function),
                                  .line = place.line,
                                  .left_out = left_out});
  }
  return at->second;
}

std::optional<uint32_t> PathNames::number(const RecordedPath& path) {
  auto steps = steps_of(path);
  if (!steps) return std::nullopt;
  end_at_task(*steps, path.of.region);
  return number_of(*steps);
}

void PathNames::add_first(const RecordedPath& path) {
  if (auto found = number(path)) writer_.add_reached(0, 0, path.of.site, path.of.region, 0, *found);
}

void PathNames::add_pair(const ReachedPair& pair, const RecordedPath& path) {
  if (auto found = number(path))
    writer_.add_reached(pair.kind, pair.site_from, pair.site, pair.region, pair.from, *found);
}

std::vector<uint32_t> PathNames::numbers_of(const std::vector<RecordedPath>& paths) {
  std::vector<uint32_t> numbers;
  for (const RecordedPath& path : paths) numbers.push_back(number(path).value_or(kPathUnknown));
  return numbers;
}

} // namespace

Result<void> add_call_paths(const RingDecoder& decoder, TraceWriter& writer, bool later) {
  PathNames names(decoder, writer);
  for (uint32_t path : decoder.first_paths()) names.add_first(decoder.call_paths()[path]);
  if (later) { // which of them belong to a pair of sites is not known yet
    std::vector<uint32_t> numbers = names.numbers_of(decoder.call_paths());
    const auto* bytes = reinterpret_cast<const uint8_t*>(numbers.data());
    return writer.add_record_row(kRecordPaths, {bytes, numbers.size() * sizeof(uint32_t)});
  }
  for (const ReachedPair& pair : decoder.reached()) names.add_pair(pair, decoder.call_paths()[pair.path]);
  return {};
}

} // namespace unply
