#include "discover/merge_profiles.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

constexpr const char* kRebuilt = "merge recordings of one build: record the program again with each input";

std::string command_of(const TraceInfo& info) {
  std::string command = info.program;
  for (const std::string& argument : info.arguments) command += " " + (argument.empty() ? "''" : argument);
  return command;
}

// What the source alone tells, as text. Copies of an inline function in two modules may differ in the rest.
std::string facts_of_source(std::string_view text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::string(text);
  for (const char* key : {"scalars", "last", "callers_set", "guards", "proven", "exceptions"}) json.erase(key);
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class Row> bool have_common(const std::set<Row>& a, const std::set<Row>& b) {
  return std::ranges::any_of(a, [&](const Row& row) { return b.contains(row); });
}

void add_once(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const std::string& text : more)
    if (std::ranges::find(all, text) == all.end()) all.push_back(text);
}

} // namespace

ProfileMerger::ProfileMerger() {
  all_.strings = {""};
  strings_[""] = StringId{0};
  all_.sites.resize(1);
  all_.traces.resize(1);
  all_.loops.recorded = true;
  all_.info.complete = true;
}

StringId ProfileMerger::string(StringId id) {
  uint32_t& known = string_of_[static_cast<uint32_t>(id)];
  if (known == 0) {
    const auto [at, fresh] =
        strings_.try_emplace(std::string(trace_->text(id)), StringId{static_cast<uint32_t>(all_.strings.size())});
    if (fresh) all_.strings.push_back(at->first);
    known = static_cast<uint32_t>(at->second) + 1;
  }
  return StringId{known - 1};
}

ProfileMerger::Places ProfileMerger::places_of() {
  Places places;
  for (const ProfiledLoop& row : trace_->loops.loops) {
    if (row.line == 0) continue;
    KnownPlace& place = places[{string(row.file), row.line, row.column}];
    place.facts.insert(string(row.facts));
    place.function = string(row.function);
    place.first = names_.size() - 1;
    const std::string_view facts = trace_->text(row.facts);
    place.written = facts.contains("\"variables\"") && !facts.contains("\"template\":true");
    if (trace_->info.inputs.empty())
      place.inputs |= row.instances != 0 ? 1u : 0u;
    else
      place.inputs = std::max(place.inputs, row.inputs);
  }
  return places;
}

// Of a function that is as it was, one recording has each loop that the other has, or it has none of them.
Result<void> ProfileMerger::check_functions(const Places& places) const {
  using Function = std::pair<StringId, StringId>;
  auto only_in = [](const Places& some, const Places& others) {
    std::map<Function, std::pair<Place, size_t>> only;
    for (const auto& [place, known] : some)
      if (known.written && !others.contains(place))
        only.try_emplace({std::get<0>(place), known.function}, place, known.first);
    return only;
  };
  const auto fresh = only_in(places, places_), earlier = only_in(places_, places);
  for (const auto& [function, where] : fresh) {
    const auto other = earlier.find(function);
    if (other == earlier.end()) continue;
    const auto& [file, line, column] = where.first;
    return fail(fmt::format("{}: {}() has a loop at {}:{}:{}, but in {} at {}:{}: the program was rebuilt between",
                            names_.back(), all_.text(function.second), all_.text(file), line, column,
                            names_[other->second.second], std::get<1>(other->second.first),
                            std::get<2>(other->second.first)),
                kRebuilt);
  }
  return {};
}

static bool same_program(const TraceInfo& a, const TraceInfo& b) { // by the file's name: it may be moved
  return std::string_view(a.program).substr(a.program.rfind('/') + 1) ==
         std::string_view(b.program).substr(b.program.rfind('/') + 1);
}

Result<void> ProfileMerger::check(const Places& places) const {
  size_t common = 0;
  for (const auto& [place, _] : places) common += places_.contains(place);
  if (common == 0 && !places.empty() && !places_.empty())
    return fail(
        fmt::format("{}: has no loop in common with {}: these are different programs", names_.back(), names_[0]),
        kRebuilt);
  if (places.empty() != places_.empty() && names_.size() > 1 && !same_program(trace_->info, all_.info))
    return fail(fmt::format("{}: is of {}, and {} of {}: no loop says that they are one program", names_.back(),
                            trace_->info.program, names_[0], all_.info.program),
                kRebuilt);
  // Either has modules that the other lacks: an inline function may then be here from one and there from another.
  const bool other_modules = common < std::min(places.size(), places_.size());
  auto source_facts = [&](const std::set<StringId>& facts) {
    std::set<std::string> texts;
    for (StringId id : facts) texts.insert(facts_of_source(all_.text(id)));
    return texts;
  };
  for (const auto& [place, known] : places) {
    const auto earlier = places_.find(place);
    if (earlier == places_.end() || have_common(earlier->second.facts, known.facts)) continue;
    if (other_modules && have_common(source_facts(earlier->second.facts), source_facts(known.facts))) continue;
    const auto& [file, line, column] = place;
    return fail(fmt::format("{}: the loop at {}:{}:{} is another than in {}: the program was rebuilt between",
                            names_.back(), all_.text(file), line, column, names_[earlier->second.first]),
                kRebuilt);
  }
  return check_functions(places);
}

