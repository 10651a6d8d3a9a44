// Proves suggestions: each is applied in a copy of the program's folder, built, run with several numbers of threads and
// compared with the serial program; a build with ThreadSanitizer looks for data races.
#pragma once
#include "cli/discover/suggestions.h"
#include "verify/compare_outputs.h"
#include "verify/measured_run.h"
#include "verify/race_reports.h"
#include "verify/rebuild.h"

namespace unply {

struct ProofOptions {
  std::vector<std::string> words;  // the command that runs the program; empty: as it was recorded
  std::string build;               // command for the shell that builds the program; "": those that it keeps
  std::string root;                // folder to copy; "": the innermost that holds all that is needed
  std::vector<uint32_t> threads;   // ascend
  uint32_t runs = 3;               // of each, the least time counts
  std::optional<double> tolerance; // of numbers with a fraction; none: 1e-6 for reductions, else 0
  bool races = true, keep = false; // keep: the copy stays
};

struct ThreadsResult {
  uint32_t threads = 0;
  double seconds = 0;
  bool equal = true;
  std::string difference; // in words, of the first
};

struct Proof {
  enum class Outcome : uint8_t { verified, unequal, race, not_compiled, no_patch } outcome = Outcome::verified;
  const Suggestion* suggestion = nullptr;
  std::string compiler_output; // of a build that failed
  std::vector<ThreadsResult> results;
  double largest = 0, tolerance = 0;     // relative differences of numbers: found, accepted
  std::vector<std::string> not_compared; // lines and files in which serial runs differ: "line 3 of the output"
  std::vector<Race> races;               // lines as in the user's source
  std::string no_race_check;             // why races were not looked for; "": they were
  bool ok() const { return outcome == Outcome::verified; }
};

class Prover {
public:
  // Copies, builds and runs the serial program, which must succeed.
  static Result<std::unique_ptr<Prover>> prepare(const Discovery& found, const ProofOptions& options);
  Result<Proof> prove(const Suggestion& suggestion);

  double serial_seconds() const { return serial_s_; }
  size_t compiled() const { return compiled_; }
  size_t files() const { return serial_[0].files.size(); } // that the run writes
  const std::string& root() const { return root_; }
  const std::string& copy() const { return copy_.folder(); }

private:
  struct Outputs {
    int status = 0;
    std::string output;
    std::map<std::string, std::string> files; // written by the run: name, contents
  };
  enum class Kind : uint8_t { serial, parallel, race_check, policy };
  static bool is_openmp(Kind kind) { return kind == Kind::parallel || kind == Kind::race_check; }
  Prover(const Discovery& found, const ProofOptions& options, ScratchCopy copy)
      : found_(found), options_(options), copy_(std::move(copy)) {}
  Result<void> run_serial();
  Result<void> run_serial_again();
  Result<std::string> difference_at_last(const Outputs& parallel, Proof& proof);
  Result<BuildResult> build(Kind kind, const std::string& changed, bool all);
  BuildResult build_by_command(Kind kind) const;
  Result<MeasuredRun> run(const std::vector<std::string>& variables, double limit_s, Outputs& outputs,
                          std::function<bool()> enough = {});
  Result<void> compare_runs(Proof& proof);
  Result<void> check_races(Proof& proof, const std::string& file, const SourceLines& text);
  std::string difference(const Outputs& parallel, Proof& proof) const;

  const Discovery& found_;
  ProofOptions options_;
  ScratchCopy copy_;
  std::string root_, directory_; // where the command runs, in the user's folder
  std::vector<std::string> words_;
  std::vector<BuildCommand> commands_;
  std::unique_ptr<Rebuild> rebuild_;
  std::unique_ptr<ScratchFolder> outputs_folder_;
  double serial_s_ = 0;
  size_t compiled_ = 0;
  bool fresh_ = true;                           // the copy holds the serial program
  std::vector<Outputs> serial_;                 // of its runs; the parallel ones are compared with the first
  std::vector<std::string> built_;              // files in the copy that its build has made
  std::unique_ptr<ScratchFolder> built_folder_; // holds them
};

// How the verdict is printed.
std::string proof_text(const Discovery& found, const Prover& prover, const Proof& proof, size_t width,
                       const Style& style);
std::string proofs_json(const Discovery& found, const Prover& prover, const std::vector<Proof>& proofs);
const char* outcome_name(Proof::Outcome outcome);

// proof_build.cpp: what the builds of a proof share.
std::string compiler_of(const std::string& verb); // a path, for "cc", "c++", "fc"
bool write_file(const std::string& path, const std::string& text);

} // namespace unply
