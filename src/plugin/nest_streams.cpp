// Nests of affine loops; see nest_streams.h.
//
// A loop joins the nest in it if that is its only inner loop, entered in every iteration or in none; if it is rotated
// and free of barriers as the innermost one is (loop_streams.cpp); and if each access of its own body runs in every
// iteration, at an affine address. So no single hook is left in the nest with which its streams could change places.
#include "nest_streams.h"

#include "barrier.h"
#include "local_objects.h"
#include "loop_profile.h"

#include "unply/runtime_abi.h"
#include "llvm/IR/IRBuilder.h"

#include <cstddef>

namespace unply {

using namespace llvm;

static_assert(sizeof(UnplyNestStream) == 48 && offsetof(UnplyNestStream, site) == 32 &&
              offsetof(UnplyNestStream, level) == 46 && kUnplyNestDepth == 3);

namespace {

class OuterLoop {
public:
  OuterLoop(Loop& loop, const Nest& inside, LoopAnalyses analyses, SCEVExpander& expander)
      : loop_(loop), inner_(*inside.levels.back().loop), evolution_(analyses.evolution),
        dominators_(analyses.dominators), expander_(expander), nest_(inside) {}

  /// The nest with this loop around it.
  std::optional<Nest> run(ArrayRef<Access> accesses) {
    const bool simple = loop_.isLoopSimplifyForm() && loop_.getExitingBlock() == loop_.getLoopLatch();
    if (!simple || loop_.getSubLoops().size() != 1 || holds_what_nests_do_not()) return std::nullopt;
    const SCEV* trip = iterations_of(loop_, evolution_);
    if (!trip || !expandable(trip) || !find_guard() || !extend_levels() || !extend_rows()) return std::nullopt;
    nest_.levels.push_back({.loop = &loop_, .trip = trip});
    if (!add_own(accesses) || nest_.rows.size() > kUnplyNestRows) return std::nullopt;
    return std::move(nest_);
  }

private:
  bool holds_what_nests_do_not() const {
    return any_of(loop_.blocks(), [](const BasicBlock* block) {
      return any_of(*block, [](const Instruction& at) { return is_barrier(at) || is_hook(at) || is_shared_birth(at); });
    });
  }

  bool expandable(const SCEV* value) const {
    return evolution_.isLoopInvariant(value, &loop_) && expander_.isSafeToExpand(value);
  }

  // Where the inner loop is entered in some iterations only, it is so in all or in none: rotation has left a test of a
  // bound in front of it. The test moves in front of this loop.
  bool find_guard() {
    anchor_ = inner_.getLoopPreheader();
    if (dominators_.dominates(anchor_, loop_.getLoopLatch())) return true;
    const BasicBlock* entered = anchor_;
    const BasicBlock* before = entered->getSinglePredecessor();
    while (before && before->getSingleSuccessor()) {
      entered = before;
      before = before->getSinglePredecessor();
    }
    if (!before || !loop_.contains(before) || !dominators_.dominates(before, loop_.getLoopLatch())) return false;
    auto* test = dyn_cast<BranchInst>(before->getTerminator());
    if (!test || !test->isConditional() || test->getSuccessor(0) == test->getSuccessor(1)) return false;
    Value* guard = test->getCondition();
    if (!loop_.isLoopInvariant(guard)) {
      auto* compare = dyn_cast<CmpInst>(guard);
      if (!compare || !loop_.hasLoopInvariantOperands(compare)) return false;
      compare->moveBefore(loop_.getLoopPreheader()->getTerminator()->getIterator());
    }
    nest_.levels.back().guard = guard;
    nest_.levels.back().entered = test->getSuccessor(0) == entered;
    anchor_ = before;
    return true;
  }

  bool extend_levels() {
    return all_of(nest_.levels, [&](const Nest::Level& level) {
      return expandable(level.trip) && (!level.guard || moved_in_front(*level.guard));
    });
  }

  bool moved_in_front(Value& guard) {
    bool changed = false;
    return loop_.makeLoopInvariant(&guard, changed, loop_.getLoopPreheader()->getTerminator());
  }

  bool extend_rows() {
    return all_of(nest_.rows, [&](Nest::Row& row) {
      return all_of(row.strides, [&](const SCEV* stride) { return expandable(stride); }) && extend(row, row.base);
    });
  }

  // The address in the first iteration of this loop, and its stride in it.
  bool extend(Nest::Row& row, const SCEV* address) {
    const auto [base, stride] = affine_address(address, loop_, evolution_);
    if (!base || !expandable(stride) || !expandable(base)) return false;
    row.base = base;
    row.strides.push_back(stride);
    return true;
  }

  bool in_every_iteration(const Access& access) const {
    return dominators_.dominates(access.place()->getParent(), loop_.getLoopLatch());
  }