Result<void> ProfileMerger::add_sources() {
  for (const SourceFile& source : trace_->sources) {
    const StringId name = string(source.name);
    const auto known = std::ranges::find(all_.sources, name, &SourceFile::name);
    if (known == all_.sources.end())
      all_.sources.push_back({name, source.text});
    else if (known->text != source.text)
      return fail(
          fmt::format("{}: has another text of {}: the program was rebuilt between", names_.back(), all_.text(name)),
          kRebuilt);
  }
  return {};
}

void ProfileMerger::add_counters() {
  const TraceInfo& info = trace_->info;
  auto join = [](std::vector<uint64_t>& all, const std::vector<uint64_t>& more, auto joined) {
    all.resize(std::max(all.size(), more.size()));
    for (size_t i = 0; i < more.size(); ++i) all[i] = joined(all[i], more[i]);
  };
  join(all_.info.counters, info.counters, [](uint64_t a, uint64_t b) { return a + b; });
  join(all_.info.pass_stats, info.pass_stats, [](uint64_t a, uint64_t b) { return std::max(a, b); });
  std::map<std::string, uint64_t> unseen(all_.info.unseen_calls.begin(), all_.info.unseen_calls.end());
  for (const auto& [name, calls] : info.unseen_calls) unseen[name] += calls;
  all_.info.unseen_calls.assign(unseen.begin(), unseen.end());
}

void ProfileMerger::add_info() {
  const TraceInfo& info = trace_->info;
  TraceInfo& all = all_.info;
  if (names_.size() == 1) {
    all.unply_version = info.unply_version, all.program = info.program;
    all.started_at = info.started_at, all.directory = info.directory;
    all.machine = info.machine, all.cpu = info.cpu, all.kernel = info.kernel, all.cores = info.cores;
  }
  if (info.inputs.empty())
    all.inputs.push_back(command_of(info));
  else
    all.inputs.insert(all.inputs.end(), info.inputs.begin(), info.inputs.end());
  add_once(all.source_directories, info.source_directories);
  add_once(all.notes, info.notes);
  all.duration_ns += info.duration_ns;
  if (!info.complete)
    all.incomplete_why +=
        fmt::format("{}{}: {}", all.incomplete_why.empty() ? "" : "; ", names_.back(), info.incomplete_why);
  all.complete = all.complete && info.complete;
  if (all.exit_status == 0) all.exit_status = info.exit_status;
  if (all.exit_signal == 0) all.exit_signal = info.exit_signal;
}

// The row of the n-th loop or site of this key, where n counts in one recording.
template <class Key, class Add>
static uint32_t row_of(std::map<Key, std::vector<uint32_t>>& rows, std::map<Key, size_t>& seen, const Key& key,
                       Add add) {
  std::vector<uint32_t>& known = rows[key];
  const size_t number = seen[key]++;
  if (number == known.size()) known.push_back(add());
  return known[number];
}

void ProfileMerger::add_sites() {
  std::map<SiteKey, size_t> seen;
  site_of_.assign(trace_->sites.size(), 0);
  for (uint32_t id = 1; id < trace_->sites.size(); ++id) {
    Site site = trace_->sites[id];
    for (StringId* text : {&site.file, &site.function, &site.variable, &site.inlined_file}) *text = string(*text);
    const SiteKey key(site.file, site.line, site.column, site.function, site.variable, site.inlined_file,
                      site.inlined_line, site.flags);
    site_of_[id] = row_of(sites_, seen, key, [&] {
      all_.sites.push_back(site);
      return static_cast<uint32_t>(all_.sites.size() - 1);
    });
  }
}

void ProfileMerger::join_loop(uint32_t row, const ProfiledLoop& loop) {
  ProfiledLoop& all = all_.loops.loops[row];
  if (loop.instances != 0) {
    all.least = all.instances == 0 ? loop.least : std::min(all.least, loop.least);
    all.most = std::max(all.most, loop.most);
  }
  all.instances += loop.instances;
  all.iterations += loop.iterations;
  all.work += loop.work;
  if (loop.around == 0 || loop.instances <= most_instances_[row]) return;
  most_instances_[row] = loop.instances;
  all.around = loop_of_[loop.around - 1] + 1;
}

void ProfileMerger::add_loops() {
  std::map<LoopKey, size_t> seen;
  const std::vector<ProfiledLoop>& loops = trace_->loops.loops;
  loop_of_.resize(loops.size());
  for (uint32_t i = 0; i < loops.size(); ++i) {
    const StringId file = string(loops[i].file), function = string(loops[i].function), facts = string(loops[i].facts);
    const LoopKey key(file, loops[i].line, loops[i].column, function, facts);
    loop_of_[i] = row_of(loops_, seen, key, [&] {
      ProfiledLoop row{};
      row.file = file, row.function = function, row.facts = facts;
      row.line = loops[i].line, row.column = loops[i].column;
      all_.loops.loops.push_back(row);
      return static_cast<uint32_t>(all_.loops.loops.size() - 1);
    });
  }
  most_instances_.resize(all_.loops.loops.size(), 0);
  for (uint32_t i = 0; i < loops.size(); ++i) join_loop(loop_of_[i], loops[i]);
}

