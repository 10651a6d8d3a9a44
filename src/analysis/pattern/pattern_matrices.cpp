// Shapes of dense linear algebra and of dynamic programming over pairs: programs on the cells (or tiles) of a matrix.
#include "analysis/pattern/pattern_shapes.h"
#include <fmt/format.h>

namespace unply {

static uint64_t pairs(uint64_t n) { return n * (n - 1) / 2; }
static uint64_t squares(uint64_t n) { return n * (n + 1) * (2 * n + 1) / 6; } // 1 + 4 + ... + n^2

// Where single elements are no tasks, the pairs are the first intervals: the same graph with one element less.
Shape interval_shape(uint64_t n) {
  Shape shape;
  shape.kind = PatternKind::interval_programming;
  shape.parameters = {{"size", n}};
  shape.size = fmt::format("{} smallest intervals, each larger one waits for all its pairs of parts", n);
  shape.tasks = pairs(n) + n;
  for (uint64_t d = 1; d < n; ++d) shape.edges += (n - d) * 2 * d;
  shape.levels = n;
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, n * n);
    std::vector<uint64_t> reads;
    for (uint64_t d = 0; d < n; ++d)
      for (uint64_t i = 0; i + d < n; ++i) {
        reads.clear();
        for (uint64_t k = i; k < i + d; ++k) reads.push_back(i * n + k), reads.push_back((k + 1) * n + i + d);
        uint64_t written = i * n + i + d;
        program.task(reads, std::span(&written, 1));
      }
  };
  return shape;
}

Shape triangular_solve_shape(uint64_t n) {
  Shape shape{.kind = PatternKind::triangular_solve,
              .parameters = {{"size", n}},
              .size = fmt::format("{} unknowns", n),
              .tasks = n + pairs(n),
              .edges = n * (n - 1),
              .levels = 2 * n - 1};
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, n);
    for (uint64_t i = 0; i < n; ++i) {
      for (uint64_t j = 0; j < i; ++j) program.task({i, j}, {i});
      program.task({i}, {i});
    }
  };
  return shape;
}

Shape elimination_shape(uint64_t n) {
  Shape shape{.kind = PatternKind::row_elimination,
              .parameters = {{"size", n}},
              .size = fmt::format("{} rows", n),
              .tasks = pairs(n),
              .edges = (n - 1) * (n - 2),
              .levels = n - 1};
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, n);
    for (uint64_t k = 0; k < n; ++k)
      for (uint64_t i = k + 1; i < n; ++i) program.task({k, i}, {i});
  };
  return shape;
}

Shape floyd_warshall_shape(uint64_t n) {
  Shape shape{.kind = PatternKind::floyd_warshall,
              .parameters = {{"size", n}},
              .size = fmt::format("{} nodes", n),
              .tasks = n * n * n};
  // A task of step k reads its cell, cell (i, k) and cell (k, j): three writers, two in row or column k, one where both
  // meet. In the first step its own cell has none yet.
  uint64_t others = n - 1;
  shape.edges = others * (2 * others + 2) + others * (3 * others * others + 4 * others + 1);
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, n * n);
    for (uint64_t k = 0; k < n; ++k)
      for (uint64_t i = 0; i < n; ++i)
        for (uint64_t j = 0; j < n; ++j) program.task({i * n + j, i * n + k, k * n + j}, {i * n + j});
  };
  return shape;
}

Shape cholesky_shape(uint64_t t) {
  uint64_t panel = pairs(t), updates = t * (t - 1) * (t - 2) / 6;
  Shape shape{.kind = PatternKind::tiled_cholesky,
              .parameters = {{"tiles", t}},
              .size = fmt::format("{} x {} tiles", t, t),
              .tasks = t + 2 * panel + updates,
              .levels = 3 * t - 2};
  if (t > 1)
    shape.edges = (t - 1) + 2 * (panel + pairs(t - 1)) + 2 * updates + (t > 2 ? (t - 1) * (t - 2) * (t - 3) / 6 : 0);
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, t * t);
    auto tile = [t](uint64_t i, uint64_t j) { return i * t + j; };
    for (uint64_t k = 0; k < t; ++k) {
      program.task({tile(k, k)}, {tile(k, k)});
      for (uint64_t i = k + 1; i < t; ++i) program.task({tile(k, k), tile(i, k)}, {tile(i, k)});
      for (uint64_t i = k + 1; i < t; ++i) {
        program.task({tile(i, k), tile(i, i)}, {tile(i, i)});
        for (uint64_t j = k + 1; j < i; ++j) program.task({tile(i, k), tile(j, k), tile(i, j)}, {tile(i, j)});
      }
    }
  };
  return shape;
}

// LU and QR have the same counts: a diagonal task, a row and a column of tasks, and a square of updates in each step.
static Shape square_factorisation(PatternKind kind, uint64_t t) {
  Shape shape{
      .kind = kind, .parameters = {{"tiles", t}}, .size = fmt::format("{} x {} tiles", t, t), .tasks = squares(t)};
  if (t > 1) shape.edges = (t - 1) + 2 * (pairs(t) + pairs(t - 1)) + 2 * squares(t - 1) + squares(t - 2);
  return shape;
}

Shape lu_shape(uint64_t t) {
  Shape shape = square_factorisation(PatternKind::tiled_lu, t);
  shape.levels = 3 * t - 2;
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, t * t);
    auto tile = [t](uint64_t i, uint64_t j) { return i * t + j; };
    for (uint64_t k = 0; k < t; ++k) {
      program.task({tile(k, k)}, {tile(k, k)});
      for (uint64_t i = k + 1; i < t; ++i) program.task({tile(k, k), tile(i, k)}, {tile(i, k)});
      for (uint64_t j = k + 1; j < t; ++j) program.task({tile(k, k), tile(k, j)}, {tile(k, j)});
      for (uint64_t i = k + 1; i < t; ++i)
        for (uint64_t j = k + 1; j < t; ++j) program.task({tile(i, k), tile(k, j), tile(i, j)}, {tile(i, j)});
    }
  };
  return shape;
}

// Flat tree: the rows of a panel are joined to its triangle one after the other. A tile on the diagonal is two cells,
// the reflectors below and the triangle that later rows change.
Shape qr_shape(uint64_t t) {
  Shape shape = square_factorisation(PatternKind::tiled_qr, t);
  shape.generate = [=](IdealGraph& graph) {
    CellProgram program(graph, t * t + t);
    auto tile = [t](uint64_t i, uint64_t j) { return i * t + j; };
    for (uint64_t k = 0; k < t; ++k) {
      uint64_t triangle = t * t + k;
      program.task({tile(k, k)}, {tile(k, k), triangle});
      for (uint64_t j = k + 1; j < t; ++j) program.task({tile(k, k), tile(k, j)}, {tile(k, j)});
      for (uint64_t i = k + 1; i < t; ++i) {
        program.task({triangle, tile(i, k)}, {triangle, tile(i, k)});
        for (uint64_t j = k + 1; j < t; ++j)
          program.task({tile(i, k), tile(k, j), tile(i, j)}, {tile(k, j), tile(i, j)});
      }
    }
  };
  return shape;
}

} // namespace unply
