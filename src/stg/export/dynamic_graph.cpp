// See dynamic_graph.h. A mark of a post is a vertex, with the site of its call above.
#include "stg/export/dynamic_graph.h"
#include "stg/program/collectives.h"
#include <algorithm>
#include <set>
#include <utility>

namespace unply::stg {

namespace {

constexpr uint32_t kTraceRegion = 0, kTrace = 1;

} // namespace

DynamicGraphWriter::DynamicGraphWriter(const Program& program, const Bindings& bindings, std::string note,
                                       bool condensed, ByteSink& sink)
    : bindings_(bindings), note_(std::move(note)), condensed_(condensed), writer_(sink), tables_(program, writer_),
      ranks_(size_t(bindings.ranks)) {
  written_ = writer_.begin();
}

void DynamicGraphWriter::begin(const World&) {
  tables_.add_head("simulated", bindings_, note_);
  writer_.add_region(kTraceRegion, {.kind = RegionKind::trace,
                                    .origin = RegionOrigin::api,
                                    .file = StringId{0},
                                    .function = StringId{0},
                                    .label = writer_.string_id(tables_.settings(bindings_)),
                                    .line = 0,
                                    .column = 0});
  writer_.add_trace_event(kTrace, kTraceRegion, false, 0);
}

Result<void> DynamicGraphWriter::finish() {
  for (int rank = 0; rank < bindings_.ranks; ++rank) add_joined(rank);
  if (!written_) return written_;
  writer_.add_trace_event(kTrace, kTraceRegion, true, end_ns_);
  tables_.add_end(double(end_ns_) * 1e-9);
  return writer_.finish();
}

uint32_t DynamicGraphWriter::add_task(uint32_t region, int processor, uint64_t begin_ns, uint64_t length_ns) {
  const uint32_t vertex = ++vertices_;
  writer_.add_task({.vertex = vertex,
                    .instance = vertex,
                    .previous = 0,
                    .parent = 0,
                    .region = region,
                    .trace = kTrace,
                    .begin_ticks = begin_ns,
                    .end_ticks = begin_ns + length_ns,
                    .self_ticks = length_ns,
                    .hooks = 0,
                    .transitions = 0});
  writer_.add_processor(vertex, uint32_t(processor));
  end_ns_ = std::max(end_ns_, begin_ns + length_ns);
  return vertex;
}

void DynamicGraphWriter::add_edge(uint32_t from, uint32_t to, uint32_t site_from, uint32_t site_to, uint64_t bytes) {
  if (from == 0) return;
  ++edges_;
  writer_.add_edge({.to = to,
                    .from = from,
                    .kind = uint32_t(unply::EdgeKind::flow),
                    .site_from = site_from,
                    .site_to = site_to,
                    .bytes = bytes});
  if (writer_.full() && written_) written_ = writer_.flush();
}

void DynamicGraphWriter::follow(Rank& rank, uint32_t vertex, uint32_t site) {
  add_edge(rank.last, vertex, rank.last_site, site, 0);
  rank.last = vertex, rank.last_site = site;
}

void DynamicGraphWriter::compute(int number, const Step& step, double begin_s, double end_s) {
  Rank& rank = ranks_[size_t(number)];
  const uint64_t length_ns = RunTables::ns(end_s - begin_s); // of rounded times the difference may be one more
  const Part part{.region = tables_.region_of(step),
                  .site = tables_.site_of(step),
                  .begin_ns = std::max(rank.idle_from_ns, RunTables::ns(begin_s)),
                  .length_ns = length_ns};
  rank.idle_from_ns = part.begin_ns + length_ns;
  if (rank.pieces > 1 && rank.held.region == 0) {
    rank.held = part;
    return;
  }
  leave_loop(number);
  add_part(number, part);
}

void DynamicGraphWriter::add_part(int number, const Part& part) {
  Rank& rank = ranks_[size_t(number)];
  if (!condensed_) {
    follow(rank, add_task(part.region, number, part.begin_ns, part.length_ns), part.site);
  } else if (rank.joined.region == 0) {
    rank.joined = part;
  } else {
    rank.joined.length_ns += part.length_ns;
  }
}

void DynamicGraphWriter::add_joined(int number) {
  Rank& rank = ranks_[size_t(number)];
  if (const Part part = std::exchange(rank.joined, {}); part.region != 0)
    follow(rank, add_task(part.region, number, part.begin_ns, part.length_ns), part.site);
}

void DynamicGraphWriter::leave_loop(int number) {
  Rank& rank = ranks_[size_t(number)];
  rank.pieces = 0;
  if (const Part held = std::exchange(rank.held, {}); held.region != 0) add_part(number, held);
}

// The parts are as long as the whole, to the ns; a vertex without length is behind all of them.
void DynamicGraphWriter::cut_loop(int number) {
  Rank& rank = ranks_[size_t(number)];
  const Part whole = std::exchange(rank.held, {});
  const uint64_t pieces = uint64_t(std::exchange(rank.pieces, 0));
  const uint32_t before = rank.last, site_before = rank.last_site;
  std::vector<uint32_t> parts;
  uint64_t begin_ns = whole.begin_ns;
  for (uint64_t i = 0; i < pieces; ++i) {
    const uint64_t length_ns = whole.length_ns / pieces + (i < whole.length_ns % pieces ? 1 : 0);
    parts.push_back(add_task(whole.region, number, begin_ns, length_ns));
    add_edge(before, parts.back(), site_before, whole.site, 0);
    begin_ns += length_ns;
  }
  rank.last = add_task(whole.region, number, begin_ns, 0), rank.last_site = whole.site;
  for (const uint32_t part : parts) add_edge(part, rank.last, whole.site, whole.site, 0);
}

void DynamicGraphWriter::construct(int number, const Step& step, double time_s) {
  Rank& rank = ranks_[size_t(number)];
  if (step.call == Call::omp_end && rank.held.region != 0)
    cut_loop(number);
  else
    leave_loop(number);
  add_joined(number);
  if (step.call == Call::omp_loop || step.call == Call::omp_taskloop)
    rank.pieces = std::min(step.iterations.back(), kMostPieces);
  const bool undeferred = step.call == Call::omp_task && tables_.name_of_step(step) == "task if";
  const OpenmpOrder::Turn turn = rank.order.take(step, {rank.last, rank.last_site}, undeferred);
  if (turn.behind.empty()) {
    rank.last = turn.go_on.vertex, rank.last_site = turn.go_on.site;
    return;
  }
  const uint64_t begin_ns = std::max(rank.idle_from_ns, RunTables::ns(time_s));
  const uint32_t vertex = add_task(tables_.region_of(step), number, begin_ns, 0), site = tables_.site_of(step);
  std::set<uint32_t> seen;
  for (const OpenmpOrder::Place& before : turn.behind)
    if (seen.insert(before.vertex).second) add_edge(before.vertex, vertex, before.site, site, 0);
  rank.last = vertex, rank.last_site = site;
}

void DynamicGraphWriter::begin_call(int number, const Step& step, double begin_s) {
  leave_loop(number);
  const bool is_task = step.call != Call::init && step.call != Call::finalize;
  if (is_task) add_joined(number);
  Rank& rank = ranks_[size_t(number)];
  rank.before = rank.last, rank.has_task = false, rank.now_ns = RunTables::ns(begin_s);
  rank.region = is_task ? tables_.region_of(step) : 0;
  rank.site = is_task ? tables_.site_of(step) : 0;
}

uint32_t DynamicGraphWriter::add_call(int number) {
  Rank& rank = ranks_[size_t(number)];
  rank.idle_from_ns = std::max(rank.idle_from_ns, rank.now_ns);
  const uint32_t vertex = add_task(rank.region, number, rank.idle_from_ns, 0);
  follow(rank, vertex, rank.site);
  rank.has_task = true;
  return vertex;
}

uint64_t DynamicGraphWriter::post(int number, const Step&, const Message& message, double time_s) {
  Rank& rank = ranks_[size_t(number)];
  if (message.peer == kNoPeer) return 0;
  rank.now_ns = RunTables::ns(time_s);
  const uint32_t vertex = message.receive ? rank.before : rank.has_task ? rank.last : add_call(number);
  return uint64_t(rank.site) << 32 | vertex;
}

void DynamicGraphWriter::end_call(int number, double end_s, std::span<const Arrival> arrivals) {
  Rank& rank = ranks_[size_t(number)];
  rank.now_ns = RunTables::ns(end_s);
  if (rank.region == 0 || (rank.has_task && arrivals.empty())) return;
  const uint32_t vertex = add_call(number);
  for (const Arrival& arrival : arrivals)
    add_edge(uint32_t(arrival.partner_mark), vertex, uint32_t(arrival.partner_mark >> 32), rank.site,
             arrival.receive ? uint64_t(arrival.bytes) : 0);
}

void DynamicGraphWriter::meet_one_by_one(const Step& step, std::span<const int> members) {
  const DataFlow flow = flow_of(step.call);
  const size_t root = step.collective.root < 0 ? 0 : size_t(step.collective.root);
  if (flow == DataFlow::from_root) add_call(members[root]);
  for (size_t i = 0; i < members.size(); ++i) {
    const bool is_root = i == root && flow != DataFlow::along;
    if (!is_root) add_call(members[i]);
    const size_t source = flow == DataFlow::from_root ? root : i - 1; // along: of the rank before
    if (is_root || flow == DataFlow::to_root || (flow == DataFlow::along && i == 0)) continue;
    const Rank &from = ranks_[size_t(members[source])], &to = ranks_[size_t(members[i])];
    add_edge(from.last, to.last, from.site, to.site, uint64_t(step.collective.bytes));
  }
  if (flow != DataFlow::to_root) return;
  const uint32_t vertex = add_call(members[root]);
  for (size_t i = 0; i < members.size(); ++i)
    if (const Rank& from = ranks_[size_t(members[i])]; i != root)
      add_edge(from.last, vertex, from.site, ranks_[size_t(members[root])].site, uint64_t(step.collective.bytes));
}

void DynamicGraphWriter::meet(const Step& step, std::span<const int> members) {
  if (flow_of(step.call) == DataFlow::none) return;
  if (flow_of(step.call) != DataFlow::among_all) return meet_one_by_one(step, members);
  Rank& first = ranks_[size_t(members[0])];
  uint64_t latest_ns = 0;
  for (const int member : members)
    latest_ns = std::max({latest_ns, ranks_[size_t(member)].now_ns, ranks_[size_t(member)].idle_from_ns});
  const uint32_t vertex = add_task(first.region, members[0], latest_ns, 0);
  for (const int member : members) {
    Rank& rank = ranks_[size_t(member)];
    follow(rank, vertex, rank.site);
    rank.has_task = true, rank.idle_from_ns = latest_ns;
  }
}

} // namespace unply::stg
