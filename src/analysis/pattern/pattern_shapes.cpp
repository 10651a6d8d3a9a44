// Networks, scans, trees and factorisations: programs on cells of memory in the order of the usual sequential code.
#include "analysis/pattern/pattern_shapes.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace unply {

uint32_t IdealGraph::add_task(std::span<const uint32_t> predecessors) {
  auto begin = from_.insert(from_.end(), predecessors.begin(), predecessors.end());
  std::sort(begin, from_.end());
  from_.erase(std::unique(begin, from_.end()), from_.end());
  first_.push_back(static_cast<uint32_t>(from_.size()));
  return tasks() - 1;
}

void CellProgram::task(std::span<const uint64_t> reads, std::span<const uint64_t> writes) {
  found_.clear();
  for (uint64_t cell : reads)
    if (writer_[cell] != kNobody) found_.push_back(writer_[cell]);
  uint32_t number = graph_.add_task(found_);
  for (uint64_t cell : writes) writer_[cell] = number;
}

Shape butterfly_shape(uint64_t k, bool farthest_first) {
  uint64_t points = uint64_t{1} << k, pairs = points / 2;
  Shape shape{.kind = PatternKind::butterfly,
              .parameters = {{"points", points}, {"levels", k}},
              .size = fmt::format("2^{}, {} levels of {}", k, k, pairs),
              .tasks = k * pairs,
              .edges = (k - 1) * points,
              .levels = k};
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, points);
    for (uint64_t level = 0; level < k; ++level) {
      uint64_t half = uint64_t{1} << (farthest_first ? k - 1 - level : level);
      for (uint64_t block = 0; block < points; block += 2 * half)
        for (uint64_t j = block; j < block + half; ++j) program.task({j, j + half}, {j, j + half});
    }
  };
  if (!farthest_first) shape.places = [=](const Dag& dag) { return butterfly_places(dag, k); };
  return shape;
}

Shape bitonic_shape(uint64_t k) {
  uint64_t points = uint64_t{1} << k, pairs = points / 2, levels = k * (k + 1) / 2;
  Shape shape{.kind = PatternKind::bitonic_sort,
              .parameters = {{"points", points}, {"levels", levels}},
              .size = fmt::format("2^{} elements, {} levels of {}", k, levels, pairs),
              .tasks = levels * pairs,
              .edges = (levels - 1) * points,
              .levels = levels};
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, points);
    for (uint64_t size = 2; size <= points; size *= 2)
      for (uint64_t half = size / 2; half > 0; half /= 2)
        for (uint64_t i = 0; i < points; ++i)
          if ((i & half) == 0) program.task({i, i + half}, {i, i + half});
  };
  return shape;
}

