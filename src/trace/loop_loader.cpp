// Loads the tables of the loop profile. Rows of one key are snapshots that a recorder wrote while the program ran: the
// last one holds.
#include "trace/trace_loader.h"
#include <algorithm>
#include <tuple>

namespace unply {

static uint32_t number(uint64_t value) { return static_cast<uint32_t>(value); }

void TraceLoader::take_loops(RowBlock& block) {
  auto id = block.numbers("id"), file = block.numbers("file"), function = block.numbers("function"),
       line = block.numbers("line"), column = block.numbers("column"), facts = block.numbers("facts"),
       instances = block.numbers("instances"), iterations = block.numbers("iterations"), least = block.numbers("least"),
       most = block.numbers("most"), work = block.numbers("work"), around = block.numbers("around"),
       inputs = block.numbers("inputs");
  if (!block.ok()) return;
  const uint64_t limit_of_ids = limit("loops");
  std::vector<ProfiledLoop>& loops = trace_.loops.loops;
  trace_.loops.recorded = true;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (id[i] >= limit_of_ids) {
      ++bad_rows_;
      continue;
    }
    if (id[i] >= loops.size()) loops.resize(id[i] + 1);
    loops[id[i]] = {.file = StringId{number(file[i])},
                    .function = StringId{number(function[i])},
                    .line = number(line[i]),
                    .column = number(column[i]),
                    .facts = StringId{number(facts[i])},
                    .instances = instances[i],
                    .iterations = iterations[i],
                    .least = least[i],
                    .most = most[i],
                    .work = work[i],
                    .around = number(around[i]),
                    .inputs = number(inputs[i])};
  }
}

void LoopDependence::join_distances(const LoopDependence& other) {
  min_distance = std::min(min_distance, other.min_distance);
  max_distance = std::max(max_distance, other.max_distance);
  exact = exact && other.exact;
  inner_known = inner_known && other.inner_known;
  inner_least = std::min(inner_least, other.inner_least);
  inner_most = std::max(inner_most, other.inner_most);
}

void TraceLoader::take_loop_dependences(RowBlock& block) {
  auto loop = block.numbers("loop"), carried = block.numbers("carried"), kind = block.numbers("kind"),
       site_from = block.numbers("site_from"), site_to = block.numbers("site_to"), count = block.numbers("count"),
       min_distance = block.numbers("min_distance"), max_distance = block.numbers("max_distance"),
       exact = block.numbers("exact"), first_from = block.numbers("first_from"), first_to = block.numbers("first_to"),
       inner_least = block.numbers("inner_least"), inner_most = block.numbers("inner_most");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (carried[i] > 1 || kind[i] > static_cast<uint64_t>(EdgeKind::output) || min_distance[i] > max_distance[i]) {
      ++bad_rows_;
      continue;
    }
    trace_.loops.dependences.push_back({.loop = number(loop[i]),
                                        .carried = static_cast<Carried>(carried[i]),
                                        .kind = static_cast<EdgeKind>(kind[i]),
                                        .site_from = number(site_from[i]),
                                        .site_to = number(site_to[i]),
                                        .count = count[i],
                                        .min_distance = min_distance[i],
                                        .max_distance = max_distance[i],
                                        .exact = exact[i] != 0,
                                        .first_from = first_from[i],
                                        .first_to = first_to[i],
                                        .inner_known = inner_least[i] != 0 && inner_most[i] != 0,
                                        .inner_least = inner_distance(inner_least[i]),
                                        .inner_most = inner_distance(inner_most[i])});
  }
}

void TraceLoader::take_loop_calls(RowBlock& block) {
  auto loop = block.numbers("loop"), name = block.numbers("name"), count = block.numbers("count");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i)
    trace_.loops.calls.push_back({number(loop[i]), StringId{number(name[i])}, count[i]});
}

void TraceLoader::take_functions(RowBlock& block) {
  auto id = block.numbers("id"), file = block.numbers("file"), function = block.numbers("function"),
       line = block.numbers("line"), facts = block.numbers("facts"), instances = block.numbers("instances"),
       work = block.numbers("work");
  if (!block.ok()) return;
  const uint64_t limit_of_ids = limit("functions");
  std::vector<ProfiledFunction>& functions = trace_.loops.functions;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (id[i] >= limit_of_ids) {
      ++bad_rows_;
      continue;
    }
    if (id[i] >= functions.size()) functions.resize(id[i] + 1);
    functions[id[i]] = {.file = StringId{number(file[i])},
                        .function = StringId{number(function[i])},
                        .line = number(line[i]),
                        .facts = StringId{number(facts[i])},
                        .instances = instances[i],
                        .work = work[i]};
  }
}

