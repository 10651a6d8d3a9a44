!mod$ v1 sum:2876262621570909
!need$ f1d8069283b3384d n scratch
module loops
use scratch,only:module_scalar
use scratch,only:module_array
integer(4),parameter::n=130_4
integer(4)::a(1_8:130_8)
integer(4)::b(1_8:130_8)
contains
subroutine fill()
end
subroutine show(name)
character(*,1),intent(in)::name
end
subroutine scalar()
end
subroutine branches()
end
subroutine array()
end
subroutine array_by_sections()
end
subroutine from_module()
end
subroutine first_value()
end
subroutine last_value()
end
subroutine last_and_private()
end
subroutine saved(i)
integer(4),intent(in)::i
end
subroutine calls_with_state()
end
pure function cube(x)
integer(4),intent(in)::x
integer(4)::cube
end
subroutine pure_calls()
end
elemental subroutine double_it(x)
integer(4),intent(inout)::x
end
subroutine elemental_calls()
end
subroutine local_of_callee(i)
integer(4),intent(in)::i
end
subroutine calls_with_locals()
end
recursive function fibonacci(k) result(f)
integer(4),intent(in)::k
integer(4)::f
end
subroutine recursion()
end
subroutine allocated_inside()
end
subroutine text()
end
subroutine previous()
end
subroutine kept_by_some()
end
subroutine printed()
end
subroutine packed()
end
subroutine while_loops()
end
subroutine endless()
end
subroutine rarely(k)
integer(4),intent(in)::k
end
end
