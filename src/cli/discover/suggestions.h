// Suggestions with their patches: what `unply suggest` prints and writes.
#pragma once
#include "cli/discover/discovery.h"
#include <optional>

namespace unply {

struct Suggestion {
  size_t number = 0; // from 1, as in the report
  RankedGain gain;
  std::string algorithm; // of the standard library, whose call gets a policy
  std::optional<LoopPatch> patch;
  std::string why_not;    // without a patch
  std::string patch_name; // "1-heat.c-12.patch"
  bool changed = false;   // there is none since the source has changed
  bool newer = false;     // the source is newer than the recording, which has no checksum of the lines
  std::string directives; // a note on those that the file has already, which were off unless compiled with -fopenmp
  bool policy() const { return !algorithm.empty(); }
};

StringId file_of(const Discovery& found, const Suggestion& suggestion);
SourceSpot place_of(const Discovery& found, const Suggestion& suggestion);
const std::vector<std::string>& unless_side_effects(const Discovery& found, const Suggestion& suggestion);

// all: also of loops that are too short to gain. only: the one of this number; 0: all.
std::vector<Suggestion> make_suggestions(const Discovery& found, bool all, size_t only);

// "patch -p1", with the folder in which the names of the diffs are, where that is another than the current one.
std::string patch_command(const Discovery& found, const std::vector<Suggestion>& suggestions);

// For the option --suggestion: why the word is no number from 1 on; "": it is one.
std::string check_suggestion_number(const std::string& word);

// All patches at once, which do not apply one after the other where they change the same lines.
struct JoinedPatch {
  std::string diff;
  std::vector<size_t>
      left_out; // numbers: in a loop that has a directive already, or with lines that another one changes
};
JoinedPatch join_patches(const Discovery& found, const std::vector<Suggestion>& suggestions);

std::string suggestions_text(const Discovery& found, const std::vector<Suggestion>& suggestions, SourceQuotes& sources,
                             bool diffs, size_t width, const Style& style);
// A script must not go on without a patch because the recording is of another source.
int exit_code_of(const std::vector<Suggestion>& suggestions);
std::string suggestions_json(const Discovery& found, const std::vector<Suggestion>& suggestions);

} // namespace unply
