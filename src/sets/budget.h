// isl's time, which nobody can foretell. Each question has a number of operations of its own, so that a hard one is
// left unanswered and all others are not; behind a deadline no question is answered any more. Whoever asks has a tier
// and a reason ready for the case without an answer.
#pragma once
#include <isl/cpp.h>
#include <string>

namespace unply::sets {

class Budget {
public:
  // `operations` of isl for one question; some ten million take a second.
  explicit Budget(isl::ctx ctx, unsigned long operations = 1'000'000);
  // False: isl did not answer, and what `question` has half done must be replaced.
  template <class Question> bool answers(Question question) {
    if (!begin()) return false;
    try {
      question();
    } catch (const isl::exception&) {
      end(false);
      return false;
    } catch (...) {
      end(false);
      throw;
    }
    end(true);
    return true;
  }
  bool ran_out() const { return unanswered_ > 0; }
  // After so many seconds of the clock, or a third of them on the processor, no question is answered, by any budget.
  // 0: no deadline.
  static void set_deadline(int seconds);
  static bool is_late();

private:
  bool begin();
  void end(bool answered);
  void limit();
  isl::ctx ctx_;
  unsigned long operations_;
  size_t unanswered_ = 0, open_ = 0;
};

constexpr const char* kRanOut = "isl's budget of operations ran out"; // a reason

} // namespace unply::sets
