// Loops that are no counted loops: lists, trees, while, do and goto, and loops that are left early.
#include <stdio.h>
#include <stdlib.h>

enum { N = 150 };
typedef struct Node {
  int value;
  struct Node *next, *left, *right;
} Node;

static Node pool[N];
static int a[N], b[N];

static Node* chain(void) {
  Node* head = NULL;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    a[i] = i * 61 % 101;
    b[i] = 0;
    pool[i].value = a[i];
    pool[i].next = head;
    head = &pool[i];
  }
  return head;
}

static void change_list(Node* head) { // the elements are independent, the walk is not
  for (Node* p = head; p; p = p->next) p->value = p->value * 3 + 1; //@ serial or pipeline
}

static void sum_list(const Node* head) {
  long s = 0;
  for (const Node* p = head; p != NULL; p = p->next) s += p->value; //@ serial or pipeline
  printf("sum_list %ld\n", s);
}

static void length_of_list(const Node* p) {
  int n = 0;
  while (p) { //@ serial
    n++;
    p = p->next;
  }
  printf("length_of_list %d\n", n);
}

static Node* reverse_list(Node* head) {
  Node* done = NULL;
  while (head) { //@ serial
    Node* rest = head->next;
    head->next = done;
    done = head;
    head = rest;
  }
  return done;
}

static void allocated_list(void) {
  Node* head = NULL;
  long s = 0;
  for (int i = 0; i < 40; i++) { //@ serial
    Node* p = malloc(sizeof *p);
    p->value = i * i;
    p->next = head;
    head = p;
  }
  while (head) { //@ serial
    Node* rest = head->next;
    s += head->value;
    free(head);
    head = rest;
  }
  printf("allocated_list %ld\n", s);
}

static void nodes_by_index(void) { // the same nodes, reached by their place
  for (int i = 0; i < N; i++) pool[i].value += i; //@ doall
  long s = 0;
  for (int i = 0; i < N; i++) s += pool[i].value; //@ reduction reduction(+:s)
  printf("nodes_by_index %ld\n", s);
}

static void lists_of_a_table(void) { // each bucket has a list of its own
  Node* bucket[16] = {0};
  long sum[16], s = 0;
  for (int i = 0; i < N; i++) { //@ serial
    Node** head = &bucket[a[i] % 16];
    pool[i].next = *head;
    *head = &pool[i];
  }
  for (int k = 0; k < 16; k++) { //@ doall
    sum[k] = 0;
    for (Node* p = bucket[k]; p; p = p->next) sum[k] += p->value * (k + 1); //@ serial or pipeline
  }
  for (int k = 0; k < 16; k++) s += sum[k]; //@ reduction reduction(+:s)
  printf("lists_of_a_table %ld\n", s);
}

static Node* insert(Node* root, Node* p) {
  Node** at = &root;
  while (*at) at = p->value < (*at)->value ? &(*at)->left : &(*at)->right; //@ serial
  *at = p;
  return root;
}

static void tree(void) {
  Node* root = NULL;
  int depth = 0;
  for (int i = 0; i < N; i++) pool[i].left = pool[i].right = NULL; //@ doall
  for (int i = 0; i < N; i++) root = insert(root, &pool[i]); //@ serial
  for (int i = 0; i < N; i++) { //@ reduction reduction(max:depth)
    int d = 0;
    for (Node* p = root; p != &pool[i]; d++) p = pool[i].value < p->value ? p->left : p->right; //@ serial
    if (d > depth) depth = d;
  }
  printf("tree %d\n", depth);
}

static void while_counted(void) {
  int i = 0;
  while (i < N) { //@ doall ... or serial
    b[i] = a[i] * 2;
    i++;
  }
  printf("while_counted %d %d\n", b[1], b[N - 1]);
}

static void do_counted(void) {
  int i = 0;
  do { //@ doall ... or serial
    b[i] += a[i];
  } while (++i < N);
  printf("do_counted %d %d\n", b[1], b[N - 1]);
}

static void while_chain(void) {
  int i = 1;
  while (i < N) { //@ serial or doacross
    b[i] = b[i - 1] ^ a[i];
    i++;
  }
  printf("while_chain %d\n", b[N - 1]);
}

static void collatz(void) { // how long each takes is its own matter
  int longest = 0;
  for (int i = 1; i < N; i++) { //@ reduction reduction(max:longest)
    int steps = 0;
    unsigned x = i;
    while (x != 1) { //@ serial
      x = x % 2 ? 3 * x + 1 : x / 2;
      steps++;
    }
    if (steps > longest) longest = steps;
  }
  printf("collatz %d\n", longest);
}

static void divisors(void) {
  for (int i = 0; i < N; i++) { //@ doall
    int x = a[i] + 12, y = a[(i + 1) % N] + 6;
    do { //@ serial
      int r = x % y;
      x = y;
      y = r;
    } while (y);
    b[i] = x;
  }
  printf("divisors %d %d\n", b[0], b[5]);
}

static void goto_counted(void) {
  int i = 0;
again: //@ doall ... or serial
  b[i] = a[i] - 7;
  if (++i < N) goto again;
  printf("goto_counted %d\n", b[N - 1]);
}

