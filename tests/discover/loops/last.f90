! What an iteration sets and code behind the loop reads: also by way of a copy, where it is the same in each, and where
! an inlined function has another name for it.
program last_values
  implicit none
  integer, parameter :: n = 240
  real(8) :: a(n), b(n), x, y
  integer :: i, j, last, fixed, table(40, 60)
  logical :: told
  do i = 1, n !@ doall
    a(i) = mod(i * 29, 83)
  end do
  last = 0
  fixed = 1
  do i = 1, n !@ doall lastprivate(last) lastprivate(fixed) or doall lastprivate(i) lastprivate(last) lastprivate(fixed)
    last = i
    fixed = 5
    b(i) = a(i) * 2
  end do
  print *, last, fixed
  do i = 1, n !@ doall lastprivate(x)
    x = square(a(i))
    b(i) = x + 1
  end do
  print *, x
  told = .false.
  do i = 1, n !@ doall private(y) lastprivate(told)
    told = .true.
    y = 0
    if (a(i) > 40) y = a(i)
    b(i) = y
  end do
  print *, told, sum(b)
  do j = 1, 60 !@ doall
    do i = 1, 40 !@ doall
      table(i, j) = i * j
    end do
  end do
  print *, i, j, table(3, 5)
  x = 1000
  call least_of(b, x)
  print *, x
contains
  subroutine least_of(v, r)
    real(8), intent(in) :: v(n)
    real(8), intent(inout) :: r
    integer :: k
    do k = 1, n !@ reduction reduction(min:r)
      r = min(r, v(k))
    end do
  end subroutine

  real(8) function square(z)
    real(8), intent(in) :: z
    real(8) :: t
    t = z * z
    square = t + 1
  end function
end program
