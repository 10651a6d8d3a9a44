// Code shared by all verbs: parsing with CLI11, and the form of messages.
#include "cli/command.h"
#include "cli/spelling.h"
#include <CLI/CLI.hpp>
#include <cctype>
#include <fmt/format.h>

namespace unply {

int print_error(const Error& error) {
  std::string text = fmt::format("unply: error: {}\n", error.what);
  if (!error.hint.empty()) text += fmt::format("  hint: {}\n", error.hint);
  std::fflush(stdout); // earlier output stays before the error when both go to one file
  std::fputs(text.c_str(), stderr);
  return kExitUsage;
}

static Error unexpected_argument(const CLI::App& app, const std::string& argument) {
  std::string see = fmt::format("see {} --help", app.get_name());
  if (!argument.starts_with("-") || argument == "-")
    return {fmt::format("{}: unexpected argument of {}", argument, app.get_name()), see};
  std::string name = argument.substr(0, argument.find('='));
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& word : option->get_lnames()) known.push_back("--" + word);
    for (const std::string& word : option->get_snames()) known.push_back("-" + word);
  }
  std::string nearest = nearest_word(name, known);
  std::string hint = nearest.empty() ? see : fmt::format("did you mean {}? {}", nearest, see);
  return {fmt::format("{}: unknown option of {}", name, app.get_name()), hint};
}

// CLI11 says "file is required" or "--top: Value x not in range": the same words in our form.
static Error parse_error(const CLI::App& app, const CLI::ParseError& error) {
  std::string what = error.what();
  while (!what.empty() && (what.back() == '.' || what.back() == '\n')) what.pop_back();
  if (!what.starts_with("-")) {
    if (what.size() > 1 && std::islower(static_cast<unsigned char>(what[1])))
      what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
    what = fmt::format("{}: {}", app.get_name(), what);
  }
  return {what, fmt::format("see {} --help", app.get_name())};
}

// The name of an option's value in the help. CLI11 has only types: TEXT, UINT.
static std::string value_word(const CLI::Option& option) {
  constexpr std::pair<std::string_view, const char*> kWords[] = {
      {"output", "FILE"},      {"emit", "FILE"},       {"file", "FILE"},         {"machine", "FILE"},
      {"param", "NAME=VALUE"}, {"at", "NAME=VALUE"},   {"limit", "SECONDS"},     {"buffer", "BYTES"},
      {"processors", "P"},     {"scheduler", "NAMES"}, {"region", "REGION"},     {"kinds", "KINDS"},
      {"format", "FORMAT"},    {"by", "NAME"},         {"table", "NAME"},        {"color", "NAME"},
      {"colors", "NAME"},      {"from", "TIME"},       {"to", "TIME"},           {"exclude", "NAMES"},
      {"of", "TASK"},          {"set", "TASKS"},       {"remove", "DEPENDENCE"}, {"scale", "REGION=TIMES"},
      {"grain", "[REGION=]N"}, {"port", "PORT"}};
  if (option.get_positional()) return "";
  for (const std::string& name : option.get_lnames())
    for (const auto& [known, word] : kWords)
      if (name == known) return word;
  return "N";
}

static void name_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue; // a flag
    for (int i = 0;; ++i) try {
        option->get_validator(i)->description(""); // "INT in [1 - 1000]"
      } catch (const CLI::OptionNotFound&) {
        break;
      }
    std::string own = option->get_type_name();
    if (own == "TEXT" || own == "UINT" || own == "INT" || own == "FLOAT") option->type_name(value_word(*option));
  }
}

int parse_command_line(CLI::App& app, int argc, char** argv) {
  app.name(fmt::format("unply {}", argv[0]));
  name_values(app);
  try {
    app.parse(argc, argv);
    return -1;
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    // An unknown option often explains other errors: for "unply report --jsno" CLI11 reports a missing file.
    std::vector<std::string> extra = app.remaining();
    if (!app.get_allow_extras())
      for (const std::string& argument : extra)
        if (argument != "--") return print_error(unexpected_argument(app, argument));
    return print_error(parse_error(app, error));
  }
}

} // namespace unply