void ProfileMerger::add_dependences() {
  std::vector<LoopDependence>& all = all_.loops.dependences;
  for (LoopDependence row : trace_->loops.dependences) {
    if (row.loop != kNoLoop) row.loop = loop_of_[row.loop];
    row.site_from = site_of_[row.site_from], row.site_to = site_of_[row.site_to];
    const DependenceKey key(row.loop, row.carried, row.kind, row.site_from, row.site_to);
    const auto [at, fresh] = dependences_.try_emplace(key, all.size());
    if (fresh) {
      all.push_back(row);
      continue;
    }
    LoopDependence& same = all[at->second];
    same.count = row.carried == Carried::carried ? same.count + row.count : std::max(same.count, row.count);
    same.join_distances(row);
  }
}

void ProfileMerger::add_calls() {
  for (const LoopCall& call : trace_->loops.calls) {
    const LoopCall row{loop_of_[call.loop], string(call.name), call.count};
    const auto [at, fresh] = calls_.try_emplace({row.loop, row.name}, all_.loops.calls.size());
    if (fresh)
      all_.loops.calls.push_back(row);
    else
      all_.loops.calls[at->second].count += row.count;
  }
}

void ProfileMerger::add_functions() {
  LoopProfile& all = all_.loops;
  std::map<FunctionKey, size_t> seen;
  std::vector<uint32_t> function_of;
  for (const ProfiledFunction& function : trace_->loops.functions) {
    const FunctionKey key(string(function.file), function.line, string(function.function), string(function.facts));
    function_of.push_back(row_of(functions_, seen, key, [&] {
      const auto& [file, line, name, facts] = key;
      all.functions.push_back({file, name, line, facts, 0, 0});
      return static_cast<uint32_t>(all.functions.size() - 1);
    }));
    all.functions[function_of.back()].instances += function.instances;
    all.functions[function_of.back()].work += function.work;
  }
  for (PartDependence row : trace_->loops.part_dependences) {
    row.function = function_of[row.function];
    row.site_from = site_of_[row.site_from], row.site_to = site_of_[row.site_to];
    const PartDependenceKey key(row.function, row.part_from, row.part_to, row.kind, row.site_from, row.site_to);
    const auto [at, fresh] = part_dependences_.try_emplace(key, all.part_dependences.size());
    if (fresh)
      all.part_dependences.push_back(row);
    else
      all.part_dependences[at->second].count += row.count;
  }
  for (const PartCall& call : trace_->loops.part_calls) {
    const PartCall row{function_of[call.function], string(call.name), call.count};
    const auto [at, fresh] = part_calls_.try_emplace({row.function, row.name}, all.part_calls.size());
    if (fresh)
      all.part_calls.push_back(row);
    else
      all.part_calls[at->second].count += row.count;
  }
  for (PartWork row : trace_->loops.part_works) {
    row.function = function_of[row.function];
    const auto [at, fresh] = part_works_.try_emplace({row.function, row.kind, row.number}, all.part_works.size());
    if (fresh) {
      all.part_works.push_back(row);
      continue;
    }
    all.part_works[at->second].count += row.count;
    all.part_works[at->second].work += row.work;
  }
}

Result<void> ProfileMerger::add(const std::string& name, const Trace& trace) {
  trace_ = &trace;
  names_.push_back(name);
  string_of_.assign(trace.strings.size(), 0);
  const Places places = places_of();
  TRY(check(places));
  TRY(add_sources());
  for (const auto& [place, known] : places) {
    auto [at, fresh] = places_.try_emplace(place, known);
    if (fresh) continue;
    at->second.inputs += known.inputs;
    at->second.facts.insert(known.facts.begin(), known.facts.end());
  }
  add_info();
  add_counters();
  all_.loops.work += trace.loops.work;
  all_.loops.lost += trace.loops.lost;
  add_sites();
  add_loops();
  add_dependences();
  add_calls();
  add_functions();
  return {};
}

Trace ProfileMerger::take() {
  LoopProfile& profile = all_.loops;
  for (ProfiledLoop& loop : profile.loops) {
    const auto place = places_.find({loop.file, loop.line, loop.column});
    if (place != places_.end()) loop.inputs = place->second.inputs;
  }
  cut_circles(profile.loops);
  std::ranges::sort(profile.dependences, {}, [](const LoopDependence& row) {
    return DependenceKey(row.loop, row.carried, row.kind, row.site_from, row.site_to);
  });
  std::ranges::sort(profile.calls, {}, [](const LoopCall& row) { return std::pair(row.loop, row.name); });
  std::ranges::sort(profile.part_dependences, {}, [](const PartDependence& row) {
    return PartDependenceKey(row.function, row.part_from, row.part_to, row.kind, row.site_from, row.site_to);
  });
  std::ranges::sort(profile.part_works, {},
                    [](const PartWork& row) { return std::tuple(row.function, row.kind, row.number); });
  return std::move(all_);
}

} // namespace unply
