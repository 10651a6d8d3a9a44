// Costs of messages are interpolated where they were measured and nowhere else; the file gives them back as they were,
// and mistakes of editing by hand are refused with their place.
#include "sim/machine_file.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {

NetworkCosts sample_network() {
  NetworkCosts costs;
  costs.size_varies = {{.processes = 2, .latency_s = 1e-4, .gap_s = 1e-7, .r2 = 0.99},
                       {.processes = 8, .latency_s = 2.43e-4, .gap_s = 1.51e-7}};
  costs.number_varies = {{.processes = 4, .latency_s = 1, .gap_s = 2}};
  costs.exchanges = {{.processes = 4, .distance = 1, .words = 1, .seconds = 1e-6, .low_s = 9e-7, .high_s = 2e-6},
                     {.processes = 4, .distance = 1, .words = 101, .seconds = 3e-6, .low_s = 3e-6, .high_s = 3e-6},
                     {.processes = 4, .distance = 1, .words = 1001, .seconds = 3.9e-5, .low_s = 3e-5, .high_s = 4e-5},
                     {.processes = 4, .distance = 2, .words = 1, .seconds = 0.3e-9, .low_s = 0, .high_s = 1e-9}};
  costs.ping_pong = {.latency_s = 1.5e-6,
                     .o_send_s = 4e-7,
                     .o_recv_s = 0.3e-9,
                     .gap_s = 5e-7,
                     .gap_per_byte_s = 8e-10,
                     .eager_bytes = 4096,
                     .r2 = 0.5,
                     .partner = 3};
  costs.mpi = "Open \"MPI\"";
  costs.command = "mpirun -np 8";
  costs.date = "2026-11-23T05:00:00Z";
  costs.processes = 8;
  costs.hosts = 2;
  costs.processors = 8;
  costs.repeats = 15;
  costs.free_before = 7.9;
  costs.free_after = 7.7;
  costs.notes = {"a note"};
  return costs;
}

std::string refused_network(const std::string& network) {
  auto file = parse_machine(R"({"schema":2,"network":)" + network + "}", "m.json");
  return file ? std::string() : file.error().what;
}

} // namespace

TEST_CASE("l(P) and g(P) are interpolated in P and not beyond") {
  NetworkCosts costs = sample_network();
  CHECK(costs.line(8)->latency_s == 2.43e-4);
  CHECK(costs.line(2)->r2 == 0.99);
  CHECK(costs.line(5)->latency_s == doctest::Approx(1.715e-4));
  CHECK(costs.line(5)->gap_s == doctest::Approx(1.255e-7));
  CHECK(costs.line(5)->processes == 5);
  CHECK(!costs.line(1));
  CHECK(!costs.line(9));
  costs.size_varies.clear();
  CHECK(costs.line(4)->gap_s == 2);
  costs.number_varies.clear();
  CHECK(!costs.line(4));
}

TEST_CASE("an exchange is linear between the measured sizes of exactly its P and distance") {
  NetworkCosts costs = sample_network();
  CHECK(*costs.exchange_seconds(4, 1, 0) == 1e-6);
  CHECK(*costs.exchange_seconds(4, 1, 1) == 1e-6);
  CHECK(*costs.exchange_seconds(4, 1, 51) == doctest::Approx(2e-6));
  CHECK(*costs.exchange_seconds(4, 1, 101) == doctest::Approx(3e-6));
  CHECK(*costs.exchange_seconds(4, 1, 551) == doctest::Approx(2.1e-5));
  CHECK(*costs.exchange_seconds(4, 1, 1901) == doctest::Approx(7.5e-5)); // the last piece goes on
  CHECK(costs.longest_exchange(4, 1) == 1001);
  CHECK(costs.longest_exchange(4, 4) == 0);
  CHECK(*costs.exchange_seconds(4, 2, 1) == 0.3e-9);
  CHECK(!costs.exchange_seconds(4, 2, 2)); // one point is no line
  CHECK(!costs.exchange_seconds(4, 3, 1));
  CHECK(!costs.exchange_seconds(8, 1, 1));
}

TEST_CASE("a network comes back as it was written, to the last digit, beside the costs of tasks or alone") {
  MachineFile file;
  file.machine.name = "cluster";
  file.measured[3] = {250, 200, 300};
  file.machine.task_ns = 250;
  file.network = sample_network();
  for (bool has_costs : {true, false}) {
    file.has_costs = has_costs;
    auto back = parse_machine(machine_json(file), "m.json");
    REQUIRE(back);
    REQUIRE(back->network);
    CHECK(machine_json(*back) == machine_json(file));
    CHECK(back->has_costs == has_costs);
    CHECK(back->machine.task_ns == (has_costs ? 250 : 0));
    CHECK(back->network->exchanges[3].seconds == 0.3e-9);
    CHECK(back->network->exchanges[2].high_s == 4e-5);
    CHECK(back->network->ping_pong.eager_bytes == 4096);
    CHECK(back->network->mpi == "Open \"MPI\"");
  }
}

