// Memory of one rank; see memory.h.
#include "stg/run/memory.h"
#include <algorithm>
#include <cstring>

namespace unply::stg {

namespace {

constexpr uint64_t kHiddenAtLeast = 64; // smaller ranges are forgotten in their pages
constexpr size_t kHiddenRanges = 64;    // more are forgotten in their pages, the transfers with them

// Calls piece(page number, offset in it, offset in the range, bytes) for the parts of a range in each page.
template <class Piece> void for_pages(uint64_t address, uint64_t bytes, Piece piece) {
  for (uint64_t done = 0; done < bytes;) {
    const uint64_t at = address + done, offset = at % Page::kBytes,
                   part = std::min(Page::kBytes - offset, bytes - done);
    piece(at / Page::kBytes, offset, done, part);
    done += part;
  }
}

} // namespace

const Page* Memory::page(uint64_t number) {
  Recent& last = recent[number % recent.size()];
  if (last.page && last.number == number) return last.page;
  if (const auto found = pages.find(number); found != pages.end()) {
    last = {number, found->second.get()};
    return last.page;
  }
  if (!base) return nullptr;
  const auto found = base->find(number);
  return found == base->end() ? nullptr : found->second.get();
}

Page* Memory::own_page(uint64_t number) {
  Recent& last = recent[number % recent.size()];
  if (last.page && last.number == number) return last.page;
  auto& place = pages[number];
  if (!place) {
    const Page* below = nullptr;
    if (base)
      if (const auto found = base->find(number); found != base->end()) below = found->second.get();
    place = below ? std::make_unique<Page>(*below) : std::make_unique<Page>();
    if (!below && is_zero_arena(number * Page::kBytes)) place->bytes.fill(0), place->known.set(0, Page::kBytes);
  }
  last = {number, place.get()};
  return last.page;
}

bool Memory::is_hidden(uint64_t address, uint64_t bytes) const {
  for (const Hidden& range : hidden)
    if (range.begin < address + bytes && address < range.end) return true;
  return false;
}

bool Memory::read(uint64_t address, void* to, uint64_t bytes) {
  if (is_hidden(address, bytes)) return false;
  bool all = true;
  for_pages(address, bytes, [&](uint64_t number, uint64_t offset, uint64_t done, uint64_t part) {
    const Page* from = page(number);
    if (!from) {
      std::memset(static_cast<char*>(to) + done, 0, part);
      all = all && is_zero_arena(address);
      return;
    }
    all = all && from->known.all(offset, part);
    std::memcpy(static_cast<char*>(to) + done, from->bytes.data() + offset, part);
  });
  return all;
}

void Memory::uncover(uint64_t address, uint64_t bytes) {
  const uint64_t end = address + bytes;
  for (size_t i = 0; i < hidden.size(); ++i) {
    Hidden& range = hidden[i];
    if (range.end <= address || end <= range.begin) continue;
    const Hidden behind = {end, range.end, range.transfer, range.origin};
    if (address <= range.begin && range.end <= end) {
      range = hidden.back(), hidden.pop_back(), --i;
    } else if (address <= range.begin) {
      range.begin = end;
    } else {
      range.end = address;
      if (behind.begin < behind.end) {
        hidden.push_back(behind);
        break;
      }
    }
  }
  while (hidden.size() > kHiddenRanges) {
    const Hidden oldest = hidden.front();
    hidden.erase(hidden.begin());
    forget_pages(oldest.begin, oldest.end - oldest.begin);
  }
}

void Memory::write_pages(uint64_t address, const void* from, uint64_t bytes) {
  for_pages(address, bytes, [&](uint64_t number, uint64_t offset, uint64_t done, uint64_t part) {
    Page* to = own_page(number);
    std::memcpy(to->bytes.data() + offset, static_cast<const char*>(from) + done, part);
    to->known.set(offset, part);
  });
}

void Memory::write(uint64_t address, const void* from, uint64_t bytes) {
  if (!hidden.empty()) uncover(address, bytes);
  write_pages(address, from, bytes);
}

void Memory::forget_pages(uint64_t address, uint64_t bytes) {
  for_pages(address, bytes, [&](uint64_t number, uint64_t offset, uint64_t, uint64_t part) {
    if (!page(number) && !is_zero_arena(address)) return;
    own_page(number)->known.reset(offset, part);
  });
}

void Memory::forget(uint64_t address, uint64_t bytes) {
  if (bytes >= kHiddenAtLeast) return hide(address, bytes, 0);
  if (!hidden.empty()) uncover(address, bytes);
  forget_pages(address, bytes);
}

void Memory::hide(uint64_t address, uint64_t bytes, uint64_t transfer) {
  if (bytes == 0) return;
  if (hidden.size() == 1 && hidden[0].begin == address && hidden[0].end == address + bytes) {
    hidden[0].transfer = transfer, hidden[0].origin = address;
    return;
  }
  uncover(address, bytes);
  hidden.push_back({address, address + bytes, transfer, address});
}

std::optional<Memory::Hidden> Memory::take_transfer(uint64_t address, uint64_t bytes) {
  for (size_t i = 0; i < hidden.size(); ++i) {
    const Hidden range = hidden[i];
    if (range.end <= address || address + bytes <= range.begin || range.transfer == 0) continue;
    hidden[i].transfer = 0;
    return range;
  }
  return std::nullopt;
}

std::pair<std::string, std::string> Memory::known_bytes(uint64_t address, uint64_t bytes) {
  std::string text(bytes, '\0'), mask(bytes, '\0');
  bool any = false;
  for_pages(address, bytes, [&](uint64_t number, uint64_t offset, uint64_t done, uint64_t part) {
    const Page* from = page(number);
    if (!from && !is_zero_arena(address)) return;
    for (uint64_t i = 0; i < part; ++i)
      if (!from || from->known[offset + i])
        any = true, mask[done + i] = 1, text[done + i] = from ? char(from->bytes[offset + i]) : '\0';
  });
  for (const Hidden& range : hidden)
    for (uint64_t at = std::max(range.begin, address); at < std::min(range.end, address + bytes); ++at)
      mask[at - address] = 0;
  any = any && mask.find('\1') != std::string::npos;
  return any ? std::pair{std::move(text), std::move(mask)} : std::pair<std::string, std::string>{};
}

void Memory::write_known(uint64_t address, const std::string& bytes, const std::string& mask) {
  for (size_t i = 0; i < bytes.size();) {
    size_t end = i;
    while (end < bytes.size() && mask[end] == mask[i]) ++end;
    if (mask[i])
      write(address + i, bytes.data() + i, end - i);
    else
      forget(address + i, end - i);
    i = end;
  }
}

void Memory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  const auto [text, mask] = known_bytes(from, bytes);
  if (text.empty())
    forget(to, bytes);
  else
    write_known(to, text, mask);
}

void Memory::fill(uint64_t to, uint8_t byte, uint64_t bytes) {
  const std::string page(std::min(bytes, Page::kBytes), char(byte));
  for (uint64_t done = 0; done < bytes; done += page.size())
    write(to + done, page.data(), std::min<uint64_t>(page.size(), bytes - done));
}

} // namespace unply::stg
