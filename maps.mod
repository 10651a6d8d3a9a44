!mod$ v1 sum:bcc0bb419da83c2e
module maps
integer(4),parameter::n=120_4
integer(4),parameter::m=16_4
real(8)::a(1_8:120_8)
real(8)::b(1_8:120_8)
real(8)::c(1_8:120_8)
real(8)::u(1_8:16_8,1_8:16_8)
real(8)::v(1_8:16_8,1_8:16_8)
real(8)::w(1_8:16_8,1_8:16_8)
contains
subroutine fill()
end
subroutine show(name,x)
character(*,1),intent(in)::name
real(8),intent(in)::x(:)
end
subroutine add()
end
subroutine conditional()
end
subroutine backwards()
end
subroutine strided()
end
subroutine labelled()
end
subroutine named()
end
subroutine concurrent_loops()
end
subroutine sections()
end
subroutine jacobi()
end
subroutine jacobi_by_sections()
end
subroutine seidel()
end
subroutine red_black()
end
subroutine product_of_matrices()
end
subroutine product_by_dots()
end
subroutine transposed()
end
subroutine factors()
end
subroutine shifted(k)
integer(4),intent(in)::k
end
subroutine shifted_a_little(k)
integer(4),intent(in)::k
end
subroutine in_place()
end
end
