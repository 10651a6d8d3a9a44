// The answers of unply independent, in two output forms.
#pragma once
#include "analysis/independence/antichain.h"
#include "cli/graph_input.h"
#include "cli/text_style.h"

namespace unply {

inline constexpr int kIndependentSchema = 1;

struct IndependentOptions {
  GraphChoice choice;
  double limit_s = 10;
  size_t width = 100; // of text, in columns
};

// Vertices of the graph everywhere; users see their ids.
struct IndependentOfTask {
  uint32_t task;
  std::vector<uint32_t> others; // that can run at the same time, without the task
  uint32_t before = 0;          // tasks that it must wait for; the rest must wait for it
};

struct IndependentSet {
  std::vector<uint32_t> set;
  std::vector<uint32_t> path;  // why it is not independent; empty if it is
  std::optional<uint32_t> add; // why it is not maximal; none if it is, or if it is not independent
};

std::string independent_text(const GraphInput& input, const IndependentOptions& options, const AntichainResult& result,
                             const Style& style);
std::string independent_text(const GraphInput& input, const IndependentOptions& options,
                             const IndependentOfTask& result, const Style& style);
std::string independent_text(const GraphInput& input, const IndependentOptions& options, const IndependentSet& result,
                             const Style& style);

std::string independent_json(const GraphInput& input, const IndependentOptions& options, const AntichainResult& result);
std::string independent_json(const GraphInput& input, const IndependentOptions& options,
                             const IndependentOfTask& result);
std::string independent_json(const GraphInput& input, const IndependentOptions& options, const IndependentSet& result);

} // namespace unply
