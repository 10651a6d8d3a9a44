// Which stores a load may read: by object, by offset in it, by field of a structure, by type (C's rule: an object is
// read by its own type or as bytes).
#pragma once
#include "extract/points_to.h"

namespace unply::extract {

struct Access { // where an instruction reads or writes
  const llvm::Value* address = nullptr;
  llvm::Type* type = nullptr; // null: any bytes
  bool many = false;          // elements of `type` from there on
};

struct Spot { // an address taken apart
  const llvm::Value* base = nullptr;
  int64_t offset = 0;
  bool exact = true;               // offset is known
  llvm::Type* structure = nullptr; // of the last field that was chosen
  int64_t field = 0;
};

struct Writer {
  const llvm::Instruction* instruction = nullptr;
  Access access;
  Spot spot;         // of its address
  bool data = false; // of a message, by an operation
};

class Memory {
public:
  Memory(const llvm::Module& module, const Prepared& prepared, const PointsTo& points_to);
  const std::vector<Writer>& writers() const { return writers_; }
  std::vector<const Writer*> writers_of(const Access& access) const;
  // One variable or one field, as opposed to an element of an array.
  bool is_scalar(const Access& access) const;

private:
  const llvm::DataLayout& layout_;
  const PointsTo& points_to_;
  std::vector<Writer> writers_;
  std::vector<std::vector<unsigned>> by_object_;                                     // indices of writers_
  bool may_meet(const Access& access, const Spot& spot, const Writer& writer) const; // in an object that both may be in
  void collect(const llvm::Instruction& instruction, const Prepared& prepared);
};

} // namespace unply::extract
