// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapCore: the objects of one heap, and how they are allocated and swept. It
// knows nothing of roots and marking: the collector (src/gc) stands on it.
//
//   HeapCore
//     buffers      one AllocationBuffer a type, where inline code allocates
//     bins         pages by slot size and type (heap/bin.h)
//     pool         free pages (heap/page_pool.h)
//     large pages  objects of more than half a page, on page runs of their own
//
// A type begins in the shared bin of its size class, where each allocation
// goes out of line and notes the type of the slot; once it has allocated a
// page's worth it gets a bin of its own, whose run is its buffer
// (design/heap.md#req.heap.few-pages).
//
// Threads: the thread that made the heap. Only static functions are for all.

#ifndef HALFWORD_HEAP_HEAP_CORE_H_
#define HALFWORD_HEAP_HEAP_CORE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "halfword/allocation_handle.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/size_class.h"
#include "heap/bin.h"
#include "heap/destructor_clock.h"
#include "heap/page_pool.h"
#include "heap/shared_sweep.h"
#include "heap/slot_births.h"
#include "heap/sweep_prelude.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Why TryAllocate() gave nothing.
enum class AllocationFailure {
  kNone,
  kBudget,  // a collection is due
  kStep,    // a step of a collection is due
  kLimit,   // the heap's limit
  kCage,    // the cage, or the system, has no more
};

// What an image says of a page with slots.
struct AdoptedSlots {
  const TypeInfo* type;  // null: shared
  uint32_t slot_bytes;
  uint32_t live_slots;
  uint16_t space_index;
  std::span<const TypeId> type_ids;  // of a shared page, by slot
};

class HeapCore : public PageHeap, public AllocationHandle {
 public:
  // custom_space_count: spaces beside the default one. source: null: the cage.
  explicit HeapCore(size_t custom_space_count,
                    std::unique_ptr<ChunkSource> source = nullptr);
  ~HeapCore();
  HeapCore(const HeapCore&) = delete;
  HeapCore& operator=(const HeapCore&) = delete;

  // A zeroed slot for an object of bytes (sizeof and additional bytes), or null
  // and failure(). Never collects; may sweep.
  void* TryAllocate(const TypeInfo& type, size_t bytes);
  AllocationFailure failure() const { return failure_; }
  // Whether budget and steps allow so much; else sets failure().
  bool MayAllocate(size_t more_bytes);
  // Whether so many objects of so many bytes together stay below the limit,
  // perhaps after some sweeping, where no page that is there has a place for
  // any of them. Requires: 0 < object_count.
  bool HasRoomFor(size_t bytes, size_t object_count);

  // What TryAllocate() gives, but in one case only, the usual one in a heap
  // with gaps: the run that the type's objects come from is used up, and its
  // page has another. Null: it is another case; failure() says nothing of it.
  void* TryAllocateInNextRun(const TypeInfo& type, size_t bytes);
  // Whether the heap has a place of its own that it cannot leave.
  bool has_own_place() const { return source_ != nullptr; }
  // How far it can grow: to the size of the cage, or of that place.
  size_t capacity_bytes() const;

  // Takes back a slot whose constructor threw. Requires: it was allocated from
  // this heap, no destructor has run, and nothing refers to it.
  void Abandon(void* object);

  // Clears the mark of an object whose page waits for its sweep: it is dead.
  void Unmark(const void* object);

  // Destroys an object and takes its slot back. Requires: it lives in this
  // heap, nothing refers to it, and no destructor is running.
  void Free(void* object);

  // Makes an object take bytes (sizeof and additional ones) without moving it.
  // What it loses is zero when it is taken again. False: its slot is too small.
  // Requires: as for Free().
  bool Resize(void* object, size_t bytes);

  // Keeps all buffers empty from now on, so that every allocation is seen, and
  // tells the observer of each. Null ends it.
  void ObserveAllocations(AllocationObserver* observer);

  // Notes in the allocated bitmap all that was allocated. Every pause begins
  // with it.
  void CloseRuns();

  // From here on what is unmarked is dead. Requires: runs closed, all swept.
  void EndMarking() { is_marked_ = true; }

