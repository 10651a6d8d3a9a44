// A loop of a recursive function with `taskloop`, as lines that take the place of the original ones.
#pragma once
#include "discover/group_text.h"
#include "discover/verdict.h"

namespace unply {

// form: in_place or copy.
Result<Replacement> loop_with_tasks(const SourceFunction& function, const SourceLoop& loop, const LoopVerdict& verdict,
                                    const CutOff& cut_off, GroupForm form, const StatementText& text);

} // namespace unply
