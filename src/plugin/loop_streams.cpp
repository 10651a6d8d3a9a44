// Loop streams; see loop_streams.h.
//
// A loop qualifies if it is innermost, rotated (its only exit is at the latch, so the preheader runs only if the body
// does), has a trip count that can be computed before it, and contains no barrier: then all its accesses belong to one
// task instance. Accesses that run in every iteration at an affine address become streams, in program order; the
// runtime finds out whether streams overlap. Those that do not (conditional, irregular) stay single hooks, and a
// stream may only be recorded before them if the order does not matter: a read stream must not touch what a single
// hook writes (the loop's own value would look like an older one), nor a write stream what a single hook reads.
//
// Even so the order matters where a task goes on behind tasks within it: reading what they wrote renews its vertex
// (Algorithm 3), and the vertex of every access depends on whether it comes before that. A loop with streams, or loads
// moved in front of it, and single hooks therefore asks once, before it begins; if the order matters, the streams do
// nothing and single hooks in the loop, which otherwise are jumped over, do all.
#include "loop_streams.h"

#include "barrier.h"
#include "invariant_loads.h"
#include "local_objects.h"
#include "loop_profile.h"
#include "nest_streams.h"
#include "shortcuts.h"
#include "stream_table.h"

#include "unply/runtime_abi.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace unply {

using namespace llvm;

namespace {

constexpr uint64_t kMinTrip = 4; // below, single hooks cost less than the call

class LoopStreams {
public:
  LoopStreams(Loop& loop, SmallVectorImpl<Access>& accesses, LoopAnalyses analyses, Hooks& hooks, StreamSite site,
              SCEVExpander& expander, LoopProfile* profile)
      : loop_(loop), all_(accesses), analyses_(analyses), hooks_(hooks), site_(site), expander_(expander),
        profile_(profile) {}

  unsigned run() {
    if (!loop_.isInnermost() || !loop_.isLoopSimplifyForm() || loop_.getExitingBlock() != loop_.getLoopLatch())
      return 0;
    for (const BasicBlock* block : loop_.blocks())
      if (any_of(*block, is_barrier)) return 0;
    if (!split_accesses()) {
      if (profile_) emit_without_accesses();
      return 0;
    }
    if (wants(Shortcut::moves) && !profile_) hoist_invariant_loads(); // else they have moved: invariant_loads.h
    drop_repeated();
    if (!trip_count()) return keep_all();
    for (Stream& stream : streams_) classify(stream);
    drop_conflicting();
    if (profile_ && (has_markers() || any_of(singles_, has_hook))) return keep_all();
    return emit();
  }

private:
  // Takes the loop's accesses out of the common list: candidates in program order, and the rest.
  bool split_accesses() {
    SmallVector<Access, 0> others;
    for (Access& access : all_) {
      if (!loop_.contains(access.place()))
        others.push_back(access);
      else if (access.bytes > 0 && !access.atomic && in_every_iteration(*access.place()))
        streams_.push_back({.access = access, .number = static_cast<unsigned>(streams_.size())});
      else
        singles_.push_back(access);
    }
    if (streams_.empty()) {
      singles_.clear();
      return false;
    }
    all_ = std::move(others);
    // All candidates dominate the latch, so dominance orders them totally: program order.
    sort(streams_, [&](const Stream& left, const Stream& right) {
      if (left.access.place() == right.access.place()) return left.number < right.number;
      return analyses_.dominators.dominates(left.access.place(), right.access.place());
    });
    return true;
  }

  bool in_every_iteration(const Instruction& instruction) const {
    return analyses_.dominators.dominates(instruction.getParent(), loop_.getLoopLatch());
  }

  // An object born in the loop is another one in each iteration: nothing of it may be recorded before the loop.
  bool may_be_born_in_loop(const Access& access) const {
    const Value* object = getUnderlyingObject(access.pointer);
    for (const BasicBlock* block : loop_.blocks())
      for (const Instruction& instruction : *block)
        if (is_shared_birth(instruction) && (born_at(instruction) == object || !isIdentifiedObject(object)))
          return true;
    return false;
  }

