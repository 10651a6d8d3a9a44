// The header alone, in C and C++ of any compiler: what is recorded stands behind each line.
#include <unply/annotate.h>

int main(void) {
  const int negative = -5;
  const unsigned char byte = 200;
  unply_region_begin("outer");                    // user_begin outer
  unply_value("negative", negative);              // user_value negative 0 -5
  unply_value("byte", byte);                      // user_value byte 1 200
  unply_value("short", (short)-2);                // user_value short 0 -2
  unply_value("letter", (char)'a');               // user_value letter 0 97
  unply_value("huge", 1ull << 63);                // user_value huge 1 9223372036854775808
  unply_value("wide", -(1ll << 40));              // user_value wide 0 -1099511627776
  unply_value("half", 0.5);                       // user_value half 2 0.5
  unply_value("third", 1.5f);                     // user_value third 3 1.5
  unply_value("long double", 0.25L);              // user_value long double 2 0.25
  unply_value("comparison", (_Bool)(byte > 100)); // user_value comparison 1 1
  unply_event("a, \"quoted\" event");             // user_point a, "quoted" event
#ifdef __cplusplus
  {
    unply::Region region("scope"); // user_begin scope
  } // user_end
#endif
  unply_region_end(); // user_end
  return 0;
}
