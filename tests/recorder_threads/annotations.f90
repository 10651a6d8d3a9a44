program annotations
  use unply_events
  implicit none
  integer :: i
  call unply_region_begin('outer')        ! user_begin outer
  do i = 1, 1
    call unply_value('four', i)           ! user_value four 0 1
    call unply_value('eight', -3_8)       ! user_value eight 0 -3
    call unply_value('one', 7_1)          ! user_value one 0 7
    call unply_value('double', i / 2.0d0) ! user_value double 2 0.5
    call unply_value('single', -1.5)      ! user_value single 3 -1.5
  end do
  call unply_event('now  ')               ! user_point now
  call unply_region_end()                 ! user_end
  if (i > 2) print *, i ! else the call before could end the program with a jump
end program