  // The accesses of the loop's own body, in front of the inner loop and behind it.
  bool add_own(ArrayRef<Access> accesses) {
    SmallVector<Nest::Row, 4> own;
    for (const Access& access : accesses) {
      if (!loop_.contains(access.place()) || access.repeated) continue;
      const bool elsewhere = access.when || (access.behind && access.behind != access.moved_from);
      if (access.bytes == 0 || access.atomic || elsewhere || !in_every_iteration(access)) return false;
      Nest::Row row{
          .access = access, .level = static_cast<unsigned>(nest_.levels.size() - 1), .base = nullptr, .strides = {}};
      row.strides.assign(row.level, evolution_.getZero(Type::getInt64Ty(loop_.getHeader()->getContext())));
      if (!extend(row, evolution_.getSCEV(access.pointer))) return false;
      own.push_back(row);
    }
    // Two of one instruction stay in the order in which they were found.
    stable_sort(own, [&](const Nest::Row& left, const Nest::Row& right) {
      return left.access.place() != right.access.place() &&
             dominators_.dominates(left.access.place(), right.access.place());
    });
    const auto in_front = [&](const Nest::Row& row) {
      return dominators_.dominates(row.access.place(), anchor_->getTerminator());
    };
    SmallVector<Nest::Row, 8> all(make_filter_range(own, in_front));
    all.append(nest_.rows.begin(), nest_.rows.end());
    copy_if(own, std::back_inserter(all), [&](const Nest::Row& row) { return !in_front(row); });
    nest_.rows = std::move(all);
    return true;
  }

  Loop& loop_;
  Loop& inner_;
  ScalarEvolution& evolution_;
  DominatorTree& dominators_;
  SCEVExpander& expander_;
  Nest nest_;
  const BasicBlock* anchor_ = nullptr; // at its end the inner loop begins
};

} // namespace

void grow(Nest& nest, SmallVectorImpl<Access>& accesses, LoopAnalyses analyses, SCEVExpander& expander) {
  while (nest.levels.size() < kUnplyNestDepth) {
    Loop* outer = nest.levels.back().loop->getParentLoop();
    if (!outer) return;
    std::optional<Nest> larger = OuterLoop(*outer, nest, analyses, expander).run(accesses);
    if (!larger) return;
    nest = std::move(*larger);
    erase_if(accesses, [&](const Access& access) { return outer->contains(access.place()) && !access.repeated; });
  }
}

static Constant* table_of_loops(const Nest& nest, Module& module, LoopProfile& profile) {
  SmallVector<Constant*, kUnplyNestDepth> rows;
  for (const Nest::Level& level : nest.levels) {
    rows.push_back(profile.row_of(*level.loop));
    profile.is_whole(*level.loop);
  }
  auto* type = ArrayType::get(rows[0]->getType(), rows.size());
  return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage, ConstantArray::get(type, rows),
                            "__unply.nest");
}

void emit(const Nest& nest, Hooks& hooks, StreamSite site, SCEVExpander& expander, LoopProfile* profile) {
  const Loop& outermost = *nest.levels.back().loop;
  Instruction* place = outermost.getLoopPreheader()->getTerminator();
  IRBuilder<> at(place);
  at.SetCurrentDebugLocation(outermost.getStartLoc());
  Type* word = at.getInt64Ty();
  auto* strides = ArrayType::get(word, kUnplyNestDepth);
  auto* row_type =
      StructType::get(at.getPtrTy(), strides, at.getPtrTy(), at.getInt32Ty(), at.getInt16Ty(), at.getInt16Ty());
  auto* rows_type = ArrayType::get(row_type, nest.rows.size());
  BasicBlock& entry = place->getFunction()->getEntryBlock();
  IRBuilder<> objects(&entry, entry.getFirstInsertionPt());
  Value* trips = objects.CreateAlloca(strides);
  Value* rows = objects.CreateAlloca(rows_type);
  const auto store = [&](Value* value, Type* type, Value* table, std::initializer_list<uint32_t> indices) {
    SmallVector<Value*, 4> path{at.getInt32(0)};
    for (const uint32_t index : indices) path.push_back(at.getInt32(index));
    at.CreateStore(value, at.CreateInBoundsGEP(type, table, path));
  };
  for (uint32_t k = 0; k < nest.levels.size(); ++k) {
    const Nest::Level& level = nest.levels[k];
    Value* trip = expander.expandCodeFor(level.trip, word, place);
    if (level.guard)
      trip = level.entered ? at.CreateSelect(level.guard, trip, at.getInt64(0))
                           : at.CreateSelect(level.guard, at.getInt64(0), trip);
    store(trip, strides, trips, {k});
  }
  for (uint32_t r = 0; r < nest.rows.size(); ++r) {
    const Nest::Row& row = nest.rows[r];
    store(expander.expandCodeFor(row.base, at.getPtrTy(), place), rows_type, rows, {r, 0});
    for (uint32_t k = 0; k < kUnplyNestDepth; ++k)
      store(k < row.strides.size() ? expander.expandCodeFor(row.strides[k], word, place) : at.getInt64(0), rows_type,
            rows, {r, 1, k});
    store(site(row.access), rows_type, rows, {r, 2});
    store(at.getInt32(static_cast<uint32_t>(row.access.bytes)), rows_type, rows, {r, 3});
    store(at.getInt16(row.access.write), rows_type, rows, {r, 4});
    store(at.getInt16(static_cast<uint16_t>(row.level)), rows_type, rows, {r, 5});
  }
  const auto depth = static_cast<uint32_t>(nest.levels.size()), count = static_cast<uint32_t>(nest.rows.size());
  if (profile)
    hooks.whole_nest(at, trips, depth, rows, count, table_of_loops(nest, *place->getModule(), *profile));
  else
    hooks.nest(at, trips, depth, rows, count);
}

} // namespace unply
