// The grid that a program makes of its processes: rank = x + NX*y, or rank = x + NX*(y + NY*z). A product of two
// unknowns is outside of Presburger arithmetic: the products that a grid needs have names of their own, and sets of
// processes stand in coordinates, in which neighbours are constant steps.
#pragma once
#include "sets/isl_tools.h"
#include <functional>
#include <map>
#include <optional>

namespace unply::sets {

using Factors = std::multiset<std::string>; // names; their product
Factors with(Factors a, const Factors& b);
std::optional<Factors> without(Factors a, const Factors& b); // nothing: b does not divide a

// What a walk learns about the grid. Values that it has found before would not stand in coordinates, so that a walk
// that learns something new is left by throwing GridFound, and begun anew.
struct GridFacts {
  std::vector<Factors> divisors = {}; // of the rank: each divides the next
  Factors size = {};                  // a product that is P; empty: none is known
  std::string size_reason = {};
  std::map<Factors, std::string> products = {};      // their names
  bool add_divisor(const Factors& divisor);          // false: known, or it does not fit
  Factors factors_of(const std::string& name) const; // of the name of a product; any other name is its own factor
};
struct GridFound {};

class Grid {
public:
  using NameOf = std::function<std::string(const Factors&)>; // of a product

  Grid() = default;
  Grid(isl::ctx ctx, std::vector<Factors> sides, const NameOf& name_of);
  bool empty() const { return extents_.empty(); }
  const Names& coordinates() const { return coordinates_; } // "x", "y", and "z" of three
  const Names& extents() const { return extents_; }
  bool is_coordinate(const std::string& name) const;
  bool names_any(const std::set<std::string>& names) const;
  isl::set context() const; // each coordinate is within its extent

  struct Division {
    Maybe<isl::pw_aff> quotient = {}, remainder = {};
  };
  std::optional<Division> divide(const isl::pw_aff& value, const Factors& by) const; // nothing: not known
  isl::pw_aff times(const std::string& name, const Factors& by) const;               // null: not known

  // A set of processes by their ranks and coordinates, in coordinates alone. Null where it is not known to be one.
  isl::set in_coordinates(const isl::set& domain) const;
  // The coordinates of the process `rank`, for all `inside`. Nothing where they are not known to be in the grid.
  std::optional<std::vector<isl::pw_aff>> coordinates_of(const isl::pw_aff& rank, const isl::set& inside) const;
  // The same where only the coordinate `along` differs from the process's own, and is `place`.
  std::optional<std::vector<isl::pw_aff>> coordinates_along(size_t along, const isl::pw_aff& place,
                                                            const isl::set& inside) const;

private:
  bool are_within(const std::vector<isl::pw_aff>& place, const isl::set& inside) const;
  bool is_deep() const { return sides_.size() == 3; }
  isl::pw_aff of(const std::string& name) const { return parameter(ctx_.value(), name); }
  isl::set corner(bool last) const;
  isl::set part(const isl::set& domain, const isl::set& ranks, const isl::set& place) const;
  std::optional<isl::ctx> ctx_ = {};
  std::vector<Factors> sides_ = {};
  Names coordinates_ = {}, extents_ = {};
  std::string plane_ = {}; // NX*NY
};

} // namespace unply::sets
