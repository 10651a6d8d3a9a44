// Says in which heap it runs: a line with GLIBC_TUNABLES is added to the file that is its argument.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  FILE *said = fopen(argc > 1 ? argv[1] : "/dev/null", "a");
  const char *heap = getenv("GLIBC_TUNABLES");
  fprintf(said, "%s\n", heap ? heap : "-");
#pragma exg trace
#pragma exg task
  fclose(said);
}
