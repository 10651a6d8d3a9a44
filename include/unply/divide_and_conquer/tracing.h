// Phases of a call as events: who hears of them is a type. `traced` passes them on to `unply record`, for a comparison
// each while nothing is recorded; `untraced` leaves nothing in the program. Features and work are asked for only while
// somebody listens. Any class with these three members does: simulated programs write their own table (mpi.h).
#ifndef UNPLY_DIVIDE_AND_CONQUER_TRACING_H
#define UNPLY_DIVIDE_AND_CONQUER_TRACING_H

#include "../annotate.h"
#include "../annotate_abi.h"
#include "concepts.h"

#include <cstring>
#include <initializer_list>

namespace unply {

struct traced {
  bool active() const noexcept {
#if defined(__GNUC__) && defined(__linux__)
    const UnplyAnnotations* table = __unply_table();
    return table && table->version >= 3;
#else
    return false;
#endif
  }
  void begin(const UnplyPhaseInfo& info) const { unply_phase_begin(&info); }
  void end(const UnplyPhaseInfo& info) const { unply_phase_end(&info); }
};

struct untraced {
  static constexpr bool active() noexcept { return false; }
  static constexpr void begin(const UnplyPhaseInfo&) noexcept {}
  static constexpr void end(const UnplyPhaseInfo&) noexcept {}
};

namespace detail {

// From its construction to its destruction, also by an exception, the thread is in a phase.
template <class Tracing, class A> class PhaseScope {
public:
  PhaseScope(const Tracing& tracing, const A& algorithm, const problem_of<A>& problem, phase kind, unsigned level,
             int partner = -1, std::initializer_list<feature> more = {})
      : tracing_(tracing), algorithm_(algorithm), problem_(problem), active_(tracing.active()) {
    if (active_) begin(kind, level, partner, more);
  }
  ~PhaseScope() {
    if (active_) end();
  }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

  void add_bytes(unsigned long long bytes) {
    if (active_) info_.bytes += bytes;
  }

private:
  static constexpr unsigned kMost = 16; // features; further ones are left out
  static constexpr std::size_t kLongest = 48;

  void begin(phase kind, unsigned level, int partner, std::initializer_list<feature> more) {
    info_ = {static_cast<unsigned>(kind), level, partner, 0, names_, values_, 0};
    for (const feature& one : more) add(one);
    if constexpr (has_features<A>)
      for (const feature& one : algorithm_.features(problem_)) add(one);
    tracing_.begin(info_);
  }

  void end() {
    info_.features = 0;
    if constexpr (has_work<A>)
      if (const phase kind = static_cast<phase>(info_.phase); kind != phase::call && kind != phase::exchange)
        for (const feature& one : algorithm_.work(problem_, kind)) add_work(one);
    tracing_.end(info_);
  }

  void add(const feature& one) {
    if (info_.features == kMost) return;
    names_[info_.features] = one.name;
    values_[info_.features++] = one.value;
  }

  void add_work(const feature& one) { // under the name "work:NAME"
    if (info_.features == kMost) return;
    char* name = work_names_[info_.features];
    std::memcpy(name, "work:", 5);
    std::strncpy(name + 5, one.name, kLongest - 6);
    name[kLongest - 1] = 0;
    add({name, one.value});
  }

  const Tracing& tracing_;
  const A& algorithm_;
  const problem_of<A>& problem_;
  const bool active_;
  UnplyPhaseInfo info_; // from here on written only while active
  const char* names_[kMost];
  double values_[kMost];
  char work_names_[has_work<A> ? kMost : 1][kLongest];
};

} // namespace detail
} // namespace unply
#endif
