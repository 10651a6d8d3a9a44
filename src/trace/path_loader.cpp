// Loads the tables of call paths: rows with dangling references are skipped.
#include "trace/trace_loader.h"
#include <algorithm>

namespace unply {

// Paths are numbered consecutively; of a lost path only the number is known.
void TraceLoader::take_calls(RowBlock& block) {
  auto path = block.numbers("path"), file = block.numbers("file"), line = block.numbers("line"),
       function = block.numbers("function"), left_out = block.numbers("left_out");
  if (!block.ok()) return;
  CallPaths& paths = trace_.call_paths;
  uint64_t most = limit("calls");
  for (size_t i = 0; i < block.rows(); ++i) {
    if (path[i] == 0 || path[i] >= most || path[i] + 1 < paths.size()) {
      ++bad_rows_;
      continue;
    }
    while (paths.size() <= path[i]) paths.add_empty();
    paths.add_to_last({.file = StringId{static_cast<uint32_t>(file[i])},
                       .function = StringId{static_cast<uint32_t>(function[i])},
                       .line = static_cast<uint32_t>(line[i]),
                       .left_out = static_cast<uint32_t>(left_out[i])});
  }
}

void TraceLoader::take_reached(RowBlock& block) {
  auto kind = block.numbers("kind"), site_from = block.numbers("site_from"), site = block.numbers("site"),
       region = block.numbers("region"), from = block.numbers("from"), path = block.numbers("path");
  if (!block.ok()) return;
  for (size_t i = 0; i < block.rows(); ++i) {
    if (kind[i] > static_cast<uint64_t>(EdgeKind::output) || site[i] == 0 || (site_from[i] == 0) != (from[i] == 0)) {
      ++bad_rows_;
      continue;
    }
    auto number = [](uint64_t value) { return static_cast<uint32_t>(value); };
    reached_.push_back({.site = number(site[i]),
                        .site_from = number(site_from[i]),
                        .kind = static_cast<EdgeKind>(kind[i]),
                        .region = number(region[i]),
                        .region_from = number(from[i]),
                        .path = number(path[i])});
  }
}

// A path without calls is one whose rows are lost; this does not mean that the access was reached without calls.
void TraceLoader::check_paths() {
  CallPaths& paths = trace_.call_paths;
  std::vector<ReachedSite> rows;
  for (ReachedSite row : reached_) {
    if (row.site >= trace_.sites.size() || row.site_from >= trace_.sites.size() ||
        row.region >= trace_.regions.size() || row.path >= paths.size() ||
        (row.path != 0 && paths.at(row.path).empty())) {
      ++bad_rows_;
      continue;
    }
    const uint32_t from = row.region_from;
    row.region_from = from >= 1 && from <= trace_.tasks.size() ? trace_.tasks.region[from - 1] : kNoRegion;
    rows.push_back(row);
  }
  reached_ = {};
  paths.set_reached(std::move(rows));
}

} // namespace unply
