! What a loop can name. Labelled loops get default(none), with each variable in a clause.
module constants
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  integer, parameter :: dp = real64, n = 90
end module

module state
  use constants
  implicit none
  real(dp) :: field(n), extra(n), factor = 0.5_dp
  type :: cell
    real(dp) :: field = 1, extra(2) = 2
    integer, allocatable :: list(:)
  end type
  type(cell) :: cells(n)
contains
  pure real(dp) function half(x)
    real(dp), intent(in) :: x
    half = x / 2
  end function
end module

module hidden
  implicit none
  private
  integer, public :: seen(90)
end module

module loops
  use state, only: dp, n, field, shift => extra, factor, cells, half
  implicit none
  real(dp) :: own(n)
  real(dp), pointer :: target_of(:)
contains
  subroutine from_modules
    integer :: i
    do i = 1, n !@ listed
      own(i) = field(i) * factor + shift(i) + half(1.0_dp) + sqrt(real(i, dp))
    end do
    print '(a, f12.4)', 'from_modules', sum(own)
  end subroutine

  subroutine components
    integer :: i, j
    real(dp) :: list
    do i = 1, n !@ listed
      list = cells(i)%extra(1) + i
      do j = 1, 2 !@ listed
        cells(i) % extra(j) = list + cells(i)%field
      end do
      own(i) = list; shift(i) = &
        & own(i) + 1 ! not factor
    end do
    print '(a, f12.4)', 'components', sum(own)
  end subroutine

  subroutine arguments(x, y, rest, m, scale, word)
    integer, intent(in) :: m
    real(dp), intent(inout) :: x(:), y(m), rest(*)
    real(dp), optional, intent(in) :: scale
    character(*), intent(inout) :: word
    integer :: i
    do i = 1, m !@ listed
      if (present(scale)) x(i) = y(i) * scale
      if (word(2:2) == 'b') rest(i) = x(i)
    end do
    print '(a, f12.4)', 'arguments', sum(x)
  end subroutine

  subroutine common_and_equivalence
    real(dp) :: c, e(n), f(n), g(n)
    common /block/ c, e
    equivalence (f, g)
    integer :: i
    do i = 1, n !@ listed
      f(i) = e(i) + c + factor
    end do
    print '(a, f12.4)', 'common', sum(g)
  end subroutine

  subroutine pointers
    integer :: i
    real(dp), allocatable, target :: room(:)
    allocate (room(n))
    target_of => room
    do i = 1, n !@ listed
      target_of(i) = field(i)
    end do
    print '(a, f12.4)', 'pointers', sum(room)
  end subroutine

  subroutine blocks
    integer :: i
    do i = 1, n !@ listed
      block
        real(dp) :: inner
        inner = field(i)
        associate (field => inner)
          own(i) = field + inner
        end associate
      end block
    end do
    block
      real(dp) :: around(n)
      do i = 1, n !@ listed
        around(i) = own(i) + 1
      end do
      associate (name => around)
        do i = 1, n !@ listed
          name(i) = name(i) + own(i)
        end do
      end associate
      print '(a, f12.4)', 'blocks', sum(around)
    end block
  end subroutine

  subroutine with_host(scale)
    real(dp), intent(in) :: scale
    real(dp) :: local(n)
    integer :: i
    call inside
    print '(a, f12.4)', 'with_host', sum(local)
  contains
    subroutine inside
      do i = 1, n !@ listed
        local(i) = scale * i + factor
      end do
    end subroutine
  end subroutine

  function result_of() result(sums)
    real(dp) :: sums(n)
    integer :: i
    do i = 1, n !@ listed
      sums(i) = field(i) + i
    end do
  end function

  subroutine many_names
    real(dp) :: the_first_of_long_names(n), the_second_of_long_names(n), the_third_of_long_names(n)
    real(dp) :: the_fourth_of_long_names(n), the_fifth_of_long_names(n), the_sixth_of_long_names
    integer :: i
    the_second_of_long_names = 2
    the_third_of_long_names = 3
    the_fourth_of_long_names = 4
    the_fifth_of_long_names = 5
    do i = 1, n !@ listed
      the_sixth_of_long_names = the_second_of_long_names(i) * the_third_of_long_names(i)
      the_first_of_long_names(i) = the_sixth_of_long_names + the_fourth_of_long_names(i) + the_fifth_of_long_names(i)
    end do
    print '(a, f12.4)', 'many_names', sum(the_first_of_long_names)
  end subroutine

  subroutine twice(out, x)
    real(dp), intent(out) :: out
    real(dp), intent(in) :: x
    out = x * 2
    if (x > 3) out = 4
  end subroutine

  ! Registers hold what these loops set by another way than by its name.
  subroutine set_by_others
    type :: three
      real(dp) :: field, other, kept = 2
    end type
    type(three) :: one
    real(dp) :: t, u, few(3)
    integer :: i
    do i = 1, n !@ listed
      one%field = field(i)
      one%other = 2 * one%field
      if (field(i) > 3) one%field = 4
      own(i) = one%field * one%other + one%kept
    end do
    do i = 1, n !@ listed
      call twice(t, field(i))
      own(i) = own(i) + t
    end do
    do i = 1, n !@ listed
      associate (p => u)
        p = field(i)
        if (field(i) > 3) p = 4
        own(i) = own(i) * p
      end associate
    end do
    do i = 1, n
      few(1) = field(i)
      few(2) = field(i) * 2
      if (field(i) > 3) few(1) = 4
      own(i) = own(i) + few(1) * few(2)
    end do
    print '(a, f12.2)', 'set_by_others', sum(own)
  end subroutine

  subroutine behind(first, last)
    integer, intent(in) :: first, last
    integer :: i
    do i = first, last, 2 !@ listed
      own(i) = 1
    end do
    print '(a, i4, f12.4)', 'behind', i, sum(own)
  end subroutine

  subroutine not_certain
    use hidden
    real(dp) :: statement_function, x
    real(dp), save :: saved
    integer :: i, k, dim
    statement_function(x) = x * saved
    saved = 3
    dim = 1
    do i = 1, n
      seen(i) = i
    end do
    do i = 1, n
      own(i) = statement_function(field(i))
    end do
    do i = 1, n
      own(i) = own(i) + sum([(real(k, dp), k = 1, 3)], dim=1)
    end do
    print '(a, f12.4, i6)', 'not_certain', sum(own), sum(seen)
  end subroutine
end module

subroutine implicitly(a, m)
  real(8) a(m)
  do i = 1, m
    a(i) = a(i) + i
  end do
end subroutine

program names
  use loops
  implicit none
  real(dp) :: x(n), y(n), rest(n), c, e(n)
  character(3) :: word = 'abc'
  common /block/ c, e
  integer :: i
  do i = 1, n !@ listed
    x(i) = i
  end do
  y = x
  rest = 0
  c = 1
  e = 2
  field = x
  shift = 3
  call from_modules
  call components
  call arguments(x, y, rest, n, 2.0_dp, word)
  call common_and_equivalence
  call pointers
  call blocks
  call with_host(1.5_dp)
  print '(a, f12.4)', 'result_of', sum(result_of())
  call many_names
  call set_by_others
  call behind(1, n)
  call behind(9, 3)
  call not_certain
  call implicitly(x, n)
  print '(a, f12.4)', 'implicitly', sum(x)
end program
