// How problems and solutions are written into messages. Three kinds travel without help: trivially copyable values
// (copied byte by byte), contiguous containers of them (data(), size(), resize(): sent from where they lie), and
// sequences of such things. Any other type has members that name its parts, the same parts in the same order:
//
//   void pack(unply::packer& to) const { to << vertices << edges; }
//   void unpack(unply::unpacker& from) { from >> vertices >> edges; }
//
// For a type that cannot be changed, the algorithm has pack(const T&, packer&) and unpack(T&, unpacker&) instead.
#ifndef UNPLY_DIVIDE_AND_CONQUER_PAYLOAD_H
#define UNPLY_DIVIDE_AND_CONQUER_PAYLOAD_H

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace unply {

class packer;
class unpacker;

namespace detail {

template <class T>
concept packed_by_member = requires(const T& from, T& to, packer& out, unpacker& in) {
  from.pack(out);
  to.unpack(in);
};

template <class A, class T>
concept packed_by_algorithm = requires(const A& algorithm, const T& from, T& to, packer& out, unpacker& in) {
  algorithm.pack(from, out);
  algorithm.unpack(to, in);
};

// A view or a pointer is trivially copyable, but what it points to lives in one process.
template <class T>
concept points_elsewhere = std::is_pointer_v<T> || std::is_member_pointer_v<T> || std::ranges::borrowed_range<T>;

template <class T>
concept plain = std::is_trivially_copyable_v<T> && !points_elsewhere<T> && !packed_by_member<T>;

template <class T>
concept contiguous = !packed_by_member<T> && requires(T& to, const T& from, std::size_t count) {
  { from.size() } -> std::convertible_to<std::size_t>;
  to.resize(count);
  requires std::is_pointer_v<decltype(from.data())>;
  requires std::is_pointer_v<decltype(to.data())>;
  requires plain<std::remove_cvref_t<decltype(*to.data())>>;
};

template <class T> constexpr bool is_pair = false;
template <class First, class Second> constexpr bool is_pair<std::pair<First, Second>> = true;

template <class T> constexpr bool packable();

template <class T>
concept sequence = !packed_by_member<T> && !contiguous<T> && std::ranges::sized_range<T> &&
                   requires(T& to, std::size_t count) { to.resize(count); };

template <class T> constexpr bool packable() {
  if constexpr (packed_by_member<T> || plain<T> || contiguous<T>) {
    return true;
  } else if constexpr (sequence<T>) {
    return packable<std::ranges::range_value_t<T>>();
  } else if constexpr (is_pair<T>) {
    return packable<std::remove_const_t<typename T::first_type>>() && packable<typename T::second_type>();
  } else {
    return false;
  }
}

template <class T> constexpr void require_packable() {
  static_assert(!points_elsewhere<T>,
                "unply: a view or a pointer cannot be sent to another process: its elements live in this one; let the "
                "problem and the solution own their elements, for example in a std::vector");
  static_assert(points_elsewhere<T> || packable<T>(),
                "unply: this type has no form as a message: make it trivially copyable or contiguous (data(), size(), "
                "resize()), or give it `void pack(unply::packer&) const` and `void unpack(unply::unpacker&)`");
}

} // namespace detail

// Collects the parts of a value.
class packer {
public:
  template <class T> packer& operator<<(const T& value) {
    detail::require_packable<T>();
    if constexpr (detail::packed_by_member<T>) {
      value.pack(*this);
    } else if constexpr (detail::plain<T>) {
      append(&value, sizeof value);
    } else if constexpr (detail::contiguous<T>) {
      *this << std::uint64_t{value.size()};
      append(value.data(), value.size() * sizeof(*value.data()));
    } else if constexpr (detail::is_pair<T>) {
      *this << value.first << value.second;
    } else if constexpr (detail::sequence<T>) {
      *this << std::uint64_t{std::ranges::size(value)};
      for (const auto& element : value) *this << static_cast<const std::ranges::range_value_t<T>&>(element);
    }
    return *this;
  }

  const std::vector<std::byte>& bytes() const { return bytes_; }

private:
  void append(const void* from, std::size_t size) {
    if (size == 0) return; // data() of an empty container may be null
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, from, size);
  }

  std::vector<std::byte> bytes_;
};

// Gives the parts back in the same order.
class unpacker {
public:
  explicit unpacker(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T> unpacker& operator>>(T& value) {
    detail::require_packable<T>();
    if constexpr (detail::packed_by_member<T>) {
      value.unpack(*this);
    } else if constexpr (detail::plain<T>) {
      take(&value, sizeof value);
    } else if constexpr (detail::contiguous<T>) {
      const std::size_t size = count(sizeof(*value.data()));
      value.resize(size);
      take(value.data(), size * sizeof(*value.data()));
    } else if constexpr (detail::is_pair<T>) {
      *this >> value.first >> value.second;
    } else if constexpr (detail::sequence<T>) {
      value.resize(count(0));
      unpack_elements(value);
    }
    return *this;
  }

  bool empty() const { return rest_.empty(); }

private:
  template <class T> void unpack_elements(T& sequence) {
    for (auto&& element : sequence) {
      std::ranges::range_value_t<T> value{}; // vector<bool> has no references to its elements
      *this >> value;
      element = std::move(value);
    }
  }

  // The number of elements that follow; one that the message cannot hold would allocate at random.
  std::size_t count(std::size_t element_size) {
    std::uint64_t number = 0;
    take(&number, sizeof number);
    if (element_size != 0 && number > rest_.size() / element_size) fail();
    return static_cast<std::size_t>(number);
  }

  void take(void* to, std::size_t size) {
    if (size > rest_.size()) fail();
    if (size != 0) std::memcpy(to, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  [[noreturn]] static void fail() {
    throw std::length_error(
        "unpack reads beyond the end of the message: pack and unpack must name the same members in the same order");
  }

  std::span<const std::byte> rest_;
};

} // namespace unply
#endif
