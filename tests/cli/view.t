# A schedule as a page: its file, its contents, and refused input.
$ cat > g.json <<'END'
+ {"tasks":[{"id":1,"region":"a.c:3","self_ns":200},{"id":2,"region":"a.c:3","self_ns":100},
+  {"id":3,"region":"a.c:9","self_ns":300}],"edges":[{"from":1,"to":3,"kind":"flow"}]}
+ END
$ unply bound g.json -p 2 --scheduler fifo --emit run.trace > bound.txt
$ unply view run.trace
> unply: run.html: written; it opens in a browser without a network
$ head -c 15 run.html
> <!doctype html>
$ ls
> bound.txt
> g.json
> run.html
> run.trace
# Nothing is loaded from anywhere, nothing runs but the program whose checksum the page names.
$ grep -o "default-src 'none'; script-src 'sha256-" run.html
> default-src 'none'; script-src 'sha256-
$ grep -o 'id="block-[a-z]*/0/0/0"' run.html
> id="block-p/0/0/0"
> id="block-i/0/0/0"
$ unply view run.trace -o - | cmp - run.html
$ unply view --json run.trace | python3 -c 'import json,sys
+ head = json.load(sys.stdin)
+ run = head["runs"][0]
+ print(head["schema"], run["kind"], run["duration_ns"], [lane["name"] for lane in run["lanes"]], run["intervals"])'
> unply view 1 simulated 500 ['processor 0', 'processor 1'] 4
# Two runs on one axis of time, and a part of them.
$ unply view run.trace run.trace --from 100ns --to 50% --json | grep -o '"begin_ns":100,"end_ns":250' | wc -l
> 2
$ unply view run.trace --from 300ns --to 200ns
> unply: error: --from 300ns --to 200ns: no time between them, the run lasts 0.0005 ms
> hint: the begin comes first, and lies within the run
! 2
$ unply view run.trace --to 3
> unply: error: --to 3: not a time, expected a number with ns, us, ms, s or %
> hint: for example --to 1.5ms, or --to 20%
! 2
$ unply view missing.trace
> unply: error: missing.trace: cannot open, No such file or directory
> hint: unply record PROGRAM writes PROGRAM.trace in the current directory
! 2
$ unply view g.json
> unply: error: g.json: is not a trace file, it looks like text
> hint: unply record PROGRAM writes PROGRAM.trace
! 2
$ unply view run.trace -o .
> unply: error: .: is a directory
> hint: give a file name with -o
! 2
$ unply view run.trace -o missing/run.html
> unply: error: missing/run.html: cannot write, No such file or directory
> hint: -o FILE puts it elsewhere
! 2
$ unply view run.trace --port 8000
> unply: error: --port requires --serve
> hint: see unply view --help
! 2
$ unply view run.trace --serve -o run.html
> unply: error: --output excludes --serve
> hint: see unply view --help
! 2
$ unply view run.trace --serve --port 70000
> unply: error: --port: Value 70000 not in range 1 to 65535
> hint: see unply view --help
! 2
$ unply view
> unply: error: unply view: FILE is required
> hint: see unply view --help
! 2