TEST_CASE("rows come in any order") {
  auto file = parse_machine(R"({"schema":2,"network":{"all_to_all":{"size_varies":[
    {"processes":8,"latency_s":2,"gap_s":1},{"processes":2,"latency_s":1,"gap_s":1}]},
    "exchanges":[{"processes":4,"distance":2,"words":[8,1],"seconds":[2,1]}]}})",
                            "m.json");
  REQUIRE(file);
  CHECK(!file->has_costs);
  CHECK(file->network->line(5)->latency_s == 1.5);
  CHECK(*file->network->exchange_seconds(4, 2, 1) == 1);
  CHECK(file->network->exchanges[0].low_s == 1);
}

TEST_CASE("each rank has a processor of its own, or there is a doubt") {
  NetworkCosts costs = sample_network();
  CHECK(costs.conclusive());
  CHECK(costs.doubt().empty());
  costs.free_after = 7.59;
  CHECK(!costs.conclusive());
  CHECK(costs.doubt() == "only 7.59 of 8 processors were free, at least 7.60 are needed: the costs are inconclusive");
  costs.processors = 2;
  costs.free_after = 1.9;
  CHECK(costs.doubt() == "8 processes shared 2 processors (1.90 were free): these are the costs of an oversubscribed "
                         "machine");
  costs.simulated = true;
  CHECK(costs.conclusive());
}

TEST_CASE("what is no network is refused with its place") {
  CHECK(refused_network("3") == "m.json: network: is no object");
  CHECK(refused_network(R"({"mpi":1})") == "m.json: network: \"mpi\" is 1, expected a text");
  CHECK(refused_network(R"({"simulated":0})") == "m.json: network: \"simulated\" is 0, expected true or false");
  CHECK(refused_network(R"({"processes":2.5})") == "m.json: network: \"processes\" is 2.5, expected a whole number");
  CHECK(refused_network(R"({"exchanges":{}})") == "m.json: network: \"exchanges\" is {}, expected an array");
  CHECK(refused_network(R"({"exchanges":[4]})") == "m.json: network.exchanges[0]: is no object");
  CHECK(refused_network(R"({"exchanges":[{"processes":4,"distance":4,"words":[],"seconds":[]}]})") ==
        "m.json: network.exchanges[0]: \"distance\" is 4, expected a number from 1 to 3");
  CHECK(refused_network(R"({"exchanges":[{"processes":4,"distance":1,"words":[1],"seconds":[]}]})") ==
        "m.json: network.exchanges[0]: expected as many \"words\" as \"seconds\"");
  CHECK(refused_network(R"({"exchanges":[{"processes":4,"distance":1,"words":[1],"seconds":[-1]}]})") ==
        "m.json: network.exchanges[0] at 0: \"seconds\" is -1, expected a number from 0 to 1e+06");
  CHECK(refused_network(R"({"exchanges":[{"processes":4,"distance":1,"words":[1,1],"seconds":[1,2]}]})") ==
        "m.json: network.exchanges: 1 words at distance 1 of 4 processes stand there twice");
  CHECK(refused_network(R"({"all_to_all":{"size_varies":[{"processes":1,"latency_s":0,"gap_s":0}]}})") ==
        "m.json: network.all_to_all.size_varies[0]: \"processes\" is 1, expected a number from 2 to 1e+08");
  CHECK(refused_network(R"({"all_to_all":{"size_varies":[{"processes":2,"latency_s":1e400,"gap_s":0}]}})") ==
        "m.json: is not a JSON object");
  CHECK(refused_network(R"({"all_to_all":{"number_varies":[{"processes":2,"latency_s":0}]}})") ==
        "m.json: network.all_to_all.number_varies[0]: has no \"gap_s\"");
  CHECK(refused_network(R"({"all_to_all":{"size_varies":[{"processes":2,"latency_s":0,"gap_s":0},
      {"processes":2,"latency_s":0,"gap_s":0}]}})") ==
        "m.json: network.all_to_all.size_varies: 2 processes stand there twice");
  CHECK(refused_network(R"({"ping_pong":{"gap_s":"x"}})") ==
        "m.json: network.ping_pong: \"gap_s\" is \"x\", expected a number from 0 to 1e+06");
}

TEST_CASE("a machine file that is cut or damaged anywhere gives an error or a file, never more") {
  MachineFile file;
  file.network = sample_network();
  std::string text = machine_json(file);
  size_t errors = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!parse_machine(text.substr(0, i), "m.json")) ++errors;
    std::string damaged = text;
    damaged[i] = "9-\"["[i % 4];
    if (!parse_machine(damaged, "m.json")) ++errors;
  }
  CHECK(errors > text.size()); // every cut but that of the last line's end, and most bytes of structure
}
