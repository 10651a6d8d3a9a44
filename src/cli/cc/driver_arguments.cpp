// One pass over the arguments, with files of arguments read in place: read() takes our own options out and passes on
// all others untouched; look_at() notes what each of those asks for. Invariant: found_.passed is what the user wrote,
// in order.
#include "cli/cc/driver_arguments.h"
#include "base/split.h"
#include "cli/cc/driver_options.h"
#include "cli/cc/task_choice.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string_view>

namespace unply {

namespace {

// Those that "--no-shortcuts=repeats,moves" names, or all.
Result<std::string> read_shortcuts(const std::string& argument) {
  const std::string all = "repeats,streams,nests,moves";
  const size_t equal = argument.find('=');
  if (equal == std::string::npos) return all;
  std::stringstream names(argument.substr(equal + 1));
  for (std::string name; std::getline(names, name, ',');)
    if (name != "repeats" && name != "streams" && name != "nests" && name != "moves")
      return fail(fmt::format("--no-shortcuts: unknown '{}', expected repeats, streams, nests or moves", name));
  return names.str();
}

class Reader {
public:
  Result<DriverArguments> read(const std::vector<std::string>& arguments);

private:
  void look_at(const std::string& argument, int depth);
  bool look_at_machine(const std::string& argument);
  void look_at_target(const std::string& target);
  bool look_at_features(std::string_view argument);
  void look_at_sanitizers(std::string_view names, bool on);
  bool is_header(std::string_view input) const;

  static constexpr int kMaxResponseDepth = 10; // a response file may name itself
  DriverArguments found_;
  bool skip_next_ = false, has_input_ = false, question_ = false, stops_early_ = false, only_headers_ = false;
  std::string before_, language_, other_machine_;
  std::set<std::string> alone_; // sanitizers
};

Result<DriverArguments> Reader::read(const std::vector<std::string>& arguments) {
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
    } else if (argument == "--no-shortcuts" || argument.starts_with("--no-shortcuts=")) {
      Result<std::string> names = read_shortcuts(argument);
      if (!names) return error_of(names);
      found_.no_shortcuts = *names;
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

void Reader::look_at(const std::string& argument, int depth) {
  if (skip_next_) {
    skip_next_ = false;
    if (before_ == "-x") language_ = argument;
    if (before_ == "-target") look_at_target(argument);
  } else if (look_at_machine(argument) || look_at_features(argument)) {
    // no input and no step
  } else if (argument.starts_with("@") && depth < kMaxResponseDepth) {
    std::ifstream file(argument.substr(1), std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    for (const std::string& word : split_response_file(text)) look_at(word, depth + 1);
  } else if (is_question(argument)) {
    question_ = true;
  } else if (stops_before_link(argument)) {
    stops_early_ = true;
  } else if (argument == "-shared" || argument == "--shared" || argument == "-dynamiclib") {
    found_.shared = true;
  } else if (argument == "-fuse-ld=gold") {
    found_.gold = true;
  } else if (takes_next(argument)) {
    skip_next_ = true;
    before_ = argument;
  } else if (argument.starts_with("-x")) {
    language_ = argument.substr(2);
  } else if (!argument.starts_with("-") || argument == "-" || argument.starts_with("-l")) {
    only_headers_ = (only_headers_ || !has_input_) && is_header(argument);
    has_input_ = true;
  }
}

// A header as the only kind of input is precompiled: nothing is linked.
bool Reader::is_header(std::string_view input) const {
  return language_.empty() || language_ == "none" ? is_header_name(input) : language_.ends_with("-header");
}

bool Reader::look_at_machine(const std::string& argument) {
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

void Reader::look_at_target(const std::string& target) {
  bool known = target.starts_with("x86_64") && !target.ends_with("x32");
  other_machine_ = known ? "" : "--target=" + target;
}

// DataFlowSanitizer gives every function another name and other arguments, hooks too; HWAddressSanitizer puts a tag
// into the addresses of our tables.
bool Reader::look_at_features(std::string_view argument) {
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

void Reader::look_at_sanitizers(std::string_view names, bool on) {
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
} // namespace

Result<DriverArguments> read_driver_arguments(const std::vector<std::string>& arguments) {
  return Reader().read(arguments);
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

} // namespace unply
