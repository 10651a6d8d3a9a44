# A local array with constant values, first only read and then changed: the compiler may hand the constant to a function
# that only reads. What that function reads is the array all the same, so the change has to wait for it.
$ cat > array.cpp <<'END'
+ #include <cstdio>
+ void show(const int* a, int n) { for (int i = 0; i < n; i++) std::printf("%d ", a[i]); std::puts(""); }
+ void sort(int* a, int n) {
+   for (int k = 0; k < n; k++)
+     for (int i = 1; i < n; i++)
+       if (a[i - 1] > a[i]) { int t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; }
+ }
+ int main() {
+   int a[] = {-10, 78, -1, -6, 7, 4, 94, 5, 99, 0};
+   show(a, 10);
+   sort(a, 10);
+   show(a, 10);
+ }
+ END
$ for level in 0 1 2; do unply c++ -O$level -g array.cpp -o array && unply record -q ./array > /dev/null; unply dump array.trace | grep -o 'part 0 -> 1 flow a.*'; done
> part 0 -> 1 flow a[] count 10 array.cpp:9 -> array.cpp:2
> part 0 -> 1 flow a[] count 10 array.cpp:9 -> array.cpp:2
> part 0 -> 1 flow a[] count 10 array.cpp:9 -> array.cpp:2
# So it is with tasks.
$ sed 's/^  sort(/#pragma unply task\n  sort(/; s/^  show(/#pragma unply task\n  show(/; s/^int main() {/&\n#pragma unply trace\n  {/; s/^}$/}/' array.cpp | sed '$ s/}/}}/' > tasks.cpp; unply c++ -O2 -g tasks.cpp -o tasks && unply record -q ./tasks > /dev/null; unply graph --format json tasks.trace | python3 -c 'import json, sys; g = json.load(sys.stdin); print(sorted({(e["from"], e["to"], e["kind"]) for e in g["edges"]}) if "edges" in g else list(g))'
> [(1, 2, 'anti'), (1, 3, 'output'), (2, 3, 'flow')]
