// All code that depends on the LLVM version is here. Supported: 22.
#ifndef UNPLY_PLUGIN_LLVM_COMPAT_H
#define UNPLY_PLUGIN_LLVM_COMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/ModRef.h"

static_assert(LLVM_VERSION_MAJOR == 22, "the plugin is written against LLVM 22: look through llvm_compat.h first");

namespace unply::compat {

/// The callee may compare or keep the address as a number, and does not reach the object by it.
inline llvm::Attribute captures_address(llvm::LLVMContext& context) {
  return llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo(llvm::CaptureComponents::Address));
}
/// The attribute formerly named nocapture.
inline llvm::Attribute captures_none(llvm::LLVMContext& context) {
  return llvm::Attribute::getWithCaptureInfo(context, llvm::CaptureInfo::none());
}

/// The object whose life a lifetime marker starts or ends; LLVM 22 dropped the size operand.
inline llvm::AllocaInst* lifetime_object(const llvm::IntrinsicInst& marker) {
  return llvm::dyn_cast<llvm::AllocaInst>(marker.getArgOperand(marker.arg_size() - 1)->stripPointerCasts());
}

} // namespace unply::compat

#endif
