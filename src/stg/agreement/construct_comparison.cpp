// See construct_comparison.h.
#include "stg/agreement/construct_comparison.h"
#include "stg/program/place_text.h"
#include <fmt/format.h>

namespace unply::stg {

namespace {

std::string word_of(Call call) { // "task"
  const std::string name = name_of(call);
  return name.substr(name.find('_') + 1);
}

std::string construct_text(Call call, int64_t iterations, const std::vector<uint64_t>& depends) {
  std::string text = call == Call::omp_end ? "end of a construct" : word_of(call);
  if (iterations >= 0) text += fmt::format(", {} iterations", iterations);
  if (!depends.empty())
    text += fmt::format(" behind {} {}", depends.size() == 1 ? "task" : "tasks", fmt::join(depends, ", "));
  return text;
}

int64_t iterations_of(const Step& step) { return step.iterations.empty() ? -1 : step.iterations[0]; }

} // namespace

std::string ConstructComparison::place_of(const Step& step) const {
  if (step.place.file == kNone || step.place.line == 0) return "";
  return place_text(program_, step.place);
}

// Optimised code has one call for barriers of several lines; libomp names the place of an earlier construct for a
// taskloop without a taskgroup.
static bool has_place(Call call) {
  return call != Call::omp_end && call != Call::omp_taskloop && call != Call::omp_barrier && call != Call::omp_taskwait;
}

const char* ConstructComparison::difference_of(const Step& step, const RecordedConstruct& construct,
                                               uint64_t calls) const {
  if (step.call != construct.call) return "the construct";
  if (iterations_of(step) != construct.iterations) return "the number of iterations";
  if (step.call == Call::omp_taskloop &&
      (construct.pieces < step.iterations[1] || construct.pieces > step.iterations[2]))
    return "the number of tasks of a taskloop";
  const std::string place = place_of(step);
  const std::string& site = run_.sites[construct.site];
  if (has_place(step.call) && !place.empty() && construct.site != 0 && site != "?" && site != place)
    return "the place of the construct";
  if (construct.calls != calls) return "the calls of MPI before the construct";
  return nullptr;
}

void ConstructComparison::count(const Step& step, size_t depends) {
  switch (step.call) {
  case Call::omp_task:
    ++counts.tasks, counts.dependences += depends;
    return;
  case Call::omp_loop:
  case Call::omp_sections:
  case Call::omp_taskloop:
    ++counts.loops, counts.iterations += uint64_t(iterations_of(step));
    return;
  case Call::omp_barrier:
  case Call::omp_taskwait:
    ++counts.waits, counts.dependences += depends;
    return;
  case Call::omp_end:
    return;
  default:
    ++counts.regions;
  }
}

std::optional<ConstructDifference> ConstructComparison::take(const Step& step, uint64_t calls) {
  const std::vector<uint64_t> expected = in_program_.add(step);
  if (step.call == Call::omp_reduction) return std::nullopt; // leaves no event
  const std::string text = construct_text(step.call, iterations_of(step), expected);
  if (position_ >= recorded_.constructs.size())
    return ConstructDifference{.what = "the run has ended", .program = text, .place = step.place};
  const RecordedConstruct& construct = recorded_.constructs[position_];
  Step seen = step;
  seen.call = construct.call, seen.depends = construct.depends;
  const std::vector<uint64_t> found = in_run_.add(seen);
  const char* what = difference_of(step, construct, calls);
  if (!what && expected != found) what = "the dependences of a task";
  if (what)
    return ConstructDifference{.what = what,
                               .program = text,
                               .run = construct_text(construct.call, construct.iterations, found),
                               .place = step.place,
                               .run_site = run_.sites[construct.site]};
  ++position_;
  count(step, expected.size());
  return std::nullopt;
}

std::optional<ConstructDifference> ConstructComparison::finish() const {
  if (position_ >= recorded_.constructs.size()) return std::nullopt;
  const RecordedConstruct& next = recorded_.constructs[position_];
  return ConstructDifference{.what = "the run goes on",
                             .run = construct_text(next.call, next.iterations, {}),
                             .run_site = run_.sites[next.site]};
}

} // namespace unply::stg
