// Parses changes. A dependence is given by its kind, its variable and its places, in this order, each of which may be
// omitted: "anti", "u[]", "dep u[] heat.cpp:14", "flow u[] heat.cpp:14:9 heat.cpp:14:22". One place is either end, two
// are the source and the sink; a line is all its columns.
#include "base/split.h"
#include "cli/spelling.h"
#include "cli/whatif/whatif.h"
#include "graph/names.h"
#include "graph/part_graph.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace unply {

static std::string quoted(std::string_view option, const std::string& words) {
  bool plain = !words.empty() && std::ranges::all_of(words, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_.,:/+-=").contains(c);
  });
  return plain ? fmt::format("{} {}", option, words) : fmt::format("{} '{}'", option, words);
}

std::string group_words(const DependenceGroup& group) {
  std::string words(kind_name(group.kind));
  if (!group.variable.empty()) words += " " + group.variable;
  if (group.from.empty() && group.to.empty()) return words;
  return words + fmt::format(" {} {}", group.from.empty() ? "?" : group.from, group.to.empty() ? "?" : group.to);
}

std::string remove_words(const std::vector<std::string>& variables) {
  std::string words;
  for (const std::string& variable : variables) words += (words.empty() ? "" : " ") + quoted("--remove", variable);
  return words;
}

