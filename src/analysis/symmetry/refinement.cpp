// Passes first: in topological order a vertex takes the hash of its predecessors' new colours, in the opposite order of
// its successors'. A pass propagates colours through the whole graph, a round of ordinary refinement by one edge: the
// stencil of 1000 points takes 3 passes instead of 500 rounds. Graphs in which changes run to and fro across few levels
// (a million points, two steps) need as many passes as points; there, rounds that visit only the neighbours of changed
// vertices take over (a part of each class keeps its number and is not looked at again, after Hopcroft 1971).
#include "analysis/symmetry/refinement.h"
#include "analysis/hash_numbers.h"
#include "base/none.h"
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>

namespace unply {

namespace {

constexpr int kMostPasses = 8; // then rounds

class Refinement {
public:
  Refinement(const Dag& dag, std::span<const uint32_t> colours, uint64_t salt) : dag_(dag), hash_(dag.vertices()) {
    for (uint32_t v = 0; v < dag.vertices(); ++v) hash_[v] = mixed(salt + (colours.empty() ? 0 : colours[v]));
  }
  Colouring run();

private:
  bool pass_until_stable();
  void pass_down();
  void pass_up();
  uint32_t count_hashes();
  void number_hashes();
  void refine_by_rounds();
  void touch(uint32_t v, uint64_t signature, std::vector<uint32_t>& touched);
  void split_class(std::span<const uint32_t> touched, std::vector<uint32_t>& changed);

