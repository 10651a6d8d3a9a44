# A source file has one name in sites and regions, however its path was typed, and --tasks finds it by any of them.
$ mkdir -p src build && cat > src/chain.c <<'END'
+ static int a[8];
+ int main(void) {
+   for (int i = 1; i < 8; ++i)
+ #pragma exg task
+     a[i] = a[i - 1] + i;
+   return 0;
+ }
+ END
$ names() { unply cc -O2 -g "$@" -o chain && unply record -q -o chain.trace ./chain && unply dump chain.trace | grep -oE '^(site|region) .*chain\.c' | grep -oE '[^ ]*chain\.c' | sort -u; }
$ names src/chain.c
> src/chain.c
$ names $PWD/src/chain.c
> src/chain.c
$ top=$PWD; cd build; names ../src/chain.c
> ../src/chain.c
$ names $top/src/chain.c
> $TMP/src/chain.c
$ sed -i /pragma/d ../src/chain.c
$ for choice in chain.c:3 src/chain.c:3 $top/src/chain.c:3; do unply cc -O2 -g --tasks $choice $top/src/chain.c -o chain && unply record -q ./chain && unply dump chain.trace | grep -c '^task [0-9]* region'; done
> 7
> 7
> 7
$ cd ..; for choice in ./src/chain.c:3 $top/src/chain.c:3; do unply cc -O2 -g --tasks $choice src/chain.c -o chain && unply record -q ./chain && unply dump chain.trace | grep -c '^task [0-9]* region'; done
> 7
> 7
