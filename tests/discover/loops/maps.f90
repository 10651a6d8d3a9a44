! Elementwise loops, stencils and matrices in Fortran.
module maps
  implicit none
  integer, parameter :: n = 120, m = 16
  real(8) :: a(n), b(n), c(n), u(m, m), v(m, m), w(m, m)
contains
  subroutine fill
    integer :: i, j
    do i = 1, n !@ doall
      a(i) = mod(i * 17, 29)
      b(i) = mod(i, 7) + 1
      c(i) = 0
    end do
    do j = 1, m !@ doall
      do i = 1, m !@ doall
        u(i, j) = mod(i * 5 + j * 3, 11)
        v(i, j) = mod(i + j * j, 13)
        w(i, j) = 0
      end do
    end do
  end subroutine

  subroutine show(name, x)
    character(*), intent(in) :: name
    real(8), intent(in) :: x(:)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, size(x) !@ reduction reduction(+:s)
      s = s + x(i) * mod(i, 5)
    end do
    print '(a,1x,es12.5)', name, s
    call fill
  end subroutine

  subroutine add
    integer :: i
    do i = 1, n !@ doall
      c(i) = a(i) + b(i)
    end do
    call show('add', c)
  end subroutine

  subroutine conditional
    integer :: i
    do i = 1, n !@ doall
      if (a(i) > 14) then
        c(i) = a(i)
      else if (a(i) < 5) then
        cycle
      else
        c(i) = -b(i)
      end if
    end do
    call show('conditional', c)
  end subroutine

  subroutine backwards
    integer :: i
    do i = n, 1, -1 !@ doall
      c(i) = a(n + 1 - i)
    end do
    do i = n - 1, 1, -1 !@ serial or doacross
      c(i) = c(i + 1) / 2 + a(i)
    end do
    call show('backwards', c)
  end subroutine

  subroutine strided
    integer :: i
    do i = 1, n, 3 !@ doall
      c(i) = b(i) * 2
    end do
    do i = 3, n, 2 !@ serial or doacross
      a(i) = a(i) + a(i - 2)
    end do
    do i = 2, n, 2 !@ doall
      a(i) = a(i) + a(i - 1)
    end do
    call show('strided', a)
  end subroutine

  subroutine labelled
    integer :: i
    do 10 i = 1, n !@ doall
      c(i) = a(i) * b(i)
