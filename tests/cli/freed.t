# A call that gives memory back has to wait for calls that read it.
$ cat > tree.cpp <<'END'
+ #include <cstdio>
+ struct Node { int key; Node *left, *right; };
+ static Node* build(int low, int high) {
+   if (low >= high) return nullptr;
+   const int middle = (low + high) / 2;
+   return new Node{middle, build(low, middle), build(middle + 1, high)};
+ }
+ static long sum(const Node* n) { return n ? n->key + sum(n->left) + sum(n->right) : 0; }
+ static long depth(const Node* n) { return n ? 1 + depth(n->left) + depth(n->right) : 0; }
+ static void clear(Node* n) {
+   if (!n) return;
+   clear(n->left);
+   clear(n->right);
+   delete n;
+ }
+ int main() {
+   Node* root = build(0, 20000);
+   long s = 0, d = 0;
+   s = sum(root);
+   d = depth(root);
+   clear(root);
+   std::printf("%ld %ld\n", s, d);
+ }
+ END
$ unply c++ -O1 -g tree.cpp -o tree && unply record -q ./tree
> 199990000 20000
$ unply why tree.trace tree.cpp:16 | grep -A 1 '^tasks'
> tasks      calls of sum and depth on lines 19, 20 at once, until line 21 (anti through n->key from
>            line 8 to line 14)
