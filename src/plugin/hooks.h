// Declares the runtime's access hooks in a module and places calls to them.
#ifndef UNPLY_PLUGIN_HOOKS_H
#define UNPLY_PLUGIN_HOOKS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace unply {

class Hooks {
public:
  explicit Hooks(llvm::Module& module) : module_(module) {}

  /// One access of `bytes` (1, 2, 4, 8, 16 have hooks of their own).
  llvm::CallInst* access(llvm::IRBuilderBase& at, llvm::Value* pointer, uint64_t bytes, bool write,
                         llvm::Constant* site);
  /// `length` bytes known at run time only.
  llvm::CallInst* range(llvm::IRBuilderBase& at, llvm::Value* pointer, llvm::Value* length, bool write,
                        llvm::Constant* site);
  llvm::CallInst* string(llvm::IRBuilderBase& at, llvm::Value* pointer, bool write, llvm::Constant* site);
  /// The memory that the task begun by the next call reads at its begin, or writes at its end.
  llvm::CallInst* passed(llvm::IRBuilderBase& at, llvm::Value* pointer, uint64_t bytes, bool write,
                         llvm::Constant* site);
  llvm::CallInst* fresh(llvm::IRBuilderBase& at, llvm::Value* pointer, llvm::Value* bytes);
  /// A hook of the Fortran models, and one that returns a value to keep until after the call.
  llvm::CallInst* fortran(llvm::IRBuilderBase& at, llvm::StringRef hook, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::CallInst* state(llvm::IRBuilderBase& at, llvm::StringRef hook, llvm::Value* pointer);
  llvm::CallInst* loop(llvm::IRBuilderBase& at, llvm::Value* trip, llvm::Value* streams, uint32_t count);
  llvm::CallInst* nest(llvm::IRBuilderBase& at, llvm::Value* trips, uint32_t depth, llvm::Value* rows, uint32_t count);
  /// The result is 1 where the loop's own hooks must do it instead; see __unply_loop_beside.
  llvm::CallInst* loop_beside(llvm::IRBuilderBase& at, llvm::Value* trip, llvm::Value* streams, uint32_t count);
  /// The loop profile: accesses, and where loops begin, go on and end.
  llvm::CallInst* profiled_access(llvm::IRBuilderBase& at, llvm::Value* pointer, uint64_t bytes, bool write,
                                  llvm::Constant* site);
  void loop_begin(llvm::IRBuilderBase& at, llvm::Constant* loop);
  void loop_writes(llvm::IRBuilderBase& at, llvm::Constant* loop, llvm::Value* bounds, uint32_t count);
  void loop_next(llvm::IRBuilderBase& at, llvm::Constant* loop);
  void loop_end(llvm::IRBuilderBase& at, llvm::Constant* loop, bool thrown);
  /// The parts of a function (runtime_abi.h).
  void parts_begin(llvm::IRBuilderBase& at, llvm::Constant* function, llvm::Value* frame);
  void parts_size(llvm::IRBuilderBase& at, llvm::Constant* function, llvm::Value* frame, uint32_t number,
                  llvm::Value* size);
  void parts_next(llvm::IRBuilderBase& at, llvm::Constant* function, llvm::Value* frame, uint32_t part);
  void parts_end(llvm::IRBuilderBase& at, llvm::Constant* function, llvm::Value* frame);
  llvm::CallInst* whole_loop(llvm::IRBuilderBase& at, llvm::Value* trip, llvm::Value* streams, uint32_t count,
                             llvm::Constant* loop);
  llvm::CallInst* read_loop(llvm::IRBuilderBase& at, llvm::Value* trip, llvm::Value* streams, uint32_t count,
                            llvm::Constant* loop);
  llvm::CallInst* whole_nest(llvm::IRBuilderBase& at, llvm::Value* trips, uint32_t depth, llvm::Value* rows,
                             uint32_t count, llvm::Value* loops);
  /// In front of or behind a call that has a model; `words` holds its arguments and result.
  llvm::CallInst* library_call(llvm::IRBuilderBase& at, llvm::Value* description, llvm::Value* words, bool after);
  llvm::CallInst* unseen(llvm::IRBuilderBase& at, llvm::Value* row);
  llvm::CallInst* thread_local_use(llvm::IRBuilderBase& at, llvm::Value* row);
  llvm::CallInst* indirect(llvm::IRBuilderBase& at, llvm::Value* target, llvm::Constant* row);

private:
  llvm::CallInst* call(llvm::IRBuilderBase& at, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments,
                       bool preserve_most, llvm::Type* result = nullptr);

  llvm::Module& module_;
};

/// True for the hooks and for the markers that will become hooks: they touch no memory of the program.
bool is_hook(const llvm::Instruction& instruction);

} // namespace unply

#endif
