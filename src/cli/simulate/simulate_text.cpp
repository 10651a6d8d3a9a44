// One line for each number of processes; times to the microsecond, because a simulated one is exact.
#include "cli/simulate/simulate.h"
#include "cli/text_style.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace unply {

namespace {

SimulatedCall sum_of(const std::vector<SimulatedCall>& calls) {
  SimulatedCall sum;
  for (const SimulatedCall& call : calls)
    for (auto of : {&SimulatedCall::seconds, &SimulatedCall::divide_s, &SimulatedCall::sequential_s,
                    &SimulatedCall::exchange_s, &SimulatedCall::combine_s})
      sum.*of += call.*of;
  return sum;
}

bool has_calls(const SimulateAnswer& answer) {
  return std::ranges::any_of(answer.runs, [](const SimulationOutcome& run) { return !run.calls.empty(); });
}

// Where skeletons are called, their time decides, without the program's start and end.
double judged(const SimulationOutcome& run, bool by_calls) {
  return by_calls ? sum_of(run.calls).seconds : run.seconds;
}

// All calls of the skeleton compute for no time, which a user who charges nothing may take for the truth. SimGrid
// counts 10 ns for each reading of the clock around a phase.
bool computes_nothing(const SimulateAnswer& answer) {
  constexpr double kClockReadings = 1e-6;
  auto idle = [](const SimulatedCall& call) {
    return call.seconds > 0 && call.divide_s + call.sequential_s + call.combine_s < kClockReadings;
  };
  return !answer.measured_compute && has_calls(answer) &&
         std::ranges::all_of(answer.runs,
                             [&](const SimulationOutcome& run) { return std::ranges::all_of(run.calls, idle); });
}

std::string how_known(const SimulateAnswer& answer) {
  std::string simgrid = answer.simgrid.empty() ? "SimGrid" : "SimGrid " + answer.simgrid;
  if (answer.measured_compute)
    return fmt::format("simulated by {}; computing as measured on this machine, which varies from run to run", simgrid);
  return fmt::format("simulated by {}; computing as the program charges it, equal in every run", simgrid);
}

} // namespace

std::string simulate_text(const SimulateAnswer& answer) {
  bool calls = has_calls(answer);
  std::string text = fmt::format("program  {}\nplatform {}, {:g} flop/s a host\n\n", fmt::join(answer.program, " "),
                                 answer.platform, answer.host_speed);
  using Align = TextTable::Align;
  TextTable table(std::vector<Align>(calls ? 7 : 2, Align::right));
  std::vector<std::string> head = {"P", "program"};
  if (calls)
    for (const char* column : {"skeleton", "divide", "sequential", "exchange", "combine"}) head.emplace_back(column);
  table.add(head);
  for (const SimulationOutcome& run : answer.runs) {
    std::vector<std::string> row = {std::to_string(run.processes), fmt::format("{:.6f} s", run.seconds)};
    SimulatedCall sum = sum_of(run.calls);
    if (calls)
      for (double seconds : {sum.seconds, sum.divide_s, sum.sequential_s, sum.exchange_s, sum.combine_s})
        row.push_back(fmt::format("{:.6f} s", seconds));
    table.add(std::move(row));
  }
  text += table.text(0, Style::plain());
  auto best =
      std::ranges::min_element(answer.runs, {}, [&](const SimulationOutcome& run) { return judged(run, calls); });
  if (answer.runs.size() > 1)
    text += fmt::format("\nbest     {}, {:.6f} s\n", count_text(best->processes, "process"), judged(*best, calls));
  else
    text += "\n";
  if (computes_nothing(answer))
    text += "careful  only messages take time here: the program charges no computing (smpi_execute);\n"
            "         --measure-compute counts it as long as it takes on this machine\n";
  text += fmt::format("known    {}\n", how_known(answer));
  if (!answer.phases_file.empty()) text += fmt::format("next     unply fit {} -o program.model\n", answer.phases_file);
  return text;
}

std::string simulate_json(const SimulateAnswer& answer) {
  using Json = nlohmann::ordered_json;
  Json runs = Json::array();
  for (const SimulationOutcome& run : answer.runs) {
    Json calls = Json::array();
    for (const SimulatedCall& call : run.calls)
      calls.push_back({{"call", call.number},
                       {"seconds", call.seconds},
                       {"divide_s", call.divide_s},
                       {"sequential_s", call.sequential_s},
                       {"exchange_s", call.exchange_s},
                       {"combine_s", call.combine_s}});
    runs.push_back({{"processes", run.processes}, {"seconds", run.seconds}, {"calls", std::move(calls)}});
  }
  Json json = {{"schema", 1},
               {"program", answer.program},
               {"platform", answer.platform},
               {"simgrid", answer.simgrid},
               {"host_speed", answer.host_speed},
               {"compute", answer.measured_compute ? "measured" : "charged"},
               {"known", how_known(answer)},
               {"computes_nothing", computes_nothing(answer)},
               {"runs", std::move(runs)}};
  if (!answer.phases_file.empty()) json["phases"] = answer.phases_file;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace unply
