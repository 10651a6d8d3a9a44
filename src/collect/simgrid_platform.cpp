// A reader of tags and attributes is enough: whether the file is a right platform is checked by SimGrid itself, which
// reads it next. Radicals are lists of numbers and ranges: "0-3,8,10-11".
#include "collect/simgrid_platform.h"
#include "base/text_file.h"
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace unply {

namespace {

constexpr size_t kMostHosts = 10'000'000;
constexpr const char* kPlatformHint = "https://simgrid.org/doc/latest/Platform.html describes these files";

struct Tag {
  std::string name;
  std::map<std::string, std::string> attributes;
};

void skip_spaces(std::string_view& text) {
  size_t at = text.find_first_not_of(" \t\r\n");
  text.remove_prefix(at == std::string_view::npos ? text.size() : at);
}

std::string take_name(std::string_view& text) {
  size_t end = std::min(text.find_first_of(" \t\r\n=/>\"'"), text.size());
  std::string name(text.substr(0, end));
  text.remove_prefix(end);
  return name;
}

// The next opening tag, from behind its "<"; comments, declarations and closing tags are passed over.
std::optional<Tag> next_tag(std::string_view& text) {
  for (;;) {
    size_t begin = text.find('<');
    if (begin == std::string_view::npos) return std::nullopt;
    text.remove_prefix(begin + 1);
    std::string_view until = text.starts_with("!--") ? "-->" : text.starts_with('?') ? "?>" : ">";
    if (!text.starts_with('!') && !text.starts_with('?') && !text.starts_with('/')) break;
    size_t end = text.find(until);
    if (end == std::string_view::npos) return std::nullopt;
    text.remove_prefix(end + until.size());
  }
  Tag tag;
  tag.name = take_name(text);
  for (;;) {
    skip_spaces(text);
    if (text.empty() || text.starts_with('>') || text.starts_with('/')) return tag;
    std::string key = take_name(text);
    skip_spaces(text);
    if (key.empty() || !text.starts_with('=')) return tag;
    text.remove_prefix(1);
    skip_spaces(text);
    if (!text.starts_with('"') && !text.starts_with('\'')) return tag;
    size_t end = text.find(text[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    tag.attributes[key] = std::string(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
  }
}

std::optional<uint32_t> number_of(std::string_view text) {
  uint32_t number = 0;
  auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Result<void> add_radical(std::vector<std::string>& hosts, const Tag& tag, const std::string& name) {
  auto attribute = [&](const char* key) {
    auto found = tag.attributes.find(key);
    return found == tag.attributes.end() ? std::string() : found->second;
  };
  std::string radical = attribute("radical"), prefix = attribute("prefix"), suffix = attribute("suffix");
  for (std::string_view rest = radical; !rest.empty();) {
    std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    size_t dash = part.find('-');
    auto first = number_of(part.substr(0, dash));
    auto last = dash == std::string_view::npos ? first : number_of(part.substr(dash + 1));
    if (!first || !last || *last < *first || hosts.size() + (*last - *first) >= kMostHosts)
      return fail(fmt::format("{}: radical \"{}\" of <{}>: expected ranges such as 0-15", name, radical, tag.name),
                  kPlatformHint);
    for (uint64_t i = *first; i <= *last; ++i) hosts.push_back(fmt::format("{}{}{}", prefix, i, suffix));
  }
  return {};
}

} // namespace

Result<double> parse_speed(const std::string& text) {
  std::string first = text.substr(0, text.find(','));
  double value = 0;
  auto [end, wrong] = std::from_chars(first.data(), first.data() + first.size(), value);
  std::string_view unit(end, first.data() + first.size());
  constexpr std::pair<std::string_view, double> kUnits[] = {{"", 1},     {"f", 1},     {"kf", 1e3},  {"Mf", 1e6},
                                                            {"Gf", 1e9}, {"Tf", 1e12}, {"Pf", 1e15}, {"Ef", 1e18}};
  for (auto [name, factor] : kUnits)
    if (wrong == std::errc() && name == unit && value > 0 && std::isfinite(value * factor)) return value * factor;
  return fail(fmt::format("{}: is no speed, expected flop/s such as 1Gf", text));
}

Result<SimgridPlatform> parse_platform(const std::string& text, const std::string& name) {
  SimgridPlatform platform;
  std::string_view rest = text;
  while (auto tag = next_tag(rest)) {
    size_t before = platform.hosts.size();
    if (tag->name == "host" || tag->name == "peer") {
      if (!tag->attributes["id"].empty()) platform.hosts.push_back(tag->attributes["id"]);
    } else if (tag->name == "cluster" || tag->name == "cabinet") {
      TRY(add_radical(platform.hosts, *tag, name));
    }
    if (before == platform.hosts.size() || platform.host_speed > 0) continue;
    auto speed = parse_speed(tag->attributes["speed"]);
    if (!speed) return fail(speed.error().about(name).what, kPlatformHint);
    platform.host_speed = *speed;
  }
  if (platform.hosts.empty())
    return fail(fmt::format("{}: has no <host>, <peer>, <cluster> or <cabinet>", name), kPlatformHint);
  return platform;
}

Result<SimgridPlatform> read_platform(const std::string& path) {
  auto text = read_text_file(path);
  if (!text) return error_of(text);
  return parse_platform(*text, path);
}

Result<std::vector<std::string>> read_host_file(const std::string& path) {
  auto text = read_text_file(path);
  if (!text) return error_of(text);
  std::vector<std::string> hosts;
  std::string_view rest = *text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    skip_spaces(line);
    while (!line.empty() && std::strchr(" \t\r", line.back())) line.remove_suffix(1);
    if (line.empty()) continue;
    size_t colon = line.rfind(':');
    auto times = colon == std::string_view::npos ? std::optional<uint32_t>(1) : number_of(line.substr(colon + 1));
    if (!times || *times == 0 || hosts.size() + *times > kMostHosts)
      return fail(fmt::format("{}: \"{}\", expected HOST or HOST:NUMBER", path, line));
    hosts.insert(hosts.end(), *times, std::string(line.substr(0, colon)));
  }
  if (hosts.empty()) return fail(fmt::format("{}: names no host", path));
  return hosts;
}

} // namespace unply
