// The meaning of the words of the timeline: sentences for legend and help, by the names in the run
// (src/timeline/names.cpp). The order of the states is fixed as well, because pictures depend on it.

export enum ProcState {
  idle,
  active,
  wait_task,
  wait_event,
  wait_lock,
  overhead,
  preempted,
  unrecorded,
  setup,
}
export const kStates = 9;

export interface Word {
  name: string;
  help: string;
}

export const kStateWords: Word[] = [
  {
    name: "idle",
    help: "The thread exists, but has no work: between parallel regions, or before its first and after its last.",
  },
  {name: "active", help: "The thread runs code of the program."},
  {
    name: "wait task",
    help: "The thread waits until tasks or threads that it depends on have ended: taskwait, taskgroup, join.",
  },
  {
    name: "wait event",
    help: "The thread waits for others to arrive or to signal: barrier, condition variable, message.",
  },
  {name: "wait lock", help: "Another thread holds the lock or is in the critical section that this one wants."},
  {
    name: "overhead",
    help: "Time of the parallel runtime or of the recorder itself: creating tasks, distributing work.",
  },
  {name: "preempted", help: "The operating system gave the core to another thread or program."},
  {
    name: "not recorded",
    help: "The activity is unknown: recording was paused, had no room or is missing, or the thread's core is unknown.",
  },
  {
    name: "set-up",
    help: "MPI starts or ends: MPI_Init, and MPI_Finalize once all ranks have arrived. Not part of the lost time.",
  },
];

// Whether a thread in this state works on the core that its last event names. One that waits may sleep or spin.
export function has_core(state: number): boolean {
  return state === ProcState.active || state === ProcState.overhead;
}

export const kActivityHelp: Record<string, string> = {
  idle: "no work",
  "serial code": "code outside of parallel regions",
  thread: "the body of a thread that the program created",
  "parallel region": "the body of a parallel region, outside of loops, tasks and sections",
  task: "an explicit task",
  "loop chunk": "iterations of a loop that were assigned together",
  loop: "inside a loop whose iterations are not recorded",
  section: "one of several sections",
  single: "the block that one thread of the team executes",
  masked: "the block that the first thread of the team executes",
  "user region": "a region that the program named with unply_region",
  taskwait: "waits for the tasks that this task has created",
  "end of taskgroup": "waits for all tasks of the group",
  "join of a thread": "waits until a thread has ended",
  "TBB wait": "waits for TBB tasks",
  barrier: "waits until the whole team has arrived",
  reduction: "combines the values of the team",
  "condition variable": "waits on a condition variable",
  semaphore: "waits on a semaphore",
  message: "waits for a message",
  "collective operation": "waits in a collective operation of MPI",
  "other wait": "waits for something else",
  lock: "waits for an OpenMP lock",
  "critical section": "waits to enter a critical section",
  "ordered section": "waits for its turn in an ordered loop",
  mutex: "waits for a mutex",
  "task creation": "creates a task",
  recorder: "the recorder writes out events",
  "fork, join or dispatch": "the runtime starts or ends a region, or distributes work",
  preempted: "another thread or program has the core",
  "not recorded": "the activity of the thread is unknown",
  "start or end of MPI": "MPI_Init, or MPI_Finalize once all ranks have arrived",
  "call of a skeleton": "inside a call of unply::divide_and_conquer, outside of its phases",
  divide: "a skeleton divides a problem among processes",
  "sequential leaf": "a skeleton solves a problem that it divides no further among processes",
  exchange: "a skeleton passes problems or solutions between processes; waits for messages are states of their own",
  combine: "a skeleton combines solutions",
};

export const kLineHelp: Record<string, string> = {
  fork: "a parallel region begins: from the encountering thread to its team",
  join: "a parallel region ends: from the last thread to the one that continues",
  "task creation": "from the creation of a task to its begin",
  "task dependence": "a depend clause: from the end of a task to the begin of the dependent one",
  lock: "from the release of a lock to the thread that had waited for it",
  barrier: "from the last thread to arrive to the waiting threads",
  signal: "from the signal to the thread that it wakes",
  message: "from the send to the receive",
  "thread creation": "from the call to the first moment of the new thread",
  "thread join": "from the end of a thread to the thread that waited for it",
  "task wait": "from the end of the last task waited for to the end of the wait",
};

const kLockWaits = new Set(["lock", "critical section", "ordered section", "mutex"]);
const kCalls = new Set(["message", "collective operation", "start or end of MPI"]);
const kBodies = new Set(["serial code", "thread", "parallel region", "loop", "section", "single", "masked"]);

const kPhaseActivities = new Set(["call of a skeleton", "divide", "sequential leaf", "exchange", "combine"]);

// Of a skeleton; the interval's object is phase << 32 | level, extra the partner's rank + 1.
export function is_phase(activity: string): boolean {
  return kPhaseActivities.has(activity);
}
export function is_lock_wait(activity: string): boolean {
  return kLockWaits.has(activity);
}
// In a function of MPI, whose number the interval has.
export function is_call(activity: string): boolean {
  return kCalls.has(activity);
}
export function is_body(activity: string): boolean {
  return kBodies.has(activity);
}
