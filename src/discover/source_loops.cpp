#include "discover/source_loops.h"
#include <algorithm>
#include <tuple>

namespace unply {

static bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
         c == '$' || static_cast<unsigned char>(c) >= 128;
}

VariableName variable_name(std::string_view name) {
  VariableName result;
  while (!name.empty() && (name[0] == '*' || name[0] == '(' || name[0] == '&')) {
    result.through |= name[0] == '*';
    name.remove_prefix(1);
  }
  if (name.starts_with("this->")) name.remove_prefix(6);
  const size_t end = static_cast<size_t>(std::ranges::find_if_not(name, in_name) - name.begin());
  result.base = name.substr(0, end);
  std::string_view rest = name.substr(end);
  result.through |= rest.contains('[') || rest.contains("->");
  return result;
}

SourceLoops::SourceLoops(const Trace& trace) : trace_(trace) {
  join_rows();
  join_dependences();
  link();
  index_rows();
  index_sites();
}

static void add_missing(std::vector<std::string>& names, std::vector<std::string>&& others) {
  for (std::string& name : others)
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
}

// Copies of one statement that the compiler knows different things of: what one of them does not know is not known, and
// what hinders one of them hinders the statement.
static void join_facts(LoopFacts& facts, LoopFacts&& other) {
  if (!facts.known || (!facts.has_variables && other.has_variables)) std::swap(facts, other);
  if (!other.known) return;
  facts.proven = facts.proven && other.proven;
  facts.counted = facts.counted && other.counted;
  facts.error_number_behind = facts.error_number_behind || other.error_number_behind;
  add_missing(facts.thread_locals, std::move(other.thread_locals));
  facts.exceptions = facts.exceptions || other.exceptions;
  for (FactScalar& scalar : other.scalars) {
    auto same = [&](const FactScalar& row) {
      return row.name == scalar.name && row.kind == scalar.kind && row.op == scalar.op;
    };
    auto at = std::ranges::find_if(facts.scalars, same);
    if (at == facts.scalars.end())
      facts.scalars.push_back(std::move(scalar));
    else
      at->live_out |= scalar.live_out, at->first |= scalar.first;
  }
  for (const FactVariable& variable : other.variables)
    for (FactVariable& same : facts.variables)
      if (variable.assigned && same.name == variable.name && same.declared == variable.declared) same.assigned = true;
  for (FactGuard& guard : other.guards) {
    auto at = std::ranges::find(facts.guards, guard.variable, &FactGuard::variable);
    if (at == facts.guards.end())
      facts.guards.push_back(std::move(guard));
    else if (at->condition != guard.condition)
      at->condition.clear();
  }
  add_missing(facts.last, std::move(other.last));
  add_missing(facts.callers_set, std::move(other.callers_set));
}

void SourceLoops::join_rows() {
  const std::vector<ProfiledLoop>& rows = trace_.loops.loops;
  std::vector<uint32_t> order(rows.size());
  for (uint32_t i = 0; i < rows.size(); ++i) order[i] = i;
  const AlgorithmCalls calls(trace_);
  std::vector<AlgorithmCall> places; // without a name: of the user
  for (const ProfiledLoop& row : rows)
    places.push_back(calls.of(row).value_or(
        AlgorithmCall{.name = "", .file = row.file, .lambda = {row.line, row.column}, .called = {}}));
  auto key = [&](uint32_t row) {
    const AlgorithmCall& place = places[row];
    return std::tuple(place.lambda.line == 0, trace_.text(place.file), place.lambda.line, place.lambda.column,
                      place.name);
  };
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  of_row_.resize(rows.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const ProfiledLoop& row = rows[order[i]];
    LoopFacts facts = parse_facts(trace_.text(row.facts));
    const AlgorithmCall& place = places[order[i]];
    if (i == 0 || place.lambda.line == 0 || key(order[i - 1]) != key(order[i])) {
      SourceLoop& loop = loops_.emplace_back();
      loop.file = place.file, loop.function = row.function;
      loop.at = place.lambda;
      loop.algorithm = place.name;
      loop.walks = place.walks;
      loop.whole = place.whole;
      loop.least = row.instances == 0 ? ~uint64_t{0} : row.least;
      loop.facts = std::move(facts);
    } else {
      join_facts(loops_.back().facts, std::move(facts));
    }
    SourceLoop& loop = loops_.back();
    loop.instances += row.instances;
    loop.iterations += row.iterations;
    loop.work += row.work;
    if (row.instances != 0) loop.least = std::min(loop.least, row.least);
    loop.most = std::max(loop.most, row.most);
    loop.inputs = std::max(loop.inputs, row.inputs);
    of_row_[order[i]] = static_cast<uint32_t>(loops_.size() - 1);
  }
  for (SourceLoop& loop : loops_)
    if (loop.instances == 0) loop.least = 0;
  measure_whole(places);
}

