/* An OTF2 archive as another tool writes it: no attributes, its own regions, tasks, locks, messages and metrics. As EZTrace
 * does it numbers regions with gaps and names them twice; as Score-P does it has a communicator in another order than the
 * ranks, instances of metrics, and a location that holds nothing but metrics. */
#include <otf2/otf2.h>
#include <stddef.h>

static OTF2_FlushType flush(void *data, OTF2_FileType type, OTF2_LocationRef at, void *more, bool final) { return OTF2_FLUSH; }

static void write_events(OTF2_Archive *archive) {
  OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(archive, 7);
  OTF2_Type type = OTF2_TYPE_DOUBLE;
  OTF2_MetricValue value;
  value.floating_point = 2.5;
  OTF2_EvtWriter_Enter(w, NULL, 1000, 0);
  OTF2_EvtWriter_Enter(w, NULL, 1010, 1);
  OTF2_EvtWriter_Leave(w, NULL, 1020, 1);
  OTF2_EvtWriter_Enter(w, NULL, 1030, 2);
  OTF2_EvtWriter_Leave(w, NULL, 1040, 2);
  OTF2_EvtWriter_ThreadTaskCreate(w, NULL, 1050, 0, 0, 1);
  OTF2_EvtWriter_ThreadTaskSwitch(w, NULL, 1060, 0, 0, 1);
  OTF2_EvtWriter_ThreadTaskComplete(w, NULL, 1070, 0, 0, 1);
  OTF2_EvtWriter_ThreadAcquireLock(w, NULL, 1080, OTF2_PARADIGM_PTHREAD, 5, 1);
  OTF2_EvtWriter_ThreadReleaseLock(w, NULL, 1090, OTF2_PARADIGM_PTHREAD, 5, 1);
  OTF2_EvtWriter_MpiSend(w, NULL, 1100, 0, 0, 9, 64);
  OTF2_EvtWriter_Metric(w, NULL, 1110, 0, 1, &type, &value);
  OTF2_EvtWriter_MpiCollectiveBegin(w, NULL, 1120);
  OTF2_EvtWriter_MpiCollectiveEnd(w, NULL, 1130, OTF2_COLLECTIVE_OP_ALLREDUCE, 0, 0, 8, 8);
  OTF2_EvtWriter_ThreadFork(w, NULL, 1140, OTF2_PARADIGM_OPENMP, 2);
  OTF2_EvtWriter_Leave(w, NULL, 1500, 0);
  OTF2_Archive_CloseEvtWriter(archive, w);
}

/* Rank 0, though its location comes second. */
static void write_more_events(OTF2_Archive *archive) {
  OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter(archive, 9);
  OTF2_Type types[] = {OTF2_TYPE_INT64, OTF2_TYPE_UINT64};
  OTF2_MetricValue values[] = {{.signed_int = -1}, {.unsigned_int = 3}};
  OTF2_EvtWriter_ProgramBegin(w, NULL, 1000, 12, 0, NULL);
  OTF2_EvtWriter_Enter(w, NULL, 1010, 3000000000u);
  OTF2_EvtWriter_MpiIrecv(w, NULL, 1020, 0, 1, 9, 64, 1);
  OTF2_EvtWriter_Leave(w, NULL, 1030, 3000000000u);
  OTF2_EvtWriter_Enter(w, NULL, 1040, 4000000000u);
  OTF2_EvtWriter_MpiIsend(w, NULL, 1050, 0, 1, 8, 16, 2);
  OTF2_EvtWriter_Leave(w, NULL, 1060, 4000000000u);
  OTF2_EvtWriter_Metric(w, NULL, 1070, 2, 2, types, values);
  OTF2_Archive_CloseEvtWriter(archive, w);
  w = OTF2_Archive_GetEvtWriter(archive, 11);
  OTF2_EvtWriter_Metric(w, NULL, 1080, 2, 2, types, values);
  OTF2_Archive_CloseEvtWriter(archive, w);
}

