#include "discover/function_facts.h"
#include "discover/facts_json.h"

namespace unply {

using namespace facts_json;

namespace {

constexpr Named<StatementKind> kStatementKinds[] = {{"call", StatementKind::call},
                                                    {"assign", StatementKind::assign},
                                                    {"declare", StatementKind::declare},
                                                    {"return", StatementKind::returns},
                                                    {"if", StatementKind::branch}};

CallFact read_call(const Json& item) {
  CallFact call{.name = text_of(item, "name"),
                .callee = text_of(item, "callee"),
                .type = text_of(item, "type"),
                .at = spot_in(item),
                .begin = spot_at(member(item, "begin")),
                .end = spot_at(member(item, "end")),
                .always = flag_of(item, "always"),
                .guard_begin = spot_at(member(item, "guard")),
                .guard_end = spot_at(member(item, "guard"), 2),
                .unless = flag_of(item, "unless"),
                .whole = flag_of(item, "whole"),
                .names = {}};
  if (member(item, "names")) call.names = texts_of(item, "names");
  return call;
}

StatementFact read_statement(const Json& item) {
  StatementFact statement;
  statement.begin = spot_at(member(item, "begin"));
  statement.end = spot_at(member(item, "end"));
  statement.value_begin = spot_at(member(item, "value"));
  statement.value_end = spot_at(member(item, "value"), 2);
  statement.kind = word_of<StatementKind>(item, "kind", kStatementKinds, StatementKind::other);
  statement.macro = flag_of(item, "macro");
  statement.label = flag_of(item, "label");
  statement.leaves = flag_of(item, "leaves");
  statement.no_else = flag_of(item, "no_else");
  if (member(item, "tests")) statement.tests = texts_of(item, "tests");
  statement.calls_only = flag_of(item, "calls_only");
  statement.result = text_of(item, "result");
  statement.type = text_of(item, "type");
  statement.names = texts_of(item, "declares");
  statement.calls = rows_of<CallFact>(item, "calls", read_call);
  statement.variables = rows_of<FactVariable>(item, "variables", parse_variable);
  return statement;
}

BlockFact read_block(const Json& item) {
  BlockFact block;
  block.begin = spot_at(member(item, "begin"));
  block.end = spot_at(member(item, "end"));
  const Json* braces = member(item, "braces");
  block.braces = !braces || !braces->is_boolean() || braces->get<bool>();
  block.in_loop = flag_of(item, "in_loop");
  if (const SourceSpot around = spot_at(member(item, "around")); member(item, "around"))
    block.around = around.line, block.statement = around.column;
  block.statements = rows_of<StatementFact>(item, "statements", read_statement);
  return block;
}

} // namespace

FunctionFacts parse_function_facts(std::string_view text) {
  FunctionFacts facts;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return facts;
  facts.known = true;
  facts.language = text_of(json, "language");
  facts.function = text_of(json, "function");
  facts.begin = spot_at(member(json, "function_range"));
  facts.end = spot_at(member(json, "function_range"), 2);
  facts.text = parse_text(json);
  facts.declared = spot_at(member(json, "declaration"));
  facts.name_at = spot_at(member(json, "declaration"), 2);
  facts.no_result = flag_of(json, "no_result");
  facts.in_template = flag_of(json, "template");
  facts.lambda = flag_of(json, "lambda");
  facts.macro = flag_of(json, "macro");
  facts.openmp = flag_of(json, "openmp");
  for (const Json& parameter : rows_of<Json>(json, "parameters", [](const Json& item) { return item; })) {
    facts.parameters.push_back(text_of(parameter, "name"));
    if (flag_of(parameter, "changed")) facts.changed.push_back(facts.parameters.back());
  }
  facts.blocks = rows_of<BlockFact>(json, "blocks", read_block);
  for (uint32_t i = 0; i < facts.blocks.size(); ++i) // blocks follow those around them
    if (BlockFact& block = facts.blocks[i]; block.around != kNoBlock && block.around >= i) block.around = kNoBlock;
  facts.parts = rows_of<PartFact>(json, "parts", [](const Json& item) {
    const bool flag = item.is_array() && item.size() > 2 && item[2].is_boolean() && item[2].get<bool>();
    const bool loop = item.is_array() && item.size() > 3 && item[3] == "loop";
    return PartFact{spot_at(&item), flag, loop};
  });
  facts.sizes = texts_of(json, "sizes");
  return facts;
}

} // namespace unply
