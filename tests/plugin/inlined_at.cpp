// A site in an inlined function also tells the outermost place that it was inlined into (line 8 here).
// RUN: %ir_cxx -O1 | %filecheck
// Site: file, line 6, column, function, variable, inlined file, inlined line 8, flags.
// CHECK: @__unply.site_infos = internal constant [8 x i32] [i32 {{[0-9]+}}, i32 6, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 8, i32 1]
struct Cell { int value;
  void set(int v) { value = v; } };

void f(Cell& c) { c.set(3); }
