// The numbers in MPICH's mpi.h and mpif.h, and in Open MPI's mpif-handles.h.
#include "stg/program/handle_numbers.h"
#include <map>

namespace unply::stg {

static int handle_named(std::string_view name) {
  const auto& handles = predefined_handles();
  for (size_t i = 0; i < handles.size(); ++i)
    if (handles[i].name == name) return int(i);
  return -1;
}

static const std::map<uint32_t, const char*> kMpichNames = {{0x04000000, "MPI_COMM_NULL"},
                                                            {0x44000000, "MPI_COMM_WORLD"},
                                                            {0x44000001, "MPI_COMM_SELF"},
                                                            {0x2c000000, "MPI_REQUEST_NULL"},
                                                            {0x08000000, "MPI_GROUP_NULL"},
                                                            {0x48000000, "MPI_GROUP_EMPTY"},
                                                            {0x18000000, "MPI_OP_NULL"},
                                                            {0x58000001, "MPI_MAX"},
                                                            {0x58000002, "MPI_MIN"},
                                                            {0x58000003, "MPI_SUM"},
                                                            {0x58000004, "MPI_PROD"},
                                                            {0x58000005, "MPI_LAND"},
                                                            {0x58000006, "MPI_BAND"},
                                                            {0x58000007, "MPI_LOR"},
                                                            {0x58000008, "MPI_BOR"},
                                                            {0x58000009, "MPI_LXOR"},
                                                            {0x5800000a, "MPI_BXOR"},
                                                            {0x5800000b, "MPI_MINLOC"},
                                                            {0x5800000c, "MPI_MAXLOC"},
                                                            {0x0c000000, "MPI_DATATYPE_NULL"},
                                                            {0x4c000101, "MPI_CHAR"},
                                                            {0x4c000118, "MPI_SIGNED_CHAR"},
                                                            {0x4c000102, "MPI_UNSIGNED_CHAR"},
                                                            {0x4c00010d, "MPI_BYTE"},
                                                            {0x4c00010f, "MPI_PACKED"},
                                                            {0x4c000203, "MPI_SHORT"},
                                                            {0x4c000204, "MPI_UNSIGNED_SHORT"},
                                                            {0x4c000405, "MPI_INT"},
                                                            {0x4c000406, "MPI_UNSIGNED"},
                                                            {0x4c000807, "MPI_LONG"},
                                                            {0x4c000808, "MPI_UNSIGNED_LONG"},
                                                            {0x4c000809, "MPI_LONG_LONG"},
                                                            {0x4c00040a, "MPI_FLOAT"},
                                                            {0x4c00080b, "MPI_DOUBLE"},
                                                            {0x4c00100c, "MPI_LONG_DOUBLE"},
                                                            {0x4c000137, "MPI_INT8_T"},
                                                            {0x4c000238, "MPI_INT16_T"},
                                                            {0x4c000439, "MPI_INT32_T"},
                                                            {0x4c00083a, "MPI_INT64_T"},
                                                            {0x4c00011a, "MPI_CHARACTER"},
                                                            {0x4c00041d, "MPI_LOGICAL"},
                                                            {0x4c00041b, "MPI_INTEGER"},
                                                            {0x4c00041c, "MPI_REAL"},
                                                            {0x4c00081f, "MPI_DOUBLE_PRECISION"},
                                                            {0x4c00081e, "MPI_COMPLEX"},
                                                            {0x4c000829, "MPI_REAL8"},
                                                            {0x4c000427, "MPI_REAL4"},
                                                            {0x4c000430, "MPI_INTEGER4"},
                                                            {0x4c000831, "MPI_INTEGER8"},
                                                            {0x4c00012d, "MPI_INTEGER1"},
                                                            {0x4c00022f, "MPI_INTEGER2"},
                                                            {0x4c000820, "MPI_2INTEGER"},
                                                            {0x4c000821, "MPI_2REAL"},
                                                            {0x4c001023, "MPI_2DOUBLE_PRECISION"},
                                                            {0x4c000816, "MPI_2INT"},
                                                            {0x8c000001, "MPI_DOUBLE_INT"},
                                                            {0x8c000000, "MPI_FLOAT_INT"},
                                                            {0x4c00013f, "MPI_C_BOOL"},
                                                            {0x4c00083e, "MPI_UINT64_T"},
                                                            {0x4c00043d, "MPI_UINT32_T"},
                                                            {0x4c000819, "MPI_UNSIGNED_LONG_LONG"},
                                                            {0x4c000843, "MPI_AINT"},
                                                            {0x4c001041, "MPI_C_DOUBLE_COMPLEX"},
                                                            {0x4c00040e, "MPI_WCHAR"},
                                                            {0x4c001022, "MPI_DOUBLE_COMPLEX"}};

// The numbers in Open MPI's mpif-handles.h.
static const std::map<std::string_view, std::map<uint32_t, const char*>> kOpenMpiFortran = {
    {"comm", {{0, "MPI_COMM_WORLD"}, {1, "MPI_COMM_SELF"}, {2, "MPI_COMM_NULL"}}},
    {"group", {{0, "MPI_GROUP_NULL"}, {1, "MPI_GROUP_EMPTY"}}},
    {"op",
     {{0, "MPI_OP_NULL"},
      {1, "MPI_MAX"},
      {2, "MPI_MIN"},
      {3, "MPI_SUM"},
      {4, "MPI_PROD"},
      {5, "MPI_LAND"},
      {6, "MPI_BAND"},
      {7, "MPI_LOR"},
      {8, "MPI_BOR"},
      {9, "MPI_LXOR"},
      {10, "MPI_BXOR"},
      {11, "MPI_MAXLOC"},
      {12, "MPI_MINLOC"},
      {13, "MPI_REPLACE"}}},
    {"type", {{0, "MPI_DATATYPE_NULL"}, {1, "MPI_BYTE"},
              {2, "MPI_PACKED"},        {5, "MPI_CHARACTER"},
              {6, "MPI_LOGICAL"},       {7, "MPI_INTEGER"},
              {8, "MPI_INTEGER1"},      {9, "MPI_INTEGER2"},
              {10, "MPI_INTEGER4"},     {11, "MPI_INTEGER8"},
              {13, "MPI_REAL"},         {14, "MPI_REAL4"},
              {15, "MPI_REAL8"},        {17, "MPI_DOUBLE_PRECISION"},
              {18, "MPI_COMPLEX"},      {22, "MPI_DOUBLE_COMPLEX"},
              {23, "MPI_2REAL"},        {24, "MPI_2DOUBLE_PRECISION"},
              {25, "MPI_2INTEGER"},     {34, "MPI_CHAR"},
              {39, "MPI_INT"},          {41, "MPI_LONG"},
              {45, "MPI_FLOAT"},        {46, "MPI_DOUBLE"}}}};
using Numbers = std::map<uint32_t, int>; // of the library to positions among predefined_handles()

static Numbers numbers_of(const std::map<uint32_t, const char*>& names) {
  Numbers numbers;
  for (const auto& [number, name] : names)
    if (const int handle = handle_named(name); handle >= 0) numbers[number] = handle;
  return numbers;
}

static const Numbers& numbers_of(bool mpich, Role role) {
  static const Numbers kMpich = numbers_of(kMpichNames), kComms = numbers_of(kOpenMpiFortran.at("comm")),
                       kOps = numbers_of(kOpenMpiFortran.at("op")), kGroups = numbers_of(kOpenMpiFortran.at("group")),
                       kTypes = numbers_of(kOpenMpiFortran.at("type"));
  if (mpich) return kMpich;
  switch (role) {
  case Role::comm:
  case Role::new_comm:
    return kComms;
  case Role::op:
    return kOps;
  case Role::group:
    return kGroups;
  default:
    return kTypes;
  }
}

int predefined_of_number(bool mpich, bool fortran, Role role, uint32_t number) {
  if (!mpich && !fortran) return -1;
  const Numbers& numbers = numbers_of(mpich, role);
  const auto found = numbers.find(number);
  return found == numbers.end() ? -1 : found->second;
}

int64_t number_of_predefined(bool mpich, bool fortran, Role role, int handle) {
  if (!mpich && !fortran) return -1;
  for (const auto& [number, position] : numbers_of(mpich, role))
    if (position == handle) return number;
  return -1;
}

} // namespace unply::stg
