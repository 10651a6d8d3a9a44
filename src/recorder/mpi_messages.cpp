// Messages between two processes. A send is an event at the begin of its call, a receive when the message has arrived:
// at the end of MPI_Recv, or when a wait or test completes it (mpi_requests.cpp).
#include "recorder/mpi_front.h"

namespace unply::recorder {

namespace {

struct Message {
  uint32_t kind; // UnplyPost
  MPI_Datatype type;
  int count, partner, tag;
  MPI_Comm communicator;
};

MpiPost post_of(const Message& m) {
  return {.kind = m.kind,
          .type = m.type,
          .bytes = bytes_of(m.type, (uint64_t)m.count),
          .partner = m.partner,
          .tag = m.tag,
          .communicator = m.communicator};
}

template <class Call> int wait_only(MpiSite site, Call call) {
  if (site) begin_message_wait(site);
  int result = inside_mpi(call);
  if (site) end_message_wait(site);
  return result;
}

void post_now(MpiSite site, const MpiPost& post) {
  emit_post(site, post, 0);
  if (post.kind != kPostReceive) emit_send(site, post.communicator, post.partner, post.tag, post.bytes);
}

template <class Call> int send(MpiSite site, const Message& m, Call call) {
  if (site) post_now(site, post_of(m));
  return wait_only(site, call);
}

// Non-blocking. The post comes before the call, in which the message may already arrive elsewhere; the request's handle
// is known after it.
template <class Call> int post_later(MpiSite site, const Message& m, MPI_Request* request, Call call) {
  if (!site) return inside_mpi(call);
  const MpiPost post = post_of(m);
  const uint64_t number = new_request_number();
  const bool sends = m.kind != kPostReceive;
  emit_post(site, post, number);
  if (sends) emit_send(site, m.communicator, m.partner, m.tag, post.bytes);
  int result = inside_mpi(call);
  if (result == MPI_SUCCESS && *request != mpi_objects.no_request)
    remember_request({.handle = *request, .number = number, .sends = sends, .persistent = false, .post = post});
  return result;
}

// call: with a local status if the program passes none.
template <class Call> int receive(MpiSite site, MPI_Comm communicator, MPI_Status* status, Call call) {
  if (!site) return inside_mpi([=] { return call(status); });
  MPI_Status own;
  if (status == MPI_STATUS_IGNORE) status = &own;
  begin_message_wait(site);
  int result = inside_mpi([=] { return call(status); });
  if (result == MPI_SUCCESS) emit_receive(site, communicator, *status);
  end_message_wait(site);
  return result;
}

template <class Call> int prepare(MpiSite site, const Message& m, MPI_Request* request, Call call) {
  int result = inside_mpi(call);
  if (site && result == MPI_SUCCESS)
    remember_request(
        {.handle = *request, .number = 0, .sends = m.kind != kPostReceive, .persistent = true, .post = post_of(m)});
  return result;
}

void start_prepared(MpiSite site, MPI_Request handle) {
  MpiRequest request;
  if (!find_request(handle, request)) return;
  const uint64_t number = new_request_number();
  renumber_request(handle, number);
  MpiPost post = request.post;
  post.kind += kPostPersistent;
  emit_post(site, post, number);
  if (request.sends) emit_send(site, post.communicator, post.partner, post.tag, post.bytes);
}

// A matched message is received from the communicator in which it was matched.
void remember_message(MpiSite site, MPI_Comm communicator, MPI_Message message) {
  if (site && message)
    remember_request({.handle = message,
                      .number = 0,
                      .sends = false,
                      .persistent = false,
                      .post = {.kind = kPostReceive,
                               .type = nullptr,
                               .bytes = 0,
                               .partner = MPI_ANY_SOURCE,
                               .tag = MPI_ANY_TAG,
                               .communicator = communicator}});
}

MPI_Comm take_message(MpiSite site, MPI_Message message) {
  MpiRequest request;
  if (!site || !find_request(message, request)) return mpi_objects.world;
  forget_request(message);
  return request.post.communicator;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

#define UNPLY_SEND(name, kind)                                                                                         \
  extern "C" UNPLY_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int to, int tag,            \
                                         MPI_Comm communicator) {                                                      \
    return send(UNPLY_MPI_SITE(name), {kind, type, count, to, tag, communicator},                                      \
                [=] { return mpi().name(buffer, count, type, to, tag, communicator); });                               \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)
#define UNPLY_SEND_LATER(name, kind)                                                                                   \
  extern "C" UNPLY_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int to, int tag,            \
                                         MPI_Comm communicator, MPI_Request* request) {                                \
    return post_later(UNPLY_MPI_SITE(name), {kind, type, count, to, tag, communicator}, request,                       \
                      [=] { return mpi().name(buffer, count, type, to, tag, communicator, request); });                \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)
#define UNPLY_SEND_INIT(name, kind)                                                                                    \
  extern "C" UNPLY_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int to, int tag,            \
                                         MPI_Comm communicator, MPI_Request* request) {                                \
    return prepare(UNPLY_MPI_SITE(name), {kind, type, count, to, tag, communicator}, request,                          \
                   [=] { return mpi().name(buffer, count, type, to, tag, communicator, request); });                   \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)

