! Fortran: scalars and arrays that outlive an iteration, in procedures, modules and common storage.
module scratch
  implicit none
  integer :: module_scalar, module_array(6)
end module

module loops
  use scratch
  implicit none
  integer, parameter :: n = 130
  integer :: a(n), b(n)
contains
  subroutine fill
    integer :: i
    do i = 1, n !@ doall
      a(i) = mod(i * 23, 59)
      b(i) = 0
    end do
  end subroutine

  subroutine show(name)
    character(*), intent(in) :: name
    integer :: i, s
    s = 0
    do i = 1, n !@ reduction reduction(+:s)
      s = s + b(i) * mod(i, 9)
    end do
    print *, name, s
  end subroutine

  subroutine scalar
    integer :: i, t
    do i = 1, n !@ doall private(t)
      t = a(i) + 1
      b(i) = t * t
    end do
    call show('scalar')
  end subroutine

  subroutine branches
    integer :: i, low, high
    do i = 1, n !@ doall private(low,high)
      if (a(i) > 30) then
        low = 30
        high = a(i)
      else
        low = a(i)
        high = 30
      end if
      b(i) = high - low
    end do
    call show('branches')
  end subroutine

  subroutine array
    integer :: i, j, row(8)
    do i = 1, n - 8 !@ doall private(row)
      do j = 1, 8 !@ doall
        row(j) = a(i + j)
      end do
      b(i) = row(1) * row(8) + row(4)
    end do
    call show('array')
  end subroutine

  subroutine array_by_sections
    integer :: i, row(8)
    do i = 1, n - 8 !@ doall private(row)
      row = a(i:i + 7) * 2
      row(1:4) = row(5:8) - row(1:4)
      b(i) = sum(row)
    end do
    call show('array_by_sections')
  end subroutine

  subroutine from_module
    integer :: i
    do i = 1, n !@ doall private(module_scalar,module_array)
      module_scalar = a(i)
      module_array(:) = module_scalar + i
      b(i) = module_array(3) - module_array(6) + module_scalar
    end do
    call show('from_module')
  end subroutine

  subroutine first_value
    integer :: i, window(4)
    window = [5, 0, 0, 3]
    do i = 1, n !@ doall firstprivate(window)
      window(2) = a(i)
      window(3) = i
      b(i) = window(1) * window(2) + window(3) * window(4)
    end do
    call show('first_value')
  end subroutine

  subroutine last_value
    integer :: i, t
    do i = 1, n !@ doall lastprivate(t)
      t = a(i) * 2
      b(i) = t + i
    end do
    print *, 'last', t
    call show('last_value')
  end subroutine

  subroutine last_and_private
    integer :: i, t, u
    do i = 1, n !@ doall private(u) lastprivate(t)
      u = a(i) * 2
      t = u + i
      b(i) = t - u
    end do
    print *, 'last', t
    call show('last_and_private')
  end subroutine

  subroutine saved(i)
    integer, intent(in) :: i
    integer, save :: calls = 0
    calls = calls + 1
    b(i) = calls + a(i)
  end subroutine

  subroutine calls_with_state
    integer :: i
    do i = 1, n !@ serial
      call saved(i)
    end do
    call show('calls_with_state')
  end subroutine

  pure integer function cube(x)
    integer, intent(in) :: x
    cube = x * x * x
  end function

  subroutine pure_calls
    integer :: i
    do i = 1, n !@ doall
      b(i) = cube(a(i)) - cube(i)
    end do
    call show('pure_calls')
  end subroutine

  elemental subroutine double_it(x)
    integer, intent(inout) :: x
    x = 2 * x
  end subroutine

  subroutine elemental_calls
    integer :: i
    do i = 1, n !@ doall
      call double_it(b(i))
    end do
    call show('elemental_calls')
  end subroutine

  subroutine local_of_callee(i)
    integer, intent(in) :: i
    integer :: j, t(5)
    do j = 1, 5 !@ doall
      t(j) = a(mod(i * j, n) + 1)
    end do
    b(i) = t(2) - t(5)
  end subroutine

  subroutine calls_with_locals
    integer :: i
    do i = 1, n !@ doall
      call local_of_callee(i)
    end do
    call show('calls_with_locals')
  end subroutine

  recursive integer function fibonacci(k) result(f)
    integer, intent(in) :: k
    if (k < 2) then
      f = k
    else
      f = fibonacci(k - 1) + fibonacci(k - 2)
    end if
  end function

  subroutine recursion
    integer :: i
    do i = 1, 15 !@ doall
      b(i) = fibonacci(i)
    end do
    call show('recursion')
  end subroutine

  subroutine allocated_inside
    integer :: i
    do i = 1, n !@ doall
      block
        integer, allocatable :: row(:)
        allocate (row(mod(i, 7) + 2))
        row = a(i)
        b(i) = sum(row)
        deallocate (row)
      end block
    end do
    call show('allocated_inside')
  end subroutine

  subroutine text
    integer :: i
    character(20) :: word
    do i = 1, n !@ doall private(word) or serial
      write (word, '(i0)') a(i) * 1000
      b(i) = len_trim(word)
    end do
    call show('text')
  end subroutine

  subroutine previous
    integer :: i, before
    before = 0
    do i = 1, n !@ serial or doacross
      b(i) = a(i) - before
      before = a(i)
    end do
    call show('previous')
  end subroutine

  subroutine kept_by_some
    integer :: i, t
    t = 3
    do i = 1, n !@ serial
      if (mod(i, 4) == 0) t = a(i)
      b(i) = t
    end do
    call show('kept_by_some')
  end subroutine

  subroutine printed
    integer :: i
    do i = 1, 4 !@ serial
      print *, 'printed', a(i)
    end do
  end subroutine

  subroutine packed
    integer :: i, k
    k = 0
    do i = 1, n !@ serial
      if (mod(a(i), 3) == 0) then
        k = k + 1
        b(k) = a(i)
      end if
    end do
    print *, 'packed', k
    call show('packed')
  end subroutine

  subroutine while_loops
    integer :: i, k
    i = 1
    do while (i <= n) !@ doall ... or serial
      b(i) = a(i) + 4
      i = i + 1
    end do
    k = 27
    i = 0
    do while (k /= 1) !@ serial
      if (mod(k, 2) == 0) then
        k = k / 2
      else
        k = 3 * k + 1
      end if
      i = i + 1
    end do
    print *, 'steps', i
    call show('while_loops')
  end subroutine

  subroutine endless
    integer :: i
    i = 0
    do !@ serial
      i = i + 1
      if (i > n) exit
      b(i) = a(i) * 3
    end do
    call show('endless')
  end subroutine

  subroutine rarely(k)
    integer, intent(in) :: k
    integer :: i
    do i = 1, k !@ few
      b(i) = 7
    end do
    do i = 2, k !@ never or few
      b(i) = b(i - 1)
    end do
    if (k > 100) then
      do i = 1, n !@ never
        b(i) = 0
      end do
    end if
    call show('rarely')
  end subroutine
end module

program main
  use loops
  implicit none
  call fill
  call scalar
  call branches
  call array
  call array_by_sections
  call from_module
  call first_value
  call last_value
  call last_and_private
  call calls_with_state
  call pure_calls
  call elemental_calls
  call calls_with_locals
  call recursion
  call allocated_inside
  call text
  call previous
  call kept_by_some
  call printed
  call packed
  call while_loops
  call endless
  call rarely(1)
end program
