// Lines for the numbers of processes that a reader asks for first: small ones and powers of two; JSON has all.
#include "cli/machine/machine.h"
#include "cli/text_style.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace unply {

namespace {

// "24.3 us", and below 1 us in ns with three digits.
std::string cost_text(double seconds) {
  double ns = seconds * 1e9;
  if (ns >= 1000 && ns < 1e18) return duration_text(static_cast<uint64_t>(std::llround(ns)));
  if (ns == 0 || ns >= 1e18) return fmt::format("{:g} ns", ns);
  return fmt::format("{:.3g} ns", ns);
}

using Align = TextTable::Align;

bool is_shown(unsigned processes, unsigned last) {
  return processes <= 8 || processes == last || (processes & (processes - 1)) == 0;
}

std::string lines_text(const NetworkCosts& costs) {
  if (costs.size_varies.empty() && costs.number_varies.empty()) return "";
  std::map<unsigned, std::pair<const NetworkLine*, const NetworkLine*>> rows;
  for (const NetworkLine& line : costs.size_varies) rows[line.processes].first = &line;
  for (const NetworkLine& line : costs.number_varies) rows[line.processes].second = &line;
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"P", "l, size varies", "g a word", "R2", "l, number varies", "g a message", "R2"});
  for (const auto& [processes, lines] : rows) {
    if (!is_shown(processes, rows.rbegin()->first)) continue;
    std::vector<std::string> row = {std::to_string(processes)};
    for (const NetworkLine* line : {lines.first, lines.second})
      for (std::string cell : {line ? cost_text(line->latency_s) : "-", line ? cost_text(line->gap_s) : "-",
                               line ? fmt::format("{:.4f}", line->r2) : "-"})
        row.push_back(std::move(cell));
    table.add(std::move(row));
  }
  return "\nall-to-all: T = l + K g for a message of K words of 32 bits, and for K messages of one word\n" +
         table.text(2, Style::plain());
}

// Of the largest power of two: one word, the words at which half of the time is bandwidth's, and the longest message.
std::string exchanges_text(const NetworkCosts& costs) {
  unsigned processes = 0;
  for (const ExchangePoint& point : costs.exchanges)
    if ((point.processes & (point.processes - 1)) == 0) processes = std::max(processes, point.processes);
  if (processes == 0 && !costs.exchanges.empty()) processes = costs.exchanges.back().processes;
  if (processes == 0) return "";
  constexpr double kColumns[] = {1, 1024, 65536, 1048576};
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"distance", "1 word", "1024", "65536", "1048576"});
  for (unsigned distance = 1; distance < processes; distance *= 2) {
    std::vector<std::string> row = {std::to_string(distance)};
    for (double words : kColumns) {
      auto seconds = costs.exchange_seconds(processes, distance, words);
      bool measured = seconds && words <= costs.longest_exchange(processes, distance);
      row.push_back(measured ? cost_text(*seconds) : "-");
    }
    table.add(std::move(row));
  }
  return fmt::format("\nexchange with rank XOR distance, {} processes at once\n", processes) +
         table.text(2, Style::plain());
}

} // namespace

std::string network_text(const NetworkCosts& costs) {
  std::string text = fmt::format("\nnetwork  {}{}\n", costs.mpi.empty() ? "of an unknown MPI" : costs.mpi,
                                 costs.date.empty() ? "" : ", " + costs.date);
  if (!costs.command.empty()) text += fmt::format("command  {}\n", costs.command);
  std::string speed =
      costs.simulated_host_speed > 0 ? fmt::format(", on hosts of {:g} flop/s", costs.simulated_host_speed) : "";
  if (costs.simulated)
    text += fmt::format("ranks    {}, simulated{}\n", costs.processes, speed);
  else if (costs.processes > 0)
    text += fmt::format("ranks    {} on {} with {}, {}; free {:.2f} before, {:.2f} after{}\n", costs.processes,
                        count_text(costs.hosts, "host"), count_text(costs.processors, "processor"),
                        count_text(costs.repeats, "repeat"), costs.free_before, costs.free_after,
                        costs.conclusive() ? "" : ": inconclusive");
  for (const std::string& note : costs.notes) text += fmt::format("note     {}\n", note);
  text += lines_text(costs) + exchanges_text(costs);
  const LogGP& loggp = costs.ping_pong;
  if (loggp.partner > 0)
    text += fmt::format(
        "\nping-pong with rank {}: L {}, o_send {}, o_recv {}, g {}, G {} a byte (R2 {:.4f}), eager up to {} "
        "bytes\n",
        loggp.partner, cost_text(loggp.latency_s), cost_text(loggp.o_send_s), cost_text(loggp.o_recv_s),
        cost_text(loggp.gap_s), cost_text(loggp.gap_per_byte_s), loggp.r2, loggp.eager_bytes);
  return text;
}

} // namespace unply
