#include "viewer/view_model.h"
#include "base/version.h"
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {
using json = nlohmann::ordered_json;

static Bytes bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

// Names in a recording may be any bytes.
std::string json_text(const json& document) { return document.dump(-1, ' ', false, json::error_handler_t::replace); }

ViewModel::ViewModel(std::string title, std::vector<ViewRun> runs, std::vector<ViewPage> pages)
    : runs_(std::move(runs)), head_(std::make_unique<json>()) {
  json& head = *head_;
  head["schema"] = "unply view 1";
  head["unply_version"] = version();
  head["title"] = title;
  head["runs"] = json::array();
  for (const ViewRun& run : runs_) head["runs"].push_back(*run.head);
  for (size_t r = 0; r < runs_.size(); ++r)
    for (json& file : head["runs"][r]["files"])
      if (std::string block = file["block"]; !block.empty()) file["block"] = fmt::format("s/{}/{}", r, block.substr(2));
  head["pages"] = json::array();
  for (size_t n = 0; n < pages.size(); ++n) add_page(n, pages[n]);
}
ViewModel::ViewModel(ViewModel&&) noexcept = default;
ViewModel::~ViewModel() = default;

void ViewModel::add_page(size_t number, const ViewPage& page) {
  auto put = [&](const char* ending, const std::string& text) {
    if (text.empty()) return std::string();
    std::string name = fmt::format("page/{}.{}", number, ending);
    page_blocks_[name] = bytes_of(text);
    return name;
  };
  (*head_)["pages"].push_back({{"kind", page.kind},
                               {"title", page.title},
                               {"json", put("json", page.json)},
                               {"svg", put("svg", page.svg)},
                               {"text", put("txt", page.text)},
                               {"note", page.note}});
}

void ViewModel::show_part(uint64_t begin_ns, uint64_t end_ns) {
  for (json& run : (*head_)["runs"]) {
    uint64_t duration = run["duration_ns"];
    run["begin_ns"] = std::min(begin_ns, duration);
    run["end_ns"] = std::min(end_ns, duration);
  }
}

void ViewModel::drop_sources() {
  for (json& run : (*head_)["runs"])
    for (json& file : run["files"]) {
      file["block"] = "";
      file["note"] = "sources are left out";
    }
}

const std::string& ViewModel::title() const { return (*head_)["title"].get_ref<const std::string&>(); }

// "i/1/3/17" is block "i/3/17" of run 1; "o/1" is "o".
std::optional<ViewModel::Place> ViewModel::place_of(std::string_view name) const {
  size_t slash = name.find('/');
  if (slash != 1 || name[0] == 'h') return std::nullopt;
  size_t run = 0;
  const char* end = name.data() + name.size();
  auto parsed = std::from_chars(name.data() + 2, end, run);
  if (parsed.ec != std::errc() || run >= runs_.size() || (parsed.ptr != end && *parsed.ptr != '/')) return std::nullopt;
  return Place{run, std::string(name.substr(0, 1)).append(parsed.ptr, end)};
}

bool ViewModel::has(std::string_view name) const {
  if (name == "head" || page_blocks_.contains(std::string(name))) return true;
  auto place = place_of(name);
  return place && runs_[place->run].blocks.has(place->name);
}

Result<Bytes> ViewModel::block(std::string_view name) const {
  if (name == "head") return bytes_of(json_text(*head_));
  if (auto page = page_blocks_.find(std::string(name)); page != page_blocks_.end()) return page->second;
  auto place = place_of(name);
  if (!place) return fail(fmt::format("there is no block '{}'", name));
  return runs_[place->run].blocks.get(place->name);
}

std::vector<std::string> ViewModel::block_names() const {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : page_blocks_) names.push_back(name);
  for (size_t r = 0; r < runs_.size(); ++r)
    for (const auto& [name, place] : runs_[r].blocks.places())
      if (name != "head") names.push_back(fmt::format("{}/{}{}", name[0], r, name.substr(1)));
  return names;
}

} // namespace unply
