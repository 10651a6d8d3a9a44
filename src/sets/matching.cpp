#include "sets/matching.h"
#include "sets/message_order.h"
#include "sets/persistent.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace unply::sets {

End end_of(NodeList& list, size_t index, bool is_send, bool in_grid); // ends.cpp
bool needs_grid(const Walk& walk, const CommNode& node);

namespace {

constexpr size_t kMaxPairs = 4000;

using Renaming = std::vector<std::pair<std::string, std::string>>;

std::string other(const std::string& name) { return name + std::string(kReceiver); }

Names other(const Names& names) {
  Names result;
  for (const std::string& name : names) result.push_back(other(name));
  return result;
}

struct Matcher {
  NodeList& list;
  Matching& result;
  Walk& walk = list.walk;
  using Group = std::pair<std::string, std::string>; // communicator and tag
  std::set<Group> grids = {};                        // those whose processes are told by coordinates

  // What stands for another value on the receiver's side: its coordinates, its loops, symbols that are not uniform.
  Renaming receiver_names(const End& end) const {
    Renaming names;
    for (const std::string& name : dims_of(end)) names.emplace_back(name, other(name));
    for (const auto& [name, symbol] : walk.symbols)
      if (!symbol.uniform) names.emplace_back(name, other(name));
    return names;
  }

  isl::set meets(const End& from, const Names& to_process, const Renaming& names) const {
    isl::set all = nothing(walk.ctx);
    for (const PeerPiece& piece : from.peers) {
      isl::set one = renamed(piece.where, names);
      if (piece.coordinates.size() == to_process.size())
        for (size_t i = 0; i < to_process.size(); ++i) {
          const isl::pw_aff at = renamed(piece.coordinates[i], names);
          one = one.intersect(at.eq_set(parameter(walk.ctx, to_process[i])));
        }
      all = all.unite(one);
    }
    return all;
  }

  // All pairs of instances that could meet. same: loops in which both are in the same iteration.
  isl::map possible(const End& send, const End& receive, size_t same) const {
    return with_dimensions(possible_pairs(send, receive, same), dims_of(send), other(dims_of(receive)));
  }

  isl::set possible_pairs(const End& send, const End& receive, size_t same) const { // over parameters
    const Renaming names = receiver_names(receive);
    const isl::set there = renamed(receive.domain, names);
    isl::set both = send.domain.intersect(there);
    both = both.intersect(meets(send, other(receive.process), {}));
    both = both.intersect(meets(receive, send.process, names));
    if (!send.tag.is_null() && !receive.tag.is_null()) {
      const isl::pw_aff tag = renamed(receive.tag, names);
      isl::set equal_tags = send.tag.eq_set(tag);
      if (receive.any_tag) equal_tags = equal_tags.unite(tag.eq_set(walk.number(walk.program.any_tag)));
      both = both.intersect(equal_tags);
    }
    for (size_t i = 0; i < same; ++i)
      both = both.intersect(parameter(walk.ctx, send.loops[i]).eq_set(parameter(walk.ctx, other(receive.loops[i]))));
    return both.coalesce();
  }

  // Messages that no others meet: those of one communicator, with one tag where it is a constant.
  Group group_of(const CommNode& node) const {
    std::string tags;
    for (const Role role : {Role::tag, Role::recv_tag})
      if (const auto tag = node.arguments.find(role); tag != node.arguments.end()) {
        const auto number = constant_of(tag->second);
        if (!number || *number == walk.program.any_tag || (!tags.empty() && tags != std::to_string(*number)))
          return {communicator_of(node, Role::comm), ""};
        tags = std::to_string(*number);
      }
    return {communicator_of(node, Role::comm), tags};
  }

  // A group stands in coordinates if one of its operations needs them; a tag that is no constant makes all tags one.
  void find_grids() {
    std::set<Group> all;
    std::set<std::string> open, in_need;
    for (const CommNode& node : list.operations) {
      if (!node.arguments.contains(Role::tag)) continue;
      const Group group = group_of(node);
      all.insert(group);
      if (group.second.empty()) open.insert(group.first);
      if (needs_grid(walk, node)) grids.insert(group), in_need.insert(group.first);
    }
    for (const Group& group : all)
      if (open.contains(group.first) && in_need.contains(group.first)) grids.insert(group);
  }

