#include "discover/variable_use.h"
#include <algorithm>
#include <numeric>

namespace unply {

VariableUses::VariableUses(const SourceLoops& loops, uint32_t loop) : loops_(loops), index_(loop), loop_(loops[loop]) {
  find_sites();
  group_rows();
}

void VariableUses::find_sites() {
  std::vector<uint32_t> open{index_};
  while (!open.empty()) {
    const SourceLoop& loop = loops_[open.back()];
    open.pop_back();
    open.insert(open.end(), loop.inside.begin(), loop.inside.end());
    for (const LoopDependence& row : loop.dependences) sites_[row.site_from] = sites_[row.site_to] = true;
  }
}

bool VariableUses::has_row(std::string_view base) const {
  const Trace& trace = loops_.trace();
  return std::ranges::any_of(sites_, [&](const auto& site) {
    return variable_name(trace.text(trace.sites[site.first].variable)).base == base;
  });
}

// "f" of ns::f(int), as the tables of sites, of loops and of facts may write one function differently.
static std::string_view plain_name(std::string_view name) {
  name = name.substr(0, name.find('('));
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// An access that was inlined is at its own place, and at that of the call into which it was inlined.
In VariableUses::in_loop(uint32_t number) const {
  const Site& site = loops_.trace().sites[number];
  const LoopFacts& facts = loop_.facts;
  if (sites_.contains(number)) return In::yes;
  if (!facts.has_extent() || site.line == 0) return In::maybe;
  auto in_file = [&](StringId file) { return loops_.trace().text(file) == loops_.trace().text(loop_.file); };
  if (in_file(site.file) && facts.contains({site.line, site.column})) return In::yes;
  if (site.inlined_line != 0 && in_file(site.inlined_file)) {
    if (site.inlined_line > facts.begin.line && site.inlined_line < facts.end.line) return In::yes;
    if (site.inlined_line == facts.begin.line || site.inlined_line == facts.end.line) return In::maybe;
  }
  const std::string_view own = plain_name(loops_.trace().text(loop_.function));
  auto calls_itself = [&](const FactCall& call) { return plain_name(call.name) == own; };
  if (std::ranges::any_of(facts.calls, calls_itself)) return In::maybe;
  if (plain_name(loops_.trace().text(site.function)) == own) return In::no;
  return facts.calls.empty() && facts.has_variables ? In::no : In::maybe;
}

// Union-find over the keys of the variables that carried dependences connect.
void VariableUses::group_rows() {
  const Trace& trace = loops_.trace();
  std::map<std::string, std::string> parent;
  auto root = [&](std::string key) {
    while (parent.try_emplace(key, key).first->second != key) key = parent[key];
    return key;
  };
  auto key_of = [&](uint32_t site) { return variable_name(trace.text(trace.sites[site].variable)).key(); };
  for (const LoopDependence& row : loop_.dependences) {
    std::string a = root(key_of(row.site_from)), b = root(key_of(row.site_to));
    if (b < a) std::swap(a, b);
    parent[b] = a;
  }
  std::map<std::string, VariableUse> groups;
  for (size_t i = 0; i < loop_.dependences.size(); ++i) {
    const LoopDependence& row = loop_.dependences[i];
    if (row.carried != Carried::carried) continue;
    VariableUse& use = groups[root(key_of(row.site_to))];
    if (use.rows.empty()) use.name = loops_.variable(row);
    use.rows.push_back(i);
    use.flow |= row.kind == EdgeKind::flow;
    use.anti |= row.kind == EdgeKind::anti;
    use.output |= row.kind == EdgeKind::output;
  }
  std::map<std::string, std::vector<std::string>> keys;
  for (const auto& [key, _] : parent) keys[root(key)].push_back(key);
  for (auto& [key, use] : groups) {
    use.parts = variable_name(use.name);
    use.one_name = std::ranges::all_of(keys[key], [&](const std::string& other) { return other == use.parts.key(); });
    use.fact = loop_.facts.find(use.parts.base);
    add_rows(use, keys[key]);
    look_around(use, keys[key]);
    count_writes(use);
    uses_.push_back(std::move(use));
  }
}

void VariableUses::check_updates(VariableUse& use, uint32_t number) {
  const Site& site = loops_.trace().sites[number];
  const LoopFacts& facts = loop_.facts;
  const bool own = facts.has_extent() && loops_.trace().text(site.file) == loops_.trace().text(loop_.file) &&
                   facts.contains({site.line, site.column});
  use.lexical = use.lexical && own;
  if (use.update == Update::none) use.update = site.update();
  use.only_updates = use.only_updates && site.update() != Update::none && site.update() == use.update;
}

// All accesses in the loop, with those of the loops inside it.
void VariableUses::add_rows(VariableUse& use, const std::vector<std::string>& keys) {
  const Trace& trace = loops_.trace();
  for (const auto& [site, _] : sites_) {
    const std::string key = variable_name(trace.text(trace.sites[site].variable)).key();
    if (std::ranges::find(keys, key) != keys.end()) check_updates(use, site);
  }
}

// Values that come into the loop and go out of it: by dependences that neither this loop nor one inside it has.
void VariableUses::look_around(VariableUse& use, const std::vector<std::string>& keys) {
  const std::vector<LoopDependence>& all = loops_.trace().loops.dependences;
  auto is_elsewhere = [&](uint32_t other) { // a loop beside this one, in the same function
    const SourceLoop& row = loops_[other];
    return !loops_.is_inside(index_, other) && loop_.facts.has_extent() && row.facts.has_extent() &&
           loops_.trace().text(row.function) == loops_.trace().text(loop_.function) && row.file == loop_.file &&
           (row.facts.end <= loop_.facts.begin || loop_.facts.end <= row.facts.begin);
  };
  for (const std::string& key : keys)
    for (uint32_t number : loops_.rows_of(key)) {
      const LoopDependence& row = all[number];
      const uint32_t other = row.loop == kNoLoop ? kNoSourceLoop : loops_.loop_of_row(row.loop);
      if (other == index_ || (other != kNoSourceLoop && (loops_.is_inside(other, index_) || is_elsewhere(other))))
        continue;
      const In from = in_loop(row.site_from), to = in_loop(row.site_to);
      if (row.kind == EdgeKind::flow) {
        use.live_in |= to != In::no;
        use.live_out |= from != In::no;
      }
      if (from == In::yes && !sites_.contains(row.site_from)) check_updates(use, row.site_from);
      if (to == In::yes && !sites_.contains(row.site_to)) check_updates(use, row.site_to);
    }
}

// One place writes it, and each iteration overwrites what the one before wrote: as many pairs as there can be.
void VariableUses::count_writes(VariableUse& use) {
  for (size_t i : use.rows) {
    const LoopDependence& row = loop_.dependences[i];
    if (row.kind == EdgeKind::output && row.site_from == row.site_to && row.exact && row.min_distance == 1 &&
        row.max_distance == 1 && row.count >= loop_.iterations - loop_.instances && !use.parts.through)
      use.written_each_time = true;
  }
}

} // namespace unply
