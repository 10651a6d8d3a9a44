// Bytes: strings, checksums, and accesses of different sizes that overlap in part.
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 240 };
static unsigned char data[4 * N];
static char text[N + 1];

static void fill(void) {
  for (int i = 0; i < 4 * N; i++) data[i] = (unsigned char)(i * 37 + i / 9); //@ doall
  for (int i = 0; i < N; i++) text[i] = "abc, de fgh. ijkl "[i % 18]; //@ doall
  text[N] = 0;
}

static void show(const char* name) {
  unsigned s = 0;
  for (int i = 0; i < 4 * N; i++) s += data[i] * (i % 13 + 1); //@ reduction reduction(+:s)
  for (int i = 0; i < N; i++) s += text[i] * (i % 3); //@ reduction reduction(+:s)
  printf("%s %u\n", name, s);
  fill();
}

static void store_four_load_one(void) { // the last byte of the word that the iteration before stored
  for (int i = 1; i < N; i++) { //@ serial or doacross
    uint32_t word = data[4 * i - 1] * 16777619u + i;
    memcpy(data + 4 * i, &word, 4);
  }
  show("store_four_load_one");
}

static void store_one_load_four(void) { // a word that begins in the byte stored before
  for (int i = 0; i < N; i++) { //@ serial or doacross
    uint32_t word;
    memcpy(&word, data + i, 4);
    data[i + 3] = (unsigned char)(word % 251);
  }
  show("store_one_load_four");
}

static void overlapping_words(void) { // words of four bytes, three apart
  for (int i = 0; i < N; i++) { //@ serial or doacross
    uint32_t word = i * 2654435761u;
    memcpy(data + 3 * i, &word, 4);
  }
  show("overlapping_words");
}

static void words_side_by_side(void) {
  for (int i = 0; i < N; i++) { //@ doall
    uint32_t word;
    memcpy(&word, data + 4 * i, 4);
    word = word * 5 + 1;
    memcpy(data + 4 * i, &word, 4);
  }
  show("words_side_by_side");
}

static void bytes_of_own_word(void) {
  union {
    uint32_t word;
    unsigned char byte[4];
  } u[N];
  for (int i = 0; i < N; i++) { //@ doall
    u[i].word = i * 40503u;
    u[i].byte[1] ^= u[i].byte[0];
    data[i] = u[i].byte[1];
  }
  show("bytes_of_own_word");
}

static void neighbouring_bytes(void) { // different bytes of the same word are independent
  for (int i = 0; i < 4 * N; i++) data[i] = data[i] * 3 + 1; //@ doall
  show("neighbouring_bytes");
}

static void bit_fields(void) { // two fields of one word, written in one iteration
  static struct {
    unsigned low : 5, high : 11;
  } pair[N];
  for (int i = 0; i < N; i++) { //@ doall
    pair[i].low = i;
    pair[i].high = i * 7;
  }
  for (int i = 0; i < N; i++) data[i] = pair[i].low + pair[i].high; //@ doall
  show("bit_fields");
}

static void halves_of_words(void) { // the upper half of the next word is stored by this iteration
  uint16_t half[2 * N + 2] = {0};
  for (int i = 0; i < N; i++) { //@ serial or doacross
    uint32_t word = i * 77;
    half[2 * i] = (uint16_t)(half[2 * i] + word);
    memcpy(half + 2 * i + 1, &word, 4);
  }
  memcpy(data, half, sizeof half - 4);
  show("halves_of_words");
}

static void upper_case(char* s, int n) {
  for (int i = 0; i < n; i++) s[i] = (char)toupper((unsigned char)s[i]); //@ doall
}

static void caesar(void) {
  for (int i = 0; i < N; i++) //@ doall
    if (text[i] >= 'a' && text[i] <= 'z') text[i] = (char)('a' + (text[i] - 'a' + 3) % 26);
  show("caesar");
}

static void reversed(void) {
  for (int i = 0; i < N / 2; i++) { //@ doall
    char t = text[i];
    text[i] = text[N - 1 - i];
    text[N - 1 - i] = t;
  }
  show("reversed");
}

static void length(void) {
  int n = 0;
  while (text[n]) n++; //@ serial
  printf("length %d\n", n);
}

static void copy_until_zero(void) {
  char copy[N + 1], *to = copy;
  const char* from = text;
  while ((*to++ = *from++)) {} //@ serial
  printf("copy_until_zero %d\n", (int)(to - copy));
}

static void vowels(void) {
  int n = 0;
  for (int i = 0; i < N; i++) n += strchr("aeiou", text[i]) != NULL; //@ reduction reduction(+:n)
  printf("vowels %d\n", n);
}

