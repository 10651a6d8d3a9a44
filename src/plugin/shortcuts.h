// The ways in which accesses do without a hook of their own. Each can be switched off (`unply cc --no-shortcuts`, which
// sets UNPLY_NO_SHORTCUTS): the graph is the same, which the tests use, and the program is slower.
#ifndef UNPLY_PLUGIN_SHORTCUTS_H
#define UNPLY_PLUGIN_SHORTCUTS_H

namespace unply {

enum class Shortcut {
  repeats, // a second access to the same bytes has none
  streams, // the affine accesses of a loop have one call
  nests,   // those of a nest of loops, too
  moves    // loads that never change in a loop move in front of it, to make addresses affine
};

/// Unless the environment names it (`repeats,streams`).
bool wants(Shortcut shortcut);

} // namespace unply

#endif
