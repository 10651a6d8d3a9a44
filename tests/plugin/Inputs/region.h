static inline int from_header(int x) {
  int y = x;
#pragma exg task header
  { y++; }
  return y;
}
