! MPI in Fortran, by the module that the first line of the program names: as messages.c.
program messages
  use MODULE
  implicit none
  integer :: rank, size, next, before, ierror, count
  real(8) :: out(10), in(10)
#ifdef F08
  type(MPI_Status) :: status
#else
  integer :: status(MPI_STATUS_SIZE)
#endif
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  next = mod(rank + 1, size)
  before = mod(rank + size - 1, size)
  out = rank
  if (mod(rank, 2) == 0) then
    call MPI_Send(out, 10, MPI_REAL8, next, 5, MPI_COMM_WORLD, ierror)             ! @send
    call MPI_Recv(in, 10, MPI_REAL8, before, 5, MPI_COMM_WORLD, status, ierror)    ! @receive
  else
    call MPI_Recv(in, 10, MPI_REAL8, before, 5, MPI_COMM_WORLD, status, ierror)    ! @receive_first
    call MPI_Send(out, 10, MPI_REAL8, next, 5, MPI_COMM_WORLD, ierror)             ! @send_last
  end if
  call MPI_Get_count(status, MPI_REAL8, count, ierror)
  call MPI_Allreduce(MPI_IN_PLACE, out, 10, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, ierror) ! @reduce
  print '(a, i0, a, i0, a, i0, a, i0)', 'rank ', rank, ' to ', next, ' from ', before, ' bytes ', 8 * count
  call MPI_Finalize(ierror)
end program
