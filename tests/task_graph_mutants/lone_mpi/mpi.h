/* The calls of MPI that examples/stg makes, for one rank alone: each writes down what was asked of it and returns at once
 * (lone_mpi.c). Wildcards have Open MPI's numbers. */
#ifndef LONE_MPI_H
#define LONE_MPI_H

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
enum { MPI_COMM_WORLD = 1, MPI_DOUBLE = 8, MPI_MAX = 1, MPI_ANY_SOURCE = -1, MPI_PROC_NULL = -2 };
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)

void lone_line(int line);
int lone_post(const char* kind, int count, MPI_Datatype type, int peer, int tag, MPI_Request* request);
int lone_wait(int count, MPI_Request* requests);
int lone_collective(const char* kind, int count, MPI_Datatype type);
int lone_end(void);
int lone_rank(int* rank);
int lone_size(int* size);

#define MPI_Init(count, words) 0
#define MPI_Finalize() lone_end()
#define MPI_Comm_rank(comm, to) lone_rank(to)
#define MPI_Comm_size(comm, to) lone_size(to)
#define MPI_Send(buffer, count, type, to, tag, comm) (lone_line(__LINE__), (void)(buffer), lone_post("send", count, type, to, tag, 0))
#define MPI_Ssend(buffer, count, type, to, tag, comm) (lone_line(__LINE__), (void)(buffer), lone_post("ssend", count, type, to, tag, 0))
#define MPI_Recv(buffer, count, type, from, tag, comm, status) \
  (lone_line(__LINE__), (void)(buffer), lone_post("recv", count, type, from, tag, 0))
#define MPI_Isend(buffer, count, type, to, tag, comm, request) \
  (lone_line(__LINE__), (void)(buffer), lone_post("send", count, type, to, tag, request))
#define MPI_Irecv(buffer, count, type, from, tag, comm, request) \
  (lone_line(__LINE__), (void)(buffer), lone_post("recv", count, type, from, tag, request))
#define MPI_Wait(request, status) (lone_line(__LINE__), lone_wait(1, request))
#define MPI_Waitall(count, requests, statuses) (lone_line(__LINE__), lone_wait(count, requests))
#define MPI_Sendrecv(out, count, type, to, tag, in, room, in_type, from, in_tag, comm, status) \
  do { \
    MPI_Request both[2]; \
    lone_line(__LINE__), (void)(out), (void)(in); \
    lone_post("send", count, type, to, tag, &both[0]); \
    lone_post("recv", room, in_type, from, in_tag, &both[1]); \
    lone_wait(2, both); \
  } while (0)
#define MPI_Allreduce(in, out, count, type, op, comm) \
  (lone_line(__LINE__), (void)(in), (void)(out), lone_collective("allreduce", count, type))

#endif
