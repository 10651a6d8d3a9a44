// Curves of the small graphs of the research note, sums over parts, and the knee of a curve.
#include "sim/curve/speedup_curve.h"
#include <doctest/doctest.h>

using namespace unply;

static JobGraph graph(const std::vector<uint64_t>& lengths, const std::vector<DagEdge>& edges) {
  JobGraph jobs;
  jobs.dag = *Dag::from_edges(static_cast<uint32_t>(lengths.size()), edges);
  jobs.length = lengths;
  for (uint32_t v = 0; v < lengths.size(); ++v) jobs.id.push_back(v), jobs.region.push_back(0);
  jobs.region_names = {"task"};
  jobs.unit = "units";
  return jobs;
}

// "A", figure 1 of the paper, and "E", whose optimum on three processors idles on purpose.
static JobGraph figure_1() {
  return graph({2, 1, 3, 4, 2, 1, 6, 1, 2},
               {{0, 1}, {0, 6}, {1, 2}, {1, 3}, {1, 4}, {2, 5}, {3, 5}, {4, 5}, {5, 7}, {6, 7}, {7, 8}});
}
static JobGraph needs_idling() { return graph({2, 2, 1, 3, 3}, {{2, 3}, {2, 4}}); }

static SpeedupCurve curve_of(const std::vector<JobGraph>& parts, std::vector<uint32_t> processors,
                             std::vector<const Scheduler*> schedulers) {
  CurveRequest request;
  request.processors = std::move(processors);
  request.schedulers = std::move(schedulers);
  auto curve = speedup_curve(parts, request);
  REQUIRE(curve);
  return std::move(*curve);
}

TEST_CASE("the curve of a small graph, each value known for what it is") {
  SpeedupCurve curve = curve_of({figure_1()}, {}, {find_scheduler("hlfet")});
  CHECK(curve.totals.work == 22);
  CHECK(curve.totals.span == 11);
  CHECK(curve.totals.maximum_speedup() == 2);
  CHECK(curve.totals.width == 4);
  CHECK(curve.totals.least_processors == 4);
  CHECK(curve.totals.min_processors == 4);
  REQUIRE(curve.points.size() == 3); // 1, 2, 4
  CHECK(curve.points[0].makespan == 22);
  CHECK(curve.points[1].makespan == 14);
  CHECK(curve.points[2].makespan == 11);
  for (const CurvePoint& point : curve.points) CHECK(point.known == Known::optimal);
  CHECK(curve.bounds[1].lower == 14);
  CHECK(curve.bounds[1].upper == 16);
}

TEST_CASE("an exact search raises the lower bound, and a heuristic schedule stays one") {
  SpeedupCurve alone = curve_of({needs_idling()}, {3}, {find_scheduler("hlfet")});
  CHECK(alone.points[0].makespan == 5);
  CHECK(alone.points[0].known == Known::heuristic);
  const Scheduler* exact = find_scheduler("exact");
  REQUIRE(exact);
  SpeedupCurve both = curve_of({needs_idling()}, {2, 3}, {find_scheduler("hlfet"), exact});
  CHECK(both.points[1].known == Known::heuristic); // hlfet on 3
  CHECK(both.points[3].makespan == 4);
  CHECK(both.points[3].known == Known::optimal);
  JobGraph three = graph({2, 2, 2}, {}); // the bounds say 3 on two processors, the search 4
  SpeedupCurve unsure = curve_of({three}, {2}, {find_scheduler("hlfet")});
  CHECK(unsure.bounds[0].lower == 3);
  CHECK(unsure.points[0].known == Known::heuristic);
  SpeedupCurve raised = curve_of({three}, {2}, {find_scheduler("hlfet"), exact});
  CHECK(raised.bounds[0].lower == 4);
  CHECK(raised.points[0].known == Known::optimal);
}

TEST_CASE("with a first solution, speedups are relative to the time that one processor takes to find it") {
  JobGraph search = graph({0, 90, 10}, {{0, 1}, {0, 2}});
  search.first_solution = true;
  search.success_leaves = {1};
  SpeedupCurve curve = curve_of({search}, {1, 2}, {find_scheduler("fifo")});
  CHECK(curve.totals.work == 100);
  CHECK(curve.points[0].makespan == 90);
  CHECK(curve.points[0].speedup() == 1);
  CHECK(curve.points[1].speedup() == 1);
}

TEST_CASE("parts in series add up, and need the processors of the neediest") {
  SpeedupCurve curve = curve_of({figure_1(), needs_idling()}, {2}, {find_scheduler("hlfet")});
  CHECK(curve.totals.work == 33);
  CHECK(curve.totals.span == 15);
  CHECK(curve.totals.min_processors == 4);
  CHECK(curve_of({figure_1(), graph({5}, {})}, {2}, {find_scheduler("hlfet")}).totals.width == 4);
  CHECK(curve.points[0].makespan == 14 + 6);
  CHECK(curve.points[0].known == Known::optimal);
}

