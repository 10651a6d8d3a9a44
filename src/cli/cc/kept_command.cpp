#include "cli/cc/kept_command.h"
#include "base/text_file.h"
#include "cli/cc/driver_arguments.h"
#include "unply/command_section.h"
#include <algorithm>
#include <array>
#include <elf.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

namespace unply {

using Words = std::vector<std::string>;

static void write_out(const Words& words, Words& out, int depth) {
  constexpr int kMostDepth = 10; // a file of arguments may name itself
  for (const std::string& word : words) {
    auto text = word.starts_with('@') && depth < kMostDepth ? read_text_file(word.substr(1)) : fail("");
    if (text)
      write_out(split_response_file(*text), out, depth + 1);
    else
      out.push_back(word);
  }
}

std::string kept_command(const std::string& verb, const Words& arguments, bool links) {
  Words words;
  write_out(arguments, words, 0);
  std::error_code ignored;
  const nlohmann::ordered_json line{{"directory", std::filesystem::current_path(ignored).string()},
                                    {"verb", verb},
                                    {"arguments", words},
                                    {"links", links}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// An object with this one section, and the mark that it needs no executable stack.
static std::string command_object(const std::string& line) {
  using namespace std::string_view_literals;
  constexpr std::string_view kNames = "\0" UNPLY_COMMAND_SECTION "\0.note.GNU-stack\0.shstrtab\0"sv;
  const auto name = [&](std::string_view text) { return static_cast<Elf64_Word>(kNames.find(text)); };
  std::array<Elf64_Shdr, 4> sections{};
  Elf64_Ehdr header{};
  const size_t text_at = sizeof header, names_at = text_at + line.size();
  const size_t table_at = (names_at + kNames.size() + 7) / 8 * 8;
  std::copy_n(ELFMAG, SELFMAG, header.e_ident);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_REL;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_shoff = table_at;
  header.e_ehsize = sizeof header;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = sections.size();
  header.e_shstrndx = 3;
  sections[1] = {.sh_name = name(UNPLY_COMMAND_SECTION),
                 .sh_type = SHT_PROGBITS,
                 .sh_flags = 0,
                 .sh_addr = 0,
                 .sh_offset = text_at,
                 .sh_size = line.size(),
                 .sh_link = 0,
                 .sh_info = 0,
                 .sh_addralign = 1,
                 .sh_entsize = 0};
  sections[2] = sections[1];
  sections[2].sh_name = name(".note.GNU-stack");
  sections[2].sh_size = 0;
  sections[3] = sections[1];
  sections[3].sh_name = name(".shstrtab");
  sections[3].sh_type = SHT_STRTAB;
  sections[3].sh_offset = names_at;
  sections[3].sh_size = kNames.size();
  std::string object(reinterpret_cast<const char*>(&header), sizeof header);
  object.append(line).append(kNames);
  object.resize(table_at);
  return object.append(reinterpret_cast<const char*>(sections.data()), sizeof sections);
}

Words link_kept_command(const std::string& line) {
  const std::string object = command_object(line);
  const int file = memfd_create("unply-command", 0); // inherited by the compiler and the linker
  if (file < 0) return {};
  for (size_t done = 0; done < object.size();) {
    const ssize_t n = write(file, object.data() + done, object.size() - done);
    if (n <= 0) return {};
    done += static_cast<size_t>(n);
  }
  return {"-Xlinker", fmt::format("/proc/self/fd/{}", file)};
}

} // namespace unply
