// The two halves of messages, with their partners as coordinates.
#include "sets/matching.h"
#include <fmt/format.h>

namespace unply::sets {

namespace {

const Symbolic* argument_of(const CommNode& node, Role role) {
  const auto found = node.arguments.find(role);
  return found == node.arguments.end() ? nullptr : &found->second;
}

void weaken(End& end, Tier tier, const std::string& reason) {
  if (tier <= end.tier) return;
  end.tier = tier, end.reason = reason;
}

// Both stay in the grid, so that the partner is a process and never MPI_PROC_NULL.
bool add_grid_piece(Walk& walk, End& end, const isl::set& where, const isl::pw_aff& peer,
                    const std::optional<size_t>& along) {
  const isl::set inside = walk.grid.in_coordinates(where);
  if (inside.is_null()) return false;
  auto coordinates = along ? walk.grid.coordinates_along(*along, peer, inside) : walk.grid.coordinates_of(peer, inside);
  if (!coordinates) return false;
  end.peers.push_back({inside, std::move(*coordinates)});
  return true;
}

void set_grid_peers(Walk& walk, End& end, const Symbolic& peer) {
  bool all = true;
  peer.value.intersect_domain(end.domain).coalesce().foreach_piece([&](const isl::set& where, const isl::multi_aff&) {
    const isl::pw_aff value = peer.value.intersect_domain(where);
    const auto fixed = constant_of({.value = value});
    if (fixed && *fixed == walk.program.proc_null)
      end.domain = end.domain.subtract(where).coalesce();
    else
      all &= add_grid_piece(walk, end, where, value, peer.along);
  });
  if (all) return;
  end.peers = {{end.domain, {}}};
  weaken(end, Tier::evaluable, peer.text + " is no fixed step in the grid");
}

void set_rank_peers(Walk& walk, End& end, const Symbolic& peer) {
  end.domain = end.domain.intersect(peer.value.ne_set(walk.number(walk.program.proc_null))).coalesce();
  isl::pw_aff value = peer.value.intersect_domain(end.domain);
  if (!end.is_send) {
    const isl::set wild = end.domain.intersect(value.eq_set(walk.number(walk.program.any_source))).coalesce();
    if (!wild.is_empty()) {
      end.any_source = true, end.peers.push_back({wild, {}});
      value = value.subtract_domain(wild);
    }
  }
  const isl::set rest = value.domain();
  if (!rest.is_empty()) end.peers.push_back({rest, {value.coalesce()}});
}

void set_peers(Walk& walk, End& end, const Symbolic* peer) {
  if (!peer || peer->value.is_null()) {
    end.peers.push_back({end.domain, {}});
    const std::string text = peer ? peer->text : "a partner that is not given";
    return weaken(end, peer ? std::max(peer->tier, Tier::evaluable) : Tier::observed, text + " is not affine");
  }
  std::string reason;
  weaken(end, walk.tier_of(parameters_of(peer->value), &reason, nullptr), reason);
  if (end.process.size() > 1) {
    set_grid_peers(walk, end, *peer);
  } else if (peer->along) {
    end.peers.push_back({end.domain, {}});
    weaken(end, Tier::evaluable, peer->text + " is a place in a grid whose coordinates the set does not have");
  } else {
    set_rank_peers(walk, end, *peer);
  }
}

// A tag that is not affine, but the same on all processes in the same iteration.
bool names_tag(const Walk& walk, End& end, const Symbolic& tag) {
  if (tag.made_by.empty() || tag.tier != Tier::evaluable) return false;
  Symbolic rest = tag;
  for (const std::string& loop : end.loops)
    if (rest.depends.erase(loop) > 0) end.tag_loops.insert(loop);
  if (!walk.is_shared(rest)) return false;
  end.tag_made_by = tag.made_by;
  return true;
}

void set_tag(Walk& walk, End& end, const Symbolic* tag) {
  if (tag && tag->value.is_null() && names_tag(walk, end, *tag)) return;
  if (!tag || tag->value.is_null()) return weaken(end, tag ? tag->tier : Tier::exact, tag ? tag->reason : "");
  std::string reason;
  weaken(end, walk.tier_of(parameters_of(tag->value), &reason, nullptr), reason);
  end.tag = tag->value;
  end.any_tag = !end.is_send && !end.domain.is_disjoint(tag->value.eq_set(walk.number(walk.program.any_tag)));
}

} // namespace

std::string communicator_of(const CommNode& node, Role role) {
  const Symbolic* comm = argument_of(node, role);
  if (!comm) return "";
  const auto handle = constant_of(*comm);
  const auto& handles = predefined_handles();
  if (handle && *handle >= kPredefined && size_t(*handle - kPredefined) < handles.size())
    return handles[size_t(*handle - kPredefined)].name;
  if (comm->object.starts_with("communicator ")) return comm->text;
  return "?" + comm->text; // made at run time
}

Names dims_of(const End& end) {
  Names dims = end.process;
  dims.insert(dims.end(), end.loops.begin(), end.loops.end());
  return dims;
}

// What two ends at constant distances have to do with each other is seen without isl.
static void set_distances(Walk& walk, End& end) {
  for (const PeerPiece& piece : end.peers) {
    std::vector<int64_t>& one = end.distances.emplace_back();
    for (size_t i = 0; i < piece.coordinates.size(); ++i) {
      const auto step = constant_of({.value = piece.coordinates[i].sub(parameter(walk.ctx, end.process[i]))});
      if (step) one.push_back(*step);
    }
    if (one.empty() || one.size() != end.process.size()) return end.distances.clear();
  }
}

// Whether an operation names places in the grid: its instances, its partner or its tag.
bool needs_grid(const Walk& walk, const CommNode& node) {
  std::set<std::string> names = parameters_of(node.domain);
  for (const Role role : {Role::peer, Role::source, Role::tag, Role::recv_tag})
    if (const Symbolic* value = argument_of(node, role); value && !value->value.is_null()) {
      if (value->along) return true;
      names.merge(parameters_of(value->value));
    }
  if (walk.grid.names_any(names)) return true;
  for (const std::string& extent : walk.grid.extents())
    if (names.contains(extent)) return true;
  return false;
}

End end_of(NodeList& list, size_t index, bool is_send, bool in_grid) {
  Walk& walk = list.walk;
  const CommNode& node = list.operations[index];
  End end{.comm_node = index, .is_send = is_send};
  const bool both = node.operation->call == Call::sendrecv || node.operation->call == Call::sendrecv_replace;
  end.domain = node.domain, end.loops = node.loops, end.process = {"rank"};
  end.communicator = communicator_of(node, Role::comm);
  if (end.communicator.starts_with("?"))
    weaken(end, Tier::evaluable, "the communicator " + end.communicator.substr(1) + " is made at run time");
  std::string reason;
  weaken(end, walk.tier_of(parameters_of(end.domain), &reason, nullptr), reason);
  if (in_grid && walk.grid.in_coordinates(end.domain).is_null())
    weaken(end, Tier::evaluable, "the set needs the rank and its coordinates"), in_grid = false;
  if (in_grid) end.process = walk.grid.coordinates();
  const bool other_role = both && !is_send;
  set_peers(walk, end,
            argument_of(node, other_role || (!is_send && argument_of(node, Role::source)) ? Role::source : Role::peer));
  set_distances(walk, end);
  set_tag(walk, end, argument_of(node, other_role ? Role::recv_tag : Role::tag));
  if (in_grid) {
    const isl::set set = walk.grid.in_coordinates(end.domain);
    if (set.is_null())
      weaken(end, Tier::evaluable, "the set needs the rank and its coordinates");
    else
      end.domain = set;
    for (PeerPiece& piece : end.peers)
      if (piece.coordinates.empty()) piece.where = end.domain;
  }
  return end;
}

} // namespace unply::sets
