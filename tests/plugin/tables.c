// Tables and the constructor that hands them over, priority 1.
// RUN: %ir_cc -O0 | %filecheck
// CHECK: @__unply.regions = internal global [1 x { i32 }] zeroinitializer
// CHECK: @__unply.region_infos = internal constant [7 x i32] [i32 1, i32 0, i32 {{[0-9]+}}, i32 13, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}]
// CHECK: @__unply.sites = internal global [1 x { i32, i32, ptr, i32, i32, i32, i32 }] zeroinitializer
// CHECK: @__unply.site_infos = internal constant [8 x i32] [{{.*}}, i32 14, {{.*}}, i32 1]
// CHECK: @__unply.module = internal global {{.*}} { i32 9, i32 1, i32 1,
// CHECK: @llvm.global_ctors = {{.*}} { i32 1, ptr @__unply.register, ptr null }
// CHECK: define internal void @__unply.register()
// CHECK: call void @__unply_module(ptr @__unply.module)
int x;
void f(void) {
#pragma exg task
  x = 1;
}
