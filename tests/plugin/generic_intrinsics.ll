; Vector-predicated, masked, matrix and element-wise atomic intrinsics, which no C program can call: lanes below the
; vector length whose mask is on, columns, whole elements. An empty asm is a fence; operands "=*m" and "*m" have sizes.
; RUN: clang-22 -O1 -S -emit-llvm -fpass-plugin=%plugin %s -o - | %filecheck
target triple = "x86_64-pc-linux-gnu"
; CHECK-LABEL: define {{.*}}@predicated(
; CHECK: [[BELOW:%[0-9]+]] = icmp ugt i32 %n, 1
; CHECK: [[ON:%[0-9]+]] = {{.*}}i1 {{.*}}[[BELOW]]
; CHECK-COUNT-2: call void @__unply_load_n(
; CHECK: llvm.vp.load
define <2 x i32> @predicated(ptr %p, <2 x i1> %m, i32 %n) {
  %v = call <2 x i32> @llvm.vp.load.v2i32.p0(ptr %p, <2 x i1> %m, i32 %n)
  ret <2 x i32> %v
}
; CHECK-LABEL: define {{.*}}@strided(
; CHECK: getelementptr i8, ptr %p, i64 %s
; CHECK-COUNT-2: call void @__unply_store_n(
define void @strided(ptr %p, i64 %s, <2 x i32> %v, <2 x i1> %m, i32 %n) {
  call void @llvm.experimental.vp.strided.store.v2i32.p0.i64(<2 x i32> %v, ptr %p, i64 %s, <2 x i1> %m, i32 %n)
  ret void
}
; CHECK-LABEL: define {{.*}}@matrix(
; CHECK: [[NEXT:%[0-9]+]] = getelementptr i8, ptr %p, i64
; CHECK: call void @__unply_load_n(ptr {{.*}}%p, i64 12,
; CHECK: call void @__unply_load_n(ptr {{.*}}[[NEXT]], i64 12,
define <6 x float> @matrix(ptr %p, i64 %s) {
  %v = call <6 x float> @llvm.matrix.column.major.load.v6f32.i64(ptr %p, i64 %s, i1 false, i32 3, i32 2)
  ret <6 x float> %v
}
; CHECK-LABEL: define {{.*}}@elementwise(
; CHECK: call void @__unply_load_n(ptr {{.*}}%q, i64 64,
; CHECK: call void @__unply_store_n(ptr {{.*}}%p, i64 64,
define void @elementwise(ptr %p, ptr %q) {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 %p, ptr align 4 %q, i64 64, i32 4)
  ret void
}
; CHECK-LABEL: define {{.*}}@assembly(
; CHECK: call {{.*}}@__unply_load8(ptr {{.*}}%q,
; CHECK: call {{.*}}@__unply_store4(ptr {{.*}}%p,
; CHECK: asm
define void @assembly(ptr %p, ptr %q) {
  call void asm sideeffect "nop", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i64) %q)
  ret void
}
declare <2 x i32> @llvm.vp.load.v2i32.p0(ptr, <2 x i1>, i32)
declare void @llvm.experimental.vp.strided.store.v2i32.p0.i64(<2 x i32>, ptr, i64, <2 x i1>, i32)
declare <6 x float> @llvm.matrix.column.major.load.v6f32.i64(ptr, i64, i1, i32, i32)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32)
