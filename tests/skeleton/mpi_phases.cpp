// Plays the recorder: exports the table that annotate.h looks for, and prints each phase of the call that follows, of
// all ranks in their order. Arguments: hypercube, tree, hybrid or untraced; the size of the problem.
#include <unply/divide_and_conquer/hybrid.h>
#include <unply/divide_and_conquer/openmp.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

std::string heard;
std::vector<UnplyPhaseInfo> open_phases;

std::string name_and_value(const UnplyPhaseInfo& info) {
  std::string text;
  char one[100];
  for (unsigned at = 0; at < info.features; ++at) {
    std::snprintf(one, sizeof one, " %s=%g", info.names[at], info.values[at]);
    text += one;
  }
  return text;
}

void begin(const UnplyPhaseInfo* info) {
  static const char* const names[] = {"call", "divide", "sequential", "exchange", "combine"};
  char line[200];
  std::snprintf(line, sizeof line, "%*s%s level %u partner %d", static_cast<int>(2 * open_phases.size()), "",
                names[info->phase], info->level, info->partner);
  heard += line + name_and_value(*info);
  heard += '\n';
  open_phases.push_back(*info);
}

void end(const UnplyPhaseInfo* info) {
  if (open_phases.empty() || open_phases.back().phase != info->phase || open_phases.back().level != info->level)
    heard += "ends another phase\n";
  if (info->bytes || info->features) {
    heard += std::string(2 * open_phases.size(), ' ') + "bytes " + std::to_string(info->bytes) + name_and_value(*info);
    heard += '\n';
  }
  if (!open_phases.empty()) open_phases.pop_back();
}

struct Sum { // of n numbers, in halves
  struct problem {
    int numbers = 0;
  };
  using solution = std::vector<int>;
  bool is_base(const problem& p) const { return p.numbers <= 1; }
  solution solve(const problem& p) const { return solution(1, p.numbers); }
  std::array<problem, 2> divide(const problem& p) const {
    return {problem{p.numbers - p.numbers / 2}, problem{p.numbers / 2}};
  }
  solution combine(const problem&, std::span<solution> s) const { return solution(1, s[0][0] + s[1][0]); }
  std::array<unply::feature, 1> features(const problem& p) const { return {{{"N", double(p.numbers)}}}; }
  std::array<unply::feature, 1> work(const problem& p, unply::phase done) const {
    return {{{"additions", done == unply::phase::combine ? 1.0 : double(p.numbers)}}};
  }
};

} // namespace

extern "C" __attribute__((visibility("default"))) const UnplyAnnotations __unply_annotations = {
    3,       nullptr, nullptr, [](const char* name) { heard += std::string("event ") + name + '\n'; },
    nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, begin,
    end};

int main(int argc, char** argv) {
  int rank = 0, size = 0, provided = 0;
  setenv("UNPLY_SPOOL", "here", 1); // as unply record
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string on = argc > 1 ? argv[1] : "hypercube";
  const Sum::problem problem{argc > 2 ? std::atoi(argv[2]) : 8};
  int sum = 0;
  { // ranks backwards: partners are ranks of the world nevertheless
    MPI_Comm backwards = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &backwards);
    using namespace unply::mpi;
    unply::solution_of<Sum> solution;
    if (on == "tree")
      solution = unply::divide_and_conquer(tree{backwards}, Sum(), problem);
    else if (on == "hybrid")
      solution = unply::divide_and_conquer(hybrid{hypercube{backwards}, unply::openmp{.depth = 1, .threads = 1}}, Sum(),
                                           problem);
    else if (on == "untraced")
      solution = unply::divide_and_conquer(hypercube{backwards}, Sum(), problem, unply::untraced{});
    else
      solution = unply::divide_and_conquer(hypercube{backwards}, Sum(), problem);
    sum = solution.empty() ? -1 : solution[0];
    MPI_Comm_free(&backwards);
  }
  for (int turn = 0; turn < size; ++turn) {
    int length = static_cast<int>(heard.size());
    if (rank == 0 && turn > 0) {
      MPI_Recv(&length, 1, MPI_INT, turn, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      heard.resize(static_cast<std::size_t>(length));
      MPI_Recv(heard.data(), length, MPI_CHAR, turn, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&sum, 1, MPI_INT, turn, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == turn && turn > 0) {
      MPI_Send(&length, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
      MPI_Send(heard.data(), length, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
      MPI_Send(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) std::printf("rank %d: %d\n%s", turn, sum, heard.c_str());
  }
  MPI_Finalize();
}
