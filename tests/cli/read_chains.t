# Of several reads before a write all have to be done, also where the part that writes has read in between, at several places.
$ cat > reads.c <<'END'
+ #include <stdio.h>
+ enum { N = 4000 };
+ static int a[N];
+ static long total, largest, last;
+ static void add(const int *x, int n) {
+   if (n > N / 2) return add(x, N / 2), add(x + N / 2, n - N / 2);
+   for (int i = 0; i < n; i++)
+     for (int k = 0; k < 20; k++) total = (total * 31 + x[i]) % 1000003;
+ }
+ static void find_largest(const int *x, int n) {
+   if (n > N / 2) return find_largest(x, N / 2), find_largest(x + N / 2, n - N / 2);
+   for (int i = 0; i < n; i++)
+     for (int k = 0; k < 20; k++)
+       if ((x[i] ^ k) % 1000 > largest) largest = (x[i] ^ k) % 1000;
+ }
+ static void set(int *x, int n, int to) {
+   if (n > N / 2) return set(x, N / 2, to), set(x + N / 2, n - N / 2, to);
+   for (int i = 0; i < n; i++) x[i] = (i * 7 + to) % 101;
+ }
+ static void read_twice_and_set(int *x, int n) {
+   if (n > N / 2) return read_twice_and_set(x, N / 2), read_twice_and_set(x + N / 2, n - N / 2);
+   long most = 0, sum = 0;
+   for (int i = 0; i < n; i++)
+     if (x[i] > most) most = x[i];
+   for (int i = 0; i < n; i++) sum += x[i] * most;
+   for (int i = 0; i < n; i++) x[i] = (int)(most - i % 3);
+   last += sum;
+ }
+ int main(void) {
+   set(a, N, 1);
+ #ifdef SET
+   add(a, N);
+   read_twice_and_set(a, N);
+ #else
+   add(a, N);
+   find_largest(a, N);
+   set(a, N, 3);
+ #endif
+   for (int i = 0; i < N; i++) last = (last * 3 + a[i]) % 1000003;
+   printf("%ld %ld %ld\n", total, largest, last);
+ }
+ END
$ unply cc -O2 -g -DSET reads.c -o set && unply record -q ./set > /dev/null && unply why set.trace reads.c:29 | grep 'line 32 before line 33'
>            line 32 before line 33: anti through a[] from line 8 to line 24
$ unply cc -O2 -g reads.c -o reads && unply record -q ./reads > /dev/null && unply why reads.trace reads.c:29 | grep -A 1 'of add'
> tasks      calls of add and find_largest on lines 35, 36 at once, until line 37 (anti through a[]
>            from line 8 to line 18)

# Each call has the dependence as its own, also where the same two places read and write as before.
$ cat > again.c <<'END'
+ #include <stdio.h>
+ enum { N = 4000 };
+ static int a[N];
+ static void set(int *x, int n, int to) {
+   if (n > N / 2) return set(x, N / 2, to), set(x + N / 2, n - N / 2, to);
+   for (int i = 0; i < n; i += 1 + to % 2) x[i] = (i * 7 + to) % 101;
+ }
+ static long sum(const int *x, int n) {
+   if (n > N / 2) return sum(x, N / 2) + sum(x + N / 2, n - N / 2);
+   long s = 0;
+   for (int i = 0; i < n; i += 1 + x[i] % 2) s += x[i];
+   return s;
+ }
+ int main(void) {
+   set(a, N, 2);
+   long first = sum(a, N);
+   long again = sum(a, N);
+   set(a, N, 4);
+   printf("%ld\n", first + again);
+ }
+ END
$ unply cc -O2 -g again.c -o again && unply record -q ./again > /dev/null && unply dump again.trace | grep '^function 0 part'
> function 0 part 1 -> 3 flow a[] count 2 again.c:6 -> again.c:11
> function 0 part 1 -> 5 flow a[] count 2 again.c:6 -> again.c:11
> function 0 part 1 -> 7 output a[] count 4000 again.c:6 -> again.c:6
> function 0 part 3 -> 5 extension a[] count 2 again.c:11 -> again.c:11
> function 0 part 5 -> 7 anti a[] count 2140 again.c:11 -> again.c:6
