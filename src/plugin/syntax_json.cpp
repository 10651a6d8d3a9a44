// See syntax_json.h.
#include "syntax_json.h"

#include "text_checksum.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace unply {

using namespace clang;

const DeclaratorDecl* TemplatePatterns::of(const DeclaratorDecl& made) {
  if (const auto* field = dyn_cast<FieldDecl>(&made)) {
    const auto* record = dyn_cast<CXXRecordDecl>(field->getParent());
    add_members(record ? record->getTemplateInstantiationPattern() : nullptr);
  } else {
    for (const DeclContext* context = made.getDeclContext(); context; context = context->getParent())
      if (const auto* function = dyn_cast<FunctionDecl>(context)) // its variables are members of it to clang
        add_members(function->getTemplateInstantiationPattern());
  }
  if (const DeclaratorDecl* found = by_place_.lookup(made.getLocation())) return found;
  // An instantiation has the parameters of the template's first declaration.
  const auto* parameter = dyn_cast<ParmVarDecl>(&made);
  const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  const FunctionDecl* pattern = function ? function->getTemplateInstantiationPattern() : nullptr;
  if (!pattern || pattern->getNumParams() != function->getNumParams()) return nullptr;
  return pattern->getParamDecl(parameter->getFunctionScopeIndex());
}

void TemplatePatterns::add_members(const DeclContext* members) {
  if (!members || !seen_.insert(members).second) return;
  for (const Decl* member : members->decls())
    if (const auto* declared = dyn_cast<DeclaratorDecl>(member)) by_place_[declared->getLocation()] = declared;
}

void SyntaxWriter::write_place(llvm::StringRef key, std::initializer_list<Place> places) {
  out_.attributeArray(key, [&] {
    for (const auto& [line, column] : places) {
      out_.value(line);
      out_.value(column);
    }
  });
}

void SyntaxWriter::write_line_and_column(SourceLocation at) {
  const auto [line, column] = places_.of(at);
  out_.attribute("line", line);
  out_.attribute("column", column);
}

// By which a later reader finds out whether the lines have changed. None where `#line` numbers them.
void SyntaxWriter::write_text_of(SourceLocation begin, unsigned last_line) {
  const SourceManager& sources = context_.getSourceManager();
  const SourceLocation at = sources.getFileLoc(begin);
  const unsigned line = places_.of(begin).first;
  if (!at.isValid() || line == 0 || last_line < line || sources.getSpellingLineNumber(at) != line) return;
  const FileID file = sources.getFileID(at);
  const unsigned first = sources.getFileOffset(sources.translateLineCol(file, line, 1));
  if (const auto sum = checksum_of_lines(sources.getBufferData(file).substr(first), last_line + 1 - line))
    out_.attributeArray("text", [&] {
      out_.value(line);
      out_.value(last_line);
      out_.value(*sum);
    });
}

// The function, or one around it, is made from a template.
bool SyntaxWriter::is_template() const {
  for (const DeclContext* context = function_; context; context = context->getParent()) {
    if (const auto* function = dyn_cast<FunctionDecl>(context); function && function->isTemplateInstantiation())
      return true;
    if (isa<ClassTemplateSpecializationDecl>(context) &&
        cast<ClassTemplateSpecializationDecl>(context)->getSpecializationKind() != TSK_ExplicitSpecialization)
      return true;
  }
  return false;
}

// Clang makes functions of its own of the parts that OpenMP runs in parallel.
const DeclContext* function_around(const DeclContext* context) {
  while (context && (isa<CapturedDecl>(context) || !context->isFunctionOrMethod())) context = context->getParent();
  return context;
}

bool SyntaxWriter::is_captured(const VariableUse& use) const {
  const auto* variable = dyn_cast_or_null<VarDecl>(use.variable);
  return variable && !use.inside && variable->isLocalVarDeclOrParm() &&
         function_around(variable->getDeclContext()) != function_around(function_);
}

llvm::StringRef SyntaxWriter::scope_of(const VariableUse& use) const {
  if (!use.variable) return "this";
  if (use.member) return "member";
  if (use.inside) return "inside";
  const auto* variable = dyn_cast<VarDecl>(use.variable);
  if (!variable) return "local"; // a structured binding
  if (isa<ParmVarDecl>(variable)) return "parameter";
  if (variable->isLocalVarDecl() && !variable->isStaticLocal() && !variable->hasExternalStorage()) return "local";
  const bool is_static =
      variable->isStaticLocal() || variable->isStaticDataMember() || variable->getFormalLinkage() == Linkage::Internal;
  return is_static ? "static" : "global";
}

