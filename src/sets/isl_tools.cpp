// isl's C functions behind the values of its C++ bindings, which throw isl::exception on every failure.
#include "sets/isl_tools.h"
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

namespace unply::sets {

isl::set everything(isl::ctx ctx) { return isl::set(ctx, "{ : }"); }
isl::set nothing(isl::ctx ctx) { return isl::set(ctx, "{ : false }"); }
isl::pw_aff number(isl::ctx ctx, int64_t value) { return isl::pw_aff(ctx, "{ [(" + std::to_string(value) + ")] }"); }
isl::pw_aff parameter(isl::ctx ctx, const std::string& name) {
  return isl::pw_aff(ctx, "[" + name + "] -> { [(" + name + ")] }");
}
isl::set equal(const isl::pw_aff& a, const isl::pw_aff& b) { return a.eq_set(b); }
bool same(const isl::pw_aff& a, const isl::pw_aff& b) {
  return a.sub(b).eq_set(number(a.ctx(), 0)).complement().is_empty();
}

std::set<std::string> parameters_of(const isl::set& set) {
  std::set<std::string> names;
  const unsigned count = unsigned(isl_set_dim(set.get(), isl_dim_param));
  for (unsigned i = 0; i < count; ++i)
    if (isl_set_involves_dims(set.get(), isl_dim_param, i, 1))
      names.insert(isl_set_get_dim_name(set.get(), isl_dim_param, i));
  return names;
}

std::set<std::string> parameters_of(const isl::pw_aff& value) {
  std::set<std::string> names;
  const unsigned count = unsigned(isl_pw_aff_dim(value.get(), isl_dim_param));
  for (unsigned i = 0; i < count; ++i)
    if (isl_pw_aff_involves_dims(value.get(), isl_dim_param, i, 1))
      names.insert(isl_pw_aff_get_dim_name(value.get(), isl_dim_param, i));
  return names;
}

isl::set without_parameter(isl::set set, const std::string& name) {
  const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
  if (at < 0) return set;
  return isl::manage(isl_set_project_out(set.release(), isl_dim_param, unsigned(at), 1)).coalesce();
}

isl::map without_parameter(isl::map map, const std::string& name) {
  const int at = isl_map_find_dim_by_name(map.get(), isl_dim_param, name.c_str());
  if (at < 0) return map;
  return isl::manage(isl_map_project_out(map.release(), isl_dim_param, unsigned(at), 1)).coalesce();
}

std::set<std::string> parameters_of(const isl::map& map) {
  std::set<std::string> names;
  const unsigned count = unsigned(isl_map_dim(map.get(), isl_dim_param));
  for (unsigned i = 0; i < count; ++i)
    if (isl_map_involves_dims(map.get(), isl_dim_param, i, 1))
      names.insert(isl_map_get_dim_name(map.get(), isl_dim_param, i));
  return names;
}

isl::set renamed(isl::set set, const std::vector<std::pair<std::string, std::string>>& names) {
  for (const auto& [old_name, new_name] : names) {
    const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, old_name.c_str());
    if (at >= 0) set = isl::manage(isl_set_set_dim_name(set.release(), isl_dim_param, unsigned(at), new_name.c_str()));
  }
  return set;
}

isl::pw_aff renamed(isl::pw_aff value, const std::vector<std::pair<std::string, std::string>>& names) {
  isl_ctx* ctx = value.ctx().get();
  for (const auto& [old_name, new_name] : names) {
    const int at = isl_pw_aff_find_dim_by_name(value.get(), isl_dim_param, old_name.c_str());
    if (at < 0) continue;
    isl_id* id = isl_id_alloc(ctx, new_name.c_str(), nullptr);
    value = isl::manage(isl_pw_aff_set_dim_id(value.release(), isl_dim_param, unsigned(at), id));
  }
  return value;
}

namespace {

// set has the dimensions of `dims`: each is tied to the parameter of its name, which then goes.
isl::set tied(isl::set set, const Names& dims) {
  for (unsigned i = 0; i < dims.size(); ++i) {
    const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, dims[i].c_str());
    if (at < 0) continue;
    set = isl::manage(isl_set_equate(set.release(), isl_dim_param, at, isl_dim_set, int(i)));
    set = isl::manage(isl_set_project_out(set.release(), isl_dim_param, unsigned(at), 1));
  }
  return isl::manage(isl_set_drop_unused_params(set.coalesce().release()));
}

} // namespace

isl::set with_dimensions(const isl::set& parameters, const Names& dims) {
  isl_set* set = isl_set_from_params(parameters.copy());
  set = isl_set_add_dims(set, isl_dim_set, unsigned(dims.size()));
  return named_dimensions(tied(isl::manage(set), dims), dims);
}

isl::set named_dimensions(isl::set set, const Names& dims) {
  for (unsigned i = 0; i < dims.size(); ++i)
    set = isl::manage(isl_set_set_dim_name(set.release(), isl_dim_set, i, dims[i].c_str()));
  return set;
}