  // Loads of pointers and bounds that nothing in the loop writes (this->data, vector.begin()) move in front, so that
  // the addresses made of them become affine. The load runs in the first iteration anyway.
  void hoist_invariant_loads() {
    bool hoisted = false;
    for (bool again = true; again;) {
      again = false;
      for (Stream& stream : streams_) {
        auto* load = dyn_cast<LoadInst>(stream.access.at);
        if (!load || !loop_.contains(load) || may_be_born_in_loop(stream.access) || written_in_loop(stream.access) ||
            ends_loop_alone(*load, loop_))
          continue;
        bool changed = false;
        Instruction* place = loop_.getLoopPreheader()->getTerminator();
        const bool invariant = loop_.makeLoopInvariant(load->getPointerOperand(), changed, place);
        hoisted |= changed;
        if (!invariant) continue;
        stream.access.moved_from = markers_.emplace_back(mark_place_of(*load));
        load->moveBefore(place->getIterator());
        reuse_load_of_guard(*load);
        again = hoisted = true;
      }
    }
    if (hoisted) hoist_invariant_arithmetic();
  }

  // Rotation left a copy of the condition in front of the loop, with the same load: using that one turns the phi of
  // both, if any, into a single value. The hoisted load stays, as the place of its access.
  void reuse_load_of_guard(LoadInst& hoisted) {
    const MemoryLocation location = MemoryLocation::get(&hoisted);
    const Instruction* at = &hoisted;
    while (true) {
      const Instruction* before = at->getPrevNode();
      if (!before) {
        const BasicBlock* guard = at->getParent()->getSinglePredecessor();
        if (!guard) return;
        before = guard->getTerminator();
      }
      at = before;
      if (const auto* load = dyn_cast<LoadInst>(at);
          load && load->getPointerOperand() == hoisted.getPointerOperand() && load->getType() == hoisted.getType()) {
        hoisted.replaceAllUsesWith(const_cast<LoadInst*>(load));
        return;
      }
      if (isModSet(analyses_.aliases.getModRefInfo(at, location))) return;
    }
  }

  void fold_equal_phis() {
    for (PHINode& phi : make_early_inc_range(loop_.getHeader()->phis()))
      if (Value* value = phi.hasConstantValue()) {
        analyses_.evolution.forgetValue(&phi);
        const auto update = [&](Access& access) {
          if (access.pointer == &phi) access.pointer = value;
          if (access.length == &phi) access.length = value;
        };
        for (Stream& stream : streams_) update(stream.access);
        for_each(singles_, update);
        for_each(all_, update);
        phi.replaceAllUsesWith(value);
        phi.eraseFromParent();
      }
  }

  void hoist_invariant_arithmetic() {
    fold_equal_phis();
    move_invariant_arithmetic(loop_, *loop_.getLoopPreheader()->getTerminator());
    analyses_.evolution.forgetLoop(&loop_);
    analyses_.evolution.forgetBlockAndLoopDispositions();
  }

  void drop_repeated() {
    for (const Stream& stream : streams_)
      if (stream.access.repeated) singles_.push_back(stream.access);
    erase_if(streams_, [](const Stream& stream) { return stream.access.repeated; });
  }

  bool written_in_loop(const Access& read) const {
    const MemoryLocation location(read.pointer, LocationSize::precise(read.bytes), read.at->getAAMetadata());
    const auto may_write = [&](const Access& access) {
      return access.write && !analyses_.aliases.isNoAlias(location, anywhere(access));
    };
    return any_of(singles_, may_write) ||
           any_of(streams_, [&](const Stream& stream) { return may_write(stream.access); });
  }

  bool trip_count() {
    trip_ = iterations_of(loop_, analyses_.evolution);
    const auto* constant = dyn_cast_or_null<SCEVConstant>(trip_);
    if (!trip_ || (constant && constant->getAPInt().ult(kMinTrip))) return false;
    return expandable(trip_);
  }

