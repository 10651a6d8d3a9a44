// The output of the graph writers: text is collected in blocks of 256 KiB and written with fwrite, so a graph of ten
// million tasks never exists as one string. finish() reports the first failed write.
#pragma once
#include "base/result.h"
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace unply {

class TextOutput {
public:
  explicit TextOutput(std::FILE* file) : file_(file) { buffer_.reserve(kBlockBytes + 4096); }
  explicit TextOutput(std::string& text) : text_(&text) {}
  TextOutput(const TextOutput&) = delete;
  TextOutput& operator=(const TextOutput&) = delete;

  // Texts and numbers, one after the other.
  template <class... Parts> void put(const Parts&... parts) {
    (append(parts), ...);
    if (buffer_.size() >= kBlockBytes) flush();
  }
  // A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
  void put_json_string(std::string_view text);
  // Text for XML content and attributes: markup escaped, characters that XML forbids replaced.
  void put_xml(std::string_view text);
  // A string in DOT's double quotes.
  void put_dot_string(std::string_view text);

  // Writes the remaining text. Must be called once, at the end.
  Result<void> finish();

private:
  static constexpr size_t kBlockBytes = 256 << 10;
  void append(std::string_view text) { buffer_ += text; }
  void append(uint64_t number);
  void append(uint32_t number) { append(uint64_t{number}); }
  void append(int number);
  void append(double number); // two digits after the point
  void flush();

  std::FILE* file_ = nullptr;
  std::string* text_ = nullptr;
  std::string buffer_;
  int error_ = 0; // errno of the first failed write
};

// `text` with each byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

} // namespace unply
