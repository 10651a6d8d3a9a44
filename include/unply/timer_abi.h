/* Dormant timers of a program that `unply stg build` made: between the code that src/extract/embed puts around loops
 * and calls on one side, and the recorder (src/recorder) on the other. A timer whose words are null costs a load and a
 * branch that is not taken. The recorder fills the words of those that `unply stg measure` asks for, by their names. */
#ifndef UNPLY_TIMER_ABI_H
#define UNPLY_TIMER_ABI_H

#ifdef __cplusplus
extern "C" {
#endif

struct UnplyTimer {
  void (*begin)(struct UnplyTimer* timer);
  void (*end)(struct UnplyTimer* timer);
  const char* name;          /* the same in the task graph: "main 24:7 #2" */
  unsigned long long number; /* of the recorder */
};

/* The section that holds the timers of a program or a shared object. Its constructor looks for the function below,
 * which the recorder exports, and gives it all of them. */
#define UNPLY_TIMER_SECTION "unply_timers"
#define UNPLY_TIMER_START "__unply_start_timers"
typedef void (*UnplyStartTimers)(struct UnplyTimer* first, struct UnplyTimer* end);

/* The environment variable with the path of a file: the names of the timers that are wanted, a line each. Timed code
 * is in the recording as a region of the user's (kEventUserBegin) with this word before its name. */
#define UNPLY_TIMERS_VARIABLE "UNPLY_TIMERS"
#define UNPLY_TIMER_PREFIX "unply timer "

#ifdef __cplusplus
}
#endif
#endif
