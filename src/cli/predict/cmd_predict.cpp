// unply predict: times of calls on processes and sizes that were never run, from a model and the costs of messages.
#include "cli/command.h"
#include "cli/number_list.h"
#include "cli/predict/message_costs.h"
#include "cli/predict/predict.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <set>

namespace unply {

namespace {

constexpr const char* kPredictFooter =
    "Costs of messages come from the machine file (unply machine measures them): exchanges between partners if they\n"
    "were measured on that number of processes, otherwise l(P) and g(P). A model without exchanges needs none.\n"
    "The paper's model stands beside ours: its linear laws, and 2 (l(P) + K g(P)) for an exchange of K words.\n"
    "\n"
    "Exit codes: 0 predicted; 1 --tolerance is exceeded; 2 usage, damaged model, no costs of messages, missing size.\n"
    "\n"
    "Examples:\n"
    "  unply predict cc.model -p 2..1024 --at N=1024000,M=2048000\n"
    "  unply predict cc.model -p 4 --at N=1024000,M=200000..2000000 --against held-out.trace --svg fig4.svg\n"
    "  unply predict cc.model --against new.trace --tolerance 10%     # exit code 1 beyond\n"
    "  unply predict heat.model --at n=1600";

struct PredictCommand {
  std::string model, processes, machine, svg, tolerance;
  std::vector<std::string> at, against, params;
  bool json = false;
  PredictOptions options;
};

int parse_predict(PredictCommand& command, PredictAnswer& answer, int argc, char** argv) {
  CLI::App app(
      "How long calls take on P processes at given sizes, on how many they are worth running, and what limits them.");
  app.add_option("MODEL", command.model, "written by unply fit")->required();
  app.add_option("-p,--processes", command.processes, "8, 1,2,4,8 or 2..1024 (default: powers of two)")
      ->allow_extra_args(false);
  app.add_option("--at", command.at, "NAME=VALUE[,NAME=VALUE]: sizes; NAME=LEAST..MOST sweeps one; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--machine", command.machine, "the machine file (default: the saved one)");
  app.add_flag("--recorded-exchange", command.options.recorded_exchange,
               "exchanges as they were recorded, not by the machine's costs");
  app.add_option("--against", command.against, "recordings or tables to compare with; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--param", command.params, "NAME=VALUE,VALUE,...: a size in each recording of --against")
      ->allow_extra_args(false);
  app.add_option("--tolerance", command.tolerance, "10%: exit code 1 if an error of --against is larger");
  app.add_option("--svg", command.svg, "write a picture: predicted, the paper's, and measured");
  app.add_flag("--json", command.json, "machine-readable output: JSON on standard output");
  app.add_option("--width", answer.width, "columns of text (default: of the terminal, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(kPredictFooter);
  answer.width = terminal_width();
  return parse_command_line(app, argc, argv);
}

Result<std::optional<double>> parse_tolerance(const std::string& text) {
  if (text.empty()) return std::nullopt;
  std::string number = text;
  const bool percent = number.ends_with('%');
  if (percent) number.pop_back();
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != 0 || !std::isfinite(value) || value < 0)
    return fail(fmt::format("--tolerance {}: expected a share", text), "for example --tolerance 10%");
  return percent ? value / 100 : value;
}

class Predictor {
public:
  Predictor(PredictAnswer& answer, const MessageCosts& costs, const PredictOptions& options)
      : answer_(answer), costs_(costs), options_(options) {}

  Result<PredictedRow> row(const SizeValues& at, unsigned processes) const {
    PredictedRow row{.at = at, .call = {}, .parts = {}, .paper = 0, .total = {}};
    if (answer_.model.skeleton) {
      auto call = predict_call(answer_.model, at, processes, costs_, options_);
      if (!call) return error_of(call);
      row.call = std::move(*call), row.paper = row.call.paper, row.total = row.call.total;
      return row;
    }
    auto parts = predict_parts(answer_.model, at);
    if (!parts) return error_of(parts);
    row.parts = std::move(*parts);
    for (const PartPrediction& part : row.parts) {
      row.paper += part.paper;
      row.total.value += part.ours.value, row.total.low += part.ours.low, row.total.high += part.ours.high;
    }
    return row;
  }

