// The model file: JSON, schema 1, complete enough to predict with intervals, and short enough to be written by hand
// from a paper: a law needs its terms and coefficients only (docs/man/unply-fit.md). Keys are only added within a
// schema.
#pragma once
#include "base/result.h"
#include "model/skeleton/skeleton_model.h"

namespace unply {

std::string model_json(const SkeletonModel& model);
// name: of the file, in messages. Every number is checked, so that a damaged file is an error and nothing worse.
Result<SkeletonModel> parse_model(const std::string& text, const std::string& name);

} // namespace unply
