// The parts of judge_loops, each of which adds to the verdict on one loop.
#pragma once
#include "discover/variable_use.h"
#include "discover/verdict.h"

namespace unply {

struct Judgement {
  const SourceLoops& loops;
  uint32_t index;
  const SourceLoop& loop;
  const VariableUses& uses;
  LoopVerdict& verdict;
};

// The pointer through which alone the loop can update a variable of its caller, by one and the same element; or null.
const FactVariable* only_pointer(const LoopFacts& facts);
// The one pointer of which iterations read an element at a constant place before they write it; null: none, or several.
const FactVariable* carried_pointer(const LoopFacts& facts);
void judge_memory(Judgement& judgement); // variables in memory
void judge_registers(
    Judgement& judgement);                // values in registers, and variables that need a clause without a dependence
void judge_index(Judgement& judgement);   // what it needs behind the loop
void judge_types(Judgement& judgement);   // what clauses and loops cannot take
void judge_threads(Judgement& judgement); // what each thread has for itself, also in calls
void judge_whole_algorithm(Judgement& judgement); // instead of the two above
void judge_control(Judgement& judgement);         // exits, calls, and whether a directive can stand before the loop
void name_verdict(Judgement& judgement);          // from all of these: doall, reduction, guarded, pipeline, serial
// Wavefronts and collapsed nests, which need the verdicts on several loops.
void judge_nests(const SourceLoops& loops, std::vector<LoopVerdict>& verdicts);

void add_name(std::vector<std::string>& names, const std::string& name); // once, in order
std::string_view last_member(std::string_view name);                     // "n" of "s.n" and "this->n"; else all of it
std::string_view clause_operator(Update update);                         // "" for none
inline bool keeps_value(Scope scope) { return scope == Scope::global || scope == Scope::statics; }

} // namespace unply
