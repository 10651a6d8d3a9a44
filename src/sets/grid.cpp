#include "sets/grid.h"
#include <algorithm>

namespace unply::sets {

namespace {

// Of three dimensions: rank / NX = y + NY*z, and NX*y.
const std::string kRow = "rank_row", kRowStart = "row_start";

} // namespace

Factors with(Factors a, const Factors& b) {
  a.insert(b.begin(), b.end());
  return a;
}

std::optional<Factors> without(Factors a, const Factors& b) {
  for (const std::string& name : b) {
    const auto at = a.find(name);
    if (at == a.end()) return {};
    a.erase(at);
  }
  return a;
}

bool GridFacts::add_divisor(const Factors& divisor) {
  if (divisor.empty() || divisors.size() == 2 || std::ranges::find(divisors, divisor) != divisors.end()) return false;
  if (divisors.empty()) {
    divisors = {divisor};
  } else if (without(divisor, divisors[0])) {
    divisors.push_back(divisor);
  } else if (without(divisors[0], divisor)) {
    divisors.insert(divisors.begin(), divisor);
  } else {
    return false;
  }
  return true;
}

Factors GridFacts::factors_of(const std::string& name) const {
  for (const auto& [factors, product] : products)
    if (product == name) return factors;
  return {name};
}

Grid::Grid(isl::ctx ctx, std::vector<Factors> sides, const NameOf& name_of) : ctx_(ctx), sides_(std::move(sides)) {
  coordinates_ = is_deep() ? Names{"x", "y", "z"} : Names{"x", "y"};
  for (const Factors& side : sides_) extents_.push_back(name_of(side));
  if (is_deep()) plane_ = name_of(with(sides_[0], sides_[1]));
}

bool Grid::is_coordinate(const std::string& name) const {
  return std::ranges::find(coordinates_, name) != coordinates_.end() || name == kRow || name == kRowStart;
}

bool Grid::names_any(const std::set<std::string>& names) const {
  return std::ranges::any_of(names, [&](const std::string& name) { return is_coordinate(name); });
}

isl::set Grid::context() const {
  isl::set set = everything(*ctx_);
  for (size_t i = 0; i < extents_.size(); ++i)
    set = set.intersect(of(coordinates_[i]).ge_set(number(*ctx_, 0)))
              .intersect(of(coordinates_[i]).lt_set(of(extents_[i])));
  return set;
}

std::optional<Grid::Division> Grid::divide(const isl::pw_aff& value, const Factors& by) const {
  if (empty()) return {};
  const isl::pw_aff x = of("x"), y = of("y"), rank = of("rank");
  const bool row = by == sides_[0];
  if (!is_deep()) return row && same(value, rank) ? std::optional(Division{y, x}) : std::nullopt;
  const isl::pw_aff z = of("z"), in_plane = x.add(of(kRowStart));
  if (row && same(value, rank)) return Division{of(kRow), x};
  if (row && same(value, in_plane)) return Division{y, x};
  if (by == sides_[1] && same(value, of(kRow))) return Division{z, y};
  if (by == with(sides_[0], sides_[1]) && same(value, rank)) return Division{z, in_plane};
  return {};
}

isl::pw_aff Grid::times(const std::string& name, const Factors& by) const {
  if (empty()) return {};
  const bool row = by == sides_[0];
  const isl::pw_aff rank = of("rank"), x = of("x");
  if (!is_deep()) return row && name == "y" ? rank.sub(x) : isl::pw_aff();
  if (row && name == "y") return of(kRowStart);
  if (row && name == kRow) return rank.sub(x);
  if (by == sides_[1] && name == "z") return of(kRow).sub(of("y"));
  if (by == with(sides_[0], sides_[1]) && name == "z") return rank.sub(x).sub(of(kRowStart));
  return {};
}

// The first process of the grid, or the last one.
isl::set Grid::corner(bool last) const {
  isl::set set = context();
  for (size_t i = 0; i < extents_.size(); ++i)
    set = set.intersect(last ? of(coordinates_[i]).eq_set(of(extents_[i]).add_constant(-1L))
                             : of(coordinates_[i]).eq_set(number(*ctx_, 0)));
  return set;
}

// `domain` among the processes `ranks`, which are those at `place`; null where more of the rank matters.
isl::set Grid::part(const isl::set& domain, const isl::set& ranks, const isl::set& place) const {
  const isl::set here = domain.intersect(ranks);
  const isl::set rest = without_parameter(without_parameter(here, "rank"), "P");
  if (!rest.intersect(ranks).is_equal(here)) return {};
  for (const std::string& name : {kRow, kRowStart})
    if (parameters_of(rest).contains(name)) return {};
  return rest.intersect(place);
}

isl::set Grid::in_coordinates(const isl::set& domain) const {
  const isl::set all = part(domain, isl::set(*ctx_, "[rank, P] -> { : 0 <= rank < P }"), context());
  if (!all.is_null()) return all.coalesce();
  // The rank is told by its coordinates where it is the first or the last one.
  const isl::set first = corner(false), last = corner(true);
  const std::pair<const char*, isl::set> parts[] = {
      {"[rank, P] -> { : rank = 0 and P = 1 }", first.intersect(last)},
      {"[rank, P] -> { : rank = 0 and P > 1 }", first.subtract(last)},
      {"[rank, P] -> { : rank = P - 1 and P > 1 }", last.subtract(first)},
      {"[rank, P] -> { : 0 < rank < P - 1 }", context().subtract(first).subtract(last)}};
  isl::set united = nothing(*ctx_);
  for (const auto& [ranks, place] : parts) {
    const isl::set one = part(domain, isl::set(*ctx_, ranks), place);
    if (one.is_null()) return {};
    united = united.unite(one);
  }
  return united.coalesce();
}

bool Grid::are_within(const std::vector<isl::pw_aff>& place, const isl::set& inside) const {
  isl::set set = inside;
  for (size_t i = 0; i < place.size(); ++i)
    set = set.intersect(place[i].ge_set(number(*ctx_, 0))).intersect(place[i].lt_set(of(extents_[i])));
  return inside.is_subset(set);
}

std::optional<std::vector<isl::pw_aff>> Grid::coordinates_along(size_t along, const isl::pw_aff& place,
                                                                const isl::set& inside) const {
  const auto pieces = linear_pieces(place);
  if (!pieces || pieces->size() != 1) return {};
  for (const char* name : {"rank", kRow.c_str(), kRowStart.c_str()})
    if (pieces->front().terms.contains(name)) return {};
  std::vector<isl::pw_aff> at;
  for (const std::string& name : coordinates_) at.push_back(of(name));
  at[along] = value_of(*ctx_, pieces->front());
  if (!are_within(at, inside)) return {};
  return at;
}

// rank = a + NX*b + NX*NY*c with affine a, b and c, of which whole rows and planes are moved to the next one until all
// are within the grid.
std::optional<std::vector<isl::pw_aff>> Grid::coordinates_of(const isl::pw_aff& rank, const isl::set& inside) const {
  const auto pieces = linear_pieces(rank);
  if (!pieces || pieces->size() != 1) return {};
  LinearPiece rest = pieces->front();
  const auto take = [&](const std::string& name) { return std::exchange(rest.terms[name], 0); };
  const long ranks = take("rank"), sizes = take("P"), starts = is_deep() ? take(kRowStart) : 0;
  const long planes = is_deep() ? take(plane_) : 0, rows = take(extents_[0]);
  if (rest.terms[kRow] != 0) return {};
  const isl::pw_aff first = value_of(*ctx_, rest).add(of("x").scale(ranks));
  isl::pw_aff second = of("y").scale(ranks + starts).add_constant(rows), third = number(*ctx_, 0);
  if (is_deep())
    third = of("z").scale(ranks).add_constant(planes).add(of(extents_[2]).scale(sizes));
  else
    second = second.add(of(extents_[1]).scale(sizes));
  for (const long wrap : {0, 1, -1})
    for (const long turn : is_deep() ? std::vector<long>{0, 1, -1} : std::vector<long>{0}) {
      std::vector<isl::pw_aff> at = {first.add(of(extents_[0]).scale(wrap)), second.add_constant(-wrap)};
      if (is_deep()) at = {at[0], at[1].add(of(extents_[1]).scale(turn)), third.add_constant(-turn)};
      if (are_within(at, inside)) return at;
    }
  return {};
}

} // namespace unply::sets
