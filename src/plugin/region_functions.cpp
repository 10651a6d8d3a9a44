// See region_functions.h. Declares them as clang declares a library function that is called without a declaration
// (Sema::LazilyCreateBuiltin); compatible with runtime_abi.h, which the user may include before or after.
#include "region_functions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

namespace unply {

using clang::ASTContext;
using clang::QualType;

namespace {

bool is_declared(clang::Sema& sema, const clang::DeclarationName& name) {
  clang::LookupResult found(sema, name, clang::SourceLocation(), clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  return sema.LookupQualifiedName(found, sema.Context.getTranslationUnitDecl()) && found.isSingleResult();
}

void add_parameters(ASTContext& context, clang::FunctionDecl& function, llvm::ArrayRef<QualType> types) {
  llvm::SmallVector<clang::ParmVarDecl*, 4> parameters;
  for (const QualType type : types) {
    auto* parameter = clang::ParmVarDecl::Create(context, &function, clang::SourceLocation(), clang::SourceLocation(),
                                                 nullptr, type, nullptr, clang::SC_None, nullptr);
    parameter->setScopeInfo(0, parameters.size());
    parameters.push_back(parameter);
  }
  function.setParams(parameters);
}

void declare(clang::Sema& sema, const char* text, QualType result, llvm::ArrayRef<QualType> types) {
  ASTContext& context = sema.Context;
  const clang::DeclarationName name(&context.Idents.get(text));
  if (is_declared(sema, name)) return;
  const clang::SourceLocation nowhere;
  clang::DeclContext* parent = context.getTranslationUnitDecl();
  if (sema.getLangOpts().CPlusPlus) {
    auto* linkage = clang::LinkageSpecDecl::Create(context, parent, nowhere, nowhere, clang::LinkageSpecLanguageIDs::C,
                                                   /*HasBraces=*/false);
    linkage->setImplicit();
    parent->addDecl(linkage);
    parent = linkage;
  }
  const QualType type = context.getFunctionType(result, types, clang::FunctionProtoType::ExtProtoInfo());
  auto* function = clang::FunctionDecl::Create(context, parent, nowhere, nowhere, name, type, nullptr, clang::SC_Extern,
                                               /*UsesFPIntrin=*/false, /*isInlineSpecified=*/false,
                                               /*hasWrittenPrototype=*/true);
  function->setImplicit();
  add_parameters(context, *function, types);
  function->addAttr(clang::NoThrowAttr::CreateImplicit(context)); // noexcept would differ from a declaration without
  clang::DeclContext* before = sema.CurContext;
  sema.CurContext = parent;
  sema.PushOnScopeChains(function, sema.TUScope);
  sema.CurContext = before;
}

} // namespace

void declare_region_functions(clang::Sema& sema) {
  ASTContext& context = sema.Context;
  const QualType text = context.getPointerType(context.CharTy.withConst());
  const QualType scope = context.getPointerType(context.VoidPtrTy);
  for (const char* name : {"__unply_pragma_trace", "__unply_pragma_task"})
    declare(sema, name, context.VoidPtrTy, {text, text, context.UnsignedIntTy, context.UnsignedIntTy});
  for (const char* name : {"__unply_pragma_trace_end", "__unply_pragma_task_end"})
    declare(sema, name, context.VoidTy, {scope});
}

} // namespace unply
