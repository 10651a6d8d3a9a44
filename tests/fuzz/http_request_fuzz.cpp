// libFuzzer target of the server's reader of requests: whatever the bytes, it says incomplete, complete or refused;
// more bytes change neither of the last two, fewer make a complete one incomplete; what is complete keeps what the
// server relies on.
#include "viewer/http_request.h"
#include <cstdint>
#include <cstdlib>

namespace {

using namespace unply;

void demand(bool holds) {
  if (!holds) std::abort();
}

void check(const HttpRequest& request) {
  demand(request.path.starts_with('/') && request.path.find('\0') == std::string::npos);
  demand(request.path.size() + request.query.size() <= kMaxTargetBytes && request.fields.size() <= kMaxRequestFields);
  demand(!request.field("host").empty());
  for (const auto& [name, value] : request.fields) {
    demand(!name.empty() && name.find_first_of(" \t\r\n:") == std::string::npos);
    demand(value.find_first_of("\r\n") == std::string::npos);
  }
  std::string value;
  if (query_value(request.query, "names", value)) demand(request.query.find("names=") != std::string::npos);
}

} // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
  static const std::string kGood =
      "GET /blocks?names=i%2F0,head&a=1 HTTP/1.1\r\nHost: 127.0.0.1:8\r\nOrigin: http://a\r\n"
      "Authorization: Bearer 0123\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
  if (size < 16 && max_size >= kGood.size()) size = kGood.copy(reinterpret_cast<char*>(data), kGood.size());
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  HttpRequest request, other;
  HttpParse parsed = parse_http_request(bytes, request);
  if (parsed.outcome == HttpParse::refused) {
    demand(parsed.status >= 400 && parsed.status < 600 && *parsed.reason != 0);
    return 0;
  }
  if (parsed.outcome == HttpParse::incomplete) return 0;
  check(request);
  demand(parsed.used > 0 && parsed.used <= size);
  demand(parse_http_request(bytes.substr(0, parsed.used - 1), other).outcome == HttpParse::incomplete);
  HttpParse longer = parse_http_request(std::string(bytes) + "more", other);
  demand(longer.outcome == HttpParse::complete && longer.used == parsed.used && other.path == request.path);
  return 0;
}
