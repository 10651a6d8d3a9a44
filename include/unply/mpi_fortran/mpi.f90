! The module mpi for flang, over the mpif.h that the MPI has: its own module files belong to gfortran.
module mpi
  implicit none
  include 'mpif.h'
end module mpi
