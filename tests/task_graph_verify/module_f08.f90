! The module mpi_f08: handles of derived types, an array of them assigned at once, and sizes from the program's arguments.
program ring
  use mpi_f08
  implicit none
  integer :: rank, size, n, turns, length, i
  character(len=32) :: word
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2)
  type(MPI_Comm) :: comm
  real(8), allocatable :: left(:), right(:)
  real(8) :: total
  call MPI_Init()
  comm = MPI_COMM_WORLD
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, size)
  n = 8
  turns = 1
  if (rank == 0 .and. command_argument_count() > 0) then
    call get_command_argument(1, word, length)
    read (word(1:length), *) n
    call get_command_argument(2, word)
    read (word, '(i32)') turns
  end if
  call MPI_Bcast(n, 1, MPI_INTEGER, 0, comm)
  call MPI_Bcast(turns, 1, MPI_INTEGER, 0, comm)
  allocate (left(n), right(n))
  do i = 1, n
    right(i) = rank + i
  end do
  do i = 1, turns
    requests = MPI_REQUEST_NULL
    if (rank > 0) call MPI_Irecv(left, n, MPI_DOUBLE_PRECISION, rank - 1, 7, comm, requests(1))
    if (rank < size - 1) call MPI_Isend(right, n, MPI_DOUBLE_PRECISION, rank + 1, 7, comm, requests(2))
    call MPI_Waitall(2, requests, statuses)
    if (rank > 0) right(1) = left(n)
  end do
  if (comm /= MPI_COMM_WORLD) call MPI_Barrier(comm)
  call MPI_Reduce(right(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, comm)
  if (rank == 0) print *, total
  call MPI_Finalize()
end program
