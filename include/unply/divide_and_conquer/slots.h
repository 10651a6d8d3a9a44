// Slots: room for the solutions of a problem's parts, which tasks fill in any order: contiguous, as combine() takes
// them, and without a default constructor. An exception stays in its slot; of several the one of the first part is
// thrown on, as the sequential program would, so that it does not depend on the order in which threads come.
#ifndef UNPLY_DIVIDE_AND_CONQUER_SLOTS_H
#define UNPLY_DIVIDE_AND_CONQUER_SLOTS_H

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

namespace unply::detail {

template <class T, std::size_t fixed> class SlotMemory { // within the object, where the number is fixed
public:
  explicit SlotMemory(std::size_t) {}
  T* values() { return reinterpret_cast<T*>(bytes_); }
  std::exception_ptr& error(std::size_t slot) { return errors_[slot]; }
  bool& filled(std::size_t slot) { return filled_[slot]; }
  static constexpr std::size_t size() { return fixed; }

private:
  alignas(T) std::byte bytes_[fixed * sizeof(T)];
  std::array<std::exception_ptr, fixed> errors_;
  std::array<bool, fixed> filled_{};
};

template <class T> class SlotMemory<T, 0> {
public:
  explicit SlotMemory(std::size_t size) : errors_(size), filled_(new bool[size]()), values_(allocate(size)) {}
  ~SlotMemory() { std::allocator<T>().deallocate(values_, size()); }
  SlotMemory(const SlotMemory&) = delete;
  SlotMemory& operator=(const SlotMemory&) = delete;
  T* values() { return values_; }
  std::exception_ptr& error(std::size_t slot) { return errors_[slot]; }
  bool& filled(std::size_t slot) { return filled_[slot]; }
  std::size_t size() const { return errors_.size(); }

private:
  static T* allocate(std::size_t size) { return std::allocator<T>().allocate(size); }
  std::vector<std::exception_ptr> errors_;
  std::unique_ptr<bool[]> filled_; // each is written by one thread; std::vector<bool> would pack them
  T* values_;
};

template <class T, std::size_t fixed> class Slots {
public:
  explicit Slots(std::size_t size) : memory_(size) {}
  ~Slots() {
    for (std::size_t slot = 0; slot < memory_.size(); ++slot)
      if (memory_.filled(slot)) std::destroy_at(memory_.values() + slot);
  }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  template <class Make> void build(std::size_t slot, const Make& make) {
    ::new (static_cast<void*>(memory_.values() + slot)) T(make());
    memory_.filled(slot) = true;
  }

  // Puts the result of `make` into the slot, or its exception.
  template <class Make> void fill(std::size_t slot, const Make& make) noexcept {
    try {
      build(slot, make);
    } catch (...) {
      memory_.error(slot) = std::current_exception();
    }
  }

  // The solutions, once all are there; rethrows the exception of the first that failed.
  std::span<T> take() {
    for (std::size_t slot = 0; slot < memory_.size(); ++slot)
      if (!memory_.filled(slot)) std::rethrow_exception(memory_.error(slot));
    return {memory_.values(), memory_.size()};
  }

private:
  SlotMemory<T, fixed> memory_;
};

// The same for parts that are solved in their order by one thread: a few lie within the object, so that a recursion
// of dynamic arity allocates no more than divide() does.
template <class T> class Row {
public:
  explicit Row(std::size_t size)
      : values_(size <= kFew ? reinterpret_cast<T*>(few_) : std::allocator<T>().allocate(size)), size_(size) {}
  ~Row() {
    std::destroy_n(values_, built_);
    if (size_ > kFew) std::allocator<T>().deallocate(values_, size_);
  }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  template <class Make> void add(const Make& make) {
    ::new (static_cast<void*>(values_ + built_)) T(make());
    ++built_;
  }
  std::span<T> take() { return {values_, built_}; }

private:
  static constexpr std::size_t kFew = sizeof(T) <= 64 ? 4 : 1;
  alignas(T) std::byte few_[kFew * sizeof(T)];
  T* values_;
  std::size_t size_, built_ = 0;
};

} // namespace unply::detail
#endif
