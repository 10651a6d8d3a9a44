// Predicted phases as a run: their order and times, against the phases themselves; and a nonsensical model.
#include "viewer/column_block.h"
#include "viewer/phase_blocks.h"
#include "viewer/predicted_run.h"
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <nlohmann/json.hpp>

using namespace unply;
using PhaseColumns = std::vector<std::vector<uint64_t>>;

static PhaseColumns phase_columns_of(const BlockStore& blocks, const std::string& name) {
  auto block = blocks.get(name);
  REQUIRE(block);
  PhaseColumns columns;
  REQUIRE(decode_columns(*block, columns));
  return columns;
}

static Phases two_calls() { // ranks 0 and 2; the second call begins later on rank 0
  Phases phases;
  phases.strings = {"P", "N"};
  auto add = [&](uint32_t rank, uint32_t call, Phase phase, uint64_t begin_ns, uint64_t end_ns, double n) {
    PhaseRow row;
    row.rank = rank, row.thread = row.process = rank / 2, row.call = call, row.phase = phase;
    row.begin_ns = begin_ns, row.end_ns = end_ns;
    row.first_feature = static_cast<uint32_t>(phases.features.size()), row.features = 2;
    phases.features.push_back({StringId{0}, 2});
    phases.features.push_back({StringId{1}, n});
    phases.rows.push_back(row);
  };
  add(0, 0, Phase::call, 1000, 2000, 64);
  add(0, 0, Phase::divide, 1100, 1200, 64);
  add(0, 1, Phase::call, 6000, 7500, 128);
  add(2, 0, Phase::call, 900, 2100, 64);
  add(2, 1, Phase::call, 5000, 7000, 128);
  return phases;
}

TEST_CASE("calls are found over all ranks, with their sizes") {
  auto calls = measured_calls(two_calls());
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].begin_ns == 900);
  CHECK(calls[0].end_ns == 2100);
  CHECK(calls[0].ranks == 2);
  CHECK(calls[0].features == std::map<std::string, double>{{"P", 2}, {"N", 64}});
  CHECK(calls[1].begin_ns == 5000);
  CHECK(calls[1].features.at("N") == 128);
}

TEST_CASE("predicted phases begin with the measured call, and the inner one counts") {
  auto run = predict_beside(two_calls(), "cc.model", [](const MeasuredCall& call) {
    double n = call.features.at("N") * 1e-9;
    std::vector<PredictedPhase> rank = {{Phase::call, 0, 0, 4 * n},
                                        {Phase::divide, 0, 0, n},
                                        {Phase::exchange, 1, n, 2 * n},
                                        {Phase::sequential, 1, 2 * n, 3 * n}};
    return Result<std::vector<std::vector<PredictedPhase>>>({rank, rank});
  });
  REQUIRE(run);
  CHECK(run->ranks == std::vector<uint32_t>{0, 2});
  CHECK(run->duration_ns == 7500);
  auto view = prepare_run(*run, {});
  REQUIRE(view);
  const auto& head = *view->head;
  CHECK(head["label"] == "predicted");
  CHECK(head["kind"] == "simulated");
  CHECK(head["lanes"][1]["name"] == "rank 2");
  PhaseColumns c = phase_columns_of(view->blocks, "i/0/0"); // end, kind, site, region, core, object, extra
  CHECK(c[0] == std::vector<uint64_t>{900, 964, 1028, 1092, 1156, 5000, 5128, 5256, 5384, 5512, 7500});
  auto kind = [](ProcState state, Activity activity) {
    return static_cast<uint64_t>(state) << 6 | static_cast<uint64_t>(activity);
  };
  CHECK(c[1][0] == kind(ProcState::idle, Activity::none));
  CHECK(c[1][1] == kind(ProcState::active, Activity::phase_divide));
  CHECK(c[1][2] == kind(ProcState::active, Activity::phase_exchange));
  CHECK(c[5][2] == (uint64_t{kPhaseExchange} << 32 | 1));
  CHECK(c[1][4] == kind(ProcState::active, Activity::phase_call));
  CHECK(c[1][10] == kind(ProcState::idle, Activity::none));
  CHECK(head["phases"]["count"] == 16);
  PhaseColumns f = phase_columns_of(view->blocks, "f/0");
  CHECK(f[0][0] == 900);
  CHECK(f[3][0] == kPhaseCall);
}

