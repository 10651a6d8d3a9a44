// Graphs whose orbits the equitable partition does not give, or gives only after a search for automorphisms that no
// local rule finds: designs, codes, graphs of Cai, Fuerer and Immerman, random regular graphs. As DAGs of few levels,
// and with the number of their orbits, where theory has it.
#pragma once
#include "graphs.h"

namespace unply {

struct SymmetricGraph {
  SampleGraph graph;
  uint32_t orbits; // kUnknownOrbits: theory does not say
};
inline constexpr uint32_t kUnknownOrbits = 0;

SampleGraph projective_plane(uint32_t p);          // of prime order p: each point leads to its lines
SampleGraph affine_plane(uint32_t p);              // the same
SampleGraph hypercube(uint32_t dimensions);        // a subset leads to those with one element more
SampleGraph latin_square(uint32_t n, bool cyclic); // rows, columns and symbols lead to their cells; else shuffled
SampleGraph hadamard(uint32_t log2_order);         // Sylvester's: both signs of each row lead to those of each column
SampleGraph paley_hadamard(uint32_t p);            // Paley's, p = 3 mod 4
SampleGraph triple_system(uint32_t t);             // Bose's, of 6 t + 3 points, each of which leads to its triples
SampleGraph random_bipartite(uint32_t half, uint32_t degree, uint64_t seed); // unions of random permutations
SampleGraph cfi_pair(uint32_t base_vertices, uint64_t seed); // of a random cubic graph, one of them twisted
SampleGraph copies(const SampleGraph& graph, uint32_t times);
Undirected torus(uint32_t rows, uint32_t columns);
Undirected triangular(uint32_t n); // pairs out of n that share a member; strongly regular

std::vector<SymmetricGraph> small_symmetric_graphs(); // below a second together
std::vector<SymmetricGraph> large_symmetric_graphs(); // for bench/quotient

} // namespace unply