  // Loop-invariant values are available at the end of the preheader. isSafeToExpandAt would refuse a value that was
  // just hoisted into that block.
  bool expandable(const SCEV* value) {
    return analyses_.evolution.isLoopInvariant(value, &loop_) && expander_.isSafeToExpand(value);
  }

  void classify(Stream& stream) {
    if (may_be_born_in_loop(stream.access)) return;
    ScalarEvolution& evolution = analyses_.evolution;
    const auto [base, stride] = affine_address(evolution.getSCEV(stream.access.pointer), loop_, evolution);
    if (!base || !expandable(base) || !expandable(stride)) return;
    stream.base = base;
    stream.stride = stride;
  }

  // A stream that loses its place becomes a single hook and may push out others, hence the repetition.
  void drop_conflicting() {
    for (Stream& stream : streams_)
      if (!stream.stride) singles_.push_back(stream.access);
    erase_if(streams_, [](const Stream& stream) { return !stream.stride; });
    for (bool again = true; again;) {
      again = false;
      for (Stream& stream : streams_) {
        if (none_of(singles_, [&](const Access& single) { return order_matters(stream.access, single); })) continue;
        singles_.push_back(stream.access);
        stream.stride = nullptr;
        again = true;
      }
      erase_if(streams_, [](const Stream& stream) { return !stream.stride; });
    }
  }

  bool order_matters(const Access& stream, const Access& single) const {
    // Hoisted in front of the loop, such a hook is not in the loop any more.
    return !single.repeated && stream.write != single.write && loop_.contains(single.at) &&
           !analyses_.aliases.isNoAlias(anywhere(stream), anywhere(single));
  }

  unsigned keep_all() {
    for (const Stream& stream : streams_) singles_.push_back(stream.access);
    streams_.clear();
    return emit();
  }

  static bool has_hook(const Access& single) { return !single.repeated; }

  unsigned emit() {
    if (const unsigned placed = emit_nest()) return placed;
    Instruction* place = loop_.getLoopPreheader()->getTerminator();
    IRBuilder<> at(place);
    at.SetCurrentDebugLocation(loop_.getStartLoc());
    Value* table = fill_stream_table(streams_, *place, loop_.getStartLoc(), expander_, site_);
    const bool moved = any_of(singles_, [](const Access& single) { return has_hook(single) && single.moved_from; });
    if (profile_) return emit_whole(at, table);
    const bool others = has_markers() || count_if(singles_, has_hook) > (streams_.empty() ? 1 : 0);
    if (others && (moved || !streams_.empty()))
      keep_order(at, table);
    else if (!streams_.empty())
      hooks_.loop(at, expander_.expandCodeFor(trip_, at.getInt64Ty(), place), table, streams_.size());
    all_.append(singles_.begin(), singles_.end());
    for (CallInst* marker : markers_)
      if (none_of(all_, [&](const Access& access) { return access.behind == marker; })) marker->eraseFromParent();
    return streams_.size();
  }

  // In the profile; without streams each access, at its place.
  unsigned emit_whole(IRBuilderBase& at, Value* table) {
    if (!streams_.empty()) call_whole(at, table);
    all_.append(singles_.begin(), singles_.end());
    return streams_.size();
  }

  void call_whole(IRBuilderBase& at, Value* table) {
    hooks_.whole_loop(at, expander_.expandCodeFor(trip_, at.getInt64Ty(), &*at.GetInsertPoint()), table,
                      streams_.size(), profile_->row_of(loop_));
    profile_->is_whole(loop_);
  }

