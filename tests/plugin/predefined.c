// __UNPLY__ tells that the plugin is there; runtime_abi.h may be included beside the plugin's own prototypes.
// RUN: %ir_cc -O0 -std=c99 -pedantic -Wall -Wextra -Werror | %filecheck
#include <unply/runtime_abi.h>
// CHECK: @defined = {{.*}}global i32 1
int defined = __UNPLY__;
