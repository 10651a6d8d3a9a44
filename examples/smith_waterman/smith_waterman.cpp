// Smith-Waterman: the best local alignment of two sequences. A cell needs its left, upper and diagonal neighbour, so
// what can run in parallel are the antidiagonals ("Smith-Waterman" in execution-graphs-mora-2021, figure 12).
//   -DFG: a task per cell     -DCG: a task per row
//
// The diagonal neighbour is kept in the cell to its right ("above"), where the next cell finds it together with the
// score it needs from there anyway: two dependences a cell, as in the paper's figure. -DTEXTBOOK reads the diagonal
// cell itself instead (three dependences, the same scores and the same antidiagonals). -DAS_PRINTED takes the line of
// figure 12 literally, m(i, j) + sc: the paper's graph again, but no alignment.
#include "../matrix.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

struct Cell {
  int score = 0;
  int above = 0; // the score of the cell above this one
};

static constexpr int kMatch = 2, kMismatch = -1, kGap = -1;

static void align(Matrix<Cell>& m, const std::string& s1, const std::string& s2) {
#pragma exg trace
  for (size_t i = 1; i < m.n; ++i)
#ifdef CG
#pragma exg task
#endif
    for (size_t j = 1; j < m.m; ++j)
#ifdef FG
#pragma exg task
#endif
    {
      const int similarity = s1[i - 1] == s2[j - 1] ? kMatch : kMismatch;
      const int above = m(i - 1, j).score;
#if defined(AS_PRINTED)
      const int diagonal = m(i, j).score;
#elif defined(TEXTBOOK)
      const int diagonal = m(i - 1, j - 1).score;
#else
      const int diagonal = m(i, j - 1).above;
#endif
      m(i, j).score = std::max({diagonal + similarity, m(i, j - 1).score + kGap, above + kGap, 0});
      m(i, j).above = above;
    }
}

// The first sequence of a FASTA file: a title line that starts with '>', then lines of letters.
static std::string read_fasta(const char* path) {
  std::ifstream file(path);
  std::string sequence, line;
  for (bool inside = false; std::getline(file, line);) {
    if (!line.empty() && line[0] == '>') {
      if (inside) break;
      inside = true;
    } else {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      sequence += line;
    }
  }
  if (sequence.empty()) {
    fprintf(stderr, "smith_waterman: %s: no sequence found\n", path);
    exit(2);
  }
  return sequence;
}

static std::string made_up_sequence(size_t length, unsigned seed) {
  std::string sequence(length, ' ');
  for (char& letter : sequence) {
    seed = seed * 1103515245u + 12345u;
    letter = "ACGT"[seed >> 16 & 3];
  }
  return sequence;
}

int main(int argc, char** argv) {
  std::string s1, s2;
  if (argc > 2 && (strchr(argv[1], '.') || strchr(argv[2], '.'))) {
    s1 = read_fasta(argv[1]);
    s2 = read_fasta(argv[2]);
  } else {
    const size_t n = argc > 1 ? strtoul(argv[1], nullptr, 10) : 4;
    s1 = made_up_sequence(n, 1);
    s2 = made_up_sequence(argc > 2 ? strtoul(argv[2], nullptr, 10) : n, 2);
  }
  Matrix<Cell> m(s1.size() + 1, s2.size() + 1);

  align(m, s1, s2);

  int best = 0;
  size_t row = 0, column = 0;
  for (size_t i = 1; i < m.n; ++i)
    for (size_t j = 1; j < m.m; ++j)
      if (m(i, j).score > best) best = m(i, j).score, row = i, column = j;
  printf("smith_waterman %zu x %zu: best score %d, ends at %zu, %zu\n", s1.size(), s2.size(), best, row, column);
}
