// Lists of options, from `clang-22 --help` and `flang-22 --help`.
#include "cli/cc/driver_options.h"
#include <algorithm>
#include <initializer_list>

namespace unply {

static bool is_one_of(std::string_view argument, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, argument) != words.end();
}

bool takes_next(std::string_view argument) {
  return is_one_of(argument, {"-o",
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
}

bool stops_before_link(std::string_view argument) {
  return is_one_of(argument, {"-c",
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
}

bool is_question(std::string_view argument) {
  return is_one_of(argument,
                   {"--version", "-version", "-dumpversion", "-dumpfullversion", "-dumpmachine", "-dumpspecs", "--help",
                    "-help", "--help-hidden", "-cc1", "-cc1as", "-fc1", "--print-targets", "--autocomplete"}) ||
         argument.starts_with("-print-") || argument.starts_with("--print-") || argument.starts_with("--help=") ||
         argument.starts_with("--autocomplete=");
}

bool is_header_name(std::string_view input) {
  return std::ranges::any_of(std::initializer_list<std::string_view>{".h", ".hh", ".hpp", ".hxx", ".H", ".hp"},
                             [&](std::string_view ending) { return input.ends_with(ending); });
}

} // namespace unply
