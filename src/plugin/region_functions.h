// Declares the functions that a pragma's block calls, when the first pragma of a translation unit is met. A text before
// the source would not work: nothing may precede a module declaration, and a precompiled header of plain clang has its
// own text.
#ifndef UNPLY_PLUGIN_REGION_FUNCTIONS_H
#define UNPLY_PLUGIN_REGION_FUNCTIONS_H

namespace clang {
class Sema;
}

namespace unply {

void declare_region_functions(clang::Sema& sema);

} // namespace unply

#endif