  const Dag& dag_;
  std::vector<uint64_t> hash_;
  HashNumbers numbers_;             // of the hashes after the last pass
  std::vector<uint64_t> signature_; // of a round: 0 for vertices that no change has touched
  Colouring result_;
};

void Refinement::pass_down() {
  for (uint32_t v = 0; v < dag_.vertices(); ++v) {
    uint64_t sum = 1;
    for (uint32_t u : dag_.predecessors(v)) sum += mixed(hash_[u]);
    hash_[v] = mixed(hash_[v] * 3 + mixed(sum));
  }
}

void Refinement::pass_up() {
  for (uint32_t v = dag_.vertices(); v-- > 0;) {
    uint64_t sum = 2;
    for (uint32_t w : dag_.successors(v)) sum += mixed(hash_[w]);
    hash_[v] = mixed(hash_[v] * 5 + mixed(sum));
  }
}

uint32_t Refinement::count_hashes() {
  numbers_ = HashNumbers();
  for (uint64_t hash : hash_) numbers_.number(hash);
  return numbers_.size();
}

// Colours from hashes; their order is that of the hash values, the same in every graph with this structure.
void Refinement::number_hashes() {
  std::vector<std::pair<uint64_t, uint32_t>> order;
  for (uint64_t hash : numbers_.hashes()) order.emplace_back(hash, order.size());
  std::ranges::sort(order);
  std::vector<uint32_t> rank(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i].second] = i;
  result_.colours = numbers_.size();
  result_.size_of.assign(order.size(), 0);
  result_.colour.reserve(hash_.size());
  for (uint64_t hash : hash_) {
    result_.colour.push_back(rank[numbers_.number(hash)]);
    ++result_.size_of[result_.colour.back()];
  }
  for (uint32_t i = 0; i < order.size(); ++i) result_.fingerprint += mixed(order[i].first) * result_.size_of[i];
}

// A pass down makes the partition stable for predecessors, a pass up for successors; when a pass splits nothing it is
// stable for both.
bool Refinement::pass_until_stable() {
  for (uint32_t pass = 0, last = 0; pass < kMostPasses; ++pass) {
    pass % 2 == 0 ? pass_down() : pass_up();
    uint32_t colours = count_hashes();
    if (colours == hash_.size() || (pass >= 2 && colours == last)) return true;
    last = colours;
  }
  return false;
}

void Refinement::touch(uint32_t v, uint64_t signature, std::vector<uint32_t>& touched) {
  if (signature_[v] == 0) touched.push_back(v);
  signature_[v] += signature | 1; // a sum of 0 is as unlikely as a collision, and found like one
}

// Vertices of one class with the same signature stay together, and so do its untouched ones. Every group but the
// largest gets a new number, in the order of signatures.
void Refinement::split_class(std::span<const uint32_t> touched, std::vector<uint32_t>& changed) {
  uint32_t colour = result_.colour[touched[0]];
  size_t untouched = result_.size_of[colour] - touched.size(), largest = 0, kept = touched.size();
  auto group_end = [&](size_t begin) {
    size_t end = begin;
    while (end < touched.size() && signature_[touched[end]] == signature_[touched[begin]]) ++end;
    return end;
  };
  for (size_t begin = 0, end; untouched == 0 && begin < touched.size(); begin = end) {
    end = group_end(begin);
    if (end - begin > largest) largest = end - begin, kept = begin;
  }
  for (size_t begin = 0, end; begin < touched.size(); begin = end) {
    end = group_end(begin);
    if (begin == kept) continue;
    uint32_t fresh = result_.colours++, size = static_cast<uint32_t>(end - begin);
    result_.size_of.push_back(size);
    result_.size_of[colour] -= size;
    result_.fingerprint = mixed(result_.fingerprint + colour) + mixed(signature_[touched[begin]]) * size;
    for (size_t i = begin; i < end; ++i) result_.colour[touched[i]] = fresh;
    changed.insert(changed.end(), touched.begin() + static_cast<std::ptrdiff_t>(begin),
                   touched.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

void Refinement::refine_by_rounds() {
  signature_.assign(hash_.size(), 0);
  std::vector<uint32_t> changed(hash_.size()), touched;
  std::iota(changed.begin(), changed.end(), 0);
  while (!changed.empty() && result_.colours < hash_.size()) {
    touched.clear();
    for (uint32_t x : changed) {
      uint64_t down = mixed(result_.colour[x] * uint64_t{2}), up = mixed(result_.colour[x] * uint64_t{2} + 1);
      for (uint32_t w : dag_.successors(x)) touch(w, down, touched);
      for (uint32_t u : dag_.predecessors(x)) touch(u, up, touched);
    }
    std::ranges::sort(touched, [&](uint32_t a, uint32_t b) {
      return std::tie(result_.colour[a], signature_[a]) < std::tie(result_.colour[b], signature_[b]);
    });
    changed.clear();
    for (size_t begin = 0, end; begin < touched.size(); begin = end) {
      uint32_t colour = result_.colour[touched[begin]];
      for (end = begin; end < touched.size() && result_.colour[touched[end]] == colour;) ++end;
      split_class(std::span(touched).subspan(begin, end - begin), changed);
    }
    for (uint32_t v : touched) signature_[v] = 0;
  }
}

Colouring Refinement::run() {
  if (hash_.empty()) return {};
  bool stable = pass_until_stable();
  number_hashes();
  if (!stable) refine_by_rounds();
  return std::move(result_);
}

// Whether all vertices of a class have the same colours among their neighbours in one direction as its first vertex.
bool is_stable(const Colouring& colouring, auto&& neighbours) {
  std::vector<uint32_t> first_of(colouring.colours, kNone), expected, found;
  uint32_t expected_of = kNone;
  auto sorted = [&](uint32_t v, std::vector<uint32_t>& list) {
    list.clear();
    for (uint32_t w : neighbours(v)) list.push_back(colouring.colour[w]);
    std::ranges::sort(list);
  };
  for (uint32_t v = 0; v < colouring.colour.size(); ++v) {
    uint32_t& first = first_of[colouring.colour[v]];
    if (first == kNone) {
      first = v;
      continue;
    }
    if (neighbours(v).size() != neighbours(first).size()) return false;
    if (neighbours(v).empty()) continue;
    if (first != expected_of) sorted(expected_of = first, expected);
    sorted(v, found);
    if (expected != found) return false;
  }
  return true;
}

bool is_equitable(const Dag& dag, const Colouring& colouring) {
  if (colouring.discrete()) return true;
  return is_stable(colouring, [&](uint32_t v) { return dag.predecessors(v); }) &&
         is_stable(colouring, [&](uint32_t v) { return dag.successors(v); });
}

} // namespace

Colouring refine(const Dag& dag, std::span<const uint32_t> colours) {
  constexpr uint64_t kMostSalts = 8; // the first will do, but for one collision in 10^5 graphs of 10^7 classes
  for (uint64_t salt = 0; salt < kMostSalts; ++salt) {
    Colouring colouring = Refinement(dag, colours, salt << 32).run();
    if (is_equitable(dag, colouring)) return colouring;
  }
  throw std::logic_error("refinement did not end in an equitable partition");
}

} // namespace unply
