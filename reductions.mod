!mod$ v1 sum:40771ae9a27b32bd
module reductions
integer(4),parameter::n=150_4
integer(4)::x(1_8:150_8)
real(8)::y(1_8:150_8)
contains
subroutine fill()
end
subroutine sums()
end
subroutine difference()
end
subroutine product_of_few()
end
subroutine extremes()
end
subroutine extremes_by_if()
end
subroutine largest_and_place()
end
subroutine bits()
end
subroutine logic()
end
subroutine counts()
end
subroutine nested()
end
subroutine histogram()
end
subroutine several()
end
subroutine sum_of_columns()
end
subroutine concurrent_sum()
end
subroutine running()
end
subroutine read_on_the_way()
end
subroutine horner()
end
subroutine alternating()
end
subroutine search()
end
subroutine last_of_some()
end
function norm(z) result(r)
real(8),intent(in)::z(:)
real(8)::r
end
end
