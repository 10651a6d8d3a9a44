// A set of dependence kinds, as chosen by --kinds. The paper (section on the execution graph) drops anti and output
// dependences because renaming removes them; flow and extension remain, and the headline figures count them.
#pragma once
#include "trace/trace.h"
#include <string>
#include <string_view>

namespace unply {

inline constexpr size_t kEdgeKinds = 4;
inline constexpr EdgeKind kAllEdgeKinds[kEdgeKinds] = {EdgeKind::flow, EdgeKind::anti, EdgeKind::output,
                                                       EdgeKind::extension};
std::string_view kind_name(EdgeKind kind);

class KindSet {
public:
  constexpr KindSet() = default;
  static constexpr KindSet all() { return KindSet(15); }
  static constexpr KindSet after_renaming() { return KindSet(1 | 8); }
  constexpr bool contains(EdgeKind kind) const { return bits_ >> static_cast<unsigned>(kind) & 1; }
  constexpr void insert(EdgeKind kind) { bits_ |= static_cast<uint8_t>(1u << static_cast<unsigned>(kind)); }
  constexpr bool operator==(const KindSet&) const = default;
  std::string names(std::string_view separator) const; // "flow, extension"

private:
  constexpr explicit KindSet(uint8_t bits) : bits_(bits) {}
  uint8_t bits_ = 0;
};

} // namespace unply
