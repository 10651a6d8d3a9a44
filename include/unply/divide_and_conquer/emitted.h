// For files that `unply skeleton` made: the version of a function that runs, and the results of its calls.
//   UNPLY_SKELETON=original|sequential|openmp   without it openmp, or sequential where the file has no OpenMP
//   UNPLY_SKELETON_RESULTS=FILE                 a line for each call from outside: the function and a digest
#ifndef UNPLY_DIVIDE_AND_CONQUER_EMITTED_H
#define UNPLY_DIVIDE_AND_CONQUER_EMITTED_H

#include "../divide_and_conquer.h"
#ifdef _OPENMP
#include "openmp.h"
#endif

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ranges>
#include <type_traits>

namespace unply::emitted {

enum class version { original, sequential, openmp };

#ifdef _OPENMP
using parallel = unply::openmp;
#else
using parallel = unply::seq;
#endif

inline version chosen() {
  static const version found = [] {
    const char* word = std::getenv("UNPLY_SKELETON");
    if (!word || !*word || !std::strcmp(word, "openmp")) return version::openmp;
    if (!std::strcmp(word, "original")) return version::original;
    if (!std::strcmp(word, "sequential")) return version::sequential;
    std::fprintf(stderr, "UNPLY_SKELETON=%s: expected original, sequential or openmp\n", word);
    std::exit(2);
  }();
  return found;
}

// FNV-1a over the bytes of values that have no padding, and of all elements of a range of such.
class digest {
public:
  template <class T> void add(const T& value) {
    if constexpr (std::is_floating_point_v<T> || std::is_pointer_v<T> ? std::is_floating_point_v<T>
                                                                      : std::has_unique_object_representations_v<T>)
      add_bytes(&value, std::is_same_v<T, long double> ? 10 : sizeof(T));
    else if constexpr (std::ranges::input_range<const T>)
      for (const auto& element : value) add(element);
    else
      known_ = false;
  }
  bool known() const { return known_; }
  std::uint64_t value() const { return hash_; }

private:
  void add_bytes(const void* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      hash_ = (hash_ ^ static_cast<const unsigned char*>(bytes)[i]) * 1099511628211ull;
  }
  std::uint64_t hash_ = 14695981039346656037ull;
  bool known_ = true;
};

inline void note_result(const char* function, const digest* result) {
  const char* path = std::getenv("UNPLY_SKELETON_RESULTS");
  std::FILE* file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  if (!result)
    std::fprintf(file, "%s\n", function);
  else if (result->known())
    std::fprintf(file, "%s %016llx\n", function, static_cast<unsigned long long>(result->value()));
  else
    std::fprintf(file, "%s ?\n", function);
  std::fclose(file);
}

// Runs the function in the chosen version: run(version).
template <class Run> auto call(const char* function, const Run& run) -> decltype(run(version::original)) {
  static thread_local int depth = 0; // calls that come back through other functions are parts of the outermost one
  struct Inside {
    Inside() { ++depth; }
    ~Inside() { --depth; }
  };
  if constexpr (std::is_void_v<decltype(run(version::original))>) {
    {
      Inside inside;
      run(chosen());
    }
    if (depth == 0) note_result(function, nullptr);
  } else {
    auto result = [&] {
      Inside inside;
      return run(chosen());
    }();
    if (depth == 0) {
      digest of_result;
      of_result.add(result);
      note_result(function, &of_result);
    }
    return result;
  }
}

} // namespace unply::emitted
#endif
