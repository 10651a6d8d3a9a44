// A runtime that prints the regions and, if asked, the accesses as they happen.
#include "unply/runtime_abi.h"

#include <stdio.h>

static struct UnplyModule* modules[16];
static int module_count, depth;

void __unply_module_gone(struct UnplyModule* module) { (void)module; }
void __unply_inline_functions(const struct UnplyInlineFunction* functions, uint32_t count) {
  (void)functions, (void)count;
}
void __unply_module(struct UnplyModule* module) {
  if (module->abi != kUnplyAbi || module_count == 16) return;
  modules[module_count++] = module;
}

static void begin(const char* kind, const struct UnplyRegion* region) {
  ++depth;
  for (int i = 0; i < module_count; ++i) {
    const struct UnplyModule* module = modules[i];
    const uint64_t index = region - module->regions;
    if (region < module->regions || index >= module->region_count) continue;
    const struct UnplyRegionInfo* info = &module->region_infos[index];
    printf("%s %d line %u in %s label '%s' origin %u\n", kind, depth, info->line, module->strings + info->function,
           module->strings + info->label, info->origin);
  }
}

uint32_t __unply_task_begin(struct UnplyRegion* region, void* frame) {
  begin("task", region);
  return depth > 1;
}
void __unply_trace_begin(struct UnplyRegion* region, void* frame) { begin("trace", region); }
void __unply_task_end(void* frame) { printf("end %d\n", depth--); }
void __unply_trace_end(void* frame) { printf("end %d\n", depth--); }
uint64_t __unply_mark(void) { return depth; }
void __unply_rewind(uint64_t mark, void* frame) {
  while (depth > (int)mark) printf("left %d\n", depth--);
}
int open_regions(void) { return depth; }

// Only for programs that set it; the others see regions alone.
int show_accesses;
static void show(const char* what, const struct UnplySite* site, uint64_t bytes) {
  if (!show_accesses) return;
  for (int i = 0; i < module_count; ++i) {
    const struct UnplyModule* module = modules[i];
    const uint64_t index = site - module->sites;
    if (site < module->sites || index >= module->site_count) continue;
    const struct UnplySiteInfo* info = &module->site_infos[index];
    printf("%s %lu %s line %u\n", what, (unsigned long)bytes, module->strings + info->variable, info->line);
  }
}

#define ACCESS(n)                                                                                                      \
  UNPLY_HOOK void __unply_load##n(const void* p, struct UnplySite* site) { show("load", site, n); }                    \
  UNPLY_HOOK void __unply_store##n(void* p, struct UnplySite* site) { show("store", site, n); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
void __unply_load_n(const void* p, uint64_t n, struct UnplySite* site) { show("load", site, n); }
void __unply_store_n(void* p, uint64_t n, struct UnplySite* site) { show("store", site, n); }
void __unply_load_str(const char* p, struct UnplySite* site) { show("load_str", site, 0); }
void __unply_store_str(char* p, struct UnplySite* site) { show("store_str", site, 0); }
static void show_model(const struct UnplyCall* call, int when) {
  for (uint32_t i = 0; i < call->effect_count; ++i)
    if (call->effects[i].flags & when)
      show(call->effects[i].flags & kEffectWrite ? "model store" : "model load", call->sites + call->effects[i].site, 0);
}
void __unply_call_before(const struct UnplyCall* call, uint64_t* words) { show_model(call, kEffectBefore); }
void __unply_call_after(const struct UnplyCall* call, uint64_t* words) {
  if (show_accesses) printf("result %ld\n", (long)words[0]);
  show_model(call, kEffectAfter);
}
UNPLY_HOOK void __unply_unseen(struct UnplyUnseen* callee) {
  if (show_accesses && !callee->elsewhere) printf("unseen %s\n", callee->name);
}
UNPLY_HOOK void __unply_thread_local(struct UnplyUnseen* variable) {
  if (show_accesses) printf("%s\n", variable->name);
}
UNPLY_HOOK void __unply_indirect(const void* target, struct UnplyIndirect* call) {
  const uint64_t* mark = (const uint64_t*)target - 2;
  if (show_accesses && mark[1] != UNPLY_INSTRUMENTED) printf("indirect\n");
}
void __unply_fresh(void* p, uint64_t n) {}
void __unply_call(void) {}
void __unply_argument(const void* p, uint64_t n, struct UnplySite* site) { show("argument", site, n); }
void __unply_result(void* key, uint64_t n, struct UnplySite* site) { show("result", site, n); }
void __unply_called(void) {}
void __unply_handed(void* to, void* key, uint64_t n, uint32_t combined) {}
void __unply_lost(void) {}
void __unply_between_read(const void* from, uint64_t n) {}
void __unply_between_write(void* to, uint64_t n) {}
void __unply_between_copy(void* to, const void* from, uint64_t n) {}
int in_order; /* as in a task that goes on behind a task within it */
uint32_t __unply_loop_beside(uint64_t trip, const struct UnplyStream* streams, uint32_t count) {
  if (in_order) return 1;
  __unply_loop(trip, streams, count);
  return 0;
}
void __unply_loop(uint64_t trip, const struct UnplyStream* streams, uint32_t count) {
  if (show_accesses) printf("loop of %lu\n", (unsigned long)trip);
  for (uint32_t i = 0; i < count; ++i) {
    if (show_accesses) printf("stride %ld ", (long)streams[i].stride);
    show(streams[i].write ? "store" : "load", streams[i].site, streams[i].bytes);
  }
}
void __unply_nest(const uint64_t* trips, uint32_t depth, const struct UnplyNestStream* rows, uint32_t count) {
  if (!show_accesses) return;
  printf("nest of");
  for (uint32_t k = 0; k < depth; ++k) printf(" %lu", (unsigned long)trips[k]);
  printf("\n");
  for (uint32_t i = 0; i < count; ++i) {
    printf("level %u strides", rows[i].level);
    for (uint32_t k = 0; k < depth; ++k) printf(" %ld", (long)rows[i].strides[k]);
    printf(" ");
    show(rows[i].write ? "store" : "load", rows[i].site, rows[i].bytes);
  }
}
