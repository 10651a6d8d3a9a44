#include "collect/spool.h"
#include "trace/ticks.h"
#include "unply/event_clock.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace unply {

namespace {

// UNPLY_CLOCK=system: if the counter is unreliable, as on machines that migrate while they run.
bool has_invariant_tsc() {
  const char* wanted = std::getenv("UNPLY_CLOCK");
  if (wanted && std::string_view(wanted) == "system") return false;
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & 1u << 8) != 0;
#else
  return false;
#endif
}

uint64_t event_ticks(const SpoolHeader& header) {
  if (header.clock_is_tsc) return read_ticks();
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

Error no_room(const std::string& path, int error) {
  return {fmt::format("{}: cannot write, {}", path, std::strerror(error)),
          "make room, or put the recording elsewhere with -o FILE"};
}

} // namespace

Spool::Spool(std::string path, int fd, char* memory, size_t bytes)
    : path_(std::move(path)), fd_(fd), memory_(memory), bytes_(bytes) {}

// The pool is allocated on the disk before anything is mapped, so that a full disk never reaches the program as SIGBUS.
Result<std::unique_ptr<Spool>> Spool::create(const std::string& path, uint64_t pool_bytes) {
  uint64_t slots = std::min<uint64_t>(pool_bytes / kSpoolChunkBytes, kSpoolMaxSlots);
  size_t bytes = kSpoolHeadBytes + slots * kSpoolChunkBytes;
  int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return std::unexpected(no_room(path, errno));
  int error = ::posix_fallocate(fd, 0, static_cast<off_t>(bytes));
  void* memory = error ? MAP_FAILED : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) {
    if (!error) error = errno;
    ::close(fd);
    ::unlink(path.c_str());
    return std::unexpected(no_room(path, error));
  }
  std::unique_ptr<Spool> spool(new Spool(path, fd, static_cast<char*>(memory), bytes));
  SpoolHeader& header = *spool->header_;
  header.version = kSpoolVersion;
  header.slots = static_cast<uint32_t>(slots);
  header.clock_is_tsc = has_invariant_tsc();
  header.clock = unply_event_clock(static_cast<int>(header.clock_is_tsc));
  header.kernel = unply_event_clock(1);
  header.recorder_pid = static_cast<uint32_t>(::getpid());
  header.start_time = static_cast<uint64_t>(std::time(nullptr));
  header.start_ns = monotonic_ns();
  header.start_ticks = event_ticks(header);
  header.magic = UNPLY_SPOOL_MAGIC;
  return spool;
}

Spool::~Spool() {
  bool kept = has_events() && !discarded_;
  ::munmap(memory_, bytes_);
  ::close(fd_);
  if (kept) return;
  for (const std::string& file : files_beside_spool(path_)) ::unlink(file.c_str());
  ::unlink(path_.c_str());
}

std::vector<std::string> files_beside_spool(const std::string& path) {
  std::vector<std::string> found;
  std::filesystem::path spool(path), folder = spool.parent_path();
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end;
       at.increment(error))
    if (at->path().filename().string().starts_with(spool.filename().string() + ".")) found.push_back(at->path());
  std::ranges::sort(found);
  return found;
}

SpoolSlot& Spool::slot(uint32_t i) const { return reinterpret_cast<SpoolSlot*>(memory_ + kSpoolSlotsAt)[i]; }
const SpoolProcess& Spool::process(size_t i) const {
  return reinterpret_cast<const SpoolProcess*>(memory_ + kSpoolProcessesAt)[i];
}

void Spool::describe(const std::string& key, const std::string& value) {
  size_t used = std::strlen(header_->text);
  std::string line = key + "=" + value + "\n";
  for (size_t i = key.size(); i + 1 < line.size(); ++i)
    if (line[i] == '\n') line[i] = ' ';
  if (used + line.size() < sizeof header_->text) std::memcpy(header_->text + used, line.data(), line.size());
}

void Spool::note_cut(const std::string& why) {
  if (!header_->why_cut[0]) why.copy(header_->why_cut, sizeof header_->why_cut - 1);
}

void Spool::give_up(Error error) {
  note_cut("recording stopped: " + error.what);
  if (!trouble_) trouble_ = std::move(error);
  __atomic_store_n(&header_->recorder_gone, 1, __ATOMIC_RELEASE);
}

