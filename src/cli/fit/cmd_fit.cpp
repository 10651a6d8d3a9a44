// unply fit: from measured phases of several sizes to a model that `unply predict` reads.
#include "base/split.h"
#include "cli/command.h"
#include "cli/fit/fit.h"
#include "cli/progress.h"
#include "model/skeleton/model_file.h"
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <fstream>

namespace unply {

namespace {

constexpr const char* kFitFooter =
    "The time of a phase is that of the slowest rank at each level of each call. Its law is a sum of terms such as N,\n"
    "N log2(N) or N*M, chosen by how well each configuration is predicted from the others; --linear takes 1 and each\n"
    "size, as the paper does. A phase that no law predicts better than a constant is refused, unless it is constant.\n"
    "\n"
    "Tables (.csv) have the columns phase, seconds (or begin_ns and end_ns), and one for each size; rank, call, "
    "level,\n"
    "bytes and cpu_ns may be there. Without a phase of a skeleton, task regions or loops are fitted by --param.\n"
    "\n"
    "Exit codes: 0 fitted; 2 usage, unreadable input, too few configurations, no law.\n"
    "\n"
    "Examples:\n"
    "  unply fit cc*.trace -o cc.model\n"
    "  unply fit --form cc.model new*.trace -o new.model     # the same terms, another machine\n"
    "  unply fit --linear --halve M --words N table1.csv table2.csv -o paper.model\n"
    "  unply fit --terms 'sort=N*log2(N)' measured.csv\n"
    "  unply fit heat-*.trace --param n=100,200,400,800 -o heat.model";

struct FitCommand {
  std::vector<std::string> paths, params, terms, halves;
  std::string output, form, words, weights, to;
  FitOptions options;
  bool json = false, residuals = false;
  size_t width = 100;
};

int parse_fit(FitCommand& command, int argc, char** argv) {
  CLI::App app("Fits times of phases, task regions or loops as functions of sizes, for unply predict.");
  app.add_option("FILE", command.paths, "recordings, tables (.csv), JSON Lines of Extra-P (.jsonl)")->required();
  app.add_option("-o,--output", command.output, "write the model to this file");
  app.add_option("--form", command.form, "a model whose terms are kept; coefficients are fitted anew");
  app.add_flag("--linear", command.options.linear, "1 and each size, by ordinary least squares, as the paper");
  app.add_option("--terms", command.terms, "PHASE=TERM,TERM,...: these terms and no search; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--weights", command.weights, "ordinary, or relative: errors as shares of the times (default)")
      ->check(CLI::IsMember({"ordinary", "relative"}));
  app.add_flag("--non-negative", command.options.positive_only, "no coefficient below 0");
  app.add_flag("--drop-outliers", command.options.drop_suspects, "leave out the rows that are reported as outliers");
  app.add_option("--halve", command.halves, "sizes that a division halves, where levels were not recorded")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--words", command.words, "32-bit words that an exchange sends, such as N, where none was recorded");
  app.add_option("--param", command.params, "NAME=VALUE,VALUE,...: a size in each recording, in the order given")
      ->allow_extra_args(false);
  app.add_flag("--elapsed", command.options.elapsed, "elapsed time, also where processor time is known");
  app.add_option("--to", command.to, "write the measurements for another tool instead: extrap (JSON Lines)")
      ->check(CLI::IsMember({"extrap"}));
  app.add_flag("--residuals", command.residuals, "print each measured row beside its fitted time");
  app.add_flag("--json", command.json, "machine-readable output: JSON on standard output");
  app.add_option("--width", command.width, "columns of text (default: of the terminal, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(kFitFooter);
  command.width = terminal_width();
  return parse_command_line(app, argc, argv);
}

Result<void> complete_options(FitCommand& command) {
  FitOptions& options = command.options;
  options.halves = command.halves, options.words = command.words;
  if (!command.weights.empty()) options.weights = command.weights == "relative" ? Weights::relative : Weights::ordinary;
  for (const std::string& text : command.terms) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos || equals + 1 == text.size())
      return fail(fmt::format("--terms {}: expected a phase and its terms", text), "for example --terms divide=1,M");
    std::vector<std::string> terms; // "min(N, M)" is one
    int open = 0;
    terms.emplace_back();
    for (char c : text.substr(equals + 1)) {
      open += (c == '(') - (c == ')');
      if (c == ',' && open == 0)
        terms.emplace_back();
      else
        terms.back() += c;
    }
    if (!options.terms.emplace(text.substr(0, equals), std::move(terms)).second)
      return fail(fmt::format("--terms {}: the phase is given twice", text));
  }
  if (command.form.empty()) return {};
  if (options.linear) return fail("--form and --linear: the terms are those of the model", "give one of them");
  auto form = read_model(command.form);
  if (!form) return error_of(form);
  options.form = std::move(*form);
  return {};
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

Result<void> write_text(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return fail(fmt::format("{}: cannot write, {}", path, std::strerror(errno)));
  return {};
}

} // namespace

int cmd_fit(int argc, char** argv) {
  FitCommand command;
  if (int status = parse_fit(command, argc, argv); status >= 0) return status;
  if (auto complete = complete_options(command); !complete) return print_error(complete.error());
  auto input = [&] {
    Progress progress("reading " + count_text(command.paths.size(), "file"));
    return read_fit_input(command.paths, command.params);
  }();
  if (!input) return print_error(input.error());
  if (!command.to.empty()) {
    const std::string text = extrap_text(input->samples);
    if (command.output.empty()) return std::fwrite(text.data(), 1, text.size(), stdout), kExitOk;
    auto written = write_text(command.output, text);
    return written ? kExitOk : print_error(written.error());
  }
  auto model = [&] {
    Progress progress("fitting");
    return fit_skeleton(input->samples, command.options);
  }();
  if (!model) return print_error(model.error());
  model->date = now_text();
  FitAnswer answer{.output = command.output,
                   .model = std::move(*model),
                   .notes = std::move(input->notes),
                   .residuals = command.residuals,
                   .linear = command.options.linear,
                   .width = command.width};
  if (!command.output.empty())
    if (auto written = write_text(command.output, model_json(answer.model)); !written)
      return print_error(written.error());
  const std::string text = command.json ? fit_json(answer) : fit_text(answer, Style::of_stdout());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return kExitOk;
}

} // namespace unply
