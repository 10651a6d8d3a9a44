// See seen_functions.h.
#include "seen_functions.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalAlias.h"

namespace unply {

using namespace llvm;

namespace {

constexpr const char* kPrefix = "__unply_seen.";

// Inline functions are defined in every object that calls them, so no other object refers to their symbol.
bool others_can_call(const GlobalValue& function) {
  return !function.hasLocalLinkage() && !function.hasLinkOnceLinkage();
}

} // namespace

Constant* SeenFunctions::elsewhere(const Function& callee) {
  const std::string name = (kPrefix + callee.getName()).str();
  if (GlobalValue* known = module_.getNamedValue(name)) return known;
  return new GlobalVariable(module_, Type::getInt8Ty(module_.getContext()), true, GlobalValue::ExternalWeakLinkage,
                            nullptr, name);
}

void SeenFunctions::define_all(const Function& function) {
  if (others_can_call(function)) define(function);
  for (const GlobalAlias& alias : module_.aliases())
    if (alias.getAliaseeObject() == &function && others_can_call(alias)) define(alias);
}

void SeenFunctions::define(const GlobalValue& function) {
  const std::string symbol = (kPrefix + function.getName()).str();
  if (function.getName() == "main" || module_.getNamedValue(symbol)) return;
  Type* byte = Type::getInt8Ty(module_.getContext());
  if (!mark_)
    mark_ = new GlobalVariable(module_, byte, true, GlobalValue::InternalLinkage, ConstantInt::get(byte, 1),
                               "__unply.seen");
  GlobalAlias* alias = GlobalAlias::create(byte, 0, GlobalValue::WeakAnyLinkage, symbol, mark_, &module_);
  alias->setVisibility(function.getVisibility());
}

} // namespace unply