  // Without an answer of isl: one that may meet anything.
  End end_or_any(size_t index, bool sends) const {
    End end;
    const CommNode& node = list.operations[index];
    const bool in_grid = grids.contains(group_of(node));
    if (walk.budget.answers([&] { end = end_of(list, index, sends, in_grid); })) return end;
    end = {.comm_node = index, .is_send = sends, .process = {"rank"}, .loops = node.loops, .tier = Tier::evaluable};
    end.domain = node.domain, end.peers = {{node.domain, {}}}, end.reason = kRanOut;
    end.communicator = communicator_of(node, Role::comm);
    return end;
  }

  void add_ends() {
    const bool all_starts = add_starts(list);
    if (!walk.grid.empty()) find_grids();
    for (size_t i = 0; i < list.operations.size(); ++i) {
      const Call call = list.operations[i].operation->call;
      const bool persistent_send = call == Call::send_init || call == Call::ssend_init;
      for (const bool sends : {true, false}) {
        const bool takes_part = sends ? is_send(call) : is_receive(call);
        const bool persistent = sends ? persistent_send : call == Call::recv_init;
        if (takes_part || (persistent && list.operations[i].started)) {
          result.ends.push_back(end_or_any(i, sends));
        } else if (persistent && !all_starts) {
          End end = end_or_any(i, sends);
          end.tier = std::max(end.tier, Tier::evaluable);
          end.reason = "which persistent operation is started follows from its request's place in memory";
          result.ends.push_back(std::move(end));
        }
      }
    }
    for (End& end : result.ends)
      if (end.is_exact() && !walk.incomplete.empty()) end.tier = Tier::evaluable, end.reason = walk.incomplete;
  }

  static bool may_share(const End& a, const End& b) {
    return a.communicator == b.communicator || a.communicator.starts_with("?") || b.communicator.starts_with("?");
  }

  static bool are_apart(const End& send, const End& receive) {
    if (send.distances.empty() || receive.distances.empty() || send.process != receive.process) return false;
    return std::ranges::none_of(send.distances, [&](std::vector<int64_t> there) {
      for (int64_t& step : there) step = -step;
      return std::ranges::find(receive.distances, there) != receive.distances.end();
    });
  }

  void add_pairs() {
    for (size_t s = 0; s < result.ends.size(); ++s)
      for (size_t r = 0; r < result.ends.size(); ++r) {
        End &send = result.ends[s], &receive = result.ends[r];
        if (!send.is_send || receive.is_send || !may_share(send, receive) || are_apart(send, receive)) continue;
        if (result.matches.size() > kMaxPairs) throw std::runtime_error("too many pairs of sends and receives");
        Match match{.send = s, .receive = r};
        bool meets = true;
        const auto ask = [&] {
          match.map = possible(send, receive, 0);
          meets = !match.map.is_empty();
        };
        if (!walk.budget.answers(ask)) {
          match.map = with_dimensions(everything(walk.ctx), dims_of(send), other(dims_of(receive)));
          for (End* end : {&send, &receive})
            if (end->is_exact()) end->tier = Tier::evaluable, end->reason = kRanOut;
        }
        if (meets) result.matches.push_back(std::move(match));
      }
  }

  // A partner whose set depends on what is not known may be there: then it could match.
  isl::map at_most(isl::map map) const {
    for (const std::string& name : parameters_of(map)) {
      const bool receivers =
          name.ends_with(kReceiver) && walk.symbols.contains(name.substr(0, name.size() - kReceiver.size()));
      const auto found = walk.symbols.find(name);
      if (receivers || (found != walk.symbols.end() && found->second.tier != Tier::exact))
        map = without_parameter(std::move(map), name);
    }
    return map;
  }

  static isl::set without(const isl::set& set, const isl::map& matched, const End& end) {
    const isl::set partners = end.is_send ? matched.domain() : matched.range();
    return named_dimensions(set.subtract(partners).coalesce(), dims_of(end));
  }

  void find_unmatched() {
    for (size_t i = 0; i < result.ends.size(); ++i) {
      const End& end = result.ends[i];
      Maybe<isl::set>& left = result.unmatched.emplace_back();
      if (!end.is_exact()) continue;
      const auto subtract_matches = [&] {
        left = with_dimensions(end.domain, dims_of(end));
        for (const Match& match : result.matches)
          if ((end.is_send ? match.send : match.receive) == i) left = without(left, at_most(match.map), end);
      };
      if (!walk.budget.answers(subtract_matches)) left = {};
    }
  }

