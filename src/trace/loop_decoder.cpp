#include "trace/loop_decoder.h"
#include <algorithm>
#include <cstring>

namespace unply {

namespace {

template <class Row> Row row_at(ByteView rows, size_t index) {
  Row row;
  std::memcpy(&row, rows.data() + index * sizeof row, sizeof row);
  return row;
}

} // namespace

uint32_t LoopDecoder::row_of(uint32_t loop) const {
  const auto at = loops_.find(loop);
  return at == loops_.end() ? kNoLoop : at->second.row;
}

void LoopDecoder::finish(const RingHeader& header, ByteView open, const std::vector<std::string>& unseen_names) {
  if (!header.profiled || open.size() < kRingOpenBytes) return;
  writer_.set_loop_work(header.work);
  ByteView part = open.subspan(kRingOpenLoopsAt);
  // Nothing was counted of those behind the table's end: they must not look as if they had never run.
  loops_.erase(loops_.lower_bound(kRingLoopRows), loops_.end());
  uint32_t number = 0;
  for (auto& [_, loop] : loops_) loop.row = number++;
  for (auto& [index, loop] : loops_) {
    const auto counts = row_at<RingLoop>(part, index);
    ProfiledLoop& row = loop.counts;
    row.instances = counts.instances;
    row.iterations = counts.iterations;
    row.least = counts.least;
    row.most = std::max(counts.least, counts.most);
    row.work = counts.work;
    const uint32_t around = row_of(counts.around);
    row.around = around == kNoLoop ? 0 : around + 1;
    writer_.add_loop(loop.row, row);
  }
  part = part.subspan(kRingLoopRowsBytes);
  add_dependences(
      part, std::min<uint32_t>(__atomic_load_n(&header.loop_dependences, __ATOMIC_ACQUIRE), kRingLoopDependences));
  add_calls(part.subspan(kRingLoopDependencesBytes),
            std::min<uint32_t>(__atomic_load_n(&header.loop_calls, __ATOMIC_ACQUIRE), kRingLoopCalls), unseen_names);
}

void LoopDecoder::add_dependences(ByteView rows, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const auto d = row_at<RingLoopDependence>(rows, i);
    const uint32_t loop = d.loop == 0 ? kNoLoop : row_of(d.loop);
    if ((d.loop != 0 && loop == kNoLoop) || d.kind > kEdgeOutput || d.count == 0 || d.min_distance > d.max_distance)
      continue;
    writer_.add_loop_dependence({.loop = loop,
                                 .carried = d.carried ? Carried::carried : Carried::within,
                                 .kind = static_cast<EdgeKind>(d.kind),
                                 .site_from = d.site_from,
                                 .site_to = d.site_to,
                                 .count = d.count,
                                 .min_distance = d.min_distance,
                                 .max_distance = d.max_distance,
                                 .exact = d.exact != 0,
                                 .first_from = d.first_from,
                                 .first_to = d.first_to});
  }
}

void LoopDecoder::add_calls(ByteView rows, uint32_t count, const std::vector<std::string>& unseen_names) {
  for (uint32_t i = 0; i < count; ++i) {
    const auto call = row_at<RingLoopCall>(rows, i);
    const uint32_t loop = row_of(call.loop);
    if (loop == kNoLoop || call.slot >= unseen_names.size() || unseen_names[call.slot].empty()) continue;
    writer_.add_loop_call({.loop = loop, .name = writer_.string_id(unseen_names[call.slot]), .count = call.count});
  }
}

} // namespace unply
