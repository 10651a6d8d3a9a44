// unply verify: proves suggestions by building and running them in a copy.
#include "cli/command.h"
#include "cli/number_list.h"
#include "cli/verify/proof.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace unply {

namespace {

constexpr int kExitNotCompiled = 3;

std::vector<uint32_t> default_threads() { // 1, 2, 4 and on, up to the processors
  std::vector<uint32_t> threads;
  for (uint32_t count = 1; count <= std::max(4U, std::thread::hardware_concurrency()); count *= 2)
    threads.push_back(count);
  return threads;
}

int exit_code_of(const std::vector<Proof>& proofs) {
  int code = kExitOk;
  for (const Proof& proof : proofs) {
    if (proof.outcome == Proof::Outcome::unequal || proof.outcome == Proof::Outcome::race) return kExitAnswerNo;
    if (proof.outcome == Proof::Outcome::not_compiled) code = kExitNotCompiled;
  }
  return code;
}

struct VerifyWords { // of the command line
  std::string file, threads, machine;
  ProofOptions options;
  size_t only = 0;
  bool json = false, no_races = false;
};

void add_options(CLI::App& app, VerifyWords& words) {
  app.add_option("FILE", words.file, "recording of a program without annotation")->required();
  app.add_option("--suggestion", words.only,
                 "this one only, by its number in unply report (default: each that gains, except inside others)")
      ->check(CLI::Validator(check_suggestion_number, ""));
  app.add_option("--threads", words.threads,
                 "numbers of threads, as 1,2,4 (default: 1, 2, 4 and on up to the processors)")
      ->type_name("LIST");
  app.add_option("--runs", words.options.runs, "runs with each number of threads, of which the fastest counts")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option("--tolerance", words.options.tolerance,
                 "relative difference accepted in numbers with a fraction (default: "
                 "1e-06 for reductions, which sum in another order, else 0)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--build", words.options.build,
                 "command that builds the program anew with $CC, $CXX or $FC (default: the commands "
                 "that unply cc, c++ and fc keep in it)")
      ->type_name("COMMAND");
  app.add_option("--root", words.options.root,
                 "folder to copy (default: the innermost one with all sources, the program and the "
                 "current folder)")
      ->type_name("DIR");
  app.add_option("--machine", words.machine, kMachineHelp);
  app.add_flag("--no-races", words.no_races, "do not look for data races");
  app.add_flag("--keep", words.options.keep, "keep the copy, and print its folder");
  app.add_flag("--json", words.json, "machine-readable output: JSON on standard output");
  app.add_option("COMMAND", words.options.words,
                 "command that runs the program, behind -- (default: as it was recorded)");
}

void add_footer(CLI::App& app) {
  app.footer(
      "The program is built in the copy without unply; the user's folder is not changed. Outputs are standard output, "
      "exit "
      "code\nand the files that the command writes in the copy.\n\n"
      "Exit codes: 0 verified, or nothing to verify; 1 other outputs or a data race; 2 usage, unreadable recording, "
      "a source\nthat has changed since it was compiled, or a serial program that cannot be built or run; 3 the "
      "patched program does not compile.\n\n"
      "Examples:\n"
      "  unply verify app.trace\n"
      "  unply verify app.trace --suggestion 3 -- ./run.sh\n"
      "  unply verify app.trace --threads 1,8 --build 'make -B CC=\"$CC\"' -- ./app small.txt");
}

int prove(const Discovery& found, const std::vector<Suggestion>& suggestions, const VerifyWords& words) {
  auto prover = Prover::prepare(found, words.options);
  if (!prover) return print_error(prover.error());
  std::vector<Proof> proofs;
  const Style style = Style::of_stdout();
  for (const Suggestion& suggestion : suggestions) {
    auto proof = (*prover)->prove(suggestion);
    if (!proof) return print_error(proof.error());
    proofs.push_back(std::move(*proof));
    if (!words.json) fmt::print("{}", proof_text(found, **prover, proofs.back(), terminal_width(), style));
    std::fflush(stdout);
  }
  if (words.json)
    fmt::print("{}", proofs_json(found, **prover, proofs));
  else if (words.options.keep)
    fmt::print("copy       {}\n", (*prover)->copy());
  const int code = exit_code_of(proofs);
  return code == kExitOk ? exit_code_of(suggestions) : code;
}

} // namespace

int cmd_verify(int argc, char** argv) {
  VerifyWords words;
  CLI::App app(
      "Proves the suggestions of unply suggest: applies each in a copy of the program's folder, compiles, runs it with "
      "several numbers of threads, compares the outputs with those of the serial program, looks for data races, and "
      "measures.");
  add_options(app, words);
  add_footer(app);
  if (int code = parse_command_line(app, argc, argv); code >= 0) return code;
  words.options.races = !words.no_races;
  words.options.threads = default_threads();
  if (!words.threads.empty()) {
    auto list = parse_number_list("--threads", words.threads, 1);
    if (!list) return print_error(list.error());
    words.options.threads.assign(list->begin(), list->end());
  }
  auto found = discover(words.file, words.machine);
  if (!found) return print_error(found.error());
  if (words.only > found->ranked.size())
    return print_error({fmt::format("--suggestion {}: there are {}", words.only, found->ranked.size()),
                        fmt::format("unply report {} lists them", words.file)});
  std::vector<Suggestion> suggestions = make_suggestions(*found, false, words.only);
  if (words.only == 0) // loops inside others are alternatives to them
    std::erase_if(suggestions, [&](const Suggestion& suggestion) { return suggestion.gain.nested(); });
  if (std::ranges::none_of(suggestions, [](const Suggestion& one) { return one.patch.has_value(); })) {
    if (words.only != 0)
      return print_error({fmt::format("--suggestion {}: has no patch: {}", words.only, suggestions[0].why_not), ""});
    fmt::print("{}", words.json ? fmt::format("{{\"schema\": {}, \"proofs\": []}}\n", kLoopsSchema)
                                : "nothing to verify: no suggestion has a patch that gains\n");
    return exit_code_of(suggestions);
  }
  return prove(*found, suggestions, words);
}

} // namespace unply
