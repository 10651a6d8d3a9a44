#include "discover/directive_place.h"
#include "discover/recorded_text.h"
#include <doctest/doctest.h>

using namespace unply;

namespace {

// Of the last line that has "for"; the reason for none, or the number of the line from 1.
std::string place_in(std::string_view text, bool hints = true) {
  const SourceLines source(text);
  size_t line = source.lines.size() - 1;
  while (!source.lines[line].contains("for (")) --line;
  auto place = place_of_directive(source.lines, line, source.lines[line].find("for ("), hints);
  return place ? std::to_string(*place + 1) : place.error().what;
}

} // namespace

TEST_CASE("a directive stands before the pragmas of its loop") {
  CHECK(place_in("int n;\n  for (;;)\n", false) == "2");
  CHECK(place_in("int n;\n#pragma unroll\n  for (;;)\n") == "2");
  CHECK(place_in("int n;\n#pragma GCC unroll 4\n\n// why\n#pragma clang loop \\\n  vectorize(enable)\nfor (;;)\n") ==
        "2");
  CHECK(place_in("{\n_Pragma(\"unroll 4\")\nfor (;;)\n") == "2");
  CHECK(place_in("{\n# pragma STDC FP_CONTRACT ON\nfor (;;)\n", false) == "3");
  CHECK(place_in("{\n#if X\n#pragma unroll\n#else\n#pragma ivdep\n#endif\nfor (;;)\n") == "2");
}

TEST_CASE("and where it cannot, there is none") {
  CHECK(place_in("#pragma unroll\n#if X\nfor (int i : v)\n#else\nfor (;;)\n#endif\n") ==
        "a macro puts a pragma for it before it");
  CHECK(place_in("#pragma unroll\n#if X\nfor (;;)\n#endif\n") ==
        "a condition of the preprocessor stands between it and a pragma for it");
  CHECK(place_in("{\n_Pragma(\"unroll\") for (;;)\n") == "a pragma for it stands before it on its line");
  CHECK(place_in("{\nUNROLLED\nfor (;;)\n") == "a macro puts a pragma for it before it");
  CHECK(place_in("{\n[[likely]]\nfor (;;)\n", false) == "attributes stand before it");
  CHECK(place_in("{\n__attribute__((x(3))) for (;;)\n", false) == "attributes stand before it");
}

TEST_CASE("a text has the checksum that the plugin gave it") {
  RecordedText recorded{.first = 2, .last = 3, .checksum = 0xd31607e9};
  CHECK_FALSE(has_changed(recorded, SourceLines("x\nab\nc\ny\n")));
  CHECK_FALSE(has_changed(recorded, SourceLines("other\r\nab\r\nc")));
  CHECK(has_changed(recorded, SourceLines("ab\nc\ny\n")));
  CHECK(has_changed(recorded, SourceLines("x\nab")));
  CHECK(has_changed(recorded, SourceLines("x\nab\nc \ny\n")));
  CHECK_FALSE(has_changed({}, SourceLines("x\n")));
}