// Of a whole algorithm: its name, and the calls, elements and work of all its loops together, some of which are in
// others.
void SourceLoops::measure_whole(std::span<const AlgorithmCall> places) {
  const std::vector<ProfiledLoop>& rows = trace_.loops.loops;
  std::vector<uint32_t> ranks(loops_.size(), 0);
  std::vector<uint32_t> counted(loops_.size(), 0); // the rank + 1 of the loops that are counted
  for (uint32_t row = 0; row < rows.size(); ++row) {
    SourceLoop& loop = loops_[of_row_[row]];
    if (!loop.whole) continue;
    if (places[row].rank > ranks[of_row_[row]]) {
      ranks[of_row_[row]] = places[row].rank;
      loop.algorithm = places[row].called;
    }
    uint32_t& best = counted[of_row_[row]];
    if (places[row].counts && rows[row].instances != 0 && places[row].rank + 1 >= best) {
      if (places[row].rank + 1 > best) loop.instances = loop.iterations = loop.most = 0, loop.least = ~uint64_t{0};
      best = places[row].rank + 1;
      loop.instances += rows[row].instances;
      loop.iterations += rows[row].iterations;
      loop.least = std::min(loop.least, rows[row].least);
      loop.most = std::max(loop.most, rows[row].most);
    }
    size_t steps = 0;
    for (uint32_t around = rows[row].around; around != 0; around = rows[around - 1].around) {
      const bool inside = of_row_[around - 1] == of_row_[row];
      if (inside) loop.work -= rows[row].work;
      if (inside || ++steps > rows.size()) break;
    }
  }
}

std::string_view SourceLoops::variable(const LoopDependence& row) const {
  std::string_view name = trace_.text(trace_.sites[row.site_to].variable);
  return name.empty() ? trace_.text(trace_.sites[row.site_from].variable) : name;
}

static auto place_of(const Trace& trace, uint32_t site) {
  const Site& s = trace.sites[site];
  return std::tuple(trace.text(s.file), s.line, s.column, trace.text(s.variable), s.flags, s.line == 0 ? site : 0);
}

void SourceLoops::join_dependences() {
  const std::vector<LoopDependence>& rows = trace_.loops.dependences;
  for (const LoopDependence& row : rows)
    if (row.loop != kNoLoop) loops_[of_row_[row.loop]].dependences.push_back(row);
  auto key = [&](const LoopDependence& row) {
    return std::tuple(row.carried, row.kind, place_of(trace_, row.site_from), place_of(trace_, row.site_to));
  };
  for (SourceLoop& loop : loops_) {
    std::ranges::stable_sort(loop.dependences, [&](const auto& a, const auto& b) { return key(a) < key(b); });
    std::vector<LoopDependence> joined;
    for (const LoopDependence& row : loop.dependences) {
      if (joined.empty() || key(joined.back()) != key(row)) {
        joined.push_back(row);
        continue;
      }
      LoopDependence& same = joined.back();
      same.count += row.count;
      same.join_distances(row);
    }
    loop.dependences = std::move(joined);
  }
  for (const LoopCall& call : trace_.loops.calls) {
    std::vector<LoopCall>& calls = loops_[of_row_[call.loop]].calls;
    auto at = std::ranges::find(calls, call.name, &LoopCall::name);
    if (at == calls.end())
      calls.push_back(call);
    else
      at->count += call.count;
  }
}

// Of several copies the one with most work says what is around the loop. Rows lead to no circle, but joined they may:
// a link that would close one is left out.
void SourceLoops::link() {
  std::vector<uint64_t> most_work(loops_.size(), 0);
  const std::vector<ProfiledLoop>& rows = trace_.loops.loops;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    const uint32_t loop = of_row_[row];
    if (rows[row].around == 0 || rows[row].work + 1 <= most_work[loop]) continue;
    const uint32_t around = of_row_[rows[row].around - 1];
    if (around == loop) continue;
    most_work[loop] = rows[row].work + 1;
    loops_[loop].around = around;
  }
  for (uint32_t loop = 0; loop < loops_.size(); ++loop) {
    size_t steps = 0;
    for (uint32_t outer = loops_[loop].around; outer != kNoSourceLoop; outer = loops_[outer].around)
      if (outer == loop || ++steps > loops_.size()) {
        loops_[loop].around = kNoSourceLoop;
        break;
      }
  }
  for (uint32_t loop = 0; loop < loops_.size(); ++loop)
    if (loops_[loop].around != kNoSourceLoop) loops_[loops_[loop].around].inside.push_back(loop);
}

