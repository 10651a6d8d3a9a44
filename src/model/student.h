// Student's t distribution: half widths of intervals, and how surprising an outlier is.
#pragma once
#include <cstddef>

namespace unply {

double student_quantile(size_t freedom);       // two-sided, 95 %
double student_tail(double t, size_t freedom); // the probability of at least |t| on either side

} // namespace unply
