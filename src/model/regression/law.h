// A fitted law: a sum of terms with coefficients, how well it predicts unseen points, and intervals.
//
// Intervals of 95 % are the widest of three: Student's for a new point, which grows with the distance from the points;
// jackknife+ (Barber, Candes, Ramdas, Tibshirani 2021), which needs no normal errors; and the predictions of rival
// forms that fit about as well, since with few configurations the form is the least certain part.
#pragma once
#include "model/evidence.h"
#include "model/regression/feature_term.h"
#include "model/regression/least_squares.h"

namespace unply {

// What is to be explained: rows of features with a value each. Rows of equal configuration are repeats.
struct Measurements {
  std::vector<std::string> names; // of the features
  std::vector<std::vector<double>> features;
  std::vector<double> values;
  std::vector<std::string> places; // of each row, for messages: "cc.csv:12"
};

struct Law {
  struct Form {
    std::vector<FeatureTerm> terms;
    std::vector<double> coefficients;
    double value(std::span<const double> features) const;
  };
  struct LeftOut {                    // a configuration, or several where there are hundreds
    std::vector<double> coefficients; // without it
    std::vector<double> misses;       // of its points then: absolute, or shares of the prediction
  };

  Form form;
  Weights weights = Weights::ordinary;
  std::vector<double> covariance; // row by row, without the factor spread^2
  double spread = 0;              // a share of the value with relative weights
  double r2 = 0;
  double residual = 0;       // root of the mean square of the relative residuals
  double left_out_error = 0; // SMAPE over configurations predicted from the others
  double constant_error = 0; // the same of a constant
  size_t points = 0, configurations = 0;
  bool positive_only = false; // coefficients at least 0
  std::vector<LeftOut> left_out;
  std::vector<Form> rivals;
  std::vector<double> least, most; // of each feature, at the points

  double value(std::span<const double> features) const { return form.value(features); }
  Interval predict(std::span<const double> features) const; // low is at least 0
  Interval coefficient(size_t index) const;
  // How many times beyond the largest, or below the smallest, value that was fitted; 1 inside. The feature that is the
  // furthest, of those which the law uses.
  struct Beyond {
    double factor = 1;
    size_t feature = 0;
    bool above = true;
  };
  Beyond beyond(std::span<const double> features) const;
  bool exact() const { return points > form.terms.size() && residual < 1e-9; }
  Evidence evidence() const;
  std::string text(std::span<const std::string> names) const; // "2.257e-06 + 1.94e-08 M"
};

struct LawOptions {
  Weights weights = Weights::relative;
  bool positive_only = false;
};

// These terms. Fails if the configurations do not determine the coefficients and leave one over.
Result<Law> fit_law(const Measurements& measured, std::vector<FeatureTerm> terms, const LawOptions& options);

// Groups of equal features, numbered in the order of the rows; rows are sorted so that a group's are together.
std::vector<uint32_t> group_rows(Measurements& measured);

// A row that the others, and the law through them, make incredible: a tenth of a value is a misprint, or a disturbed
// run.
struct Outlier {
  size_t row = 0;
  double expected = 0;    // from the others
  double probability = 1; // of such a deviation among so many rows, if errors are normal
};
std::vector<Outlier> find_outliers(const Measurements& measured, const std::vector<FeatureTerm>& terms);

} // namespace unply
