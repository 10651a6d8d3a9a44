// The calls of annotate.h, the paper's names for them, and its runtime ABI.
// traces: 3
// graph:
//   tasks 6
//   1 -> 2 flow x
//   3 -> 4 flow y
//   5 -> 6 flow z
#include <stdint.h>
#include <stdio.h>
#include <unply/annotate.h>
int x, y, z, out[3];
#ifdef __UNPLY__
void __mt_btrace(uint32_t id);
void __mt_etrace(void);
void __mt_btask(uint32_t id);
void __mt_etask(void);
#else
#define __mt_btrace(id) (void)0
#define __mt_etrace() (void)0
#define __mt_btask(id) (void)0
#define __mt_etask() (void)0
#endif
int main(void) {
  unply_trace_begin("first");
  unply_task_begin("write");
  x = 1;
  unply_task_end();
  unply_task_begin("read");
  out[0] = x;
  unply_task_end();
  unply_trace_end();

  mt_btrace();
  mt_btask();
  y = 2;
  mt_etask();
  mt_btask();
  out[1] = y;
  mt_etask();
  mt_etrace();

  __mt_btrace(1);
  __mt_btask(2);
  z = 3;
  __mt_etask();
  __mt_btask(3);
  out[2] = z;
  __mt_etask();
  __mt_etrace();
  printf("%d %d %d\n", out[0], out[1], out[2]);
}
