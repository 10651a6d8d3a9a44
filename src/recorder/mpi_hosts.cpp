// Asks the process manager for the hosts of the job, since ranks that are not recorded answer no message. `unply
// record` can then name the hosts of missing ranks. With several hosts, one rank of each reports it.
// PMIx_Resolve_peers, which knows the ranks of each host, would wait forever for another host.
#include "recorder/mpi_front.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

namespace unply::recorder {

namespace {

using ResolveNodes = int (*)(const char* job, char** hosts);

void name_hosts(const char* job, int size) {
  void* library = dlopen("libpmix.so.2", RTLD_LAZY | RTLD_NOLOAD);
  auto resolve_nodes = library ? (ResolveNodes)dlsym(library, "PMIx_Resolve_nodes") : nullptr;
  char* hosts = nullptr;
  bool known = false;
  if (resolve_nodes) {
    InsideMpi inside;
    known = resolve_nodes(job, &hosts) == 0 && hosts;
  }
  mpi_core->name_object(kSpoolJobHosts, (uint64_t)size, known ? hosts : "");
  free(hosts);
}

int number_in(const char* name) {
  const char* text = getenv(name);
  return text ? atoi(text) : -1;
}

} // namespace

void note_hosts(int size) {
  char own[256];
  if (gethostname(own, sizeof own) == 0) mpi_core->name_object(kSpoolHostName, 0, own);
  const char* job = getenv("PMIX_NAMESPACE");
  int here = number_in("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (job && here > 0 && here < size && number_in("OMPI_COMM_WORLD_LOCAL_RANK") == 0) name_hosts(job, size);
}

} // namespace unply::recorder
