// Members that an algorithm must have, those that it may have, and a sentence for each that is missing. Concepts alone
// would say "constraints not satisfied"; the assertions below say which member to write, and how.
#ifndef UNPLY_DIVIDE_AND_CONQUER_CONCEPTS_H
#define UNPLY_DIVIDE_AND_CONQUER_CONCEPTS_H

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace unply {

// A number that describes a problem's size, or that counts work: what the models of `unply fit` are fitted to.
struct feature {
  const char* name; // a string that outlives the program's phases: a literal
  double value;
};

// The parts of a call whose times are recorded; numbers as UnplyPhase of event_format.h.
enum class phase : unsigned { call = 0, divide = 1, sequential = 2, exchange = 3, combine = 4 };

template <class A> using problem_of = typename A::problem;
template <class A> using solution_of = typename A::solution;

namespace detail {

template <class A>
concept has_problem = requires { typename A::problem; };
template <class A>
concept has_solution = requires { typename A::solution; };
template <class A>
concept has_types = has_problem<A> && has_solution<A>;

// Each member as it must be, and as it is often written by mistake: not const.
template <class A>
concept has_is_base = requires(const A& a, const problem_of<A>& p) {
  { a.is_base(p) } -> std::convertible_to<bool>;
};
template <class A>
concept has_solve = requires(const A& a, const problem_of<A>& p) {
  { a.solve(p) } -> std::convertible_to<solution_of<A>>;
};
template <class A>
concept calls_divide = requires(const A& a, const problem_of<A>& p) { a.divide(p); };
template <class A> using parts_of = decltype(std::declval<const A&>().divide(std::declval<const problem_of<A>&>()));
template <class A>
concept has_divide = calls_divide<A> && std::ranges::random_access_range<std::remove_cvref_t<parts_of<A>>> &&
                     std::ranges::sized_range<std::remove_cvref_t<parts_of<A>>> &&
                     std::same_as<std::ranges::range_value_t<std::remove_cvref_t<parts_of<A>>>, problem_of<A>>;
template <class A>
concept has_combine = requires(const A& a, const problem_of<A>& p, std::span<solution_of<A>> s) {
  { a.combine(p, s) } -> std::convertible_to<solution_of<A>>;
};
template <class A>
concept is_base_not_const = requires(A& a, const problem_of<A>& p) { a.is_base(p); } && !has_is_base<A>;
template <class A>
concept solve_not_const = requires(A& a, const problem_of<A>& p) { a.solve(p); } && !has_solve<A>;
template <class A>
concept divide_not_const = requires(A& a, const problem_of<A>& p) { a.divide(p); } && !calls_divide<A>;
template <class A>
concept combine_not_const =
    requires(A& a, const problem_of<A>& p, std::span<solution_of<A>> s) { a.combine(p, s); } && !has_combine<A>;

template <class Range>
concept range_of_features = std::ranges::input_range<Range> && std::same_as<std::ranges::range_value_t<Range>, feature>;
template <class A>
concept names_sequential = requires { &A::sequential; };
template <class A>
concept names_features = requires { &A::features; };
template <class A>
concept names_work = requires { &A::work; };

// The number of parts, where the type that divide() returns fixes it (std::array); 0: known only when it runs.
template <class Parts> struct fixed_size {
  static constexpr std::size_t value = 0;
};
template <class Problem, std::size_t count> struct fixed_size<std::array<Problem, count>> {
  static constexpr std::size_t value = count;
};

} // namespace detail

template <class A>
concept divide_and_conquer_algorithm = detail::has_types<A> && detail::has_is_base<A> && detail::has_solve<A> &&
                                       detail::has_divide<A> && detail::has_combine<A>;

// Optional: the whole problem by one thread, where that is faster than the recursion. It must give what divide() and
// combine() give.
template <class A>
concept has_sequential = requires(const A& a, const problem_of<A>& p) {
  { a.sequential(p) } -> std::convertible_to<solution_of<A>>;
};
// Optional: the sizes of a problem by name, {{"N", 1000}, {"M", 2000}}: asked for only while the program is recorded.
template <class A>
concept has_features = requires(const A& a, const problem_of<A>& p) {
  { a.features(p) } -> detail::range_of_features;
};
// Optional: counts of the work that divide, sequential or combine did on a problem, asked for at its end. They make a
// model of two layers: the work by the sizes, which is exact, and the time of a unit of work, which is measured.
template <class A>
concept has_work = requires(const A& a, const problem_of<A>& p) {
  { a.work(p, phase::divide) } -> detail::range_of_features;
};

template <divide_and_conquer_algorithm A>
inline constexpr std::size_t arity = detail::fixed_size<std::remove_cvref_t<detail::parts_of<A>>>::value;

namespace detail {

// One sentence for each member that is missing or has another type. True if all are as they should be.
template <class A> constexpr bool check_algorithm() {
  static_assert(has_problem<A>, "unply: the algorithm lacks the type `problem`: add `using problem = ...;`");
  static_assert(has_solution<A>, "unply: the algorithm lacks the type `solution`: add `using solution = ...;`");
  if constexpr (has_types<A>) {
    static_assert(!is_base_not_const<A>, "unply: the algorithm's `is_base` must be const and give a bool");
    static_assert(has_is_base<A> || is_base_not_const<A>,
                  "unply: the algorithm lacks `bool is_base(const problem&) const`: whether to solve without dividing");
    static_assert(!solve_not_const<A>, "unply: the algorithm's `solve` must be const and give a `solution`");
    static_assert(has_solve<A> || solve_not_const<A>,
                  "unply: the algorithm lacks `solution solve(const problem&) const`: the solution of a base problem");
    static_assert(!divide_not_const<A>, "unply: the algorithm's `divide` must be const");
    static_assert(calls_divide<A> || divide_not_const<A>,
                  "unply: the algorithm lacks `std::array<problem, k> divide(const problem&) const` (or std::vector)");
    static_assert(!calls_divide<A> || has_divide<A>,
                  "unply: the algorithm's `divide` must give a std::array or std::vector of `problem`");
    static_assert(!combine_not_const<A>, "unply: the algorithm's `combine` must be const and give a `solution`");
    static_assert(has_combine<A> || combine_not_const<A>,
                  "unply: the algorithm lacks `solution combine(const problem&, std::span<solution>) const`");
    static_assert(!names_sequential<A> || has_sequential<A>,
                  "unply: the algorithm's `sequential` is not `solution sequential(const problem&) const`");
    static_assert(
        !names_features<A> || has_features<A>,
        "unply: the algorithm's `features` is not `std::array<unply::feature, k> features(const problem&) const`");
    static_assert(!names_work<A> || has_work<A>,
                  "unply: the algorithm's `work` is not "
                  "`std::array<unply::feature, k> work(const problem&, unply::phase) const`");
  }
  return divide_and_conquer_algorithm<A>;
}

} // namespace detail
} // namespace unply
#endif
