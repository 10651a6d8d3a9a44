#include "viewer/http_request.h"
#include <doctest/doctest.h>

using namespace unply;

static HttpParse parse(const std::string& text, HttpRequest& request) { return parse_http_request(text, request); }
static int status_of(const std::string& text) {
  HttpRequest request;
  HttpParse parsed = parse(text, request);
  return parsed.outcome == HttpParse::complete ? 200 : parsed.outcome == HttpParse::incomplete ? 0 : parsed.status;
}

TEST_CASE("a browser's request") {
  std::string text = "GET /blocks?names=p%2F0%2F1,head HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nACCEPT:*/*\r\n"
                     "Authorization: \t Bearer 12ab \r\n\r\nGET / ";
  HttpRequest request;
  HttpParse parsed = parse(text, request);
  REQUIRE(parsed.outcome == HttpParse::complete);
  CHECK(parsed.used == text.size() - 6);
  CHECK(request.path == "/blocks");
  CHECK(request.field("host") == "127.0.0.1:8000");
  CHECK(request.field("accept") == "*/*");
  CHECK(request.field("authorization") == "Bearer 12ab");
  CHECK(request.field("origin") == "");
  CHECK(!request.head);
  CHECK(request.keep_alive);
  std::string names;
  CHECK(query_value(request.query, "names", names));
  CHECK(names == "p/0/1,head");
}

TEST_CASE("every beginning of a request is incomplete, none is refused") {
  std::string text = "HEAD / HTTP/1.0\r\nHost: localhost:1\r\nConnection: close\r\n\r\n";
  for (size_t size = 0; size < text.size(); ++size) CHECK(status_of(text.substr(0, size)) == 0);
  HttpRequest request;
  CHECK(parse(text, request).outcome == HttpParse::complete);
  CHECK(request.head);
  CHECK(!request.keep_alive);
}

TEST_CASE("what is refused, and how") {
  std::string end = " HTTP/1.1\r\nHost: h\r\n\r\n";
  CHECK(status_of("GET /" + end) == 200);
  CHECK(status_of("POST /" + end) == 405);
  CHECK(status_of("get /" + end) == 405);
  CHECK(status_of("GET http://h/" + end) == 400);
  CHECK(status_of("GET *" + end) == 400);
  CHECK(status_of("GET  /" + end) == 400);
  CHECK(status_of("GET /a b" + end) == 400);
  CHECK(status_of("GET /%zz" + end) == 400);
  CHECK(status_of("GET /%0" + end) == 400);
  CHECK(status_of("GET /%00" + end) == 400);
  CHECK(status_of("GET / HTTP/2.0\r\nHost: h\r\n\r\n") == 505);
  CHECK(status_of("GET / HTTP/1.1\r\n\r\n") == 400);
  CHECK(status_of("\r\n\r\n") == 400);
  CHECK(status_of("GET /" + std::string(kMaxTargetBytes, 'a') + end) == 414);
  std::string fields = " HTTP/1.1\r\nHost: h\r\n";
  CHECK(status_of("GET /" + fields + "Host: g\r\n\r\n") == 400);
  CHECK(status_of("GET /" + fields + "Host : g\r\n\r\n") == 400);
  CHECK(status_of("GET /" + fields + " folded\r\n\r\n") == 400);
  CHECK(status_of("GET /" + fields + "A: a\rb\r\n\r\n") == 400);
  CHECK(status_of("GET /" + fields + "A\r\n\r\n") == 400);
  CHECK(status_of("GET /" + fields + "Content-Length: 5\r\n\r\nhello") == 400);
  CHECK(status_of("GET /" + fields + "Content-Length: 0\r\n\r\n") == 200);
  CHECK(status_of("GET /" + fields + "Transfer-Encoding: chunked\r\n\r\n") == 400);
  CHECK(status_of("GET /" + fields + "A: " + std::string(kMaxRequestBytes, 'a')) == 431);
  std::string many = "GET /" + fields;
  for (size_t i = 0; i < kMaxRequestFields; ++i) many += "A: a\r\n";
  CHECK(status_of(many + "\r\n") == 431);
}

TEST_CASE("values in a query") {
  std::string value;
  CHECK(query_value("a=1&names=x%2Cy&b=2", "names", value));
  CHECK(value == "x,y");
  CHECK(query_value("names=", "names", value));
  CHECK(value == "");
  CHECK(!query_value("", "names", value));
  CHECK(!query_value("names", "names", value));
  CHECK(!query_value("xnames=1", "names", value));
  CHECK(!query_value("names=1&names=2", "names", value));
  CHECK(!query_value("names=%g0", "names", value));
}
