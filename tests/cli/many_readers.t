# What is read at more places than are kept is lost where something writes it later, and else nothing is.
# Not optimised: 300 loops in one function take clang seconds.
$ cat > write.py <<'END'
+ import sys
+ places, writes = int(sys.argv[1]), sys.argv[2:]
+ print("#include <stdio.h>\nstatic double a[4][64], b[64];\nint main(void) {\n  for (int t = 0; t < 5; t++) {")
+ for k in range(places):
+     print("    for (int i = 0; i < 64; i++) b[i] = a[%d][i] + a[0][i] * %d;" % (k % 3 + 1, k))
+ if writes: print("    a[0][t] = b[t];")
+ print("  }\n  printf(\"%g\\n\", b[7]);\n}")
+ END
$ missing() { python3 write.py "$@" > many.c; unply cc -O0 -g many.c -o many && unply record -q ./many > out; unply report many.trace --json | jq .loops_lost; }
$ missing 300
> 0
$ missing 80 write
> 0
$ missing 300 write
> 5
$ unply why many.trace many.c:4 | grep '^known'
> known      observed in part on 1 input, 5 iterations
