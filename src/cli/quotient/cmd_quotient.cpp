// unply quotient: groups interchangeable tasks, and shows the graph with one vertex for each group.
#include "cli/command.h"
#include "cli/graph_output.h"
#include "cli/kinds_option.h"
#include "cli/progress.h"
#include "cli/quotient/quotient_report.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace unply {

static constexpr const char* kQuotientFooter =
    "FILE is a recording, or a graph in the JSON of `unply graph` (also from other programs: {\"tasks\":[{\"id\":1},\n"
    "{\"id\":2}],\"edges\":[{\"from\":1,\"to\":2}]}). Tasks of a class are independent and can run at the same time.\n"
    "\n"
    "  automorphism  interchangeable tasks: exchanging them changes no dependence; repeated on the\n"
    "                quotient (SYM-Explore); --once stops after the first round, the orbits of Aut(G)\n"
    "  level         tasks with the same longest chain before them: the fewest classes that can run one after the "
    "other\n"
    "  equitable     tasks with equally many neighbours in each class\n"
    "\n"
    "Exit codes: 0 written; 2 usage, unreadable input, input without tasks, output not writable.\n"
    "\n"
    "Examples:\n"
    "  unply quotient heat.trace\n"
    "  unply quotient heat.trace -o heat_quotient.svg\n"
    "  unply quotient --by level --json heat.trace | jq '{classes, is_chain, optimal}'";

namespace {
struct QuotientWords {
  std::string by = "automorphism", colors = "region", kinds, format, output;
  bool json = false;
};

// Sets the options from the words; returns the index into kQuotientFormats.
constexpr size_t kJson = 1;
const std::vector<std::string> kQuotientFormats = {"text", "json", "dot", "svg"};
} // namespace

static Result<size_t> read_words(const QuotientWords& words, QuotientOptions& options) {
  auto by = find_word("--by", words.by, {"automorphism", "level", "equitable"});
  if (!by) return error_of(by);
  options.by = static_cast<QuotientBy>(*by);
  auto colors = find_word("--colors", words.colors, {"region", "none"});
  if (!colors) return error_of(colors);
  options.region_colours = *colors == 0;
  if (!words.kinds.empty()) {
    auto kinds = parse_kinds(words.kinds);
    if (!kinds) return error_of(kinds);
    options.choice.kinds = *kinds;
  }
  if (words.json && !words.format.empty() && words.format != "json")
    return fail(fmt::format("--json --format {}: two formats, expected one", words.format), "leave one of them out");
  auto format = find_format(words.json ? "json" : words.format, words.output, kQuotientFormats);
  if (!format) return format;
  bool lists = options.rounds || options.once;
  if (lists && options.by != QuotientBy::automorphism)
    return fail(fmt::format("--by {}: takes no {}, only automorphisms are taken in rounds", words.by,
                            options.rounds ? "--rounds" : "--once"),
                "leave it out, or --by automorphism");
  return format;
}

static Result<void> write_report(const QuotientReport& report, size_t format, const std::string& output) {
  return write_output(output, "quotient", [&](TextOutput& out) {
    switch (format) {
    case 0:
      out.put(quotient_text(report, output.empty() ? Style::of_stdout() : Style::plain()));
      break;
    case kJson:
      quotient_json(report, out);
      break;
    case 2:
      quotient_dot(report, out);
      break;
    default:
      quotient_svg(report, out);
    }
  });
}

int cmd_quotient(int argc, char** argv) {
  QuotientOptions options;
  QuotientWords words;
  std::string file;
  CLI::App app("Groups interchangeable tasks: the graph with one vertex for each class of tasks.");
  app.add_option("FILE", file, "recording, or graph in JSON")->required();
  app.add_option("--by", words.by, "automorphism (default), level or equitable");
  app.add_option("--kinds", words.kinds,
                 "dependences to count: flow,anti,output,extension or all (default flow,extension)");
  app.add_option("--colors", words.colors,
                 "region (default): tasks of different regions are never in one class; none: regions are ignored");
  app.add_flag("--once", options.once, "only the orbits of Aut(G), without further rounds");
  app.add_flag("--rounds", options.rounds, "a table of the rounds");
  app.add_flag("--classes", options.classes, "all classes; in JSON also the class of each task");
  app.add_option("--trace", options.choice.trace_id,
                 "this trace region, as numbered by unply report (default: the one with the most tasks)");
  app.add_option("--execution", options.choice.execution, "this execution of it, from 1 (default: the largest)");
  app.add_option("--limit", options.limit_s, "limit of long searches, in seconds (default 60)")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--format", words.format, "text (default), json, dot or svg");
  app.add_flag("--json", words.json, "the same as --format json");
  app.add_option("-o,--output", words.output, "file to write (default standard output)");
  app.add_option("--width", options.width, "width of the text (default: the terminal's, else 100)")
      ->check(CLI::Range(40, 10000));
  app.footer(kQuotientFooter);
  options.width = terminal_width();
  if (int status = parse_command_line(app, argc, argv); status >= 0) return status;
  auto format = read_words(words, options);
  if (!format) return print_error(format.error());
  auto input = [&] {
    Progress progress("reading " + file);
    return load_graph(file, options.choice);
  }();
  if (!input) return print_error(input.error());
  auto report = [&] {
    Progress progress("searching for symmetries", options.limit_s);
    return find_quotient(std::move(*input), options);
  }();
  if (!report) return print_error(report.error());
  auto written = write_report(*report, *format, words.output);
  return written ? kExitOk : print_error(written.error());
}

} // namespace unply
