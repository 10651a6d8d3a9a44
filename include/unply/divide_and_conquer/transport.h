// Messages of the MPI back ends: typed values in, typed values out. Contiguous containers are sent from and received
// into their own memory, other types through a packer. A receiver must know the size of a message before it comes: it
// is sizeof for trivially copyable types, follows from the algorithm's solution_size(problem) where there is one, and
// travels in a message of 8 bytes else. MPI counts are ints, so long payloads travel in several messages.
#ifndef UNPLY_DIVIDE_AND_CONQUER_TRANSPORT_H
#define UNPLY_DIVIDE_AND_CONQUER_TRANSPORT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <mpi.h>

#include "payload.h"

#ifndef UNPLY_MPI_LARGEST_MESSAGE
#define UNPLY_MPI_LARGEST_MESSAGE (std::size_t{1} << 30) // bytes; tests make it small
#endif

namespace unply::mpi::detail {

// Where messages of one call travel: calls have tags of their own, so that a late process takes none of the next.
struct Link {
  MPI_Comm comm = MPI_COMM_NULL;
  int tag = 0;
};

constexpr std::size_t kLargestMessage = UNPLY_MPI_LARGEST_MESSAGE;
static_assert(kLargestMessage > 0 && kLargestMessage <= (std::size_t{1} << 31) - 1, "unply: MPI counts are ints");

inline int chunk(std::size_t size, std::size_t offset) {
  return offset < size ? static_cast<int>(std::min(kLargestMessage, size - offset)) : 0;
}

// Also of an empty payload one message, so that sender and receiver need not agree on that.
inline void send_bytes(const Link& link, int to, const std::byte* bytes, std::size_t size) {
  std::size_t offset = 0;
  do {
    MPI_Send(bytes + offset, chunk(size, offset), MPI_BYTE, to, link.tag, link.comm);
    offset += kLargestMessage;
  } while (offset < size);
}

inline void receive_bytes(const Link& link, int from, std::byte* bytes, std::size_t size) {
  std::size_t offset = 0;
  do {
    MPI_Recv(bytes + offset, chunk(size, offset), MPI_BYTE, from, link.tag, link.comm, MPI_STATUS_IGNORE);
    offset += kLargestMessage;
  } while (offset < size);
}

inline void exchange_bytes(const Link& link, int partner, const std::byte* out, std::size_t out_size, std::byte* in,
                           std::size_t in_size) {
  std::size_t offset = 0;
  do {
    const int outgoing = chunk(out_size, offset), incoming = chunk(in_size, offset);
    MPI_Sendrecv(out + (outgoing ? offset : 0), outgoing, MPI_BYTE, partner, link.tag, in + (incoming ? offset : 0),
                 incoming, MPI_BYTE, partner, link.tag, link.comm, MPI_STATUS_IGNORE);
    offset += kLargestMessage;
  } while (offset < out_size || offset < in_size);
}

inline void broadcast_bytes(const Link& link, int root, std::byte* bytes, std::size_t size) {
  for (std::size_t offset = 0; offset < size; offset += kLargestMessage) {
    MPI_Bcast(bytes + offset, chunk(size, offset), MPI_BYTE, root, link.comm);
  }
}

// Whether a T can be sent and received; a sentence of the compiler if not.
template <class A, class T> constexpr bool check_form() {
  if constexpr (!unply::detail::packed_by_algorithm<A, T>) unply::detail::require_packable<T>();
  static_assert(std::default_initializable<T>,
                "unply: a problem or solution that comes from another process is made empty and then filled: it needs "
                "a default constructor");
  return (unply::detail::packed_by_algorithm<A, T> || unply::detail::packable<T>()) && std::default_initializable<T>;
}

template <class A, class T>
constexpr bool is_contiguous = unply::detail::contiguous<T> && !unply::detail::packed_by_algorithm<A, T>;
template <class A, class T>
constexpr bool is_plain = unply::detail::plain<T> && !unply::detail::packed_by_algorithm<A, T> && !is_contiguous<A, T>;

// The bytes of a value; the value must outlive it.
template <class A, class T> class Outgoing {
public:
  Outgoing(const A& algorithm, const T& value) {
    if constexpr (unply::detail::packed_by_algorithm<A, T>) {
      algorithm.pack(value, packed_);
    } else if constexpr (is_contiguous<A, T>) {
      bytes_ = reinterpret_cast<const std::byte*>(value.data());
      size_ = value.size() * sizeof(*value.data());
      return;
    } else if constexpr (is_plain<A, T>) {
      bytes_ = reinterpret_cast<const std::byte*>(&value);
      size_ = sizeof value;
      return;
    } else {
      packed_ << value;
    }
    bytes_ = packed_.bytes().data();
    size_ = packed_.bytes().size();
  }
  Outgoing(const Outgoing&) = delete;
  Outgoing& operator=(const Outgoing&) = delete;

  const std::byte* bytes() const { return bytes_; }
  std::size_t size() const { return size_; }

private:
  packer packed_;
  const std::byte* bytes_ = nullptr;
  std::size_t size_ = 0;
};

// Room for a value of so many bytes, and then the value.
template <class A, class T> class Incoming {
public:
  std::byte* room(std::size_t size) {
    size_ = size;
    if constexpr (is_contiguous<A, T>) {
      value_.resize(size / sizeof(*value_.data()));
      return reinterpret_cast<std::byte*>(value_.data());
    } else if constexpr (is_plain<A, T>) {
      return reinterpret_cast<std::byte*>(&value_);
    } else {
      packed_.resize(size);
      return packed_.data();
    }
  }

  T value(const A& algorithm) && {
    if constexpr (!is_contiguous<A, T> && !is_plain<A, T>) {
      unpacker from{std::span<const std::byte>(packed_)};
      if constexpr (unply::detail::packed_by_algorithm<A, T>) {
        algorithm.unpack(value_, from);
      } else {
        from >> value_;
      }
      if (!from.empty())
        throw std::length_error("unpack leaves bytes of the message: it must name all that pack wrote");
    }
    return std::move(value_);
  }

  std::size_t size() const { return size_; }

private:
  T value_{};
  std::vector<std::byte> packed_;
  std::size_t size_ = 0;
};

// What a process knows of a payload that will come: its size in bytes, or nothing.
using KnownSize = std::optional<std::size_t>;

template <class A, class T> constexpr KnownSize size_of_type(KnownSize known) {
  if constexpr (is_plain<A, T>) return sizeof(T);
  return known;
}

// Sends; the other side receives with the same knowledge of its size. Returns the bytes of the payload.
template <class A, class T>
std::size_t send(const A& algorithm, const T& value, KnownSize known, int to, const Link& link) {
  const Outgoing<A, T> out(algorithm, value);
  if (!size_of_type<A, T>(known)) {
    const std::uint64_t size = out.size();
    MPI_Send(&size, 1, MPI_UINT64_T, to, link.tag, link.comm);
  }
  send_bytes(link, to, out.bytes(), out.size());
  return out.size();
}

template <class T, class A> T receive(const A& algorithm, KnownSize known, int from, const Link& link) {
  known = size_of_type<A, T>(known);
  std::uint64_t size = known.value_or(0);
  if (!known) MPI_Recv(&size, 1, MPI_UINT64_T, from, link.tag, link.comm, MPI_STATUS_IGNORE);
  Incoming<A, T> in;
  receive_bytes(link, from, in.room(static_cast<std::size_t>(size)), static_cast<std::size_t>(size));
  return std::move(in).value(algorithm);
}

// Both partners send and receive. Sizes are exchanged unless both are known, which both partners decide alike.
template <class A, class T>
std::pair<T, std::size_t> exchange(const A& algorithm, const T& mine, KnownSize theirs, int partner, const Link& link) {
  const Outgoing<A, T> out(algorithm, mine);
  theirs = size_of_type<A, T>(theirs);
  std::uint64_t size = theirs.value_or(0);
  if (!theirs) {
    const std::uint64_t own = out.size();
    MPI_Sendrecv(&own, 1, MPI_UINT64_T, partner, link.tag, &size, 1, MPI_UINT64_T, partner, link.tag, link.comm,
                 MPI_STATUS_IGNORE);
  }
  Incoming<A, T> in;
  std::byte* room = in.room(static_cast<std::size_t>(size));
  exchange_bytes(link, partner, out.bytes(), out.size(), room, static_cast<std::size_t>(size));
  return {std::move(in).value(algorithm), out.size()};
}

// Collective over the communicator of the link: one process sends, all others receive. Returns the bytes of the
// payload.
template <class A, class T>
std::size_t broadcast_from_here(const A& algorithm, const T& value, KnownSize known, int here, const Link& link) {
  const Outgoing<A, T> out(algorithm, value);
  if (!size_of_type<A, T>(known)) {
    std::uint64_t size = out.size();
    MPI_Bcast(&size, 1, MPI_UINT64_T, here, link.comm);
  }
  broadcast_bytes(link, here, const_cast<std::byte*>(out.bytes()), out.size()); // MPI only reads it
  return out.size();
}

template <class T, class A> T broadcast_to_here(const A& algorithm, KnownSize known, int root, const Link& link) {
  known = size_of_type<A, T>(known);
  std::uint64_t size = known.value_or(0);
  if (!known) MPI_Bcast(&size, 1, MPI_UINT64_T, root, link.comm);
  Incoming<A, T> in;
  std::byte* room = in.room(static_cast<std::size_t>(size));
  broadcast_bytes(link, root, room, static_cast<std::size_t>(size));
  return std::move(in).value(algorithm);
}

} // namespace unply::mpi::detail
#endif
