# The scripts complete verbs and, by asking the program, options.
$ unply completion bash > script && bash -n script && echo well formed
> well formed
$ cat > complete <<'END'
+ source ./script
+ COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
+ _unply
+ printf '%s\n' "${COMPREPLY[@]}"
+ END
$ bash complete unply re
> record
> report
$ bash complete unply help d
> diff
> dump
> doctor
$ bash complete unply doctor --j
> --json
$ bash complete unply completion ""
> bash
> zsh
$ touch "a file.trace" && bash complete unply report a
> a file.trace
$ unply completion zsh | head -n 1
> #compdef unply
$ unply completion fish
> unply: error: fish: no such shell, expected bash or zsh
> hint: try unply completion bash
! 2
$ unply completion
> unply: error: completion: expected one shell, bash or zsh
> hint: try unply completion bash
! 2
