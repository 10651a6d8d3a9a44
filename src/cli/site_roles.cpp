#include "cli/site_roles.h"
#include "base/split.h"
#include "collect/source_files.h"
#include <map>
#include <memory>

namespace unply {

std::string bare_name(std::string_view function) {
  function = function.substr(0, function.find_first_of("(<"));
  size_t colons = function.rfind("::");
  return std::string(colons == std::string_view::npos ? function : function.substr(colons + 2));
}

namespace {
class Roles {
public:
  Roles(const Trace& trace, std::filesystem::path trace_path)
      : trace_(trace), trace_path_(std::move(trace_path)), known_(trace.sites.size(), kUnknown) {}

  SiteRole of(uint32_t site) {
    if (known_[site] == kUnknown) known_[site] = static_cast<uint8_t>(find(trace_.sites[site]));
    return static_cast<SiteRole>(known_[site]);
  }

private:
  static constexpr uint8_t kUnknown = 255;

  const std::vector<std::string>& lines_of(StringId file) {
    auto [row, added] = lines_.try_emplace(static_cast<uint32_t>(file));
    if (added)
      if (auto source = find_source_text(trace_, trace_path_, trace_.text(file)); source && !source->newer)
        row->second = split(source->text, '\n');
    return row->second;
  }

  SiteRole find(const Site& site) {
    const std::vector<std::string>& lines = lines_of(site.file);
    if (site.line == 0 || site.line > lines.size() || site.column == 0) return SiteRole::other;
    std::string_view text = lines[site.line - 1];
    if (site.column > text.size()) return SiteRole::other;
    text.remove_prefix(site.column - 1);
    if (text.starts_with("}") || begins_with_word(text, "return")) return SiteRole::function_end;
    std::string_view at = text; // a call begins with its name, which may be qualified
    for (size_t colons; (colons = at.find("::")) != std::string_view::npos && is_name(at.substr(0, colons));)
      at.remove_prefix(colons + 2);
    return begins_with_word(at, bare_name(trace_.text(site.function))) ? SiteRole::self_call : SiteRole::other;
  }

  static bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  static bool is_name(std::string_view text) { return std::ranges::all_of(text, is_name_character); }
  static bool begins_with_word(std::string_view text, std::string_view word) {
    return !word.empty() && text.starts_with(word) &&
           (text.size() == word.size() || !is_name_character(text[word.size()]));
  }

  const Trace& trace_;
  std::filesystem::path trace_path_;
  std::vector<uint8_t> known_;
  std::map<uint32_t, std::vector<std::string>> lines_;
};
} // namespace

SiteRoles site_roles(const Trace& trace, const std::filesystem::path& trace_path) {
  auto roles = std::make_shared<Roles>(trace, trace_path);
  return [roles](uint32_t site) { return roles->of(site); };
}

} // namespace unply