isl::set parameters_from(isl::set set, const Names& dims) {
  for (unsigned i = 0; i < dims.size(); ++i) {
    const unsigned at = unsigned(isl_set_dim(set.get(), isl_dim_param));
    set = isl::manage(isl_set_add_dims(set.release(), isl_dim_param, 1));
    set = isl::manage(isl_set_set_dim_name(set.release(), isl_dim_param, at, dims[i].c_str()));
    set = isl::manage(isl_set_equate(set.release(), isl_dim_param, int(at), isl_dim_set, int(i)));
  }
  return set.params();
}

isl::map with_dimensions(const isl::set& parameters, const Names& in, const Names& out) {
  Names all = in;
  all.insert(all.end(), out.begin(), out.end());
  isl_set* set = isl_set_from_params(parameters.copy());
  set = isl_set_add_dims(set, isl_dim_set, unsigned(all.size()));
  isl_map* map = isl_map_from_range(tied(isl::manage(set), all).release());
  map = isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, unsigned(in.size()));
  for (unsigned i = 0; i < in.size(); ++i) map = isl_map_set_dim_name(map, isl_dim_in, i, in[i].c_str());
  for (unsigned i = 0; i < out.size(); ++i) {
    const std::string name = out[i].ends_with(kReceiver) ? out[i].substr(0, out[i].size() - kReceiver.size()) : out[i];
    map = isl_map_set_dim_name(map, isl_dim_out, i, name.c_str());
  }
  return isl::manage(map);
}

isl::map without_dimensions(isl::map map, unsigned keep_in, unsigned keep_out) {
  const unsigned in = unsigned(isl_map_dim(map.get(), isl_dim_in)), out = unsigned(isl_map_dim(map.get(), isl_dim_out));
  isl_map* less = isl_map_project_out(map.release(), isl_dim_in, keep_in, in - keep_in);
  return isl::manage(isl_map_coalesce(isl_map_project_out(less, isl_dim_out, keep_out, out - keep_out)));
}

isl::pw_aff value_at(const isl::pw_aff& value, const isl::set& where, const Names& gone) {
  isl_set* set = isl_set_from_pw_aff(value.copy());
  isl::set values = isl::manage(isl_set_intersect_params(set, where.copy()));
  for (const std::string& name : gone) values = without_parameter(values, name);
  if (!values.lexmin().is_equal(values.lexmax())) return {};
  return isl::manage(isl_set_dim_max(values.release(), 0)).coalesce();
}

namespace {

isl_stat add_linear_piece(isl_set* where, isl_aff* function, void* user) {
  auto& pieces = *static_cast<std::optional<std::vector<LinearPiece>>*>(user);
  const isl::set owned = isl::manage(where);
  const isl::aff aff = isl::manage(function);
  LinearPiece piece{.where = owned};
  bool whole = pieces.has_value();
  const auto read = [&](isl_val* coefficient) {
    const isl::val value = isl::manage(coefficient);
    whole = whole && value.is_int();
    return whole ? value.num_si() : 0;
  };
  for (int i = 0; i < isl_aff_dim(aff.get(), isl_dim_div); ++i)
    whole = whole && read(isl_aff_get_coefficient_val(aff.get(), isl_dim_div, i)) == 0;
  for (int i = 0; i < isl_aff_dim(aff.get(), isl_dim_param); ++i)
    if (const int64_t number = read(isl_aff_get_coefficient_val(aff.get(), isl_dim_param, i)); number != 0)
      piece.terms[isl_aff_get_dim_name(aff.get(), isl_dim_param, unsigned(i))] = number;
  piece.constant = read(isl_aff_get_constant_val(aff.get()));
  if (whole)
    pieces->push_back(std::move(piece));
  else
    pieces.reset();
  return isl_stat_ok;
}

} // namespace

std::optional<std::vector<LinearPiece>> linear_pieces(const isl::pw_aff& value) {
  std::optional<std::vector<LinearPiece>> pieces(std::in_place);
  if (isl_pw_aff_foreach_piece(value.get(), add_linear_piece, &pieces) != isl_stat_ok) return {};
  return pieces;
}

isl::pw_aff value_of(isl::ctx ctx, const LinearPiece& piece) {
  isl::pw_aff value = number(ctx, piece.constant);
  for (const auto& [name, coefficient] : piece.terms)
    if (coefficient != 0) value = value.add(parameter(ctx, name).scale(long(coefficient)));
  return value;
}

std::string text_of(const isl::set& set) {
  char* text = isl_set_to_str(set.get());
  const std::string copy = text;
  free(text);
  return copy;
}
std::string text_of(const isl::map& map) {
  char* text = isl_map_to_str(map.get());
  const std::string copy = text;
  free(text);
  return copy;
}
std::string text_of(const isl::pw_aff& value) { // isl text
  char* text = isl_pw_aff_to_str(value.get());
  const std::string copy = text;
  free(text);
  return copy;
}

} // namespace unply::sets