namespace {
void up_sweep(CellProgram& program, uint64_t points) {
  for (uint64_t d = 1; d < points; d *= 2)
    for (uint64_t r = 2 * d - 1; r < points; r += 2 * d) program.task({r - d, r}, {r});
}

void hillis_steele(CellProgram& program, uint64_t points, bool in_place) {
  uint64_t now = 0, next = points; // in place from the right: the cells to the left still have their old values
  for (uint64_t d = 1; d < points; d *= 2) {
    if (in_place) {
      for (uint64_t i = points - 1; i >= d; --i) program.task({i, i - d}, {i});
      continue;
    }
    for (uint64_t i = 0; i < points; ++i)
      if (i >= d)
        program.task({now + i, now + i - d}, {next + i});
      else
        program.task({now + i}, {next + i});
    std::swap(now, next);
  }
}

void run_scan(ScanForm form, CellProgram& program, uint64_t points) {
  if (form == ScanForm::hillis_steele || form == ScanForm::hillis_steele_in_place)
    return hillis_steele(program, points, form == ScanForm::hillis_steele_in_place);
  up_sweep(program, points);
  if (form == ScanForm::brent_kung) {
    for (uint64_t d = points / 4; d > 0; d /= 2)
      for (uint64_t i = 2 * d - 1; i + d < points; i += 2 * d) program.task({i, i + d}, {i + d});
    return;
  }
  // The root is set to zero, by a task or by code outside every task, whose write ends the history of the cell.
  if (form == ScanForm::blelloch_clear) program.task({}, {points - 1});
  bool cleared_outside = form == ScanForm::blelloch;
  for (uint64_t d = points / 2; d > 0; d /= 2)
    for (uint64_t r = 2 * d - 1; r < points; r += 2 * d)
      if (cleared_outside && d == points / 2)
        program.task({r - d}, {r - d, r});
      else
        program.task({r - d, r}, {r - d, r});
}

uint64_t scan_tasks(ScanForm form, uint64_t points) {
  uint64_t levels = static_cast<uint64_t>(std::bit_width(points - 1));
  switch (form) {
  case ScanForm::hillis_steele:
    return points * levels;
  case ScanForm::hillis_steele_in_place:
    return points * levels - ((uint64_t{1} << levels) - 1);
  case ScanForm::blelloch:
    return 2 * points - 2;
  case ScanForm::blelloch_clear:
    return 2 * points - 1;
  case ScanForm::brent_kung:
    return 2 * points - 2 - levels;
  }
  return 0;
}

// The number of edges follows from the two counts of reads: of cells written in the scan, and of inputs.
uint64_t scan_edges(ScanForm form, uint64_t points, bool inputs) {
  uint64_t levels = static_cast<uint64_t>(std::bit_width(points - 1)), half = points / 2;
  uint64_t steps = (uint64_t{1} << levels) - 1; // sum of the distances
  switch (form) {
  case ScanForm::hillis_steele:
    return 2 * points * (levels - !inputs) - steps + !inputs;
  case ScanForm::hillis_steele_in_place:
    if (inputs) return 2 * (points * levels - steps);
    return 2 * (points * (levels - 1) - (steps - 1)) - (levels - 1);
  case ScanForm::blelloch:
  case ScanForm::blelloch_clear:
    return 2 * (points - 2) + (half - 1) + (form == ScanForm::blelloch_clear) + (inputs ? points + half : 0);
  case ScanForm::brent_kung: { // in the down sweep only the smallest distance reads inputs
    uint64_t down = points - 1 - levels, last = half - 1;
    return (points - 2) + (inputs ? points : 0) + 2 * (down - last) + last * (inputs ? 2 : 1);
  }
  }
  return 0;
}

constexpr PatternKind kind_of(ScanForm form) {
  switch (form) {
  case ScanForm::hillis_steele:
  case ScanForm::hillis_steele_in_place:
    return PatternKind::scan_hillis_steele;
  case ScanForm::blelloch:
  case ScanForm::blelloch_clear:
    return PatternKind::scan_blelloch;
  case ScanForm::brent_kung:
    return PatternKind::scan_brent_kung;
  }
  return PatternKind::none;
}
} // namespace

Shape parallel_scan_shape(ScanForm form, uint64_t points, bool inputs) {
  Shape shape;
  shape.kind = kind_of(form);
  shape.parameters = {{"elements", points}, {"inputs", inputs}};
  shape.size = fmt::format("{} elements{}{}", points,
                           form == ScanForm::hillis_steele_in_place ? ", in place"
                           : form == ScanForm::blelloch_clear       ? ", the root cleared by a task"
                                                                    : "",
                           inputs ? ", each computed by a task before" : "");
  shape.tasks = scan_tasks(form, points) + (inputs ? points : 0);
  shape.edges = scan_edges(form, points, inputs);
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, 2 * points);
    for (uint64_t i = 0; inputs && i < points; ++i) program.task({}, {i});
    run_scan(form, program, points);
  };
  return shape;
}

