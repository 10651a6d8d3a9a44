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

// The profile knows the last read before a write, and of each read the one before it. Where a part reads and then
// writes, each part that a chain of reads leads from has an antidependence to it.
class EarlierReads {
public:
  explicit EarlierReads(std::vector<SourceFunction>& functions) : functions_(functions) {}
  void run() {
    find_writes();
    for (uint32_t index = 0; index < functions_.size(); ++index) add_to(index);
    for (SourceFunction& function : functions_)
      std::erase_if(function.dependences, [](const PartDependence& row) {
        return row.kind == EdgeKind::extension || row.part_from == row.part_to;
      });
  }

private:
  using Sites = std::set<uint32_t>;
  void find_writes();
  void add_to(uint32_t index);
  Sites sites_before_writes(uint32_t index, uint32_t part) const;

  std::vector<SourceFunction>& functions_;
  std::vector<std::map<uint32_t, Sites>> in_part_; // by function and part: sites that read before a write in it
};

void EarlierReads::find_writes() {
  in_part_.resize(functions_.size());
  for (uint32_t index = 0; index < functions_.size(); ++index)
    for (const PartDependence& row : functions_[index].dependences)
      if (row.part_from == row.part_to) in_part_[index][row.part_to].insert(row.site_from);
}

// A call may lead to any function: those between have no parts, and do not say whom they call.
EarlierReads::Sites EarlierReads::sites_before_writes(uint32_t index, uint32_t part) const {
  Sites sites;
  if (const auto own = in_part_[index].find(part); own != in_part_[index].end()) sites = own->second;
  if (part % 2 == 0) return sites;
  for (const auto& parts : in_part_)
    for (const auto& [_, more] : parts) sites.insert(more.begin(), more.end());
  return sites;
}

void EarlierReads::add_to(uint32_t index) {
  SourceFunction& function = functions_[index];
  std::map<uint32_t, std::vector<const PartDependence*>> reads_into; // by the part of the later read
  for (const PartDependence& row : function.dependences)
    if (row.kind == EdgeKind::extension) reads_into[row.part_to].push_back(&row);
  std::vector<PartDependence> found;
  for (const auto& [part, rows] : reads_into) {
    const Sites before_writes = sites_before_writes(index, part);
    std::vector<const PartDependence*> open;
    for (const PartDependence* row : rows)
      if (before_writes.contains(row->site_to)) open.push_back(row);
    std::set<std::pair<uint32_t, uint32_t>> seen; // part and site of the earlier read
    while (!open.empty()) {
      const PartDependence* row = open.back();
      open.pop_back();
      if (!seen.insert({row->part_from, row->site_from}).second) continue;
      found.push_back({row->function, EdgeKind::anti, row->site_from, row->site_to, row->part_from, part, 1});
      if (const auto before = reads_into.find(row->part_from); before != reads_into.end())
        open.insert(open.end(), before->second.begin(), before->second.end());
    }
  }
  function.dependences.insert(function.dependences.end(), found.begin(), found.end());
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
  EarlierReads(functions).run();
  return functions;
}

} // namespace unply