  // A loop that works on registers and private memory alone: one call counts its iterations.
  void emit_without_accesses() {
    const auto holds_more = [](const BasicBlock* block) {
      return any_of(*block, [](const Instruction& at) { return is_hook(at) || is_shared_birth(at); });
    };
    if (any_of(all_, [&](const Access& access) { return loop_.contains(access.place()); }) ||
        any_of(loop_.blocks(), holds_more))
      return;
    trip_ = iterations_of(loop_, analyses_.evolution);
    if (!trip_ || !expandable(trip_)) return;
    if (wants(Shortcut::nests)) { // it may be the only one inside a loop that has some
      Nest nest;
      nest.levels.push_back({.loop = &loop_, .trip = trip_});
      grow(nest, all_, analyses_, expander_);
      if (nest.levels.size() > 1) return unply::emit(nest, hooks_, site_, expander_, profile_);
    }
    Instruction* place = loop_.getLoopPreheader()->getTerminator();
    IRBuilder<> at(place);
    at.SetCurrentDebugLocation(loop_.getStartLoc());
    call_whole(at, ConstantPointerNull::get(at.getPtrTy()));
  }

  // Where nothing but streams is left in the loop, and the loops around it are like that; 0: they are not.
  unsigned emit_nest() {
    if (streams_.empty() || streams_.size() > kUnplyNestRows || has_markers() || any_of(singles_, has_hook) ||
        !wants(Shortcut::nests))
      return 0;
    Nest nest;
    nest.levels.push_back({.loop = &loop_, .trip = trip_});
    for (const Stream& stream : streams_)
      nest.rows.push_back({.access = stream.access, .level = 0, .base = stream.base, .strides = {stream.stride}});
    grow(nest, all_, analyses_, expander_);
    if (nest.levels.size() == 1) return 0;
    unply::emit(nest, hooks_, site_, expander_, profile_);
    all_.append(singles_.begin(), singles_.end());
    for (CallInst* marker : markers_) marker->eraseFromParent();
    return nest.rows.size();
  }

  // Of accesses that registers hide: they become hooks at their places.
  bool has_markers() const {
    return any_of(loop_.blocks(), [](const BasicBlock* block) { return any_of(*block, is_hook); });
  }

  // The streams and the moved loads at once, or each access by a hook at its place.
  void keep_order(IRBuilderBase& at, Value* table) {
    Value* trip =
        streams_.empty() ? at.getInt64(0) : expander_.expandCodeFor(trip_, at.getInt64Ty(), &*at.GetInsertPoint());
    Value* asked = hooks_.loop_beside(at, trip, table, streams_.size());
    Value* in_loop = at.CreateIsNotNull(asked);
    auto* in_front = cast<Instruction>(at.CreateIsNull(asked));
    const auto add_in_loop = [&](Access access) {
      access.when = in_loop;
      if (access.moved_from) access.behind = access.moved_from;
      all_.push_back(access);
    };
    for (const Stream& stream : streams_) add_in_loop(stream.access);
    for (Access& single : singles_) {
      if (!has_hook(single) || !single.moved_from) continue;
      add_in_loop(single);
      single.when = single.behind = in_front;
    }
  }

  Loop& loop_;
  SmallVectorImpl<Access>& all_;
  LoopAnalyses analyses_;
  Hooks& hooks_;
  StreamSite site_;
  SCEVExpander& expander_;
  LoopProfile* profile_;
  SmallVector<Stream, 8> streams_;
  SmallVector<Access, 8> singles_;
  SmallVector<CallInst*, 4> markers_; // of the places that loads were moved out of
  const SCEV* trip_ = nullptr;
};

} // namespace

unsigned place_loop_streams(SmallVectorImpl<Access>& accesses, Function& function, LoopAnalyses analyses, Hooks& hooks,
                            StreamSite site, LoopProfile* profile) {
  if (!wants(Shortcut::streams)) return 0;
  unsigned placed = 0;
  SCEVExpander expander(analyses.evolution, "unply");
  for (Loop* loop : analyses.loops.getLoopsInPreorder())
    placed += LoopStreams(*loop, accesses, analyses, hooks, site, expander, profile).run();
  return placed;
}

} // namespace unply
