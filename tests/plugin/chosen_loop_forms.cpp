// What of a chosen loop is its body: increments of classes, with branches and with calls that may throw are not.
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_loop_forms.cpp:18;chosen_loop_forms.cpp:24;chosen_loop_forms.cpp:26;chosen_loop_forms.cpp:29;chosen_loop_forms.cpp:31' %run_cxx -O0 %s | %filecheck
// RUN: env UNPLY_POOL=1 UNPLY_TASKS='chosen_loop_forms.cpp:18;chosen_loop_forms.cpp:24;chosen_loop_forms.cpp:26;chosen_loop_forms.cpp:29;chosen_loop_forms.cpp:31' %run_cxx -O2 %s | %filecheck
#include <cstdio>
#include <initializer_list>
struct Guard { ~Guard() { std::printf("guard\n"); } };
struct Iterator {
  int i;
  int operator*() const { return i; }
  bool operator!=(const Iterator& other) const { return i != other.i; }
  Iterator& operator++() { return std::printf("next\n"), ++i, *this; }
};
struct Pair { int a, b; };
struct Range { Iterator begin() const { return {0}; } Iterator end() const { return {2}; } };
#define EACH(x, range) for (int x : range) { if (x == 1) continue; std::printf("each\n"); }
int main() {
  Range range;
  Guard guard; for (int x : range) {
    if (x == 1) continue;
    std::printf("body %d\n", x);
  }
  std::printf("- macro\n");
  // the loop and all of it on one line
  EACH(x, range)
  std::printf("- choice\n");
  for (int i = 0, n = 2; i < n && n; i = std::puts("step") ? i + 1 : n) { for (int k = 0; k < 9; k++) break; std::puts("one"); }
  std::printf("- goto\n");
  int k = 0;
again: std::printf("k %d\n", k);
  if (++k < 2) goto again;
  [&] { for (auto [a, b] : {Pair{0, 2}, Pair{0, 2}}) std::printf("pair %d %d\n", a, b); }();
}
// CHECK: task 1 line 18
// CHECK-NEXT: body 0
// CHECK-NEXT: end 1
// CHECK-NEXT: next
// CHECK-NEXT: task 1 line 18
// CHECK-NEXT: end 1
// CHECK-NEXT: next
// CHECK-NEXT: - macro
// CHECK-NEXT: task 1 line 24
// CHECK-NEXT: each
// CHECK-NEXT: end 1
// CHECK-NEXT: next
// CHECK-NEXT: task 1 line 24
// CHECK-NEXT: end 1
// CHECK-NEXT: next
// CHECK-NEXT: - choice
// CHECK-NEXT: task 1 line 26
// CHECK-NEXT: one
// CHECK-NEXT: end 1
// CHECK-NEXT: step
// CHECK-NEXT: task 1 line 26
// CHECK-NEXT: one
// CHECK-NEXT: end 1
// CHECK-NEXT: step
// CHECK-NEXT: - goto
// CHECK-NEXT: task 1 line 29
// CHECK-NEXT: k 0
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 29
// CHECK-NEXT: k 1
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 31
// CHECK-NEXT: pair 0 2
// CHECK-NEXT: end 1
// CHECK-NEXT: task 1 line 31
// CHECK-NEXT: pair 0 2
// CHECK-NEXT: end 1
// CHECK-NEXT: guard
// CHECK-NEXT: exit 0
