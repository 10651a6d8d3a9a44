// What the server answers, without sockets; tests/viewer asks it over the network.
#include "viewer/html_page.h"
#include "viewer/server.h"
#include "viewer/testing/sample_run.h"
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace unply;

namespace {
struct Served {
  explicit Served(ViewServer listening) : server(std::move(listening)) {
    host = fmt::format("127.0.0.1:{}", server.port());
    token = server.url().substr(server.url().find('#') + 1);
  }
  ViewServer server;
  std::string host, token;

  HttpRequest request(const std::string& path, const std::string& query = "") const {
    HttpRequest request;
    request.path = path;
    request.query = query;
    request.fields = {{"host", host}, {"authorization", "Bearer " + token}};
    return request;
  }
  HttpAnswer blocks(const std::string& names) const { return server.answer(request("/blocks", "names=" + names)); }
};
} // namespace

static ViewModel model_of(size_t rows) {
  std::vector<ViewRun> runs;
  runs.push_back(*sample_run(2, rows).prepare());
  runs.push_back(*sample_run(1, 100, 2).prepare());
  return ViewModel("sample", std::move(runs), {{"graph", "Graph", "{}", "<svg/>", "", ""}});
}

static std::string text_of(const HttpAnswer& answer) { return {answer.body.begin(), answer.body.end()}; }

TEST_CASE("the page needs no token and has no data, blocks need it") {
  ViewModel model = model_of(1000);
  auto listening = ViewServer::listen(model, 0);
  REQUIRE(listening);
  Served served(std::move(*listening));
  CHECK(served.token.size() == 32);

  HttpRequest page = served.request("/");
  page.fields.pop_back();
  CHECK(served.server.answer(page).status == 200);
  CHECK(text_of(served.server.answer(page)).find("id=\"block-") == std::string::npos);

  HttpRequest without = served.request("/blocks", "names=head");
  without.fields.pop_back();
  CHECK(served.server.answer(without).status == 403);
  for (std::string wrong : {std::string(), std::string("x"), std::string(32, '0'), served.token + "0"}) {
    HttpRequest request = served.request("/blocks", "names=head");
    request.fields.back().second = "Bearer " + wrong;
    CHECK(served.server.answer(request).status == 403);
  }
  for (const char* host : {"evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", ""}) {
    HttpRequest request = served.request("/");
    request.fields[0].second = host;
    CHECK(served.server.answer(request).status == 403);
  }
  HttpRequest foreign = served.request("/blocks", "names=head");
  foreign.fields.emplace_back("origin", "http://evil.example");
  CHECK(served.server.answer(foreign).status == 403);
  foreign.fields.back().second = "http://" + served.host;
  CHECK(served.server.answer(foreign).status == 200);

  CHECK(served.server.answer(served.request("/etc/passwd")).status == 404);
  CHECK(served.server.answer(served.request("/../etc/passwd")).status == 404);
  CHECK(served.server.answer(served.request("/blocks")).status == 400);
  for (const char* name : {"x", "../../etc/passwd", "i/0/0/99", "i/2/0/0", "i/0", "i", "o", "head/0", "i/+0/0/0",
                           "i/00x/0", "page/0", "i/99999999999999999999999/0/0"})
    CHECK(served.blocks(name).status == 404);

  HttpAnswer answer = served.blocks("head,i/0/1/0,i/1/0/0,o/1,page/0.svg");
  REQUIRE(answer.status == 200);
  size_t at = 0;
  for (std::string name : {"head", "i/0/1/0", "i/1/0/0", "o/1", "page/0.svg"}) {
    uint32_t head[4];
    std::memcpy(head, answer.body.data() + at, sizeof head);
    CHECK(std::string(answer.body.begin() + at + 16, answer.body.begin() + at + 16 + head[0]) == name);
    CHECK(head[1] == 0);
    at += 16 + head[0];
    CHECK(Bytes(answer.body.begin() + at, answer.body.begin() + at + head[2]) == *model.block(name));
    at += head[2];
  }
  CHECK(at == answer.body.size());
  std::string many = "o/0";
  for (size_t i = 0; i < kMaxNames; ++i) many += ",o/0";
  CHECK(served.blocks(many).status == 413);
}
