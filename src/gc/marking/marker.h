// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Marker: sets the marked bit of everything that can be reached.
//
// An edge that is found is tested against the mark bits, read-only and without
// a branch, and pushed if its target is unmarked. Words leave the stack in
// batches of kBatchSize: a batch is prefetched while the one before it is
// traced, and when its turn comes each bit is tested and set, and the object
// traced. That is five to ten times as fast as plain depth-first marking on
// scattered graphs; taking a batch at a time instead of a word keeps the
// outcome of one push from delaying the next pop
// (design/marking.md#req.mark.ring).
//
// References come from the type descriptor's offsets; only classes with a
// hand-written Trace are called.
//
// Threads: the heap's own, in a pause, or several markers at a time, each on
// its own thread, which share a MarkPool and between them nothing else
// (gc/marking/parallel_marking.h).
//
// A marker beside the program (MarkBeside()) finds references that change while
// it looks; the barrier tells what was stored to objects that it has traced. It
// leaves alone what may be half built or is written plainly: that is the work
// of the heap's thread, in a step or in the pause.

#ifndef HALFWORD_GC_MARKING_MARKER_H_
#define HALFWORD_GC_MARKING_MARKER_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/system_memory.h"
#include "gc/marking/batch_sorting.h"
#include "gc/marking/mark_exchange.h"
#include "gc/marking/mark_lanes.h"
#include "gc/marking/mark_pool.h"
#include "gc/marking/mark_stack.h"
#include "gc/marking/noted_once.h"
#include "gc/marking/shared_strings.h"
#include "gc/marking/stack_suspects.h"
#include "gc/marking/store_buffer.h"
#include "gc/platform/shared_parts.h"
#include "gc/roots/construction_list.h"
#include "gc/roots/root_record.h"
#include "gc/weak/moved_arrays.h"
#include "gc/weak/noted_ephemerons.h"
#include "gc/weak/slot_set.h"
#include "gc/weak/table_cleaning.h"
#include "gc/weak/weak_arrays.h"
#include "gc/weak/weak_references.h"
#include "halfword/internal/hash_group.h"
#include "halfword/internal/page_record.h"
#include "halfword/visitor.h"
#include "types/reference_map.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Marker final : public InSystemMemory, private Visitor {
 public:
  // Requires: every page of the heap is swept, so that no bit is set.
  // record: takes what was found; null: nobody asks.
  explicit Marker(const PageHeap* heap, RootRecord* record = nullptr)
      : heap_(heap), record_(record) {}

  // Where it marks beside the program until EndBeside(): on the heap's thread
  // or, as a helper, on another.
  struct Beside {
    MarkExchange* exchange;
    const ConstructionList* constructing;
    bool is_helper;
  };
  void MarkBeside(const Beside& beside) {
    beside_ = beside;
    weak_tables_.SortByKey();
  }
  const ConstructionList* constructing() const { return beside_.constructing; }
  // The pause begins: what is left in the exchange, and this of the heap's
  // thread's own, is to be done in it.
  void EndBeside(OwnThreadWork* left) {
    TakeFromExchange();
    beside_ = {};
    suspects_ = nullptr;
    // A look that a step has begun has not seen what was marked since.
    weak_tables_.RestartLookAgain();
    weak_arrays_.LookAtAll();
    table_words_.clear();
    own_work_.Take(left);
    TakeNotedAgain();
  }
  // Helpers have stopped: what they and this have left there comes back, but
  // for own work.
  void TakeFromExchange() {
    beside_.exchange->TakeAll(&stack_, &deferred_);
    beside_.exchange->TakeUnsifted(weak_.slots());
    beside_.exchange->TakeSifted(weak_.sifted_slots());
  }
  // What helpers have given because they were asked. False: nothing.
  bool TakeAsked() { return beside_.exchange->TakeAsked(&stack_, &deferred_); }
  // Leaves to others what waits here.
  void GiveAll() {
    beside_.exchange->GiveAll(&stack_);
    beside_.exchange->GiveArrays(&deferred_);
  }

  // A root: the object that a handle refers to, or that the address lies in.
  void MarkRoot(const void* pointer);
  // Asks for the memory that this needs.
  static void PrefetchRoot(const void* pointer) {
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    __builtin_prefetch(&RecordAt(PageIndexOf(address)));
    __builtin_prefetch(&side_tables.marked[GranuleOf(address) / 64]);
  }
  // The same under a lock: it waits. Where there are so many that their words
  // would take much memory, the caller marks them once it has no lock.
  bool has_many_roots() const {
    return record_ != nullptr && stack_.size() >= kRootsAtOnce;
  }
  void MarkRoots();
  void PushRoot(const void* pointer) {
    PushObject(SlotBegin(reinterpret_cast<uintptr_t>(pointer)));
  }

  // A word that stands at `place` of the stack and may be a pointer: marks the
  // object of this heap that the address lies in, if there is one. A chunk that
  // no heap has is avoided from now on.
  void MarkConservatively(uintptr_t address, const void* place);

  // Until EndBeside() unmarked objects that the stack seems to hold are marked
  // only if these confirm it.
  void Suspect(StackSuspects* suspects) { suspects_ = suspects; }

  // An object whose constructor runs: kept, and not traced by its class, since
  // that may not be ready; the words in it are taken as roots.
  void MarkUnderConstruction(const void* object);

  // Marks what can be reached from what was found, ephemerons aside, until so
  // many objects were looked at. False: there is more.
  bool DrainSome(size_t object_count);

  // Marks beside the program, with helpers: until all is marked that is here
  // and in the exchange, or so many objects were looked at, or the exchange
  // says to stop. False: it was not all.
  bool DrainBeside(size_t object_count);
  // The same, but takes nothing from others.
  void DrainOwn(size_t object_count);

  // References that the barrier has noted; of any kind. What they refer to is
  // marked here and now, because the program has just made most of it: another
  // thread would have to fetch it from this one's cache. Requires: the heap's
  // thread, which made the stores.
  void MarkStored(std::span<const StoredWord> slots);
  // Marks them as well, where nothing may be traced: that is left for later.
  void MarkStoredForLater(std::span<const StoredWord> slots);
  // The same of objects, or addresses in them.
  void MarkForLater(std::span<const void* const> objects);
  // The same of what a call of trace() finds, as in TraceFound(): a program may
  // store for ever, and a stack would hold a word for each time.
  template <typename Function>
  void MarkFoundForLater(Function trace) {
    const size_t word_count = stack_.size();
    TraceFound(trace);
    LeaveNewest(word_count);
  }
  // Calls trace(), which calls TraceAgain() and TraceMoved(), for the same
  // objects as other calls, perhaps. Weak references that are found so are
  // noted once each, and taken for strong ones where they become many. After an
  // exception the cycle must be given up.
  template <typename Function>
  void TraceFound(Function trace) {
    const size_t deferred_count = deferred_.size();
    WeakSlots slots;
    std::swap(slots, *weak_.slots());
    trace();
    std::swap(slots, *weak_.slots());
    NoteFoundSlots(slots);
    const bool has_few = deferred_.size() <= kDeferredCountMin;
    if (deferred_.size() >= deferred_count_max_ ||
        (has_few && deferred_.size() > deferred_count)) {
      DropRepeatedArrays();
    }
  }
  // Weak references that the barrier has noted: to be cleared if they die. Once
  // they are many, they are taken for strong ones.
  void NoteStoredWeak(std::span<const StoredWord> slots);

  // Traces what helpers have left for the heap's thread, but for objects that
  // are half built still. Requires: not a helper.
  // Ends at a time, of MonotonicMs(), that it looks at now and then. False:
  // what is in `work` still is left.
  bool DoOwnWork(OwnThreadWork* work,
                 double end_ms = std::numeric_limits<double>::infinity());
  void LeaveOwnWork(OwnThreadWork* work) { own_work_.Take(work); }
  // What waited for the end of constructors, to be tried again.
  void TakeOwnWork(OwnThreadWork* work) { work->Take(&own_work_); }

  // The object that the address lies in may hold other references than when it
  // was traced, if it was. Requires: as TraceMoved().
  void TraceAgain(const void* address);

  // Elements that the barrier has noted because they have moved in their array:
  // one, or all to its end. Requires: MarkStored(), or MarkStoredForLater(),
  // was called since; it has the fence.
  enum class Moved : unsigned char { kOne, kTail };
  void TraceMoved(const TraceDescriptor& first, Moved moved);

  // Parts of objects that the barrier has noted.
  void TracePart(const TraceDescriptor& part) {
    traced_ = part;
    part.callback(this, part.base_object_payload);
  }

  // Beside the program, when nothing else is left: notes slots whose targets
  // are unmarked, and marks values whose keys were found after them, of so many
  // elements of weak arrays.
  enum class Scan : unsigned char {
    kNotAtEnd,
    kAgain,  // after what it brought was marked
    kDone,   // the pause will find next to none
  };
  Scan ScanWeakArrays(size_t element_count);

  // Looks at no array with weak references in these objects again, in ascending
  // order: the program has freed them, after it had moved what they held.
  void ForgetArraysIn(std::span<const uintptr_t> freed);

  // Weak slots that were noted, and those that were sifted beside the program.
  WeakSlots* weak_slots() { return weak_.slots(); }
  WeakSlots* sifted_weak_slots() { return weak_.sifted_slots(); }

  // What remained to be done on the heap's thread. Requires: EndBeside(), and
  // what is under construction was marked as such.
  void FinishOwnWork(const ConstructionList& constructing);

  // Whether arrays that have changed wait here, which are no helper's.
  bool has_moved() const { return moved_.has_tails(); }
  // Whether nothing waits here; ephemerons and weak references aside.
  bool is_dry() const {
    return stack_.empty() && deferred_.empty() && !moved_.has_tails();
  }

  // The same to the end, with all markers that have entered the pool.
  // Requires: this one has, no other has its number, the others drain, too, and
  // no page had an owner when the first began.
  void DrainWith(MarkPool* pool, MarkerNumber number);

  // Takes over what another marker of the heap has noted and counted, and what
  // waits there. Requires: the other is not used again.
  void Absorb(Marker* other);

  // Marks everything that can be reached from what was marked, ephemerons
  // included. More roots may come later.
  void MarkReachable();

  // Tells owners of strings that they are alone, and keeps weak containers.
  // Requires: MarkReachable(), and no more roots.
  void Conclude();

  void Finish() {
    MarkReachable();
    Conclude();
  }

  // Clears weak references and calls the callbacks. Tables are left to be
  // cleaned later, but for those that the stack refers to: who looks at an
  // entry there must find that it has died. Null: none is left.
  // Requires: Finish().
  void SettleWeakReferences(TableCleaning* cleaning = nullptr,
                            const Sharing& sharing = {});
  // After that: gives back a piece of the memory of what it has noted. Returns
  // whether little is left.
  bool ReleaseSome() {
    return weak_tables_.ReleaseSome() && weak_arrays_.ReleaseSome();
  }

  const PageHeap* heap() const { return heap_; }
  MarkStack* stack() { return &stack_; }

  // How many slots and callbacks that will look at.
  size_t weak_reference_count() const;

  // Slots of marked objects; large objects are not counted.
  size_t live_bytes() const { return live_bytes_; }
  // What marking took its time for: these, and the elements of long arrays and
  // of those with ephemerons. Large objects without references take none.
  size_t work_bytes() const {
    return live_bytes_ + array_bytes_ + weak_tables_.scanned_bytes() +
           weak_arrays_.scanned_bytes();
  }

  // What was taken of malloc's memory at most. Requires: Finish().
  size_t bytes_max() const;

 private:
  // Two batches are on their way: 32 hide the latency of memory.
  static constexpr size_t kBatchSize = 16;
  static_assert(kBatchSize == kLaneObjectsMax);
  // Room on the stack for all that a batch may find, TraceObject() aside.
  static constexpr size_t kBatchRoom =
      kBatchSize * kStrongOffsetCountMax + kLaneCount;

  static constexpr ReferenceRange kOneMember[] = {{.offset = 0,
                                                   .stride = 0,
                                                   .count = 1,
                                                   .kind = FieldKind::kMember,
                                                   .to_mixin = false}};

  // Ephemerons are looked at again so often at most; where values lead to keys
  // after that, the rest wait in an index by key.
  static constexpr int kScanCountMax = 3;
  // So many newly marked objects are noted until they are looked up.
  static constexpr size_t kLogCountMax = size_t{1} << 12;
  // So many elements of arrays are looked at until what they brought is marked.
  static constexpr size_t kElementsAtOnce = size_t{1} << 12;
  // A scan beside the program that brings no more than so many values is the
  // last.
  static constexpr size_t kFewValues = size_t{1} << 12;

  // Arrays with more elements wait until the stack is empty, and are then
  // traced in pieces of so many.
  static constexpr size_t kPieceCount = 1024;
  static constexpr size_t kDeferredCountMin = 256;
  // So many roots of a snapshot wait at most: a program may have a handle for
  // each object, of all of which the mark stack would keep a word. Elsewhere
  // they wait for all threads to share the work, and for locks to be given up.
  static constexpr size_t kRootsAtOnce = 4096;
  // Of a table: so near to an address on the stack are the entries that it may
  // stand for. Compilers have been seen to keep the first of a group and a
  // number, where nothing kept the address of an entry whole.
  static constexpr size_t kNearElements = 16;
  static_assert(kNearElements >= kGroupSlots);
  // So many owners of strings are listed beside the program at most, because
  // the pause looks at each; the bodies of others are held as if they were
  // shared.
  static constexpr size_t kListedOwnersMax = size_t{1} << 14;
  // So many weak slots that were stored to are noted, each time; 4 bytes each.
  static constexpr size_t kStoredWeakMax = size_t{1} << 20;
  // What a helper collects before it hands it over.
  static constexpr size_t kOwnWorkMax = 1024;
  static constexpr size_t kReportBytes = size_t{1} << 18;
  // Sent to another marker at once.
  static constexpr size_t kWordsAtOnce = 256;
  // A stack this long is shared when the exchange is empty.
  static constexpr size_t kSharedWordsMin = 512;

  struct HeldWeakSlot {
    const Word* slot;
    bool to_mixin;
  };
  struct KeyOfHeldSlot {
    auto operator()(const HeldWeakSlot& held) const {
      return std::pair(reinterpret_cast<uintptr_t>(held.slot), held.to_mixin);
    }
  };
  struct KeyOfPart {
    auto operator()(const TraceDescriptor& part) const {
      return std::pair(reinterpret_cast<uintptr_t>(part.base_object_payload),
                       reinterpret_cast<uintptr_t>(part.callback));
    }
  };

  struct KeyOfCallback {
    auto operator()(const WeakCallbackItem& item) const {
      return std::pair(reinterpret_cast<uintptr_t>(item.data),
                       reinterpret_cast<uintptr_t>(item.callback));
    }
  };
  struct KeyOfEphemeron {
    auto operator()(const TracedEphemeron& traced) const {
      return std::tuple(reinterpret_cast<uintptr_t>(traced.key),
                        traced.key_to_mixin,
                        reinterpret_cast<uintptr_t>(traced.value),
                        reinterpret_cast<uintptr_t>(traced.callback));
    }
  };

  // How a drain ends, and what it does beside marking.
  enum class Mode : unsigned char {
    kAlone,    // at the end
    kBounded,  // after batches_left_ batches, or at the end
    kLogged,   // what is marked is noted in log_; ends when that is long
    kShared,   // with others, through pool_ (gc/marking/page_owner.h)
    kBeside,   // with others, through an exchange; bits are set atomically; may
               // end as kBounded does
  };

  template <Mode kMode>
  void Drain();
  template <Mode kMode>
  bool MayGoOn();
  // is_alone: nothing else waits.
  template <Mode kMode>
  void MarkBatch(const Word* words, size_t count, bool is_alone = false);
  // Sets the mark bits of a batch; the words of those that were unset go to
  // `claimed`, and what others own to them. Returns how many.
  size_t ClaimShared(const Word* words, size_t count, Word* claimed);
  // Of a batch: pushes what its objects refer to. kClaims: marks them, too,
  // and passes over those that are marked; otherwise that has been done to
  // repeated_count words more.
  template <bool kClaims>
  void TraceInTurn(const Word* words, size_t count, bool is_alone);
  void FollowList(size_t object_count);
  template <bool kClaims>
  void TraceSorted(const Word* words, size_t count, size_t repeated_count);
  size_t TakeBatch(Word* words);
  void TraceObject(const TypeInfo& type, uintptr_t object,
                   const PageRecord& record);
  void TraceFields(const TypeInfo& type, uintptr_t object);
  void TraceFieldsAgain(const TypeInfo& type, uintptr_t object,
                        const PageRecord& record);
  void TraceElementsAgain(const TypeInfo& type, uintptr_t object,
                          const ElementArray& part);
  void TakeNotedAgain();
  void TraceRanges(std::span<const ReferenceRange> ranges, uintptr_t base);
  void TraceTrailing(const TypeInfo& type, uintptr_t object,
                     const PageRecord& record);
  void TraceRange(const ReferenceRange& range, uintptr_t base);
  static ElementArray TrailingElements(const TypeInfo& type, uintptr_t object,
                                       const PageRecord& record);
  void TraceElements(const ElementArray& elements);
  void TraceColumn(const ElementArray& elements, uint32_t offset);
  void TraceOrDefer(const ElementArray& elements);
  void TraceAllButWeak(std::span<const ReferenceRange> ranges, uintptr_t base);
  bool IsKeyAlive(const Word* key, bool to_mixin) const;
  bool LeaveTo(TableCleaning* cleaning, const ElementArray& array) const;
  void AddWeakArray(const TypeInfo& type, const ElementArray& array);
  bool NoteLateSlots(size_t element_count);
  PairState LookAt(const SlotPair& pair);
  PairState LookAt(Word* noted_key);
  PairState LookAt(const TracedEphemeron& traced);
  PairState ListPair(const SlotPair& pair);
  void VisitPair(const SlotPair& pair);
  bool TraceDeferred();
  void TraceEphemeronRange(const ReferenceRange& key,
                           const ReferenceRange& value, uintptr_t base);
  void FinishEphemerons();
  size_t ScanEphemerons();
  void ListWaitingPairs();
  void FinishListedEphemerons();
  void FinishSharedStrings();
  void MarkWeakContainers();
  void LookUpLog();
  template <typename Function>
  void ForEachStored(std::span<const StoredWord> slots, Function function);

  void PushObject(uintptr_t object);
  void NoteWeak(const Word* slot, bool to_mixin, WeakSlots::Kind kind);
  void NoteWeakElsewhere(const Word* slot, bool to_mixin);
  void TraceAgainInPause();
  bool is_beside() const { return beside_.exchange != nullptr; }
  bool is_helper() const { return beside_.is_helper; }
  bool MayTrace(uintptr_t object) const;
  // Marks it, and leaves it to be traced, unless it is marked.
  void Leave(uintptr_t object);
  void LeaveNewest(size_t word_count);
  void NoteFoundSlots(const WeakSlots& slots);
  void DropRepeatedArrays();
  bool ExchangeWork();
  void ExchangeWithPool();
  void ShareWithPool();
  size_t OutboxBytes() const;
  void Send(MarkerNumber to, Word word);
  void SendAll();
  bool SendLast();

  void VisitStrong(const Word* slot, bool to_mixin) override;
  void VisitHeldWeak(const Word* slot, bool to_mixin) override;
  void VisitWeak(const Word* slot, bool to_mixin) override;
  void VisitMutableString(const StringOwner* owner) override;
  void VisitObject(const void* object) override;
  void VisitEphemeron(const Word* key, bool key_to_mixin, const void* value,
                      TraceCallback callback) override;
  void VisitWeakContainer(const void* object, TraceDescriptor weak_descriptor,
                          WeakCallback callback, const void* data) override;
  void RegisterWeakCallback(WeakCallback callback, const void* data) override;
  bool IsConcurrent() const override { return is_helper(); }
  bool DeferTraceToMutatorThreadIfConcurrent(const void* object,
                                             TraceCallback callback,
                                             size_t deferred_bytes) override;

  const PageHeap* const heap_;
  RootRecord* const record_;
  MarkStack stack_;
  const bool has_lanes_ = HasLanes();
  BatchSorting sorting_;
  std::vector<ElementArray> deferred_;  // the newest last
  // More are looked at for what was deferred twice: MarkFoundForLater().
  size_t deferred_count_max_ = kDeferredCountMin;
  SlotSet found_slots_;  // weak ones, by TraceFound()
  WeakReferences weak_;
  NotedEphemerons ephemerons_;
  // Tables, where a value that is stored is marked, by the barrier, and a key
  // that stands there does not change; and the other arrays.
  WeakArrays weak_tables_;
  WeakArrays weak_arrays_;
  // Beside the program, long arrays of nothing but weak slots, which are noted
  // when nothing else is left: most targets are marked by then.
  std::vector<ElementArray> late_arrays_;
  MovedArrays moved_;
  std::vector<uintptr_t, SystemAllocator<uintptr_t>>
      table_words_;  // of the stack, that lead to tables
  StackSuspects* suspects_ = nullptr;
  int scan_count_ = 0;           // beside the program, that have ended
  size_t scan_value_count_ = 0;  // of the present one
  // Pairs of arrays, too, wait in ephemerons_, which has an index.
  bool lists_pairs_ = false;
  size_t late_value_count_ = 0;  // found after they were noted
  SharedStrings shared_strings_;
  // Newly marked since ordinary marking ended, and all weak containers.
  std::vector<ObjectGranule> log_;
  size_t live_bytes_ = 0;
  size_t array_bytes_ = 0;     // of elements traced in pieces
  size_t absorbed_bytes_ = 0;  // that absorbed markers took of malloc's memory
  size_t batches_left_ = 0;    // Mode::kBounded, Mode::kBeside
  // Mode::kShared.
  MarkPool* pool_ = nullptr;
  MarkerNumber number_ = 0;
  std::vector<std::vector<Word>> outboxes_;  // by number - 1
  Beside beside_ = {};
  OwnThreadWork own_work_;
  // Weak slots that were traced as strong ones. The barrier notes stores to
  // them as weak, so the pause looks at them again.
  NotedOnce<HeldWeakSlot, KeyOfHeldSlot> held_weak_slots_;
  // What is being traced, and what has been traced beside the program and is
  // to be traced in the pause again. It has a weak container: by the pause that
  // may be another one, and nothing would clear the dead entries of this. Or it
  // has weak references outside the cage, in memory that it may have freed or
  // moved by then, so that their addresses are not kept.
  TraceDescriptor traced_;
  NotedOnce<TraceDescriptor, KeyOfPart> traced_again_;
  // What TraceAgain() finds has been noted before; what a class shows may be
  // other than then, and is noted once more, but once.
  bool is_tracing_again_ = false;
  NotedOnce<WeakCallbackItem, KeyOfCallback> callbacks_again_;
  NotedOnce<TracedEphemeron, KeyOfEphemeron> ephemerons_again_;
  size_t stored_weak_count_ = 0;  // of NoteStoredWeak()
  size_t reported_bytes_ = 0;     // of work_bytes(), to the exchange
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARKER_H_
