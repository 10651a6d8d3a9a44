/* Between the inline functions of annotate.h and unply.f90 on one side and the recorder (src/recorder) on the other.
 * A program finds the table by its name with dlsym(), so that it needs no library of ours; without the recorder there
 * is none. Members are only ever added at the end. */
#ifndef UNPLY_ANNOTATE_ABI_H
#define UNPLY_ANNOTATE_ABI_H

#ifdef __cplusplus
extern "C" {
#endif

struct UnplyPhaseInfo { /* what a skeleton says of one of its phases, at its begin and again at its end */
  unsigned phase;       /* UnplyPhase of event_format.h */
  unsigned level;       /* of the recursion over processes, 0 at the root */
  int partner;          /* its rank of MPI_COMM_WORLD; -1: none */
  unsigned features;    /* number of names and values. Names that begin with "work:" count work: they are read at the
                           end, when it is known, and all others, which are sizes of the problem, at the begin */
  const char* const* names; /* "N", "M", "work:visits", ... */
  const double* values;
  unsigned long long bytes; /* sent, known at the end */
};

struct UnplyAnnotations { /* exported as __unply_annotations */
  unsigned version;       /* 3; 2 ends before `phase_begin`, 1 before `pause` */
  void (*region_begin)(const char* name);
  void (*region_end)(void);
  void (*event)(const char* name);
  void (*value)(const char* name, unsigned type, unsigned long long bits); /* type: UnplyValueType of event_format.h */
  /* The same for a procedure that passes a call of the user's on: the event belongs to the call of that procedure. */
  void (*outer_region_begin)(const char* name);
  void (*outer_region_end)(void);
  void (*outer_event)(const char* name);
  void (*outer_value)(const char* name, unsigned type, unsigned long long bits);
  void (*pause)(void);
  void (*resume)(void);
  void (*phase_begin)(const struct UnplyPhaseInfo* phase);
  void (*phase_end)(const struct UnplyPhaseInfo* phase);
};

#ifdef __cplusplus
}
#endif
#endif