std::string name_of(const VariableUse& use) {
  const std::string name = use.variable ? use.variable->getNameAsString() : "this";
  return use.explicit_this ? "this->" + name : name;
}

const char* shape_of(QualType type) {
  if (type->isReferenceType()) return "reference";
  if (type->isArrayType()) return "array";
  if (type->isAnyPointerType()) return "pointer";
  return type->isRecordType() ? "class" : "scalar";
}

// With `auto` and `T` where the source has them: the instantiation's own variable has int. A structured binding has the
// type of the whole.
QualType SyntaxWriter::written_type(const ValueDecl& variable) {
  const auto* part = dyn_cast<BindingDecl>(&variable);
  const auto* declared = part ? cast<DeclaratorDecl>(part->getDecomposedDecl()) : dyn_cast<DeclaratorDecl>(&variable);
  if (const DeclaratorDecl* pattern = declared && is_template() ? patterns_.of(*declared) : nullptr) declared = pattern;
  const TypeSourceInfo* written = declared ? declared->getTypeSourceInfo() : nullptr;
  return written ? written->getType() : variable.getType();
}

// A structured binding to a reference is one.
void SyntaxWriter::write_type(const ValueDecl& variable) {
  const auto* part = dyn_cast<BindingDecl>(&variable);
  const QualType type = written_type(variable);
  write_text("type", type.getAsString(context_.getPrintingPolicy()));
  if (type->getContainedDeducedType())
    write_text("deduced", variable.getType().getAsString(context_.getPrintingPolicy()));
  const bool refers = part && part->getDecomposedDecl()->getType()->isReferenceType();
  const QualType canonical = variable.getType().getCanonicalType();
  write_text("shape", refers ? "reference" : shape_of(canonical));
  const auto* array = context_.getAsConstantArrayType(canonical);
  if (array && !type->isDependentType())
    out_.attribute("elements", static_cast<int64_t>(context_.getConstantArrayElementCount(array)));
}

namespace {

// "" if a clause of OpenMP can reduce values of the type with -fopenmp alone: clang combines those of more than eight
// bytes, and complex ones, by functions of libatomic, and takes no atomic ones. Of an array or a pointer the elements
// count, of which a clause may name some.
std::string irreducible_type(QualType type, const ASTContext& context) {
  type = type.getNonReferenceType();
  if (type->isPointerType()) type = type->getPointeeType();
  type = context.getBaseElementType(type).getCanonicalType().getUnqualifiedType();
  if (type->isAtomicType()) return "atomic";
  if (!type->isAnyComplexType() && !type->isRealType()) return "";
  const bool in_word = !type->isAnyComplexType() && context.getTypeSize(type) <= 64;
  return in_word ? "" : type.getAsString(context.getPrintingPolicy());
}

} // namespace

// What clauses can say of it.
void SyntaxWriter::write_limits(const VariableUse& use) {
  const auto* variable = dyn_cast_or_null<VarDecl>(use.variable);
  const auto* part = dyn_cast_or_null<BindingDecl>(use.variable);
  write_flag("thread_local", variable && variable->getTLSKind() != VarDecl::TLS_None);
  write_flag("binding", part != nullptr);
  write_flag("macro", use.macro);
  const DeclContext* context = variable ? variable->getDeclContext()->getRedeclContext() : nullptr;
  write_flag("qualified", context && !context->isFunctionOrMethod() && !context->isTranslationUnit());
  if (!use.variable || use.variable->getType()->isDependentType()) return;
  if (const std::string type = irreducible_type(use.variable->getType(), context_); !type.empty())
    write_text("irreducible", type);
}

std::string name_as_written(const Expr& callee) {
  if (const auto* member = dyn_cast<MemberExpr>(&callee)) {
    const Expr* base = member->getBase()->IgnoreParenImpCasts();
    const std::string own = member->getMemberNameInfo().getAsString();
    if (isa<CXXThisExpr>(base)) return cast<CXXThisExpr>(base)->isImplicit() ? own : "this->" + own;
    if (!isa<DeclRefExpr, MemberExpr>(base)) return own;
    return name_as_written(*base) + (member->isArrow() ? "->" : ".") + own;
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(&callee)) {
    std::string text;
    llvm::raw_string_ostream out(text);
    if (name->getQualifier()) name->getQualifier().print(out, PrintingPolicy(LangOptions()));
    out << name->getNameInfo().getAsString();
    return text;
  }
  if (const auto* operation = dyn_cast<UnaryOperator>(&callee))
    return name_as_written(*operation->getSubExpr()->IgnoreParenImpCasts());
  return "";
}

} // namespace unply
