// remove: count[]
// Data decide which tasks meet.
enum { N = 200, BINS = 16 };
static unsigned char text[N * 4];
#ifdef EDITED
static int count[N][BINS];
#define COUNT count[i]
#else
static int count[BINS];
#define COUNT count
#endif
int main(void) {
  for (int i = 0; i < N * 4; ++i) text[i] = (unsigned char)(i * i * 31 + i * 7);
#pragma exg trace
  for (int i = 0; i < N; ++i)
#pragma exg task
    for (int k = 0; k < 4; ++k) COUNT[text[i * 4 + k] % BINS]++;
  return 0;
}
