// See waiting_text.h.
#include "discover/waiting_text.h"
#include "discover/text_words.h"
#include <algorithm>
#include <fmt/format.h>

namespace unply {

namespace {

// The index at an iteration so many before, in the loop's own steps: "i - 2".
std::string earlier_index(const LoopFacts& facts, int64_t iterations) {
  const int64_t back = iterations * facts.step;
  if (back == 0) return facts.index;
  return fmt::format("{} {} {}", facts.index, back > 0 ? '-' : '+', back > 0 ? back : -back);
}

// The lines of a body, cut at its ends.
struct Body {
  std::string before, behind;     // on its first line, and on its last
  std::vector<std::string> lines; // without its braces
  std::string comment;            // from the brace to the end of its line
  bool braces = false;
};

Body cut_body(const LoopFacts& facts, const std::vector<std::string_view>& lines) {
  const SourceSpot begin = facts.body_begin, end = facts.body_end;
  Body body;
  body.before = lines[begin.line - 1].substr(0, begin.column - 1);
  body.behind = lines[end.line - 1].substr(end.column - 1);
  for (uint32_t line = begin.line; line <= end.line; ++line) {
    std::string_view text = lines[line - 1];
    if (line == end.line) text = text.substr(0, end.column - 1);
    if (line == begin.line) text.remove_prefix(begin.column - 1);
    body.lines.emplace_back(without_blanks_behind(text));
  }
  body.braces = body.lines.front().starts_with('{') && body.lines.back().ends_with('}');
  if (body.braces) {
    body.lines.front().erase(0, 1);
    body.lines.back().pop_back();
  }
  std::erase_if(body.lines, is_blank);
  if (body.braces && !body.lines.empty() && body.lines[0].find("//") == body.lines[0].find_first_not_of(" \t")) {
    body.comment = body.lines[0];
    body.lines.erase(body.lines.begin());
  }
  return body;
}

bool is_in_text(const LoopFacts& facts, const std::vector<std::string_view>& lines) {
  const SourceSpot begin = facts.body_begin, end = facts.body_end;
  if (begin.line == 0 || begin >= end || end.line > lines.size() || begin.column == 0 || end.column == 0) return false;
  return begin.column <= lines[begin.line - 1].size() && end.column <= lines[end.line - 1].size() + 1;
}

bool has_word(const Body& body, std::string_view word) {
  return std::ranges::any_of(body.lines, [&](const std::string& line) { return line.contains(word); });
}

} // namespace

std::string waiting_directive(const SourceLoops& loops, uint32_t loop, const LoopVerdict& verdict) {
  std::string text = "#pragma omp ordered";
  for (const Sink& sink : verdict.sinks) {
    text += " depend(sink: " + earlier_index(loops[loop].facts, sink.outer);
    if (verdict.ordered_inner != kNoSourceLoop)
      text += ", " + earlier_index(loops[verdict.ordered_inner].facts, sink.inner);
    text += ")";
  }
  return text;
}

Result<void> add_waiting(const SourceLoops& loops, uint32_t index, const LoopVerdict& verdict,
                         const std::vector<std::string_view>& lines, std::vector<LineEdit>& edits) {
  const bool nest = verdict.ordered_inner != kNoSourceLoop;
  const LoopFacts& facts = loops[nest ? verdict.ordered_inner : index].facts;
  if (!is_in_text(facts, lines)) return fail("the place of its body is not known: the source has changed");
  const Body body = cut_body(facts, lines);
  // Each iteration must reach the end; and what a directive in the body says is not known.
  for (std::string_view word : {"continue", "goto", "#"})
    if (has_word(body, word)) return fail(fmt::format("its body has a {}, which may leave out its end", word));
  if (edits[0].count != 0) return fail("it does not begin its line: break the line there first");
  const std::string_view line = lines[facts.begin.line - 1];
  const std::string indent(indent_of(line));
  if (body.lines.empty()) return fail("its body is empty");
  std::vector<std::string> text{is_blank(body.before) ? indent + "{"
                                                      : fmt::format("{} {{", without_blanks_behind(body.before)),
                                indent + "  " + waiting_directive(loops, index, verdict)};
  text[0] += body.comment;
  text.insert(text.end(), body.lines.begin(), body.lines.end());
  if (!body.braces) text[2] = indent + "  " + text[2];
  text.push_back(indent + "  #pragma omp ordered depend(source)");
  text.push_back(indent + "}" + body.behind);
  edits.push_back(
      {facts.body_begin.line - size_t{1}, facts.body_end.line - facts.body_begin.line + size_t{1}, std::move(text)});
  return {};
}

} // namespace unply
