// Every placement of problem and solution on both MPI back ends, for arities 2, 3, 7 and one that varies, for each kind
// of payload, for problems smaller and larger than the number of processes, and the first and the last rank as root:
// compared with the sequential back end. Combining is neither commutative nor associative, so that each part must come
// to its place. No barrier stands between the calls, so that messages of one call could meet those of the next.
#include <unply/divide_and_conquer/mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using unply::placement;

struct Range {
  int first = 0, last = 0;
  int size() const { return last - first; }
};

std::string letter(int number) { return std::string(1, static_cast<char>('a' + number % 26)); }

Range part_of(const Range& range, int part, int parts) {
  return {range.first + range.size() * part / parts, range.first + range.size() * (part + 1) / parts};
}

// Solutions: text with brackets around what was combined, as a string.
struct Text {
  using solution = std::string;
  static solution text(std::string s) { return s; }
  static std::string read(const solution& s) { return s; }
};

struct SizedText : Text {}; // with solution_size

// As a struct that packs itself.
struct Packed {
  std::string text;
  std::vector<std::vector<int>> lengths;
  void pack(unply::packer& to) const { to << text << lengths; }
  void unpack(unply::unpacker& from) { from >> text >> lengths; }
};
struct PackedText {
  using solution = Packed;
  static solution text(std::string s) {
    const int length = static_cast<int>(s.size());
    return {std::move(s), {{}, {length, length}}};
  }
  static std::string read(const solution& s) {
    const int length = static_cast<int>(s.text.size());
    return s.text.empty() || s.lengths == std::vector<std::vector<int>>{{}, {length, length}} ? s.text : "?";
  }
};

// As a type that only the algorithm packs.
struct Foreign {
  std::vector<std::string>* pieces = nullptr;
  Foreign() = default;
  explicit Foreign(std::vector<std::string> from) : pieces(new std::vector<std::string>(std::move(from))) {}
  Foreign(Foreign&& other) noexcept : pieces(std::exchange(other.pieces, nullptr)) {}
  Foreign& operator=(Foreign&& other) noexcept {
    std::swap(pieces, other.pieces);
    return *this;
  }
  ~Foreign() { delete pieces; }
};
struct ForeignText {
  using solution = Foreign;
  static solution text(std::string s) { return Foreign({std::move(s), "end"}); }
  static std::string read(const solution& s) {
    return !s.pieces ? "" : s.pieces->size() == 2 && s.pieces->back() == "end" ? s.pieces->front() : "?";
  }
  void pack(const Foreign& s, unply::packer& to) const { to << (s.pieces ? *s.pieces : std::vector<std::string>()); }
  void unpack(Foreign& s, unply::unpacker& from) const {
    std::vector<std::string> pieces;
    from >> pieces;
    s = pieces.empty() ? Foreign() : Foreign(std::move(pieces));
  }
};

// As a trivially copyable struct; long texts are cut, everywhere alike.
struct Fixed {
  char bytes[96] = {};
};
struct FixedText {
  using solution = Fixed;
  static solution text(const std::string& s) {
    Fixed fixed;
    s.copy(fixed.bytes, sizeof fixed.bytes - 1);
    return fixed;
  }
  static std::string read(const solution& s) { return s.bytes; }
};

// Divides a range in `parts`, or, for 0, in one to four, as the range is long.
template <class Form, int parts> struct Spell : Form {
  using problem = Range;
  using typename Form::solution;
  using Parts = std::conditional_t<parts == 0, std::vector<Range>, std::array<Range, parts == 0 ? 1 : parts>>;
  int least = 1;

  explicit Spell(int smallest) : least(smallest) {}
  bool is_base(const Range& r) const { return r.size() <= least; }
  solution solve(const Range& r) const {
    std::string text;
    for (int at = r.first; at < r.last; ++at) text += letter(at);
    return Form::text(text);
  }
  Parts divide(const Range& r) const {
    if constexpr (parts == 0) {
      const int count = 2 + r.size() % 3;
      Parts all;
      for (int part = 0; part < count; ++part) all.push_back(part_of(r, part, count));
      return all;
    } else {
      Parts all;
      for (int part = 0; part < parts; ++part) all[part] = part_of(r, part, parts);
      return all;
    }
  }
  solution combine(const Range&, std::span<solution> s) const {
    std::string text = "(";
    for (const solution& one : s) text += Form::read(one);
    return Form::text(text + ")");
  }
};

template <int parts> struct SpellSized : Spell<SizedText, parts> {
  using Spell<SizedText, parts>::Spell;
  std::size_t solution_size(const Range& r) const {
    return unply::divide_and_conquer(unply::seq{}, static_cast<const Spell<SizedText, parts>&>(*this), r).size();
  }
};

// Solutions of which std::vector has no span: whether each letter comes after the one before.
struct Ascends {
  using problem = Range;
  using solution = bool;
  bool is_base(const Range& r) const { return r.size() <= 1; }
  bool solve(const Range&) const { return true; }
  std::array<Range, 3> divide(const Range& r) const { return {part_of(r, 0, 3), part_of(r, 1, 3), part_of(r, 2, 3)}; }
  bool combine(const Range& r, std::span<bool> s) const { return s[0] && s[1] && s[2] && r.size() < 26; }
};

int rank, processes, cases, wrong;

std::string without_brackets(const std::string& text) {
  std::string letters;
  for (const char c : text)
    if (c != '(' && c != ')') letters += c;
  return letters;
}

void expect(const std::string& got, const std::string& expected, const char* what, int size, int root) {
  ++cases;
  if (got == expected) return;
  ++wrong;
  std::printf("rank %d of %d: %s, %d letters, root %d: '%s', expected '%s'\n", rank, processes, what, size, root,
              got.c_str(), expected.c_str());
}

