// See loop_places.h.
#include "loop_places.h"

#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

namespace unply {

using namespace clang;

Place LoopPlaces::of(SourceLocation at) const {
  const PresumedLoc place = sources_.getPresumedLoc(sources_.getFileLoc(at));
  return place.isValid() ? Place{place.getLine(), place.getColumn()} : Place{};
}

std::string LoopPlaces::file_of(SourceLocation at) const {
  const PresumedLoc place = sources_.getPresumedLoc(sources_.getFileLoc(at));
  return place.isValid() ? place.getFilename() : "";
}

// As SourceManager::getFileLoc, but to the end of an expansion.
SourceLocation LoopPlaces::end_of(SourceLocation token) const {
  while (token.isMacroID())
    token = sources_.isMacroArgExpansion(token) ? sources_.getImmediateSpellingLoc(token)
                                                : sources_.getImmediateExpansionRange(token).getEnd();
  return token;
}

Place LoopPlaces::behind(SourceLocation token) const {
  return of(Lexer::getLocForEndOfToken(end_of(token), 0, sources_, options_));
}

static const Stmt* last_part(const Stmt* statement) {
  for (const Stmt* next = statement; next;) {
    statement = next;
    next = nullptr;
    if (const auto* loop = dyn_cast<ForStmt>(statement))
      next = loop->getBody();
    else if (const auto* loop = dyn_cast<WhileStmt>(statement))
      next = loop->getBody();
    else if (const auto* loop = dyn_cast<CXXForRangeStmt>(statement))
      next = loop->getBody();
    else if (const auto* choice = dyn_cast<IfStmt>(statement))
      next = choice->getElse() ? choice->getElse() : choice->getThen();
    else if (const auto* choice = dyn_cast<SwitchStmt>(statement))
      next = choice->getBody();
    else if (const auto* label = dyn_cast<LabelStmt>(statement))
      next = label->getSubStmt();
    else if (const auto* label = dyn_cast<SwitchCase>(statement))
      next = label->getSubStmt();
    else if (const auto* attributed = dyn_cast<AttributedStmt>(statement))
      next = attributed->getSubStmt();
  }
  return statement;
}

Place LoopPlaces::behind(const Stmt& statement) const {
  const Stmt* last = last_part(&statement);
  if (isa<CompoundStmt, CXXTryStmt, NullStmt, DeclStmt>(last)) return behind(last->getEndLoc());
  const SourceLocation end = end_of(last->getEndLoc());
  if (const auto token = Lexer::findNextToken(end, sources_, options_); token && token->is(tok::semi))
    return of(token->getEndLoc());
  return behind(end);
}

} // namespace unply
