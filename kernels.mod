!mod$ v1 sum:d68a7f8dd650773b
module kernels
integer(4),parameter::n=60_4
integer(4),parameter::m=20_4
type::particle
real(8)::x
real(8)::v
integer(4)::cell
end type
type::node
integer(4)::value
type(node),pointer::next=>NULL()
end type
intrinsic::null
contains
subroutine sparse()
end
subroutine gathers()
end
subroutine particles()
end
subroutine forces()
end
subroutine alignment()
end
subroutine all_paths()
end
subroutine triangular_solve()
end
subroutine tridiagonal()
end
subroutine random_numbers()
end
subroutine life()
end
subroutine lists()
end
subroutine pointers()
end
subroutine bubble()
end
subroutine odd_even()
end
subroutine mandelbrot()
end
subroutine repeated_sweeps(a,b,k)
real(8),intent(in)::a(:)
real(8),intent(inout)::b(:)
integer(4),intent(in)::k
end
subroutine sweeps()
end
end
