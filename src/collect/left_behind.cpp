#include "collect/left_behind.h"
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <unistd.h>
#include <utility>

namespace unply {

namespace fs = std::filesystem;

namespace {

struct Entry {
  int pid = 0, parent = 0;
  char state = 0;
  std::string name, file; // file: empty for one that is ending
  bool operator==(const Entry& other) const { return pid == other.pid && file == other.file; }
};

// PID (NAME) STATE PARENT ...; a name may hold brackets and blanks.
Entry entry_of(int pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  std::getline(file, line);
  size_t open = line.find('('), close = line.rfind(')');
  if (open == line.npos || close == line.npos || close + 4 >= line.size()) return {};
  Entry entry{
      .pid = pid, .parent = 0, .state = line[close + 2], .name = line.substr(open + 1, close - open - 1), .file = {}};
  std::from_chars(line.data() + close + 4, line.data() + line.size(), entry.parent);
  return entry;
}

std::multimap<int, Entry> entries_by_parent() {
  std::multimap<int, Entry> found;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    std::string word = at->path().filename();
    int pid = 0;
    auto [rest, bad] = std::from_chars(word.data(), word.data() + word.size(), pid);
    if (bad != std::errc() || rest != word.data() + word.size()) continue;
    if (Entry entry = entry_of(pid); entry.pid) found.emplace(entry.parent, entry);
  }
  return found;
}

// By number, also those that have ended and wait to be asked how.
std::vector<Entry> entries_below() {
  std::multimap<int, Entry> children = entries_by_parent();
  std::vector<Entry> below;
  std::vector<int> parents = {::getpid()};
  while (!parents.empty()) {
    auto [first, last] = children.equal_range(parents.back());
    parents.pop_back();
    for (auto at = first; at != last; ++at) {
      Entry& entry = at->second;
      std::error_code ignored;
      entry.file = fs::read_symlink(fmt::format("/proc/{}/exe", entry.pid), ignored).string();
      parents.push_back(entry.pid);
      below.push_back(entry);
    }
    children.erase(first, last);
  }
  std::ranges::sort(below, {}, &Entry::pid);
  return below;
}

} // namespace

// The system lists processes one after the other. Of a daemon on its way to the background one look may see the parent
// that is ending, and not the child that it made before: so as often as it takes to see the same twice.
std::vector<LeftProcess> processes_below() {
  constexpr int kMostLooks = 20;
  std::vector<Entry> before, now = entries_below();
  for (int look = 1; look < kMostLooks && (look == 1 || before != now); ++look)
    before = std::exchange(now, entries_below());
  std::vector<LeftProcess> below;
  for (const Entry& entry : now)
    if (entry.state != 'Z' && entry.state != 'X') below.push_back({entry.pid, entry.name, entry.file});
  return below;
}

std::string words_for(const std::vector<LeftProcess>& processes) {
  constexpr size_t kNamed = 3;
  std::string words = processes.size() == 1 ? "process " : "processes ";
  for (size_t i = 0; i < std::min(processes.size(), kNamed); ++i)
    words += fmt::format("{}{} ({})", i ? ", " : "", processes[i].pid, processes[i].name);
  if (processes.size() > kNamed) words += fmt::format(" and {} more", processes.size() - kNamed);
  return words;
}

} // namespace unply
