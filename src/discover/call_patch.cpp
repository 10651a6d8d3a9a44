#include "discover/call_patch.h"
#include "discover/function_copy.h"
#include "discover/group_text.h"
#include "discover/recorded_text.h"
#include "discover/recursion_begin.h"
#include "discover/task_loop_text.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

std::string why_not(const SourceFunction& function, const CallGain& gain) {
  if (function.facts.lambda) return "the function is a lambda expression";
  if (function.facts.macro) return "a macro makes the function, or a part of it";
  if (function.facts.openmp) return "the function has an OpenMP directive already";
  if (gain.cut_off.needed && gain.cut_off.size.empty())
    return "many of its calls are too short for a task, and no parameter tells which: give it one that does, such as "
           "the depth, and call it serially from some value on";
  return "";
}

struct PatchInput {
  const SourceLoops& loops;
  const std::vector<LoopVerdict>& loop_verdicts;
  const std::vector<SourceFunction>& functions;
  const CallGain& gain;
  const CallVerdict& verdict;
  const SourceLines& text;
  const SourceFunction& function() const { return functions[gain.function]; }
};

Result<std::vector<LineEdit>> edits_with_copy(const PatchInput& input) {
  auto regions =
      regions_of_recursion(input.loops.trace(), input.functions, input.function(), true, StatementText(input.text));
  if (!regions) return error_of(regions);
  auto edits = edits_of(input.text, std::move(*regions));
  if (!edits) return error_of(edits);
  auto copy =
      copy_with_tasks(input.loops, input.loop_verdicts, input.function(), input.gain, input.verdict, input.text);
  if (!copy) return error_of(copy);
  edits->insert(edits->begin(), std::move(*copy)); // calls of the copy are behind it
  return edits;
}

Result<std::vector<LineEdit>> edits_in_place(const PatchInput& input) {
  const StatementText statements(input.text);
  if (input.gain.recursive && input.gain.cut_off.changed)
    return fail(fmt::format("{} tells how long a call takes, but the function changes it", input.gain.cut_off.size));
  const GroupForm form = input.gain.recursive ? GroupForm::in_place : GroupForm::region;
  std::vector<Replacement> replacements;
  for (const CallGroup& group : input.verdict.groups) {
    auto made = group_with_tasks(input.function(), group, input.gain.cut_off, form, statements);
    if (!made) return error_of(made);
    replacements.push_back(std::move(*made));
  }
  for (const TaskLoop& loop : input.verdict.loops) {
    auto made = loop_with_tasks(input.function(), input.loops[loop.loop], input.loop_verdicts[loop.loop],
                                input.gain.cut_off, form, statements);
    if (!made) return error_of(made);
    replacements.push_back(std::move(*made));
  }
  if (input.gain.recursive) {
    auto regions = regions_of_recursion(input.loops.trace(), input.functions, input.function(), false, statements);
    if (!regions) return error_of(regions);
    replacements.insert(replacements.end(), regions->begin(), regions->end());
  }
  return edits_of(input.text, std::move(replacements));
}

// On one line, though it may be broken.
std::string first_directive(const std::vector<LineEdit>& edits) {
  for (const LineEdit& edit : edits)
    for (size_t i = 0; i < edit.lines.size(); ++i) {
      const size_t at = edit.lines[i].find("#pragma omp task");
      if (at == std::string::npos) continue;
      std::string text = edit.lines[i].substr(at);
      while (text.ends_with('\\') && ++i < edit.lines.size()) {
        text.pop_back();
        text += edit.lines[i].substr(std::min(edit.lines[i].find_first_not_of(' '), edit.lines[i].size()));
      }
      return text;
    }
  return "";
}

} // namespace

Result<CallPatch> make_call_patch(const SourceLoops& loops, const std::vector<LoopVerdict>& loop_verdicts,
                                  const std::vector<SourceFunction>& functions, const CallGain& gain,
                                  const CallVerdict& verdict, const SourceLines& text, const std::string& path) {
  if (std::string why = why_not(functions[gain.function], gain); !why.empty()) return fail(std::move(why));
  if (has_changed(functions[gain.function].facts.text, text)) return fail(changed_text(path));
  const PatchInput input{loops, loop_verdicts, functions, gain, verdict, text};
  auto edits = gain.recursive && gain.cut_off.needed ? edits_with_copy(input) : edits_in_place(input);
  if (!edits && gain.cut_off.needed)
    if (auto in_place = edits_in_place(input)) edits = std::move(in_place);
  if (!edits) return error_of(edits);
  CallPatch patch;
  patch.directive = first_directive(*edits);
  patch.diff = unified_diff(path, text, *edits);
  patch.edits = std::move(*edits);
  return patch;
}

} // namespace unply
