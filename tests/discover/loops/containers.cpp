// Containers with nodes: lists, maps and sets are walked by a chain of pointers; looking up changes nothing.
#include <cstdio>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

constexpr int kSize = 80;

void show(const char* name, const std::vector<int>& v) {
  long s = 0;
  for (std::size_t i = 0; i < v.size(); i++) s += v[i] * static_cast<long>(i % 5 + 1); //@ reduction reduction(+:s)
  std::printf("%s %ld\n", name, s);
}

void list() {
  std::list<int> l;
  for (int i = 0; i < kSize; i++) l.push_back(i * 11 % 37); //@ serial
  for (int& x : l) x *= 2; //@ serial or pipeline
  long s = 0;
  for (auto it = l.begin(); it != l.end(); ++it) s += *it; //@ serial or pipeline
  for (auto it = l.begin(); it != l.end();) it = *it % 4 == 0 ? l.erase(it) : std::next(it); //@ serial
  std::printf("list %ld %zu\n", s, l.size());
}

void map() {
  std::map<int, int> m;
  std::vector<int> found(kSize);
  for (int i = 0; i < kSize; i++) m[i * 7 % 41] += i; //@ serial
  for (int i = 0; i < kSize; i++) { //@ doall
    auto it = m.find(i);
    found[i] = it == m.end() ? -1 : it->second;
  }
  for (int i = 0; i < 41; i++) m.at(i) += 2; //@ doall
  long s = 0;
  for (const auto& [key, value] : m) s += key * value; //@ serial or pipeline
  std::printf("map %ld\n", s);
  show("map", found);
}

void hashed() {
  std::unordered_map<int, int> m;
  std::vector<int> found(kSize);
  for (int i = 0; i < kSize; i++) m[i % 23]++; //@ serial
  for (int i = 0; i < kSize; i++) found[i] = static_cast<int>(m.count(i)) + (i < 23 ? m.at(i) : 0); //@ doall
  show("hashed", found);
}

void sets() {
  std::set<int> s;
  std::unordered_set<int> h;
  for (int i = 0; i < kSize; i++) s.insert(i * i % 31); //@ serial
  for (int x : s) h.insert(x * 3); //@ serial
  int n = 0;
  for (int i = 0; i < 100; i++) n += h.count(i) > 0; //@ reduction reduction(+:n)
  std::printf("sets %d\n", n);
}

void queues() {
  std::queue<int> q;
  std::priority_queue<int> p;
  std::stack<int> stack;
  for (int i = 0; i < kSize; i++) q.push(i * 17 % 29); //@ serial
  while (!q.empty()) { //@ serial
    p.push(q.front());
    q.pop();
  }
  for (int i = 0; i < 30; i++) { //@ serial
    stack.push(p.top());
    p.pop();
  }
  int s = 0;
  while (!stack.empty()) { //@ serial
    s = s * 3 % 1009 + stack.top();
    stack.pop();
  }
  std::printf("queues %d\n", s);
}

void streams() {
  std::ostringstream out;
  for (int i = 0; i < 40; i++) out << i * i << ' '; //@ serial
  std::istringstream in(out.str());
  int x = 0, n = 0;
  while (in >> x) n += x; //@ serial
  std::printf("streams %d\n", n);
}

void own_streams() { // a stream in each iteration
  std::vector<int> length(30);
  for (int i = 0; i < 30; i++) { //@ doall or serial
    std::ostringstream out;
    out << i << ':' << i * i * i;
    length[i] = static_cast<int>(out.str().size());
  }
  show("own_streams", length);
}

void words() {
  std::vector<std::string> words(kSize);
  for (int i = 0; i < kSize; i++) words[i] = std::string(i % 9 + 1, static_cast<char>('a' + i % 26)); //@ doall
  for (auto& word : words) word += "-tail that makes it longer than a short string"; //@ doall
  std::size_t longest = 0;
  for (const auto& word : words) //@ reduction reduction(max:longest)
    if (word.size() > longest) longest = word.size();
  std::map<char, int> first;
  for (const auto& word : words) ++first[word[0]]; //@ serial
  std::string all;
  for (const std::string& word : words) all += word[0]; //@ serial
  std::printf("words %zu %zu %zu\n", longest, first.size(), all.size());
}

void pairs() {
  std::vector<std::pair<int, double>> p(kSize);
  for (int i = 0; i < kSize; i++) p[i] = {i % 13, i * 0.5}; //@ doall
  double s = 0;
  for (const auto& [key, weight] : p) s += key * weight; //@ reduction reduction(+:s)
  for (auto& [key, weight] : p) weight += key; //@ doall
  std::printf("pairs %g %g\n", s, p[12].second);
}

void adjacency() {
  std::vector<std::vector<int>> next(30);
  for (int v = 0; v < 30; v++) { //@ doall
    for (int k = 1; k <= v % 4 + 1; k++) next[v].push_back((v * k + 3) % 30); //@ serial
  }
  for (int v = 0; v < 30; v++) next[(v * 7 + 2) % 15].push_back(v); //@ serial
  std::vector<int> degree(30), depth(30, -1);
  for (int v = 0; v < 30; v++) degree[v] = static_cast<int>(next[v].size()); //@ doall
  std::queue<int> q;
  q.push(0);
  depth[0] = 0;
  while (!q.empty()) { //@ serial
    int v = q.front();
    q.pop();
    for (int u : next[v]) //@ serial
      if (depth[u] < 0) {
        depth[u] = depth[v] + 1;
        q.push(u);
      }
  }
  show("adjacency", depth);
  show("adjacency", degree);
}

} // namespace

int main() {
  list();
  map();
  hashed();
  sets();
  queues();
  streams();
  own_streams();
  words();
  pairs();
  adjacency();
}
