#include "discover/algorithm_calls.h"
#include <algorithm>
#include <charconv>

namespace unply {

namespace {

struct LibraryLoop {
  std::string_view function, algorithm; // function: that has the loop, in libstdc++
};
constexpr LibraryLoop kLibraryLoops[] = {
    {"for_each", "for_each"},     {"transform", "transform"},   {"generate", "generate"},
    {"generate_n", "generate_n"}, {"replace_if", "replace_if"}, {"__replace_copy_if", "replace_copy_if"},
    {"__count_if", "count_if"},   {"copy_if", "copy_if"},       {"transform_reduce", "transform_reduce"},
    {"reduce", "reduce"},         {"accumulate", "accumulate"}, {"inner_product", "inner_product"}};

// Of whole algorithms. `called` and its rank: see AlgorithmCall.
struct WholeLoop {
  std::string_view function, family;
  bool counts = false;
  std::string_view called = {};
  uint32_t rank = 0;
};
constexpr WholeLoop kWholeLoops[] = {
    {"__introsort_loop", "sort", false, "sort", 5},
    {"__unguarded_partition", "sort"},
    {"__insertion_sort", "sort"},
    {"__unguarded_insertion_sort", "sort", true, "sort", 4},
    {"__unguarded_linear_insert", "sort"},
    {"__introselect", "sort", true, "nth_element", 3},
    {"__chunk_insertion_sort", "sort", true, "stable_sort", 2},
    {"__merge_sort_loop", "sort"},
    {"__merge_sort_with_buffer", "sort"},
    {"__move_merge", "sort"},
    {"__move_merge_adaptive", "sort"},
    {"__move_merge_adaptive_backward", "sort"},
    {"__heap_select", "sort", true, "partial_sort", 1}, // sort and nth_element fall back to it
    {"__adjust_heap", "sort"},
    {"__push_heap", "sort"},
    {"__make_heap", "sort"},
    {"__sort_heap", "sort"},
    {"__find_if", "find_if", true, "find_if", 1},
    {"__remove_if", "find_if", true, "remove_if", 2}, // the first one is found before
    {"__adjacent_find", "adjacent_find", true, "adjacent_find", 1},
    {"__unique", "adjacent_find", true, "unique", 2},
    {"__is_sorted_until", "is_sorted", true},
    {"__min_element", "min_element", true},
    {"__max_element", "max_element", true},
    {"__partition", "partition", true},
    {"__merge", "merge", true}};
constexpr std::string_view kSearches[] = {"find_if", "find_if_not", "any_of", "all_of", "none_of"};
constexpr std::string_view kLambda = "(lambda at ";

std::optional<uint32_t> take_number(std::string_view& text) { // the digits behind the last colon
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  uint32_t number = 0;
  auto [end, error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

std::string_view without_dot(std::string_view file) { return file.starts_with("./") ? file.substr(2) : file; }

bool same_file(std::string_view one, std::string_view other) {
  auto ends = [](std::string_view path, std::string_view name) {
    return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '/');
  };
  one = without_dot(one), other = without_dot(other);
  return one.size() >= other.size() ? ends(one, other) : ends(other, one);
}

} // namespace

AlgorithmCalls::AlgorithmCalls(const Trace& trace) : trace_(trace) {
  auto add = [&](StringId file) {
    if (std::ranges::find(files_, file) == files_.end()) files_.push_back(file);
  };
  for (const ProfiledLoop& loop : trace.loops.loops) add(loop.file);
  for (const ProfiledFunction& function : trace.loops.functions) add(function.file);
  for (const Site& site : trace.sites) add(site.file);
}

std::optional<StringId> AlgorithmCalls::file_named(std::string_view name) const {
  for (StringId file : files_)
    if (const std::string_view text = trace_.text(file); !text.empty() && same_file(text, name)) return file;
  return std::nullopt;
}

std::optional<AlgorithmCall> AlgorithmCalls::of(const ProfiledLoop& loop) const {
  const std::string_view function = trace_.text(loop.function), name = function.substr(0, function.find('<'));
  const auto known = std::ranges::find(kLibraryLoops, name, &LibraryLoop::function);
  const auto whole = std::ranges::find(kWholeLoops, name, &WholeLoop::function);
  const bool is_whole = whole != std::end(kWholeLoops);
  if ((known == std::end(kLibraryLoops) && !is_whole) || !is_libstdcxx(trace_.text(loop.file))) return std::nullopt;
  const size_t begin = function.find(kLambda);
  if (begin == std::string_view::npos) return std::nullopt;
  std::string_view place = function.substr(begin + kLambda.size());
  place = place.substr(0, place.find(')'));
  const auto column = take_number(place), line = take_number(place);
  if (!column || !line) return std::nullopt;
  const auto file = file_named(place);
  if (!file) return std::nullopt;
  constexpr std::string_view kWalks[] = {"_List_", "_Fwd_list_", "_Rb_tree_", "_Node_"};
  const bool walks = std::ranges::any_of(kWalks, [&](std::string_view name) { return function.contains(name); });
  AlgorithmCall call{.name = is_whole ? whole->family : known->algorithm,
                     .file = *file,
                     .lambda = {*line, *column},
                     .walks = walks,
                     .whole = is_whole,
                     .called = {}};
  if (is_whole) call.counts = whole->counts, call.called = whole->called, call.rank = whole->rank;
  return call;
}

bool may_be_called(std::string_view algorithm, std::string_view name) {
  if (algorithm == "find_if") return std::ranges::find(kSearches, name) != std::end(kSearches);
  return algorithm == "is_sorted" && name == "is_sorted_until";
}

std::string_view other_result(std::string_view algorithm) {
  if (algorithm == "sort")
    return "elements that compare equal may come in another order than now; std::stable_sort with the same policy "
           "keeps them in the order of before";
  if (algorithm == "nth_element" || algorithm == "partial_sort" || algorithm == "partition")
    return "elements may come in another order than now, one that the standard allows as well";
  return "";
}

bool is_libstdcxx(std::string_view file) { return file.contains("/c++/") && !file.contains("/c++/v1/"); }

bool is_own_value(std::string_view algorithm, std::string_view name) {
  static constexpr std::string_view kIterators[] = {"__first", "__first1", "__first2", "__result"};
  if (std::ranges::find(kIterators, name) != std::end(kIterators)) return true;
  return (algorithm == "count_if" && name == "__n") || (algorithm == "generate_n" && name == "__niter") ||
         ((algorithm == "reduce" || algorithm == "transform_reduce") && name == "__init");
}

bool is_function_object(std::string_view name) {
  static constexpr std::string_view kObjects[] = {"__gen", "__f", "__pred", "__unary_op", "__binary_op"};
  return std::ranges::find(kObjects, name) != std::end(kObjects);
}

} // namespace unply
