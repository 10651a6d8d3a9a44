// Recursion that an exception or a longjmp ends: none of its calls may become a task, which neither may leave.
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static std::jmp_buf start;

static long thrown(int n, unsigned long path) { // calls: serial
  if (n < 2) return n;
  if (path == 37) throw std::runtime_error("one");
  long a = thrown(n - 1, path * 2);
  long b = thrown(n - 2, path * 2 + 1);
  return a + b;
}

static long jumped(int n, unsigned long path) { // calls: serial
  if (n < 2) return n;
  if (path == 37) std::longjmp(start, 1);
  long a = jumped(n - 1, path * 2);
  long b = jumped(n - 2, path * 2 + 1);
  return a + b;
}

static long caught(int n) { // calls: serial
  if (n < 2) return n;
  if (n == 7) throw std::runtime_error("seven");
  try {
    long a = caught(n - 1);
    long b = caught(n - 2);
    return a + b;
  } catch (const std::runtime_error&) {
    return 1;
  }
}

static long whole(int n) { // calls: tasks n
  if (n < 2) return n;
  long a = whole(n - 1);
  long b = whole(n - 2);
  return a + b;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? std::atoi(argv[1]) : 20;
  long left = 0;
  try {
    std::printf("%ld\n", thrown(n, 1));
  } catch (const std::runtime_error&) {
    left++;
  }
  if (setjmp(start) == 0)
    std::printf("%ld\n", jumped(n, 1));
  else
    left++;
  std::printf("%ld %ld %ld\n", left, caught(n), whole(n));
}
