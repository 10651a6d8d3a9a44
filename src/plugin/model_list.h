// The compiled form of library_models.def: the known accesses of each library function.
#ifndef UNPLY_PLUGIN_MODEL_LIST_H
#define UNPLY_PLUGIN_MODEL_LIST_H

#include "unply/runtime_abi.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace unply {

struct ModelEffect {
  UnplyEffect effect = {};
  std::string hidden; // name of the state that its place stands for; empty: a pointer of the call
};

struct Model {
  llvm::SmallVector<ModelEffect, 3> effects; // none: touches nothing
  unsigned arguments = 0;                    // at least so many
};

class ModelList {
public:
  /// The list that is built in; a mistake in it ends the compiler with the line.
  static const ModelList& get();
  const Model* find(llvm::StringRef name) const;

private:
  ModelList();
  void add_line(llvm::StringRef line);

  std::vector<Model> models_;
  llvm::StringMap<unsigned> names_;
  std::vector<std::pair<std::string, unsigned>> prefixes_;
};

} // namespace unply

#endif
