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

} // namespace
} // namespace unply::recorder

extern "C" UNPLY_EXPORT const unply::recorder::CoreLink __unply_recorder_core;
const unply::recorder::CoreLink __unply_recorder_core = {
    unply::recorder::kCoreLinkVersion, unply::recorder::recording,      unply::recorder::emit_event,
    unply::recorder::new_task,         unply::recorder::site_of_call,   unply::recorder::name_object,
    unply::recorder::set_rank,         unply::recorder::has_seen,       unply::recorder::add_note,
    unply::recorder::align_clock,      unply::recorder::add_thread_end,
};
