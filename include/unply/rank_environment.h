/* One of several ranks of MPI that `unply record` follows, also where the program is built by unply: the recorder
 * (src/recorder) records all ranks as one parallel run, and the runtime (src/runtime), which could record the
 * sequential execution of one of them only, stays silent. Both ask here, so that never both or none of them record. */
#ifndef UNPLY_RANK_ENVIRONMENT_H
#define UNPLY_RANK_ENVIRONMENT_H

#ifdef __cplusplus
extern "C" {
#endif

/* The value of a line NAME=VALUE, or null. Without getenv(), which does not work before constructors. */
static inline const char* unply_value_in(char* const* environment, const char* name) {
  for (; environment && *environment; ++environment) {
    const char *line = *environment, *word = name;
    while (*word && *line == *word) ++line, ++word;
    if (!*word && *line == '=') return line + 1;
  }
  return 0;
}

static inline int unply_is_one_of_several_ranks(char* const* environment) {
  /* of Open MPI, of MPICH and Intel MPI, of Slurm */
  static const char* const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"};
  const char* spool = unply_value_in(environment, "UNPLY_SPOOL");
  unsigned i;
  if (!spool || !*spool || !unply_value_in(environment, "UNPLY_RANKS_ONLY")) return 0;
  for (i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    const char* size = unply_value_in(environment, sizes[i]);
    if (size && *size >= '1' && *size <= '9' && (*size > '1' || size[1])) return 1;
  }
  return 0;
}

#ifdef __cplusplus
}
#endif
#endif
