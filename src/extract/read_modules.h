// The bitcode of a program: the modules that its objects carry in the section kBitcodeSection, linked into one.
#pragma once
#include "base/result.h"
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <string>
#include <vector>

namespace unply::extract {

// Each module in the section stands behind kBitcodeMark and its size (8 bytes), so that padding between objects and any
// order of the linker does no harm.
constexpr const char* kBitcodeSection = "unply_stg";
constexpr const char* kBitcodeMark = "UNPLYBC1";

struct LinkedModule {
  std::unique_ptr<llvm::Module> module;
  size_t parts = 0;
  std::vector<std::string> unseen = {}; // modules that could not be linked, a sentence each
};

// Files: executables, shared objects, object files, or bitcode.
Result<LinkedModule> read_modules(const std::vector<std::string>& files, llvm::LLVMContext& context);

} // namespace unply::extract
