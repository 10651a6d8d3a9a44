! The same marks as annotate.h for Fortran, by `use unply` in a program compiled by `unply fc`:
!
!   call unply_trace_begin()
!   do i = 1, n
!     call unply_task_begin('row'//c_null_char)
!     call row(i)
!     call unply_task_end()
!   end do
!   call unply_trace_end()
!
! Interfaces only, no code: each call in the source stays visible to the compiler as a region of its own. A label is
! optional and must end with c_null_char, which this module provides.
module unply
  use, intrinsic :: iso_c_binding, only: c_char, c_null_char
  implicit none
  private
  public :: unply_trace_begin, unply_trace_end, unply_task_begin, unply_task_end, c_null_char

  interface
    subroutine unply_trace_begin(label) bind(c, name='__unply_api_trace_begin')
      import :: c_char
      character(kind=c_char), intent(in), optional :: label(*)
    end subroutine
    subroutine unply_trace_end() bind(c, name='__unply_api_trace_end')
    end subroutine
    subroutine unply_task_begin(label) bind(c, name='__unply_api_task_begin')
      import :: c_char
      character(kind=c_char), intent(in), optional :: label(*)
    end subroutine
    subroutine unply_task_end() bind(c, name='__unply_api_task_end')
    end subroutine
  end interface
end module unply
