# Programs that use the skeleton wrongly, each with the sentence that the compiler must say, and nothing else.
HEAD = "#include <unply/divide_and_conquer.h>\n#include <vector>\n"
MEMBERS = {
    "problem": "using problem = int;",
    "solution": "using solution = long;",
    "is_base": "bool is_base(int n) const { return n <= 1; }",
    "solve": "long solve(int n) const { return n; }",
    "divide": "std::array<int, 2> divide(int n) const { return {n / 2, n - n / 2}; }",
    "combine": "long combine(int, std::span<long> parts) const { return parts[0] + parts[1]; }",
}
CALL = "auto sum = unply::divide_and_conquer(unply::seq{}, Sum{}, 100);\n  return sum == 100;"


def program(body=CALL, **changed):
    """Changed members replace the right ones; None leaves one out, others are added."""
    members = {**MEMBERS, **changed}
    text = "".join("  %s\n" % member for member in members.values() if member)
    return "%sstruct Sum {\n%s};\nint main() {\n  %s\n}\n" % (HEAD, text, body)


def braces(**changed):
    functions = {
        "is_base": "[](int n) { return n <= 1; }",
        "solve": "[](int n) { return n; }",
        "divide": "[](int n) { return std::vector{n / 2, n - n / 2}; }",
        "combine": "[](int, std::span<int> parts) { return parts[0] + parts[1]; }",
        **changed,
    }
    named = ", ".join(".%s = %s" % item for item in functions.items() if item[1])
    return "%sint main() { return unply::divide_and_conquer(unply::seq{}, 100, {%s}) == 100; }\n" % (HEAD, named)


def allocations(parts):
    """Counts what the recursion allocates."""
    counter = """
#include <cstdio>
#include <cstdlib>
#include <new>
static long allocated;
void* operator new(std::size_t size) { ++allocated; return std::malloc(size); }
void operator delete(void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
"""
    body = "long sum = unply::divide_and_conquer(unply::seq{.depth = 3}, Sum{}, 1000);\n  std::printf(\"%ld\\n\", sum == 1000 ? allocated : -1);"
    text = program(body, divide="%s divide(int n) const { return {n / 2, n - n / 2}; }" % parts)
    return text.replace("struct Sum", counter + "struct Sum", 1)


OPTIONAL = {
    "sequential": "long sequential(int n) const { return n; }",
    "features": "std::array<unply::feature, 1> features(int n) const { return {{{\"N\", double(n)}}}; }",
    "work": "std::vector<unply::feature> work(int n, unply::phase) const { return {{\"additions\", n - 1.0}}; }",
}
RIGHT = [
    program(),
    program(**OPTIONAL),
    program(solve="int solve(const int& n) const { return n; }", divide="std::vector<int> divide(int n) const { return {n / 2, n - n / 2}; }"),
    braces(),
]

# name: (program, sentence)
WRONG = {
    "no problem": (program(problem=None), "lacks the type `problem`"),
    "no solution": (program("auto sum = unply::divide_and_conquer(unply::seq{}, Sum{}, 100);\n  (void)sum;", solution=None), "lacks the type `solution`"),
    "no is_base": (program(is_base=None), "lacks `bool is_base(const problem&) const`"),
    "no solve": (program(solve=None), "lacks `solution solve(const problem&) const`"),
    "no divide": (program(divide=None), "lacks `std::array<problem, k> divide(const problem&) const` (or std::vector)"),
    "no combine": (program(combine=None), "lacks `solution combine(const problem&, std::span<solution>) const`"),
    "is_base not const": (program(is_base="bool is_base(int n) { return n <= 1; }"), "`is_base` must be const and give a bool"),
    "solve not const": (program(solve="long solve(int n) { return n; }"), "`solve` must be const and give a `solution`"),
    "divide not const": (program(divide="std::array<int, 2> divide(int n) { return {n / 2, n - n / 2}; }"), "`divide` must be const"),
    "combine not const": (program(combine="long combine(int, std::span<long> parts) { return parts[0]; }"), "`combine` must be const and give a `solution`"),
    "solve of another type": (program(solve="const char* solve(int) const { return nullptr; }"), "`solve` must be const and give a `solution`"),
    "divide into others": (program(divide="std::array<long, 2> divide(int n) const { return {n / 2, n - n / 2}; }"), "`divide` must give a std::array or std::vector of `problem`"),
    "divide into none": (program(divide="int divide(int n) const { return n / 2; }"), "`divide` must give a std::array or std::vector of `problem`"),
    "wrong sequential": (program(sequential="long sequential(int n, int) const { return n; }"), "`sequential` is not `solution sequential(const problem&) const`"),
    "wrong features": (program(features="double features(int n) const { return n; }"), "`features` is not"),
    "wrong work": (program(work="double work(int n) const { return n; }"), "`work` is not"),
    "another problem": (program("return unply::divide_and_conquer(unply::seq{}, Sum{}, \"100\") == 100;"), "the third argument is not the algorithm's `problem`"),
    "no policy": (program("return unply::divide_and_conquer(4, Sum{}, 100) == 100;"), "the first argument is no policy"),
    "left out of braces": (braces(combine=None), "`.combine` is left out of the braces"),
    "first left out of braces": (braces(is_base=None), "`.is_base` is left out of the braces"),
}
