#include "stg/agreement/agreement.h"
#include "stg/program/testing/program_builder.h"
#include <doctest/doctest.h>

using namespace unply::stg;

namespace {

Program nb_messages() {
  return stream_of_messages([](ProgramBuilder& b) { return b.parameter("nb"); });
}

RecordedRun run_of(size_t messages) {
  RecordedRun run = {.sites = {"?"}};
  run.ranks.resize(2);
  for (size_t i = 0; i < messages; ++i) {
    run.ranks[0].calls.push_back({.peer = 1, .tag = 7, .bytes = 32, .communicator = 1});
    run.ranks[1].calls.push_back({.receive = true, .peer = 0, .tag = 7, .bytes = 32, .communicator = 1, .source = 0});
  }
  return run;
}

const Bindings kThree = {.ranks = 2, .values = {{"nb", 3}}};

} // namespace

TEST_CASE("a run that makes the program's calls is identical, and counted by tier") {
  const auto agreement = compare_with_run(nb_messages(), kThree, run_of(3), {});
  REQUIRE(agreement.has_value());
  CHECK_FALSE(agreement->difference.has_value());
  CHECK(agreement->counts.sends == 3);
  CHECK(agreement->counts.receives == 3);
  CHECK(agreement->counts.by_tier[size_t(Tier::evaluable)] == 6);
}

TEST_CASE("the first difference is told with both sides") {
  const auto difference_of = [](const RecordedRun& run) {
    const auto agreement = compare_with_run(nb_messages(), kThree, run, {});
    REQUIRE(agreement.has_value());
    REQUIRE(agreement->difference.has_value());
    return *agreement->difference;
  };
  RecordedRun run = run_of(3);
  run.ranks[1].calls[2].tag = 8;
  const Difference tag = difference_of(run);
  CHECK(tag.rank == 1);
  CHECK(tag.call == 3);
  CHECK(tag.what == "the tag");
  CHECK(tag.program == "receive from rank 0, 32 bytes, tag 7");
  CHECK(tag.run == "receive from rank 0, 32 bytes, tag 8");
  CHECK(difference_of(run_of(2)).what == "the run has ended");
  CHECK(difference_of(run_of(4)).what == "the run goes on");
  run = run_of(3);
  run.ranks[0].calls[0].bytes = 24;
  CHECK(difference_of(run).what == "the size of the message");
  run = run_of(3);
  run.ranks[0].calls[1].communicator = 9;
  CHECK(difference_of(run).what == "the communicator");
}

TEST_CASE("a value that is needed and not given is an error") {
  const auto agreement = compare_with_run(nb_messages(), {.ranks = 2}, run_of(3), {});
  REQUIRE_FALSE(agreement.has_value());
  CHECK(agreement.error().hint == "give its value: --at nb=1");
}
