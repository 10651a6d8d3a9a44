// unply fit: its input, its result and its output. `unply predict` reads the same input to compare with.
#pragma once
#include "cli/text_style.h"
#include "model/skeleton/fit_skeleton.h"

namespace unply {

inline constexpr int kFitSchema = 1;

struct FitInput {
  Samples samples;
  std::vector<std::string> notes; // omissions, with reasons
};

// Recordings with phases of a skeleton, of task regions or of loops; tables (.csv) and JSON Lines of Extra-P (.jsonl).
// params: "n=16,32,64", a size in each recording, where it has no phases.
Result<FitInput> read_fit_input(const std::vector<std::string>& paths, const std::vector<std::string>& params);

Result<SkeletonModel> read_model(const std::string& path);

// "1.93 s", "157 us"; three digits.
std::string seconds_text(double seconds);
std::string sizes_line(const std::vector<std::string>& names, const std::vector<double>& values); // "N=4000, M=8000"
std::string number_words(double value);                                                           // "1024000", "0.25"

struct FitAnswer {
  std::string output; // the model file, "" if none was written
  SkeletonModel model;
  std::vector<std::string> notes;
  bool residuals = false; // print all rows
  bool linear = false;
  size_t width = 100;
};
std::string fit_text(const FitAnswer& answer, const Style& style);
std::string fit_json(const FitAnswer& answer);

} // namespace unply
