#include "discover/source_functions.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace unply {

bool SourceFunction::recursive() const { return std::ranges::any_of(facts.parts, &PartFact::recursive); }

static void add_work(SourceFunction& function, const PartWork& row) {
  CallCount* count = row.number == 0 ? &function.chain : &function.loop_chain;
  if (row.kind == static_cast<uint16_t>(PartWorkKind::call)) {
    count = &function.calls[row.number];
  } else if (row.kind >= static_cast<uint16_t>(PartWorkKind::size)) {
    const size_t size = row.kind - static_cast<size_t>(PartWorkKind::size);
    if (size >= function.by_size.size()) return;
    count = &function.by_size[size][row.number];
  }
  count->count += row.count;
  count->work += row.work;
}

namespace {

// The profile knows the last read before a write, and of each read the one before it. Each part that a chain of reads
// leads from to a write has an antidependence to the part of the write.
class EarlierReads {
public:
  explicit EarlierReads(SourceFunction& function) : function_(function) {}
  void run();

private:
  using Sites = std::set<uint32_t>;
  struct Read {
    const PartDependence* row; // its source is the read
    uint32_t sink;             // the site that has to wait for it
  };
  void find_reads();
  void add_to(uint32_t part, std::vector<PartDependence>& found) const;
  void append(std::vector<Read>& open, uint32_t part, Sites sites, uint32_t sink) const;

  SourceFunction& function_;
  std::map<uint32_t, std::vector<const PartDependence*>> reads_into_; // by part: reads in others before reads in it
  std::map<uint32_t, std::multimap<uint32_t, uint32_t>> earlier_in_;  // by part: sites of reads, from later to earlier
  std::map<uint32_t, Sites> before_write_in_;                         // by part: that read what the part then writes
  std::map<uint32_t, std::vector<const PartDependence*>> writes_in_;  // by part: of what others have read
};

void EarlierReads::find_reads() {
  for (const PartDependence& row : function_.dependences) {
    const bool within = row.part_from == row.part_to;
    if (row.kind == EdgeKind::extension && within)
      earlier_in_[row.part_to].emplace(row.site_to, row.site_from);
    else if (row.kind == EdgeKind::extension)
      reads_into_[row.part_to].push_back(&row);
    else if (within)
      before_write_in_[row.part_to].insert(row.site_from);
    else if (row.kind == EdgeKind::anti)
      writes_in_[row.part_to].push_back(&row);
  }
}

// What other parts read before the part did at one of the sites, or at one that a chain of its own reads leads from.
void EarlierReads::append(std::vector<Read>& open, uint32_t part, Sites sites, uint32_t sink) const {
  const auto rows = reads_into_.find(part);
  if (rows == reads_into_.end()) return;
  if (const auto earlier = earlier_in_.find(part); earlier != earlier_in_.end()) {
    std::vector<uint32_t> later(sites.begin(), sites.end());
    while (!later.empty()) {
      const auto [first, last] = earlier->second.equal_range(later.back());
      later.pop_back();
      for (auto at = first; at != last; ++at)
        if (sites.insert(at->second).second) later.push_back(at->second);
    }
  }
  for (const PartDependence* row : rows->second)
    if (sites.contains(row->site_to)) open.push_back({row, sink});
}

void EarlierReads::add_to(uint32_t part, std::vector<PartDependence>& found) const {
  std::vector<Read> open;
  if (const auto own = before_write_in_.find(part); own != before_write_in_.end()) {
    append(open, part, own->second, 0);
    for (Read& read : open) read.sink = read.row->site_to;
  }
  if (const auto writes = writes_in_.find(part); writes != writes_in_.end())
    for (const PartDependence* row : writes->second) append(open, row->part_from, {row->site_from}, row->site_to);
  std::set<std::pair<uint32_t, uint32_t>> seen; // part and site of the earlier read
  while (!open.empty()) {
    const auto [row, sink] = open.back();
    open.pop_back();
    if (!seen.insert({row->part_from, row->site_from}).second) continue;
    found.push_back({row->function, EdgeKind::anti, row->site_from, sink, row->part_from, part, 1});
    append(open, row->part_from, {row->site_from}, sink);
  }
}

void EarlierReads::run() {
  find_reads();
  std::set<uint32_t> parts;
  for (const auto& [part, _] : before_write_in_) parts.insert(part);
  for (const auto& [part, _] : writes_in_) parts.insert(part);
  std::vector<PartDependence> found;
  for (uint32_t part : parts) add_to(part, found);
  std::erase_if(function_.dependences, [](const PartDependence& row) {
    return row.kind == EdgeKind::extension || row.part_from == row.part_to;
  });
  function_.dependences.insert(function_.dependences.end(), found.begin(), found.end());
}

} // namespace

std::vector<SourceFunction> source_functions(const Trace& trace) {
  const std::vector<ProfiledFunction>& rows = trace.loops.functions;
  using Key = std::tuple<std::string_view, uint32_t, std::string_view>;
  std::map<Key, uint32_t> known;
  for (const ProfiledFunction& row : rows) known[{trace.text(row.file), row.line, trace.text(row.facts)}] = 0;
  uint32_t number = 0;
  for (auto& [_, function] : known) function = number++;
  std::vector<SourceFunction> functions(known.size());
  std::vector<uint32_t> of_row;
  for (const ProfiledFunction& row : rows) {
    of_row.push_back(known[{trace.text(row.file), row.line, trace.text(row.facts)}]);
    SourceFunction& function = functions[of_row.back()];
    if (!function.facts.known) {
      function.file = row.file, function.function = row.function, function.line = row.line;
      function.facts = parse_function_facts(trace.text(row.facts));
      function.by_size.resize(function.facts.sizes.size());
    }
    function.instances += row.instances;
    function.work += row.work;
  }
  for (const PartDependence& row : trace.loops.part_dependences)
    functions[of_row[row.function]].dependences.push_back(row);
  for (const PartCall& row : trace.loops.part_calls) {
    std::vector<std::string>& unseen = functions[of_row[row.function]].unseen;
    const std::string name(trace.text(row.name));
    if (std::ranges::find(unseen, name) == unseen.end()) unseen.push_back(name);
  }
  for (const PartWork& row : trace.loops.part_works) add_work(functions[of_row[row.function]], row);
  for (SourceFunction& function : functions) EarlierReads(function).run();
  return functions;
}

} // namespace unply
