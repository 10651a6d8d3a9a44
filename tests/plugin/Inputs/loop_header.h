// A loop in a header: see loop_facts_places.cpp.
inline void in_header(int* x, int n) {
  for (int i = 0; i < n; i++) x[i]++;
}
