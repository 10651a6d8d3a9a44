// The answer of unply skeleton: the function that was chosen, its text as a skeleton, whether that agrees with the
// function, and the speedup that the recorded times suggest.
#pragma once
#include "analysis/recursion/recursion.h"
#include "cli/source_quotes.h"
#include "cli/text_style.h"
#include "graph/execution_graph.h"
#include "graph/text_output.h"
#include "sim/curve/speedup_curve.h"
#include "skeleton/split_recursion.h"
#include <optional>

namespace unply {

inline constexpr int kSkeletonSchema = 1;

struct SkeletonRequest {
  std::string file, function;        // the recording; NAME of fn:NAME, or "" for the one with the most calls
  std::string output;                // file or folder; "" for BASE.skeleton.cpp here
  std::string phases;                // CSV of the recorded tree; "" for none
  std::vector<uint32_t> processors;  // of the prediction
  std::vector<std::string> compiler; // words behind --
  bool check = false;
};

struct RecordedRecursion {
  RecursiveFunction found;
  std::vector<uint32_t> executions; // rows of Trace::traces
  std::string name;
};
// Fails with the dependence where the function is not divide-and-conquer. refused: that it is not, or has a shape that
// is not supported, is the reason; else the input is.
Result<RecordedRecursion> choose_recursion(const ExecutionGraph& graph, const SkeletonRequest& request,
                                           const SourceQuotes& sources, bool& refused);

struct EmittedSkeleton {
  std::string source, output; // paths
  SkeletonParts parts;
  std::vector<std::string> notes; // assumptions
  std::vector<std::string> build; // the command that makes a program of it
};
// Reads the source, splits the function, holds the split against the recording, writes the file and compiles it.
Result<EmittedSkeleton> emit_skeleton(const ExecutionGraph& graph, const RecordedRecursion& recursion,
                                      const SkeletonRequest& request, bool& refused);
// The split's statements that move must not use values that calls change, as far as the recording says.
Result<void> check_moves(const ExecutionGraph& graph, const RecordedRecursion& recursion, const SkeletonParts& parts,
                         std::vector<std::string>& notes);

struct VersionRun {
  std::string version; // original, sequential, openmp
  int exit_code = 0;
  std::string output;
  std::vector<std::string> results; // a line for each call from outside
};
struct SkeletonCheck {
  std::vector<VersionRun> runs;
  std::string command;
  std::string difference;           // "" if all agree
  uint64_t calls = 0, compared = 0; // calls from outside, and those whose results could be compared
};
Result<SkeletonCheck> check_skeleton(const Trace& trace, const EmittedSkeleton& emitted);

struct SkeletonPrediction {
  CurveTotals totals;
  std::vector<CurvePoint> points;
  std::vector<CurveBounds> bounds;
  bool times_are_bounds = false; // not measured without hooks
};
Result<SkeletonPrediction> predict_skeleton(const ExecutionGraph& graph, const RecordedRecursion& recursion,
                                            const std::vector<uint32_t>& processors);
// Rows as unply fit reads them.
void write_phases(const ExecutionGraph& graph, const RecordedRecursion& recursion, TextOutput& out);

struct SkeletonAnswer {
  SkeletonRequest request;
  RecordedRecursion recursion;
  EmittedSkeleton emitted;
  std::optional<SkeletonCheck> check;
  SkeletonPrediction prediction;
};
std::string skeleton_text(const SkeletonAnswer& answer, size_t width, const Style& style);
std::string skeleton_json(const SkeletonAnswer& answer);

std::string command_line(const std::vector<std::string>& words); // quoted for a shell

} // namespace unply