TEST_CASE("a prediction that is no time is refused") {
  double nan = std::numeric_limits<double>::quiet_NaN();
  for (auto [begin_s, end_s] : {std::pair(0.0, nan), {nan, 1.0}, {-1.0, 1.0}, {2.0, 1.0}, {0.0, 1e300}}) {
    PredictedRun run{"cc.model", {0}, {{{Phase::call, 0, begin_s, end_s}}}, 0};
    auto view = prepare_run(run, {});
    REQUIRE(!view);
    CHECK(view.error().what.starts_with("cc.model: a phase from"));
  }
  auto failed = predict_beside(two_calls(), "cc.model", [](const MeasuredCall&) {
    return Result<std::vector<std::vector<PredictedPhase>>>(fail("cc.model: has no exchange"));
  });
  REQUIRE(!failed);
  CHECK(failed.error().what == "cc.model: has no exchange");
}

TEST_CASE("blocks of phases hold what the rows say") {
  Phases phases;
  phases.strings = {"N", "", "work:visits"};
  for (uint32_t i = 0; i < 5000; ++i) {
    PhaseRow row;
    row.thread = i % 3, row.rank = i % 3, row.phase = static_cast<Phase>(i % kPhases), row.level = i % 7;
    row.partner = static_cast<int32_t>(i % 4) - 1, row.bytes = i * 1000, row.call = i / 10, row.cpu_ns = i;
    row.site = i % 5, row.finished = i % 11 != 0;
    row.begin_ns = 10 * (4999 - i), row.end_ns = row.begin_ns + i;
    row.first_feature = static_cast<uint32_t>(phases.features.size()), row.features = i % 3;
    if (row.features > 0) phases.features.push_back({StringId{0}, i * 0.5});
    if (row.features > 1) phases.features.push_back({StringId{2}, i * 0.25});
    phases.rows.push_back(row);
  }
  BlockWriter writer;
  nlohmann::ordered_json head;
  put_phases(&phases, writer, head);
  auto store = writer.finish();
  REQUIRE(store);
  CHECK(head["phases"]["count"] == 5000);
  CHECK(head["phases"]["chunks"]["rows"] == std::vector<uint64_t>{4096, 904});
  CHECK(head["phases"]["features"] == std::vector<std::string>{"N", "work:visits"});
  CHECK(head["phases"]["kinds"][kPhaseExchange] == "exchange");
  uint32_t i = 5000; // in the order of begins
  for (size_t chunk = 0; chunk < 2; ++chunk) {
    PhaseColumns c = phase_columns_of(*store, "f/" + std::to_string(chunk));
    REQUIRE(c.size() == 14);
    for (size_t r = 0; r < c[0].size(); ++r) {
      const PhaseRow& row = phases.rows[--i];
      bool same = c[0][r] == row.begin_ns && c[1][r] == i && c[2][r] == row.thread &&
                  c[3][r] == (static_cast<uint64_t>(row.phase) | (row.finished ? 0 : 128)) && c[4][r] == row.level &&
                  c[5][r] == static_cast<uint64_t>(row.partner + 1) && c[6][r] == row.bytes && c[7][r] == row.call &&
                  c[8][r] == row.cpu_ns && c[9][r] == row.site;
      CHECK(same);
      double first = std::bit_cast<double>(c[10][r] | c[11][r] << 32),
             second = std::bit_cast<double>(c[12][r] | c[13][r] << 32);
      CHECK((row.features > 0 ? first == i * 0.5 : std::isnan(first)));
      CHECK((row.features > 1 ? second == i * 0.25 : std::isnan(second)));
    }
  }
}

TEST_CASE("of more phases than a page holds the first are shown, with a note") {
  Phases phases;
  phases.rows.resize(kMostViewPhases + 5);
  BlockWriter writer;
  nlohmann::ordered_json head{{"notes", nlohmann::ordered_json::array()}};
  put_phases(&phases, writer, head);
  CHECK(head["phases"]["count"] == kMostViewPhases);
  CHECK(head["notes"].size() == 1);
  nlohmann::ordered_json none;
  put_phases(nullptr, writer, none);
  CHECK(none["phases"]["count"] == 0);
}