static void goto_chain(void) {
  int i = 0, s = 1;
again: //@ serial
  s = s * 5 % 1009 + a[i];
  if (++i < N) goto again;
  printf("goto_chain %d\n", s);
}

static void search(int wanted) {
  int place = -1;
  for (int i = 0; i < N; i++) { //@ serial
    if (a[i] == wanted) {
      place = i;
      break;
    }
  }
  printf("search %d\n", place);
}

static int search_and_return(int wanted) {
  for (int i = 0; i < N; i++) //@ serial
    if (a[i] == wanted) return i;
  return -1;
}

static void write_until(int wanted) { // later iterations must not write
  for (int i = 0; i < N; i++) { //@ serial
    if (a[i] == wanted) break;
    b[i] = -a[i];
  }
  printf("write_until %d %d\n", b[3], b[N - 1]);
}

static void leave_both(void) {
  int i, j, found = 0;
  for (i = 0; i < 30; i++) //@ serial
    for (j = 0; j < 30; j++) //@ serial
      if (i * j == 156) {
        found = i * 100 + j;
        goto out;
      }
out:
  printf("leave_both %d\n", found);
}

static void leave_the_inner_one(void) { // only the inner loop ends early
  int count = 0;
  for (int i = 2; i < N; i++) { //@ reduction reduction(+:count)
    int prime = 1;
    for (int j = 2; j * j <= i; j++) { //@ serial
      if (i % j == 0) {
        prime = 0;
        break;
      }
    }
    count += prime;
  }
  printf("leave_the_inner_one %d\n", count);
}

static void condition_in_head(void) { // a search in the head of the loop
  int i;
  for (i = 0; i < N && a[i] != 40; i++) b[i] = 1; //@ serial
  printf("condition_in_head %d\n", i);
}

static void index_changed_inside(void) {
  int n = 0;
  for (int i = 0; i < N; i++) { //@ serial
    if (a[i] % 5 == 0) i++;
    n++;
  }
  printf("index_changed_inside %d\n", n);
}

static void work_list(void) { // grows while it is worked off
  int queue[2 * N], head = 0, tail = 0, done = 0;
  queue[tail++] = 60;
  while (head < tail) { //@ serial
    int x = queue[head++];
    done++;
    if (x > 1) queue[tail++] = x / 2;
    if (x > 3) queue[tail++] = x / 4;
  }
  printf("work_list %d\n", done);
}

static void sieve(void) {
  static char composite[400];
  int primes = 0;
  for (int i = 2; i * i < 400; i++) //@ serial or doacross
    if (!composite[i])
      for (int j = i * i; j < 400; j += i) composite[j] = 1; //@ doall
  for (int i = 2; i < 400; i++) primes += !composite[i]; //@ reduction reduction(+:primes)
  printf("sieve %d\n", primes);
}

static void binary_searches(void) {
  long s = 0;
  for (int i = 0; i < N; i++) b[i] = 3 * i; //@ doall
  for (int k = 0; k < 100; k++) { //@ reduction reduction(+:s)
    int low = 0, high = N;
    while (low < high) { //@ serial
      int middle = (low + high) / 2;
      if (b[middle] < 4 * k)
        low = middle + 1;
      else
        high = middle;
    }
    s += low;
  }
  printf("binary_searches %ld\n", s);
}

/* What an iteration reads the next one gives back. */
static void blocks_given_back(void) {
  int* block[41];
  long s = 0;
  for (int i = 0; i <= 40; i++) { //@ doall
    block[i] = malloc(24);
    block[i][3] = i * 5 % 17;
  }
  long seen[40];
  for (int i = 0; i < 40; i++) { //@ serial or doacross
    seen[i] = block[i + 1][3];
    free(block[i]);
  }
  for (int i = 0; i < 40; i++) s += seen[i]; //@ reduction reduction(+:s)
  free(block[40]);
  printf("blocks_given_back %ld\n", s);
}

/* Each iteration has a block of its own, or gives back one that it alone uses. */
static void blocks_of_iterations(void) {
  int* block[40];
  long s = 0;
  for (int i = 0; i < 40; i++) block[i] = calloc(6, sizeof(int)); //@ doall
  for (int i = 0; i < 40; i++) { //@ reduction reduction(+:s)
    int* own = malloc(32);
    own[2] = i;
    block[i][1] = own[2] + 3;
    s += block[i][1];
    free(own);
    free(block[i]);
  }
  printf("blocks_of_iterations %ld\n", s);
}

int main(void) {
  Node* head = chain();
  blocks_given_back();
  blocks_of_iterations();
  change_list(head);
  sum_list(head);
  length_of_list(head);
  head = reverse_list(head);
  sum_list(head);
  allocated_list();
  nodes_by_index();
  lists_of_a_table();
  tree();
  while_counted();
  do_counted();
  while_chain();
  collatz();
  divisors();
  goto_counted();
  goto_chain();
  search(40);
  printf("search_and_return %d\n", search_and_return(40));
  write_until(40);
  leave_both();
  leave_the_inner_one();
  condition_in_head();
  index_changed_inside();
  work_list();
  sieve();
  binary_searches();
}
