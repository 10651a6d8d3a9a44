// Functions with calls as the compiler and the profile describe them, made by hand for tests.
#pragma once
#include "discover/call_patch.h"
#include "discover/task_loops.h"
#include "discover/testing/sample_profile.h"
#include <algorithm>
#include <doctest/doctest.h>

namespace unply {

// Lines from 1. Places of statements and calls are found in the text, so that they cannot be wrong.
class SampleFunction {
public:
  explicit SampleFunction(std::string text) : text_(std::move(text)), lines_(text_) {}

  std::string place(const std::string& words, size_t number = 0) const {
    size_t at = text_.find(words);
    while (number-- > 0) at = text_.find(words, at + 1);
    REQUIRE(at != std::string::npos);
    return spot(at) + "," + spot(at + words.size());
  }
  std::string begin(const std::string& words, size_t number = 0) const {
    const std::string both = place(words, number);
    return both.substr(0, both.find(',', both.find(',') + 1));
  }
  // A call of `words`, the number-th in the text.
  std::string call(const std::string& name, const std::string& words, const std::string& more,
                   size_t number = 0) const {
    const std::string both = place(words, number), first = begin(words, number);
    const size_t comma = first.find(',');
    const size_t half = both.find(',', both.find(',') + 1);
    return "{\"line\":" + first.substr(0, comma) + ",\"column\":" + first.substr(comma + 1) + ",\"name\":\"" + name +
           "\",\"callee\":\"" + name + "\",\"begin\":[" + first + "],\"end\":[" + both.substr(half + 1) +
           "],\"always\":true" + more + "}";
  }
  std::string statement(const std::string& kind, const std::string& words, const std::string& more,
                        size_t number = 0) const {
    const std::string both = place(words, number), first = begin(words, number);
    return "{\"kind\":\"" + kind + "\",\"begin\":[" + first + "],\"end\":[" + both.substr(first.size() + 1) + "]" +
           more + "}";
  }
  const SourceLines& lines() const { return lines_; }

private:
  std::string spot(size_t at) const {
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<ptrdiff_t>(at), '\n') + 1;
    const size_t start = text_.rfind('\n', at == 0 ? 0 : at - 1);
    const size_t column = at - (start == std::string::npos || at == 0 ? 0 : start + 1) + 1;
    return std::to_string(line) + "," + std::to_string(column);
  }
  std::string text_;
  SourceLines lines_;
};

inline constexpr const char* kVariableN =
    R"({"name":"n","scope":"parameter","shape":"scalar","type":"int","read":true,"written":false,"address":false})";

struct Sample {
  SampleProfile profile;
  uint32_t function(const std::string& name, uint32_t line, const std::string& facts, uint64_t work) {
    profile.trace().loops.functions.push_back(
        {profile.string("a.c"), profile.string(name), line, profile.string(facts), 1000, work});
    return static_cast<uint32_t>(profile.trace().loops.functions.size() - 1);
  }
  void work(uint32_t function, uint16_t kind, uint16_t number, uint64_t count, uint64_t work) {
    profile.trace().loops.part_works.push_back({function, kind, number, count, work});
  }
  void dependence(uint32_t function, EdgeKind kind, uint32_t part_from, uint32_t part_to, uint32_t site_from,
                  uint32_t site_to) {
    profile.trace().loops.part_dependences.push_back({function, kind, site_from, site_to, part_from, part_to, 1});
  }
};

// Functions and verdicts of a sample; the verdicts have passed their checks.
struct JudgedCalls {
  SourceLoops loops;
  std::vector<LoopVerdict> loop_verdicts;
  std::vector<SourceFunction> functions;
  std::vector<CallVerdict> verdicts;
  explicit JudgedCalls(const Trace& trace) : loops(trace), functions(source_functions(trace)) {
    mark_recursive_loops(loops, functions);
    loop_verdicts = judge_loops(loops);
    verdicts = judge_all_calls(loops, loop_verdicts, functions);
    CHECK(check_call_tasks(loops, loop_verdicts, functions, verdicts));
  }
  std::vector<CallGain> gains() const { return rank_calls(loops.trace(), functions, verdicts); }
  Result<CallPatch> patch(const CallGain& gain, const SourceLines& lines) const {
    return make_call_patch(loops, loop_verdicts, functions, gain, verdicts[gain.function], lines, "a.c");
  }
};

} // namespace unply
