// The answers of unply whatif: changes on the command line, their measurement, and two output forms.
#pragma once
#include "cli/graph_input.h"
#include "cli/text_style.h"
#include "sim/whatif/freeing_sets.h"
#include "sim/whatif/rank_changes.h"
#include <optional>

namespace unply {

inline constexpr int kWhatIfSchema = 1;

struct WhatIfOptions {
  GraphChoice choice;
  uint32_t processors = 8;
  size_t top = 10;    // changes ranked
  size_t width = 100; // of text, in columns
  std::vector<std::string> remove, scale, grain;
  bool any_change() const { return !remove.empty() || !scale.empty() || !grain.empty(); }
};

// A task without a time, in parts small enough for a task that becomes some times faster.
inline constexpr uint64_t kUntimedTask = 1000;

struct WhatIfInput {
  GraphInput input; // whose task graph has been moved into `graph`
  WhatIfGraph graph;
  bool counts_tasks = false; // no task has a time, so each takes kUntimedTask
};

Result<WhatIfInput> load_what_if(const std::string& file, const GraphChoice& choice);

// The words that --remove takes for this group alone: "flow u[] heat.cpp:14:9 heat.cpp:14:22".
std::string group_words(const DependenceGroup& group);

// The options that remove all dependences through these variables: "--remove 'u[]' --remove sum".
std::string remove_words(const std::vector<std::string>& variables);

struct NamedChange {
  std::string words; // as an argument: "--remove 'u[]'"
  WhatIfChanges changes;
};

// One change for each option given. Fails on unknown names, with the nearest known one.
Result<std::vector<NamedChange>> read_changes(const WhatIfInput& input, const WhatIfOptions& options);

enum class OfferKind : uint8_t { group, private_copies, variable, region };

struct Offer {
  OfferKind kind;
  std::string words;
  std::string variable; // of private copies, "" for all; or the one whose dependences of all kinds are removed
  SingleChange change;
};

// The ranked changes: every group removed, private copies of every variable that needs them, every variable without any
// dependence (as for a reduction), every region twice as fast.
std::vector<Offer> offered_changes(const WhatIfGraph& graph);

struct Measured {
  WhatIfFigures figures;
  uint64_t hlfet_time = 0; // of a schedule that passed check_schedule
};

struct WhatIfAnswer {
  Measured base;
  std::vector<NamedChange> made;
  std::vector<Measured> each;       // of those made alone, if there are several
  std::optional<Measured> together; // if any was made
  std::vector<Offer> offers;        // without a change made: ranked
  ChangeRanking ranking;
  std::vector<Measured> ranked;   // of ranking.best
  FreeingSets sets;               // without a change made
  Measured all_free, fewest_free; // without all of their variables, and without the fewest
};

std::string what_if_text(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer,
                         const Style& style);
std::string what_if_json(const WhatIfInput& input, const WhatIfOptions& options, const WhatIfAnswer& answer);

// The meaning of the change for the program: a sentence without full stop.
std::string meaning_of(const Offer& offer, const WhatIfGraph& graph);

} // namespace unply
