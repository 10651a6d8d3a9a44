#include "verify/race_reports.h"
#include "base/split.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>
#include <regex>

namespace unply {

// "  Previous write of size 8 at 0x7f.. by main thread:"
static std::optional<std::string> access_of(const std::string& line) {
  static const std::regex pattern(R"(^  (?:Previous )?([Aa]tomic )?([Rr]ead|[Ww]rite) of size (\d+) at .*)");
  std::smatch found;
  if (!std::regex_match(line, found, pattern)) return {};
  std::string kind = found[2];
  kind[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(kind[0])));
  return fmt::format("{}{} of {} {}", found[1].matched ? "atomic " : "", kind, found[3].str(),
                     found[3] == "1" ? "byte" : "bytes");
}

// "    #0 sweep.omp_outlined /home/u/a.c:5:9 (a+0x1234)"
static bool read_frame(const std::string& line, RacePlace& place) {
  static const std::regex pattern(R"(^    #\d+ (.*?) (/[^:]*|[^ :]+):(\d+)(?::(\d+))?(?: \(.*)?$)");
  std::smatch found;
  if (!std::regex_match(line, found, pattern)) return false;
  place.function = found[1];
  place.function.resize(std::min(place.function.find(".omp_outlined"), place.function.size()));
  place.file = found[2];
  place.line = static_cast<unsigned>(std::stoul(found[3]));
  place.column = found[4].matched ? static_cast<unsigned>(std::stoul(found[4])) : 0;
  return true;
}

// libomp 22 adds the private copies of a task reduction together before it tells its tools that the tasks are done. The
// copies are in a block of its own; what the sum is written to is not, and races with it are real.
static bool is_of_reduction(const std::vector<RacePlace>& places, bool in_block_of_libomp) {
  return in_block_of_libomp &&
         std::ranges::any_of(places, [](const RacePlace& place) { return place.function == ".red_comb."; });
}

std::vector<Race> read_race_reports(const std::string& text) {
  std::vector<Race> races;
  std::vector<RacePlace> places;
  bool open = false, wants_frame = false;   // in a report; the first frame with a source is still to come
  bool of_block = false, of_libomp = false; // in the frames that allocated a block; those are of libomp
  auto close = [&] {
    if (open && places.size() >= 2 && !is_of_reduction(places, of_libomp)) {
      auto same = std::ranges::find_if(
          races, [&](const Race& race) { return race.now == places[0] && race.before == places[1]; });
      if (same == races.end()) same = races.insert(races.end(), {.now = places[0], .before = places[1], .count = 0});
      ++same->count;
    }
    places.clear();
    open = of_block = of_libomp = false;
  };
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with("WARNING: ThreadSanitizer: ")) {
      close();
      open = line.find("data race") != std::string::npos;
    } else if (line.starts_with("=====") || line.starts_with("SUMMARY:")) {
      close();
    } else if (auto access = open ? access_of(line) : std::nullopt) {
      places.push_back({.access = *access, .function = {}, .file = {}, .line = 0, .column = 0});
      wants_frame = true;
    } else if (line.empty()) {
      wants_frame = of_block = false;
    } else if (line.starts_with("  Location is heap block")) {
      of_block = true;
    } else if (of_block && line.starts_with("    #1 ")) {
      of_libomp = line.find("(libomp.so") != std::string::npos;
    } else if (open && wants_frame && !places.empty()) {
      wants_frame = !read_frame(line, places.back());
    }
  }
  close();
  return races;
}

} // namespace unply
