// Each side becomes items, one for each kind and place, with one measurement for each recording; items of both sides
// are paired; each pair is judged.
#include "timeline/comparison.h"
#include <tuple>

namespace unply {

namespace {
struct Measured {
  double time_ns = 0;
  double executions = 1;
  std::optional<double> variance; // of this total, from the repetitions within the recording
};
struct Item {
  ComparedKind kind;
  Activity activity = Activity::none;
  SidePlace place;
  std::vector<Measured> measured; // of recordings in which it occurs
};
using Group = std::tuple<ComparedKind, Activity, std::string, std::string>;

std::string base_of(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

class Side {
public:
  Side(const std::vector<ComparedRun>& runs, bool by_active) : recordings_(runs.size()), by_active_(by_active) {
    for (const ComparedRun& each : runs) take(each);
  }
  std::map<Group, std::vector<Item>> groups() const; // items by line
  size_t recordings() const { return recordings_; }

private:
  void take(const ComparedRun& each);
  void add(const ComparedRun& from, ComparedKind kind, Activity activity, uint32_t site, const Spread& spread);
  void add_at(ComparedKind kind, Activity activity, const SidePlace& at, const Spread& spread);
  size_t recordings_;
  bool by_active_;
  std::map<std::pair<Group, uint32_t>, Item> items_; // group and line
};

void Side::add(const ComparedRun& from, ComparedKind kind, Activity activity, uint32_t site, const Spread& spread) {
  if (site >= from.tables->sites.size()) return;
  const Site& place = from.tables->sites[site];
  add_at(kind, activity,
         {base_of(from.tables->text(place.file)), std::string(from.tables->text(place.function)), place.line}, spread);
}

void Side::add_at(ComparedKind kind, Activity activity, const SidePlace& at, const Spread& spread) {
  if (spread.sum == 0) return;
  Item& item = items_[{Group{kind, activity, at.file, at.function}, at.line}];
  item.kind = kind, item.activity = activity, item.place = at;
  Measured total{static_cast<double>(spread.sum), static_cast<double>(spread.count), {}};
  // The system's load comes and goes within a recording: how far executions of one disturbed recording lie apart says
  // nothing of how far two such recordings do.
  if (spread.count > 1 && !(by_active_ && recordings_ == 1))
    total.variance = spread.deviation() * spread.deviation() * static_cast<double>(spread.count);
  item.measured.push_back(total);
}

void Side::take(const ComparedRun& each) {
  const RunStatistics& run = *each.run;
  for (const RegionStatistics& row : run.regions)
    add(each, ComparedKind::region, Activity::none, row.site, by_active_ ? row.all_active_ns : row.duration_ns);
  for (const LoopStatistics& row : run.loops) {
    add(each, ComparedKind::loop, Activity::none, row.site, by_active_ ? row.all_active_ns : row.duration_ns);
    if (!by_active_) add(each, ComparedKind::loop_end, Activity::none, row.site, row.end_waits_ns);
  }
  std::map<std::pair<Activity, uint32_t>, Spread> waits; // several functions of MPI at one place are one wait
  for (const WaitStatistics& row : run.waits) waits[{row.activity, row.site}].add(row.duration_ns);
  for (const auto& [wait, spread] : waits)
    if (!by_active_) add(each, ComparedKind::wait, wait.first, wait.second, spread);
  for (const PhaseStatistics& row : run.phases.rows) // elapsed times, as waits
    if (!by_active_)
      add_at(ComparedKind::phase, activity_of_phase(row.phase), {"", "level " + std::to_string(row.level), 0},
             row.duration_ns);
  std::map<uint32_t, Spread> locks; // by place: numbers of locks differ from run to run
  for (const LockStatistics& row : run.locks) locks[row.site].add(row.own_ns);
  for (const auto& [site, spread] : locks) add(each, ComparedKind::lock, Activity::none, site, spread);
}

std::map<Group, std::vector<Item>> Side::groups() const {
  std::map<Group, std::vector<Item>> groups;
  for (const auto& [key, item] : items_) groups[key.first].push_back(item);
  return groups;
}

// Student's t for 95 % both ways.
double student_t(size_t freedom) {
  constexpr double kT[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23,
                           2.20,  2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09};
  if (freedom == 0) return kT[0];
  return freedom <= std::size(kT) ? kT[freedom - 1] : freedom <= 60 ? 2.04 : 1.98;
}

struct Estimate {
  double mean = 0;
  double executions = 1;
  std::optional<double> variance; // of the mean
  size_t freedom = 60;            // within one recording: executions are many
};

Estimate estimate(const std::vector<Measured>& measured, size_t recordings) {
  Estimate result;
  if (measured.empty()) return result;
  double n = static_cast<double>(measured.size());
  result.executions = 0;
  for (const Measured& each : measured) result.mean += each.time_ns / n, result.executions += each.executions / n;
  if (recordings == 1) {
    result.variance = measured[0].variance;
  } else if (measured.size() > 1) {
    double squares = 0;
    for (const Measured& each : measured) squares += (each.time_ns - result.mean) * (each.time_ns - result.mean);
    result.variance = squares / (n - 1) / n;
    result.freedom = measured.size() - 1;
  }
  return result;
}

// least: of the time before, differences up to which say nothing.
void judge(Change& change, const Estimate& before, const Estimate& after, double least) {
  change.before_ns = before.mean, change.after_ns = after.mean;
  double least_ns = std::max(least * change.before_ns, kEventNs * std::max(before.executions, after.executions));
  if (before.variance && after.variance) {
    double t = student_t(std::min(before.freedom, after.freedom));
    change.noise_ns = std::max(t * std::sqrt(*before.variance + *after.variance), least_ns);
  }
  double off = change.difference_ns();
  // Not repeated, but closer than the smallest difference that counts.
  if (!change.noise_ns && least > 0 && std::abs(off) <= least_ns) change.noise_ns = least_ns;
  if (!change.noise_ns)
    change.verdict = ChangeVerdict::unknown;
  else if (std::abs(off) <= *change.noise_ns)
    change.verdict = ChangeVerdict::same;
  else
    change.verdict = off > 0 ? ChangeVerdict::slower : ChangeVerdict::faster;
}

class Pairing {
public:
  Pairing(const Side& before, const Side& after, double least) : before_(before), after_(after), least_(least) {}
  std::vector<Change> run();
  size_t too_short = 0; // rows left out

private:
  void pair(const std::vector<Item>& before, const std::vector<Item>& after);
  void put(const Item* before, const Item* after);
  const Side& before_;
  const Side& after_;
  double least_;
  std::vector<Change> changes_;
};

void Pairing::put(const Item* before, const Item* after) {
  const Item& any = before != nullptr ? *before : *after;
  Change change{.kind = any.kind,
                .activity = any.activity,
                .before = {},
                .after = {},
                .before_ns = 0,
                .after_ns = 0,
                .noise_ns = {},
                .verdict = ChangeVerdict::unknown};
  Estimate was, is;
  if (before != nullptr) change.before = before->place, was = estimate(before->measured, before_.recordings());
  if (after != nullptr) change.after = after->place, is = estimate(after->measured, after_.recordings());
  if (was.mean <= kEventNs * was.executions && is.mean <= kEventNs * is.executions) {
    ++too_short;
    return;
  }
  judge(change, was, is, least_);
  if (before == nullptr) change.verdict = ChangeVerdict::added;
  if (after == nullptr) change.verdict = ChangeVerdict::removed;
  changes_.push_back(std::move(change));
}

void Pairing::pair(const std::vector<Item>& before, const std::vector<Item>& after) {
  if (before.size() == after.size()) {
    for (size_t i = 0; i < before.size(); ++i) put(&before[i], &after[i]);
    return;
  }
  auto same_line = [](const std::vector<Item>& items, uint32_t line) {
    auto found = std::ranges::find_if(items, [&](const Item& item) { return item.place.line == line; });
    return found == items.end() ? nullptr : &*found;
  };
  for (const Item& item : before) put(&item, same_line(after, item.place.line));
  for (const Item& item : after)
    if (same_line(before, item.place.line) == nullptr) put(nullptr, &item);
}

std::vector<Change> Pairing::run() {
  auto before = before_.groups(), after = after_.groups();
  for (const auto& [group, items] : before) pair(items, after[group]);
  for (const auto& [group, items] : after)
    if (!before.contains(group)) pair({}, items);
  std::ranges::sort(changes_, [](const Change& x, const Change& y) {
    return std::tuple(-std::abs(x.difference_ns()), x.kind, x.activity, x.before.line, x.after.line) <
           std::tuple(-std::abs(y.difference_ns()), y.kind, y.activity, y.before.line, y.after.line);
  });
  return std::move(changes_);
}

// With one recording, the variation of all regions' executions; the code between them is not repeated.
std::vector<Measured> whole_of(const std::vector<ComparedRun>& runs, bool by_active) {
  std::vector<Measured> all;
  for (const ComparedRun& each : runs) {
    Measured total{static_cast<double>(by_active ? each.run->active_ns() : each.run->elapsed_ns()), 1, {}};
    for (const RegionStatistics& row : each.run->regions) {
      const Spread& spread = by_active ? row.all_active_ns : row.duration_ns;
      if (spread.count > 1)
        total.variance =
            total.variance.value_or(0) + spread.deviation() * spread.deviation() * static_cast<double>(spread.count);
    }
    all.push_back(total);
  }
  return all;
}

bool disturbed(const std::vector<ComparedRun>& runs) {
  return std::ranges::any_of(runs, [](const ComparedRun& each) {
    return static_cast<double>(each.run->taken_ns()) > kMostTaken * static_cast<double>(each.run->elapsed_ns());
  });
}

double share_taken(const std::vector<ComparedRun>& runs) {
  uint64_t taken_ns = 0, active_ns = 0;
  for (const ComparedRun& each : runs) taken_ns += each.run->taken_ns(), active_ns += each.run->active_ns();
  return ratio(taken_ns, taken_ns + active_ns);
}

double mean_efficiency(const std::vector<ComparedRun>& runs) {
  double sum = 0;
  for (const ComparedRun& each : runs) sum += each.run->efficiency();
  return sum / static_cast<double>(runs.size());
}
} // namespace

const char* name_of(ComparedKind kind) {
  constexpr const char* kNames[] = {"elapsed", "region",    "loop",        "end of loop",
                                    "wait",    "lock held", "active time", "phase"};
  return kNames[static_cast<size_t>(kind)];
}

const char* name_of(ChangeVerdict verdict) {
  constexpr const char* kNames[] = {"within noise", "faster", "slower", "not repeated", "only after", "only before"};
  return kNames[static_cast<size_t>(verdict)];
}

Comparison compare(const std::vector<ComparedRun>& before, const std::vector<ComparedRun>& after) {
  Comparison comparison;
  bool by_active = comparison.by_active = disturbed(before) || disturbed(after);
  comparison.taken_before = share_taken(before), comparison.taken_after = share_taken(after);
  double least = before.size() == 1 || after.size() == 1 ? kLeastNoise : 0;
  if (by_active) least += kDisturbed * std::max(comparison.taken_before, comparison.taken_after);
  comparison.elapsed.kind = by_active ? ComparedKind::active : ComparedKind::elapsed;
  judge(comparison.elapsed, estimate(whole_of(before, by_active), before.size()),
        estimate(whole_of(after, by_active), after.size()), least);
  comparison.efficiency_before = mean_efficiency(before);
  comparison.efficiency_after = mean_efficiency(after);
  Side side_before(before, by_active), side_after(after, by_active);
  Pairing pairing(side_before, side_after, least);
  comparison.changes = pairing.run();
  comparison.too_short = pairing.too_short;
  return comparison;
}

} // namespace unply
