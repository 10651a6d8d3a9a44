// The cost model of divide-and-conquer-skeletons-2007, section 4: T = F(T_sk; T_f1, ..., T_fn; T_Ex) (equation 2), for
// the hypercube T_HDC = F(T_HDC; T_Div; T_Comb; T_Seq; T_Ex) (equation 3), on the machine (g, l, P) of equation 1. The
// skeleton's own time T_HDC, trivial and conquer count as 0.
#pragma once
#include <functional>

namespace unply {

struct DivideAndConquerCosts {            // in seconds, of the slowest rank (the paper's max_i)
  std::function<double(unsigned)> divide; // of a problem at this level, 0 being the whole
  std::function<double(unsigned)> combine;
  std::function<double(unsigned)> exchange;
  std::function<double(unsigned)> sequential; // of a leaf at this level
};

// T(S) = T_Div(S) + T(S/2) + T_Ex(K) + T_Comb(S), down to T(S/2^levels) = T_Seq(S/2^levels).
double recursive_cost(const DivideAndConquerCosts& costs, unsigned levels, unsigned level = 0);
// The same by successive substitution: sums over the levels of each, and T_Seq.
double closed_cost(const DivideAndConquerCosts& costs, unsigned levels);

// t_send = t_rev = l(P) + K g(P) for K words of 32 bits, and t_Ex of both.
inline double message_seconds(double latency_s, double gap_s, double words) { return latency_s + words * gap_s; }
inline double exchange_seconds(double latency_s, double gap_s, double words) {
  return 2 * message_seconds(latency_s, gap_s, words);
}

// As a share of the observed time, as in the paper.
inline double prediction_error(double observed, double predicted) { return (observed - predicted) / observed; }

} // namespace unply
