// The nodes of a graph, and what matching needs to know of the operations among them.
#pragma once
#include "sets/counting.h"
#include "sets/walk.h"

namespace unply::sets {

struct CommNode {    // an operation at the end of one chain of calls
  uint32_t node = 0; // id; ids grow in program order
  Frame* frame = nullptr;
  const Operation* operation = nullptr;
  BlockId block = kNone;
  Maybe<isl::set> domain = {}; // over parameters
  Names loops = {};
  std::map<Role, Symbolic> arguments = {};
  bool started = false; // a persistent operation at one of its starts
};

struct TaskDepend {
  Symbolic address = {};
  int64_t kind = 0; // Role::depend_kind; 0: not known
};
struct TaskNode { // a construct of OpenMP
  uint32_t node = 0;
  Frame* frame = nullptr;
  Call call = Call::other;
  Maybe<isl::set> domain = {}; // over parameters
  std::vector<TaskDepend> depends = {};
};

struct NodeList {
  Graph& graph;
  Walk& walk;
  std::vector<CommNode> operations = {};
  std::vector<TaskNode> tasks = {};
  std::vector<Names> loops = {}; // of each node, outer ones first
};

void add_nodes(NodeList& list);
// Parameters as dimensions: the coordinates of a grid instead of the rank where the set names them.
InstanceSet instances_of(Walk& walk, const isl::set& domain, const Names& loops, Names& dims);
Polynomial polynomial_of(Walk& walk, const isl::set& set, const Names& dims, const SumOfMonomials& weight,
                         const isl::set& context);

} // namespace unply::sets