10  continue
    call show('labelled', c)
  end subroutine

  subroutine named
    integer :: i, j
    rows: do i = 1, m !@ doall
      columns: do j = 1, m !@ serial
        if (j > i) cycle rows
        w(i, j) = u(i, j) + 1
      end do columns
    end do rows
    call show('named', reshape(w, [m * m]))
  end subroutine

  subroutine concurrent_loops
    integer :: i, j
    do concurrent (i = 1:n) !@ doall
      c(i) = a(i) - b(i)
    end do
    do concurrent (i = 1:n, a(i) > 10) !@ doall
      c(i) = 2 * c(i)
    end do
    do concurrent (i = 2:m - 1, j = 2:m - 1) !@ doall
      w(i, j) = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)
    end do
    call show('concurrent_loops', [c, reshape(w, [m * m])])
  end subroutine

  subroutine sections
    integer :: j
    do j = 1, m !@ doall
      w(:, j) = u(:, j) * 2 + v(:, j)
    end do
    do j = 2, m !@ serial or doacross
      w(:, j) = w(:, j) + w(:, j - 1) / 2
    end do
    do j = 1, m !@ doall
      w(2:m, j) = w(1:m - 1, j)
    end do
    call show('sections', reshape(w, [m * m]))
  end subroutine

  subroutine jacobi
    integer :: i, j, t
    do t = 1, 4 !@ serial or doacross
      do j = 2, m - 1 !@ doall
        do i = 2, m - 1 !@ doall
          w(i, j) = (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) / 4
        end do
      end do
      do j = 2, m - 1 !@ doall
        do i = 2, m - 1 !@ doall
          u(i, j) = w(i, j)
        end do
      end do
    end do
    call show('jacobi', reshape(u, [m * m]))
  end subroutine

  subroutine jacobi_by_sections
    integer :: t
    do t = 1, 4 !@ serial or doacross
      w(2:m - 1, 2:m - 1) = (u(1:m - 2, 2:m - 1) + u(3:m, 2:m - 1)) / 2
      u(2:m - 1, 2:m - 1) = w(2:m - 1, 2:m - 1)
    end do
    call show('jacobi_by_sections', reshape(u, [m * m]))
  end subroutine

  subroutine seidel
    integer :: i, j
    do j = 2, m - 1 !@ doacross
      do i = 2, m - 1 !@ doacross or serial
        u(i, j) = (u(i - 1, j) + u(i, j - 1) + u(i + 1, j) + u(i, j + 1)) / 4
      end do
    end do
    call show('seidel', reshape(u, [m * m]))
  end subroutine

  subroutine red_black
    integer :: i, j, colour
    do colour = 0, 1 !@ serial or doacross
      do j = 2, m - 1 !@ doall
        do i = 2 + mod(j + colour, 2), m - 1, 2 !@ doall
          u(i, j) = (u(i - 1, j) + u(i, j - 1) + u(i + 1, j) + u(i, j + 1)) / 4
        end do
      end do
    end do
    call show('red_black', reshape(u, [m * m]))
  end subroutine

  subroutine product_of_matrices
    integer :: i, j, k
    do j = 1, m !@ doall
      do k = 1, m !@ reduction reduction(+:w)
        do i = 1, m !@ doall
          w(i, j) = w(i, j) + u(i, k) * v(k, j)
        end do
      end do
    end do
    call show('product_of_matrices', reshape(w, [m * m]))
  end subroutine

  subroutine product_by_dots
    integer :: i, j, k
    real(8) :: s
    do i = 1, m !@ doall private(s)
      do j = 1, m !@ doall private(s)
        s = 0
        do k = 1, m !@ reduction reduction(+:s)
          s = s + u(i, k) * v(k, j)
        end do
        w(i, j) = s
      end do
    end do
    do i = 1, m !@ doall
      do j = 1, m !@ doall
        w(i, j) = w(i, j) - dot_product(u(i, :), v(:, j))
      end do
    end do
    call show('product_by_dots', reshape(w, [m * m]))
  end subroutine

  subroutine transposed
    integer :: i, j
    real(8) :: t
    do j = 1, m !@ doall private(t)
      do i = 1, j - 1 !@ doall private(t)
        t = u(i, j)
        u(i, j) = u(j, i)
        u(j, i) = t
      end do
    end do
    call show('transposed', reshape(u, [m * m]))
  end subroutine

  subroutine factors
    integer :: i, j, k
    do k = 1, m !@ doall
      u(k, k) = 64
    end do
    do k = 1, m - 1 !@ serial or doacross or pipeline
      do i = k + 1, m !@ doall
        u(i, k) = u(i, k) / u(k, k)
      end do
      do j = k + 1, m !@ doall
        do i = k + 1, m !@ doall
          u(i, j) = u(i, j) - u(i, k) * u(k, j)
        end do
      end do
    end do
    call show('factors', reshape(u, [m * m]))
  end subroutine

  subroutine shifted(k)
    integer, intent(in) :: k
    integer :: i
    do i = 1, n / 2 !@ guarded
      a(i + k) = a(i) + 1
    end do
    call show('shifted', a)
  end subroutine

  subroutine shifted_a_little(k)
    integer, intent(in) :: k
    integer :: i
    do i = 1, n / 2 !@ doacross
      a(i + k) = a(i) + 1
    end do
    call show('shifted_a_little', a)
  end subroutine

  subroutine in_place
    integer :: i
    do i = 1, n - 1 !@ serial or doacross
      a(i) = a(i + 1) * 2
    end do
    do i = 2, n !@ serial or doacross
      b(i) = b(i - 1) + a(i)
    end do
    call show('in_place', b)
  end subroutine
end module

program main
  use maps
  implicit none
  call fill
  call add
  call conditional
  call backwards
  call strided
  call labelled
  call named
  call concurrent_loops
  call sections
  call jacobi
  call jacobi_by_sections
  call seidel
  call red_black
  call product_of_matrices
  call product_by_dots
  call transposed
  call factors
  call shifted(n / 2)
  call shifted_a_little(6)
  call in_place
end program