Shape scan_chain_shape(uint64_t elements, bool inputs) {
  Shape shape;
  shape.kind = PatternKind::scan_chain;
  shape.parameters = {{"elements", elements}, {"inputs", inputs}};
  shape.size = fmt::format("{} steps one after the other, each with a task that uses its result{}", elements,
                           inputs ? " and one that computes its input" : "");
  shape.tasks = elements * (inputs ? 3 : 2);
  shape.edges = elements - 1 + elements * (inputs ? 2 : 1);
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, 3);
    for (uint64_t i = 0; i < elements; ++i) {
      if (inputs) program.task({}, {0});
      program.task({0, 1}, {1});
      program.task({1}, {2});
    }
  };
  return shape;
}

Shape reduction_chain_shape(uint64_t elements, bool starts_with_element) {
  Shape shape;
  shape.kind = PatternKind::reduction_chain;
  shape.parameters = {{"elements", elements}, {"starts_with_element", starts_with_element}};
  shape.size = fmt::format("{} independent tasks, their results taken in one after the other{}", elements,
                           starts_with_element ? ", the first two at once" : "");
  shape.tasks = 2 * elements - starts_with_element;
  shape.edges = shape.tasks - 1;
  shape.levels = elements + 1 - starts_with_element;
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, 2);
    if (starts_with_element) program.task({}, {1});
    for (uint64_t i = starts_with_element; i < elements; ++i) {
      program.task({}, {0});
      program.task({0, 1}, {1});
    }
  };
  return shape;
}

// A fork, its branches, its join; returns the join. Recursion as deep as the tree.
static uint32_t add_branch(IdealGraph& graph, uint64_t fan_out, uint64_t depth, bool linked, const uint32_t* parent) {
  uint32_t fork = parent != nullptr ? graph.add_task({*parent}) : graph.add_task({});
  if (depth == 0) return fork;
  std::vector<uint32_t> results;
  for (uint64_t child = 0; child < fan_out; ++child)
    results.push_back(add_branch(graph, fan_out, depth - 1, linked, &fork));
  if (linked) results.push_back(fork);
  return graph.add_task(results);
}

Shape divide_and_conquer_shape(uint64_t fan_out, uint64_t depth, bool linked) {
  Shape shape;
  shape.kind = PatternKind::divide_and_conquer;
  shape.parameters = {{"fan_out", fan_out}, {"depth", depth}, {"linked", linked}};
  uint64_t leaves = 1, forks = 0;
  for (uint64_t d = 0; d < depth; ++d) forks += leaves, leaves *= fan_out;
  shape.size = fmt::format("{} ways, {} deep, {} leaves", fan_out, depth, leaves);
  shape.tasks = 2 * forks + leaves;
  shape.edges = 2 * (forks - 1 + leaves) + (linked ? forks : 0);
  shape.levels = 2 * depth + 1;
  shape.generate = [=](IdealGraph& graph) { add_branch(graph, fan_out, depth, linked, nullptr); };
  return shape;
}

Shape pipeline_shape(const std::vector<bool>& serial, uint64_t items) {
  Shape shape;
  shape.kind = PatternKind::pipeline;
  uint64_t stages = serial.size();
  uint64_t serial_stages = static_cast<uint64_t>(std::ranges::count(serial, true));
  shape.parameters = {{"stages", stages}, {"items", items}, {"serial_stages", serial_stages}};
  shape.size = fmt::format("{} stages x {} items", stages, items);
  if (serial_stages < stages) {
    std::vector<std::string> words;
    for (bool in_order : serial) words.emplace_back(in_order ? "serial" : "parallel");
    shape.size += fmt::format(" ({})", fmt::join(words, ", "));
  }
  shape.tasks = stages * items;
  shape.edges = (stages - 1) * items + serial_stages * (items - 1);
  shape.generate = [=](IdealGraph& graph) {
    std::vector<uint32_t> from;
    for (uint64_t item = 0; item < items; ++item)
      for (uint64_t stage = 0; stage < stages; ++stage) {
        uint64_t number = item * stages + stage;
        from.clear();
        if (stage > 0) from.push_back(static_cast<uint32_t>(number - 1));
        if (item > 0 && serial[stage]) from.push_back(static_cast<uint32_t>(number - stages));
        graph.add_task(from);
      }
  };
  return shape;
}

} // namespace unply
