! Reductions of do concurrent: flang 22 has one name for them and for those of OpenMP with the same operator and type.
module concurrent
  implicit none
  integer, parameter :: n = 150
  integer :: x(n)
contains
  subroutine fill
    integer :: i
    do i = 1, n
      x(i) = mod(i * 41 + 13, 127)
    end do
  end subroutine

  subroutine concurrent_sum
    integer :: i, s
    s = 0
    do concurrent (i = 1:n) reduce(+:s)
      s = s + x(i)
    end do
    print *, 'concurrent_sum', s
  end subroutine

  subroutine sums
    integer :: i, s
    s = 0
    do i = 1, n
      s = s + x(i) / 2
    end do
    print *, 'sums', s
  end subroutine

  subroutine largest
    integer :: i, most
    most = 0
    do i = 1, n
      most = max(most, x(i))
    end do
    print *, 'largest', most
  end subroutine
end module

program all
  use concurrent
  implicit none
  call fill
  call concurrent_sum
  call sums
  call largest
end program
