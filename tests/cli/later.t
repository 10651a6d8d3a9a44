# With --later the program's records are in the recording, and the first verb that reads it finds the dependences.
$ cat > pipe.c <<'END'
+ static int stage[9][4], sum;
+ int main(void) {
+ #pragma exg trace
+   for (int s = 1; s < 9; ++s)
+     for (int i = 0; i < 4; ++i)
+ #pragma exg task cell
+       stage[s][i] = stage[s - 1][(i + 1) % 4] + (sum += i);
+   return 0;
+ }
+ END
$ unply cc -O2 -g pipe.c -o pipe && unply record -q ./pipe
$ unply record --later -o later.trace ./pipe
> unply: later.trace: 32 task instances, edges found when it is first read, <measure>; next: unply report later.trace
$ chmod 640 later.trace; head -c 10 later.trace | od -An -tu1 -j8
> 3 0
$ unply dump --no-times pipe.trace > online; unply dump --no-times later.trace | diff online - && echo the same graph
> the same graph
# Later verbs read that.
$ head -c 10 later.trace | od -An -tu1 -j8; stat -c %a later.trace; ls later.trace*
> 2 0
> 640
> later.trace
$ unply info later.trace | grep -E '^(complete|records)'
> complete yes
# Whatever the number of threads, the same bytes.
$ unply record -q --later -o one.trace ./pipe && cp one.trace three.trace
$ UNPLY_EXPAND_THREADS=1 unply info one.trace > /dev/null; UNPLY_EXPAND_THREADS=3 unply info three.trace > /dev/null; cmp one.trace three.trace && echo the same
> the same
# Where it cannot be replaced, verbs work from memory and say so.
$ unply record -q --later -o here.trace ./pipe && cp here.trace kept && (ulimit -f 0; trap '' XFSZ; unply dump --no-times here.trace 2>&1 > /dev/null | cut -d, -f1-2; unply dump --no-times here.trace 2> /dev/null | diff - <(cat online) && echo the same graph); cmp here.trace kept; ls here.trace*
> unply: note: here.trace: its dependences were found in memory, and will be again: $TMP/here.trace: cannot write
> the same graph
> here.trace
# So they do with one that is cut, which may still be written.
$ head -c $(($(stat -c %s kept) - 60)) kept > cut.trace; cp cut.trace cut; unply info cut.trace 2>&1 | grep -E '^(complete|unply)' | sed 's/cut after byte.*/cut/'; cmp cut cut.trace
> unply: note: cut.trace: its dependences were found in memory, and will be again: it is not whole
> complete    no: file is cut
$ unply record --later --accesses ./pipe
> unply: error: --accesses excludes --later
>   hint: see unply record --help
! 2
$ unply record --later --repeat 3 ./pipe
> unply: error: --later excludes --repeat
>   hint: see unply record --help
! 2
