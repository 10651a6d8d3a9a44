// Which send meets which receive, for every number of processes.
//
// Messages of one sender, receiver, tag and communicator do not overtake one another: the k-th send meets the k-th
// receive. A map is called exact only where that follows: either each side has one possible partner at all, or sends
// and receives stand in the same loops and each has one possible partner in the same iteration (where tags may be any
// function of the iteration, if both sides have the same), or their innermost
// loops stand side by side and count up to equally many for each two processes; and none is left over. What is sent and
// received before a loop, with as many messages for each two processes, comes before what the loop sends and receives.
#pragma once
#include "sets/nodes.h"

namespace unply::sets {

struct PeerPiece { // where the partner is the process with these coordinates; none: any process
  Maybe<isl::set> where = {};
  std::vector<isl::pw_aff> coordinates = {};
};

struct End {            // one half of a message
  size_t comm_node = 0; // in NodeList::operations
  bool is_send = false;
  Maybe<isl::set> domain = {}; // instances that have a partner: not those with MPI_PROC_NULL
  Names process = {};          // "rank", or the coordinates of a grid
  Names loops = {};
  std::vector<PeerPiece> peers = {};
  Maybe<isl::pw_aff> tag = {};  // null: not known
  std::string tag_made_by = {}; // of a tag that is not affine but the same for all processes in the same iteration
  std::set<std::string> tag_loops = {}; // the loops that it depends on
  std::string communicator = {};
  Tier tier = Tier::exact;
  std::string reason = {};
  bool any_source = false, any_tag = false;
  // Where all partners are at constant distances: those, coordinate by coordinate. Empty: not known.
  std::vector<std::vector<int64_t>> distances = {};
  bool is_exact() const { return tier == Tier::exact; }
};

struct Match {
  size_t send = 0, receive = 0; // in Matching::ends
  Maybe<isl::map> map = {};     // all pairs that could meet; exact: those that do
  Tier tier = Tier::exact;
  std::string reason = {};
  bool settled = false; // the map is one to one, whatever its names stand for
};

struct Matching {
  std::vector<End> ends = {};
  std::vector<Match> matches = {};
  std::vector<Maybe<isl::set>> unmatched = {}; // for each end, over its dimensions; null: not known
};

Names dims_of(const End& end);
std::string communicator_of(const CommNode& node, Role role);
Matching match_messages(NodeList& list);

} // namespace unply::sets
