! flang loads the same object: accesses are hooked with their places.
! RUN: %flang -O1 | %filecheck
! CHECK: @__unply.module =
! CHECK-LABEL: define {{.*}}saxpy_(
! CHECK: call void @__unply_loop(i64
subroutine saxpy(n, a, x, y)
  integer :: n, i
  real(8) :: a, x(n), y(n)
  do i = 1, n
    y(i) = a * x(i) + y(i)
  end do
end subroutine
