// Writes a recording of a parallel run from a text on standard input, so that tests have events at times of their
// choice; times are ns. Lines:
//   meta KEY VALUE...
//   process NUMBER rank RANK
//   name NUMBER WORD
//   site NUMBER FILE LINE FUNCTION
//   thread NUMBER KIND BEGIN END        KIND: initial, openmp, pthread, tbb or other
//   THREAD TIME EVENT [A [B [SITE [CORE]]]]   numbers, or HIGH:LOW for HIGH << 32 | LOW; EVENT as in unply convert's
//   CSV
// Usage: write_events OUTPUT < TEXT
#include "trace/event_kinds.h"
#include "trace/output_file.h"
#include "trace/trace_writer.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <sstream>

using namespace unply;

namespace {
constexpr uint64_t kBase = 1000; // ticks of 0 ns: ticks 0 would mean "not known"
uint64_t last_ns = 1;

uint64_t number(const std::string& text) {
  size_t colon = text.find(':');
  if (colon == std::string::npos) return std::strtoull(text.c_str(), nullptr, 0);
  return std::strtoull(text.c_str(), nullptr, 0) << 32 | std::strtoull(text.c_str() + colon + 1, nullptr, 0);
}

UnplyThreadKind thread_kind(const std::string& word) {
  constexpr std::array kWords = {"initial", "openmp", "pthread", "tbb", "other"};
  return static_cast<UnplyThreadKind>(std::ranges::find(kWords, word) - kWords.begin());
}

bool put_event(TraceWriter& writer, const std::vector<std::string>& words) {
  auto at = [&](size_t i, uint64_t otherwise) { return i < words.size() ? number(words[i]) : otherwise; };
  EventRow row{};
  row.ticks = kBase + at(1, 0);
  last_ns = std::max(last_ns, at(1, 0));
  row.kind = event_named(words[2]);
  row.a = at(3, 0), row.b = at(4, 0);
  row.site = static_cast<uint32_t>(at(5, 0));
  row.core = static_cast<uint16_t>(at(6, 0xffff));
  return row.kind != 0 && writer.write_events(static_cast<uint32_t>(number(words[0])), {&row, 1});
}

bool put_line(TraceWriter& writer, const std::vector<std::string>& words) {
  auto n = [&](size_t i) { return static_cast<uint32_t>(number(words[i])); };
  if (words[0] == "meta" && words.size() >= 3) {
    std::string value = words[2];
    for (size_t i = 3; i < words.size(); ++i) value += " " + words[i];
    writer.add_meta(words[1], value);
  } else if (words[0] == "process" && words.size() == 4) {
    writer.add_process(
        n(1), {.rank = n(3), .pid = n(1) + 1, .host = writer.string_id("host"), .program = writer.string_id("app")});
  } else if (words[0] == "name" && words.size() == 3) {
    writer.add_object(
        {.kind = ObjectKind::name, .id = number(words[1]), .name = writer.string_id(words[2]), .site = 0});
  } else if (words[0] == "site" && words.size() == 5) {
    Site site{};
    site.file = writer.string_id(words[2]), site.line = n(3), site.column = 1;
    site.function = writer.string_id(words[4]);
    writer.add_site(n(1), site);
  } else if (words[0] == "thread" && words.size() >= 5) {
    ThreadRow row;
    row.kind = thread_kind(words[2]), row.begin_ticks = kBase + number(words[3]);
    row.end_ticks = kBase + number(words[4]);
    last_ns = std::max(last_ns, number(words[4]));
    if (words.size() > 5) row.process = n(5);
    writer.add_thread(n(1), row);
  } else if (words.size() >= 3) {
    return put_event(writer, words);
  } else {
    return false;
  }
  return true;
}
} // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: write_events OUTPUT < TEXT\n"), 2;
  auto file = OutputFile::create(argv[1]);
  if (!file) return std::fprintf(stderr, "%s\n", file.error().what.c_str()), 2;
  TraceWriter writer(**file);
  if (!writer.begin()) return 2;
  writer.add_clock(kBase, 0);
  size_t line_number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++line_number;
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.empty() || words[0] == "#") continue;
    if (put_line(writer, words)) continue;
    std::fprintf(stderr, "line %zu: not understood: %s\n", line_number, line.c_str());
    return 2;
  }
  writer.add_clock(kBase + last_ns, last_ns);
  if (auto finished = writer.finish(); !finished) return std::fprintf(stderr, "%s\n", finished.error().what.c_str()), 2;
  return (*file)->publish() ? 0 : 2;
}
