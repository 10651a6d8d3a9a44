// Accesses told by hand through the paper's __mt_trace_ir: bit 31 of the id says write.
// build: $CC $LEVEL $SRC -o program
// levels: -O1
// plain: no
// graph:
//   tasks 2
//   1 -> 2 flow
#include <stdint.h>
void __mt_btrace(uint32_t id);
void __mt_etrace(void);
void __mt_btask(uint32_t id);
void __mt_etask(void);
void __mt_trace_ir(const void *address, uint32_t id);
char elsewhere[4];
int main(void) {
  __mt_btrace(1);
  __mt_btask(2);
  __mt_trace_ir(elsewhere, 7u | 1u << 31);
  __mt_etask();
  __mt_btask(3);
  __mt_trace_ir(elsewhere, 8u);
  __mt_trace_ir(elsewhere + 1, 9u);
  __mt_etask();
  __mt_etrace();
}