TEST_CASE("the result does not depend on the number of threads") {
  std::vector<JobGraph> parts = {figure_1(), needs_idling()};
  CurveRequest request;
  request.processors = {1, 2, 3, 4, 5, 6, 7};
  request.schedulers = {find_scheduler("hlfet"), find_scheduler("steal"), find_scheduler("andp")};
  std::vector<std::vector<uint64_t>> makespans;
  for (unsigned threads : {1u, 2u, 5u}) {
    request.threads = threads;
    auto curve = speedup_curve(parts, request);
    REQUIRE(curve);
    makespans.emplace_back();
    for (const CurvePoint& point : curve->points) makespans.back().push_back(point.makespan);
  }
  CHECK(makespans[0] == makespans[1]);
  CHECK(makespans[0] == makespans[2]);
}

TEST_CASE("the longest times of repeated recordings go through the same schedulers") {
  JobGraph repeated = figure_1();
  repeated.length_most = repeated.length;
  repeated.length_most[6] += 11; // 2 + 17 + 1 + 2 is then the heaviest path
  SpeedupCurve curve = curve_of({repeated}, {1, 2}, {find_scheduler("hlfet")});
  CHECK(curve.totals.work == 22);
  CHECK(curve.totals.work_most == 33);
  CHECK(curve.totals.span_most == 22);
  CHECK(curve.points[0].makespan_most == 33);
  CHECK(curve.points[1].makespan_most == 22);
  CHECK(curve.points[1].speedup_most() == 1.5);
  CHECK(curve_of({figure_1()}, {1}, {find_scheduler("hlfet")}).points[0].makespan_most == 0);
}

TEST_CASE("lengths beside copies of the program bracket the speedup on as many processors") {
  JobGraph beside = figure_1();
  beside.length_beside = beside.length;
  for (uint64_t& length : beside.length_beside) length *= 2;
  CurveRequest request;
  request.processors = {1, 2, 3}, request.schedulers = {find_scheduler("hlfet")}, request.beside = 2;
  auto curve = speedup_curve(std::vector<JobGraph>{beside}, request);
  REQUIRE(curve);
  CHECK(curve->totals.work_beside == 44);
  CHECK(curve->points[0].makespan_beside == 0);
  CHECK(curve->points[1].makespan_beside == 2 * curve->points[1].makespan);
  CHECK(curve->points[1].speedup_beside() == curve->points[1].speedup() / 2);
  CHECK(curve->points[2].makespan_beside == 0);
}

TEST_CASE("processors that are looked at without being asked for") {
  using List = std::vector<uint32_t>;
  CHECK(default_processors(1) == List{1});
  CHECK(default_processors(5) == List{1, 2, 4, 5});
  CHECK(default_processors(8) == List{1, 2, 4, 8});
  CHECK(default_processors(1000) == List{1, 2, 4, 8, 16, 32, 64});
}

static std::vector<CurvePoint> points_of(const std::vector<std::pair<uint32_t, uint64_t>>& makespans) {
  std::vector<CurvePoint> points;
  for (auto [p, makespan] : makespans) points.push_back({p, nullptr, false, makespan, 1000});
  return points;
}

TEST_CASE("the knee is where twice the processors save less than a tenth") {
  Worthwhile worth = worthwhile(points_of({{1, 1000}, {2, 500}, {4, 300}, {8, 280}, {16, 100}}), 100);
  CHECK(worth.knee == 4u);
  CHECK(worth.recommended == 4);
  CHECK_FALSE(worthwhile(points_of({{1, 1000}, {2, 500}, {4, 250}}), 10).knee);
  CHECK(worthwhile(points_of({{1, 1000}, {2, 500}, {4, 250}}), 10).recommended == 4);
  CHECK(worthwhile(points_of({{1, 1000}, {2, 500}, {3, 400}}), 400).knee == 3u); // the span is reached
  CHECK(worthwhile(points_of({{1, 1000}, {2, 500}, {4, 490}}), 10).knee == 2u);
  CHECK(worthwhile(points_of({{1, 1000}, {2, 900}, {4, 811}}), 10).knee ==
        2u); // 100 of 1000 are a tenth, 89 of 900 less
  CHECK(worthwhile(points_of({{1, 1000}, {2, 600}, {4, 500}}), 10).recommended == 4); // at 4 just 50 %
  Worthwhile inefficient = worthwhile(points_of({{1, 1000}, {2, 800}, {4, 600}, {8, 400}}), 10);
  CHECK_FALSE(inefficient.knee);
  CHECK(inefficient.recommended == 2); // at 4 the efficiency is 42 %
}
