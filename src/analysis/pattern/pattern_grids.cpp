// Shapes on grids: every task reads from cells at fixed distances, so that counts are sums of products of sizes.
#include "analysis/pattern/pattern_shapes.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {
using Offset = std::vector<int64_t>;

// Row-major; every offset must lead to an earlier task. Axes that are periodic wrap.
struct Grid {
  ShapeSizes sizes;
  std::vector<bool> periodic;
  std::vector<Offset> offsets;

  uint64_t tasks() const {
    uint64_t product = 1;
    for (uint64_t size : sizes) product *= size;
    return product;
  }
  uint64_t edges() const {
    uint64_t sum = 0;
    for (const Offset& offset : offsets) {
      uint64_t product = 1;
      for (size_t axis = 0; axis < sizes.size(); ++axis) {
        uint64_t distance = static_cast<uint64_t>(std::abs(offset[axis]));
        product *= periodic[axis] ? sizes[axis] : sizes[axis] - std::min(distance, sizes[axis]);
      }
      sum += product;
    }
    return sum;
  }
  void generate(IdealGraph& graph) const;
};

// `at` + offset as a row-major number, or no task.
bool neighbour(const Grid& grid, const std::vector<int64_t>& at, const Offset& offset, uint64_t& number) {
  number = 0;
  for (size_t axis = 0; axis < at.size(); ++axis) {
    int64_t size = static_cast<int64_t>(grid.sizes[axis]), x = at[axis] + offset[axis];
    if (x < 0 || x >= size) {
      if (!grid.periodic[axis]) return false;
      x += x < 0 ? size : -size;
    }
    number = number * grid.sizes[axis] + static_cast<uint64_t>(x);
  }
  return true;
}

void Grid::generate(IdealGraph& graph) const {
  std::vector<int64_t> at(sizes.size(), 0);
  std::vector<uint32_t> predecessors;
  for (uint64_t v = 0, n = tasks(); v < n; ++v) {
    predecessors.clear();
    uint64_t u;
    for (const Offset& offset : offsets)
      if (neighbour(*this, at, offset, u)) predecessors.push_back(static_cast<uint32_t>(u));
    graph.add_task(predecessors);
    for (size_t axis = sizes.size(); axis-- > 0;) {
      if (++at[axis] < static_cast<int64_t>(sizes[axis])) break;
      at[axis] = 0;
    }
  }
}

// All combinations of -reach to reach, in lexicographic order.
std::vector<Offset> combinations(size_t axes, int64_t low, int64_t high) {
  std::vector<Offset> all = {{}};
  for (size_t axis = 0; axis < axes; ++axis) {
    std::vector<Offset> longer;
    for (const Offset& head : all)
      for (int64_t x = low; x <= high; ++x) {
        longer.push_back(head);
        longer.back().push_back(x);
      }
    all = std::move(longer);
  }
  return all;
}

bool is_zero(const Offset& offset) {
  return std::ranges::all_of(offset, [](int64_t x) { return x == 0; });
}

std::string sizes_text(const ShapeSizes& sizes) { return fmt::format("{}", fmt::join(sizes, " x ")); }

// The distances in space, the point itself included if the form reads it.
std::vector<Offset> space_offsets(const StencilForm& form) {
  int64_t radius = static_cast<int64_t>(form.radius);
  std::vector<Offset> offsets = combinations(form.points.size(), -radius, radius);
  std::erase_if(offsets, [&](const Offset& offset) {
    if (is_zero(offset)) return !form.centre;
    return form.neighbours == Neighbours::cross && std::ranges::count(offset, 0) + 1 < std::ssize(offset);
  });
  return offsets;
}

std::string neighbours_text(const StencilForm& form) {
  std::string text;
  if (form.points.size() == 1 || form.radius > 1)
    text = fmt::format("radius {}", form.radius);
  else
    text = fmt::format("{} points", space_offsets(form).size());
  if (!form.centre) text += ", without the centre";
  return text + (form.boundary == Boundary::periodic ? ", periodic" : "");
}

