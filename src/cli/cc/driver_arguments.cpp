#include "cli/cc/driver_arguments.h"
#include "base/split.h"
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

namespace unply {

// Options whose value is the next argument: it must not be taken for an input file. From `clang-22 --help`.
static constexpr auto kTakesNext = std::to_array<std::string_view>({"-o",
                                                                    "-x",
                                                                    "-I",
                                                                    "-D",
                                                                    "-U",
                                                                    "-L",
                                                                    "-B",
                                                                    "-F",
                                                                    "-G",
                                                                    "-T",
                                                                    "-u",
                                                                    "-z",
                                                                    "-e",
                                                                    "-b",
                                                                    "-A",
                                                                    "-J",
                                                                    "-include",
                                                                    "-imacros",
                                                                    "-isystem",
                                                                    "-iquote",
                                                                    "-idirafter",
                                                                    "-isysroot",
                                                                    "-iprefix",
                                                                    "-iwithprefix",
                                                                    "-iwithprefixbefore",
                                                                    "-iwithsysroot",
                                                                    "-cxx-isystem",
                                                                    "-include-pch",
                                                                    "-ivfsoverlay",
                                                                    "-MF",
                                                                    "-MJ",
                                                                    "-MT",
                                                                    "-MQ",
                                                                    "-Xclang",
                                                                    "-Xlinker",
                                                                    "-Xassembler",
                                                                    "-Xpreprocessor",
                                                                    "-Xanalyzer",
                                                                    "-Xopenmp-target",
                                                                    "-Xflang",
                                                                    "-mllvm",
                                                                    "-mmlir",
                                                                    "-arch",
                                                                    "-target",
                                                                    "-gcc-toolchain",
                                                                    "-working-directory",
                                                                    "-module-dir",
                                                                    "-aux-info",
                                                                    "--param",
                                                                    "--output",
                                                                    "--sysroot",
                                                                    "-serialize-diagnostics",
                                                                    "-dumpdir",
                                                                    "-dependency-file",
                                                                    "-rpath",
                                                                    "-fintrinsic-modules-path",
                                                                    "-fmodules-user-build-path",
                                                                    "-resource-dir"});

// The last step is not a link.
static constexpr auto kStopsBeforeLink = std::to_array<std::string_view>({"-c",
                                                                          "-S",
                                                                          "-E",
                                                                          "-M",
                                                                          "-MM",
                                                                          "-r",
                                                                          "-fsyntax-only",
                                                                          "--analyze",
                                                                          "-emit-ast",
                                                                          "--precompile",
                                                                          "-emit-interface-stubs",
                                                                          "--preprocess",
                                                                          "--compile",
                                                                          "--assemble",
                                                                          "-dM",
                                                                          "-module-file-info",
                                                                          "-verify-pch",
                                                                          "-rewrite-objc",
                                                                          "-cc1",
                                                                          "-cc1as",
                                                                          "-fc1"});

// Questions to the compiler: it answers and does nothing else.
static bool is_question(std::string_view argument) {
  static constexpr auto kWords = std::to_array<std::string_view>(
      {"--version", "-version", "-dumpversion", "-dumpfullversion", "-dumpmachine", "-dumpspecs", "--help", "-help",
       "--help-hidden", "-cc1", "-cc1as", "-fc1", "--print-targets", "--autocomplete"});
  return std::ranges::find(kWords, argument) != kWords.end() || argument.starts_with("-print-") ||
         argument.starts_with("--print-") || argument.starts_with("--help=") || argument.starts_with("--autocomplete=");
}

std::vector<std::string> split_response_file(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool started = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      word += text[++i];
      started = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      started = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      if (started) words.push_back(std::move(word));
      word.clear();
      started = false;
    } else {
      word += c;
      started = true;
    }
  }
  if (started) words.push_back(std::move(word));
  return words;
}

static bool is_line_number(std::string_view text) {
  return !text.empty() && text.size() <= 9 && text[0] != '0' &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

Result<std::string> check_task_choice(const std::string& choice) {
  static const std::string kHint = "--tasks 'heat.cpp:12' for the iterations of the loop on that line, "
                                   "--tasks 'fn:update_row' for the calls of a function";
  if (choice.empty()) return fail("--tasks: empty, expected FILE:LINE or fn:NAME", kHint);
  if (choice.find('\n') != std::string::npos) return fail("--tasks: holds a line break", kHint);
  if (choice.starts_with("fn:")) {
    std::string name = choice.substr(3);
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])))
      return fail(fmt::format("--tasks {}: '{}' is no function name", choice, name), kHint);
    return choice;
  }
  size_t colon = choice.rfind(':');
  if (colon == std::string::npos || colon == 0)
    return fail(fmt::format("--tasks {}: neither FILE:LINE nor fn:NAME", choice), kHint);
  if (!is_line_number(std::string_view(choice).substr(colon + 1)))
    return fail(fmt::format("--tasks {}: '{}' is no line number", choice, choice.substr(colon + 1)), kHint);
  return choice;
}

