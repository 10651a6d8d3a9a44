// What the lowering of a worksharing loop says of the loop in the source, and its runtime calls as one piece.
#pragma once
#include <llvm/IR/IRBuilder.h>
#include <string>

namespace unply::extract {

// variable = first; ...; variable == last; variable += step. Where the source's variable is not found, the loop counts
// its iterations from 0, and `variable` is "it".
struct SourceLoop {
  llvm::Value *first = nullptr, *last = nullptr;
  int64_t step = 1;
  std::string variable = "it";
};
// `lower`, `upper`: where the bounds of the iterations are stored; `init`: the call that the values are needed at.
SourceLoop source_of(llvm::IRBuilder<>& builder, const llvm::CallInst& init, llvm::Value* lower, llvm::Value* upper);

std::string schedule_name(int64_t schedule); // "static", "dynamic"
bool has_chunk(int64_t schedule);
bool is_sections(const llvm::CallInst& init);
bool is_outlined(const llvm::Function& function); // a body that a compiler took out of its function
std::string reduction_name(const llvm::Value& list, const llvm::Function* combine, const llvm::Function& function);

// Chunks of a static schedule: the loop over them runs once. True where there is no such loop as well.
bool ask_once(llvm::Value* lower, llvm::Value* stride);
// Other schedules: the call that asks for a piece, null: not one. The block behind the loop; null: not understood.
llvm::CallInst* next_piece(llvm::CallInst& init);
llvm::BasicBlock* ask_once(llvm::CallInst& next);

} // namespace unply::extract
