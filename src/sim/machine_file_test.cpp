// A machine file is read back as it was written, and mistakes of editing by hand are refused with their place.
#include "sim/machine_file.h"
#include <doctest/doctest.h>

using namespace unply;

TEST_CASE("a machine file comes back as it was written") {
  MachineFile file;
  file.machine.name = "host";
  file.date = "2026-11-21T18:00:00Z";
  file.cpu = "cpu \"x\"";
  file.cores = 2;
  file.threads = 2;
  file.repeats = 31;
  file.free_before = 1.99;
  file.free_after = 1.91;
  for (size_t i = 0; i < kMachineCosts.size(); ++i) {
    const double ns = static_cast<double>(i + 1);
    file.measured[i] = {100 * ns, 90 * ns, 130 * ns};
    if (kMachineCosts[i].of) file.machine.*kMachineCosts[i].of = 100 * (i + 1);
  }
  file.measured.back() = {0.091, 0.026, 0.19};
  auto back = parse_machine(machine_json(file), "m.json");
  REQUIRE(back);
  CHECK(machine_json(*back) == machine_json(file));
  CHECK(back->machine.steal_ns == 500);
  CHECK(back->machine.lock_ns == 600);
  CHECK(back->measured[1]->high_ns == 260);
  CHECK(back->cost("wait")->low_ns == 720);
  CHECK(back->cost("instruction")->median_ns == 0.091);
  CHECK(back->conclusive());
  back->free_after = 1.89;
  CHECK(!back->conclusive());
}

TEST_CASE("a machine can be described by hand") {
  auto file = parse_machine(R"({"schema":1,"costs_ns":{"task":120,"steal":{"median":900.4}}})", "dir/big.json");
  REQUIRE(file);
  CHECK(file->machine.name == "big.json");
  CHECK(file->machine.task_ns == 120);
  CHECK(file->machine.steal_ns == 900);
  CHECK(file->machine.fork_ns == 0);
  CHECK(!file->machine.ideal());
  CHECK(file->cost("task"));
  CHECK(!file->cost("fork"));
  CHECK(machine_json(*file).find("instruction") == std::string::npos);
}

TEST_CASE("what is no machine file is refused") {
  auto refused = [](const char* text) {
    auto file = parse_machine(text, "m.json");
    return file ? std::string() : file.error().what;
  };
  CHECK(refused("{") == "m.json: is not a JSON object");
  CHECK(refused("[]") == "m.json: is not a JSON object");
  CHECK(refused("{}") == "m.json: \"schema\" is missing, expected 1 or 2");
  CHECK(refused(R"({"schema":3})") == "m.json: \"schema\" is 3, expected 1 or 2");
  CHECK(refused(R"({"schema":1})") == "m.json: has neither \"costs_ns\" nor \"network\"");
  CHECK(refused(R"({"schema":1,"costs_ns":[]})") == "m.json: \"costs_ns\" is no object");
  CHECK(refused(R"({"schema":1,"costs_ns":{"task":-1}})") ==
        "m.json: costs_ns.task: -1, expected ns from 0 to 1000000000000");
  CHECK(refused(R"({"schema":1,"costs_ns":{"task":{"median":"x"}}})") ==
        "m.json: costs_ns.task.median: \"x\", expected ns from 0 to 1000000000000");
  CHECK(refused(R"({"schema":1,"costs_ns":{"task":{}}})") == "m.json: costs_ns.task: has no \"median\"");
  CHECK(refused(R"({"schema":1,"costs_ns":{"taks":1}})") ==
        "m.json: costs_ns.taks: unknown, expected fork, barrier, spawn, task, steal, lock, fork_thread, wait or "
        "instruction");
}
