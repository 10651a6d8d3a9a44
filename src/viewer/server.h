// A small HTTP server for one user's browser on this machine: the page at /, blocks at /blocks. It listens on 127.0.0.1
// only. A page of another site cannot read from it: each request names this host (against DNS rebinding), data needs
// the token, and no answer allows other origins.
#pragma once
#include "viewer/http_request.h"
#include "viewer/view_model.h"

namespace unply {

inline constexpr uint64_t kMaxAnswerBytes = 64 << 20;
inline constexpr size_t kMaxNames = 1024;

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string fields; // further ones, each ending with \r\n
  Bytes body;
};

class ViewServer {
public:
  // port 0: any that is free. The model must outlive the server.
  static Result<ViewServer> listen(const ViewModel& model, uint16_t port);
  ViewServer(ViewServer&& other) noexcept;
  ~ViewServer();

  std::string url() const; // with the token
  uint16_t port() const { return port_; }
  Result<void> run(int stop_fd); // until there is something to read from it
  HttpAnswer answer(const HttpRequest& request) const;

private:
  ViewServer(const ViewModel& model, int listener, uint16_t port, std::string token);
  HttpAnswer blocks(std::string_view query) const;
  void serve(int connection) const;
  const ViewModel* model_;
  int listener_;
  uint16_t port_;
  std::string token_, page_;
};

} // namespace unply
