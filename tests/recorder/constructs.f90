! Loops, a critical section and tasks in Fortran, on two threads; tags as in constructs.c.
program constructs
  use omp_lib
  implicit none
  integer :: i
  integer, parameter :: cells = 1000
  real(8) :: a(cells), total
  total = 0
!$omp parallel num_threads(2)  ! @parallel
!$omp do schedule(static)  ! @static_
  do i = 1, cells  ! @static
    a(i) = i
  end do
!$omp end do
!$omp do schedule(static, 30)
  do i = 1, cells  ! @static30
    a(i) = a(i) + 1
  end do
!$omp end do
!$omp do schedule(dynamic, 70)
  do i = 1, cells  ! @dynamic
    a(i) = a(i) + 1
  end do
!$omp end do
!$omp do reduction(+:total)
  do i = 1, cells  ! @reduction
    total = total + a(i)
  end do
!$omp end do
!$omp critical  ! @critical
  total = total + 1
!$omp end critical
!$omp single
!$omp task depend(out:a(1))
  a(1) = 2
!$omp end task
!$omp task depend(in:a(1))
  total = total + a(1)
!$omp end task
!$omp taskwait
!$omp end single
!$omp end parallel
  print '(f12.1)', total
end program