void TraceLoader::take_part_dependences(RowBlock& block) {
  auto function = block.numbers("function"), kind = block.numbers("kind"), site_from = block.numbers("site_from"),
       site_to = block.numbers("site_to"), part_from = block.numbers("part_from"), part_to = block.numbers("part_to"),
       count = block.numbers("count");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (kind[i] > static_cast<uint64_t>(EdgeKind::extension) || part_from[i] > part_to[i] ||
        (part_from[i] == part_to[i] && kind[i] != static_cast<uint64_t>(EdgeKind::anti) &&
         kind[i] != static_cast<uint64_t>(EdgeKind::extension))) {
      ++bad_rows_;
      continue;
    }
    trace_.loops.part_dependences.push_back({.function = number(function[i]),
                                             .kind = static_cast<EdgeKind>(kind[i]),
                                             .site_from = number(site_from[i]),
                                             .site_to = number(site_to[i]),
                                             .part_from = number(part_from[i]),
                                             .part_to = number(part_to[i]),
                                             .count = count[i]});
  }
}

void TraceLoader::take_part_calls(RowBlock& block) {
  auto function = block.numbers("function"), name = block.numbers("name"), count = block.numbers("count");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i)
    trace_.loops.part_calls.push_back({number(function[i]), StringId{number(name[i])}, count[i]});
}

void TraceLoader::take_part_works(RowBlock& block) {
  auto function = block.numbers("function"), kind = block.numbers("kind"), number_of = block.numbers("number"),
       count = block.numbers("count"), work = block.numbers("work");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i)
    trace_.loops.part_works.push_back(
        {number(function[i]), static_cast<uint16_t>(kind[i]), static_cast<uint16_t>(number_of[i]), count[i], work[i]});
}

// Sorts by key and keeps the last row of each.
template <class Row, class Key> static void keep_last_rows(std::vector<Row>& rows, Key key) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return key(a) < key(b); });
  size_t kept = 0;
  for (size_t i = 0; i < rows.size(); ++i)
    if (i + 1 == rows.size() || key(rows[i]) != key(rows[i + 1])) rows[kept++] = rows[i];
  rows.erase(rows.begin() + static_cast<ptrdiff_t>(kept), rows.end());
}

// A row is on a walk at most once, which makes this linear.
uint64_t cut_circles(std::vector<ProfiledLoop>& loops) {
  uint64_t cut = 0;
  std::vector<uint32_t> walk_of(loops.size(), 0);
  for (uint32_t start = 0; start < loops.size(); ++start)
    for (uint32_t row = start; walk_of[row] == 0;) {
      walk_of[row] = start + 1;
      const uint32_t around = loops[row].around;
      if (around == 0) break;
      if (around > loops.size() || walk_of[around - 1] == start + 1) {
        loops[row].around = 0;
        ++cut;
        break;
      }
      row = around - 1;
    }
  return cut;
}

void TraceLoader::check_loops() {
  LoopProfile& profile = trace_.loops;
  auto check = [&](StringId& id) {
    if (static_cast<uint32_t>(id) < trace_.strings.size()) return;
    id = StringId{0};
    ++bad_rows_;
  };
  for (ProfiledLoop& loop : profile.loops) check(loop.file), check(loop.function), check(loop.facts);
  bad_rows_ += cut_circles(profile.loops);
  auto known = [&](uint32_t loop) { return loop == kNoLoop || loop < profile.loops.size(); };
  bad_rows_ += std::erase_if(profile.dependences, [&](const LoopDependence& row) {
    return !known(row.loop) || row.site_from >= trace_.sites.size() || row.site_to >= trace_.sites.size();
  });
  bad_rows_ += std::erase_if(profile.calls, [&](const LoopCall& row) {
    return row.loop >= profile.loops.size() || static_cast<uint32_t>(row.name) >= trace_.strings.size();
  });
  keep_last_rows(profile.dependences, [](const LoopDependence& row) {
    return std::tuple(row.loop, row.carried, row.kind, row.site_from, row.site_to);
  });
  keep_last_rows(profile.calls, [](const LoopCall& row) { return std::pair(row.loop, row.name); });
}

void TraceLoader::check_functions() {
  LoopProfile& profile = trace_.loops;
  auto check = [&](StringId& id) {
    if (static_cast<uint32_t>(id) < trace_.strings.size()) return;
    id = StringId{0};
    ++bad_rows_;
  };
  for (ProfiledFunction& row : profile.functions) check(row.file), check(row.function), check(row.facts);
  bad_rows_ += std::erase_if(profile.part_dependences, [&](const PartDependence& row) {
    return row.function >= profile.functions.size() || row.site_from >= trace_.sites.size() ||
           row.site_to >= trace_.sites.size();
  });
  bad_rows_ += std::erase_if(profile.part_calls, [&](const PartCall& row) {
    return row.function >= profile.functions.size() || static_cast<uint32_t>(row.name) >= trace_.strings.size();
  });
  bad_rows_ +=
      std::erase_if(profile.part_works, [&](const PartWork& row) { return row.function >= profile.functions.size(); });
  keep_last_rows(profile.part_dependences, [](const PartDependence& row) {
    return std::tuple(row.function, row.part_from, row.part_to, row.kind, row.site_from, row.site_to);
  });
  keep_last_rows(profile.part_calls, [](const PartCall& row) { return std::pair(row.function, row.name); });
  keep_last_rows(profile.part_works,
                 [](const PartWork& row) { return std::tuple(row.function, row.kind, row.number); });
}

} // namespace unply
