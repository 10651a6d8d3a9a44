// Nodes of libstdc++'s red-black trees (std::map, std::set) and lists, which functions of the library link and unlink.
// The writes of rebalancing are found by comparing the nodes that it can reach before and after the call: the path from
// the changed place to the root, and two generations beside each node on it. The path counts as read as far as nodes
// changed.
#include "runtime/models.h"

namespace unply::runtime {

namespace {

struct TreeNode {                  // std::_Rb_tree_node_base
  uint64_t colour;                 // and padding
  TreeNode *parent, *left, *right; // of the header: root, first, last
};
struct ListNode {
  ListNode *next, *previous;
};

struct Snapshot {
  TreeNode* node;
  TreeNode before;
  bool on_way; // to the root; in the order in which rebalancing goes there
};
constexpr uint32_t kMostNodes =
    2048;                       // a way of 128 nodes, the highest that fits into an address space, and 15 beside each
Snapshot snapshots[kMostNodes]; // of the followed thread, for the length of one call that calls nothing back
uint32_t snapshot_count;

void take(TreeNode* node, bool on_way, int generations) {
  if (!node || snapshot_count == kMostNodes) return;
  snapshots[snapshot_count++] = {node, *node, on_way};
  if (!generations) return;
  take(node->left, false, generations - 1);
  take(node->right, false, generations - 1);
}

void take_way(TreeNode* start, TreeNode* header) {
  snapshot_count = 0;
  TreeNode* below = nullptr;
  for (TreeNode* node = start; node && node != header; below = node, node = node->parent) {
    take(node, true, 0);
    if (node->left != below) take(node->left, false, 2);
    if (node->right != below) take(node->right, false, 2);
  }
  take(header, true, 0);
}

bool changed(const Snapshot& s, int field) { return ((uint64_t*)s.node)[field] != ((const uint64_t*)&s.before)[field]; }

void touch_changed_nodes(const ModelCall& call, const UnplyEffect& effect, TreeNode* node) {
  uint32_t reached = 0;
  for (uint32_t i = 0; i < snapshot_count; i++)
    for (int field = 0; field < 4; field++)
      if (changed(snapshots[i], field)) reached = i + 1;
  call.read(effect, (uint64_t)node, sizeof(TreeNode));
  for (uint32_t i = 0; i < reached; i++)
    if (snapshots[i].on_way) call.read(effect, (uint64_t)snapshots[i].node, sizeof(TreeNode));
  for (uint32_t i = 0; i < reached; i++)
    for (int field = 0; field < 4; field++)
      if (changed(snapshots[i], field))
        call.write(effect, (uint64_t)snapshots[i].node + (uint64_t)field * 8, field ? 8 : 4);
}

// Inserting (bool, node, parent, header) and erasing (node, header): the effect's argument is the header.
void touch_tree(const ModelCall& call, const UnplyEffect& effect, TreeNode* node) {
  auto* header = (TreeNode*)call.argument(effect.argument);
  bool inserts = effect.argument == 3;
  if (call.after) {
    touch_changed_nodes(call, effect, node);
    if (inserts) call.write(effect, (uint64_t)node, sizeof(TreeNode));
    return;
  }
  TreeNode* start = inserts ? (TreeNode*)call.argument(2) : node;
  if (!inserts && node->left && node->right) // its successor takes its place
    for (start = node->right; start->left;) start = start->left;
  take_way(start, header);
}

// The neighbour in order: down on one side and then to the other end, or up.
void touch_neighbour(const ModelCall& call, const UnplyEffect& effect, TreeNode* node, bool next) {
  auto one = [next](TreeNode* of) { return next ? of->right : of->left; };
  auto other = [next](TreeNode* of) { return next ? of->left : of->right; };
  auto look_at = [&](TreeNode* at) { call.touch(effect, (uint64_t)at, sizeof(TreeNode)); };
  if (!one(node)) {
    for (TreeNode* above = node->parent;; node = above, above = above->parent) {
      look_at(above);
      if (node != one(above) || above->parent == node) return; // the root's parent, the header, has it for its own
    }
  }
  for (node = one(node); node; node = other(node)) look_at(node);
}

void touch_links(const ModelCall& call, const UnplyEffect& effect, ListNode* start) {
  ListNode* node = start;
  do {
    ListNode* next = node->next;
    call.touch(effect, (uint64_t)node, sizeof(ListNode));
    node = next;
  } while (node != start);
}

} // namespace

void touch_nodes(const ModelCall& call, const UnplyEffect& effect, uint64_t node) {
  switch (effect.term) {
  case kTermTree:
    return touch_tree(call, effect, (TreeNode*)node);
  case kTermNext:
  case kTermPrevious:
    return touch_neighbour(call, effect, (TreeNode*)node, effect.term == kTermNext);
  default:
    return touch_links(call, effect, (ListNode*)node);
  }
}

} // namespace unply::runtime