  // After a marking: what is marked lives. The prelude, if there is one, comes
  // first and lives until it has ended; then pages are swept when they are
  // needed. Requires: runs closed, all swept.
  void BeginSweep(size_t live_bytes, SweepPrelude* prelude = nullptr);
  // Sweeps all that is left, running destructors.
  void FinishSweep();
  // Sweeps one large object or one page of any bin, or does as much of what
  // comes before. False: none was left.
  bool SweepSomePage();
  bool is_sweeping() const { return is_sweeping_; }
  // Of the sweep that goes on, or of the last: how long destructors have run in
  // it, and how many pages that may need some wait for it still.
  double destructor_ms() const { return destructors_.spent_ms(); }
  size_t destructor_page_count() const { return destructor_page_count_; }
  // Of a page that is swept from now on no more destructors run than take about
  // so long, and a page that has more waits on. FinishSweep() runs all.
  void AllowDestructors(double ms) { destructors_.Allow(ms); }

  // Lets helpers sweep what is left, as far as it has no destructors, until the
  // last page is swept or this thread must know them all (FinishSweep(), a look
  // at all pages). Null: they would have nothing to do, or may sweep already.
  // Errors: std::bad_alloc.
  std::shared_ptr<SharedSweep> ShareSweep();
  // No helper touches a page from now on. Cost: files what they have swept.
  void EndSharedSweep();
  // For a look at all pages while they go on; null: they do not.
  SharedSweep* shared_sweep() const { return shared_sweep_.get(); }
  bool is_in_destructor() const { return is_in_destructor_; }

  // Whether the address lies in an object of this heap that lives, as far as
  // is known: what died since the last collection still counts.
  // Requires: the address lies in the cage.
  bool IsLive(const void* address) const;

  // Whether an object died in the last collection and waits for its sweep.
  // Requires: it is of this heap, and was not swept away.
  bool IsDead(uintptr_t object) const;

  // Destroys and gives back every object. Requires: nothing refers to them.
  void FreeEverything();
  // The same before the heap ends, where a source of chunks clears what objects
  // leave behind: only what has a destructor is looked at.
  void DropEverything();

  // Makes the pages that bins allocate from free where nothing is left in them.
  // There is one a bin at most: others become free with their last object.
  void ReleaseUnusedPages();

  // Gives free pages back to the system, but for keep_bytes.
  void TrimFreePages(size_t keep_bytes) {
    surplus_page_count_ = 0;
    pool_.Trim(keep_bytes);
  }
  // A piece of that. False: nothing more is to be given.
  bool TrimSomePages(size_t keep_bytes) {
    surplus_page_count_ = 0;
    return pool_.TrimSome(keep_bytes);
  }

  // Free pages that go back to the system as the program fills others, four for
  // each: some hundredths of a millisecond at a time.
  size_t surplus_page_count() const { return surplus_page_count_; }
  void set_surplus_page_count(size_t count) { surplus_page_count_ = count; }
  size_t resident_free_page_count() const {
    return pool_.resident_free_page_count();
  }

  // The budget: how much may be allocated until a collection is due.
  void set_budget_bytes(size_t bytes) { budget_bytes_ = bytes; }
  size_t budget_bytes() const { return budget_bytes_; }
  // See BudgetPause.
  void IgnoreBudget(bool ignore) { ignores_budget_ = ignore; }
  void IgnoreLimit(bool ignore) { ignores_limit_ = ignore; }
  bool ignores_budget() const { return ignores_budget_; }
  bool ignores_limit() const { return ignores_limit_; }
  // Where, as the budget is counted, a step of marking is due before that;
  // SIZE_MAX: none is. A collection ends it.
  void set_step_bytes(size_t bytes) { step_bytes_ = bytes; }
  size_t step_bytes() const { return step_bytes_; }
  // How much is taken at a time from a row of free slots: a step is noticed no
  // sooner than that is used up.
  void set_run_bytes_max(size_t bytes) { run_bytes_max_ = bytes; }

  // Whether pages get memory for their mark bits when they are taken. Else it
  // comes when an object is first tested, page faults all in a row, which a
  // step of a cycle that marks beside the program should not have.
  void set_prepares_marks(bool prepares) { prepares_marks_ = prepares; }
  size_t allocated_since_collection_bytes() const { return allocated_bytes_; }

