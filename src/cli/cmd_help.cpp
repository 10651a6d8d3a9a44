// unply help [VERB], and unply completion SHELL: both print the table of verbs in some form. The completion scripts
// call `unply VERB --help` for options at each completion, so they never disagree with the program.
#include "cli/command.h"
#include "cli/spelling.h"
#include "cli/verbs.h"
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace unply {

static int print_overview() {
  fmt::print("unply finds the parallelism in a program, the dependences that limit it, and the\n"
             "speedup it allows.\n\n"
             "Usage: unply VERB [ARGUMENTS]\n");
  constexpr std::pair<VerbGroup, const char*> kGroups[] = {
      {VerbGroup::build, "Build and record"},
      {VerbGroup::parallelism, "Find parallelism and the dependences that limit it"},
      {VerbGroup::gain, "Predict the speedup"},
      {VerbGroup::delivery, "Observe parallel runs"},
      {VerbGroup::tools, "Inspect recordings and the installation"}};
  for (const auto& [group, title] : kGroups) {
    fmt::print("\n{}:\n", title);
    for (const Verb& verb : verbs())
      if (verb.group == group) fmt::print("  {:<12} {}\n", verb.name, verb.purpose);
  }
  fmt::print("\nOptions:\n"
             "  --version    version of unply\n"
             "  --help       this page; unply VERB --help has the options of a verb\n\n"
             "Examples:\n"
             "  unply c++ -O2 -g heat.cpp -o heat      # instead of clang++\n"
             "  unply record ./heat 1000               # runs it, writes heat.trace\n"
             "  unply report heat.trace\n"
             "  unply graph heat.trace --format svg -o heat.svg\n");
  return kExitOk;
}

Error unknown_verb(const std::string& word) {
  std::vector<std::string> known;
  for (const Verb& verb : verbs()) known.push_back(verb.name);
  std::string nearest = nearest_word(word, known);
  std::string hint = nearest.empty() ? "unply --help lists the verbs" : fmt::format("did you mean unply {}?", nearest);
  return {fmt::format("{}: no such verb", word), hint};
}

int cmd_help(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) == "--help" || std::string_view(argv[1]) == "-h") return print_overview();
  if (argc > 2) return print_error({fmt::format("{}: unexpected argument of unply help", argv[2]), "unply help VERB"});
  for (const Verb& verb : verbs())
    if (std::string_view(argv[1]) == verb.name) {
      if (verb.run == cmd_help) return print_overview();
      static char help[] = "--help";
      std::array<char*, 3> arguments = {argv[1], help, nullptr};
      return verb.run(2, arguments.data());
    }
  return print_error(unknown_verb(argv[1]));
}

static constexpr const char* kBash = R"sh(# bash completion of unply; load it with: source <(unply completion bash)
_unply() {
  local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} IFS=$'\n'
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W $'@VERBS@\n--help\n--version' -- "$word"))
  elif [[ $verb == help ]]; then
    COMPREPLY=($(compgen -W $'@VERBS@' -- "$word"))
  elif [[ $verb == completion ]]; then
    COMPREPLY=($(compgen -W $'bash\nzsh' -- "$word"))
  elif [[ $verb == stg ]] && ((COMP_CWORD == 2)); then
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" stg --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" "$verb" $([[ $verb != stg ]] || echo "${COMP_WORDS[2]}") --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _unply unply
)sh";

static constexpr const char* kZsh = R"sh(#compdef unply
# zsh completion of unply; put it into a folder of $fpath as _unply, or: source <(unply completion zsh)
_unply() {
  local -a unply_verbs
  unply_verbs=(@VERBS@)
  if ((CURRENT == 2)); then
    _describe verb unply_verbs
  elif [[ $words[2] == help ]]; then
    _describe verb unply_verbs
  elif [[ $words[2] == completion ]]; then
    compadd bash zsh
  elif [[ $words[2] == stg ]] && ((CURRENT == 3)); then
    compadd -- ${(f)"$($words[1] stg --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p')"}
  elif [[ $PREFIX == -* ]]; then
    compadd -- ${(fu)"$($words[1] $words[2] $([[ $words[2] == stg ]] && echo $words[3]) --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*')"}
  else
    _files
  fi
}
if [[ $funcstack[1] == _unply ]]; then _unply "$@"; else compdef _unply unply; fi
)sh";

static int print_completion_help() {
  fmt::print("Usage: unply completion bash|zsh\n\n"
             "Prints a script that completes verbs, options and files.\n\n"
             "Examples:\n"
             "  source <(unply completion bash)\n"
             "  unply completion zsh > ~/.zfunc/_unply\n");
  return kExitOk;
}

static int print_script(std::string script, const std::string& names) {
  for (size_t at; (at = script.find("@VERBS@")) != std::string::npos;) script.replace(at, 7, names);
  std::fputs(script.c_str(), stdout);
  return kExitOk;
}

int cmd_completion(int argc, char** argv) {
  std::string_view shell = argc == 2 ? argv[1] : "";
  if (shell == "--help" || shell == "-h") return print_completion_help();
  std::string names;
  if (shell == "bash") {
    for (const Verb& verb : verbs()) names += fmt::format("{}{}", names.empty() ? "" : "\\n", verb.name);
    return print_script(kBash, names);
  }
  if (shell == "zsh") {
    for (const Verb& verb : verbs())
      names += fmt::format("{}'{}:{}'", names.empty() ? "" : " ", verb.name, verb.purpose);
    return print_script(kZsh, names);
  }
  return print_error({argc == 2 ? fmt::format("{}: no such shell, expected bash or zsh", argv[1])
                                : "completion: expected one shell, bash or zsh",
                      "try unply completion bash"});
}

} // namespace unply
