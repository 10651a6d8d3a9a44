// unply generalise: the sizes of the given recordings, and the output of the forms found.
#pragma once
#include "analysis/scaling/generalisation.h"
#include "cli/text_style.h"
#include "trace/trace.h"

namespace unply {

inline constexpr int kGeneraliseSchema = 1;

struct SizedFile {
  std::string path;
  TraceInfo info;
};

// Which numbers differ between the recordings, and from where they are known.
struct SizeTable {
  std::vector<std::string> names, sources; // sources: "--param", "recorded with --param", "argument 1"
  std::vector<Sizes> sizes;                // by recording
  std::vector<std::string> notes;          // omissions, with reasons
};

// given: "n=16,32,64" each. Names of these first; then parameters kept with the recordings; without either the numbers
// of the command lines that differ.
Result<SizeTable> find_sizes(const std::vector<SizedFile>& files, const std::vector<std::string>& given);

// "n=128" or "nx=100,nt=20": a value for each name of the table.
Result<Sizes> parse_at(const std::string& text, const SizeTable& table);

struct Generalised {
  std::vector<SizedFile> files;
  SizeTable table;
  std::vector<GeneralisedRegion> regions;
  std::vector<Sizes> at;
  size_t width = 100; // of text, in columns
};

std::string sizes_text(std::span<const std::string> names, const Sizes& sizes); // "nx=4, nt=7"
std::string scaling_sentence(const Scaling& scaling, std::span<const std::string> names);
std::string generalise_text(const Generalised& result, const Style& style);
std::string generalise_json(const Generalised& result);

} // namespace unply
