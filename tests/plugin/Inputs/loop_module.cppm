export module loops; // see loop_facts_inputs.cpp
export inline int counted(int n) { for (int i = 0; i < n; i++) n--; return n; }
export template <class T> T doubled(T n) { while (n < 90) n += n; return n; }
