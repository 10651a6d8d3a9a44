#include "viewer/http_request.h"
#include <algorithm>

namespace unply {

static bool is_token(std::string_view text) {
  auto allowed = [](unsigned char c) {
    bool letter = (c | 32) >= 'a' && (c | 32) <= 'z';
    return letter || (c >= '0' && c <= '9') || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  };
  return !text.empty() && std::ranges::all_of(text, allowed);
}

static bool is_visible(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c > 0x20 && c < 0x7f; });
}

static bool is_field_value(std::string_view text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c == '\t' || (c >= 0x20 && c != 0x7f); });
}

static std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 32);
  return result;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = static_cast<char>(c | 32);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool percent_decode(std::string_view text, std::string& decoded) {
  decoded.clear();
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0 || high * 16 + low == 0) return false;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return true;
}

std::string_view HttpRequest::field(std::string_view name) const {
  for (const auto& [field, value] : fields)
    if (field == name) return value;
  return {};
}

static HttpParse refuse(int status, const char* reason) { return {HttpParse::refused, 0, status, reason}; }

static HttpParse parse_request_line(std::string_view line, HttpRequest& request) {
  size_t first = line.find(' '), last = line.rfind(' ');
  if (first == std::string_view::npos || first == last)
    return refuse(400, "the request line is not 'GET PATH HTTP/1.1'");
  std::string_view method = line.substr(0, first), target = line.substr(first + 1, last - first - 1);
  std::string_view version = line.substr(last + 1);
  if (!is_token(method) || !is_visible(target))
    return refuse(400, "the request line has characters that do not belong there");
  if (version != "HTTP/1.1" && version != "HTTP/1.0")
    return refuse(505, "the version is neither HTTP/1.1 nor HTTP/1.0");
  if (method != "GET" && method != "HEAD") return refuse(405, "the method is neither GET nor HEAD");
  if (target.size() > kMaxTargetBytes) return refuse(414, "the address is too long");
  if (target[0] != '/') return refuse(400, "the address does not begin with /");
  size_t mark = target.find('?');
  if (!percent_decode(target.substr(0, mark), request.path)) return refuse(400, "the path is badly encoded");
  request.query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  request.head = method == "HEAD";
  request.keep_alive = version == "HTTP/1.1";
  return {HttpParse::complete};
}

static HttpParse parse_field(std::string_view line, HttpRequest& request) {
  size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return refuse(400, "a field has no name");
  std::string_view value = line.substr(colon + 1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.remove_suffix(1);
  if (!is_field_value(value)) return refuse(400, "a field has control characters");
  if (request.fields.size() == kMaxRequestFields) return refuse(431, "there are too many fields");
  request.fields.emplace_back(lower_case(line.substr(0, colon)), value);
  return {HttpParse::complete};
}

static HttpParse check_fields(HttpRequest& request) {
  for (const char* once : {"host", "authorization", "origin", "connection", "content-length"})
    if (std::ranges::count(request.fields, once, [](const auto& field) { return field.first; }) > 1)
      return refuse(400, "a field that may be there once is there twice");
  std::string_view length = request.field("content-length");
  if (!request.field("transfer-encoding").empty() || (!length.empty() && length != "0"))
    return refuse(400, "a GET has no body");
  if (request.field("host").empty()) return refuse(400, "the field Host is missing");
  std::string connection = lower_case(request.field("connection"));
  if (connection == "close") request.keep_alive = false;
  if (connection == "keep-alive") request.keep_alive = true;
  return {HttpParse::complete};
}

HttpParse parse_http_request(std::string_view bytes, HttpRequest& request) {
  size_t end = bytes.find("\r\n\r\n");
  if (std::min(end, bytes.size()) > kMaxRequestBytes) return refuse(431, "the request is too long");
  if (end == std::string_view::npos) return {HttpParse::incomplete};
  request = {};
  std::string_view head = bytes.substr(0, end + 2);
  for (bool first = true; !head.empty(); first = false) {
    size_t line_end = head.find("\r\n");
    std::string_view line = head.substr(0, line_end);
    HttpParse parsed = first ? parse_request_line(line, request) : parse_field(line, request);
    if (parsed.outcome == HttpParse::refused) return parsed;
    head.remove_prefix(line_end + 2);
  }
  HttpParse checked = check_fields(request);
  checked.used = end + 4;
  return checked;
}

bool query_value(std::string_view query, std::string_view name, std::string& value) {
  bool found = false;
  while (!query.empty()) {
    size_t end = query.find('&');
    std::string_view part = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    size_t equals = part.find('=');
    if (part.substr(0, equals) != name) continue;
    if (found || equals == std::string_view::npos || !percent_decode(part.substr(equals + 1), value)) return false;
    found = true;
  }
  return found;
}

} // namespace unply