Shape stencil_base(const StencilForm& form, PatternKind kind, std::string_view steps) {
  Shape shape;
  shape.kind = kind;
  shape.form = fmt::format("{}-D", form.points.size());
  constexpr const char* kAxes[] = {"nx", "ny", "nz"};
  for (size_t axis = 0; axis < form.points.size(); ++axis)
    shape.parameters.emplace_back(form.points.size() == 1 ? "points" : kAxes[axis], form.points[axis]);
  shape.parameters.emplace_back(steps, form.steps);
  shape.parameters.emplace_back("radius", form.radius);
  if (form.points.size() > 1) shape.parameters.emplace_back("neighbours", space_offsets(form).size());
  shape.parameters.emplace_back("centre", form.centre);
  shape.parameters.emplace_back("periodic", form.boundary == Boundary::periodic);
  shape.size = fmt::format("{} points x {} {}, {}", sizes_text(form.points), form.steps, steps, neighbours_text(form));
  return shape;
}

Grid space_grid(const StencilForm& form) {
  return {form.points, std::vector<bool>(form.points.size(), form.boundary == Boundary::periodic), space_offsets(form)};
}

Grid time_grid(const StencilForm& form, std::vector<Offset> offsets) {
  Grid grid = space_grid(form);
  grid.sizes.insert(grid.sizes.begin(), form.steps);
  grid.periodic.insert(grid.periodic.begin(), false);
  grid.offsets = std::move(offsets);
  return grid;
}

void take(Shape& shape, Grid grid) {
  shape.tasks = grid.tasks();
  shape.edges = grid.edges();
  shape.generate = [grid = std::move(grid)](IdealGraph& graph) { grid.generate(graph); };
}

// The points of `colour`, or all (-1), each with the cells that it reads, visited in row-major order.
template <class Visit> void each_point(const Grid& space, int colour, Visit visit) {
  std::vector<int64_t> at(space.sizes.size(), 0);
  std::vector<uint64_t> reads;
  for (uint64_t cell = 0, n = space.tasks(); cell < n; ++cell) {
    int64_t sum = 0;
    for (int64_t x : at) sum += x;
    if (colour < 0 || sum % 2 == colour) {
      reads.clear();
      uint64_t u;
      for (const Offset& offset : space.offsets)
        if (neighbour(space, at, offset, u)) reads.push_back(u);
      visit(cell, reads);
    }
    for (size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < static_cast<int64_t>(space.sizes[axis])) break;
      at[axis] = 0;
    }
  }
}
} // namespace

Shape wavefront_shape(const ShapeSizes& sizes, bool diagonal) {
  Grid grid{sizes, std::vector<bool>(sizes.size(), false), combinations(sizes.size(), -1, 0)};
  std::erase_if(grid.offsets, [&](const Offset& offset) {
    return is_zero(offset) || (!diagonal && std::ranges::count(offset, 0) + 1 < std::ssize(offset));
  });
  Shape shape;
  shape.kind = PatternKind::wavefront;
  shape.parameters = {{"dimensions", sizes.size()}};
  shape.levels = 1;
  constexpr const char* kAxes[] = {"nx", "ny", "nz"};
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    shape.parameters.emplace_back(kAxes[axis], sizes[axis]);
    shape.levels += sizes[axis] - 1;
  }
  shape.parameters.emplace_back("diagonal", diagonal);
  shape.parameters.emplace_back("skew", 1);
  shape.size = sizes_text(sizes) + (diagonal ? " with diagonals" : "");
  take(shape, std::move(grid));
  return shape;
}

Shape triangular_wavefront_shape(uint64_t size, bool from_diagonal, bool diagonal) {
  Shape shape;
  shape.kind = PatternKind::triangular_wavefront;
  shape.parameters = {{"size", size}, {"from_diagonal", from_diagonal}, {"diagonal", diagonal}};
  shape.size = fmt::format("a triangle of {}{}, from {}", size, diagonal ? " with diagonals" : "",
                           from_diagonal ? "the long side to the corner" : "the corner along both sides");
  shape.tasks = size * (size + 1) / 2;
  shape.edges = size * (size - 1) + (diagonal ? (size - 1) * (from_diagonal ? size - 2 : size) / 2 : 0);
  shape.levels = from_diagonal ? size : 2 * size - 1;
  if (from_diagonal) { // intervals by length; those of length d start at number (their first task) + i
    shape.generate = [=](IdealGraph& graph) {
      uint64_t before = 0, shorter = 0, row = 0; // first numbers of lengths d - 2, d - 1 and d
      for (uint64_t d = 0; d < size; ++d) {
        for (uint64_t i = 0; i + d < size; ++i) {
          std::vector<uint32_t> from;
          if (d > 0) from = {static_cast<uint32_t>(shorter + i), static_cast<uint32_t>(shorter + i + 1)};
          if (diagonal && d > 1) from.push_back(static_cast<uint32_t>(before + i + 1));
          graph.add_task(from);
        }
        before = shorter;
        shorter = row;
        row += size - d;
      }
    };
  } else {
    shape.generate = [=](IdealGraph& graph) {
      for (uint64_t i = 0; i < size; ++i)
        for (uint64_t j = 0; j <= i; ++j) {
          uint32_t above = static_cast<uint32_t>(i * (i + 1) / 2 - i + j); // (i - 1, j)
          std::vector<uint32_t> from;
          if (j > 0) from.push_back(graph.tasks() - 1);
          if (j < i) from.push_back(above);
          if (diagonal && j > 0) from.push_back(above - 1);
          graph.add_task(from);
        }
    };
  }
  return shape;
}

