#include "recorder/core_link.h"
#include "recorder/call_sites.h"

namespace unply::recorder {

namespace {

void emit_event(UnplyEventKind kind, const void* code, uint64_t a, uint64_t b) { emit(kind, code, a, b); }

const void* site_of_call(const void* return_address, const void* frame) {
  return UNPLY_LIKELY(thread_log.next != nullptr) ? user_site(return_address, frame)
                                                  : first_user_site(return_address, frame);
}

void add_thread_end(void (*ending)()) {
  add_thread_hooks([] {}, ending);
}

UnplyRawEvent* begin_quiet() {
  UnplyRawEvent* next = thread_log.next;
  thread_log.next = nullptr;
  ++thread_log.quiet;
  return next;
}
void end_quiet(UnplyRawEvent* next) {
  --thread_log.quiet;
  thread_log.next = next;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

extern "C" UNPLY_EXPORT const CoreLink __unply_recorder_core;
const CoreLink __unply_recorder_core = {kCoreLinkVersion,     recording, emit_event, new_task,      site_of_call,
                                        name_object,          set_rank,  has_seen,   add_note,      add_thread_end,
                                        begin_quiet,          end_quiet, read_ticks, announce_rank, count_ranks,
                                        count_ranks_on_hosts, note_clock};
