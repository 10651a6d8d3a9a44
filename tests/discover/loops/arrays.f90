! Loops that the compiler makes of statements about arrays.
module arrays
  implicit none
  integer, parameter :: n = 300
contains
  subroutine assignments(a, b)
    real(8), intent(out) :: a(n), b(n)
    integer :: i
    do i = 1, n !@ doall
      a(i) = mod(i * 7, 31)
    end do
    b = 2 * a + sqrt(a) !@ doall
    b(2:n - 1) = a(3:n) - & !@ doall
      a(1:n - 2)
    where (a > 12) b = a * 3 !@ doall
    print '(a,f14.4)', ' assignments ', b(n / 2)
  end subroutine
end module

program main
  use arrays
  implicit none
  real(8) :: a(n), b(n)
  call assignments(a, b)
end program
