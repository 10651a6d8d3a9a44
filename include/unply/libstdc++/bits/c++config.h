// In front of libstdc++'s own header of this name, by `unply c++`: std::string (before C++20), streams, locales and their
// like are instantiated in the program, where they get hooks, instead of being taken from libstdc++.so. With the old
// string (_GLIBCXX_USE_CXX11_ABI=0) its empty representation stays the library's: it must be the same object everywhere.
// -DUNPLY_LIBRARY_TEMPLATES=1 leaves them in the library: sooner compiled, but calls of them are then counted as not seen.
#include_next <bits/c++config.h>
#ifndef UNPLY_LIBRARY_TEMPLATES
#undef _GLIBCXX_EXTERN_TEMPLATE
#if _GLIBCXX_USE_CXX11_ABI
#define _GLIBCXX_EXTERN_TEMPLATE 0
#else
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif
