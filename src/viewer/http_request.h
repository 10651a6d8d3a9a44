// The head of an HTTP/1.1 request (RFC 9112), reduced to the needs of a browser's GET. Every request that is not
// strictly valid is refused: requests that two parsers understand differently are a known attack. Own code, because
// libmicrohttpd and cpp-httplib of Debian bring a TLS library into a program that also starts for each file compiled.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace unply {

inline constexpr size_t kMaxTargetBytes = 16384, kMaxRequestBytes = 32768, kMaxRequestFields = 64;

struct HttpRequest {
  bool head = false; // HEAD, else GET
  bool keep_alive = true;
  std::string path;                                        // percent-decoded, begins with /
  std::string query;                                       // the part after ?, undecoded
  std::vector<std::pair<std::string, std::string>> fields; // names in lower case
  // "" where it is missing. parse_http_request has made sure that those used here are there at most once.
  std::string_view field(std::string_view name) const;
};

struct HttpParse {
  enum Outcome { incomplete, complete, refused } outcome;
  size_t used = 0;         // complete: bytes of the head
  int status = 0;          // refused: of the answer
  const char* reason = ""; // refused: for its text
};

HttpParse parse_http_request(std::string_view bytes, HttpRequest& request);

// The value of NAME=value in a query, percent-decoded. False: it is not there, there twice, or badly encoded.
bool query_value(std::string_view query, std::string_view name, std::string& value);

} // namespace unply
