! Scalars that each iteration sets and hands to a procedure, which is recursive so that it is not inlined. That other
! calls hand it a value, too, may count as a value from before the loop.
module work_module
  implicit none
  integer, parameter :: n = 50, groups = 20
  integer :: common_group
contains
  recursive subroutine work(g, depth, a)
    integer, intent(in) :: g, depth
    real(8), intent(inout) :: a(n, groups)
    integer :: i
    do i = 1, n !@ doall
      a(i, g) = a(i, g) * 0.5d0 + g
    end do
    if (depth > 0) call work(g, depth - 1, a)
  end subroutine

  recursive subroutine work_on_common(depth, a)
    integer, intent(in) :: depth
    real(8), intent(inout) :: a(n, groups)
    a(1, common_group) = a(1, common_group) + 1
    if (depth > 0) call work_on_common(depth - 1, a)
  end subroutine
end module

subroutine temporary(act, a)
  use work_module
  implicit none
  integer, intent(in) :: act(groups)
  real(8), intent(inout) :: a(n, groups)
  integer :: k, g
  do k = 1, groups !@ doall private(g) or doall firstprivate(g)
    g = act(k)
    call work(g, 1, a)
  end do
end subroutine

subroutine last(act, a)
  use work_module
  implicit none
  integer, intent(in) :: act(groups)
  real(8), intent(inout) :: a(n, groups)
  integer :: k, g
  do k = 1, groups !@ doall lastprivate(g) or doall firstprivate(g) lastprivate(g)
    g = act(k)
    call work(g, 1, a)
  end do
  call work(g, 2, a)
end subroutine

! A procedure reads the variable by other ways, and would not see a copy.
subroutine elsewhere(act, a)
  use work_module
  implicit none
  integer, intent(in) :: act(groups)
  real(8), intent(inout) :: a(n, groups)
  integer :: k
  do k = 1, groups !@ serial
    common_group = act(k)
    call work_on_common(1, a)
  end do
end subroutine

subroutine by_host(act, a)
  use work_module
  implicit none
  integer, intent(in) :: act(groups)
  real(8), intent(inout) :: a(n, groups)
  integer :: k, g
  do k = 1, groups !@ serial
    g = act(k)
    call work(g, 1, a)
    call inner(1)
  end do
contains
  recursive subroutine inner(depth)
    integer, intent(in) :: depth
    a(2, g) = a(2, g) + 1
    if (depth > 0) call inner(depth - 1)
  end subroutine
end subroutine

program main
  use work_module
  implicit none
  integer :: act(groups), k
  real(8) :: a(n, groups)
  do k = 1, groups !@ doall
    act(k) = groups + 1 - k
  end do
  a = 1
  call temporary(act, a)
  call last(act, a)
  call elsewhere(act, a)
  call by_host(act, a)
  print '(a,f16.6)', ' arguments ', sum(a)
end program
