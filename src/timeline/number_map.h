// Number -> pointer for what is open at a time: linear probing, so that ten million tasks that come and go cost a cache
// line each and no allocation.
#pragma once
#include <cstdint>
#include <vector>

namespace unply {

template <class T> class NumberMap { // number 0 is not a key
public:
  T* find(uint64_t number) const {
    if (slots_.empty()) return nullptr;
    for (size_t i = home(number);; i = (i + 1) & mask()) {
      if (slots_[i].number == number) return slots_[i].value;
      if (slots_[i].number == 0) return nullptr;
    }
  }
  void set(uint64_t number, T* value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    size_t i = home(number);
    while (slots_[i].number != 0 && slots_[i].number != number) i = (i + 1) & mask();
    size_ += slots_[i].number == 0;
    slots_[i] = {number, value};
  }
  void erase(uint64_t number) {
    if (slots_.empty()) return;
    size_t i = home(number);
    while (slots_[i].number != number) {
      if (slots_[i].number == 0) return;
      i = (i + 1) & mask();
    }
    --size_;
    for (size_t next = i;;) { // moves up what would not be found across the hole
      next = (next + 1) & mask();
      if (slots_[next].number == 0) break;
      size_t distance = (next - home(slots_[next].number)) & mask();
      if (distance < ((next - i) & mask())) continue;
      slots_[i] = slots_[next];
      i = next;
    }
    slots_[i] = {};
  }
  template <class Visit> void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_)
      if (slot.number != 0) visit(slot.number, slot.value);
  }
  size_t size() const { return size_; }

private:
  struct Slot {
    uint64_t number = 0;
    T* value = nullptr;
  };
  size_t mask() const { return slots_.size() - 1; }
  size_t home(uint64_t number) const { return static_cast<size_t>(number * 0x9e3779b97f4a7c15u >> 20) & mask(); }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    size_ = 0;
    for (const Slot& slot : old)
      if (slot.number != 0) set(slot.number, slot.value);
  }
  std::vector<Slot> slots_;
  size_t size_ = 0;
};

} // namespace unply
