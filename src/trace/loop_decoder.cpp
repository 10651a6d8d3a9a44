#include "trace/loop_decoder.h"
#include "trace/ended_inside.h"
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

uint32_t size_bucket(uint64_t size) { return unply_size_bucket(size); }
uint64_t least_in_size_bucket(uint32_t bucket) { return unply_least_in_bucket(bucket); }

uint32_t LoopDecoder::row_of(const Rows& rows, uint32_t index) {
  const auto at = rows.find(index);
  return at == rows.end() ? kNoLoop : at->second.row;
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
    // The last execution had not ended where the program was killed: it counts as far as it got.
    const uint64_t unfinished = counts.instances == 0 && counts.reserved != 0 ? 1 : 0;
    row.instances = counts.instances + unfinished;
    row.iterations = counts.iterations + unfinished;
    row.most = std::max(counts.least, counts.most + unfinished);
    row.least = counts.least == 0 ? row.most : counts.least;
    row.work = counts.work;
    const uint32_t around = row_of(counts.around);
    row.around = around == kNoLoop ? 0 : around + 1;
    writer_.add_loop(loop.row, row);
    if (counts.reserved != 0)
      writer_.add_loop_call({.loop = loop.row, .name = writer_.string_id(kEndedInside), .count = 1});
  }
  add_functions(part);
  part = part.subspan(kRingLoopRowsBytes);
  add_dependences(
      part, std::min<uint32_t>(__atomic_load_n(&header.loop_dependences, __ATOMIC_ACQUIRE), kRingLoopDependences));
  part = part.subspan(kRingLoopDependencesBytes);
  add_calls(part, std::min<uint32_t>(__atomic_load_n(&header.loop_calls, __ATOMIC_ACQUIRE), kRingLoopCalls),
            unseen_names);
  add_part_works(part.subspan(kRingLoopCallsBytes),
                 std::min<uint32_t>(__atomic_load_n(&header.part_works, __ATOMIC_ACQUIRE), kRingPartWorks));
}

void LoopDecoder::add_functions(ByteView rows) {
  functions_.erase(functions_.lower_bound(kRingLoopRows), functions_.end());
  uint32_t number = 0;
  for (auto& [index, function] : functions_) {
    function.row = number++;
    const auto counts = row_at<RingLoop>(rows, index);
    const ProfiledLoop& row = function.counts;
    writer_.add_function(function.row, {.file = row.file,
                                        .function = row.function,
                                        .line = row.line,
                                        .facts = row.facts,
                                        .instances = counts.instances,
                                        .work = counts.work});
  }
}

void LoopDecoder::add_dependences(ByteView rows, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const auto d = row_at<RingLoopDependence>(rows, i);
    if (d.carried == kRingParts) {
      add_dependence_of_parts(d);
      continue;
    }
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
                                 .first_to = d.first_to,
                                 .inner_known = d.inner == 1,
                                 .inner_least = d.inner_least,
                                 .inner_most = d.inner_most});
  }
}

void LoopDecoder::add_dependence_of_parts(const RingLoopDependence& d) {
  const uint32_t function = row_of(functions_, d.loop);
  if (function == kNoLoop || d.kind > kEdgeExtension || d.count == 0 || d.first_from > d.first_to ||
      (d.first_from == d.first_to && d.kind != kEdgeAnti && d.kind != kEdgeExtension) || d.first_to >= kUnplyParts)
    return;
  writer_.add_part_dependence({.function = function,
                               .kind = static_cast<EdgeKind>(d.kind),
                               .site_from = d.site_from,
                               .site_to = d.site_to,
                               .part_from = static_cast<uint32_t>(d.first_from),
                               .part_to = static_cast<uint32_t>(d.first_to),
                               .count = d.count});
}

void LoopDecoder::add_part_works(ByteView rows, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    const auto work = row_at<RingPartWork>(rows, i);
    const uint32_t function = row_of(functions_, work.function);
    if (function == kNoLoop || work.count == 0) continue;
    writer_.add_part_work(
        {.function = function, .kind = work.kind, .number = work.number, .count = work.count, .work = work.work});
  }
}

void LoopDecoder::add_calls(ByteView rows, uint32_t count, const std::vector<std::string>& unseen_names) {
  for (uint32_t i = 0; i < count; ++i) {
    const auto call = row_at<RingLoopCall>(rows, i);
    if (call.slot >= unseen_names.size() || unseen_names[call.slot].empty()) continue;
    const StringId name = writer_.string_id(unseen_names[call.slot]);
    if (const uint32_t loop = row_of(call.loop); loop != kNoLoop)
      writer_.add_loop_call({.loop = loop, .name = name, .count = call.count});
    if (const uint32_t function = row_of(functions_, call.loop); function != kNoLoop)
      writer_.add_part_call({.function = function, .name = name, .count = call.count});
  }
}

} // namespace unply
