#include "extract/prepared.h"
#include <llvm/IR/Instructions.h>

namespace unply::extract {
using namespace llvm;

const PreparedOperation* operation_of(const Prepared& prepared, const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  if (!call || !call->getFunctionType()->isVarArg()) return nullptr; // most calls, without a look at their names
  if (!call->getCalledFunction() || call->getCalledFunction()->getName() != kOperation) return nullptr;
  return &prepared.operations[cast<ConstantInt>(call->getArgOperand(0))->getZExtValue()];
}

bool is_array(stg::Role role) {
  return role != stg::Role::request && role != stg::Role::new_comm && role != stg::Role::index_out &&
         role != stg::Role::flag_out && role != stg::Role::source_out && role != stg::Role::dest_out &&
         role != stg::Role::new_type && role != stg::Role::new_group;
}

Type* element_type(LLVMContext& context, bool mpich, const PreparedOperation& operation, stg::Role role) {
  switch (role) {
  case stg::Role::request:
  case stg::Role::requests:
  case stg::Role::new_comm:
  case stg::Role::new_type:
  case stg::Role::new_group:
  case stg::Role::types: // Open MPI's handles are addresses in C; MPICH's and Fortran's are integers
    return operation.fortran || mpich ? static_cast<Type*>(Type::getInt32Ty(context)) : PointerType::get(context, 0);
  case stg::Role::source_out:
  case stg::Role::dest_out:
  case stg::Role::flag_out:
  case stg::Role::counts:
  case stg::Role::recv_counts:
  case stg::Role::recv_displacements:
  case stg::Role::dims:
  case stg::Role::periods:
  case stg::Role::coords:
  case stg::Role::remain:
  case stg::Role::sizes:
  case stg::Role::subsizes:
  case stg::Role::starts:
    return Type::getInt32Ty(context);
  default:
    return nullptr; // displacements: MPI_Aint in some calls; one index or several
  }
}

} // namespace unply::extract
