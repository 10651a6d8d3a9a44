// What the files of the task graph share: JSON with a format and a version, of which numbers are read as what they are.
// nlohmann converts 3.7 and -1 to unsigned without a word; whole_number() does not.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace unply::stg {

struct Damaged : std::runtime_error { // ends in the reader of a file, as "FILE: damaged, WHAT"
  using std::runtime_error::runtime_error;
};

int64_t whole_number(const nlohmann::json& from, int64_t least = 0, int64_t most = INT64_MAX); // throws Damaged

struct JsonForm {
  const char *format, *what; // "unply task costs", "a file of costs"
  int version;
  const char *make, *again; // hints: of a file of another form; of one of another version, or damaged
};
// The object; Error: it is none, or has another format or version.
Result<nlohmann::json> json_of_form(std::string_view text, const std::string& path, const JsonForm& form);

} // namespace unply::stg