UNPLY_SEND(Send, kPostSend)
UNPLY_SEND(Bsend, kPostBsend)
UNPLY_SEND(Ssend, kPostSsend)
UNPLY_SEND(Rsend, kPostRsend)
UNPLY_SEND_LATER(Isend, kPostSend)
UNPLY_SEND_LATER(Ibsend, kPostBsend)
UNPLY_SEND_LATER(Issend, kPostSsend)
UNPLY_SEND_LATER(Irsend, kPostRsend)
UNPLY_SEND_INIT(Send_init, kPostSend)
UNPLY_SEND_INIT(Bsend_init, kPostBsend)
UNPLY_SEND_INIT(Ssend_init, kPostSsend)
UNPLY_SEND_INIT(Rsend_init, kPostRsend)

extern "C" {

UNPLY_EXPORT int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                          MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Recv);
  if (site) post_now(site, post_of({kPostReceive, type, count, from, tag, communicator}));
  return receive(site, communicator, status,
                 [=](MPI_Status* s) { return mpi().Recv(buffer, count, type, from, tag, communicator, s); });
}

UNPLY_EXPORT int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                           MPI_Request* request) {
  return post_later(UNPLY_MPI_SITE(Irecv), {kPostReceive, type, count, from, tag, communicator}, request,
                    [=] { return mpi().Irecv(buffer, count, type, from, tag, communicator, request); });
}

UNPLY_EXPORT int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                               MPI_Request* request) {
  return prepare(UNPLY_MPI_SITE(Recv_init), {kPostReceive, type, count, from, tag, communicator}, request,
                 [=] { return mpi().Recv_init(buffer, count, type, from, tag, communicator, request); });
}

UNPLY_EXPORT int MPI_Start(MPI_Request* request) {
  if (MpiSite site = UNPLY_MPI_SITE(Start)) start_prepared(site, *request);
  return inside_mpi([=] { return mpi().Start(request); });
}

UNPLY_EXPORT int MPI_Startall(int count, MPI_Request requests[]) {
  if (MpiSite site = UNPLY_MPI_SITE(Startall))
    for (int i = 0; i < count; ++i) start_prepared(site, requests[i]);
  return inside_mpi([=] { return mpi().Startall(count, requests); });
}

UNPLY_EXPORT int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
                              int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm communicator,
                              MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Sendrecv);
  if (site) {
    post_now(site, post_of({kPostSend, out_type, out_count, to, out_tag, communicator}));
    post_now(site, post_of({kPostReceive, in_type, in_count, from, in_tag, communicator}));
  }
  return receive(site, communicator, status, [=](MPI_Status* s) {
    return mpi().Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, communicator, s);
  });
}

UNPLY_EXPORT int MPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int to, int out_tag, int from,
                                      int in_tag, MPI_Comm communicator, MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Sendrecv_replace);
  if (site) {
    post_now(site, post_of({kPostSend, type, count, to, out_tag, communicator}));
    post_now(site, post_of({kPostReceive, type, count, from, in_tag, communicator}));
  }
  return receive(site, communicator, status, [=](MPI_Status* s) {
    return mpi().Sendrecv_replace(buffer, count, type, to, out_tag, from, in_tag, communicator, s);
  });
}

UNPLY_EXPORT int MPI_Probe(int from, int tag, MPI_Comm communicator, MPI_Status* status) {
  return wait_only(UNPLY_MPI_SITE(Probe), [=] { return mpi().Probe(from, tag, communicator, status); });
}

UNPLY_EXPORT int MPI_Mprobe(int from, int tag, MPI_Comm communicator, MPI_Message* message, MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Mprobe);
  int result = wait_only(site, [=] { return mpi().Mprobe(from, tag, communicator, message, status); });
  if (result == MPI_SUCCESS) remember_message(site, communicator, *message);
  return result;
}

UNPLY_EXPORT int MPI_Improbe(int from, int tag, MPI_Comm communicator, int* flag, MPI_Message* message,
                             MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Improbe);
  int result = inside_mpi([=] { return mpi().Improbe(from, tag, communicator, flag, message, status); });
  if (result == MPI_SUCCESS && *flag) remember_message(site, communicator, *message);
  return result;
}

UNPLY_EXPORT int MPI_Mrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Mrecv);
  MPI_Comm communicator = take_message(site, *message);
  if (site) post_now(site, post_of({kPostReceive, type, count, MPI_ANY_SOURCE, MPI_ANY_TAG, communicator}));
  return receive(site, communicator, status,
                 [=](MPI_Status* s) { return mpi().Mrecv(buffer, count, type, message, s); });
}

UNPLY_EXPORT int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  MpiSite site = UNPLY_MPI_SITE(Imrecv);
  MPI_Comm communicator = take_message(site, *message);
  return post_later(site, {kPostReceive, type, count, MPI_ANY_SOURCE, MPI_ANY_TAG, communicator}, request,
                    [=] { return mpi().Imrecv(buffer, count, type, message, request); });
}
}

UNPLY_MPI_ALIAS(Recv)
UNPLY_MPI_ALIAS(Irecv)
UNPLY_MPI_ALIAS(Recv_init)
UNPLY_MPI_ALIAS(Start)
UNPLY_MPI_ALIAS(Startall)
UNPLY_MPI_ALIAS(Sendrecv)
UNPLY_MPI_ALIAS(Sendrecv_replace)
UNPLY_MPI_ALIAS(Probe)
UNPLY_MPI_ALIAS(Mprobe)
UNPLY_MPI_ALIAS(Improbe)
UNPLY_MPI_ALIAS(Mrecv)
UNPLY_MPI_ALIAS(Imrecv)
