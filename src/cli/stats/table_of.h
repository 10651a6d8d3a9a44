// A table of unply stats as a list of its columns: key, head, how a row gives the value, and its meaning. Text, JSON
// and CSV print from that list, so a column is one line, and every row has a cell for every column:
//   TableOf<LockStatistics> table("locks", "locks");
//   table.time("wait_ns", "wait", &LockStatistics::wait_ns);
//   table.share("contention", "contention", &LockStatistics::contention).means("waited for / taken").only_in_full();
//   return table.of(in.run.locks);
#pragma once
#include "cli/stats/stats.h"
#include <functional>

namespace unply {

inline StatsCell cell_of(std::optional<std::string> text) {
  return {.known = text.has_value(), .text = std::move(text).value_or("")};
}
inline StatsCell cell_of(std::optional<uint64_t> number) {
  return {.known = number.has_value(), .number = number.value_or(0)};
}
inline StatsCell cell_of(std::optional<double> real) { return {.known = real.has_value(), .real = real.value_or(0)}; }

inline uint64_t least_of(const Spread& spread) { return spread.count == 0 ? 0 : spread.least; }
inline uint64_t mean_of(const Spread& spread) { return static_cast<uint64_t>(spread.mean()); }

struct TimePart {
  uint64_t time_ns, of_ns;
};

struct StateColumn {
  ProcState state;
  const char *key, *head;
};
inline constexpr StateColumn kStateColumns[] = {
    {ProcState::wait_task, "wait_task", "wait task"},      {ProcState::wait_event, "wait_event", "wait event"},
    {ProcState::wait_lock, "wait_lock", "wait lock"},      {ProcState::overhead, "overhead", "overhead"},
    {ProcState::preempted, "preempted", "preempted"},      {ProcState::idle, "idle", "idle"},
    {ProcState::unrecorded, "unrecorded", "not recorded"}, {ProcState::setup, "setup", "set-up"},
};

template <class Row> class TableOf {
public:
  TableOf(std::string name, std::string title) {
    table_.name = std::move(name);
    table_.title = std::move(title);
  }

  // `get` is a member of Row, or a function of it; where it gives an empty std::optional the value is not known.
  template <class Get> TableOf& text(const std::string& key, const std::string& head, Get get) {
    return add<std::string>(key, head, ColumnUnit::text, get);
  }
  template <class Get> TableOf& count(const std::string& key, const std::string& head, Get get) {
    return add<uint64_t>(key, head, ColumnUnit::count, get);
  }
  template <class Get> TableOf& time(const std::string& key, const std::string& head, Get get) {
    return add<uint64_t>(key, head, ColumnUnit::time_ns, get);
  }
  template <class Get> TableOf& share(const std::string& key, const std::string& head, Get get) {
    return add<double>(key, head, ColumnUnit::share, get);
  }
  template <class Get> TableOf& ratio(const std::string& key, const std::string& head, Get get) {
    return add<double>(key, head, ColumnUnit::ratio, get);
  }

  // Two columns, KEY_ns and KEY_share, which text leaves out where all times are 0. `get` gives a TimePart.
  template <class Get> TableOf& part(const std::string& key, const std::string& head, Get get) {
    time(key + "_ns", head, [get](const Row& row) { return TimePart(std::invoke(get, row)).time_ns; });
    share(key + "_share", "", [get](const Row& row) {
      TimePart part = std::invoke(get, row);
      return unply::ratio(part.time_ns, part.of_ns);
    });
    return join(2);
  }
  // A part for each state but active.
  TableOf& states(StateTimes Row::* times, uint64_t Row::* whole_ns) {
    size_t first = table_.columns.size();
    for (const auto& [state, key, head] : kStateColumns)
      part(key, head, [=](const Row& row) { return TimePart{(row.*times).of(state), row.*whole_ns}; });
    last_ = first;
    return *this;
  }

  // Three columns, KEY_min, KEY_mean and KEY_max.
  TableOf& spread(const std::string& key, const std::string& head, Spread Row::* counts) {
    count(key + "_min", head, [=](const Row& row) { return least_of(row.*counts); });
    ratio(key + "_mean", "", [=](const Row& row) { return (row.*counts).mean(); });
    count(key + "_max", "", [=](const Row& row) { return (row.*counts).most; });
    return join(3);
  }
  // The same of times, which are not known where there were none.
  TableOf& spread_of_times(const std::string& key, const std::string& head, Spread Row::* times) {
    auto known = [times](const Row& row, uint64_t time_ns) {
      return (row.*times).count > 0 ? std::optional(time_ns) : std::nullopt;
    };
    time(key + "_min", head, [=](const Row& row) { return known(row, (row.*times).least); });
    time(key + "_mean", "", [=](const Row& row) { return known(row, mean_of(row.*times)); });
    time(key + "_max", "", [=](const Row& row) { return known(row, (row.*times).most); });
    return join(3);
  }

  // Of the columns added last: the overview leaves them out; their meaning, which stands below the table in text.
  TableOf& only_in_full() {
    for (size_t c = last_; c < table_.columns.size(); ++c) table_.columns[c].brief = false;
    return *this;
  }
  TableOf& means(const std::string& meaning) { return note(table_.columns[last_].head + ": " + meaning); }
  TableOf& note(const std::string& text) {
    table_.note += (table_.note.empty() ? "" : "; ") + text;
    return *this;
  }

  StatsTable of(const std::vector<Row>& rows) const {
    StatsTable table = table_;
    for (const Row& row : rows) {
      std::vector<StatsCell>& cells = table.rows.emplace_back();
      for (const auto& get : getters_) cells.push_back(get(row));
    }
    return table;
  }

private:
  template <class Value, class Get>
  TableOf& add(const std::string& key, const std::string& head, ColumnUnit unit, Get get) {
    last_ = table_.columns.size();
    table_.columns.push_back({.key = key, .head = head, .unit = unit});
    getters_.push_back([get](const Row& row) { return cell_of(std::optional<Value>(std::invoke(get, row))); });
    return *this;
  }
  TableOf& join(size_t columns) {
    last_ = table_.columns.size() - columns;
    table_.columns[last_].joined = columns;
    return *this;
  }
  StatsTable table_;
  std::vector<std::function<StatsCell(const Row&)>> getters_;
  size_t last_ = 0; // first column of the group added last
};

} // namespace unply
