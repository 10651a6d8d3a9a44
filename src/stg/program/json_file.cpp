#include "stg/program/json_file.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply::stg {

using nlohmann::json;

int64_t whole_number(const json& from, int64_t least, int64_t most) {
  const bool fits = from.is_number_integer() && (!from.is_number_unsigned() || from.get<uint64_t>() <= INT64_MAX);
  const int64_t number = fits ? from.get<int64_t>() : 0;
  if (fits && number >= least && number <= most) return number;
  throw Damaged(fmt::format("expected a whole number from {}{}, found {}", least,
                            most == INT64_MAX ? "" : fmt::format(" to {}", most), from.dump()));
}

Result<json> json_of_form(std::string_view text, const std::string& path, const JsonForm& form) {
  json file = json::parse(text, nullptr, false);
  if (!file.is_object() || file.value("format", json()) != form.format)
    return fail(fmt::format("{}: is not {}", path, form.what), form.make);
  if (const json version = file.value("version", json()); version != form.version)
    return fail(fmt::format("{}: has version {}, expected {}", path, version.dump(), form.version), form.again);
  return file;
}

} // namespace unply::stg