  // The limit of pages in use; SIZE_MAX: none but the cage.
  void set_limit_bytes(size_t bytes) { limit_bytes_ = bytes; }
  size_t limit_bytes() const { return limit_bytes_; }

  // Gives the live objects of a page that have no number the next ones. False:
  // those up to the last one are not enough, and none was given.
  // Requires: the page is swept, its runs are closed; *next_number is at most
  // one more than last_number.
  bool NumberSlots(PageIndex page, uint32_t* next_number, uint32_t last_number);

  size_t used_page_bytes() const { return used_page_count_ * kPageBytes; }
  // Type ids and other data by slot, records and bitmaps of the pages in use.
  size_t side_table_bytes() const;
  // Of all chunks, in use or free, and their side tables.
  size_t committed_bytes() const;
  // Of pages in use and free pages that hold memory, and the side tables.
  size_t resident_bytes() const;
  // Marked by the last collection, plus allocated since. Open runs count as
  // taken; after CloseRuns() it is exact.
  size_t live_bytes_estimate() const;
  uint32_t cycle() const { return cycle_; }

  // Takes over pages of an image: a run of its chunks, and then every page of
  // it that is no table. Each is false where a page cannot be as it is said to
  // be: what is adopted has a class for each object of a shared page, and no
  // object that is longer than its slot. The bits of other pages are not read.
  // Requires: no collection has run; the bitmaps are where they should be.
  void AdoptRun(const SourceRun& run) { pool_.Adopt(run); }
  bool AdoptSlots(PageIndex page, const AdoptedSlots& slots);
  bool AdoptLarge(PageIndex page, uint32_t page_count, const TypeInfo& type);
  void AdoptFree(PageIndex page, uint32_t page_count);

  // Calls function(PageIndex) for each page with slots and each large object.
  // Requires: no helper sweeps, or they pause.
  template <typename Function>
  void ForEachPage(Function function) const {
    HALFWORD_DCHECK(shared_sweep_ == nullptr || shared_sweep_->is_paused(),
                    "helpers pause before all pages of a heap are looked at");
    for (const Bin& bin : bins_) bin.ForEachPage(function);
    large_.ForEach(function);
    dead_large_.ForEach(function);
  }
  template <typename Function>
  void ForEachLarge(Function function) const {
    large_.ForEach(function);
  }
  const std::deque<Bin>& bins() const { return bins_; }
  const PagePool& pool() const { return pool_; }
  size_t space_count() const { return shared_bins_.size(); }

 private:
  friend struct HeapCoreTestPeer;
  friend class TableVerifier;  // src/gc: checks what is private here

  // By buffer index: of a type, or of a type and size class.
  struct BufferState {
    Bin* bin = nullptr;       // the type's own
    size_t shared_bytes = 0;  // allocated in shared pages so far
  };
  static constexpr uint32_t kNoBin = UINT32_MAX;
  // What an allocation sweeps for a page that it needs, before the heap grows.
  static constexpr size_t kSweepEffort = 64;
  // How long it runs destructors for that.
  static constexpr double kDestructorMs = 0.1;

  void KeepBuffersEmpty();
  void FillBuffersAgain();
  void NoteBirth(void* object);
  class SlotDataGrowth;
  SlotIds& IdsOf(PageRecord& record);

  void* AllocateSmall(const TypeInfo& type, size_t bytes);
  void* AllocateLarge(const TypeInfo& type, size_t bytes);
  Bin& BinFor(const TypeInfo& type, size_t bytes);
  Bin* UsualBinFor(const TypeInfo& type, size_t bytes);
  Bin* OwnBinFor(const TypeInfo& type, size_t bytes, size_t size_class);
  void CheckSpace(uint16_t space_index) const;
  Bin& SharedBinFor(uint16_t space_index, size_t size_class);
  Bin* BinWithoutNewPageFor(const TypeInfo& type, size_t bytes, const Bin& own);
  uint32_t MakeBin(uint32_t slot_bytes, const TypeInfo* type,
                   uint16_t space_index);

