// An algorithm made of functions that a call names in braces, for cases too small for a struct. Types must be known
// before the braces, so each function is a std::function; a struct is faster, and has features.
#ifndef UNPLY_DIVIDE_AND_CONQUER_FUNCTIONS_H
#define UNPLY_DIVIDE_AND_CONQUER_FUNCTIONS_H

#include "concepts.h"

#include <concepts>
#include <functional>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace unply {

namespace detail {

// Takes any function that divides, whatever range of problems it gives.
template <class Problem> class Divider {
public:
  template <class Function>
    requires(!std::same_as<std::remove_cvref_t<Function>, Divider> && std::invocable<Function&, const Problem&>)
  Divider(Function function)
      : divide_([function = std::move(function)](const Problem& problem) {
          auto parts = function(problem);
          static_assert(std::convertible_to<std::ranges::range_value_t<decltype(parts)>, Problem>,
                        "unply: `.divide` must give a range of problems: std::array or std::vector");
          if constexpr (std::same_as<decltype(parts), std::vector<Problem>>) return parts;
          std::vector<Problem> all;
          if constexpr (std::ranges::sized_range<decltype(parts)>) all.reserve(std::ranges::size(parts));
          for (auto& part : parts) all.push_back(std::move(part));
          return all;
        }) {}
  std::vector<Problem> operator()(const Problem& problem) const { return divide_(problem); }

private:
  std::function<std::vector<Problem>(const Problem&)> divide_;
};

// The value of a function that a call leaves out: instantiated only then.
enum class member { is_base, solve, divide, combine };
template <class Function, member which> Function left_out() {
  constexpr bool given = std::is_void_v<Function>; // false, but only once this is instantiated
  static_assert(given || which != member::is_base, "unply: `.is_base` is left out of the braces");
  static_assert(given || which != member::solve, "unply: `.solve` is left out of the braces");
  static_assert(given || which != member::divide, "unply: `.divide` is left out of the braces");
  static_assert(given || which != member::combine, "unply: `.combine` is left out of the braces");
  return Function([](const auto&...) { return 0; });
}

} // namespace detail

template <class Problem, class Solution> struct functions {
  using problem = Problem;
  using solution = Solution;
  using Test = std::function<bool(const Problem&)>;
  using Solve = std::function<Solution(const Problem&)>;
  using Combine = std::function<Solution(const Problem&, std::span<Solution>)>;

  Test is_base = detail::left_out<Test, detail::member::is_base>();
  Solve solve = detail::left_out<Solve, detail::member::solve>();
  detail::Divider<Problem> divide = detail::left_out<detail::Divider<Problem>, detail::member::divide>();
  Combine combine = detail::left_out<Combine, detail::member::combine>();
};

} // namespace unply
#endif