static void write_definitions(OTF2_Archive *archive) {
  const char *texts[] = {"", "main", "loop", "wait", "a.c", "worker", "node", "flops", "world", "MPI_Recv", "power", "reversed", "./other"};
  OTF2_GlobalDefWriter *d = OTF2_Archive_GetGlobalDefWriter(archive);
  OTF2_MetricMemberRef member = 0, members[] = {1, 2};
  uint64_t ranks[] = {9, 7}, reversed[] = {1, 0};
  OTF2_GlobalDefWriter_WriteClockProperties(d, 500000000, 1000, 500, OTF2_UNDEFINED_TIMESTAMP); /* 2 ns a tick */
  for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++) OTF2_GlobalDefWriter_WriteString(d, i, texts[i]);
  OTF2_GlobalDefWriter_WriteSystemTreeNode(d, 0, 6, 6, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteLocationGroup(d, 0, 6, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocationGroup(d, 1, 6, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocation(d, 7, 5, OTF2_LOCATION_TYPE_CPU_THREAD, 16, 0);
  OTF2_GlobalDefWriter_WriteLocation(d, 9, 5, OTF2_LOCATION_TYPE_CPU_THREAD, 8, 1);
  OTF2_GlobalDefWriter_WriteLocation(d, 11, 5, OTF2_LOCATION_TYPE_METRIC, 1, 1);
  OTF2_GlobalDefWriter_WriteRegion(d, 0, 1, 1, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, 0, 4, 10, 20);
  OTF2_GlobalDefWriter_WriteRegion(d, 1, 2, 2, 0, OTF2_REGION_ROLE_LOOP, OTF2_PARADIGM_OPENMP, 0, 4, 12, 14);
  OTF2_GlobalDefWriter_WriteRegion(d, 2, 3, 3, 0, OTF2_REGION_ROLE_IMPLICIT_BARRIER, OTF2_PARADIGM_OPENMP, 0, 4, 14, 14);
  for (uint32_t i = 3; i < 5; i++) /* numbered with a gap, the same but for the number */
    OTF2_GlobalDefWriter_WriteRegion(d, i * 1000000000, 9, 9, 0, OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI, 0, 0, 0, 0);
  OTF2_GlobalDefWriter_WriteGroup(d, 0, 8, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, 0, 2, ranks);
  OTF2_GlobalDefWriter_WriteComm(d, 0, 8, 0, OTF2_UNDEFINED_COMM, 0);
  OTF2_GlobalDefWriter_WriteGroup(d, 1, 11, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 0, 2, reversed);
  OTF2_GlobalDefWriter_WriteComm(d, 1, 11, 1, OTF2_UNDEFINED_COMM, 0);
  OTF2_GlobalDefWriter_WriteMetricMember(d, 0, 7, 0, OTF2_METRIC_TYPE_USER, OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_DOUBLE,
                                         OTF2_BASE_DECIMAL, 0, 0);
  OTF2_GlobalDefWriter_WriteMetricClass(d, 0, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU);
  for (uint32_t i = 1; i < 3; i++)
    OTF2_GlobalDefWriter_WriteMetricMember(d, i, 10, 0, OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ABSOLUTE_POINT,
                                           i == 1 ? OTF2_TYPE_INT64 : OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, 0);
  OTF2_GlobalDefWriter_WriteMetricClass(d, 1, 2, members, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_ABSTRACT);
  OTF2_GlobalDefWriter_WriteMetricInstance(d, 2, 1, 11, OTF2_SCOPE_LOCATION, 9);
}

int main(int argc, char **argv) {
  OTF2_FlushCallbacks callbacks = {flush, NULL};
  OTF2_Archive *archive = OTF2_Archive_Open(argv[1], "other", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks(archive);
  OTF2_Archive_OpenEvtFiles(archive);
  write_events(archive);
  write_more_events(archive);
  OTF2_Archive_CloseEvtFiles(archive);
  write_definitions(archive);
  return OTF2_Archive_Close(archive) != OTF2_SUCCESS;
}
