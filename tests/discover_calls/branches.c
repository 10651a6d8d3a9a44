// Sums with calls in branches: the tests are made in order, what each call gives is added when all are done.
#include <stdio.h>
#include <stdlib.h>

static int work_of(int value) {
  for (int k = 0; k < 400; k++) value = (value * 31 + k) % 1009;
  return value;
}

static long added(int n, int low) { // calls: tasks n
  long sum = work_of(n);
  if (n > low) sum += added(n - 1, low);
  if (n > low + 1) { // a comment
    sum = 3 * sum - added(n - 2, low) % 101; // and another one
  }
  return sum % 100003;
}

static long commented(int n) { // calls: tasks n
  long sum = work_of(n);
  if (n > 1) // the one before
    sum += commented(n - 1) *
           3;
  if (n > 2) sum ^= commented(n - 2);
  return sum % 100003;
}

// The second test needs the sum so far.
static long stops(int n) { // calls: serial sum is used there
  long sum = work_of(n);
  if (n > 1) sum += stops(n - 1);
  if (n > 2 && sum % 2 == 0) sum += stops(n - 2);
  return sum % 100003;
}

// The second test is of memory that the first call changes.
static long counted;
static long counts(int n) { // calls: serial counted
  long sum = work_of(n);
  counted++;
  if (n > 1) sum += counts(n - 1);
  if (n > 2 && counted % 3 != 0) sum += counts(n - 2);
  return sum % 100003;
}

// What is left of the first statement sets what the second call is given.
static long handed_on(int n) { // calls: serial sum
  long sum = work_of(n);
  if (n > 1) sum += handed_on(n - 1);
  if (n > 2) sum += handed_on((int)(n - 2 - sum % 2));
  return sum % 100003;
}

// The second test changes what the first call was given.
static long moves(int n) { // calls: serial m is used there
  long sum = work_of(n);
  int m = n;
  if (m-- > 1) sum += moves(m);
  if (m-- > 1) sum += moves(m);
  return sum % 100003;
}

static long first_sum, second_sum;
static void first_part(int n) {
  for (int k = 0; k < 20000 * n; k++) {
    first_sum = (first_sum * 7 + k) % 10007;
    if (first_sum % 5 == 1) first_sum += k % 3;
    if (first_sum % 7 == 2) first_sum -= k % 11;
    if (first_sum % 11 == 2) first_sum ^= k % 13;
  }
}
static void second_part(int n) {
  for (int k = 0; k < 20000 * n; k++) {
    second_sum = (second_sum * 5 + k) % 10007;
    if (second_sum % 5 == 1) second_sum += k % 3;
    if (second_sum % 7 == 2) second_sum -= k % 11;
    if (second_sum % 11 == 2) second_sum ^= k % 13;
  }
}
// Small enough to be inlined where it is called.
static void both(int n) { // calls: tasks
  first_part(n);
  second_part(n);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 20;
  printf("%ld %ld ", added(n, 1), commented(n));
  printf("%ld %ld ", stops(n), counts(n));
  printf("%ld %ld ", handed_on(n), moves(n));
  both(n);
  printf("%ld %ld\n", first_sum, second_sum);
}
