#include "viewer/block_choice.h"
#include "timeline/pyramid.h"
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace unply {
using json = nlohmann::ordered_json;

namespace {
constexpr uint64_t kFirstBins = 2048; // web/model.ts

struct Part {
  uint64_t begin_ns, end_ns;
  bool meets(uint64_t begin, uint64_t end) const { return begin <= end_ns && end >= begin_ns; }
};
} // namespace

static void choose_levels(const json& run, size_t r, const Part& part, BlockChoice& choice,
                          std::map<uint64_t, std::vector<std::string>>& fine) {
  const json& levels = run["pyramid"];
  bool have_first = false;
  for (size_t level = 0; level < levels.size(); ++level) {
    uint64_t bins = levels[level]["bins"], bin_ns = levels[level]["bin_ns"];
    bool first = !have_first && (bins >= kFirstBins || level + 1 == levels.size());
    have_first |= first;
    auto& names = first ? choice.first : bins <= kCoarseBins ? choice.always : fine[bins];
    for (uint64_t tile = 0; tile * kTileBins < bins; ++tile)
      if (part.meets(tile * kTileBins * bin_ns, (tile + 1) * kTileBins * bin_ns))
        names.push_back(fmt::format("p/{}/{}/{}", r, level, tile));
  }
}

static void choose_intervals(const json& run, size_t r, const Part& part, BlockChoice& choice) {
  for (size_t lane = 0; lane < run["lanes"].size(); ++lane) {
    const json& of = run["lanes"][lane];
    const json &begins = of["chunks"]["begin_ns"], &counts = of["chunks"]["intervals"];
    for (size_t chunk = 0; chunk < begins.size(); ++chunk) {
      uint64_t end = chunk + 1 < begins.size() ? begins[chunk + 1] : of["end_ns"];
      if (!part.meets(begins[chunk], end)) continue;
      choice.intervals.push_back(fmt::format("i/{}/{}/{}", r, lane, chunk));
      choice.interval_rows += counts[chunk].get<uint64_t>();
    }
  }
}

static uint64_t choose_chunks(const json& index, char kind, size_t r, const Part& part,
                              std::vector<std::string>& names) {
  const json& chunks = index["chunks"];
  uint64_t rows = 0;
  for (size_t chunk = 0; chunk < chunks["rows"].size(); ++chunk) {
    if (!part.meets(chunks["begin_ns"][chunk], chunks["end_ns"][chunk])) continue;
    names.push_back(fmt::format("{}/{}/{}", kind, r, chunk));
    rows += chunks["rows"][chunk].get<uint64_t>();
  }
  return rows;
}

BlockChoice choose_blocks(const ViewModel& model) {
  BlockChoice choice;
  std::map<uint64_t, std::vector<std::string>> fine;
  const json& runs = model.head()["runs"];
  for (size_t r = 0; r < runs.size(); ++r) {
    const json& run = runs[r];
    Part part{run["begin_ns"], run["end_ns"]};
    choose_levels(run, r, part, choice, fine);
    choice.always.push_back(fmt::format("o/{}", r));
    choose_chunks(run["marks"], 'm', r, part, choice.always);
    choose_chunks(run["phases"], 'f', r, part, choice.always);
    for (const json& file : run["files"])
      if (std::string block = file["block"]; !block.empty()) choice.always.push_back(block);
    choose_intervals(run, r, part, choice);
    choice.line_rows += choose_chunks(run["lines"], 'l', r, part, choice.lines);
  }
  for (auto& [bins, names] : fine) choice.fine_levels.push_back(std::move(names));
  for (const json& page : model.head()["pages"])
    for (const char* part : {"json", "svg", "text"})
      if (std::string block = page[part]; !block.empty()) choice.always.push_back(block);
  return choice;
}

json head_of_file(const ViewModel& model, const LeftOut& left_out) {
  json head = model.head();
  for (json& run : head["runs"]) {
    std::string trace = run["trace"];
    auto say = [&](uint64_t count, const char* what, const char* instead) {
      if (count > 0)
        run["left_out"].push_back(fmt::format("{} {} are not in this page, which would be too large{}; unply view "
                                              "--serve {} shows them, --from TIME --to TIME a part of them in a page",
                                              count, what, instead, trace));
    };
    if (left_out.intervals)
      say(run["intervals"], "intervals", ": it shows shares of states instead, as finely as they are here");
    if (left_out.lines) say(run["lines"]["count"], "dependency lines", "");
    if (run["begin_ns"] != 0 || run["end_ns"] != run["duration_ns"])
      run["left_out"].push_back("what lies before and after the part shown is only here in outline");
  }
  return head;
}

} // namespace unply
