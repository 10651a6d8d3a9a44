// unply predict: the requested calls, their measurements, and the output.
#pragma once
#include "cli/fit/fit.h"
#include "graph/text_output.h"
#include "model/skeleton/predict_skeleton.h"

namespace unply {

inline constexpr int kPredictSchema = 1;

// One row of the answer: a call or, for parts of a program, the sum of its parts.
struct PredictedRow {
  SizeValues at;
  CallPrediction call;               // of a skeleton
  std::vector<PartPrediction> parts; // of a program
  double paper = 0;
  Interval total;
};

// A measured call, or part, beside its prediction.
struct ComparedRow {
  std::string name; // "call", or the part
  SizeValues at;
  unsigned processes = 1;
  double observed = 0, paper = 0;
  Interval predicted;
  size_t runs = 1; // whose mean was taken
  double error() const { return (observed - predicted.value) / observed; }
  double paper_error() const { return (observed - paper) / observed; }
  bool has_interval() const { return predicted.high - predicted.low > 1e-9 * predicted.value; } // more than rounding
  bool held() const { return predicted.low <= observed && observed <= predicted.high; }
};

struct PredictAnswer {
  std::string file;
  SkeletonModel model;
  std::string machine;            // file of the costs of messages, "" if none were needed
  std::vector<PredictedRow> rows; // by sizes, then processes
  std::vector<ComparedRow> compared;
  std::vector<PredictedRow> curve; // of the picture: sizes between those asked for
  std::vector<std::string> against;
  std::optional<double> tolerance; // a share
  std::vector<std::string> notes;
  std::string swept; // the size that differs between rows, "" if none does
  size_t width = 100;
  bool within_tolerance() const;
  double worst_error() const;
};

// "N=1024000,M=200000..2000000": all combinations; a range has kSteps values.
Result<std::vector<SizeValues>> parse_points(const std::vector<std::string>& texts, const SkeletonModel& model);

std::vector<ComparedRow> measured_rows(const Samples& samples, const SkeletonModel& model);

std::string predict_text(const PredictAnswer& answer, const Style& style);
std::string predict_json(const PredictAnswer& answer);
void write_predict_svg(const PredictAnswer& answer, TextOutput& out);

std::string at_text(const SizeValues& at); // "M=2048000, N=1024000"

} // namespace unply
