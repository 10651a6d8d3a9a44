#include "stg/agreement/team_constructs.h"
#include "stg/program/place_text.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace unply::stg {

void TeamConstructs::add(Call call, const std::string& place, int64_t iterations) {
  Line& line = lines_[{call, call == Call::omp_taskloop ? "" : place}]; // libomp names another place for a taskloop
  ++line.count, line.iterations += std::max<int64_t>(iterations, 0);
}

void TeamConstructs::add_task(const std::string& place, Maker maker, const std::vector<Depend>& depends) {
  Task task = {.place = place};
  if (maker != 0) {
    Made& made = made_[maker];
    for (const uint64_t before :
         made.log.add({.kind = Step::Kind::operation, .call = Call::omp_task, .depends = depends}))
      task.behind.push_back(made.places[before - 1]);
    made.log.add({.kind = Step::Kind::operation, .call = Call::omp_end});
    made.places.push_back(place);
    std::ranges::sort(task.behind);
  }
  ++tasks_[task];
}

ConstructCounts TeamConstructs::counts() const {
  ConstructCounts all;
  for (const auto& [task, count] : tasks_) all.tasks += count, all.dependences += count * task.behind.size();
  for (const auto& [which, line] : lines_) {
    const bool loop =
        which.first == Call::omp_loop || which.first == Call::omp_sections || which.first == Call::omp_taskloop;
    (loop ? all.loops : all.regions) += line.count;
    all.iterations += uint64_t(line.iterations);
  }
  return all;
}

bool TeamConstructs::lacks_places() const {
  const auto unknown = [](const std::string& place) { return place.empty() || place == "?"; };
  return std::ranges::any_of(
             lines_, [&](auto& one) { return one.first.first != Call::omp_taskloop && unknown(one.first.second); }) ||
         std::ranges::any_of(tasks_, [&](auto& one) { return unknown(one.first.place); });
}

TeamConstructs TeamConstructs::without_places() const {
  TeamConstructs made;
  for (const auto& [which, line] : lines_) {
    Line& sum = made.lines_[{which.first, ""}];
    sum.count += line.count, sum.iterations += line.iterations;
  }
  for (const auto& [task, count] : tasks_)
    made.tasks_[{.place = "", .behind = std::vector<std::string>(task.behind.size())}] += count;
  return made;
}

namespace {

std::string at_place(const std::string& place) { return place.empty() ? "" : " at " + place; }

// The first key that one side has more of, with both values.
template <class K, class V>
std::optional<std::tuple<K, V, V>> first_difference(const std::map<K, V>& one, const std::map<K, V>& other, auto same) {
  for (const auto& [key, value] : one) {
    const auto found = other.find(key);
    const V there = found == other.end() ? V{} : found->second;
    if (!same(value, there)) return std::tuple{key, value, there};
  }
  for (const auto& [key, value] : other)
    if (!one.contains(key)) return std::tuple{key, V{}, value};
  return std::nullopt;
}

} // namespace

std::optional<ConstructDifference> TeamConstructs::difference(const TeamConstructs& run) const {
  if ((lacks_places() || run.lacks_places()) && !(lines_.empty() && tasks_.empty())) {
    const bool again = std::ranges::any_of(lines_, [](auto& one) { return !one.first.second.empty(); }) ||
                       std::ranges::any_of(tasks_, [](auto& one) { return !one.first.place.empty(); });
    if (again) return without_places().difference(run.without_places());
  }
  const auto line = first_difference(lines_, run.lines_, [](const Line& one, const Line& other) {
    return one.count == other.count && one.iterations == other.iterations;
  });
  if (line) {
    const auto& [which, own, seen] = *line;
    const std::string name = name_of(which.first);
    const auto text = [](const Line& one) { return fmt::format("{} times, {} iterations", one.count, one.iterations); };
    return ConstructDifference{.what = fmt::format("how often there is a {}{}", name.substr(4), at_place(which.second)),
                               .program = text(own),
                               .run = text(seen),
                               .run_site = which.second};
  }
  const auto task = first_difference(tasks_, run.tasks_, std::equal_to<uint64_t>());
  if (!task) return std::nullopt;
  const auto& [which, own, seen] = *task;
  const std::string behind = which.behind.empty() ? "" : fmt::format(" behind {} tasks", which.behind.size());
  return ConstructDifference{.what = fmt::format("the number of tasks{}{}", at_place(which.place), behind),
                             .program = std::to_string(own),
                             .run = std::to_string(seen),
                             .run_site = which.place};
}

void ProgramTeams::take(const Step& step) {
  const std::string place = place_text(program_, step.place);
  const int64_t iterations = step.iterations.empty() ? -1 : step.iterations[0];
  const TeamConstructs::Maker maker = open_.empty() ? outside_ : open_.back();
  switch (step.call) {
  case Call::omp_end:
    if (!open_.empty()) open_.pop_back();
    return;
  case Call::omp_task:
    constructs_.add_task(place, maker, step.depends);
    return open_.push_back(constructs_.new_maker());
  case Call::omp_single:
  case Call::omp_master:
    constructs_.add(step.call, place, -1);
    return open_.push_back(constructs_.new_maker());
  case Call::omp_parallel:
  case Call::omp_loop:
  case Call::omp_sections:
  case Call::omp_taskloop:
    constructs_.add(step.call, place, iterations);
    return open_.push_back(0);
  case Call::omp_taskgroup:
    constructs_.add(step.call, place, -1);
    return open_.push_back(maker);
  default:
    if (opens_construct(step.call)) open_.push_back(maker);
  }
}

} // namespace unply::stg
