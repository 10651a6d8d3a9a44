// The memory of one rank as far as it is known: pages of bytes with a bit for each byte that is known, made when they
// are first written. Ranges that were overwritten by what is not known (yet) lie in a short list above the pages, so
// that the receipt of a large message costs no page.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace unply::stg {

// Where things lie; null and small integers are no addresses.
constexpr uint64_t kArena = uint64_t(1) << 44;                                     // of each of the following
constexpr uint64_t kStack = 1 * kArena, kHeap = 2 * kArena, kGlobals = 3 * kArena; // unknown until written
constexpr uint64_t kZeroHeap = 4 * kArena, kZeroGlobals = 5 * kArena;              // zero until written
constexpr uint64_t kProcedures = 6 * kArena;

// One bit for each byte of a page, looked at a word at a time: numbers have four bytes or eight.
class KnownBytes {
public:
  bool operator[](uint64_t at) const { return words_[at / 64] >> at % 64 & 1; }
  bool all(uint64_t at, uint64_t count) const {
    bool all = true;
    for_words(at, count, [&](uint64_t word, uint64_t mask) { all = all && (words_[word] & mask) == mask; });
    return all;
  }
  void set(uint64_t at, uint64_t count) {
    for_words(at, count, [&](uint64_t word, uint64_t mask) { words_[word] |= mask; });
  }
  void reset(uint64_t at, uint64_t count) {
    for_words(at, count, [&](uint64_t word, uint64_t mask) { words_[word] &= ~mask; });
  }

private:
  template <class Action> static void for_words(uint64_t at, uint64_t count, Action action) {
    while (count > 0) {
      const uint64_t part = std::min(64 - at % 64, count);
      action(at / 64, ~uint64_t(0) >> (64 - part) << at % 64);
      at += part, count -= part;
    }
  }
  std::array<uint64_t, 64> words_ = {};
};

struct Page {
  static constexpr uint64_t kBytes = 4096;
  std::array<uint8_t, kBytes> bytes;
  KnownBytes known;
};
using Pages = std::unordered_map<uint64_t, std::unique_ptr<Page>>; // by address / kBytes

class Memory {
public:
  explicit Memory(const Pages* shared = nullptr) : base(shared) {} // pages below this rank's own, never written

  // Bytes that are known; false if one of them is not. `read` must not lie in a hidden range: see hidden_in.
  bool read(uint64_t address, void* to, uint64_t bytes);
  void write(uint64_t address, const void* from, uint64_t bytes);
  void forget(uint64_t address, uint64_t bytes);
  void copy(uint64_t to, uint64_t from, uint64_t bytes); // with what is not known
  void fill(uint64_t to, uint8_t byte, uint64_t bytes);
  // Which bytes of a range are known: as text of the bytes, and a mask of the same length with 1 for known; empty
  // strings if none is.
  std::pair<std::string, std::string> known_bytes(uint64_t address, uint64_t bytes);
  void write_known(uint64_t address, const std::string& bytes, const std::string& mask); // the rest is forgotten

  // A range whose bytes are not known, or not yet: `transfer` names the transfer that brings them, 0: none.
  void hide(uint64_t address, uint64_t bytes, uint64_t transfer);
  struct Hidden {
    uint64_t begin, end, transfer, origin; // origin: begin of the whole transfer
  };
  // The first hidden range with a transfer that overlaps; it is removed from the list, its bytes are unknown.
  std::optional<Hidden> take_transfer(uint64_t address, uint64_t bytes);
  bool has_hidden() const { return !hidden.empty(); }
  Pages take_pages() { return std::move(pages); }

private:
  Page* own_page(uint64_t number); // makes it
  const Page* page(uint64_t number);
  void uncover(uint64_t address, uint64_t bytes); // the range will be written: no hidden range covers it any longer
  bool is_hidden(uint64_t address, uint64_t bytes) const;
  void forget_pages(uint64_t address, uint64_t bytes);
  void write_pages(uint64_t address, const void* from, uint64_t bytes);

  const Pages* base;
  Pages pages;
  std::vector<Hidden> hidden;
  struct Recent {
    uint64_t number = 0;
    Page* page = nullptr;
  };
  std::array<Recent, 4> recent; // own pages that were used last, by the low bits of their number
};

inline bool is_zero_arena(uint64_t address) { return address >= kZeroHeap && address < kProcedures; }

} // namespace unply::stg
