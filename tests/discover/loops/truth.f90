! Minima of several values, of sections, of variables in memory, and truth values by .eqv. and .neqv.
module extremes_of_all
  implicit none
  real(8) :: lowest = 1d9
  integer :: most = -1
end module

program truth
  use extremes_of_all
  implicit none
  integer, parameter :: n = 60
  real(8) :: a(n), b(n), s(n, n)
  integer :: k(n), l(n)
  logical :: m(n)
  real(8) :: low, high
  integer :: least
  call fill(n, a, b, s, k, l, m)
  call of_lists(n, a, b, k, l)
  call of_sections(n, s, a)
  call of_truth(n, m)
  low = 1d9
  high = -1d9
  least = 1000
  call of_memory(n, a, b, k, low, high, least)
  print *, low, high, least, lowest, most
contains
  subroutine fill(n, a, b, s, k, l, m)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n), b(n), s(n, n)
    integer, intent(out) :: k(n), l(n)
    logical, intent(out) :: m(n)
    integer :: i, j
    do i = 1, n !@ doall
      k(i) = mod(i * 131 + 57, 241)
      l(i) = mod(i * 37, 101)
      a(i) = k(i) * 0.5d0
      b(i) = l(i) - 7.25d0
      m(i) = mod(k(i), 3) == 0
    end do
    do j = 1, n !@ doall
      do i = 1, n !@ doall
        s(i, j) = mod(i * 17 + j * 29, 97) - 11.5d0
      end do
    end do
  end subroutine

  subroutine of_lists(n, a, b, k, l)
    integer, intent(in) :: n, k(n), l(n)
    real(8), intent(in) :: a(n), b(n)
    real(8) :: low, high, x
    integer :: i, least, most
    low = 1d9
    high = -1d9
    least = 1000
    most = -1
    x = 0
    do i = 1, n !@ reduction reduction(min:low)
      low = min(low, a(i), b(i))
    end do
    do i = 1, n !@ reduction reduction(max:high)
      high = max(a(i), b(i), high)
    end do
    do i = 1, n !@ reduction reduction(min:least) reduction(max:most)
      least = min(least, k(i), l(i))
      most = max(k(i), most, l(i), 5)
    end do
    do i = 1, n !@ serial
      x = min(x + 1, a(i), b(i))
    end do
    print *, low, high, least, most, x
  end subroutine

  subroutine of_sections(n, s, a)
    integer, intent(in) :: n
    real(8), intent(in) :: s(n, n), a(n)
    real(8) :: high, low, x
    integer :: j
    high = -1d9
    low = 1d9
    x = 0
    do j = 1, n !@ reduction reduction(max:high)
      high = max(high, maxval(s(:, j)))
    end do
    do j = 1, n !@ reduction reduction(min:low)
      low = min(low, minval(s(:, j)), a(j))
    end do
    do j = 1, n !@ serial
      x = maxval(s(:, j)) - x
    end do
    print *, high, low, x
  end subroutine

  subroutine of_memory(n, a, b, k, low, high, least)
    integer, intent(in) :: n, k(n)
    real(8), intent(in) :: a(n), b(n)
    real(8), intent(inout) :: low, high
    integer, intent(inout) :: least
    integer :: i
    do i = 1, n !@ reduction reduction(min:low)
      low = min(low, a(i), b(i))
    end do
    do i = 1, n !@ reduction reduction(max:high)
      high = max(a(i), high)
    end do
    do i = 1, n !@ reduction reduction(min:least)
      least = min(k(i), 900, least)
    end do
    do i = 1, n !@ reduction reduction(min:lowest)
      lowest = min(lowest, a(i), b(i))
    end do
    do i = 1, n !@ reduction reduction(max:most)
      most = max(most, k(i), 7)
    end do
    do i = 1, n !@ serial
      low = min(low + 1, a(i))
    end do
    do i = 1, n !@ serial
      high = max(high, a(i) - high / 2)
    end do
    do i = 1, n !@ serial
      least = min(least, k(i))
      most = max(most, least)
    end do
  end subroutine

  subroutine of_truth(n, m)
    integer, intent(in) :: n
    logical, intent(in) :: m(n)
    logical :: p, q, r
    integer :: i, count
    p = .true.
    q = .false.
    r = .false.
    count = 0
    do i = 1, n !@ reduction reduction(.eqv.:p)
      p = p .eqv. m(i)
    end do
    do i = 1, n !@ reduction reduction(.neqv.:q)
      q = q .neqv. m(i)
    end do
    do i = 1, n !@ serial
      r = r .neqv. m(i)
      if (r) count = count + 1
    end do
    print *, p, q, r, count
  end subroutine
end program
