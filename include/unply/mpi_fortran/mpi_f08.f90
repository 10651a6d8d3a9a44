! The module mpi_f08 for flang, over the functions of Open MPI's own module mpi_f08, whose module file belongs to gfortran.
! Handles have the numbers of mpif.h, as they have in Open MPI. A function that is not declared here (of files, windows,
! new operations) is called without an interface, with all its arguments: it is then that of mpif.h.
module mpi_f08
  use mpi, number_comm_world => MPI_COMM_WORLD, number_comm_self => MPI_COMM_SELF, &
    number_comm_null => MPI_COMM_NULL, number_aint => MPI_AINT, number_byte => MPI_BYTE, &
    number_character => MPI_CHARACTER, number_complex => MPI_COMPLEX, number_complex8 => MPI_COMPLEX8, &
    number_complex16 => MPI_COMPLEX16, number_complex32 => MPI_COMPLEX32, number_count => MPI_COUNT, &
    number_datatype_null => MPI_DATATYPE_NULL, number_double_complex => MPI_DOUBLE_COMPLEX, &
    number_double_precision => MPI_DOUBLE_PRECISION, number_integer => MPI_INTEGER, &
    number_integer1 => MPI_INTEGER1, number_integer2 => MPI_INTEGER2, number_integer4 => MPI_INTEGER4, &
    number_integer8 => MPI_INTEGER8, number_integer16 => MPI_INTEGER16, number_logical => MPI_LOGICAL, &
    number_logical1 => MPI_LOGICAL1, number_logical2 => MPI_LOGICAL2, number_logical4 => MPI_LOGICAL4, &
    number_logical8 => MPI_LOGICAL8, number_offset => MPI_OFFSET, number_packed => MPI_PACKED, &
    number_real => MPI_REAL, number_real2 => MPI_REAL2, number_real4 => MPI_REAL4, number_real8 => MPI_REAL8, &
    number_real16 => MPI_REAL16, number_2double_precision => MPI_2DOUBLE_PRECISION, &
    number_2integer => MPI_2INTEGER, number_2real => MPI_2REAL, number_char => MPI_CHAR, number_short => MPI_SHORT, &
    number_int => MPI_INT, number_long => MPI_LONG, number_long_long => MPI_LONG_LONG, &
    number_long_long_int => MPI_LONG_LONG_INT, number_long_double => MPI_LONG_DOUBLE, number_float => MPI_FLOAT, &
    number_double => MPI_DOUBLE, number_unsigned => MPI_UNSIGNED, number_unsigned_char => MPI_UNSIGNED_CHAR, &
    number_unsigned_long => MPI_UNSIGNED_LONG, number_unsigned_short => MPI_UNSIGNED_SHORT, &
    number_signed_char => MPI_SIGNED_CHAR, number_int8_t => MPI_INT8_T, number_int16_t => MPI_INT16_T, &
    number_int32_t => MPI_INT32_T, number_int64_t => MPI_INT64_T, number_uint8_t => MPI_UINT8_T, &
    number_uint16_t => MPI_UINT16_T, number_uint32_t => MPI_UINT32_T, number_uint64_t => MPI_UINT64_T, &
    number_c_bool => MPI_C_BOOL, number_c_complex => MPI_C_COMPLEX, &
    number_c_double_complex => MPI_C_DOUBLE_COMPLEX, number_c_float_complex => MPI_C_FLOAT_COMPLEX, &
    number_band => MPI_BAND, number_bor => MPI_BOR, number_bxor => MPI_BXOR, number_land => MPI_LAND, &
    number_lor => MPI_LOR, number_lxor => MPI_LXOR, number_max => MPI_MAX, number_maxloc => MPI_MAXLOC, &
    number_min => MPI_MIN, number_minloc => MPI_MINLOC, number_no_op => MPI_NO_OP, number_op_null => MPI_OP_NULL, &
    number_prod => MPI_PROD, number_replace => MPI_REPLACE, number_sum => MPI_SUM, &
    number_request_null => MPI_REQUEST_NULL, number_group_empty => MPI_GROUP_EMPTY, &
    number_group_null => MPI_GROUP_NULL, number_info_env => MPI_INFO_ENV, number_info_null => MPI_INFO_NULL, &
    number_errhandler_null => MPI_ERRHANDLER_NULL, number_errors_are_fatal => MPI_ERRORS_ARE_FATAL, &
    number_errors_return => MPI_ERRORS_RETURN, number_win_null => MPI_WIN_NULL, &
    number_message_no_proc => MPI_MESSAGE_NO_PROC, number_message_null => MPI_MESSAGE_NULL, &
    ignored => MPI_STATUS_IGNORE, all_ignored => MPI_STATUSES_IGNORE
  implicit none
  private :: number_comm_world, number_comm_self, number_comm_null, number_aint, number_byte, number_character, &
    number_complex, number_complex8, number_complex16, number_complex32, number_count, number_datatype_null, &
    number_double_complex, number_double_precision, number_integer, number_integer1, number_integer2, &
    number_integer4, number_integer8, number_integer16, number_logical, number_logical1, number_logical2, &
    number_logical4, number_logical8, number_offset, number_packed, number_real, number_real2, number_real4, &
    number_real8, number_real16, number_2double_precision, number_2integer, number_2real, number_char, &
    number_short, number_int, number_long, number_long_long, number_long_long_int, number_long_double, &
    number_float, number_double, number_unsigned, number_unsigned_char, number_unsigned_long, &
    number_unsigned_short, number_signed_char, number_int8_t, number_int16_t, number_int32_t, number_int64_t, &
    number_uint8_t, number_uint16_t, number_uint32_t, number_uint64_t, number_c_bool, number_c_complex, &
    number_c_double_complex, number_c_float_complex, number_band, number_bor, number_bxor, number_land, number_lor, &
    number_lxor, number_max, number_maxloc, number_min, number_minloc, number_no_op, number_op_null, number_prod, &
    number_replace, number_sum, number_request_null, number_group_empty, number_group_null, number_info_env, &
    number_info_null, number_errhandler_null, number_errors_are_fatal, number_errors_return, number_win_null, &
    number_message_no_proc, number_message_null, ignored, all_ignored

  type, bind(c) :: MPI_Comm
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Datatype
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Op
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Request
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Group
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Info
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Errhandler
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Win
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Message
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_File
    integer :: MPI_VAL
  end type
  type, bind(c) :: MPI_Status
    integer :: MPI_SOURCE, MPI_TAG, MPI_ERROR
    integer, private :: internal(MPI_STATUS_SIZE - 3)
  end type

  type(MPI_Comm), parameter :: MPI_COMM_WORLD = MPI_Comm(number_comm_world), &
    MPI_COMM_SELF = MPI_Comm(number_comm_self), MPI_COMM_NULL = MPI_Comm(number_comm_null)

  type(MPI_Datatype), parameter :: MPI_AINT = MPI_Datatype(number_aint), MPI_BYTE = MPI_Datatype(number_byte), &
    MPI_CHARACTER = MPI_Datatype(number_character), MPI_COMPLEX = MPI_Datatype(number_complex), &
    MPI_COMPLEX8 = MPI_Datatype(number_complex8), MPI_COMPLEX16 = MPI_Datatype(number_complex16), &
    MPI_COMPLEX32 = MPI_Datatype(number_complex32), MPI_COUNT = MPI_Datatype(number_count), &
    MPI_DATATYPE_NULL = MPI_Datatype(number_datatype_null), &
    MPI_DOUBLE_COMPLEX = MPI_Datatype(number_double_complex), &
    MPI_DOUBLE_PRECISION = MPI_Datatype(number_double_precision), MPI_INTEGER = MPI_Datatype(number_integer), &
    MPI_INTEGER1 = MPI_Datatype(number_integer1), MPI_INTEGER2 = MPI_Datatype(number_integer2), &
    MPI_INTEGER4 = MPI_Datatype(number_integer4), MPI_INTEGER8 = MPI_Datatype(number_integer8), &
    MPI_INTEGER16 = MPI_Datatype(number_integer16), MPI_LOGICAL = MPI_Datatype(number_logical), &
    MPI_LOGICAL1 = MPI_Datatype(number_logical1), MPI_LOGICAL2 = MPI_Datatype(number_logical2), &
    MPI_LOGICAL4 = MPI_Datatype(number_logical4), MPI_LOGICAL8 = MPI_Datatype(number_logical8), &
    MPI_OFFSET = MPI_Datatype(number_offset), MPI_PACKED = MPI_Datatype(number_packed), &
    MPI_REAL = MPI_Datatype(number_real), MPI_REAL2 = MPI_Datatype(number_real2), &
    MPI_REAL4 = MPI_Datatype(number_real4), MPI_REAL8 = MPI_Datatype(number_real8), &
    MPI_REAL16 = MPI_Datatype(number_real16), MPI_2DOUBLE_PRECISION = MPI_Datatype(number_2double_precision), &
    MPI_2INTEGER = MPI_Datatype(number_2integer), MPI_2REAL = MPI_Datatype(number_2real), &
    MPI_CHAR = MPI_Datatype(number_char), MPI_SHORT = MPI_Datatype(number_short), &
    MPI_INT = MPI_Datatype(number_int), MPI_LONG = MPI_Datatype(number_long), &
    MPI_LONG_LONG = MPI_Datatype(number_long_long), MPI_LONG_LONG_INT = MPI_Datatype(number_long_long_int), &
    MPI_LONG_DOUBLE = MPI_Datatype(number_long_double), MPI_FLOAT = MPI_Datatype(number_float), &
    MPI_DOUBLE = MPI_Datatype(number_double), MPI_UNSIGNED = MPI_Datatype(number_unsigned), &
    MPI_UNSIGNED_CHAR = MPI_Datatype(number_unsigned_char), MPI_UNSIGNED_LONG = MPI_Datatype(number_unsigned_long), &
    MPI_UNSIGNED_SHORT = MPI_Datatype(number_unsigned_short), MPI_SIGNED_CHAR = MPI_Datatype(number_signed_char), &
    MPI_INT8_T = MPI_Datatype(number_int8_t), MPI_INT16_T = MPI_Datatype(number_int16_t), &
    MPI_INT32_T = MPI_Datatype(number_int32_t), MPI_INT64_T = MPI_Datatype(number_int64_t), &
    MPI_UINT8_T = MPI_Datatype(number_uint8_t), MPI_UINT16_T = MPI_Datatype(number_uint16_t), &
    MPI_UINT32_T = MPI_Datatype(number_uint32_t), MPI_UINT64_T = MPI_Datatype(number_uint64_t), &
    MPI_C_BOOL = MPI_Datatype(number_c_bool), MPI_C_COMPLEX = MPI_Datatype(number_c_complex), &
    MPI_C_DOUBLE_COMPLEX = MPI_Datatype(number_c_double_complex), &
    MPI_C_FLOAT_COMPLEX = MPI_Datatype(number_c_float_complex)

  type(MPI_Op), parameter :: MPI_BAND = MPI_Op(number_band), MPI_BOR = MPI_Op(number_bor), &
    MPI_BXOR = MPI_Op(number_bxor), MPI_LAND = MPI_Op(number_land), MPI_LOR = MPI_Op(number_lor), &
    MPI_LXOR = MPI_Op(number_lxor), MPI_MAX = MPI_Op(number_max), MPI_MAXLOC = MPI_Op(number_maxloc), &
    MPI_MIN = MPI_Op(number_min), MPI_MINLOC = MPI_Op(number_minloc), MPI_NO_OP = MPI_Op(number_no_op), &
    MPI_OP_NULL = MPI_Op(number_op_null), MPI_PROD = MPI_Op(number_prod), MPI_REPLACE = MPI_Op(number_replace), &
    MPI_SUM = MPI_Op(number_sum)

  type(MPI_Request), parameter :: MPI_REQUEST_NULL = MPI_Request(number_request_null)

  type(MPI_Group), parameter :: MPI_GROUP_EMPTY = MPI_Group(number_group_empty), &
    MPI_GROUP_NULL = MPI_Group(number_group_null)

  type(MPI_Info), parameter :: MPI_INFO_ENV = MPI_Info(number_info_env), MPI_INFO_NULL = MPI_Info(number_info_null)

  type(MPI_Errhandler), parameter :: MPI_ERRHANDLER_NULL = MPI_Errhandler(number_errhandler_null), &
    MPI_ERRORS_ARE_FATAL = MPI_Errhandler(number_errors_are_fatal), &
    MPI_ERRORS_RETURN = MPI_Errhandler(number_errors_return)

  type(MPI_Win), parameter :: MPI_WIN_NULL = MPI_Win(number_win_null)

  type(MPI_Message), parameter :: MPI_MESSAGE_NO_PROC = MPI_Message(number_message_no_proc), &
    MPI_MESSAGE_NULL = MPI_Message(number_message_null)

  type(MPI_Status) :: MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE(1)
  common /mpi_fortran_status_ignore/ MPI_STATUS_IGNORE
  common /mpi_fortran_statuses_ignore/ MPI_STATUSES_IGNORE

  interface operator(==)
    logical function comm_eq(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_comm_op_eq")
      import; type(MPI_Comm), intent(in) :: one, other
    end function
    logical function datatype_eq(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_datatype_op_eq")
      import; type(MPI_Datatype), intent(in) :: one, other
    end function
    logical function op_eq(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_op_op_eq")
      import; type(MPI_Op), intent(in) :: one, other
    end function
    logical function request_eq(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_request_op_eq")
      import; type(MPI_Request), intent(in) :: one, other
    end function
    logical function group_eq(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_group_op_eq")
      import; type(MPI_Group), intent(in) :: one, other
    end function
    logical function win_eq(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_win_op_eq")
      import; type(MPI_Win), intent(in) :: one, other
    end function
  end interface
  interface operator(/=)
    logical function comm_ne(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_comm_op_ne")
      import; type(MPI_Comm), intent(in) :: one, other
    end function
    logical function datatype_ne(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_datatype_op_ne")
      import; type(MPI_Datatype), intent(in) :: one, other
    end function
    logical function op_ne(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_op_op_ne")
      import; type(MPI_Op), intent(in) :: one, other
    end function
    logical function request_ne(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_request_op_ne")
      import; type(MPI_Request), intent(in) :: one, other
    end function
    logical function group_ne(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_group_op_ne")
      import; type(MPI_Group), intent(in) :: one, other
    end function
    logical function win_ne(one, other) bind(c, name="__mpi_f08_types_MOD_ompi_win_op_ne")
      import; type(MPI_Win), intent(in) :: one, other
    end function
  end interface

  interface

    subroutine MPI_Init(ierror) bind(c, name="mpi_init_f08_")
      import; implicit integer (a-z); optional :: ierror
    end subroutine
    subroutine MPI_Init_thread(required, provided, ierror) bind(c, name="mpi_init_thread_f08_")
      import; implicit integer (a-z); optional :: ierror
    end subroutine
    subroutine MPI_Query_thread(provided, ierror) bind(c, name="mpi_query_thread_f08_")
      import; implicit integer (a-z); optional :: ierror
    end subroutine
    subroutine MPI_Is_thread_main(flag, ierror) bind(c, name="mpi_is_thread_main_f08_")
      import; implicit integer (a-z); optional :: ierror
      logical :: flag
    end subroutine
    subroutine MPI_Initialized(flag, ierror) bind(c, name="mpi_initialized_f08_")
      import; implicit integer (a-z); optional :: ierror
      logical :: flag
    end subroutine
    subroutine MPI_Finalize(ierror) bind(c, name="mpi_finalize_f08_")
      import; implicit integer (a-z); optional :: ierror
    end subroutine
    subroutine MPI_Finalized(flag, ierror) bind(c, name="mpi_finalized_f08_")
      import; implicit integer (a-z); optional :: ierror
      logical :: flag
    end subroutine
    subroutine MPI_Abort(comm, errorcode, ierror) bind(c, name="mpi_abort_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Comm_rank(comm, rank, ierror) bind(c, name="mpi_comm_rank_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Comm_size(comm, size, ierror) bind(c, name="mpi_comm_size_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Comm_dup(comm, newcomm, ierror) bind(c, name="mpi_comm_dup_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm, newcomm
    end subroutine
    subroutine MPI_Comm_split(comm, color, key, newcomm, ierror) bind(c, name="mpi_comm_split_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm, newcomm
    end subroutine
    subroutine MPI_Comm_create(comm, group, newcomm, ierror) bind(c, name="mpi_comm_create_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm, newcomm; type(MPI_Group) :: group
    end subroutine
    subroutine MPI_Comm_free(comm, ierror) bind(c, name="mpi_comm_free_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Comm_group(comm, group, ierror) bind(c, name="mpi_comm_group_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; type(MPI_Group) :: group
    end subroutine
    subroutine MPI_Comm_set_errhandler(comm, errhandler, ierror) bind(c, name="mpi_comm_set_errhandler_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; type(MPI_Errhandler) :: errhandler
    end subroutine
    subroutine MPI_Comm_set_name_f08(comm, comm_name, ierror)
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; character(len=*) :: comm_name
    end subroutine
    subroutine MPI_Comm_get_name_f08(comm, comm_name, resultlen, ierror)
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; character(len=*) :: comm_name
    end subroutine
    subroutine MPI_Group_incl(group, n, ranks, newgroup, ierror) bind(c, name="mpi_group_incl_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Group) :: group, newgroup; integer :: ranks(*)
    end subroutine
    subroutine MPI_Group_rank(group, rank, ierror) bind(c, name="mpi_group_rank_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Group) :: group
    end subroutine
    subroutine MPI_Group_size(group, size, ierror) bind(c, name="mpi_group_size_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Group) :: group
    end subroutine
    subroutine MPI_Group_free(group, ierror) bind(c, name="mpi_group_free_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Group) :: group
    end subroutine
    subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror) bind(c, name="mpi_send_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Ssend(buf, count, datatype, dest, tag, comm, ierror) bind(c, name="mpi_ssend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Bsend(buf, count, datatype, dest, tag, comm, ierror) bind(c, name="mpi_bsend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Rsend(buf, count, datatype, dest, tag, comm, ierror) bind(c, name="mpi_rsend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror) bind(c, name="mpi_recv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Isend(buf, count, datatype, dest, tag, comm, request, ierror) bind(c, name="mpi_isend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Issend(buf, count, datatype, dest, tag, comm, request, ierror) bind(c, name="mpi_issend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Ibsend(buf, count, datatype, dest, tag, comm, request, ierror) bind(c, name="mpi_ibsend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Irsend(buf, count, datatype, dest, tag, comm, request, ierror) bind(c, name="mpi_irsend_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Irecv(buf, count, datatype, source, tag, comm, request, ierror) bind(c, name="mpi_irecv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Send_init(buf, count, datatype, dest, tag, comm, request, ierror) bind(c, &
        name="mpi_send_init_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Ssend_init(buf, count, datatype, dest, tag, comm, request, ierror) bind(c, &
        name="mpi_ssend_init_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Recv_init(buf, count, datatype, source, tag, comm, request, ierror) bind(c, &
        name="mpi_recv_init_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, &
        recvtag, comm, status, ierror) bind(c, name="mpi_sendrecv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, status, &
        ierror) bind(c, name="mpi_sendrecv_replace_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buf
      integer :: buf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Start(request, ierror) bind(c, name="mpi_start_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Startall(count, array_of_requests, ierror) bind(c, name="mpi_startall_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*)
    end subroutine
    subroutine MPI_Request_free(request, ierror) bind(c, name="mpi_request_free_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Cancel(request, ierror) bind(c, name="mpi_cancel_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Wait(request, status, ierror) bind(c, name="mpi_wait_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: request; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Waitall(count, array_of_requests, array_of_statuses, ierror) bind(c, name="mpi_waitall_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*); type(MPI_Status) :: array_of_statuses(*)
    end subroutine
    subroutine MPI_Waitany(count, array_of_requests, index, status, ierror) bind(c, name="mpi_waitany_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*); type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Waitsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, &
        ierror) bind(c, name="mpi_waitsome_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*); integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
    end subroutine
    subroutine MPI_Test(request, flag, status, ierror) bind(c, name="mpi_test_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: request; logical :: flag; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Testall(count, array_of_requests, flag, array_of_statuses, ierror) bind(c, name="mpi_testall_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*); logical :: flag; type(MPI_Status) :: array_of_statuses(*)
    end subroutine
    subroutine MPI_Testany(count, array_of_requests, index, flag, status, ierror) bind(c, name="mpi_testany_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*); logical :: flag; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Testsome(incount, array_of_requests, outcount, array_of_indices, array_of_statuses, &
        ierror) bind(c, name="mpi_testsome_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Request) :: array_of_requests(*); integer :: array_of_indices(*)
      type(MPI_Status) :: array_of_statuses(*)
    end subroutine
    subroutine MPI_Probe(source, tag, comm, status, ierror) bind(c, name="mpi_probe_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Iprobe(source, tag, comm, flag, status, ierror) bind(c, name="mpi_iprobe_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; logical :: flag; type(MPI_Status) :: status
    end subroutine
    subroutine MPI_Get_count(status, datatype, count, ierror) bind(c, name="mpi_get_count_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Status) :: status; type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Buffer_attach(buffer, size, ierror) bind(c, name="mpi_buffer_attach_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buffer
      integer :: buffer(*)
    end subroutine
    subroutine MPI_Buffer_detach(buffer_addr, size, ierror) bind(c, name="mpi_buffer_detach_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buffer_addr
      integer :: buffer_addr(*)
    end subroutine
    subroutine MPI_Barrier(comm, ierror) bind(c, name="mpi_barrier_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Bcast(buffer, count, datatype, root, comm, ierror) bind(c, name="mpi_bcast_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buffer
      integer :: buffer(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm, ierror) bind(c, name="mpi_reduce_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror) bind(c, name="mpi_allreduce_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror) bind(c, &
        name="mpi_gather_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, &
        ierror) bind(c, name="mpi_gatherv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; integer :: recvcounts(*), displs(*); type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, ierror) bind(c, &
        name="mpi_scatter_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, &
        ierror) bind(c, name="mpi_scatterv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      integer :: sendcounts(*), displs(*); type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror) bind(c, &
        name="mpi_allgather_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, &
        ierror) bind(c, name="mpi_allgatherv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; integer :: recvcounts(*), displs(*); type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, ierror) bind(c, &
        name="mpi_alltoall_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, &
        ierror) bind(c, name="mpi_alltoallv_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      integer :: sendcounts(*), sdispls(*), recvcounts(*), rdispls(*); type(MPI_Datatype) :: sendtype, recvtype
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, ierror) bind(c, &
        name="mpi_reduce_scatter_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      integer :: recvcounts(*); type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, ierror) bind(c, &
        name="mpi_reduce_scatter_block_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Scan(sendbuf, recvbuf, count, datatype, op, comm, ierror) bind(c, name="mpi_scan_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Exscan(sendbuf, recvbuf, count, datatype, op, comm, ierror) bind(c, name="mpi_exscan_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Ibarrier(comm, request, ierror) bind(c, name="mpi_ibarrier_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Ibcast(buffer, count, datatype, root, comm, request, ierror) bind(c, name="mpi_ibcast_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr buffer
      integer :: buffer(*)
      type(MPI_Datatype) :: datatype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request, ierror) bind(c, &
        name="mpi_ireduce_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request, ierror) bind(c, &
        name="mpi_iallreduce_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: datatype; type(MPI_Op) :: op; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
        ierror) bind(c, name="mpi_igather_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request, &
        ierror) bind(c, name="mpi_iscatter_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, &
        ierror) bind(c, name="mpi_iallgather_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request, &
        ierror) bind(c, name="mpi_ialltoall_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr sendbuf, recvbuf
      integer :: sendbuf(*), recvbuf(*)
      type(MPI_Datatype) :: sendtype, recvtype; type(MPI_Comm) :: comm; type(MPI_Request) :: request
    end subroutine
    subroutine MPI_Cart_create(comm_old, ndims, dims, periods, reorder, comm_cart, ierror) bind(c, &
        name="mpi_cart_create_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm_old, comm_cart; integer :: dims(*); logical :: periods(*), reorder
    end subroutine
    subroutine MPI_Cart_coords(comm, rank, maxdims, coords, ierror) bind(c, name="mpi_cart_coords_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; integer :: coords(*)
    end subroutine
    subroutine MPI_Cart_rank(comm, coords, rank, ierror) bind(c, name="mpi_cart_rank_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; integer :: coords(*)
    end subroutine
    subroutine MPI_Cart_shift(comm, direction, disp, rank_source, rank_dest, ierror) bind(c, &
        name="mpi_cart_shift_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm
    end subroutine
    subroutine MPI_Cart_sub(comm, remain_dims, newcomm, ierror) bind(c, name="mpi_cart_sub_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm, newcomm; logical :: remain_dims(*)
    end subroutine
    subroutine MPI_Cart_get(comm, maxdims, dims, periods, coords, ierror) bind(c, name="mpi_cart_get_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Comm) :: comm; integer :: dims(*), coords(*); logical :: periods(*)
    end subroutine
    subroutine MPI_Dims_create(nnodes, ndims, dims, ierror) bind(c, name="mpi_dims_create_f08_")
      import; implicit integer (a-z); optional :: ierror
      integer :: dims(*)
    end subroutine
    subroutine MPI_Type_contiguous(count, oldtype, newtype, ierror) bind(c, name="mpi_type_contiguous_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: oldtype, newtype
    end subroutine
    subroutine MPI_Type_vector(count, blocklength, stride, oldtype, newtype, ierror) bind(c, &
        name="mpi_type_vector_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: oldtype, newtype
    end subroutine
    subroutine MPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype, ierror) bind(c, &
        name="mpi_type_create_hvector_f08_")
      import; implicit integer (a-z); optional :: ierror
      integer(MPI_ADDRESS_KIND) :: stride; type(MPI_Datatype) :: oldtype, newtype
    end subroutine
    subroutine MPI_Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype, newtype, &
        ierror) bind(c, name="mpi_type_indexed_f08_")
      import; implicit integer (a-z); optional :: ierror
      integer :: array_of_blocklengths(*), array_of_displacements(*); type(MPI_Datatype) :: oldtype, newtype
    end subroutine
    subroutine MPI_Type_create_struct(count, array_of_blocklengths, array_of_displacements, array_of_types, &
        newtype, ierror) bind(c, name="mpi_type_create_struct_f08_")
      import; implicit integer (a-z); optional :: ierror
      integer :: array_of_blocklengths(*); integer(MPI_ADDRESS_KIND) :: array_of_displacements(*)
      type(MPI_Datatype) :: array_of_types(*), newtype
    end subroutine
    subroutine MPI_Type_create_resized(oldtype, lb, extent, newtype, ierror) bind(c, &
        name="mpi_type_create_resized_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: oldtype, newtype; integer(MPI_ADDRESS_KIND) :: lb, extent
    end subroutine
    subroutine MPI_Type_create_subarray(ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, oldtype, &
        newtype, ierror) bind(c, name="mpi_type_create_subarray_f08_")
      import; implicit integer (a-z); optional :: ierror
      integer :: array_of_sizes(*), array_of_subsizes(*), array_of_starts(*); type(MPI_Datatype) :: oldtype, newtype
    end subroutine
    subroutine MPI_Type_commit(datatype, ierror) bind(c, name="mpi_type_commit_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Type_free(datatype, ierror) bind(c, name="mpi_type_free_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Type_size(datatype, size, ierror) bind(c, name="mpi_type_size_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: datatype
    end subroutine
    subroutine MPI_Type_get_extent(datatype, lb, extent, ierror) bind(c, name="mpi_type_get_extent_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Datatype) :: datatype; integer(MPI_ADDRESS_KIND) :: lb, extent
    end subroutine
    subroutine MPI_Get_address(location, address, ierror) bind(c, name="mpi_get_address_f08_")
      import; implicit integer (a-z); optional :: ierror
      !dir$ ignore_tkr location
      integer :: location(*)
      integer(MPI_ADDRESS_KIND) :: address
    end subroutine
    subroutine MPI_Op_free(op, ierror) bind(c, name="mpi_op_free_f08_")
      import; implicit integer (a-z); optional :: ierror
      type(MPI_Op) :: op
    end subroutine
    subroutine MPI_Get_processor_name_f08(name, resultlen, ierror)
      import; implicit integer (a-z); optional :: ierror
      character(len=*) :: name
    end subroutine
    subroutine MPI_Get_version(version, subversion, ierror) bind(c, name="mpi_get_version_f08_")
      import; implicit integer (a-z); optional :: ierror
    end subroutine
  end interface
  interface MPI_Comm_set_name
    procedure MPI_Comm_set_name_f08
  end interface
  interface MPI_Comm_get_name
    procedure MPI_Comm_get_name_f08
  end interface
  interface MPI_Get_processor_name
    procedure MPI_Get_processor_name_f08
  end interface
end module mpi_f08
