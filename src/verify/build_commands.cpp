#include "verify/build_commands.h"
#include "base/mapped_file.h"
#include "base/split.h"
#include "unply/command_section.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <gelf.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace unply {
namespace fs = std::filesystem;

namespace {

std::string section_text(Elf* elf) {
  size_t names = 0;
  elf_getshdrstrndx(elf, &names);
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section));) {
    GElf_Shdr header;
    if (!gelf_getshdr(section, &header)) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    if (!name || std::string_view(name) != UNPLY_COMMAND_SECTION) continue;
    if (Elf_Data* data = elf_getdata(section, nullptr); data && data->d_buf)
      return {static_cast<const char*>(data->d_buf), data->d_size};
  }
  return {};
}

bool has_ending(std::string_view path, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

bool is_source(std::string_view path) {
  return has_ending(path, {".c", ".cc", ".cpp", ".cxx", ".C", ".c++", ".f", ".f90", ".F", ".F90", ".for", ".f95",
                           ".F95", ".f03", ".F03", ".f08", ".F08"});
}

// Options whose value is the next word, so that it is no input.
bool takes_value(std::string_view word) {
  constexpr std::string_view kOptions[] = {"-o",       "-I",      "-D",         "-U",          "-L",      "-include",
                                           "-isystem", "-iquote", "-idirafter", "-imacros",    "-MF",     "-MT",
                                           "-MQ",      "-x",      "-Xlinker",   "-Xclang",     "-mllvm",  "-u",
                                           "-T",       "-z",      "-J",         "-module-dir", "-target", "--param"};
  return std::ranges::find(kOptions, word) != std::end(kOptions);
}

template <class Wanted> std::vector<std::string> inputs(const BuildCommand& command, Wanted wanted) {
  std::vector<std::string> found;
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const std::string& word = command.arguments[i];
    if (takes_value(word))
      ++i;
    else if (!word.starts_with('-') && wanted(word))
      found.push_back(absolute_in(command.directory, word));
  }
  return found;
}

} // namespace

std::string absolute_in(const std::string& directory, const std::string& path) {
  return (fs::path(directory) / path).lexically_normal().string();
}

Result<std::vector<BuildCommand>> parse_build_commands(const std::string& text) {
  std::vector<BuildCommand> commands;
  std::set<BuildCommand> seen;
  for (const std::string& line : split(text, '\n')) {
    const std::string word = line.substr(std::min(line.find_first_not_of('\0'), line.size())); // between objects
    if (word.empty()) continue;
    const auto json = nlohmann::json::parse(word, nullptr, false);
    BuildCommand command;
    try {
      command = {json.at("directory"), json.at("verb"), json.at("arguments"), json.at("links")};
    } catch (const nlohmann::json::exception&) {
      return fail("the compiler commands in it are damaged", "build the program again");
    }
    if (seen.insert(command).second) commands.push_back(std::move(command));
  }
  std::ranges::stable_partition(commands, [](const BuildCommand& command) { return !command.links; });
  return commands;
}

Result<std::vector<BuildCommand>> read_build_commands(const std::string& program) {
  auto file = MappedFile::open(program);
  if (!file) return error_of(file);
  elf_version(EV_CURRENT);
  std::string bytes(reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size());
  Elf* elf = elf_memory(bytes.data(), bytes.size());
  const std::string text = elf ? section_text(elf) : "";
  if (elf) elf_end(elf);
  if (text.empty())
    return fail(fmt::format("{}: keeps no compiler commands", program),
                "build it with unply cc, c++ or fc, or give the command that builds it with --build");
  auto commands = parse_build_commands(text);
  if (!commands) return std::unexpected(commands.error().about(program));
  return commands;
}

std::vector<std::string> sources_of(const BuildCommand& command) { return inputs(command, is_source); }

std::vector<std::string> linked_inputs(const BuildCommand& command) {
  return inputs(command, [](std::string_view word) { return has_ending(word, {".o", ".a", ".so", ".lo"}); });
}

std::string object_of(const BuildCommand& command) {
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const std::string& word = command.arguments[i];
    if (word == "-o" && i + 1 < command.arguments.size())
      return absolute_in(command.directory, command.arguments[i + 1]);
    if (word.starts_with("-o") && word.size() > 2) return absolute_in(command.directory, word.substr(2));
  }
  const std::vector<std::string> sources = sources_of(command);
  if (sources.size() != 1) return {};
  return absolute_in(command.directory, fs::path(sources[0]).stem().string() + ".o");
}

} // namespace unply
