// A call predicted from a model: the paper's cost model with its linear laws and l(P) + K g(P), and ours, with the laws
// that predict best, measured exchanges between partners, and an interval. Both add up the same terms, level by level.
//
// P that is no power of two: on the hypercube Q, the largest power of two below it, work, and the others get the
// solution by one message more; on the tree the longest branch has ceil(log2 P) levels.
#pragma once
#include "base/result.h"
#include "model/skeleton/skeleton_model.h"
#include <functional>
#include <map>

namespace unply {

// What messages cost on the machine that is asked about; empty functions give nothing.
struct MessageCosts {
  struct Line {
    double latency_s = 0, gap_s = 0;
  };
  std::function<std::optional<Line>(unsigned processes)> line; // l(P), g(P)
  std::function<std::optional<double>(unsigned processes, unsigned distance, double words)> exchange;
  std::function<double(unsigned processes, unsigned distance)> longest; // words measured; 0 if none
};

using SizeValues = std::map<std::string, double>;

struct PhasePrediction {
  std::string name;
  double paper = 0;                // NaN: it needs l(P) and g(P), which were not measured
  Interval ours = {};              // over all levels
  std::vector<double> levels = {}; // ours, of each level; of the sequential phase, the leaf alone
};

struct Extrapolation {
  double factor = 1; // times beyond the largest, or below the smallest, size that was fitted
  std::string size, phase;
  bool above = true;
};

struct CallPrediction {
  unsigned processes = 1, levels = 0, idle = 0; // idle: processes that only get the solution
  double paper = 0;                             // NaN as that of the exchange
  Interval total;
  std::vector<PhasePrediction> phases; // divide, sequential, exchange, combine
  double fold = 0;                     // of the exchange: the message to or from an idle process
  double speedup = 1, efficiency = 1;  // against one process, predicted too
  Extrapolation beyond;
  bool per_dimension = false;              // exchanges by distance, measured at this P
  bool fitted_exchange = false;            // from recorded exchanges
  double words = 0;                        // of the first exchange
  double longest_words = 0;                // measured; 0 if all are within
  const PhasePrediction& dominant() const; // the longest
};

struct PredictOptions {
  bool recorded_exchange = false; // exchanges as they were recorded, not from the machine's costs
};

// Sizes that laws use have to be given; fails with the one that is missing, or where costs of messages are missing.
Result<CallPrediction> predict_call(const SkeletonModel& model, const SizeValues& at, unsigned processes,
                                    const MessageCosts& costs, const PredictOptions& options = {});

// Of a part of a program by itself.
struct PartPrediction {
  std::string name;
  double paper = 0;
  Interval ours;
  Extrapolation beyond;
};
Result<std::vector<PartPrediction>> predict_parts(const SkeletonModel& model, const SizeValues& at);

// Whether a call on these processes exchanges anything, so that costs of messages are needed.
bool needs_messages(const SkeletonModel& model, unsigned processes);

} // namespace unply
