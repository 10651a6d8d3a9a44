! Open MPI's mpif.h without its last part, mpif-sizeof.h: its kinds of REAL are not those of flang. All other parts are
! those of the installed Open MPI.
      include 'mpif-config.h'
      include 'mpif-constants.h'
      include 'mpif-handles.h'
      include 'mpif-io-constants.h'
      include 'mpif-io-handles.h'
      include 'mpif-externals.h'
      include 'mpif-sentinels.h'