  // Numbers of processes that the machine file says nothing of are left out with a note, if it knows any of them.
  Result<void> rows(const std::vector<SizeValues>& points, const std::vector<unsigned>& processes) {
    std::set<unsigned> unknown;
    std::optional<Error> problem;
    for (const SizeValues& at : points)
      for (unsigned p : processes) {
        auto found = row(at, p);
        if (found) {
          answer_.rows.push_back(std::move(*found));
          continue;
        }
        if (!found.error().what.starts_with("network:")) return error_of(found);
        unknown.insert(p);
        if (!problem) problem = found.error();
      }
    const bool any = std::ranges::any_of(answer_.rows, [](const PredictedRow& row) { return row.call.processes > 1; });
    if (problem && !any) return std::unexpected(*problem);
    if (problem)
      answer_.notes.push_back(fmt::format("no costs of messages for P = {}: left out", fmt::join(unknown, ", ")));
    return {};
  }

  Result<void> compare(std::vector<ComparedRow> measured, const std::vector<SizeValues>& points,
                       const std::vector<unsigned>& processes) {
    for (ComparedRow& row : measured) {
      if (!processes.empty() && answer_.model.skeleton &&
          std::ranges::find(processes, row.processes) == processes.end())
        continue;
      if (!points.empty() && !is_asked(row.at, points)) continue;
      auto predicted = this->row(row.at, row.processes);
      if (!predicted) return error_of(predicted);
      row.predicted = predicted->total, row.paper = predicted->paper;
      if (!answer_.model.skeleton) {
        auto part = std::ranges::find(predicted->parts, row.name, &PartPrediction::name);
        if (part == predicted->parts.end()) continue;
        row.predicted = part->ours, row.paper = part->paper;
      }
      answer_.compared.push_back(std::move(row));
    }
    if (answer_.compared.empty())
      return fail(fmt::format("{}: has no measured {} of the processes and sizes asked for",
                              fmt::join(answer_.against, ", "), answer_.model.skeleton ? "call" : "part"),
                  "leave out -p and --at to compare with all");
    return {};
  }

private:
  // Within the range of each size.
  static bool is_asked(const SizeValues& at, const std::vector<SizeValues>& points) {
    for (const auto& [name, value] : at) {
      double least = INFINITY, most = -INFINITY;
      for (const SizeValues& point : points)
        if (auto found = point.find(name); found != point.end())
          least = std::min(least, found->second), most = std::max(most, found->second);
      if (least <= most && (value < least || value > most)) return false;
    }
    return true;
  }