  // Matches that share an end, as groups of positions in `matches`.
  std::vector<std::vector<size_t>> groups() const {
    std::vector<size_t> root(result.ends.size());
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](size_t i) {
      while (root[i] != i) i = root[i] = root[root[i]];
      return i;
    };
    for (const Match& match : result.matches) root[find(match.send)] = find(match.receive);
    std::map<size_t, std::vector<size_t>> by_root;
    for (size_t i = 0; i < result.matches.size(); ++i) by_root[find(result.matches[i].send)].push_back(i);
    std::vector<std::vector<size_t>> all;
    for (auto& [at, members] : by_root) all.push_back(std::move(members));
    return all;
  }

  // One partner for each instance on both sides.
  static bool one_to_one(const std::vector<Match>& group) {
    for (size_t i = 0; i < group.size(); ++i) {
      if (!group[i].map.is_single_valued() || !group[i].map.is_injective()) return false;
      for (size_t k = 0; k < i; ++k) {
        if (group[i].send == group[k].send && !group[i].map.domain().is_disjoint(group[k].map.domain())) return false;
        if (group[i].receive == group[k].receive && !group[i].map.range().is_disjoint(group[k].map.range()))
          return false;
      }
    }
    return true;
  }

  // Every instance that could meet one in any iteration does so in its own.
  static bool complete(const std::vector<Match>& group, const std::vector<Match>& wider) {
    for (const Match& one : wider) {
      isl::set sends = one.map.domain(), receives = one.map.range();
      for (const Match& match : group) {
        if (match.send == one.send) sends = sends.subtract(match.map.domain());
        if (match.receive == one.receive) receives = receives.subtract(match.map.range());
      }
      if (!sends.is_empty() || !receives.is_empty()) return false;
    }
    return true;
  }

  size_t common_loops(const std::vector<Match>& group) const {
    const Names& first = result.ends[group[0].send].loops;
    size_t common = first.size();
    for (const Match& match : group)
      for (const size_t i : {match.send, match.receive}) {
        const Names& loops = result.ends[i].loops;
        size_t same = 0;
        while (same < common && same < loops.size() && loops[same] == first[same]) ++same;
        common = same;
      }
    return common;
  }

  // Tags that are not affine are equal in the same iteration of the common loops.
  bool same_tags(const std::vector<Match>& group, size_t common) const {
    const End& first = result.ends[group[0].send];
    const auto is_like_first = [&](const End& end) {
      return end.tag_made_by == first.tag_made_by && std::ranges::all_of(end.tag_loops, [&](const std::string& loop) {
               return std::ranges::find(end.loops.begin(), end.loops.begin() + long(common), loop) !=
                      end.loops.begin() + long(common);
             });
    };
    return std::ranges::all_of(group, [&](const Match& match) {
      return is_like_first(result.ends[match.send]) && is_like_first(result.ends[match.receive]);
    });
  }

  // Sent in one loop, received in another one that stands beside it.
  bool settle_in_order(std::vector<Match>& group, size_t common) const {
    if (group.size() != 1) return false;
    const End &send = result.ends[group[0].send], &receive = result.ends[group[0].receive];
    if (send.loops.size() != common + 1 || receive.loops.size() != common + 1) return false;
    if (walk.descending.contains(send.loops.back()) || walk.descending.contains(receive.loops.back())) return false;
    const isl::set pairs =
        in_order(possible_pairs(send, receive, common), send.loops.back(), other(receive.loops.back()));
    if (pairs.is_null()) return false;
    const std::vector<Match> wider = group;
    group[0].map = with_dimensions(pairs, dims_of(send), other(dims_of(receive)));
    return one_to_one(group) && complete(group, wider);
  }

