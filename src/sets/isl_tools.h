// What isl's C++ bindings leave out. All sets of a walk live in parameter space: the rank, the loop variables and the
// inputs are isl parameters, so that values from different places combine by name; they become dimensions at the end.
#pragma once
#include <isl/cpp.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unply::sets {

using Names = std::vector<std::string>;
constexpr std::string_view kReceiver =
    "_r"; // behind a name: its value on the other side of a message; maps leave it out

// A value of isl or none: isl's own types throw where a null one is copied.
template <class T> class Maybe : public T {
public:
  Maybe() = default;
  Maybe(const T& value) : T() {
    if (!value.is_null()) this->ptr = value.copy();
  }
  Maybe(const Maybe& other) : Maybe(static_cast<const T&>(other)) {}
  Maybe& operator=(const Maybe& other) {
    Maybe copy(other);
    std::swap(this->ptr, copy.ptr);
    return *this;
  }
};

isl::set everything(isl::ctx ctx);
isl::set nothing(isl::ctx ctx);
isl::pw_aff number(isl::ctx ctx, int64_t value);
isl::pw_aff parameter(isl::ctx ctx, const std::string& name);
isl::set equal(const isl::pw_aff& a, const isl::pw_aff& b);
bool same(const isl::pw_aff& a, const isl::pw_aff& b); // everywhere

std::set<std::string> parameters_of(const isl::set& set); // those that constrain it
std::set<std::string> parameters_of(const isl::pw_aff& value);
isl::set without_parameter(isl::set set, const std::string& name); // exists name: set
isl::map without_parameter(isl::map map, const std::string& name);
std::set<std::string> parameters_of(const isl::map& map);
isl::set renamed(isl::set set, const std::vector<std::pair<std::string, std::string>>& names);
isl::pw_aff renamed(isl::pw_aff value, const std::vector<std::pair<std::string, std::string>>& names);

// Parameters become dimensions, in this order; those that do not occur are unconstrained.
isl::set with_dimensions(const isl::set& parameters, const Names& dims);
isl::map with_dimensions(const isl::set& parameters, const Names& in, const Names& out);
isl::set parameters_from(isl::set set, const Names& dims); // the way back
isl::set named_dimensions(isl::set set, const Names& dims);
isl::map without_dimensions(isl::map map, unsigned keep_in, unsigned keep_out); // keeps the first ones

// The value on a parameter set in which it is unique: value, once the parameters `gone` are quantified away. Null if
// it is not unique.
isl::pw_aff value_at(const isl::pw_aff& value, const isl::set& where, const Names& gone);

struct LinearPiece { // of a piecewise affine function of parameters: constant + sum of terms
  Maybe<isl::set> where = {};
  std::map<std::string, int64_t> terms = {};
  int64_t constant = 0;
};
std::optional<std::vector<LinearPiece>> linear_pieces(const isl::pw_aff& value); // nothing where one rounds
isl::pw_aff value_of(isl::ctx ctx, const LinearPiece& piece);                    // everywhere

std::string text_of(const isl::set& set);
std::string text_of(const isl::map& map);
std::string text_of(const isl::pw_aff& value);

} // namespace unply::sets
