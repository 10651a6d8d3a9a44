#include "discover/variable_use.h"
#include <algorithm>

namespace unply {

// "f" of ns::f(int), as the tables of sites, of loops and of facts may write one function differently.
static std::string_view plain_name(std::string_view name) {
  name = name.substr(0, name.find('('));
  const size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

VariableUses::VariableUses(const SourceLoops& loops, uint32_t loop) : loops_(loops), index_(loop), loop_(loops[loop]) {
  own_name_ = plain_name(loops_.trace().text(loop_.function));
  auto is_own = [&](const FactCall& call) { return plain_name(call.name) == own_name_; };
  calls_itself_ = loop_.recursive || std::ranges::any_of(loop_.facts.calls, is_own);
  find_sites();
  group_rows();
}

bool VariableUses::has_row(std::string_view base) const {
  return std::ranges::any_of(sites_of_key_, [&](const auto& of_key) {
    const std::string& key = loops_.key_text(of_key.first);
    return key == base || (key.size() == base.size() + 2 && key.starts_with(base) && key.ends_with("[]"));
  });
}

static void make_set(std::vector<uint32_t>& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
}

void VariableUses::find_sites() {
  std::vector<uint32_t> open{index_};
  while (!open.empty()) {
    const SourceLoop& loop = loops_[open.back()];
    open.pop_back();
    open.insert(open.end(), loop.inside.begin(), loop.inside.end());
    for (const LoopDependence& row : loop.dependences) sites_.insert(sites_.end(), {row.site_from, row.site_to});
  }
  make_set(sites_);
  for (uint32_t site : sites_) sites_of_key_[loops_.key_of(site)].push_back(site);
  std::vector<uint32_t> near = loops_.sites_on_lines(index_);
  near.insert(near.end(), sites_.begin(), sites_.end());
  make_set(near);
  for (uint32_t site : near)
    for (uint32_t number : loops_.rows_at(site)) {
      const LoopDependence& row = loops_.trace().loops.dependences[number];
      for (uint32_t end : {row.site_from, row.site_to}) rows_near_[loops_.key_of(end)].push_back(number);
    }
  for (auto& [_, rows] : rows_near_) make_set(rows);
}

// An access that was inlined is at its own place, and at that of the call into which it was inlined.
In VariableUses::in_loop(uint32_t number) const {
  const Site& site = loops_.trace().sites[number];
  const LoopFacts& facts = loop_.facts;
  if (std::ranges::binary_search(sites_, number)) return In::yes;
  if (!facts.has_extent() || site.line == 0) return In::maybe;
  auto in_file = [&](StringId file) { return loops_.trace().text(file) == loops_.trace().text(loop_.file); };
  if (in_file(site.file) && facts.contains({site.line, site.column})) return In::yes;
  if (site.inlined_line != 0 && in_file(site.inlined_file)) {
    if (site.inlined_line > facts.begin.line && site.inlined_line < facts.end.line) return In::yes;
    if (site.inlined_line == facts.begin.line || site.inlined_line == facts.end.line) return In::maybe;
  }
  if (calls_itself_) return In::maybe;
  if (plain_name(loops_.trace().text(site.function)) == own_name_) return In::no;
  // Procedures that the loop calls leave dependences in it if they access what it writes; elsewhere the name is another
  // variable's, or the same one is used before or behind the loop.
  if (loop_.facts.fortran()) return In::no;
  return may_be_anywhere() ? In::maybe : In::no;
}

// Whether accesses of other functions may happen in the loop, wherever they are.
bool VariableUses::may_be_anywhere() const {
  return !loop_.facts.has_extent() || !loop_.facts.calls.empty() || !loop_.facts.has_variables;
}

// Union-find over the keys of the variables that carried dependences connect.
void VariableUses::group_rows() {
  std::map<uint32_t, uint32_t> parent;
  auto root = [&](uint32_t key) {
    while (parent.try_emplace(key, key).first->second != key) key = parent[key] = parent[parent[key]];
    return key;
  };
  for (const LoopDependence& row : loop_.dependences) {
    const uint32_t a = root(loops_.key_of(row.site_from)), b = root(loops_.key_of(row.site_to));
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::map<uint32_t, LoopVariableUse> groups;
  for (size_t i = 0; i < loop_.dependences.size(); ++i) {
    const LoopDependence& row = loop_.dependences[i];
    if (row.carried != Carried::carried) continue;
    LoopVariableUse& use = groups[root(loops_.key_of(row.site_to))];
    if (use.rows.empty()) use.name = loops_.variable(row);
    use.rows.push_back(i);
    use.flow |= row.kind == EdgeKind::flow;
    use.anti |= row.kind == EdgeKind::anti;
    use.output |= row.kind == EdgeKind::output;
  }
  std::map<uint32_t, std::vector<uint32_t>> keys;
  std::vector<uint32_t> all;
  for (const auto& [key, _] : parent) all.push_back(key);
  for (uint32_t key : all) keys[root(key)].push_back(key);
  for (auto& [key, use] : groups) {
    use.parts = variable_name(use.name);
    use.one_name = std::ranges::all_of(keys[key], [&](uint32_t k) { return loops_.key_text(k) == use.parts.key(); });
    use.fact = loop_.facts.find(use.parts.base);
    add_rows(use, keys[key]);
    look_around(use, keys[key]);
    count_writes(use);
    use.lexical = use.lexical && !(calls_itself_ && is_of_inner_executions(use));
    uses_.push_back(std::move(use));
  }
}

void VariableUses::check_updates(LoopVariableUse& use, uint32_t number) {
  const Site& site = loops_.trace().sites[number];
  const LoopFacts& facts = loop_.facts;
  const bool own = facts.has_extent() && loops_.trace().text(site.file) == loops_.trace().text(loop_.file) &&
                   facts.contains({site.line, site.column});
  use.lexical = use.lexical && own;
  if (use.update == Update::none) use.update = site.update();
  use.only_updates = use.only_updates && site.update() != Update::none && site.update() == use.update;
}

// All accesses in the loop, with those of the loops inside it.
void VariableUses::add_rows(LoopVariableUse& use, const std::vector<uint32_t>& keys) {
  std::vector<uint32_t> sites;
  for (uint32_t key : keys)
    if (const auto of_key = sites_of_key_.find(key); of_key != sites_of_key_.end())
      sites.insert(sites.end(), of_key->second.begin(), of_key->second.end());
  make_set(sites);
  for (uint32_t site : sites) check_updates(use, site);
}

// Neither this loop has the row nor one inside it, nor one beside it in the same function.
bool VariableUses::is_of_surroundings(const LoopDependence& row) const {
  const uint32_t other = row.loop == kNoLoop ? kNoSourceLoop : loops_.loop_of_row(row.loop);
  if (other == kNoSourceLoop) return true;
  if (other == index_ || loops_.is_inside(other, index_)) return false;
  const SourceLoop& beside = loops_[other];
  return loops_.is_inside(index_, other) || !loop_.facts.has_extent() || !beside.facts.has_extent() ||
         loops_.trace().text(beside.function) != loops_.trace().text(loop_.function) || beside.file != loop_.file ||
         (loop_.facts.begin < beside.facts.end && beside.facts.begin < loop_.facts.end);
}

// Values that come into the loop and go out of it, and accesses in it that have no row there.
void VariableUses::look_around(LoopVariableUse& use, const std::vector<uint32_t>& keys) {
  const std::vector<LoopDependence>& all = loops_.trace().loops.dependences;
  auto look_at = [&](const LoopDependence& row) {
    if (!is_of_surroundings(row)) return;
    const In from = in_loop(row.site_from), to = in_loop(row.site_to);
    use.live_in |= row.kind == EdgeKind::flow && to != In::no;
    use.live_out |= row.kind == EdgeKind::flow && from != In::no;
    for (auto [site, in] : {std::pair(row.site_from, from), std::pair(row.site_to, to)})
      if (in == In::yes && !std::ranges::binary_search(sites_, site)) check_updates(use, site);
  };
  for (uint32_t key : keys)
    if (const auto near = rows_near_.find(key); near != rows_near_.end())
      for (uint32_t number : near->second) look_at(all[number]);
  // Further rows only tell of accesses that may be in the loop: enough once both are known.
  for (uint32_t key : keys)
    for (uint32_t number : may_be_anywhere() ? loops_.rows_of(key) : loops_.placeless_rows_of(key)) {
      if (use.live_in && use.live_out) return;
      if (all[number].kind == EdgeKind::flow) look_at(all[number]);
    }
}

// Executions of the function inside of the loop use it as well, and not a private copy: they have local variables of
// their own, but the same static ones, and what a reference or pointer leads to unless they get it from the loop.
bool VariableUses::is_of_inner_executions(const LoopVariableUse& use) {
  if (!use.fact) return true;
  const bool own = use.fact->scope != Scope::global && use.fact->scope != Scope::statics;
  const bool elsewhere = use.through_pointer() || (use.fact->shape == VariableShape::reference && !use.fact->address);
  return !own || elsewhere;
}

// One place writes it, and each iteration overwrites what the one before wrote: as many pairs as there can be.
void VariableUses::count_writes(LoopVariableUse& use) {
  for (size_t i : use.rows) {
    const LoopDependence& row = loop_.dependences[i];
    if (row.kind == EdgeKind::output && row.site_from == row.site_to && row.exact && row.min_distance == 1 &&
        row.max_distance == 1 && row.count >= loop_.iterations - loop_.instances && !use.parts.through)
      use.written_each_time = true;
  }
}

} // namespace unply
