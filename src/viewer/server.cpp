#include "viewer/server.h"
#include "viewer/html_page.h"
#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <set>
#include <sys/random.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace unply {

namespace {
constexpr size_t kMaxConnections = 32; // a browser opens six
constexpr int kRequestSeconds = 10;    // for the whole head: a client that sends byte by byte must not hold a place
constexpr int kIdleSeconds = 60, kSendSeconds = 30;
using Clock = std::chrono::steady_clock;

// Open connections, each served by its own thread.
class Connections {
public:
  bool add(int fd) {
    std::scoped_lock lock(mutex_);
    return open_.size() < kMaxConnections && open_.insert(fd).second;
  }
  void close(int fd) { // under the lock, so that end() never shuts down a number that was given out again
    std::scoped_lock lock(mutex_);
    open_.erase(fd);
    ::close(fd);
    if (open_.empty()) none_.notify_all();
  }
  void end() {
    std::unique_lock lock(mutex_);
    for (int fd : open_) ::shutdown(fd, SHUT_RDWR);
    none_.wait(lock, [&] { return open_.empty(); });
  }

private:
  std::mutex mutex_;
  std::condition_variable none_;
  std::set<int> open_;
};
} // namespace

static Result<std::string> random_token() {
  uint8_t bytes[16];
  if (::getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    return fail(fmt::format("random numbers: not available, {}", std::strerror(errno)));
  std::string token;
  for (uint8_t byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

static Result<int> listen_on_loopback(uint16_t port) {
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return fail(fmt::format("socket: {}", std::strerror(errno)));
  int on = 1;
  ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::listen(fd, 64) != 0) {
    int error = errno;
    ::close(fd);
    return fail(fmt::format("127.0.0.1:{}: cannot listen, {}", port, std::strerror(error)),
                "without --port any free one is taken");
  }
  return fd;
}

Result<ViewServer> ViewServer::listen(const ViewModel& model, uint16_t port) {
  auto token = random_token();
  if (!token) return error_of(token);
  auto listener = listen_on_loopback(port);
  if (!listener) return error_of(listener);
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(*listener, reinterpret_cast<sockaddr*>(&address), &size);
  return ViewServer(model, *listener, ntohs(address.sin_port), *token);
}

ViewServer::ViewServer(const ViewModel& model, int listener, uint16_t port, std::string token)
    : model_(&model), listener_(listener), port_(port), token_(std::move(token)), page_(server_page()) {}

ViewServer::ViewServer(ViewServer&& other) noexcept
    : model_(other.model_), listener_(std::exchange(other.listener_, -1)), port_(other.port_),
      token_(std::move(other.token_)), page_(std::move(other.page_)) {}

ViewServer::~ViewServer() {
  if (listener_ >= 0) ::close(listener_);
}

std::string ViewServer::url() const { return fmt::format("http://127.0.0.1:{}/#{}", port_, token_); }

static HttpAnswer plain_answer(int status, std::string_view text) {
  HttpAnswer answer;
  answer.status = status;
  answer.body.assign(text.begin(), text.end());
  answer.body.push_back('\n');
  if (status == 405) answer.fields = "Allow: GET, HEAD\r\n";
  return answer;
}

// The time must not tell how many digits were right.
static bool same_secret(std::string_view given, std::string_view secret) {
  if (given.size() != secret.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < secret.size(); ++i) difference |= static_cast<unsigned char>(given[i] ^ secret[i]);
  return difference == 0;
}

HttpAnswer ViewServer::answer(const HttpRequest& request) const {
  std::string here = fmt::format("127.0.0.1:{}", port_), local = fmt::format("localhost:{}", port_);
  std::string_view host = request.field("host"), origin = request.field("origin");
  if (host != here && host != local) return plain_answer(403, "the field Host names another server");
  if (!origin.empty() && origin != "http://" + here && origin != "http://" + local)
    return plain_answer(403, "requests of other sites are refused");
  if (request.path == "/") {
    HttpAnswer page{.status = 200,
                    .type = "text/html; charset=utf-8",
                    .fields = "Content-Security-Policy: " + server_policy() + "\r\n",
                    .body = {}};
    page.body.assign(page_.begin(), page_.end());
    return page;
  }
  if (request.path != "/blocks") return plain_answer(404, "there are only / and /blocks");
  std::string_view given = request.field("authorization"), scheme = "Bearer ";
  if (!given.starts_with(scheme) || !same_secret(given.substr(scheme.size()), token_))
    return plain_answer(403, "the token is missing or wrong; open the address that unply view printed");
  return blocks(request.query);
}

static void append_frame(Bytes& out, std::string_view name, ByteView block) {
  uint32_t head[4] = {static_cast<uint32_t>(name.size()), 0, static_cast<uint32_t>(block.size()), 0};
  const uint8_t* bytes = reinterpret_cast<const uint8_t*>(head);
  out.insert(out.end(), bytes, bytes + sizeof head);
  out.insert(out.end(), name.begin(), name.end());
  out.insert(out.end(), block.begin(), block.end());
}

HttpAnswer ViewServer::blocks(std::string_view query) const {
  std::string names;
  if (!query_value(query, "names", names)) return plain_answer(400, "expected /blocks?names=NAME,NAME");
  if (std::ranges::count(names, ',') >= static_cast<ptrdiff_t>(kMaxNames))
    return plain_answer(413, fmt::format("at most {} blocks at once", kMaxNames));
  HttpAnswer answer;
  answer.type = "application/octet-stream";
  for (std::string_view rest = names; !rest.empty();) {
    size_t comma = std::min(rest.find(','), rest.size());
    std::string_view name = rest.substr(0, comma);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (!model_->has(name)) return plain_answer(404, fmt::format("there is no block '{}'", name));
    auto block = model_->block(name);
    if (!block) return plain_answer(500, block.error().what);
    if (answer.body.size() + block->size() > kMaxAnswerBytes)
      return plain_answer(413, fmt::format("more than {} bytes at once", kMaxAnswerBytes));
    append_frame(answer.body, name, *block);
  }
  return answer;
}

static const char* phrase_of(int status) {
  switch (status) {
  case 200:
    return "OK";
  case 400:
    return "Bad Request";
  case 403:
    return "Forbidden";
  case 404:
    return "Not Found";
  case 405:
    return "Method Not Allowed";
  case 413:
    return "Content Too Large";
  case 414:
    return "URI Too Long";
  case 431:
    return "Request Header Fields Too Large";
  case 503:
    return "Service Unavailable";
  case 505:
    return "HTTP Version Not Supported";
  default:
    return "Internal Server Error";
  }
}

static bool send_all(int fd, const void* data, size_t size) {
  for (const char* at = static_cast<const char*>(data); size > 0;) {
    ssize_t sent = ::send(fd, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    size -= static_cast<size_t>(sent);
  }
  return true;
}

static bool send_answer(int fd, const HttpAnswer& answer, bool head_only, bool keep_alive) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}"
                                 "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                                 "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n"
                                 "Connection: {}\r\n\r\n",
                                 answer.status, phrase_of(answer.status), answer.type, answer.body.size(),
                                 answer.fields, keep_alive ? "keep-alive" : "close");
  return send_all(fd, head.data(), head.size()) && (head_only || send_all(fd, answer.body.data(), answer.body.size()));
}

