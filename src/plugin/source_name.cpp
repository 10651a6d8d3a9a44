// See source_name.h.
#include "source_name.h"

#include "llvm/Demangle/Demangle.h"

#include <cstdlib>

namespace unply {

using namespace llvm;

std::string source_name(const Function& function) {
  const std::string whole = function.getName().str(), mangled = whole.substr(0, whole.find('.', 1)); // of f.loops
  ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str())) return mangled;
  size_t size = 0;
  char* text = demangler.getFunctionName(nullptr, &size);
  const std::string name = text ? text : mangled;
  std::free(text);
  return name;
}

} // namespace unply
