// The answer of unply bound: its input, the curve, and its four output forms.
#pragma once
#include "cli/graph_input.h"
#include "cli/text_style.h"
#include "graph/text_output.h"
#include "sim/bounds/parallelism.h"
#include "sim/curve/speedup_curve.h"

namespace unply {

inline constexpr int kBoundSchema = 1;

struct BoundChoice {
  GraphChoice graph;
  std::string region;        // only tasks of this region take time; "" for all
  bool unit_lengths = false; // each task takes 1
};

struct BoundInput {
  std::string file, form;      // form: job_format_name
  std::string title;           // "trace 1: heat.cpp:12 in heat, 3 executions in series"; "" for files of others
  std::vector<JobGraph> parts; // in series; never empty, none without tasks
  bool from_recording = false;
  uint32_t trace_id = 0, execution = 0, executions = 1; // execution 0: all of them in series
  TraceInfo info;                                       // of the recording
  std::vector<std::string> notes;                       // sentences: where the graph and its lengths come from
  bool bounds = false;                                  // lengths are of one run with access hooks
  std::string doubt = {}; // why lengths say nothing on processors worth having; "" if they do
};

// Any of the forms that src/sim/inputs/read_job_graph.h lists. Fails on a graph without durations unless unit_lengths.
Result<BoundInput> load_bound_input(const std::string& file, const BoundChoice& choice);

struct BoundAnswer {
  BoundInput input;
  BoundChoice choice;
  CurveRequest request;
  std::string machine_file;  // "" without
  std::string machine_doubt; // why its costs are inconclusive, "" if they are not
  SpeedupCurve curve;
  std::vector<Worthwhile> worth;                   // of each curve
  std::optional<std::vector<ProfileStep>> profile; // N(t), if asked for
  size_t width = 100;

  const std::string& unit() const { return input.parts[0].unit; }
  bool first_solution() const { return input.parts[0].first_solution; }
};

// Computes the curve and the recommendation, from input and request.
Result<void> find_curve(BoundAnswer& answer);

// The name of a curve: "hlfet", or "steal on vm" with overheads.
std::string curve_name(const BoundAnswer& answer, const CurvePoint& point);
// The points of the i-th curve: all with one scheduler, with or without overheads.
std::vector<std::span<const CurvePoint>> curves_of(const SpeedupCurve& curve);

std::string bound_text(const BoundAnswer& answer, const Style& style);
std::string bound_json(const BoundAnswer& answer);
void write_bound_csv(const BoundAnswer& answer, TextOutput& out);
void write_bound_svg(const BoundAnswer& answer, TextOutput& out);

} // namespace unply
