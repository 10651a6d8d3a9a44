// What is made of the lines that the calibration program prints.
#include "collect/calibration.h"
#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace unply;

static const std::string kOthers = "fork 1000\nbarrier 400\nspawn 60\nlock 20\nwait 90\ninstruction 0.25\n";

TEST_CASE("the first repeat is left out, medians and quartiles are taken, a steal is without its task") {
  std::string output = kOthers + "task 1e6\nsteal 1e6\nbegin 0\n" + kOthers;
  for (const char* repeat : {"task 300\nsteal 900\n", "task 100\nsteal 700\n", "task 200.4\nsteal 5000\n",
                             "task 250\nsteal 800\n", "task 150\nsteal 100\n"})
    output += repeat;
  MachineFile file;
  REQUIRE(take_measurements(file, output));
  CHECK(file.machine.fork_ns == 1000);
  CHECK(file.machine.lock_ns == 20);
  CHECK(file.machine.task_ns == 200);
  CHECK(file.machine.steal_ns == 800 - 200);
  size_t task = 3, steal = 4;
  REQUIRE(file.measured[task]);
  CHECK(file.measured[task]->low_ns == 150);
  CHECK(file.measured[task]->high_ns == 250);
  CHECK(file.measured[steal]->low_ns == 700 - 200);
  CHECK(file.measured[steal]->high_ns == 900 - 200);
  CHECK(!file.cost("fork_thread"));
}

TEST_CASE("the kernels of a repeat spread an instruction's time, which keeps its fraction") {
  std::string output = "begin 0\n" + kOthers + "task 1\nsteal 2\nfork_thread 70.6\n";
  for (const char* kernel : {"0.0262", "0.2504", "0.0911", "1.25"}) output += fmt::format("instruction {}\n", kernel);
  MachineFile file;
  REQUIRE(take_measurements(file, output));
  REQUIRE(file.cost("instruction"));
  CHECK(file.cost("instruction")->low_ns == 0.091);
  CHECK(file.cost("instruction")->median_ns == 0.25);
  CHECK(file.cost("instruction")->high_ns == 0.25);
  CHECK(file.cost("wait")->median_ns == 90);
  CHECK(file.cost("fork_thread")->median_ns == 71);
}

TEST_CASE("what the calibration program should not print is an error") {
  auto refused = [](const std::string& output) {
    MachineFile file;
    auto taken = take_measurements(file, output);
    return taken ? std::string() : taken.error().what;
  };
  std::string all = "begin 0\n" + kOthers + "task 1\nsteal 1\n";
  CHECK(refused(all) == "");
  CHECK(refused(all + "fork fast\n") == "machine: the calibration program printed: fork fast");
  CHECK(refused(all + "spoon 1\n") == "machine: the calibration program printed: spoon 1");
  CHECK(refused("begin 0\n" + kOthers + "task 1\n") == "machine: the calibration program measured no steal");
  CHECK(refused("begin 0\nfork 1\nbarrier 1\nspawn 1\ntask 1\nsteal 1\nlock 1\nwait 1\n") ==
        "machine: the calibration program measured no instruction");
  CHECK(refused(kOthers + "task 1\nsteal 1\n") == "machine: the calibration program measured no fork");
}
