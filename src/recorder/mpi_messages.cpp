// Messages between two processes. A send is an event at the begin of its call, a receive when the message has arrived:
// at the end of MPI_Recv, or when a wait or test completes it (mpi_requests.cpp).
#include "recorder/mpi_front.h"

namespace unply::recorder {

namespace {

struct Message {
  MPI_Datatype type;
  int count, partner, tag;
  MPI_Comm communicator;
};

void emit_send_of(MpiSite site, const Message& m) {
  emit_send(site, m.communicator, m.partner, m.tag, bytes_of(m.type, (uint64_t)m.count));
}

template <class Call> int wait_only(MpiSite site, Call call) {
  if (site) begin_message_wait(site);
  int result = inside_mpi(call);
  if (site) end_message_wait(site);
  return result;
}

template <class Call> int send(MpiSite site, const Message& m, Call call) {
  if (site) emit_send_of(site, m);
  return wait_only(site, call);
}

template <class Call> int send_later(MpiSite site, const Message& m, Call call) {
  if (site) emit_send_of(site, m);
  return inside_mpi(call);
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

template <class Call> int receive_later(MpiSite site, MPI_Comm communicator, MPI_Request* request, Call call) {
  int result = inside_mpi(call);
  if (site && result == MPI_SUCCESS && *request != mpi_objects.no_request)
    remember_request({*request, communicator, false, false, 0, 0, 0});
  return result;
}

template <class Call> int prepare(MpiSite site, const Message& m, bool sends, MPI_Request* request, Call call) {
  int result = inside_mpi(call);
  if (site && result == MPI_SUCCESS)
    remember_request({*request, m.communicator, sends, true, m.partner, m.tag, bytes_of(m.type, (uint64_t)m.count)});
  return result;
}

void start_prepared(MpiSite site, MPI_Request handle) {
  MpiRequest request;
  if (find_request(handle, request) && request.sends)
    emit_send(site, request.communicator, request.partner, request.tag, request.bytes);
}

// A matched message is received from the communicator in which it was matched.
void remember_message(MpiSite site, MPI_Comm communicator, MPI_Message message) {
  if (site && message) remember_request({message, communicator, false, false, 0, 0, 0});
}

MPI_Comm take_message(MpiSite site, MPI_Message message) {
  MpiRequest request;
  if (!site || !find_request(message, request)) return mpi_objects.world;
  forget_request(message);
  return request.communicator;
}

} // namespace
} // namespace unply::recorder

using namespace unply::recorder;

#define UNPLY_SEND(name)                                                                                               \
  extern "C" UNPLY_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int to, int tag,            \
                                         MPI_Comm communicator) {                                                      \
    return send(UNPLY_MPI_SITE(name), {type, count, to, tag, communicator},                                            \
                [=] { return mpi().name(buffer, count, type, to, tag, communicator); });                               \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)
#define UNPLY_SEND_LATER(name)                                                                                         \
  extern "C" UNPLY_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int to, int tag,            \
                                         MPI_Comm communicator, MPI_Request* request) {                                \
    return send_later(UNPLY_MPI_SITE(name), {type, count, to, tag, communicator},                                      \
                      [=] { return mpi().name(buffer, count, type, to, tag, communicator, request); });                \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)
#define UNPLY_SEND_INIT(name)                                                                                          \
  extern "C" UNPLY_EXPORT int MPI_##name(const void* buffer, int count, MPI_Datatype type, int to, int tag,            \
                                         MPI_Comm communicator, MPI_Request* request) {                                \
    return prepare(UNPLY_MPI_SITE(name), {type, count, to, tag, communicator}, true, request,                          \
                   [=] { return mpi().name(buffer, count, type, to, tag, communicator, request); });                   \
  }                                                                                                                    \
  UNPLY_MPI_ALIAS(name)

UNPLY_SEND(Send)
UNPLY_SEND(Bsend)
UNPLY_SEND(Ssend)
UNPLY_SEND(Rsend)
UNPLY_SEND_LATER(Isend)
UNPLY_SEND_LATER(Ibsend)
UNPLY_SEND_LATER(Issend)
UNPLY_SEND_LATER(Irsend)
UNPLY_SEND_INIT(Send_init)
UNPLY_SEND_INIT(Bsend_init)
UNPLY_SEND_INIT(Ssend_init)
UNPLY_SEND_INIT(Rsend_init)

extern "C" {

UNPLY_EXPORT int MPI_Recv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                          MPI_Status* status) {
  return receive(UNPLY_MPI_SITE(Recv), communicator, status,
                 [=](MPI_Status* s) { return mpi().Recv(buffer, count, type, from, tag, communicator, s); });
}

UNPLY_EXPORT int MPI_Irecv(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                           MPI_Request* request) {
  return receive_later(UNPLY_MPI_SITE(Irecv), communicator, request,
                       [=] { return mpi().Irecv(buffer, count, type, from, tag, communicator, request); });
}

UNPLY_EXPORT int MPI_Recv_init(void* buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm communicator,
                               MPI_Request* request) {
  return prepare(UNPLY_MPI_SITE(Recv_init), {type, count, from, tag, communicator}, false, request,
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
  if (site) emit_send_of(site, {out_type, out_count, to, out_tag, communicator});
  return receive(site, communicator, status, [=](MPI_Status* s) {
    return mpi().Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, communicator, s);
  });
}

UNPLY_EXPORT int MPI_Sendrecv_replace(void* buffer, int count, MPI_Datatype type, int to, int out_tag, int from,
                                      int in_tag, MPI_Comm communicator, MPI_Status* status) {
  MpiSite site = UNPLY_MPI_SITE(Sendrecv_replace);
  if (site) emit_send_of(site, {type, count, to, out_tag, communicator});
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
  return receive(site, communicator, status,
                 [=](MPI_Status* s) { return mpi().Mrecv(buffer, count, type, message, s); });
}

UNPLY_EXPORT int MPI_Imrecv(void* buffer, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  MpiSite site = UNPLY_MPI_SITE(Imrecv);
  MPI_Comm communicator = take_message(site, *message);
  return receive_later(site, communicator, request,
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
