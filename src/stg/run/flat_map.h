// A hash table in one array, for entries that come and go with each message: std::unordered_map allocates each of them.
// Entries move when others are added or erased, so references hold until then. Hash must spread over its low bits.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace unply::stg {

template <class Key, class Value, class Hash> class FlatMap {
public:
  size_t size() const { return size_; }
  Value* find(const Key& key) {
    if (size_ == 0) return nullptr;
    Entry& entry = entries_[position(key)];
    return entry.used ? &entry.value : nullptr;
  }
  // The value, and whether it was made: Value{}.
  std::pair<Value*, bool> find_or_make(const Key& key) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[position(key)];
    const bool made = !entry.used;
    if (made) entry.key = key, entry.used = true, ++size_;
    return {&entry.value, made};
  }
  // Entries behind it in its cluster move up, so that a search still ends at the first free place.
  void erase(const Key& key) {
    if (size_ == 0) return;
    size_t hole = position(key);
    if (!entries_[hole].used) return;
    for (size_t at = next(hole); entries_[at].used; at = next(at)) {
      const size_t wanted = Hash{}(entries_[at].key) & mask();
      if (((at - wanted) & mask()) < ((at - hole) & mask())) continue; // the hole lies before where it may be
      entries_[hole] = std::move(entries_[at]), hole = at;
    }
    entries_[hole] = {}, --size_;
  }

private:
  struct Entry {
    Key key = {};
    Value value = {};
    bool used = false;
  };
  size_t mask() const { return entries_.size() - 1; }
  size_t next(size_t at) const { return (at + 1) & mask(); }
  size_t position(const Key& key) const { // of the entry, or of the free place for it
    size_t at = Hash{}(key)&mask();
    while (entries_[at].used && !(entries_[at].key == key)) at = next(at);
    return at;
  }
  void grow() {
    std::vector<Entry> old(entries_.empty() ? 16 : 2 * entries_.size());
    old.swap(entries_);
    for (Entry& entry : old)
      if (entry.used) entries_[position(entry.key)] = std::move(entry);
  }

  std::vector<Entry> entries_; // a power of two, at most half of them used
  size_t size_ = 0;
};

} // namespace unply::stg