  PredictAnswer& answer_;
  const MessageCosts& costs_;
  const PredictOptions& options_;
};

// The first size that differs between the points, where only one does.
std::string find_swept(const std::vector<SizeValues>& points) {
  std::set<std::string> differ;
  for (const SizeValues& point : points)
    for (const auto& [name, value] : point)
      if (auto first = points[0].find(name); first == points[0].end() || first->second != value) differ.insert(name);
  return differ.size() == 1 && points.size() > 2 ? *differ.begin() : "";
}

std::vector<unsigned> default_processes(const SkeletonModel& model, const MessageCosts& costs) {
  std::vector<unsigned> processes = {1};
  if (!model.skeleton) return processes;
  for (unsigned p = 2; p <= (model.words ? 1024u : 64u); p *= 2)
    if (!model.words || !costs.line || costs.line(p) || costs.exchange(p, 1, 1)) processes.push_back(p);
  return processes;
}

// A smooth line for the picture.
Result<void> add_curve(PredictAnswer& answer, const Predictor& predictor, const std::vector<SizeValues>& points,
                       const std::vector<unsigned>& processes) {
  constexpr size_t kSteps = 60;
  if (answer.swept.empty()) return {};
  double least = INFINITY, most = -INFINITY;
  for (const SizeValues& point : points)
    least = std::min(least, point.at(answer.swept)), most = std::max(most, point.at(answer.swept));
  for (unsigned p : processes)
    for (size_t i = 0; i <= kSteps; ++i) {
      SizeValues at = points[0];
      at[answer.swept] = least + (most - least) * static_cast<double>(i) / kSteps;
      auto row = predictor.row(at, p);
      if (row)
        answer.curve.push_back(std::move(*row));
      else if (!row.error().what.starts_with("network:"))
        return error_of(row);
    }
  return {};
}

Result<void> write_picture(const PredictAnswer& answer, const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return fail(fmt::format("{}: cannot write, {}", path, std::strerror(errno)));
  TextOutput out(file);
  write_predict_svg(answer, out);
  auto written = out.finish();
  const bool closed = std::fclose(file) == 0;
  if (!written) return std::unexpected(written.error().about(path));
  return closed ? Result<void>() : fail(fmt::format("{}: cannot write, {}", path, std::strerror(errno)));
}

Result<void> run_predict(const PredictCommand& command, PredictAnswer& answer) {
  auto model = read_model(command.model);
  if (!model) return error_of(model);
  answer.file = command.model, answer.model = std::move(*model), answer.against = command.against;
  auto tolerance = parse_tolerance(command.tolerance);
  if (!tolerance) return error_of(tolerance);
  answer.tolerance = *tolerance;
  if (answer.tolerance && command.against.empty())
    return fail("--tolerance: there is nothing to compare with", "--against FILE");
  std::vector<unsigned> processes;
  if (!command.processes.empty()) {
    auto parsed = parse_doubling_list("-p", command.processes, 1);
    if (!parsed) return error_of(parsed);
    if (!answer.model.skeleton)
      return fail(fmt::format("-p {}: the model is of parts of a program", command.processes),
                  "give P with --at, if the model has it");
    processes = std::move(*parsed);
  }
  auto points = parse_points(command.at, answer.model);
  if (!points) return error_of(points);
  std::optional<NetworkCosts> network;
  MessageCosts costs;
  const bool on_one = !processes.empty() && processes.back() == 1;
  if (answer.model.words && !on_one && !command.options.recorded_exchange) {
    auto found = find_network(command.machine);
    if (!found) return error_of(found);
    answer.machine = found->name;
    if (!found->doubt.empty()) answer.notes.push_back(found->doubt);
    network = std::move(found->costs);
    costs = costs_of(*network);
  }
  answer.swept = points->empty() ? "" : find_swept(*points);
  Predictor predictor(answer, costs, command.options);
  const std::vector<unsigned> asked = processes;
  if (processes.empty()) processes = default_processes(answer.model, costs);
  if (points->empty() && command.against.empty()) points->push_back({});
  TRY(predictor.rows(*points, processes));
  if (!command.against.empty()) {
    auto input = read_fit_input(command.against, command.params);
    if (!input) return error_of(input);
    answer.notes.insert(answer.notes.end(), input->notes.begin(), input->notes.end());
    TRY(predictor.compare(measured_rows(input->samples, answer.model), *points, asked));
  }
  if (command.svg.empty()) return {};
  TRY(add_curve(answer, predictor, *points, processes));
  return write_picture(answer, command.svg);
}

} // namespace

int cmd_predict(int argc, char** argv) {
  PredictCommand command;
  PredictAnswer answer;
  if (int status = parse_predict(command, answer, argc, argv); status >= 0) return status;
  if (auto done = run_predict(command, answer); !done) return print_error(done.error());
  const std::string text = command.json ? predict_json(answer) : predict_text(answer, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return answer.within_tolerance() ? kExitOk : kExitAnswerNo;
}

} // namespace unply