bool SourceLoops::is_inside(uint32_t loop, uint32_t outer) const {
  for (loop = loops_[loop].around; loop != kNoSourceLoop; loop = loops_[loop].around)
    if (loop == outer) return true;
  return false;
}

void SourceLoops::index_rows() {
  std::vector<std::string> key_texts;
  for (const Site& site : trace_.sites) key_texts.push_back(variable_name(trace_.text(site.variable)).key());
  keys_ = key_texts;
  std::ranges::sort(keys_);
  keys_.erase(std::ranges::unique(keys_).begin(), keys_.end());
  for (const std::string& text : key_texts)
    key_of_site_.push_back(static_cast<uint32_t>(std::ranges::lower_bound(keys_, text) - keys_.begin()));
  rows_by_key_.resize(keys_.size());
  placeless_by_key_.resize(keys_.size());
  rows_by_site_.resize(trace_.sites.size());
  const std::vector<LoopDependence>& rows = trace_.loops.dependences;
  for (uint32_t i = 0; i < rows.size(); ++i) {
    const uint32_t from = rows[i].site_from, to = rows[i].site_to;
    const bool placeless = trace_.sites[from].line == 0 || trace_.sites[to].line == 0;
    rows_by_site_[from].push_back(i);
    if (to != from) rows_by_site_[to].push_back(i);
    for (uint32_t site : {from, to}) {
      std::vector<uint32_t>& of_key = rows_by_key_[key_of_site_[site]];
      if (!of_key.empty() && of_key.back() == i) continue;
      of_key.push_back(i);
      if (placeless) placeless_by_key_[key_of_site_[site]].push_back(i);
    }
  }
}

std::vector<uint32_t> SourceLoops::sites_on_lines(uint32_t loop) const {
  const LoopFacts& facts = loops_[loop].facts;
  std::vector<uint32_t> sites;
  if (!facts.has_extent()) return sites;
  for (const auto* by_file : {&accesses_, &inlined_}) {
    const auto file = by_file->find(trace_.text(loops_[loop].file));
    if (file == by_file->end()) continue;
    auto at = std::ranges::lower_bound(file->second, SourceSpot{facts.begin.line, 0}, {}, &Access::at);
    for (; at != file->second.end() && at->at.line <= facts.end.line; ++at) sites.push_back(at->site);
  }
  return sites;
}

void SourceLoops::index_sites() {
  for (uint32_t id = 0; id < trace_.sites.size(); ++id) {
    const Site& site = trace_.sites[id];
    const std::string base = variable_name(trace_.text(site.variable)).base;
    if (site.line != 0) accesses_[trace_.text(site.file)].push_back({{site.line, site.column}, base, id});
    if (site.inlined_line != 0) inlined_[trace_.text(site.inlined_file)].push_back({{site.inlined_line, 0}, base, id});
  }
  for (auto* by_file : {&accesses_, &inlined_})
    for (auto& [_, accesses] : *by_file) std::ranges::stable_sort(accesses, {}, &Access::at);
}

// Without an extent all behind the loop's first line count; of accesses that were inlined, all of the loop's lines.
bool SourceLoops::has_access(uint32_t loop, std::string_view base) const {
  const LoopFacts& facts = loops_[loop].facts;
  const SourceSpot begin = facts.has_extent() ? facts.begin : loops_[loop].at;
  const SourceSpot end = facts.has_extent() ? facts.end : SourceSpot{0xffffffff, 0};
  auto is_among = [&](const auto& by_file, SourceSpot first, SourceSpot behind) {
    auto file = by_file.find(trace_.text(loops_[loop].file));
    if (file == by_file.end()) return false;
    for (auto at = std::ranges::lower_bound(file->second, first, {}, &Access::at);
         at != file->second.end() && at->at < behind; ++at)
      if (at->base == base) return true;
    return false;
  };
  return is_among(accesses_, begin, end) || is_among(inlined_, {begin.line, 0}, {end.line, 1});
}

bool names_file(std::string_view path, std::string_view wanted) {
  if (path == wanted) return true;
  return path.size() > wanted.size() && path.ends_with(wanted) && path[path.size() - wanted.size() - 1] == '/';
}

std::vector<uint32_t> SourceLoops::at(std::string_view file, uint32_t line, uint32_t column) const {
  std::vector<uint32_t> found;
  for (uint32_t loop = 0; loop < loops_.size(); ++loop) {
    const SourceLoop& row = loops_[loop];
    if (row.at.line == line && (column == 0 || row.at.column == column) && names_file(trace_.text(row.file), file))
      found.push_back(loop);
  }
  return found;
}

} // namespace unply