  // The ends before the first loop of a group: matches among themselves, if they leave none over.
  bool settle_front(const std::vector<size_t>& members) {
    uint32_t first = kNone;
    const auto node_of = [&](const End& end) { return list.operations[end.comm_node].node; };
    const auto ends_of = [&](size_t i) {
      return std::array{&result.ends[result.matches[i].send], &result.ends[result.matches[i].receive]};
    };
    for (const size_t i : members)
      for (const End* end : ends_of(i))
        if (!end->loops.empty()) first = std::min(first, node_of(*end));
    std::vector<Match> front, wider;
    std::vector<size_t> front_members, rest;
    for (const size_t i : members) {
      const auto [send, receive] = ends_of(i);
      const int before = (node_of(*send) < first) + (node_of(*receive) < first);
      if (before == 2) front.push_back(result.matches[i]), front_members.push_back(i);
      if (before == 0) rest.push_back(i);
      for (const End* end : {send, receive})
        if (node_of(*end) < first && (!end->is_exact() || end->any_source || end->any_tag || !end->tag_made_by.empty()))
          return false;
      if (before == 1) wider.push_back(result.matches[i]);
    }
    if (first == kNone || front.empty() || rest.empty() || !one_to_one(front)) return false;
    for (const Match& one : wider) {
      const bool sends = node_of(result.ends[one.send]) < first;
      isl::set left = sends ? one.map.domain() : one.map.range();
      for (const Match& match : front)
        if (sends ? match.send == one.send : match.receive == one.receive)
          left = left.subtract(sends ? match.map.domain() : match.map.range());
      if (!left.is_empty()) return false;
    }
    for (const size_t i : members)
      if (std::ranges::find(front_members, i) != front_members.end())
        result.matches[i].tier = Tier::exact, result.matches[i].settled = true;
      else if (std::ranges::find(rest, i) == rest.end())
        result.matches[i].map = result.matches[i].map.subtract(result.matches[i].map); // they never meet
    settle(rest);
    return true;
  }

  void settle(const std::vector<size_t>& members) {
    if (settle_front(members)) return;
    std::vector<Match> group;
    Tier tier = Tier::exact;
    std::string reason;
    bool wild = false;
    for (const size_t i : members) {
      group.push_back(result.matches[i]);
      for (const size_t e : {group.back().send, group.back().receive}) {
        const End& end = result.ends[e];
        wild |= end.any_source || end.any_tag;
        if (end.tier > tier) tier = end.tier, reason = end.reason;
      }
    }
    const auto accept = [&](const std::vector<Match>& maps) {
      for (size_t k = 0; k < members.size(); ++k) result.matches[members[k]].map = maps[k].map;
    };
    const size_t common = common_loops(group);
    const bool has_names = std::ranges::any_of(group, [&](const Match& match) {
      return !result.ends[match.send].tag_made_by.empty() || !result.ends[match.receive].tag_made_by.empty();
    });
    bool settled = !has_names && one_to_one(group);
    if (has_names && !same_tags(group, common)) {
      if (tier == Tier::exact) tier = Tier::evaluable, reason = "tags are not affine";
    } else if (!settled && common > 0 && !wild) {
      std::vector<Match> same = group;
      for (Match& match : same) match.map = possible(result.ends[match.send], result.ends[match.receive], common);
      settled = one_to_one(same) && complete(same, group);
      if (settled) accept(same);
    }
    if (std::vector<Match> ordered = group; !settled && !has_names && !wild && settle_in_order(ordered, common)) {
      settled = true;
      accept(ordered);
    }
    if (!settled && tier == Tier::exact) {
      tier = wild ? Tier::observed : Tier::evaluable;
      reason = wild ? "a receive takes a message from any process or with any tag"
                    : "which of several messages meets which receive follows from their order";
    }
    for (const size_t i : members)
      result.matches[i].tier = tier, result.matches[i].reason = reason, result.matches[i].settled = settled;
  }
};

} // namespace

Matching match_messages(NodeList& list) {
  Matching result;
  Matcher matcher{list, result};
  matcher.add_ends();
  matcher.add_pairs();
  matcher.find_unmatched();
  for (const auto& members : matcher.groups())
    if (!list.walk.budget.answers([&] { matcher.settle(members); }))
      for (const size_t i : members) {
        Match& match = result.matches[i];
        match.tier = Tier::evaluable, match.settled = false, match.reason = kRanOut;
        for (const size_t e : {match.send, match.receive})
          if (result.ends[e].tier == Tier::observed) match.tier = Tier::observed, match.reason = result.ends[e].reason;
      }
  std::erase_if(result.matches, [](const Match& match) { return match.map.is_empty(); });
  return result;
}

} // namespace unply::sets