// The texts of all ranks from `first` on, one after another.
std::string all_texts(const std::string& mine, int first) {
  int length = static_cast<int>(mine.size()), total = 0;
  std::vector<int> lengths(processes), places(processes);
  MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
  for (int at = 0; at < processes; ++at) {
    places[(first + at) % processes] = total;
    total += lengths[(first + at) % processes];
  }
  std::string all(static_cast<std::size_t>(total), ' ');
  MPI_Allgatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(), MPI_CHAR, MPI_COMM_WORLD);
  return all;
}

template <placement in, placement out, class Policy, class A>
void check(const Policy& policy, const A& algorithm, int size, int root, int first, const char* what) {
  const Range whole{0, size};
  const std::string expected = A::read(unply::divide_and_conquer(unply::seq{}, algorithm, whole));
  const Range given = in == placement::distributed               ? part_of(whole, rank, processes)
                      : in == placement::at_root && rank != root ? Range{-5, -3} // nobody may look at it
                                                                 : whole;
  const std::string got = A::read(unply::divide_and_conquer(policy, algorithm, given));
  if (out == placement::distributed) {
    const std::string all = all_texts(got, first);
    expect(without_brackets(all), without_brackets(expected), what, size, root);
  } else if (out == placement::at_root && rank != root) {
    expect(got, "", what, size, root);
  } else if (in == placement::distributed) {
    expect(without_brackets(got), without_brackets(expected), what, size, root);
  } else {
    expect(got, expected, what, size, root);
  }
}

template <placement in, placement out, class A> void check_tree(const A& algorithm, int size, const char* what) {
  for (int root = 0; root < processes; root += std::max(1, processes - 1)) {
    const unply::mpi::tree tree{MPI_COMM_WORLD, root, unply::placed<in>(), unply::placed<out>()};
    const int first = in == placement::at_root ? root : 0; // of distributed parts
    for (int again = 0; again < 2; ++again) check<in, out>(tree, algorithm, size, root, first, what);
  }
}

template <placement in, placement out, class A> void check_hypercube(const A& algorithm, int size, const char* what) {
  for (int root = 0; root < processes; root += std::max(1, processes - 1)) {
    const unply::mpi::hypercube cube{MPI_COMM_WORLD, unply::placed<in>(), unply::placed<out>(), root};
    for (int again = 0; again < 2; ++again) check<in, out>(cube, algorithm, size, root, 0, what);
  }
}

template <class A> void check_all_trees(const A& algorithm, int size, const char* what) {
  using enum placement;
  check_tree<at_root, at_root>(algorithm, size, what);
  check_tree<at_root, replicated>(algorithm, size, what);
  check_tree<at_root, distributed>(algorithm, size, what);
  check_tree<replicated, at_root>(algorithm, size, what);
  check_tree<replicated, replicated>(algorithm, size, what);
  check_tree<replicated, distributed>(algorithm, size, what);
  check_tree<distributed, distributed>(algorithm, size, what);
  if constexpr (unply::arity<A> == 0 || unply::arity<A> == 2) {
    check_tree<distributed, at_root>(algorithm, size, what);
    check_tree<distributed, replicated>(algorithm, size, what);
  }
}

template <class A> void check_all_hypercubes(const A& algorithm, int size, const char* what) {
  using enum placement;
  check_hypercube<at_root, at_root>(algorithm, size, what);
  check_hypercube<at_root, replicated>(algorithm, size, what);
  check_hypercube<at_root, distributed>(algorithm, size, what);
  check_hypercube<replicated, at_root>(algorithm, size, what);
  check_hypercube<replicated, replicated>(algorithm, size, what);
  check_hypercube<replicated, distributed>(algorithm, size, what);
  check_hypercube<distributed, at_root>(algorithm, size, what);
  check_hypercube<distributed, replicated>(algorithm, size, what);
  check_hypercube<distributed, distributed>(algorithm, size, what);
}

template <class Form> void check_form(int size, int least, const char* what) {
  check_all_hypercubes(Spell<Form, 2>(least), size, what);
  check_all_trees(Spell<Form, 2>(least), size, what);
  check_all_trees(Spell<Form, 3>(least), size, what);
  check_all_trees(Spell<Form, 7>(least), size, what);
  check_all_trees(Spell<Form, 0>(least), size, what);
}

// Further payloads, each with one arity of trees; all of them take twice as long to compile.
template <class Form, int parts> void check_other_form(int size, const char* what) {
#ifdef ALL_PAIRS
  check_form<Form>(size, 1, what);
#else
  check_all_hypercubes(Spell<Form, 2>(1), size, what);
  check_all_trees(Spell<Form, parts>(1), size, what);
#endif
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (const int size : {1, 2, 5, 11, 40}) {
    check_form<Text>(size, 1, "text");
    check_form<Text>(size, 3, "text");
    check_other_form<PackedText, 3>(size, "packed");
    check_other_form<ForeignText, 0>(size, "packed by the algorithm");
    check_other_form<FixedText, 7>(size > 11 ? 11 : size, "fixed");
    check_all_hypercubes(SpellSized<2>(1), size, "of known size");
    check_all_trees(SpellSized<7>(1), size, "of known size");
  }
  for (const int size : {10, 40}) {
    const bool got = unply::divide_and_conquer(unply::mpi::tree{}, Ascends(), Range{0, size});
    expect(got ? "ascends" : "not", rank == 0 && size == 10 ? "ascends" : "not", "bool", size, 0);
  }
  int all_wrong = 0;
  MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d cases, %d wrong\n", cases, all_wrong);
  MPI_Finalize();
  return 0;
}
