// The names come from the header, so the test fails for a kind that is added there and forgotten here.
#include "trace/event_kinds.h"
#include "unply/event_format.h"
#include <algorithm>
#include <cctype>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

using namespace unply;

static std::string in_words(const std::string& camel) { // "WorkBegin" to "work_begin"
  std::string words;
  for (char c : camel) {
    if (std::isupper(static_cast<unsigned char>(c)) && !words.empty()) words += '_';
    words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return words;
}

TEST_CASE("every kind of event_format.h has its word, and only those") {
  std::ifstream header(std::filesystem::path(__FILE__).parent_path() / "../../include/unply/event_format.h");
  REQUIRE(header);
  std::string line;
  size_t kinds = 0;
  std::smatch match;
  while (std::getline(header, line)) {
    if (!std::regex_search(line, match, std::regex("^  kEvent(\\w+) = (\\d+)"))) continue;
    auto number = static_cast<uint8_t>(std::stoi(match[2]));
    if (match[1] == "None" || match[1] == "Kinds") continue;
    CHECK(std::string(name_of_event(number)) == in_words(match[1]));
    CHECK(event_named(in_words(match[1])) == number);
    ++kinds;
  }
  size_t known = 0;
  for (int kind = 0; kind < 256; ++kind) known += is_known_event(static_cast<uint8_t>(kind));
  CHECK(known == kinds);
  CHECK(known > 40);
}
