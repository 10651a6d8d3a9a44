// The words of the timeline: states, activities and lines, in the order of the enums in src/timeline/timeline.h, each
// with the sentence that legend and help show.

export enum ProcState { idle, active, wait_task, wait_event, wait_lock, overhead, preempted }
export const kStates = 7;

export interface Word {
  name: string;
  help: string;
}

export const kStateWords: Word[] = [
  {name: "idle", help: "The thread exists, but has no work: between parallel regions, or before its first and after its last."},
  {name: "active", help: "The thread runs code of the program."},
  {name: "wait for task", help: "The thread waits until tasks or threads that it depends on have ended: taskwait, taskgroup, join."},
  {name: "wait for event", help: "The thread waits for others to arrive or to signal: barrier, condition variable, message."},
  {name: "wait for lock", help: "Another thread holds the lock or is in the critical section that this one wants."},
  {name: "overhead", help: "Time of the parallel runtime or of the recorder itself: making tasks, handing out work."},
  {name: "preempted", help: "The operating system gave the core to somebody else."},
];

export const kActivityWords: Word[] = [
  {name: "idle", help: "no work"},
  {name: "serial", help: "code outside of parallel regions"},
  {name: "region", help: "the body of a parallel region, outside of loops, tasks and sections"},
  {name: "task", help: "an explicit task"},
  {name: "chunk", help: "iterations of a loop that were handed out together"},
  {name: "section", help: "one of several sections"},
  {name: "single", help: "the block that one thread of the team executes"},
  {name: "masked", help: "the block that the first thread of the team executes"},
  {name: "user region", help: "a region that the program named with unply_region"},
  {name: "taskwait", help: "waits for the tasks that this task has made"},
  {name: "taskgroup", help: "waits for all tasks of the group"},
  {name: "join", help: "waits until a thread has ended"},
  {name: "TBB wait", help: "waits for TBB tasks"},
  {name: "barrier", help: "waits until the whole team has arrived"},
  {name: "reduction", help: "combines the values of the team"},
  {name: "condition", help: "waits on a condition variable"},
  {name: "semaphore", help: "waits on a semaphore"},
  {name: "message", help: "waits for a message or a collective operation"},
  {name: "other wait", help: "waits for something else"},
  {name: "lock", help: "waits for an OpenMP lock"},
  {name: "critical", help: "waits to enter a critical section"},
  {name: "ordered", help: "waits for its turn in an ordered loop"},
  {name: "mutex", help: "waits for a mutex"},
  {name: "create task", help: "makes a task"},
  {name: "recorder", help: "the recorder writes out events"},
  {name: "dispatch", help: "gets its next piece of work from the runtime"},
  {name: "preempted", help: "the core is with somebody else"},
];

export const kLineWords: Word[] = [
  {name: "fork", help: "a parallel region begins: from the thread that meets it to its team"},
  {name: "join", help: "a parallel region ends: from the last thread to the one that goes on"},
  {name: "task created", help: "from where a task was made to where it begins"},
  {name: "task dependence", help: "a depend clause: from the end of a task to the begin of the one that needs it"},
  {name: "lock hand-over", help: "from the release of a lock to the thread that had waited for it"},
  {name: "barrier", help: "from the last thread to arrive to those that had waited for it"},
  {name: "signal", help: "from the signal to the thread that it wakes"},
  {name: "message", help: "from the send to the receive"},
  {name: "thread created", help: "from the call to the first moment of the new thread"},
  {name: "thread joined", help: "from the last moment of a thread to the one that had waited for it"},
];
