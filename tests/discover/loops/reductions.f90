! Reductions in Fortran, by operators, intrinsic functions and conditions, and loops that look like them.
module reductions
  implicit none
  integer, parameter :: n = 150
  integer :: x(n)
  real(8) :: y(n)
contains
  subroutine fill
    integer :: i
    do i = 1, n !@ doall
      x(i) = mod(i * 41 + 13, 127)
      y(i) = mod(i * 7, 31)
    end do
  end subroutine

  subroutine sums
    integer :: i, s
    real(8) :: t
    s = 0
    t = 0
    do i = 1, n !@ reduction reduction(+:s,t)
      s = s + x(i)
      t = y(i) + t
    end do
    print *, 'sums', s, int(t)
  end subroutine

  subroutine difference
    integer :: i, s
    s = 1000
    do i = 1, n !@ reduction reduction(+:s)
      s = s - x(i)
    end do
    print *, 'difference', s
  end subroutine

  subroutine product_of_few
    integer :: i
    real(8) :: p
    p = 1
    do i = 1, 40 !@ reduction reduction(*:p)
      p = p * (1 + mod(x(i), 2))
    end do
    print *, 'product_of_few', int(p, 8)
  end subroutine

  subroutine extremes
    integer :: i, low, high
    low = huge(low)
    high = -huge(high)
    do i = 1, n !@ reduction reduction(min:low) reduction(max:high)
      low = min(low, x(i))
      high = max(x(i), high)
    end do
    print *, 'extremes', low, high
  end subroutine

  subroutine extremes_by_if
    integer :: i
    real(8) :: low, high
    low = y(1)
    high = y(1)
    do i = 2, n !@ reduction reduction(min:low)
      if (y(i) < low) low = y(i)
    end do
    do i = 2, n !@ reduction reduction(max:high)
      if (y(i) > high) then
        high = y(i)
      end if
    end do
    print *, 'extremes_by_if', int(low), int(high)
  end subroutine

  subroutine largest_and_place
    integer :: i, high, place
    high = -1
    place = 0
    do i = 1, n !@ reduction ... or serial
      if (x(i) > high) then
        high = x(i)
        place = i
      end if
    end do
    print *, 'largest_and_place', high, place
  end subroutine

  subroutine bits
    integer :: i, all_of, any_of, parity
    all_of = -1
    any_of = 0
    parity = 0
    do i = 1, n !@ reduction reduction(iand:all_of)
      all_of = iand(all_of, ior(x(i), 64))
    end do
    do i = 1, n !@ reduction reduction(ior:any_of)
      any_of = ior(any_of, iand(x(i), 20))
    end do
    do i = 1, n !@ reduction reduction(ieor:parity)
      parity = ieor(parity, x(i) * 3)
    end do
    print *, 'bits', all_of, any_of, parity
  end subroutine

  subroutine logic
    integer :: i
    logical :: all_of, any_of
    all_of = .true.
    any_of = .false.
    do i = 1, n !@ reduction reduction(.and.:all_of)
      all_of = all_of .and. x(i) >= 0
    end do
    do i = 1, n !@ reduction reduction(.or.:any_of)
      any_of = any_of .or. x(i) == 13
    end do
    print *, 'logic', all_of, any_of
  end subroutine

  subroutine counts
    integer :: i, small, large
    small = 0
    large = 0
    do i = 1, n !@ reduction reduction(+:small,large)
      if (x(i) < 30) then
        small = small + 1
      else if (x(i) > 100) then
        large = large + 1
      end if
    end do
    print *, 'counts', small, large
  end subroutine

  subroutine nested
    integer :: i, j, s, table(12, 10)
    do j = 1, 10 !@ doall
      do i = 1, 12 !@ doall
        table(i, j) = x(i * j)
      end do
    end do
    s = 0
    do j = 1, 10 !@ reduction reduction(+:s)
      do i = 1, 12 !@ reduction reduction(+:s)
        s = s + table(i, j) * j
      end do
    end do
    print *, 'nested', s
  end subroutine

  subroutine histogram
    integer :: i, s, count(0:9)
    count = 0
    do i = 1, n !@ reduction reduction(+:count)
      count(mod(x(i), 10)) = count(mod(x(i), 10)) + 1
    end do
    s = 0
    do i = 0, 9 !@ reduction reduction(+:s)
      s = s + i * count(i)
    end do
    print *, 'histogram', s
  end subroutine

  subroutine several
    integer :: i
    real(8) :: t, s, high
    s = 0
    high = 0
    do i = 1, n !@ reduction private(t) reduction(+:s) reduction(max:high)
      t = y(i) * 2 + 1
      s = s + t
      high = max(high, t)
    end do
    print *, 'several', int(s), int(high)
  end subroutine

  subroutine sum_of_columns
    integer :: i, j
    real(8) :: table(10, 14), total(10)
    do j = 1, 14 !@ doall
      table(:, j) = y(j:j + 9)
    end do
    total = 0
    do j = 1, 14 !@ reduction reduction(+:total)
      total(:) = total(:) + table(:, j)
    end do
    do i = 1, 10 !@ doall
      total(i) = total(i) + sum(table(i, :))
    end do
    print *, 'sum_of_columns', int(sum(total))
  end subroutine

  subroutine concurrent_sum
    integer :: i, s
    s = 0
    do concurrent (i = 1:n) reduce(+:s) !@ reduction reduction(+:s) or doall
      s = s + x(i)
    end do
    print *, 'concurrent_sum', s
  end subroutine

  subroutine running
    integer :: i, s, out(n)
    s = 0
    do i = 1, n !@ serial or pipeline
      s = s + x(i)
      out(i) = s
    end do
    print *, 'running', out(n / 2), out(n)
  end subroutine

  subroutine read_on_the_way
    integer :: i, s, over
    s = 0
    over = 0
    do i = 1, n !@ serial
      s = s + x(i)
      if (mod(s, 3) == 0) over = over + 1
    end do
    print *, 'read_on_the_way', s, over
  end subroutine

  subroutine horner
    integer :: i, s
    s = 0
    do i = 1, n !@ serial
      s = mod(s * 5 + x(i), 9973)
    end do
    print *, 'horner', s
  end subroutine

  subroutine alternating
    integer :: i, s
    s = 0
    do i = 1, n !@ serial
      s = x(i) - s
    end do
    print *, 'alternating', s
  end subroutine

  subroutine search
    integer :: i, place
    place = 0
    do i = 1, n !@ serial
      if (x(i) == 100) then
        place = i
        exit
      end if
    end do
    print *, 'search', place
  end subroutine

  subroutine last_of_some
    integer :: i, place
    place = 0
    do i = 1, n !@ serial
      if (x(i) > 120) place = i
    end do
    print *, 'last_of_some', place
  end subroutine

  function norm(z) result(r)
    real(8), intent(in) :: z(:)
    real(8) :: r
    integer :: i
    r = 0
    do i = 1, size(z) !@ reduction reduction(+:r)
      r = r + z(i) * z(i)
    end do
  end function
end module

program main
  use reductions
  implicit none
  call fill
  call sums
  call difference
  call product_of_few
  call extremes
  call extremes_by_if
  call largest_and_place
  call bits
  call logic
  call counts
  call nested
  call histogram
  call several
  call sum_of_columns
  call concurrent_sum
  call running
  call read_on_the_way
  call horner
  call alternating
  call search
  call last_of_some
  print *, 'norm', int(norm(y))
end program
