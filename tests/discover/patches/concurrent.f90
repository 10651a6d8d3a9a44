! Clauses of do concurrent: flang 22 has one name for what they make of a variable and for what the same clause of OpenMP
! makes of it, and one for reductions of one operator and type.
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

  subroutine copies
    integer :: i, t, u, w
    integer :: y(n), z(n)
    u = 5
    do concurrent (i = 1:n) local(t) local_init(u)
      t = x(i) * 2
      y(i) = t + u
    end do
    do concurrent (i = 1:n) &
        shared(w) local(t)
      z(i) = i
    end do
    print *, 'concurrent', sum(y), sum(z)
    do i = 1, n
      t = x(i) + 1
      y(i) = t * t
    end do
    do i = 1, n
      t = x(i) + 2
      z(i) = t * y(i)
    end do
    print *, 'last of them', t
    do i = 1, n
      if (x(i) > 60) u = x(i)
      z(i) = z(i) + u - 1
      u = 5
    end do
    do i = 1, n
      w = x(i) * 3
      z(i) = z(i) + w * w
    end do
    print *, 'copies', sum(y), sum(z)
  end subroutine
end module

program all
  use concurrent
  implicit none
  call fill
  call concurrent_sum
  call sums
  call largest
  call copies
end program