namespace {
struct DependenceWords {
  KindSet kinds;
  std::string variable;            // "": any
  std::vector<std::string> places; // at most two
};

// "heat.cpp:14", "heat.cpp:14:9", "main()", or "?" for a place that is not known.
bool is_place(std::string_view word) {
  if (word == "?" || word.ends_with("()")) return true;
  size_t colon = word.rfind(':');
  return colon != std::string_view::npos && colon > 0 && colon + 1 < word.size() &&
         word.find_first_not_of("0123456789", colon + 1) == std::string_view::npos;
}

std::optional<KindSet> kinds_of(std::string_view word) {
  KindSet kinds;
  for (const std::string& name : split(word, ',')) {
    bool known = false;
    for (EdgeKind kind : kAllEdgeKinds)
      if (kind_name(kind) == name) kinds.insert(kind), known = true;
    if (!known) return std::nullopt;
  }
  return kinds;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  for (size_t begin = text.find_first_not_of(' '); begin != std::string::npos;) {
    size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(' ', end);
  }
  return words;
}

Result<DependenceWords> read_dependence(const std::string& text) {
  std::vector<std::string> words = split_words(text);
  if (!words.empty() && words.front() == "dep") words.erase(words.begin());
  std::erase(words, "->");
  DependenceWords result{KindSet::all(), "", {}};
  if (!words.empty())
    if (auto kinds = kinds_of(words.front())) {
      result.kinds = *kinds;
      words.erase(words.begin());
      if (words.empty()) return result;
    }
  while (!words.empty() && result.places.size() < 2 && is_place(words.back())) {
    result.places.insert(result.places.begin(), words.back());
    words.pop_back();
  }
  for (const std::string& word : words) result.variable += (result.variable.empty() ? "" : " ") + word;
  if (result.variable.empty() && result.places.empty())
    return fail(fmt::format("--remove: '{}' names no dependence, expected a kind, a variable or a place", text),
                "for example --remove anti, --remove 'u[]' or --remove 'dep u[] heat.cpp:14'");
  return result;
}

// A line matches all its columns, a file all paths that end with it.
bool place_matches(const std::string& place, const std::string& wanted) {
  if (place.empty() || wanted == "?") return place.empty() && wanted == "?";
  auto begins = [](std::string_view whole, std::string_view part) {
    return whole == part || (whole.starts_with(part) && whole[part.size()] == ':');
  };
  if (begins(place, wanted) || begins(base_name(place), wanted)) return true;
  return place.find('/') == std::string::npos && begins(place, base_name(wanted));
}

bool matches(const DependenceGroup& group, const DependenceWords& words) {
  if (!words.kinds.contains(group.kind) || (!words.variable.empty() && group.variable != words.variable)) return false;
  if (words.places.size() == 2)
    return place_matches(group.from, words.places[0]) && place_matches(group.to, words.places[1]);
  return words.places.empty() || place_matches(group.from, words.places[0]) || place_matches(group.to, words.places[0]);
}

std::string some_of(const std::set<std::string>& names) {
  constexpr size_t kShown = 8;
  std::vector<std::string> shown(names.begin(), names.end());
  size_t more = shown.size() > kShown ? shown.size() - kShown : 0;
  shown.resize(shown.size() - more);
  return fmt::format("{}{}", fmt::join(shown, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string hint_of(const std::string& word, const std::set<std::string>& known, const std::string& otherwise) {
  std::string near = nearest_word(word, std::vector<std::string>(known.begin(), known.end()));
  return near.empty() ? otherwise : fmt::format("did you mean '{}'?", near);
}

// Why nothing matches: the first of variable, place and kind that no dependence has.
Error no_match(const WhatIfInput& input, const std::string& text, const DependenceWords& words) {
  const auto& groups = input.graph.groups;
  std::string list = fmt::format("unply whatif {} lists dependences", input.input.file);
  auto error = [&](const std::string& what, std::string hint) {
    return Error{fmt::format("{}: --remove '{}': {}", input.input.file, text, what), std::move(hint)};
  };
  if (groups.empty()) return error("no dependence counts in this graph", "--kinds chooses which kinds count");
  auto any = [&](const DependenceWords& part) {
    return std::ranges::any_of(groups, [&](const DependenceGroup& group) { return matches(group, part); });
  };
  if (!any({KindSet::all(), words.variable, {}})) {
    std::set<std::string> variables, known = {"flow", "anti", "output", "extension"};
    for (const DependenceGroup& group : groups)
      if (!group.variable.empty()) variables.insert(group.variable);
    known.insert(variables.begin(), variables.end());
    return error(fmt::format("no dependence is through '{}', {}", words.variable,
                             variables.empty() ? "variables are not known here"
                                               : fmt::format("expected {}", some_of(variables))),
                 hint_of(words.variable, known, list));
  }
  for (const std::string& place : words.places)
    if (!any({KindSet::all(), "", {place}})) {
      std::set<std::string> places;
      for (const DependenceGroup& group : groups)
        for (const std::string& known : {group.from, group.to})
          if (!known.empty()) places.insert(known);
      return error(
          fmt::format("no dependence begins or ends at {}, {}", place,
                      places.empty() ? "places are not known here" : fmt::format("expected {}", some_of(places))),
          hint_of(place, places, list));
    }
  if (!any({words.kinds, "", {}}))
    return error(fmt::format("no {} dependence counts here", words.kinds.names(" or ")),
                 "--kinds all counts every kind");
  return error("no dependence matches all of this", list);
}

Result<std::vector<bool>> removed_groups(const WhatIfInput& input, const std::string& text) {
  const auto& groups = input.graph.groups;
  std::vector<bool> removed(groups.size());
  for (size_t g = 0; g < groups.size(); ++g) // as it is listed: this one alone
    if (group_words(groups[g]) == text) {
      removed[g] = true;
      return removed;
    }
  auto words = read_dependence(text);
  if (!words) return error_of(words);
  for (size_t g = 0; g < groups.size(); ++g) removed[g] = matches(groups[g], *words);
  if (std::ranges::find(removed, true) == removed.end()) return std::unexpected(no_match(input, text, *words));
  return removed;
}

Result<std::vector<uint32_t>> regions_named(const WhatIfInput& input, const char* option, const std::string& name) {
  const auto& names = input.graph.region_names;
  std::vector<uint32_t> regions;
  for (uint32_t r = 0; r < names.size(); ++r)
    if (names[r] == name || (names[r].find('/') == std::string::npos && names[r] == base_name(name)))
      regions.push_back(r);
  if (!regions.empty()) return regions;
  std::set<std::string> known(names.begin(), names.end());
  return fail(
      fmt::format("{}: {}: there is no task region '{}', expected {}", input.input.file, option, name, some_of(known)),
      hint_of(name, known, fmt::format("unply report {}", input.input.file)));
}

Result<std::vector<double>> faster_regions(const WhatIfInput& input, const std::string& text) {
  size_t equal = text.rfind('=');
  if (equal == std::string::npos || equal == 0)
    return fail(fmt::format("--scale: '{}' has no region and factor, expected REGION=TIMES", text),
                fmt::format("--scale '{}=2' is twice as fast", input.graph.region_names.front()));
  double times = 0;
  auto [end, problem] = std::from_chars(text.data() + equal + 1, text.data() + text.size(), times);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(times))
    return fail(
        fmt::format("--scale: '{}' is not a number in '{}', expected a speedup factor", text.substr(equal + 1), text),
        "for example --scale 'heat.cpp:14=2', or =0.5 for half as fast");
  if (times <= 0)
    return fail(fmt::format("--scale: {} times faster in '{}', expected more than 0", text.substr(equal + 1), text),
                "2 is twice as fast, 0.5 half as fast");
  auto regions = regions_named(input, "--scale", text.substr(0, equal));
  if (!regions) return error_of(regions);
  std::vector<double> faster(input.graph.region_names.size(), 1);
  for (uint32_t r : *regions) faster[r] = times;
  return faster;
}

Result<std::vector<uint32_t>> grain_of_regions(const WhatIfInput& input, const std::string& text) {
  size_t equal = text.rfind('='), number = equal == std::string::npos ? 0 : equal + 1;
  uint32_t grain = 0;
  auto [end, problem] = std::from_chars(text.data() + number, text.data() + text.size(), grain);
  if (problem != std::errc() || end != text.data() + text.size() || grain == 0)
    return fail(
        fmt::format("--grain: '{}' instances in one task, expected a whole number from 1 on", text.substr(number)),
        "--grain 8 merges in all regions, --grain 'heat.cpp:14=8' in one");
  if (equal == std::string::npos) return std::vector<uint32_t>(input.graph.region_names.size(), grain);
  auto regions = regions_named(input, "--grain", text.substr(0, equal));
  if (!regions) return error_of(regions);
  std::vector<uint32_t> grains(input.graph.region_names.size(), 1);
  for (uint32_t r : *regions) grains[r] = grain;
  return grains;
}

template <class Row, class Read>
Result<void> read_each(const WhatIfInput& input, const std::vector<std::string>& texts, const char* option, Read read,
                       std::vector<Row> WhatIfChanges::* member, std::vector<NamedChange>& all) {
  for (const std::string& text : texts) {
    auto rows = read(input, text);
    if (!rows) return error_of(rows);
    all.push_back({quoted(option, text), {}});
    all.back().changes.*member = std::move(*rows);
  }
  return {};
}
} // namespace

Result<std::vector<NamedChange>> read_changes(const WhatIfInput& input, const WhatIfOptions& options) {
  std::vector<NamedChange> all;
  Result<void> read = read_each(input, options.remove, "--remove", removed_groups, &WhatIfChanges::removed, all);
  if (read) read = read_each(input, options.scale, "--scale", faster_regions, &WhatIfChanges::faster, all);
  if (read) read = read_each(input, options.grain, "--grain", grain_of_regions, &WhatIfChanges::grain, all);
  if (!read) return error_of(read);
  return all;
}

std::vector<Offer> offered_changes(const WhatIfGraph& graph) {
  std::vector<Offer> offers;
  std::map<std::string, std::vector<uint32_t>> reused;  // by variable: groups that private copies remove
  std::map<std::string, std::vector<uint32_t>> through; // by variable: all its groups
  std::vector<uint32_t> all_reused;
  for (uint32_t g = 0; g < graph.groups.size(); ++g) {
    const DependenceGroup& group = graph.groups[g];
    auto order = group.kind == EdgeKind::extension ? part_order(group.variable) : std::nullopt;
    if (order == PartOrder::created || order == PartOrder::parallel) continue; // nobody can remove these
    offers.push_back({.kind = OfferKind::group,
                      .words = quoted("--remove", group_words(group)),
                      .variable = "",
                      .change = {.removed = {g}}});
    if (group.kind != EdgeKind::extension && !group.variable.empty()) through[group.variable].push_back(g);
    if (group.kind != EdgeKind::anti && group.kind != EdgeKind::output) continue;
    all_reused.push_back(g);
    if (!group.variable.empty()) reused[group.variable].push_back(g);
  }
  for (auto& [variable, groups] : through) {
    bool flow = std::ranges::any_of(groups, [&](uint32_t g) { return graph.groups[g].kind == EdgeKind::flow; });
    if (flow && groups.size() > 1 && !kinds_of(variable))
      offers.push_back({.kind = OfferKind::variable,
                        .words = quoted("--remove", variable),
                        .variable = variable,
                        .change = {.removed = std::move(groups)}});
  }
  bool one_variable = reused.size() == 1 && reused.begin()->second.size() == all_reused.size();
  for (auto& [variable, groups] : reused)
    if (groups.size() > 1)
      offers.push_back({.kind = OfferKind::private_copies,
                        .words = quoted("--remove", "anti,output " + variable),
                        .variable = variable,
                        .change = {.removed = std::move(groups)}});
  if (all_reused.size() > 1 && !one_variable)
    offers.push_back({.kind = OfferKind::private_copies,
                      .words = "--remove anti,output",
                      .variable = "",
                      .change = {.removed = std::move(all_reused)}});
  for (uint32_t r = 0; r < graph.region_names.size(); ++r)
    offers.push_back({.kind = OfferKind::region,
                      .words = quoted("--scale", graph.region_names[r] + "=2"),
                      .variable = "",
                      .change = {.removed = {}, .region = r, .faster = 2}});
  return offers;
}

} // namespace unply
