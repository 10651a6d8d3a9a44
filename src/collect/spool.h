// The spool of a parallel run while it runs (unply/spool_format.h): created before the program starts, emptied while it
// runs. Nothing here may stop the program: if the disk is full, chunks stay in the pool, the header says so, and the
// program drops further events.
#pragma once
#include "base/result.h"
#include "collect/child_program.h"
#include "unply/spool_format.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unply {

class Spool {
public:
  static Result<std::unique_ptr<Spool>> create(const std::string& path, uint64_t pool_bytes);
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  ~Spool(); // removes the file, but for events that discard() has not declared dispensable

  const std::string& path() const { return path_; }
  void describe(const std::string& key, const std::string& value); // for the meta table of the trace
  bool pump();                                                     // takes full chunks; false when there were none
  // The program has ended in this way; its processes that still run (`unfinished`, or empty) drop further events.
  void finish(ProgramEnd end, const std::string& unfinished);
  void discard() { discarded_ = true; } // the recording holds its content, or nobody wants it
  bool has_events() const;
  bool knows_program(const std::string& file) const;               // a process that has recorded something runs it
  const std::optional<Error>& trouble() const { return trouble_; } // the first one

private:
  Spool(std::string path, int fd, char* memory, size_t bytes);
  SpoolSlot& slot(uint32_t i) const;
  const SpoolProcess& process(size_t i) const;
  bool append(const char* chunk);
  void collect_from_the_dead();
  void give_up(Error error);
  void note_cut(const std::string& why);
  std::string path_;
  int fd_;
  char* memory_;
  size_t bytes_;
  SpoolHeader* header_ = reinterpret_cast<SpoolHeader*>(memory_);
  std::optional<Error> trouble_;
  uint64_t last_collection_ns_ = 0;
  bool discarded_ = false;
};

// Files that belong to a spool: of processes under other kernels, and signs of ranks that they are there.
std::vector<std::string> files_beside_spool(const std::string& path);

} // namespace unply
