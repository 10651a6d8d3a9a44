#include "build_command.h"
#include "unply/command_section.h"
#include <cstdlib>
#include <llvm/Support/Format.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

namespace unply {

// As assembler text, because a variable of LLVM's would be loaded with the program.
void keep_build_command(llvm::Module& module) {
  const char* command = std::getenv(UNPLY_COMMAND_VARIABLE);
  if (!command || !*command) return;
  llvm::InitializeNativeTargetAsmParser(); // flang has none of its own
  std::string text;
  llvm::raw_string_ostream out(text);
  out << ".pushsection " UNPLY_COMMAND_SECTION ",\"\",@progbits\n.ascii \"";
  for (const char* c = command; *c; ++c) {
    const auto byte = static_cast<unsigned char>(*c);
    if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\')
      out << '\\' << llvm::format("%03o", byte);
    else
      out << *c;
  }
  out << "\"\n.popsection\n";
  module.appendModuleInlineAsm(text);
}

} // namespace unply
