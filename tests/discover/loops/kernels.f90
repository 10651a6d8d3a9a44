! Kernels of Fortran programs: sparse products, particles, dynamic programming, derived types, pointers.
module kernels
  implicit none
  integer, parameter :: n = 60, m = 20
  type :: particle
    real(8) :: x, v
    integer :: cell
  end type
  type :: node
    integer :: value
    type(node), pointer :: next => null()
  end type
contains
  subroutine sparse
    integer :: first(n + 1), column(5 * n), r, k, e
    real(8) :: value(5 * n), x(n), y(n), s
    e = 0
    do r = 1, n !@ serial
      first(r) = e + 1
      do k = 0, mod(r, 4) !@ doall ... or serial
        e = e + 1
        column(e) = mod(r * 3 + k * 7, n) + 1
        value(e) = r + k
      end do
      x(r) = mod(r, 5)
    end do
    first(n + 1) = e + 1
    do r = 1, n !@ doall private(s)
      s = 0
      do k = first(r), first(r + 1) - 1 !@ reduction reduction(+:s)
        s = s + value(k) * x(column(k))
      end do
      y(r) = s
    end do
    s = 0
    do r = 1, n !@ reduction reduction(+:s)
      s = s + y(r) * r
    end do
    y = 0
    do r = 1, n !@ reduction reduction(+:y)
      do k = first(r), first(r + 1) - 1 !@ doall
        y(column(k)) = y(column(k)) + value(k) * x(r)
      end do
    end do
    print *, 'sparse', int(s), int(y(7))
  end subroutine

  subroutine gathers
    integer :: i, place(n), a(n), b(n), c(n)
    do i = 1, n !@ doall
      place(i) = mod(i * 7, n) + 1
      a(i) = i * i
      c(i) = 0
    end do
    do i = 1, n !@ doall
      b(i) = a(place(i))
    end do
    do i = 1, n !@ doall
      c(place(i)) = a(i)
    end do
    do i = 1, n !@ serial or doacross
      c(place(i) / 2 + 1) = a(i)
    end do
    do i = 1, n !@ serial or doacross
      a(place(i)) = a(i) + 1
    end do
    print *, 'gathers', sum(a), sum(b), sum(c)
  end subroutine

  subroutine particles
    type(particle) :: p(n)
    real(8) :: cells(10), energy
    integer :: i, t
    do i = 1, n !@ doall
      p(i)%x = i
      p(i)%v = mod(i, 4) - 1
      p(i)%cell = 0
    end do
    do t = 1, 5 !@ serial or doacross
      do i = 1, n !@ doall
        p(i)%x = p(i)%x + p(i)%v
      end do
    end do
    do i = 1, n !@ doall
      p(i)%cell = modulo(int(p(i)%x), 10) + 1
    end do
    cells = 0
    do i = 1, n !@ reduction reduction(+:cells)
      cells(p(i)%cell) = cells(p(i)%cell) + p(i)%x
    end do
    energy = 0
    do i = 1, n !@ reduction reduction(+:energy)
      energy = energy + p(i)%v * p(i)%v
    end do
    print *, 'particles', int(sum(cells * [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])), int(energy)
  end subroutine

  subroutine forces
    real(8) :: x(m), f(m), d
    integer :: i, j
    do i = 1, m !@ doall
      x(i) = i * 3 + mod(i, 3)
      f(i) = 0
    end do
    do i = 1, m !@ doall private(d)
      do j = 1, m !@ reduction private(d) reduction(+:f(i))
        if (i == j) cycle
        d = x(j) - x(i)
        f(i) = f(i) + 1024 / (d * abs(d))
      end do
    end do
    print '(a,f12.4)', ' forces ', sum(f * x)
  end subroutine

  subroutine alignment
    integer :: h(0:m, 0:m), i, j, best
    h = 0
    do j = 1, m !@ doacross
      do i = 1, m !@ doacross or serial
        h(i, j) = max(0, h(i - 1, j - 1) + merge(3, -2, mod(i * 3, 4) == mod(j * j, 4)), h(i - 1, j) - 1, h(i, j - 1) - 1)
      end do
    end do
    best = 0
    do j = 1, m !@ reduction reduction(max:best)
      do i = 1, m !@ reduction reduction(max:best)
        best = max(best, h(i, j))
      end do
    end do
    print *, 'alignment', best
  end subroutine

  subroutine all_paths
    integer :: d(m, m), i, j, k
    do j = 1, m !@ doall
      do i = 1, m !@ doall
        d(i, j) = merge(0, mod(i * 17 + j * 31, 89) + 1, i == j)
      end do
    end do
    do k = 1, m !@ serial or doacross
      do j = 1, m !@ doall
        do i = 1, m !@ doall
          if (d(i, k) + d(k, j) < d(i, j)) d(i, j) = d(i, k) + d(k, j)
        end do
      end do
    end do
    print *, 'all_paths', sum(d)
  end subroutine

  subroutine triangular_solve
    real(8) :: l(m, m), x(m), b(m)
    integer :: i, j
    do j = 1, m !@ doall
      b(j) = j
      do i = 1, m !@ doall
        l(i, j) = merge(8, mod(i + j, 3), i == j)
      end do
    end do
    do j = 1, m !@ serial or doacross or pipeline
      x(j) = b(j) / l(j, j)
      do i = j + 1, m !@ doall
        b(i) = b(i) - l(i, j) * x(j)
      end do
    end do
    print '(a,es12.5)', ' triangular_solve ', sum(x)
  end subroutine

  subroutine tridiagonal
    real(8) :: d(n), r(n)
    integer :: i
    do i = 1, n !@ doall
      d(i) = 4
      r(i) = mod(i, 6)
    end do
    do i = 2, n !@ serial or doacross
      d(i) = d(i) - 1 / d(i - 1)
      r(i) = r(i) - r(i - 1) / d(i - 1)
    end do
    r(n) = r(n) / d(n)
    do i = n - 1, 1, -1 !@ serial or doacross
      r(i) = (r(i) - r(i + 1)) / d(i)
    end do
    print '(a,es12.5)', ' tridiagonal ', sum(r)
  end subroutine

  subroutine random_numbers
    integer(8) :: state
    integer :: i, inside
    state = 42
    inside = 0
    do i = 1, 100 !@ serial or pipeline
      state = mod(state * 16807_8, 2147483647_8)
      if (mod(state, 10_8) < 5) inside = inside + 1
    end do
    print *, 'random_numbers', inside
  end subroutine

  subroutine life
    integer :: now(m, m), then(m, m), i, j, t, count
    do j = 1, m !@ doall
      do i = 1, m !@ doall
        now(i, j) = merge(1, 0, mod(i * i + j * 2, 5) < 2)
        then(i, j) = 0
      end do
    end do
    do t = 1, 3 !@ serial or doacross
      do j = 2, m - 1 !@ doall private(count)
        do i = 2, m - 1 !@ doall private(count)
          count = sum(now(i - 1:i + 1, j - 1:j + 1)) - now(i, j)
          then(i, j) = 0
          if (count == 3 .or. (count == 2 .and. now(i, j) == 1)) then(i, j) = 1
        end do
      end do
      now = then
    end do
    print *, 'life', sum(now)
  end subroutine

  subroutine lists
    type(node), pointer :: head, p
    integer :: i, s
    nullify (head)
    do i = 1, 30 !@ serial
      allocate (p)
      p%value = i * i
      p%next => head
      head => p
    end do
    s = 0
    p => head
    do while (associated(p)) !@ serial or pipeline
      s = s + p%value
      p => p%next
    end do
    do while (associated(head)) !@ serial
      p => head%next
      deallocate (head)
      head => p
    end do
    print *, 'lists', s
  end subroutine

  subroutine pointers
    real(8), target :: x(2 * n)
    real(8), pointer :: low(:), high(:), near(:)
    integer :: i
    do i = 1, 2 * n !@ doall
      x(i) = mod(i, 13)
    end do
    low => x(1:n)
    high => x(n + 1:2 * n)
    near => x(2:n + 1)
    do i = 1, n !@ doall or guarded
      high(i) = low(i) + 2
    end do
    do i = 1, n - 1 !@ serial or doacross
      near(i) = low(i) + 1
    end do
    print *, 'pointers', int(sum(x))
  end subroutine

  subroutine bubble
    integer :: x(m), i, j, t
    do i = 1, m !@ doall
      x(i) = mod(i * 7, 23)
    end do
    do i = 1, m - 1 !@ serial or doacross
      do j = 1, m - i !@ serial or doacross
        if (x(j) > x(j + 1)) then
          t = x(j)
          x(j) = x(j + 1)
          x(j + 1) = t
        end if
      end do
    end do
    print *, 'bubble', x(1), x(m / 2), x(m)
  end subroutine

  subroutine odd_even
    integer :: x(m), i, phase, t
    do i = 1, m !@ doall
      x(i) = mod(i * 9, 23)
    end do
    do phase = 0, m - 1 !@ serial or doacross
      do i = 1 + mod(phase, 2), m - 1, 2 !@ doall private(t)
        if (x(i) > x(i + 1)) then
          t = x(i)
          x(i) = x(i + 1)
          x(i + 1) = t
        end if
      end do
    end do
    print *, 'odd_even', x(1), x(m / 2), x(m)
  end subroutine

  subroutine mandelbrot
    integer :: image(m, m), i, j, k
    complex(8) :: z, c
    do j = 1, m !@ doall private(z,c)
      do i = 1, m !@ doall private(z,c)
        c = cmplx(i * 3d0 / m - 2, j * 2d0 / m - 1, 8)
        z = 0
        do k = 1, 30 !@ serial
          if (abs(z) > 2) exit
          z = z * z + c
        end do
        image(i, j) = k
      end do
    end do
    print *, 'mandelbrot', sum(image)
  end subroutine

  subroutine repeated_sweeps(a, b, k) ! the last sweep alone leaves its values
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer, intent(in) :: k
    integer :: i, r
    do r = 1, k !@ serial
      do i = 1, size(a) !@ doall
        b(i) = a(i) * r
      end do
    end do
  end subroutine

  subroutine sweeps
    real(8) :: a(n), b(n)
    integer :: i
    do i = 1, n !@ doall
      a(i) = i
    end do
    call repeated_sweeps(a, b, 3)
    print *, 'sweeps', int(sum(b))
  end subroutine
end module

program main
  use kernels
  implicit none
  call sparse
  call gathers
  call particles
  call forces
  call alignment
  call all_paths
  call triangular_solve
  call tridiagonal
  call random_numbers
  call life
  call lists
  call pointers
  call bubble
  call odd_even
  call mandelbrot
  call sweeps
end program
