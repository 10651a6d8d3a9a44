// Words of the languages and libraries where there are any. A statement's name is a word of --exclude, without blanks.
#include "cli/stats/stats_names.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

std::string StatsNames::place(uint32_t site) const {
  return site < in_.tables->sites.size() ? sources_.place(in_.tables->sites[site]) : "an unknown place";
}

std::string StatsNames::function(uint32_t site) const {
  return site < in_.tables->sites.size() ? std::string(in_.tables->text(in_.tables->sites[site].function)) : "";
}

std::string StatsNames::activity(Activity activity, uint16_t function) const {
  return std::string(words_of(*in_.tables, in_.objects, activity, function));
}

std::string StatsNames::object(ObjectKind kind, uint64_t id) const {
  const EventObject* object = find_object(in_.objects, kind, id);
  return object != nullptr ? std::string(in_.tables->text(object->name)) : "";
}

std::optional<std::string> schedule_name(uint8_t schedule) {
  constexpr const char* kNames[] = {"static", "dynamic", "guided", "other"};
  if (schedule <= kWorkLoop || schedule > kWorkLoopOther) return {};
  return kNames[schedule - kWorkLoopStatic];
}

std::string lock_name(uint8_t kind) {
  constexpr const char* kNames[] = {"lock",  "nested lock", "critical",   "atomic",   "ordered",
                                    "mutex", "read lock",   "write lock", "spin lock"};
  return kind <= kLockSpin ? kNames[kind] : "lock";
}

std::string statement_name(ConstructKind kind, uint8_t detail) {
  constexpr const char* kCollectives[] = {"barrier",   "broadcast", "reduce",   "allreduce", "gather",
                                          "allgather", "scatter",   "alltoall", "scan",      "reduce-scatter",
                                          "other",     "init",      "finalize"};
  if (kind == ConstructKind::loop) return detail == kWorkLoop ? "for" : "for-" + schedule_name(detail).value_or("-");
  if (kind == ConstructKind::collective)
    return fmt::format("collective-{}", kCollectives[std::min<size_t>(detail, std::size(kCollectives) - 1)]);
  if (kind == ConstructKind::lock_hold || kind == ConstructKind::lock_wait) {
    std::string name = lock_name(detail);
    std::ranges::replace(name, ' ', '-');
    return name + (kind == ConstructKind::lock_wait ? "-wait" : "");
  }
  if (kind == ConstructKind::wait && detail == kWaitBarrierExplicit) return "barrier";
  if (kind == ConstructKind::wait && detail >= kWaitBarrierImplicit && detail <= kWaitBarrierImplementation)
    return "barrier-implicit";
  std::string name = kind == ConstructKind::wait ? name_of(activity_of_wait(detail)) : name_of(kind);
  if (kind == ConstructKind::signal) name += fmt::format("-{}", name_of(activity_of_wait(detail)));
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::vector<std::string> statement_names() {
  std::vector<std::string> names;
  for (uint8_t kind = 0; kind <= static_cast<uint8_t>(ConstructKind::setup); ++kind)
    for (uint8_t detail = 0; detail <= kWaitOther; ++detail) {
      std::string name = statement_name(static_cast<ConstructKind>(kind), detail);
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  return names;
}

} // namespace unply
