// libFuzzer target of the readers of job graphs: whatever the bytes, reading gives a message with a hint, or a job
// graph that passes its check and whose lengths and edges the file could have held. Inputs start as small files of each
// form, mostly right ones.
#include "sim/inputs/read_job_graph.h"
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace {

using namespace unply;

void demand(bool holds) {
  if (!holds) std::abort();
}

std::string number(std::mt19937& random, unsigned below) {
  constexpr const char* kOdd[] = {"-1", "1.5", "1e99", "4294967296", "18446744073709551615", "x", ""};
  return random() % 64 == 0 ? kOdd[random() % std::size(kOdd)] : std::to_string(random() % below);
}

std::string task_graph(std::mt19937& random) {
  unsigned n = 1 + random() % 6;
  std::string text = std::to_string(random() % 16 == 0 ? n + 1 : n) + "\n";
  for (unsigned v = 0; v < n; ++v) {
    unsigned before = v == 0 ? 0 : random() % 3;
    text += std::to_string(v) + " " + number(random, 9) + " " + std::to_string(before);
    for (unsigned i = 0; i < before; ++i) text += " " + number(random, random() % 8 ? v : n + 1);
    text += "\n";
  }
  return text;
}

std::string workflow(std::mt19937& random) {
  unsigned n = 1 + random() % 5;
  std::string text = R"({"workflow":{"tasks":[)";
  for (unsigned v = 0; v < n; ++v) {
    text += (v ? R"(,{"name":"t)" : R"({"name":"t)") + std::to_string(v) + R"(","runtime":)" + number(random, 9);
    if (v > 0) text += R"(,"parents":["t)" + std::to_string(random() % (random() % 8 ? v : n + 1)) + R"("])";
    text += "}";
  }
  return text + "]}}";
}

std::string events(std::mt19937& random) {
  unsigned goals = random() % 4, id = 3, time = 2;
  std::string text = random() % 4 ? "" : random() % 2 ? "unit us\n" : "first-solution\n";
  text += "1 START_EXECUTION 0 main\n2 FORK 1 main\n";
  for (unsigned g = 0; g < goals; ++g) {
    std::string task = " g/" + std::to_string(g);
    auto event = [&](const char* name, const std::string& rest) {
      text += std::to_string(id++) + " " + name + " " + number(random, 1) + std::to_string(++time) + task + rest + "\n";
    };
    event("START_GOAL", " 2");
    if (random() % 3 == 0) event("SUSPEND", ""), event("RESTART", random() % 2 ? " " + number(random, id) : "");
    event("FINISH_GOAL", random() % 4 ? "" : " success");
  }
  if (random() % 2) text += std::to_string(id++) + " JOIN 0" + std::to_string(++time) + " main\n";
  return text + std::to_string(id) + " END_EXECUTION 0" + std::to_string(time) + " main\n";
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  if (size > 1 && seed % 8 != 0) return LLVMFuzzerMutate(data, size, max_size);
  std::mt19937 random(seed);
  unsigned form = random() % 3;
  std::string text = form == 0 ? task_graph(random) : form == 1 ? workflow(random) : events(random);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto jobs = read_job_graph({data, size}, "fuzz");
  if (!jobs) {
    demand(jobs.error().what.starts_with("fuzz: ") && !jobs.error().hint.empty());
    return 0;
  }
  demand(bool(check_job_graph(*jobs)));
  demand(jobs->tasks() > 0 && jobs->tasks() <= size && (jobs->unit == "ns" || jobs->unit == "units"));
  demand(!jobs->first_solution || !jobs->success_leaves.empty());
  return 0;
}