uint64_t stencil_reads(const StencilForm& form) {
  uint64_t cells = 1, box = 1, cross = 0;
  for (uint64_t points : form.points) cells *= points;
  for (uint64_t points : form.points) {
    // Pairs along one axis at distances 1 to radius, in both directions.
    uint64_t r = form.radius, pairs = form.boundary == Boundary::periodic ? 2 * r * points : (2 * points - r - 1) * r;
    box *= points + pairs;
    cross += cells / points * pairs;
  }
  return form.neighbours == Neighbours::box ? box - (form.centre ? 0 : cells) : cross + (form.centre ? cells : 0);
}

Shape stencil_shape(const StencilForm& form) {
  Shape shape = stencil_base(form, PatternKind::stencil, "steps");
  std::vector<Offset> offsets = space_offsets(form);
  for (Offset& offset : offsets) offset.insert(offset.begin(), -1);
  take(shape, time_grid(form, std::move(offsets)));
  shape.levels = form.steps;
  return shape;
}

Shape stencil_with_copy_shape(const StencilForm& form) {
  Shape shape = stencil_base(form, PatternKind::stencil, "steps");
  shape.form += " with copy";
  shape.size += ", each step followed by a copy";
  Grid space = space_grid(form);
  uint64_t points = space.tasks();
  shape.tasks = 2 * points * form.steps;
  shape.edges = (form.steps - 1) * space.edges() + form.steps * points;
  shape.levels = 2 * form.steps;
  shape.generate = [=, steps = form.steps](IdealGraph& graph) {
    CellProgram program(graph, 2 * points);
    for (uint64_t step = 0; step < steps; ++step) {
      each_point(space, -1, [&](uint64_t cell, const std::vector<uint64_t>& reads) {
        uint64_t written = points + cell;
        program.task(reads, std::span(&written, 1));
      });
      for (uint64_t cell = 0; cell < points; ++cell) program.task({points + cell}, {cell});
    }
  };
  return shape;
}

Shape in_place_stencil_shape(const StencilForm& form) {
  Shape shape = stencil_base(form, PatternKind::in_place_stencil, "sweeps");
  shape.parameters.emplace_back("skew", form.radius + 1);
  std::vector<Offset> offsets = space_offsets(form);
  Offset zero(form.points.size(), 0);
  for (Offset& offset : offsets) offset.insert(offset.begin(), offset < zero ? 0 : -1);
  take(shape, time_grid(form, std::move(offsets)));
  if (form.radius == 1 && form.neighbours == Neighbours::cross) {
    shape.levels = 2 * (form.steps - 1) + 1;
    for (uint64_t points : form.points) shape.levels += points - 1;
  }
  return shape;
}

Shape red_black_stencil_shape(const StencilForm& form) {
  Shape shape = stencil_base(form, PatternKind::red_black_stencil, "sweeps");
  Grid space = space_grid(form);
  uint64_t points = space.tasks(), read_by_both = space.edges() - (form.centre ? points : 0);
  shape.tasks = points * form.steps;
  shape.edges = (2 * form.steps - 1) * (read_by_both / 2) + (form.centre ? (form.steps - 1) * points : 0);
  shape.levels = 2 * form.steps;
  shape.generate = [=, sweeps = form.steps](IdealGraph& graph) {
    CellProgram program(graph, points);
    for (uint64_t half = 0; half < 2 * sweeps; ++half)
      each_point(space, static_cast<int>(half % 2),
                 [&](uint64_t cell, const std::vector<uint64_t>& reads) { program.task(reads, std::span(&cell, 1)); });
  };
  return shape;
}

} // namespace unply
