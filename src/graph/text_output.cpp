// Escaping for the formats that the graph writers produce. File and variable names come from the user's debug
// information and may hold any bytes.
#include "graph/text_output.h"
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fmt/format.h>

namespace unply {

void TextOutput::append(uint64_t number) {
  char digits[20];
  char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  buffer_.append(digits, end);
}

void TextOutput::append(int number) {
  if (number < 0) buffer_ += '-';
  append(static_cast<uint64_t>(number < 0 ? -static_cast<int64_t>(number) : number));
}

void TextOutput::append(double number) { fmt::format_to(std::back_inserter(buffer_), "{:.2f}", number); }

void TextOutput::flush() {
  if (text_ != nullptr) {
    *text_ += buffer_;
  } else if (error_ == 0) {
    errno = 0;
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) error_ = errno != 0 ? errno : EIO;
  }
  buffer_.clear();
}

Result<void> TextOutput::finish() {
  flush();
  if (file_ != nullptr && error_ == 0 && std::fflush(file_) != 0) error_ = errno;
  if (error_ != 0) return fail(fmt::format("cannot write: {}", std::strerror(error_)));
  return {};
}

// Length of the UTF-8 sequence at the start of `text`, 0 if it is not valid (overlong forms and surrogates included).
static size_t utf8_length(std::string_view text) {
  auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  auto follows = [&](size_t i) { return (byte(i) & 0xc0) == 0x80; };
  unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    bool bad = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0);
    return !bad && follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    bool bad = (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
    return !bad && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    size_t length = utf8_length(text);
    if (length == 0) {
      valid += "\xef\xbf\xbd";
      text.remove_prefix(1);
    } else {
      valid += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return valid;
}

void TextOutput::put_json_string(std::string_view text) {
  buffer_ += '"';
  for (char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') buffer_ += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      fmt::format_to(std::back_inserter(buffer_), "\\u{:04x}", static_cast<unsigned>(c));
    else
      buffer_ += c;
  }
  put("\"");
}

void TextOutput::put_xml(std::string_view text) {
  for (char c : valid_utf8(text)) {
    switch (c) {
    case '<':
      buffer_ += "&lt;";
      break;
    case '>':
      buffer_ += "&gt;";
      break;
    case '&':
      buffer_ += "&amp;";
      break;
    case '"':
      buffer_ += "&quot;";
      break;
    default:
      buffer_ += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
}

void TextOutput::put_dot_string(std::string_view text) {
  buffer_ += '"';
  for (char c : valid_utf8(text)) {
    if (c == '"' || c == '\\') buffer_ += '\\';
    buffer_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  buffer_ += '"';
}

} // namespace unply
