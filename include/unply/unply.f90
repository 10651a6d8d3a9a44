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

! What a Fortran program of any compiler can say for the timeline of its parallel run under `unply record`. It is code:
! compile this file with the program (gfortran unply.f90 program.f90), and link nothing of ours:
!
!   use unply_events
!   call unply_region_begin('assemble')
!   call unply_region_end()
!   call unply_value('residual', residual)     ! any kind of integer or real
!   call unply_event('restart written')
!   call unply_record_pause()                  ! nothing is recorded, on any thread, until
!   call unply_record_resume()
!
! Without `unply record` each is a comparison.
module unply_events
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
  implicit none
  private
  public :: unply_region_begin, unply_region_end, unply_event, unply_value, unply_record_pause, unply_record_resume

  interface unply_value
    module procedure value_int8, value_int16, value_int32, value_int64, value_real32, value_real64
  end interface

  type, bind(c) :: annotations ! UnplyAnnotations of annotate_abi.h
    integer(c_int) :: version
    type(c_funptr) :: skipped(4)
    type(c_funptr) :: region_begin, region_end, event, value
    type(c_funptr) :: pause, resume
  end type

  abstract interface
    subroutine named(name) bind(c)
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine nameless() bind(c)
    end subroutine
    subroutine valued(name, kind, bits) bind(c)
      import :: c_char, c_int, c_int64_t
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: kind
      integer(c_int64_t), value :: bits
    end subroutine
  end interface

  interface
    function find_symbol(handle, name) bind(c, name='dlsym')
      import :: c_char, c_ptr
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr) :: find_symbol
    end function
  end interface

  integer, parameter :: unknown = 0, recorded = 1, not_recorded = 2
  integer, volatile, save :: state = unknown
  procedure(named), pointer, save :: region_begin => null(), event => null()
  procedure(nameless), pointer, save :: region_end => null(), to_pause => null(), to_resume => null()
  procedure(valued), pointer, save :: value => null()

contains

  logical function records()
    if (state == unknown) call find()
    records = state == recorded
  end function

  subroutine find()
    type(annotations), pointer :: table
    type(c_ptr) :: address
    integer :: status
    call get_environment_variable('UNPLY_SPOOL', status=status)
    address = c_null_ptr
    if (status == 0) address = find_symbol(c_null_ptr, '__unply_annotations'//c_null_char)
    if (.not. c_associated(address)) then
      state = not_recorded
      return
    end if
    call c_f_pointer(address, table)
    call c_f_procpointer(table%region_begin, region_begin)
    call c_f_procpointer(table%region_end, region_end)
    call c_f_procpointer(table%event, event)
    call c_f_procpointer(table%value, value)
    if (table%version >= 2) then
      call c_f_procpointer(table%pause, to_pause)
      call c_f_procpointer(table%resume, to_resume)
    end if
    state = recorded
  end subroutine

  subroutine unply_region_begin(name)
    character(*), intent(in) :: name
    if (records()) call region_begin(trim(name)//c_null_char)
  end subroutine

  subroutine unply_region_end()
    if (records()) call region_end()
    state = state ! volatile: the call before is not the last thing, which would take this procedure off the stack
  end subroutine

  subroutine unply_event(name)
    character(*), intent(in) :: name
    if (records()) call event(trim(name)//c_null_char)
  end subroutine

  subroutine unply_record_pause()
    if (.not. records()) return
    if (associated(to_pause)) call to_pause()
  end subroutine

  subroutine unply_record_resume()
    if (.not. records()) return
    if (associated(to_resume)) call to_resume()
  end subroutine

  subroutine value_int8(name, number)
    character(*), intent(in) :: name
    integer(int8), intent(in) :: number
    if (records()) call value(trim(name)//c_null_char, 0_c_int, int(number, c_int64_t))
  end subroutine

  subroutine value_int16(name, number)
    character(*), intent(in) :: name
    integer(int16), intent(in) :: number
    if (records()) call value(trim(name)//c_null_char, 0_c_int, int(number, c_int64_t))
  end subroutine

  subroutine value_int32(name, number)
    character(*), intent(in) :: name
    integer(int32), intent(in) :: number
    if (records()) call value(trim(name)//c_null_char, 0_c_int, int(number, c_int64_t))
  end subroutine

  subroutine value_int64(name, number)
    character(*), intent(in) :: name
    integer(int64), intent(in) :: number
    if (records()) call value(trim(name)//c_null_char, 0_c_int, int(number, c_int64_t))
  end subroutine

  subroutine value_real32(name, number)
    character(*), intent(in) :: name
    real(real32), intent(in) :: number
    integer(c_int64_t), parameter :: low_half = 4294967295_c_int64_t
    if (records()) call value(trim(name)//c_null_char, 3_c_int, &
                              iand(int(transfer(number, 0_int32), c_int64_t), low_half))
  end subroutine

  subroutine value_real64(name, number)
    character(*), intent(in) :: name
    real(real64), intent(in) :: number
    if (records()) call value(trim(name)//c_null_char, 2_c_int, transfer(number, 0_c_int64_t))
  end subroutine
end module unply_events
