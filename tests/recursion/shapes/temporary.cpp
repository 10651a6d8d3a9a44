// refused: 'word' refers to a temporary object, which ends before the call runs
#include <cstdio>
#include <string>
#include <string_view>
long over(std::string_view word) {
  if (word.size() < 2) return word.empty() ? 0 : word[0];
  return over(std::string(word.substr(1))) + over(std::string(word.substr(2)));
}
int main() { std::printf("%ld\n", over("abcdef")); }
