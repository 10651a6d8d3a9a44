#include "sets/budget.h"
#include <csignal>
#include <isl/ctx.h>
#include <sys/time.h>

namespace unply::sets {

namespace {

constexpr size_t kPatience = 12; // questions without an answer; those behind them get a tenth of the operations

volatile std::sig_atomic_t late = 0;
isl_ctx* volatile asked = nullptr; // a question to it is open

void end_question(int) {
  late = 1;
  if (asked) isl_ctx_abort(asked); // sets a flag that isl's operations look at
}

} // namespace

Budget::Budget(isl::ctx ctx, unsigned long operations) : ctx_(ctx), operations_(operations) {}

void Budget::set_deadline(int seconds) {
  late = 0;
  std::signal(SIGALRM, end_question);
  std::signal(SIGPROF, end_question);
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_REAL, &timer, nullptr);
  timer.it_value.tv_sec = (seconds + 2) / 3;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

bool Budget::is_late() { return late != 0; }

// A question within a question gets operations of its own, and gives the outer one new ones.
void Budget::limit() {
  const unsigned long allowed = unanswered_ < kPatience ? operations_ : operations_ / 10 + 1;
  isl_ctx_set_max_operations(ctx_.get(), open_ > 0 ? allowed : 0);
  isl_ctx_reset_operations(ctx_.get());
}

bool Budget::begin() {
  asked = ctx_.get();
  if (is_late()) {
    asked = nullptr; // what replaces the answers needs isl as well, and little of it
    isl_ctx_resume(ctx_.get());
    ++unanswered_;
    limit();
    return false;
  }
  ++open_;
  limit();
  return true;
}

void Budget::end(bool answered) {
  --open_, unanswered_ += !answered;
  if (open_ == 0) asked = nullptr;
  isl_ctx_resume(ctx_.get());
  limit();
}

} // namespace unply::sets
