#include "verify/scratch_copy.h"
#include <algorithm>
#include <cctype>
#include <chrono>
#include <fmt/format.h>

namespace unply {
namespace fs = std::filesystem;

std::string common_folder(const std::vector<std::string>& paths) {
  fs::path common;
  for (bool first = true; const std::string& text : paths) {
    const fs::path path = fs::path(text).lexically_normal();
    if (std::exchange(first, false)) {
      common = path;
      continue;
    }
    fs::path shared;
    for (auto a = common.begin(), b = path.begin(); a != common.end() && b != path.end() && *a == *b; ++a, ++b)
      shared /= *a;
    common = shared;
  }
  std::string text = common.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

static bool left_out(const fs::path& path) {
  const fs::path name = path.filename();
  return name == ".git" || name == ".svn" || name == ".hg";
}

static Result<uint64_t> size_of(const std::string& root, uint64_t most) {
  uint64_t bytes = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->is_directory(error) && left_out(entry->path())) entry.disable_recursion_pending();
    if (entry->is_symlink(error) || !entry->is_regular_file(error)) continue;
    bytes += entry->file_size(error);
    if (bytes > most)
      return fail(fmt::format("{}: holds more than {} MB, too much to copy", root, most >> 20),
                  "give the folder of the program with --root");
  }
  if (error) return fail(fmt::format("{}: cannot read, {}", root, error.message()));
  return bytes;
}

static Result<void> copy_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to, error);
  for (fs::directory_iterator entry(from, error); !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::path target = to / entry->path().filename();
    std::error_code failed;
    if (left_out(entry->path())) continue;
    if (entry->is_symlink(failed)) {
      fs::copy_symlink(entry->path(), target, failed);
    } else if (entry->is_directory(failed)) {
      TRY(copy_folder(entry->path(), target));
    } else if (entry->is_regular_file(failed)) {
      fs::copy_file(entry->path(), target, failed);
      if (!failed) fs::last_write_time(target, fs::last_write_time(entry->path(), failed), failed); // as make sees it
    }
    if (failed) return fail(fmt::format("{}: cannot copy, {}", entry->path().string(), failed.message()));
  }
  if (error) return fail(fmt::format("{}: cannot read, {}", from.string(), error.message()));
  return {};
}

Result<ScratchCopy> ScratchCopy::make(const std::string& root, uint64_t most_bytes) {
  TRY(size_of(root, most_bytes));
  ScratchCopy copy;
  copy.root_ = root;
  copy.scratch_ = std::make_unique<ScratchFolder>("verify");
  if (copy.scratch_->path().empty()) return fail("cannot make a folder for the copy", "set TMPDIR to one with room");
  copy.folder_ = (copy.scratch_->path() / fs::path(root).filename()).string();
  TRY(copy_folder(root, copy.folder_));
  return copy;
}

std::string ScratchCopy::inside(const std::string& path) const {
  if (path == root_) return folder_;
  return path.starts_with(root_ + "/") ? folder_ + path.substr(root_.size()) : path;
}

std::string ScratchCopy::outside(const std::string& text) const {
  std::string out = text;
  for (size_t at = 0; (at = out.find(folder_, at)) != std::string::npos; at += root_.size())
    out.replace(at, folder_.size(), root_);
  return out;
}

// A path begins at the start of the word, behind a separator, or behind a short option; it ends at a slash or the end.
std::string ScratchCopy::word_inside(const std::string& word) const {
  std::string out = word;
  for (size_t at = 0; (at = out.find(root_, at)) != std::string::npos;) {
    const size_t end = at + root_.size();
    const bool begins = at == 0 || std::string_view("=:,;@").contains(out[at - 1]) || (at == 2 && out[0] == '-');
    const bool ends = end == out.size() || std::string_view("/:,;").contains(out[end]);
    if (begins && ends) {
      out.replace(at, root_.size(), folder_);
      at += folder_.size();
    } else {
      at = end;
    }
  }
  return out;
}

ScratchCopy::State ScratchCopy::state() const {
  State state;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    if (!entry->is_regular_file(gone) || entry->is_symlink(gone)) continue;
    const auto time = fs::last_write_time(entry->path(), gone).time_since_epoch().count();
    state[entry->path().string().substr(folder_.size() + 1)] = {entry->file_size(gone), static_cast<int64_t>(time)};
  }
  return state;
}

std::vector<std::string> ScratchCopy::changed_since(const State& before) const {
  std::vector<std::string> changed;
  for (const auto& [name, figures] : state()) {
    auto known = before.find(name);
    if (known == before.end() || known->second != figures) changed.push_back(name);
  }
  return changed;
}

void ScratchCopy::restore(const State& before) const {
  const State now = state();
  std::error_code ignored;
  auto put_back = [&](const std::string& name) {
    const fs::path own = fs::path(root_) / name, copied = fs::path(folder_) / name;
    fs::copy_file(own, copied, fs::copy_options::overwrite_existing, ignored);
    if (!ignored)
      fs::last_write_time(copied, fs::file_time_type(fs::file_time_type::duration(before.at(name).second)), ignored);
  };
  for (const std::string& name : changed_since(before)) {
    if (before.contains(name))
      put_back(name);
    else
      fs::remove(fs::path(folder_) / name, ignored);
  }
  for (const auto& [name, figures] : before)
    if (!now.contains(name)) put_back(name);
}

} // namespace unply
