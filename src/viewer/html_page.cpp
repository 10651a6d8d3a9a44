// Only the title is text in the markup. All other data from a recording is base64, which cannot end an element. The
// policy allows only the program with the given checksum to run, and no loading.
#include "viewer/html_page.h"
#include "graph/text_output.h"
#include "viewer/block_choice.h"
#include "viewer/gzip.h"
#include "viewer/page_bundle.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace unply {
using json = nlohmann::ordered_json;

static std::string base64_of_hex(std::string_view hex) {
  Bytes bytes;
  auto digit = [](char c) { return static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10); };
  for (size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  std::string text;
  append_base64(text, bytes);
  return text;
}

static std::string policy(std::string_view connect) {
  return fmt::format("default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data: blob:; "
                     "connect-src {}; base-uri 'none'; form-action 'none'",
                     base64_of_hex(page_script_sha256()), base64_of_hex(page_style_sha256()), connect);
}

std::string server_policy() { return policy("'self'") + "; frame-ancestors 'none'"; }

static std::string page_begin(std::string_view title, const char* transport, std::string_view connect) {
  std::string escaped;
  TextOutput text(escaped);
  text.put_xml(title);
  (void)text.finish(); // into a string it does not fail
  return fmt::format("<!doctype html>\n<html lang=\"en\" data-transport=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n"
                     "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
                     "<noscript>This page draws with JavaScript, which is switched off here.</noscript>\n",
                     transport, policy(connect), escaped, page_style());
}

static std::string program_element() { return fmt::format("<script>{}</script>\n", page_script()); }

static constexpr std::string_view kPageEnd = "</body>\n</html>\n";

std::string server_page() {
  return page_begin("unply view", "server", "'self'").append(program_element()).append(kPageEnd);
}

static std::string block_element(Gzip& gzip, std::string_view name, ByteView block) {
  std::string element = fmt::format("<script type=\"text/plain\" id=\"block-{}\">", name);
  append_base64(element, gzip.compress(block));
  element += "</script>\n";
  return element;
}

namespace {
// The elements of a page, and how many bytes they may have together.
class PageBody {
public:
  PageBody(const ViewModel& model, uint64_t room) : model_(model), room_(room) {}

  // All of the names or, if they need more than `most` bytes or than is left, none. False in that case.
  Result<bool> add(const std::vector<std::string>& names, uint64_t most = UINT64_MAX) {
    std::string elements;
    for (const std::string& name : names) {
      auto block = model_.block(name);
      if (!block) return error_of(block);
      elements += block_element(gzip_, name, *block);
      if (elements.size() > std::min(most, room_ - std::min(room_, text_.size()))) return false;
    }
    text_ += elements;
    return true;
  }
  // Even if there is no room.
  Result<void> add_always(const std::vector<std::string>& names) {
    uint64_t room = std::exchange(room_, UINT64_MAX);
    auto added = add(names);
    room_ = room;
    if (!added) return error_of(added);
    return {};
  }
  const std::string& text() const { return text_; }

private:
  const ViewModel& model_;
  uint64_t room_;
  Gzip gzip_;
  std::string text_;
};
} // namespace

// Intervals come all or not at all, because a picture with gaps misleads.
static Result<LeftOut> add_blocks(const BlockChoice& choice, const HtmlLimits& limits, PageBody& body) {
  LeftOut left_out;
  TRY(body.add_always(choice.always));
  uint64_t room = limits.pyramid_bytes;
  for (const auto& level : choice.fine_levels) {
    size_t before = body.text().size();
    auto added = body.add(level, room);
    if (!added) return error_of(added);
    if (!*added) break;
    room -= std::min<uint64_t>(room, body.text().size() - before);
  }
  // Lines between intervals that are not there would only hide the picture. Packed, a row takes more than a byte.
  for (auto [names, rows, missing] : {std::tuple(&choice.intervals, choice.interval_rows, &left_out.intervals),
                                      {&choice.lines, choice.line_rows, &left_out.lines}}) {
    auto added = left_out.intervals || rows > limits.page_bytes ? Result<bool>(false) : body.add(*names);
    if (!added) return error_of(added);
    *missing = !*added;
  }
  return left_out;
}

Result<void> write_html(const ViewModel& model, const HtmlLimits& limits,
                        const std::function<Result<void>(std::string_view)>& write) {
  std::string begin = page_begin(model.title(), "file", "'none'"), program = program_element();
  BlockChoice choice = choose_blocks(model);
  PageBody first(model, 0);
  if (auto added = first.add_always(choice.first); !added) return added;
  uint64_t fixed = begin.size() + program.size() + first.text().size() + base64_bytes(json_text(model.head()).size());
  PageBody body(model, limits.page_bytes - std::min(limits.page_bytes, fixed));
  auto left_out = add_blocks(choice, limits, body);
  if (!left_out) return error_of(left_out);
  std::string head = json_text(head_of_file(model, *left_out));
  Gzip gzip;
  std::string head_element = block_element(gzip, "head", {reinterpret_cast<const uint8_t*>(head.data()), head.size()});
  // The program stands before the blocks that it does not need at once, and draws while they are still being read.
  for (std::string_view part : {std::string_view(begin), std::string_view(head_element), std::string_view(first.text()),
                                std::string_view(program), std::string_view(body.text()), kPageEnd})
    TRY(write(part));
  return {};
}

} // namespace unply
