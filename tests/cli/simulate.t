# unply simulate: what is refused before SimGrid is needed. tests/network simulates.
$ unply simulate
> unply: error: --platform is required
>   hint: see unply simulate --help
! 2
$ unply simulate --platform cluster.xml -p 4
> unply: error: simulate: no program given
>   hint: unply simulate --platform cluster.xml -p 64 -- ./program
! 2
$ unply simulate --platform cluster.xml -p 4..x -- ./program
> unply: error: -p 4..x: "4..x" is neither a number from 1 nor an ascending range
>   hint: for example -p 2..8,16
! 2
$ unply simulate --platform cluster.xml -p 4 -- ./program
> unply: error: ./program: No such file or directory
! 2
$ printf '#!/bin/sh\n' > program; unply simulate --platform cluster.xml -p 4 -- ./program
> unply: error: ./program: cannot run, Permission denied
! 2
$ chmod +x program; unply simulate --platform cluster.xml -p 4 -- ./program
> unply: error: ./program: is not built for SimGrid
>   hint: build it with smpicc or smpicxx in place of mpicc or mpicxx
! 2
$ unply simulate --platform cluster.xml -p 4 --cfg nonsense -- ./program
> unply: error: --cfg: nonsense: expected KEY:VALUE
>   hint: see unply simulate --help
! 2
$ unply simulate --platform cluster.xml -p 4 --host-speed fast -- ./program
> unply: error: --host-speed: fast: is no speed, expected flop/s such as 1Gf
! 2
