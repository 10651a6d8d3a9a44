// What goes wrong around a call of an MPI back end, one kind for each word of the command line. Kinds whose error lies
// in the program's own use of MPI end with an exception at the call, which is printed; errors within the call end the
// whole job.
#ifdef NO_THREADS // SimGrid
#include <unply/divide_and_conquer/mpi.h>
#else
#include <unply/divide_and_conquer/hybrid.h>
#include <unply/divide_and_conquer/openmp.h>
#endif

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

std::string kind;

struct Sum {
  struct problem {
    int first = 0, last = 0;
  };
  using solution = std::vector<int>;
  bool is_base(const problem& p) const { return p.last - p.first <= 1; }
  solution solve(const problem& p) const {
    if (kind == "throw" && p.first == 3) throw std::runtime_error("number 3 is bad");
    if (kind == "throw-word" && p.first == 3) throw "a word";
    return {p.first};
  }
  std::array<problem, 2> divide(const problem& p) const {
    const int middle = (p.first + p.last) / 2;
    return {problem{p.first, middle}, problem{middle, p.last}};
  }
  solution combine(const problem& p, std::span<solution> s) const {
    if (kind == "throw-combine" && p.first == 2) throw std::runtime_error("numbers from 2 on are bad");
    return {s[0][0] + s[1][0]};
  }
};

struct WrongSize : Sum {
  std::size_t solution_size(const problem& p) const { return p.first == 2 ? 2 : 1; }
};

struct Forgetful { // unpack leaves a member out
  int value = 0, other = 0;
  void pack(unply::packer& to) const { to << value << other; }
  void unpack(unply::unpacker& from) { from >> value; }
};
struct Greedy { // unpack names one too many
  std::vector<int> values;
  void pack(unply::packer& to) const { to << 7; }
  void unpack(unply::unpacker& from) { from >> values; }
};
template <class Payload> struct WithPayload {
  using problem = Sum::problem;
  using solution = Payload;
  bool is_base(const problem& p) const { return p.last - p.first <= 1; }
  solution solve(const problem&) const { return {}; }
  std::array<problem, 2> divide(const problem& p) const { return Sum().divide(p); }
  solution combine(const problem&, std::span<solution> s) const { return s[0]; }
};

template <class Policy, class A> void call(const Policy& policy, const A& algorithm, int numbers = 8) {
  const auto solution = unply::divide_and_conquer(policy, algorithm, Sum::problem{0, numbers});
  if constexpr (std::is_same_v<unply::solution_of<A>, std::vector<int>>)
    if (!solution.empty() && kind != "idle") std::printf("sum %d\n", solution[0]);
}

void report_idle(int numbers) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const unply::mpi::tree tree{MPI_COMM_WORLD};
  const unply::mpi::hypercube cube{MPI_COMM_WORLD};
  call(tree, Sum(), numbers);
  call(cube, Sum(), numbers);
  std::printf("rank %d: tree %d, hypercube %d\n", rank, tree.took_part(), cube.took_part());
}

void run() {
  using namespace unply::mpi;
  if (kind == "null")
    call(hypercube{MPI_COMM_NULL}, Sum());
  else if (kind == "root")
    call(tree{MPI_COMM_WORLD, 17}, Sum());
  else if (kind == "negative-root")
    call(tree{MPI_COMM_WORLD, -1}, Sum());
  else if (kind == "wrong-size")
    call(hypercube{}, WrongSize());
  else if (kind == "forgetful")
    call(hypercube{}, WithPayload<Forgetful>());
  else if (kind == "greedy")
    call(hypercube{}, WithPayload<Greedy>());
  else if (kind == "idle")
    report_idle(2);
  else if (kind == "tree-throw")
    kind = "throw", call(tree{}, Sum());
  else
    call(hypercube{}, Sum());
}

#ifdef NO_THREADS
void run_on_other_thread() {}
void run_hybrid() {}
#else
void run_hybrid() { call(unply::mpi::hybrid{unply::mpi::hypercube{}, unply::openmp{}}, Sum()); }

void run_on_other_thread() {
  const unply::mpi::hypercube cube;
  std::string error;
  std::thread([&] {
    try {
      call(cube, Sum());
    } catch (const std::exception& caught) {
      error = caught.what();
    }
  }).join();
  throw std::runtime_error(error);
}
#endif

// Parts of the world that work on problems of their own at the same time, in communicators that the program splits off;
// a call within a call, of another back end; one policy kept for many calls, and copies of it.
void run_composed() {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  {
    const unply::mpi::hypercube own{half}, world{MPI_COMM_WORLD}, copy = world;
    const unply::mpi::tree tree{half, 0, unply::replicated, unply::replicated};
    int sum = 0;
    for (int numbers = 1; numbers < 40; ++numbers) {
      sum += unply::divide_and_conquer(own, Sum(), Sum::problem{0, numbers})[0];
      if (rank % 2) sum += unply::divide_and_conquer(tree, Sum(), Sum::problem{0, numbers})[0];
      sum += unply::divide_and_conquer(numbers % 2 ? world : copy, Sum(), Sum::problem{0, numbers})[0];
    }
    std::printf("rank %d: %d\n", rank, sum);
  }
  MPI_Comm_free(&half);
}

} // namespace

int main(int argc, char** argv) {
  kind = argc > 1 ? argv[1] : "";
  const bool early = kind == "not-initialised", late = kind == "finalised";
  try {
    int provided = 0;
    if (early) call(unply::mpi::hypercube{}, Sum());
    if (kind == "single" || kind == "thread")
      MPI_Init(&argc, &argv);
    else
      MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (kind == "single" || kind == "hybrid")
      run_hybrid();
    else if (kind == "thread")
      run_on_other_thread();
    else if (kind == "composed")
      run_composed();
    else if (late) {
      const unply::mpi::hypercube cube;
      MPI_Finalize();
      call(cube, Sum());
    } else
      run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "caught: %s\n", error.what());
  }
  if (!early && !late) MPI_Finalize();
  return 0;
}