bool Spool::append(const char* chunk) {
  uint64_t at = bytes_ + header_->appended * kSpoolChunkBytes;
  for (size_t done = 0; done < kSpoolChunkBytes;) {
    ssize_t n = ::pwrite(fd_, chunk + done, kSpoolChunkBytes - done, static_cast<off_t>(at + done));
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (n == 0 || errno != EINTR) {
      give_up(no_room(path_, n == 0 ? ENOSPC : errno));
      [[maybe_unused]] int ignored = ::ftruncate(fd_, static_cast<off_t>(at));
      return false;
    }
  }
  __atomic_store_n(&header_->appended, header_->appended + 1, __ATOMIC_RELEASE);
  return true;
}

// Frees chunks of ended threads, and partly used chunks that no thread continues, when half of the pool is taken.
void Spool::collect_from_the_dead() {
  last_collection_ns_ = monotonic_ns();
  for (uint32_t i = 0; i < header_->slots; ++i) {
    SpoolSlot& candidate = slot(i);
    uint32_t state = __atomic_load_n(&candidate.state, __ATOMIC_ACQUIRE);
    if (state != kSlotUsed && state != kSlotParked) continue;
    uint32_t thread = __atomic_load_n(&candidate.thread_id, __ATOMIC_ACQUIRE); // 0: it is only just taking the slot
    auto pid = static_cast<int>(process(candidate.process).pid);
    bool dead = state == kSlotParked || (thread && ::syscall(SYS_tgkill, pid, thread, 0) != 0 && errno == ESRCH);
    if (dead)
      __atomic_compare_exchange_n(&candidate.state, &state, kSlotFull, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  }
}

bool Spool::pump() {
  if (trouble_) return false;
  constexpr uint64_t kCollectionNs = 10'000'000;
  bool any = false;
  uint32_t taken = 0;
  for (uint32_t i = 0; i < header_->slots; ++i) {
    SpoolSlot& full = slot(i);
    uint32_t state = __atomic_load_n(&full.state, __ATOMIC_ACQUIRE);
    taken += state != kSlotFree;
    if (state != kSlotFull) continue;
    char* chunk = memory_ + kSpoolHeadBytes + static_cast<size_t>(i) * kSpoolChunkBytes;
    if (!append(chunk)) return true;
    std::memset(chunk, 0, kSpoolChunkBytes);
    full.thread_id = 0;
    __atomic_store_n(&full.state, kSlotFree, __ATOMIC_RELEASE);
    any = true;
  }
  if (taken > header_->slots / 2 && monotonic_ns() - last_collection_ns_ > kCollectionNs) collect_from_the_dead();
  if (any) {
    __atomic_add_fetch(&header_->wake, 1, __ATOMIC_RELEASE);
    ::syscall(SYS_futex, &header_->wake, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }
  header_->end_ns = monotonic_ns();
  header_->end_ticks = event_ticks(*header_);
  return any;
}

void Spool::finish(ProgramEnd end, const std::string& unfinished) {
  header_->end_ns = monotonic_ns();
  header_->end_ticks = event_ticks(*header_);
  header_->exit_status = end.status;
  header_->exit_signal = end.signal;
  if (!unfinished.empty()) note_cut(unfinished);
  header_->program_ended = 1;
  __atomic_store_n(&header_->recorder_gone, 1, __ATOMIC_RELEASE);
}

bool Spool::has_events() const { return header_->next_chunk != 0; }

// The table has the beginning of a long path; a program that was replaced meanwhile is called "FILE (deleted)".
bool Spool::knows_program(const std::string& file) const {
  uint32_t processes = std::min<uint32_t>(header_->processes, kSpoolProcesses);
  for (uint32_t i = 0; i < processes; ++i) {
    std::string_view program(process(i).program, ::strnlen(process(i).program, sizeof process(i).program));
    bool cut = program.size() + 1 == sizeof process(i).program;
    if (!program.empty() && file.starts_with(program) &&
        (cut || file.size() == program.size() || file.substr(program.size()) == " (deleted)"))
      return true;
  }
  return false;
}

} // namespace unply
