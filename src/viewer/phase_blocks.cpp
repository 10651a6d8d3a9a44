#include "viewer/phase_blocks.h"
#include "viewer/column_block.h"
#include "viewer/run_blocks.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace unply {
using json = nlohmann::ordered_json;

namespace {
constexpr size_t kPlainColumns = 10;
constexpr uint64_t kMostBytes = (uint64_t{1} << 53) - 1; // exact in a double
constexpr uint64_t kUnfinished = 128;
} // namespace

// Of each feature's name its column, kMostViewFeatures where there is none for it.
static std::vector<size_t> feature_columns(const Phases& phases, json& names) {
  std::vector<size_t> columns;
  names = json::array();
  for (const std::string& name : phases.strings) {
    bool shown = !name.empty() && names.size() < kMostViewFeatures;
    columns.push_back(shown ? names.size() : kMostViewFeatures);
    if (shown) names.push_back(name);
  }
  return columns;
}

static Bytes phase_chunk(const Phases& phases, std::span<const PhaseRow* const> rows,
                         const std::vector<size_t>& feature_column, size_t features) {
  std::vector<std::vector<uint64_t>> columns(kPlainColumns + 2 * features);
  uint64_t nothing = std::bit_cast<uint64_t>(std::numeric_limits<double>::quiet_NaN());
  std::vector<uint64_t> bits(features);
  for (const PhaseRow* row : rows) {
    uint64_t kind = static_cast<uint64_t>(row->phase) | (row->finished ? 0 : kUnfinished);
    const uint64_t plain[kPlainColumns] = {row->begin_ns,
                                           row->end_ns - row->begin_ns,
                                           row->thread,
                                           kind,
                                           row->level,
                                           static_cast<uint64_t>(row->partner + 1),
                                           std::min(row->bytes, kMostBytes),
                                           row->call,
                                           std::min(row->cpu_ns, kMostBytes),
                                           row->site};
    for (size_t c = 0; c < kPlainColumns; ++c) columns[c].push_back(plain[c]);
    std::ranges::fill(bits, nothing);
    for (const PhaseFeature& feature : phases.features_of(*row))
      if (size_t column = feature_column[static_cast<size_t>(feature.name)]; column < features)
        bits[column] = std::bit_cast<uint64_t>(feature.value);
    for (size_t f = 0; f < features; ++f) {
      columns[kPlainColumns + 2 * f].push_back(bits[f] & 0xffffffff);
      columns[kPlainColumns + 2 * f + 1].push_back(bits[f] >> 32);
    }
  }
  std::vector<ViewColumn> views;
  for (size_t c = 0; c < columns.size(); ++c) views.push_back({columns[c], c == 0});
  return encode_columns(views);
}

void put_phases(const Phases* phases, BlockWriter& blocks, json& head) {
  json names = json::array(), begins = json::array(), ends = json::array(), counts = json::array();
  std::vector<const PhaseRow*> rows;
  std::vector<size_t> columns;
  if (phases != nullptr) {
    columns = feature_columns(*phases, names);
    for (const PhaseRow& row : phases->rows) rows.push_back(&row);
    std::ranges::stable_sort(rows, {}, &PhaseRow::begin_ns);
  }
  if (rows.size() > kMostViewPhases) {
    head["notes"].push_back(fmt::format("the picture has the first {} of {} phases; unply stats --by phase has all",
                                        kMostViewPhases, rows.size()));
    rows.resize(kMostViewPhases);
  }
  for (size_t at = 0; at < rows.size(); at += kChunkRows) {
    auto chunk = std::span(rows).subspan(at, std::min(kChunkRows, rows.size() - at));
    blocks.put(fmt::format("f/{}", at / kChunkRows), phase_chunk(*phases, chunk, columns, names.size()));
    begins.push_back(chunk.front()->begin_ns);
    ends.push_back((*std::ranges::max_element(chunk, {}, &PhaseRow::end_ns))->end_ns);
    counts.push_back(chunk.size());
  }
  json kinds = json::array();
  for (size_t phase = 0; phase < kPhases; ++phase) kinds.push_back(name_of(static_cast<Phase>(phase)));
  head["phases"] = {{"count", rows.size()},
                    {"chunks", {{"begin_ns", begins}, {"end_ns", ends}, {"rows", counts}}},
                    {"kinds", kinds},
                    {"features", names}};
}

} // namespace unply