  // What is left of the run was counted when it was opened; bytes that were
  // freed since may have been taken off in its place.
  void CloseRun(Bin& bin) {
    if (const size_t left_bytes = bin.CloseRun(); left_bytes != 0) {
      NoteFreedBytes(left_bytes);
    }
  }
  void* TakeSlot(Bin& bin);
  bool Refill(Bin& bin);
  bool FindPage(Bin& bin);
  void GiveSurplusBack(uint32_t filled_page_count);
  bool IsOverLimit(size_t more_page_count) const;
  bool SweepBelowLimit(size_t more_page_count);
  bool TakeNewPages(uint32_t page_count, PageIndex* page);
  void InitializePage(Bin& bin, PageIndex page);
  void InitializeLarge(PageIndex page, uint32_t page_count,
                       const TypeInfo& type);
  void AddSlotData(PageIndex page);
  void NoteSharedSlot(Bin& bin, void* slot, const TypeInfo& type);
  bool IsInBudget(size_t more_bytes) const {
    // The first allocation after a collection is always within the budget, so
    // that an object larger than the budget can be made.
    return ignores_budget_ || allocated_bytes_ == 0 ||
           allocated_bytes_ + more_bytes <=
               std::min(budget_bytes_, step_bytes_);
  }

  void GiveBackSlot(uintptr_t object);
  void NoteFreedBytes(size_t bytes);
  void ShrinkLarge(PageIndex page, size_t bytes);

  enum class Swept { kNone, kPart, kWhole };
  bool SweepPage(PageIndex page);
  Swept SweepNext(Bin* bin, PageIndex* page);
  void FileOrRelease(Bin* bin, PageIndex page);
  SharedSweep* SharerOf(const PageRecord& record) const;
  PageIndex SweepForBin(Bin& bin);
  PageIndex SweepForPages(uint32_t page_count, size_t effort);
  bool AdvancePrelude();
  void FindDeadLarge();
  bool SweepDeadLarge();
  bool RunDestructors(PageIndex page);
  void ReleasePages(PageIndex page, uint32_t page_count);

  Bin* AdoptBin(const AdoptedSlots& slots);

  const std::unique_ptr<ChunkSource> source_;
  PagePool pool_{this, source_.get()};
  std::deque<Bin> bins_;  // addresses of bins stay
  // By space and size class; kNoBin until the first use.
  std::vector<std::array<uint32_t, kSizeClassCount>> shared_bins_;
  std::vector<BufferState> buffer_states_;
  PageList large_;
  PageList dead_large_;              // to be swept
  SweepPrelude* prelude_ = nullptr;  // null: it has ended, or there was none
  // Bins below have no unswept pages; swept ones, if a helper had their last.
  size_t unswept_bin_ = 0;
  // What helpers may sweep; null: nothing.
  std::shared_ptr<SharedSweep> shared_sweep_;
  // What was swept so far, in pages; destructors count as parts of a page.
  size_t sweep_effort_ = 0;
  DestructorClock destructors_;
  size_t destructor_page_count_ = 0;  // to be swept, of slots

  AllocationFailure failure_ = AllocationFailure::kNone;
  bool observes_allocations_ = false;
  AllocationObserver* observer_ = nullptr;
  bool ignores_budget_ = false;
  bool ignores_limit_ = false;
  bool is_in_destructor_ = false;
  bool is_sweeping_ = false;
  bool is_finishing_sweep_ = false;
  bool is_marked_ = false;  // between EndMarking() and BeginSweep()
  uint32_t cycle_ = 0;
  size_t budget_bytes_ = SIZE_MAX;
  size_t step_bytes_ = SIZE_MAX;
  size_t run_bytes_max_ = kPageBytes;
  bool prepares_marks_ = false;
  size_t limit_bytes_ = SIZE_MAX;
  // Since the last collection, open runs as a whole.
  size_t allocated_bytes_ = 0;
  size_t live_bytes_ = 0;  // after the last collection
  size_t used_page_count_ = 0;
  size_t surplus_page_count_ = 0;
  size_t surplus_due_count_ = 0;  // of these, by what was taken since
  size_t slot_data_bytes_ = 0;
};

// Null where the page is of no garbage-collected heap.
inline HeapCore* CollectedHeapOf(const PageRecord& record) {
  PageHeap* const heap = HeapOf(record);
  if (heap == nullptr || heap->kind() != PageHeap::Kind::kCollected) {
    return nullptr;
  }
  return static_cast<HeapCore*>(heap);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_HEAP_CORE_H_