// Appends the data that arrives before the deadline; false: the connection has ended.
static bool receive_more(int fd, std::string& bytes, Clock::time_point deadline) {
  auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  pollfd wait{fd, POLLIN, 0};
  if (left <= 0 || ::poll(&wait, 1, static_cast<int>(left)) <= 0) return false;
  char room[8192];
  ssize_t got = ::recv(fd, room, sizeof room, 0);
  if (got <= 0) return false;
  bytes.append(room, static_cast<size_t>(got));
  return true;
}

void ViewServer::serve(int connection) const {
  timeval limit{.tv_sec = kSendSeconds, .tv_usec = 0};
  ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  std::string bytes;
  auto deadline = Clock::now() + std::chrono::seconds(kRequestSeconds);
  for (;;) {
    HttpRequest request;
    HttpParse parsed = parse_http_request(bytes, request);
    if (parsed.outcome == HttpParse::refused) {
      send_answer(connection, plain_answer(parsed.status, parsed.reason), false, false);
      return;
    }
    if (parsed.outcome == HttpParse::incomplete) {
      bool first_byte = bytes.empty();
      if (!receive_more(connection, bytes, deadline)) return;
      if (first_byte) deadline = Clock::now() + std::chrono::seconds(kRequestSeconds);
      continue;
    }
    bytes.erase(0, parsed.used);
    if (!send_answer(connection, answer(request), request.head, request.keep_alive) || !request.keep_alive) return;
    deadline = Clock::now() + std::chrono::seconds(bytes.empty() ? kIdleSeconds : kRequestSeconds);
  }
}

Result<void> ViewServer::run(int stop_fd) {
  Connections connections;
  for (;;) {
    pollfd waits[] = {{listener_, POLLIN, 0}, {stop_fd, POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0 && errno != EINTR) {
      int error = errno;
      connections.end();
      return fail(fmt::format("poll: {}", std::strerror(error)));
    }
    if (waits[1].revents != 0) break;
    if ((waits[0].revents & POLLIN) == 0) continue;
    int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    if (!connections.add(fd)) {
      send_answer(fd, plain_answer(503, "too many connections at once"), false, false);
      ::close(fd);
      continue;
    }
    std::thread([this, fd, &connections] {
      try {
        serve(fd);
      } catch (const std::bad_alloc&) { // this answer was too much; the next ones may not be
      }
      connections.close(fd);
    }).detach();
  }
  connections.end();
  return {};
}

} // namespace unply
