!mod$ v1 sum:f1d8069283b3384d
module scratch
integer(4)::module_scalar
integer(4)::module_array(1_8:6_8)
end
