// fread and read write the buffer that they are given.
// graph:
//   tasks 4
//   1 -> 2 flow
//   1 -> 3 output
//   2 -> 3 anti
//   1 -> 4 flow
//   3 -> 4 flow
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
unsigned char buffer[16];
int out[4];
int main(void) {
  FILE *file = fopen("/proc/self/exe", "rb");
  int fd = open("/proc/self/exe", O_RDONLY);
  if (!file || fd < 0) return 1;
#pragma exg trace
  {
#pragma exg task
    out[0] = (int)fread(buffer, 1, 8, file);
#pragma exg task
    for (int i = 0; i < 8; i++)
      out[1] += buffer[i];
#pragma exg task
    out[2] = (int)read(fd, buffer + 4, 4);
#pragma exg task
    for (int i = 0; i < 8; i++)
      out[3] += buffer[i];
  }
  printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
}
