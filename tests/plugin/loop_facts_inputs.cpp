// Facts of loops that come from a precompiled header or a module, and of preprocessed source; IR has none.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %plugin_cxx -std=c++20 -g -DHEADER -x c++-header %s -o %t/header.pch
// RUN: %print_cxx -DMAIN -DCOMPILED -include-pch %t/header.pch | %filecheck --check-prefix=HEADER
// RUN: %plugin_cxx -std=c++20 -g --precompile %S/Inputs/loop_module.cppm -o %t/loops.pcm
// RUN: %print_cxx -DIMPORT -fmodule-file=loops=%t/loops.pcm | %filecheck --check-prefix=MODULE
// RUN: %plugin_cxx -std=c++20 -DHEADER -DMAIN -E %s -o %t/main.ii
// RUN: env UNPLY_PRINT_LOOP_FACTS=1 %plugin_cxx -std=c++20 -g -c -o /dev/null %t/main.ii 2>&1 | %filecheck --check-prefix=HEADER
// RUN: %plugin_cxx -std=c++20 -g -S -emit-llvm -DHEADER -DMAIN -o %t/main.ll %s
// RUN: env UNPLY_PRINT_LOOP_FACTS=1 %plugin_cxx -c -o /dev/null %t/main.ll 2>&1 | %filecheck --check-prefix=IR
#ifdef IMPORT
import loops;
#endif
#if defined(HEADER) && !defined(COMPILED)
inline int counted(int n) { for (int i = 0; i < n; i++) n--; return n; }
template <class T> T doubled(T n) { while (n < 90) n += n; return n; }
#endif
#if defined(MAIN) || defined(IMPORT)
int main() { return counted(3) + doubled(4L); }
#endif
// HEADER: _Z7countedi {{.*}}loop_facts_inputs.cpp:[[@LINE-6]]:29 {{.*}}"form":"for",{{.*}}"function_range":[[[@LINE-6]],1,[[@LINE-6]],{{[0-9]+}}]
// HEADER: _Z7doubledIlET_S0_ {{.*}}loop_facts_inputs.cpp:[[@LINE-6]]:37 {{.*}}"form":"while",{{.*}}"type":"T"
// MODULE: countedi {{.*}}loop_module.cppm:2:36 {{.*}}"form":"for",
// MODULE: doubledI{{.*}}loop_module.cppm:3:44 {{.*}}"form":"while",{{.*}}"type":"T"
// IR: _Z7countedi {{.*}}loop_facts_inputs.cpp:[[@LINE-10]]:29 {{$}}
