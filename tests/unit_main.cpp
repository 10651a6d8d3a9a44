// The one unit test program: collects the doctest cases of every src/*/x_test.cpp.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