static void letters(void) {
  int count[26] = {0}, largest = 0;
  for (const char* p = text; *p; p++) //@ serial or reduction ...
    if (islower((unsigned char)*p)) count[*p - 'a']++;
  for (int c = 'a'; c <= 'z'; c++) //@ reduction reduction(max:largest)
    if (count[c - 'a'] > largest) largest = count[c - 'a'];
  printf("letters %d\n", largest);
}

static void words(void) { // a word begins where the character before is a space: that is read, not carried
  int n = 0;
  for (int i = 1; i < N; i++) n += text[i] != ' ' && text[i - 1] == ' '; //@ reduction reduction(+:n)
  printf("words %d\n", n);
}

static void words_by_state(void) { // the same with a state
  int n = 0, inside = 0;
  for (int i = 0; i < N; i++) { //@ serial or pipeline
    if (text[i] == ' ') {
      inside = 0;
    } else if (!inside) {
      inside = 1;
      n++;
    }
  }
  printf("words_by_state %d\n", n);
}

static void without_spaces(void) {
  int n = 0;
  for (int i = 0; i < N; i++) //@ serial
    if (text[i] != ' ') text[n++] = text[i];
  show("without_spaces");
}

static void additive_checksum(void) {
  uint32_t sum = 0;
  uint8_t parity = 0;
  for (int i = 0; i < 4 * N; i++) sum += data[i]; //@ reduction reduction(+:sum)
  for (int i = 0; i < 4 * N; i++) parity ^= data[i]; //@ reduction reduction(^:parity)
  printf("additive_checksum %u %u\n", sum, parity);
}

static void fletcher(void) {
  unsigned low = 0, high = 0;
  for (int i = 0; i < 4 * N; i++) { //@ serial or pipeline
    low = (low + data[i]) % 255;
    high = (high + low) % 255;
  }
  printf("fletcher %u\n", high << 8 | low);
}

static void cyclic_redundancy(void) {
  uint32_t table[256], crc = ~0u;
  for (uint32_t i = 0; i < 256; i++) { //@ doall
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1; //@ serial
    table[i] = c;
  }
  for (int i = 0; i < 4 * N; i++) crc = table[(crc ^ data[i]) & 255] ^ crc >> 8; //@ serial
  printf("cyclic_redundancy %08x\n", ~crc);
}

static void hash_of_text(void) {
  uint32_t h = 5381;
  for (int i = 0; i < N; i++) h = h * 33 ^ (unsigned char)text[i]; //@ serial
  printf("hash_of_text %u\n", h);
}

static void bits_of_bytes(void) {
  int n = 0;
  for (int i = 0; i < 4 * N; i++) //@ reduction reduction(+:n)
    for (int k = 0; k < 8; k++) n += data[i] >> k & 1; //@ reduction reduction(+:n)
  printf("bits_of_bytes %d\n", n);
}

static void run_lengths(void) {
  unsigned char out[8 * N];
  int n = 0;
  for (int i = 0; i < N;) { //@ serial
    int run = 1;
    while (i + run < N && data[i + run] / 64 == data[i] / 64) run++; //@ serial
    out[n++] = data[i] / 64;
    out[n++] = (unsigned char)run;
    i += run;
  }
  printf("run_lengths %d %d\n", n, out[1]);
}

static void lines_of_text(void) { // each line has its own part of the buffer
  static char lines[30][24];
  int s = 0;
  for (int i = 0; i < 30; i++) snprintf(lines[i], sizeof lines[i], "line %d of %d", i, i * i); //@ doall
  for (int i = 0; i < 30; i++) s += (int)strlen(lines[i]) * i; //@ reduction reduction(+:s)
  printf("lines_of_text %d\n", s);
}

static void appended(void) {
  static char all[600];
  for (int i = 0; i < 40; i++) { //@ serial
    char part[16];
    sprintf(part, "%d,", i * i);
    strcat(all, part);
  }
  printf("appended %d\n", (int)strlen(all));
}

int main(void) {
  fill();
  store_four_load_one();
  store_one_load_four();
  overlapping_words();
  words_side_by_side();
  bytes_of_own_word();
  neighbouring_bytes();
  bit_fields();
  halves_of_words();
  upper_case(text, N);
  show("upper_case");
  caesar();
  reversed();
  length();
  copy_until_zero();
  vowels();
  letters();
  words();
  words_by_state();
  without_spaces();
  additive_checksum();
  fletcher();
  cyclic_redundancy();
  hash_of_text();
  bits_of_bytes();
  run_lengths();
  lines_of_text();
  appended();
}