namespace {

class Reader {
public:
  Result<DriverArguments> read(const std::vector<std::string>& arguments) {
    found_.help = arguments.size() == 1 && arguments[0] == "--help";
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string& argument = arguments[i];
      bool has_value = argument.starts_with("--tasks=");
      if (argument == "--unply-help") {
        found_.help = true;
      } else if (argument == "--pool") {
        found_.pool = true;
      } else if (argument == "--no-copies") {
        found_.copies = false;
      } else if (has_value || argument == "--tasks") {
        if (!has_value && i + 1 == arguments.size()) return fail("--tasks: no value, expected FILE:LINE or fn:NAME");
        Result<std::string> choice = check_task_choice(has_value ? argument.substr(8) : arguments[++i]);
        if (!choice) return error_of(choice);
        found_.tasks.push_back(*choice);
      } else {
        found_.passed.push_back(argument);
        look_at(argument, 0);
      }
    }
    found_.compiles_or_links = has_input_ && !question_;
    found_.links = found_.compiles_or_links && !stops_early_ && !only_headers_;
    if (!alone_.empty()) found_.alone = "-fsanitize=" + *alone_.begin();
    if (found_.compiles_or_links && !other_machine_.empty())
      return fail(fmt::format("{}: programs for this machine cannot be recorded, expected x86-64", other_machine_),
                  "compile for x86-64, or with clang-22 itself");
    return found_;
  }

private:
  void look_at(const std::string& argument, int depth) {
    if (skip_next_) {
      skip_next_ = false;
      if (before_ == "-x") look_at_language(argument);
      if (before_ == "-target") look_at_target(argument);
    } else if (look_at_machine(argument) || look_at_features(argument)) {
      // no input and no step
    } else if (argument.starts_with("@") && depth < kMaxResponseDepth) {
      std::ifstream file(argument.substr(1), std::ios::binary);
      std::string text(std::istreambuf_iterator<char>(file), {});
      for (const std::string& word : split_response_file(text)) look_at(word, depth + 1);
    } else if (is_question(argument)) {
      question_ = true;
    } else if (std::ranges::find(kStopsBeforeLink, argument) != kStopsBeforeLink.end()) {
      stops_early_ = true;
    } else if (argument == "-shared" || argument == "--shared" || argument == "-dynamiclib") {
      found_.shared = true;
    } else if (argument == "-fuse-ld=gold") {
      found_.gold = true;
    } else if (std::ranges::find(kTakesNext, argument) != kTakesNext.end()) {
      skip_next_ = true;
      before_ = argument;
    } else if (argument.starts_with("-x")) {
      look_at_language(argument.substr(2));
    } else if (!argument.starts_with("-") || argument == "-" || argument.starts_with("-l")) {
      only_headers_ = (only_headers_ || !has_input_) && is_header(argument);
      has_input_ = true;
    }
  }

  void look_at_language(std::string_view language) { language_ = language; }

  // A header as the only kind of input is precompiled: nothing is linked.
  bool is_header(std::string_view input) const {
    if (language_.empty() || language_ == "none") {
      static constexpr auto kEndings = std::to_array<std::string_view>({".h", ".hh", ".hpp", ".hxx", ".H", ".hp"});
      return std::ranges::any_of(kEndings, [&](std::string_view ending) { return input.ends_with(ending); });
    }
    return language_.ends_with("-header");
  }

  bool look_at_machine(const std::string& argument) {
    if (argument == "-m32" || argument == "-mx32" || argument == "-m16")
      other_machine_ = argument;
    else if (argument == "-m64")
      other_machine_.clear();
    else if (argument.starts_with("--target="))
      look_at_target(argument.substr(9));
    else
      return false;
    return true;
  }

  void look_at_target(const std::string& target) {
    bool known = target.starts_with("x86_64") && !target.ends_with("x32");
    other_machine_ = known ? "" : "--target=" + target;
  }

  // DataFlowSanitizer gives every function another name and other arguments, hooks too; HWAddressSanitizer puts a tag
  // into the addresses of our tables.
  bool look_at_features(std::string_view argument) {
    if (argument == "-fopenmp" || argument == "-fopenmp=libomp" || argument == "-fopenmp=libiomp5")
      found_.openmp = true;
    else if (argument == "-fno-openmp" || argument.starts_with("-fopenmp="))
      found_.openmp = false;
    else if (argument.starts_with("-fsanitize=") || argument.starts_with("-fno-sanitize="))
      look_at_sanitizers(argument.substr(argument.find('=') + 1), argument.starts_with("-fsanitize="));
    else
      return false;
    return true;
  }

  void look_at_sanitizers(std::string_view names, bool on) {
    const std::vector<std::string> words = split(names, ',');
    for (std::string_view name : {"dataflow", "hwaddress"}) {
      bool named = (names == "all" && !on) || std::ranges::find(words, name) != words.end();
      if (!named) continue;
      if (on)
        alone_.emplace(name);
      else
        alone_.erase(std::string(name));
    }
  }

  static constexpr int kMaxResponseDepth = 10; // a response file may name itself
  DriverArguments found_;
  bool skip_next_ = false, has_input_ = false, question_ = false, stops_early_ = false, only_headers_ = false;
  std::string before_, language_, other_machine_;
  std::set<std::string> alone_; // sanitizers
};

} // namespace

Result<DriverArguments> read_driver_arguments(const std::vector<std::string>& arguments) {
  return Reader().read(arguments);
}

} // namespace unply
