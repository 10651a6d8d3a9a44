// The instrumented modules (one per object file) and their tables of sites and regions.
//
// Modules register from constructors, also after dlopen; their tables are handed over when recording begins, or at once
// if it has. Regions that only exist at run time (the paper's ABI called by hand, annotations in code compiled without
// the pass) are created here, each as a module of one region.
#include "runtime/runtime.h"
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

namespace unply::runtime {

namespace {

constexpr uint32_t kMostModules = 1 << 16;
constexpr uint32_t kMostRegions = 1 << 20;

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // modules register from any thread that calls dlopen
struct Registered {
  UnplyModule* module;
  UnplySite* sites; // as registered, to recognise a module whose library was unloaded
  uint32_t site_count, first_site, first_region, first_loop;
};
Registered* modules;
uint32_t module_count, handed_over;
uint32_t next_site = 1, next_region, next_loop = 1;
uint8_t* origins; // by region

struct Dynamic {
  uint64_t key;
  uint32_t region, kind;
};
constexpr uint32_t kMostDynamic = 4096;
Dynamic dynamic[kMostDynamic];
uint32_t dynamic_count;

bool map_tables() {
  if (modules) return true;
  modules = (Registered*)map_memory(kMostModules * sizeof(Registered));
  origins = (uint8_t*)map_memory(kMostRegions);
  return modules && origins;
}

void hand_over_chunks(RingRecordType type, uint32_t module, const void* rows, uint32_t count, uint32_t row_bytes) {
  constexpr uint32_t kChunkBytes = 256 << 10;
  uint32_t most = kChunkBytes / row_bytes;
  for (uint32_t first = 0; first < count; first += most) {
    uint32_t n = count - first < most ? count - first : most;
    auto* chunk = (RingChunk*)begin_record(type, (uint32_t)sizeof(RingChunk) + n * row_bytes);
    if (!chunk) return;
    *chunk = {.module = module, .first = first, .count = n, .reserved = 0};
    memcpy(chunk + 1, (const char*)rows + (size_t)first * row_bytes, (size_t)n * row_bytes);
    end_record();
  }
}

// The numbers of a module's first rows in the tables of the program.
struct First {
  uint32_t site, region, loop;
};

void hand_over_module(uint32_t number, const UnplyModule& m, First first) {
  auto* record = (RingModule*)begin_record(kRecordModule, sizeof(RingModule));
  if (!record) return;
  *record = {.module = number,
             .first_site = first.site,
             .site_count = m.site_count,
             .first_region = first.region,
             .region_count = m.region_count,
             .string_bytes = m.string_bytes,
             .name = m.name,
             .stats = {},
             .choices = m.choices,
             .directory = m.directory,
             .first_loop = first.loop,
             .loop_count = m.loop_count,
             .reserved = 0};
  memcpy(record->stats, m.stats, sizeof m.stats);
  end_record();
  hand_over_chunks(kRecordStrings, number, m.strings, m.string_bytes, 1);
  hand_over_chunks(kRecordSites, number, m.site_infos, m.site_count, sizeof(UnplySiteInfo));
  hand_over_chunks(kRecordRegions, number, m.region_infos, m.region_count, sizeof(UnplyRegionInfo));
  if (mode == Mode::loops) hand_over_chunks(kRecordLoops, number, m.loop_infos, m.loop_count, sizeof(UnplyLoopInfo));
}

uint32_t module_number;          // counts dynamic ones too
uint32_t plain = kUnplyPlainAll; // of all modules
bool may_profile;                // no module so far has regions, or loops are to be profiled in any case

void write_plain(uint32_t who);

void register_module(UnplyModule* m) {
  if (m->abi != kUnplyAbi || !map_tables() || module_count == kMostModules) return;
  if (next_region + m->region_count > kMostRegions) return;
  for (uint32_t i = 0; i < m->site_count; i++) m->sites[i].id = next_site + i;
  for (uint32_t i = 0; i < m->region_count; i++) {
    m->regions[i].id = next_region + i;
    origins[next_region + i] = (uint8_t)m->region_infos[i].origin;
  }
  modules[module_count++] = {.module = m,
                             .sites = m->sites,
                             .site_count = m->site_count,
                             .first_site = next_site,
                             .first_region = next_region,
                             .first_loop = next_loop};
  if (may_profile && (m->region_count || m->choices) && ring_header()->mode != kRingLoops && !context.followed) {
    may_profile = false;
    write_plain(kUnplyPlainNobody);
  } else if (may_profile && plain != kUnplyPlainLoops) {
    write_plain(kUnplyPlainLoops);
  }
  if (m->plain) *m->plain = plain;
  for (uint32_t i = 0; i < m->loop_count; i++) m->loops[i].id = next_loop + i;
  next_loop += m->loop_count;
  if (next_loop > kRingLoopRows)
    count_event(kCountLoopsLost, next_loop - kRingLoopRows < m->loop_count ? next_loop - kRingLoopRows : m->loop_count);
  next_site += m->site_count;
  next_region += m->region_count;
}

// dlclose unmaps a module with its sites. Code not compiled for shared objects does not announce it, but may be linked
// into one nevertheless, so the kernel is asked whether the sites are still mapped.
bool still_loaded(const Registered& r) {
  if (!r.module) return false;
  constexpr uint64_t kPage = 4096;
  unsigned char resident;
  auto mapped = [&](const void* p) { return mincore((void*)((uint64_t)p & ~(kPage - 1)), 1, &resident) == 0; };
  if (!mapped(r.module) || !mapped((char*)(r.module + 1) - 1)) return false;
  if (r.module->sites != r.sites || r.module->site_count != r.site_count) return false;
  return !r.site_count || (mapped(r.sites) && mapped((char*)(r.sites + r.site_count) - 1));
}

void write_plain(uint32_t who) {
  plain = who;
  for (uint32_t i = 0; i < module_count; i++)
    if (still_loaded(modules[i]) && modules[i].module->plain) *modules[i].module->plain = plain;
}

} // namespace

void hand_over_modules() {
  pthread_mutex_lock(&lock);
  for (; handed_over < module_count; handed_over++) {
    const Registered& r = modules[handed_over];
    if (still_loaded(r)) hand_over_module(module_number++, *r.module, {r.first_site, r.first_region, r.first_loop});
  }
  pthread_mutex_unlock(&lock);
}

void set_plain_copies(UnplyPlain who) {
  pthread_mutex_lock(&lock);
  write_plain(who);
  pthread_mutex_unlock(&lock);
}

void profile_loops_of_others() { may_profile = true; }
bool loops_are_profiled() { return plain == kUnplyPlainLoops; }

void forget_site_transitions() {
  pthread_mutex_lock(&lock);
  for (uint32_t i = 0; i < module_count; i++)
    if (still_loaded(modules[i]))
      for (uint32_t k = 0; k < modules[i].site_count; k++) modules[i].sites[k].to = 0;
  pthread_mutex_unlock(&lock);
}

bool has_chosen_functions() {
  for (uint32_t region = 0; region < next_region; region++)
    if (origins[region] == kUnplyFunction) return true;
  return false;
}

uint32_t region_origin(uint32_t region) { return origins ? origins[region] : 0u; }

uint32_t dynamic_region(UnplyRegionKind kind, UnplyRegionOrigin origin, uint64_t key, const char* label) {
  for (uint32_t i = 0; i < dynamic_count; i++)
    if (dynamic[i].key == key && dynamic[i].kind == (uint32_t)kind) return dynamic[i].region;
  pthread_mutex_lock(&lock);
  if (!map_tables() || dynamic_count == kMostDynamic || next_region == kMostRegions) {
    pthread_mutex_unlock(&lock);
    return dynamic_count ? dynamic[0].region : 0;
  }
  char strings[256] = {0};
  uint32_t length = label ? (uint32_t)strnlen(label, sizeof strings - 2) : 0;
  if (length) memcpy(strings + 1, label, length);
  UnplyRegionInfo info = {};
  info.kind = kind;
  info.origin = origin;
  info.label = length ? 1 : 0;
  UnplyModule m = {};
  m.region_count = 1;
  m.region_infos = &info;
  m.strings = strings;
  m.string_bytes = length + 2;
  uint32_t region = next_region++;
  origins[region] = (uint8_t)origin;
  dynamic[dynamic_count++] = {key, region, kind};
  hand_over_module(module_number++, m, {next_site, region, next_loop});
  pthread_mutex_unlock(&lock);
  return region;
}

} // namespace unply::runtime

using namespace unply::runtime;

extern "C" __attribute__((visibility("default"))) void __unply_module_gone(UnplyModule* module) {
  pthread_mutex_lock(&lock);
  for (uint32_t i = 0; i < module_count; i++)
    if (modules[i].module == module) modules[i].module = nullptr;
  pthread_mutex_unlock(&lock);
  forget_object(module);
}

extern "C" __attribute__((visibility("default"))) void __unply_module(UnplyModule* module) {
  pthread_mutex_lock(&lock);
  register_module(module);
  pthread_mutex_unlock(&lock);
  if (context.followed && mode != Mode::off) hand_over_modules();
}
