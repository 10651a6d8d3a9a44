! Ten vectors pass from rank to rank.
program shiftf
  implicit none
  include 'mpif.h'
  integer :: rank, size, error, k, steps, status(MPI_STATUS_SIZE)
  double precision :: a(100)
  steps = 10
  a = 0
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, size, error)
  do k = 1, steps
    if (rank > 0) call MPI_Recv(a, 100, MPI_DOUBLE_PRECISION, rank - 1, k, MPI_COMM_WORLD, status, error)
    if (rank < size - 1) call MPI_Send(a, 100, MPI_DOUBLE_PRECISION, rank + 1, k, MPI_COMM_WORLD, error)
  end do
  call MPI_Finalize(error)
end program shiftf
