// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Allocation: from a buffer, else from the bin's next run, else from a page
// that is free or swept for it, else from new pages; where there are none, from
// shared ones. Sweeping is in sweep.cc.

#include "heap/heap_core.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "base/bits.h"
#include "base/virtual_memory.h"
#include "cage/cage.h"
#include "halfword/internal/checks.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"
#include "heap/poison.h"
#include "heap/slot_data.h"
#include "heap/slot_ids.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kBuffersBytes = RoundUp(
    (size_t{kBufferIndexMax} + kVariableBufferCount) * sizeof(AllocationBuffer),
    kOsPageBytes);
static_assert(kSizeClassCount <= kVariableBufferCount);

// Errors: std::bad_alloc, as of `new` for the rest of a heap.
AllocationBuffer* MakeBuffers() {
  void* const buffers = Reserve(kBuffersBytes, kOsPageBytes, 0);
  if (buffers == nullptr) throw std::bad_alloc();
  if (!Commit(buffers, kBuffersBytes)) {
    Release(buffers, kBuffersBytes);
    throw std::bad_alloc();
  }
  return static_cast<AllocationBuffer*>(buffers);
}

constexpr size_t kTableBytesPerPage =
    sizeof(PageRecord) + 2 * kPageBitmapWords * sizeof(uint64_t);

// What the slot of an object of so many bytes needs.
size_t AlignedBytes(const TypeInfo& type, size_t bytes) {
  return RoundUp(bytes + kCanaryBytes,
                 std::max<size_t>(type.alignment, kGranuleBytes));
}

// A larger dirty run is given to the system for zero pages instead of being
// cleared, so that what the program does not touch takes no memory.
constexpr size_t kClearBytesMax = size_t{128} << 10;

// How much may be allocated beside a large object that alone was over budget:
// as much as itself, up to this (design/growth.md#req.growth.large).
constexpr size_t kBudgetRaiseMax = size_t{16} << 20;

// So that the memory of each object is checked when it is taken.
constexpr bool kObservesAlways = HALFWORD_HAS_ASAN || kMemoryDebug;

}  // namespace

HeapCore::HeapCore(size_t custom_space_count,
                   std::unique_ptr<ChunkSource> source)
    : PageHeap(this), source_(std::move(source)) {
  Cage::Get();  // reserved before anything looks at its bounds
  // First, since malloc may fail, too.
  shared_bins_.resize(custom_space_count + 1);
  for (auto& classes : shared_bins_) classes.fill(kNoBin);
  buffers_ = MakeBuffers();
  if (kObservesAlways) KeepBuffersEmpty();
}

HeapCore::~HeapCore() {
  HALFWORD_DCHECK(used_page_count_ == 0,
                  "FreeEverything() comes before the end of a heap");
  Release(buffers_, kBuffersBytes);
}

void* HeapCore::TryAllocate(const TypeInfo& type, size_t bytes) {
  HALFWORD_CHECK(
      !is_in_destructor_,
      "a destructor must not allocate in the heap: allocate after the "
      "collection, or what it needs before the object dies");
  failure_ = AllocationFailure::kNone;
  void* const object = bytes > kSmallBytesMax - kCanaryBytes
                           ? AllocateLarge(type, bytes)
                           : AllocateSmall(type, bytes);
  if (observer_ != nullptr && object != nullptr) NoteBirth(object);
  return object;
}

// The bin of most allocations: that of a type, or of its objects of a size,
// where it has pages of its own already. Null: not known so quickly.
inline Bin* HeapCore::UsualBinFor(const TypeInfo& type, size_t bytes) {
  uint32_t index = type.buffer_index;
  if (type.variable_size) {
    if (index == 0 || bytes > kSmallBytesMax - kCanaryBytes) return nullptr;
    index += static_cast<uint32_t>(SizeClassOf(AlignedBytes(type, bytes)));
  } else if (bytes != type.object_bytes) {
    return nullptr;
  }
  return index < buffer_states_.size() ? buffer_states_[index].bin : nullptr;
}

void* HeapCore::TryAllocateInNextRun(const TypeInfo& type, size_t bytes) {
  Bin* const bin = UsualBinFor(type, bytes);
  // In a pause no run is open.
  if (bin == nullptr || bin->run_begin == 0 || !bin->buffer->empty() ||
      observes_allocations_ || is_in_destructor_ ||
      !IsInBudget(bin->map->slot_bytes)) {
    return nullptr;
  }
  CloseRun(*bin);
  const size_t run_bytes = bin->OpenNextRun(run_bytes_max_);
  if (run_bytes == 0) return nullptr;
  allocated_bytes_ += run_bytes;
  void* const slot = reinterpret_cast<void*>(bin->buffer->cursor);
  bin->buffer->cursor += bin->map->slot_bytes;
  std::memset(slot, 0, bin->map->slot_bytes);
  return slot;
}

void* HeapCore::AllocateSmall(const TypeInfo& type, size_t bytes) {
  Bin* bin = UsualBinFor(type, bytes);
  if (bin == nullptr) bin = &BinFor(type, bytes);
  void* slot = TakeSlot(*bin);
  if (slot == nullptr) {
    bin = BinWithoutNewPageFor(type, bytes, *bin);
    slot = bin != nullptr ? TakeSlot(*bin) : nullptr;
    if (slot == nullptr) return nullptr;
  }
  const PageRecord& record = RecordOf(slot);
  if (kMemoryDebug) CheckFreedSlot(record, slot);
  if (bin->is_shared()) NoteSharedSlot(*bin, slot, type);
  UnpoisonMemory(slot, bin->map->slot_bytes);
  std::memset(slot, 0, bin->map->slot_bytes);
  if (kMemoryDebug) SetCanary(record, slot, bytes);
  return slot;
}

Bin& HeapCore::BinFor(const TypeInfo& type, size_t bytes) {
  const size_t aligned = AlignedBytes(type, bytes);
  const size_t size_class = SizeClassOf(aligned);
  if (type.buffer_index != 0) {
    Bin* const own = OwnBinFor(type, aligned, size_class);
    if (own != nullptr) return *own;
  }
  return SharedBinFor(type.space_index, size_class);
}

// The bin of the type's own, if it has allocated enough to deserve one.
Bin* HeapCore::OwnBinFor(const TypeInfo& type, size_t bytes,
                         size_t size_class) {
  const bool fixed = !type.variable_size;
  if (fixed && bytes != AlignedBytes(type, type.object_bytes)) {
    return nullptr;  // additional bytes behind a class that lists none
  }
  const uint32_t index =
      type.buffer_index + (fixed ? 0 : static_cast<uint32_t>(size_class));
  if (index >= buffer_states_.size()) buffer_states_.resize(index + 1);
  BufferState& state = buffer_states_[index];
  if (state.bin != nullptr) return state.bin;
  state.shared_bytes += bytes;
  if (state.shared_bytes <= kPageBytes) return nullptr;
  const uint32_t slot_bytes =
      fixed ? static_cast<uint32_t>(bytes) : SizeClassBytes(size_class);
  Bin& bin = bins_[MakeBin(slot_bytes, &type, type.space_index)];
  if (!observes_allocations_) bin.buffer = &buffers_[index];
  buffer_states_[index].bin = &bin;
  return &bin;
}

// Of a type that has own pages, of which there is none left: the shared ones
// may have slots, as before it got its own. Null: there is no page for another
// reason, or there are no shared ones.
Bin* HeapCore::BinWithoutNewPageFor(const TypeInfo& type, size_t bytes,
                                    const Bin& own) {
  if (own.is_shared() || (failure_ != AllocationFailure::kLimit &&
                          failure_ != AllocationFailure::kCage)) {
    return nullptr;
  }
  const size_t size_class = SizeClassOf(AlignedBytes(type, bytes));
  const uint32_t bin = shared_bins_[type.space_index][size_class];
  return bin != kNoBin ? &bins_[bin] : nullptr;
}

void HeapCore::CheckSpace(uint16_t space_index) const {
  HALFWORD_CHECK(space_index < shared_bins_.size(),
                 "the type's custom space is not in HeapOptions of its heap");
}

Bin& HeapCore::SharedBinFor(uint16_t space_index, size_t size_class) {
  CheckSpace(space_index);
  uint32_t& bin = shared_bins_[space_index][size_class];
  if (bin == kNoBin) {
    bin = MakeBin(SizeClassBytes(size_class), nullptr, space_index);
  }
  return bins_[bin];
}

uint32_t HeapCore::MakeBin(uint32_t slot_bytes, const TypeInfo* type,
                           uint16_t space_index) {
  CheckSpace(space_index);
  const auto index = static_cast<uint32_t>(bins_.size());
  Bin& bin = bins_.emplace_back();
  bin.map = &SlotMapFor(slot_bytes);
  bin.type = type;
  bin.index = index;
  bin.space_index = space_index;
  bin.buffer = &bin.own_buffer;
  return index;
}

void* HeapCore::TakeSlot(Bin& bin) {
  AllocationBuffer& buffer = *bin.buffer;
  if (buffer.empty() && !Refill(bin)) return nullptr;
  void* const slot = reinterpret_cast<void*>(buffer.cursor);
  buffer.cursor += bin.map->slot_bytes;
  return slot;
}

bool HeapCore::MayAllocate(size_t more_bytes) {
  if (IsInBudget(more_bytes)) return true;
  failure_ = allocated_bytes_ + more_bytes > budget_bytes_
                 ? AllocationFailure::kBudget
                 : AllocationFailure::kStep;
  return false;
}

bool HeapCore::Refill(Bin& bin) {
  CloseRun(bin);
  if (!MayAllocate(bin.map->slot_bytes)) return false;
  size_t run_bytes = bin.page == kNoPage ? 0 : bin.OpenNextRun(run_bytes_max_);
  while (run_bytes == 0) {
    if (bin.page != kNoPage) bin.FileAsFull();
    if (!FindPage(bin)) return false;
    bin.next_granule = 0;
    run_bytes = bin.OpenNextRun(run_bytes_max_);
  }
  allocated_bytes_ += run_bytes;
  return true;
}

// Sets bin.page to a page with free slots, which is in no list.
bool HeapCore::FindPage(Bin& bin) {
  PageIndex page = bin.available.PopFront();
  if (page == kNoPage) {
    // At the limit there is nothing but what is swept.
    destructors_.Allow(IsOverLimit(1) ? DestructorClock::kNoEnd
                                      : kDestructorMs);
    page = SweepForBin(bin);
  }
  if (page == kNoPage) {
    if (TakeNewPages(1, &page)) {
      InitializePage(bin, page);
    } else {
      // All is swept by now.
      page = bin.available.PopFront();
      if (page == kNoPage) return false;
    }
  }
  bin.page = page;
  RecordAt(page).live_slots = 0;
  if (surplus_page_count_ != 0) GiveSurplusBack(1);
  return true;
}

bool HeapCore::IsOverLimit(size_t more_page_count) const {
  return !ignores_limit_ &&
         used_page_count_ + more_page_count > limit_bytes_ / kPageBytes;
}

// False: all is swept, and there is no room.
bool HeapCore::SweepBelowLimit(size_t more_page_count) {
  if (!IsOverLimit(more_page_count)) return true;
  destructors_.Allow(DestructorClock::kNoEnd);
  while (IsOverLimit(more_page_count)) {
    if (SweepSomePage()) continue;
    ReleaseUnusedPages();
    return !IsOverLimit(more_page_count);
  }
  return true;
}

bool HeapCore::HasRoomFor(size_t bytes, size_t object_count) {
  return SweepBelowLimit(bytes / kPageBytes + object_count);
}

// Takes pages from the pool. Before growing the heap it sweeps some of what is
// left to sweep: that work is due anyway, and may free pages. False: all is
// swept, and there is no room.
bool HeapCore::TakeNewPages(uint32_t page_count, PageIndex* page) {
  if (!SweepBelowLimit(page_count)) {
    failure_ = AllocationFailure::kLimit;
    return false;
  }
  *page = pool_.Take(page_count);
  if (*page == kNoPage) {
    *page = SweepForPages(page_count, page_count * kSweepEffort);
  }
  if (*page == kNoPage && pool_.Grow(page_count)) {
    *page = pool_.Take(page_count);
  }
  if (*page == kNoPage) {
    destructors_.Allow(DestructorClock::kNoEnd);
    *page = SweepForPages(page_count, SIZE_MAX);
  }
  if (*page == kNoPage) {
    ReleaseUnusedPages();
    *page = pool_.Take(page_count);
  }
  if (*page == kNoPage) {
    failure_ = AllocationFailure::kCage;
    return false;
  }
  if (kMemoryDebug) TakeFreedPages(*page, page_count);
  if (prepares_marks_) MarkedBits(*page)[0] = 0;
  used_page_count_ += page_count;
  return true;
}

// A chunk at a time or more: fewer calls of the system, and the cage gets it.
void HeapCore::GiveSurplusBack(uint32_t filled_page_count) {
  constexpr size_t kGivenForEach = 4;
  surplus_due_count_ += kGivenForEach * filled_page_count;
  if (surplus_due_count_ < kChunkPages) return;
  const size_t count = std::min(surplus_due_count_, surplus_page_count_);
  surplus_due_count_ = 0;
  surplus_page_count_ -= count;
  const size_t free_count = pool_.resident_free_page_count();
  if (free_count > count) pool_.Trim((free_count - count) * kPageBytes);
}

void HeapCore::InitializePage(Bin& bin, PageIndex page) {
  PageRecord& record = RecordAt(page);
  record.type = bin.type;
  record.slot_bytes = bin.map->slot_bytes;
  record.reciprocal = bin.map->reciprocal;
  record.slot_count = static_cast<uint16_t>(bin.map->slot_count);
  record.kind = PageKind::kSlots;
  record.run_pages = 1;
  record.bin = bin.index;
  record.space_index = bin.space_index;
  record.swept_cycle = cycle_;
  record.has_destructors = bin.type != nullptr && bin.type->has_destructor;
  AddSlotData(page);
}

// Requires: the record is set, but for that; the page is in no list. Errors:
// std::bad_alloc, and the page is given back.
void HeapCore::AddSlotData(PageIndex page) {
  PageRecord& record = RecordAt(page);
  const bool is_shared = record.type == nullptr;
  if (!NeedsSlotData(is_shared)) return;
  try {
    record.slot_data = MakeSlotData(record.slot_count, is_shared);
  } catch (const std::bad_alloc&) {
    ReleasePages(page, record.run_pages);
    throw;
  }
  slot_data_bytes_ += SlotDataBytes(record.slot_count, is_shared);
}

// Counts what data by slot takes more in the end than at first.
class HeapCore::SlotDataGrowth {
 public:
  SlotDataGrowth(HeapCore* heap, const PageRecord& record)
      : heap_(*heap), record_(record) {
    heap_.slot_data_bytes_ -= Bytes();
  }
  ~SlotDataGrowth() { heap_.slot_data_bytes_ += Bytes(); }
  SlotDataGrowth(const SlotDataGrowth&) = delete;
  SlotDataGrowth& operator=(const SlotDataGrowth&) = delete;

 private:
  size_t Bytes() const {
    return record_.slot_data != nullptr ? SlotDataBytes(record_) : 0;
  }

  HeapCore& heap_;
  const PageRecord& record_;
};

// Made if there are none; where there is no memory for all, nothing is.
SlotIds& HeapCore::IdsOf(PageRecord& record) {
  if (record.slot_data != nullptr && record.slot_data->ids != nullptr) {
    return *record.slot_data->ids;
  }
  auto ids = std::make_unique<SlotIds>();
  if (record.slot_data == nullptr) {
    record.slot_data = MakeSlotData(record.slot_count, record.type == nullptr);
  }
  record.slot_data->ids = ids.release();
  return *record.slot_data->ids;
}

bool HeapCore::NumberSlots(PageIndex page, uint32_t* next_number,
                           uint32_t last_number) {
  PageRecord& record = RecordAt(page);
  const SlotDataGrowth growth(this, record);
  SlotIds& ids = IdsOf(record);
  const uint32_t left = last_number + 1 - *next_number;
  const uint32_t count = ids.Number(AllocatedBits(page), *next_number, left);
  if (count > left) return false;
  *next_number += count;
  return true;
}

void HeapCore::NoteBirth(void* object) {
  PageRecord& record = RecordOf(object);
  const size_t bytes = record.kind == PageKind::kLarge
                           ? size_t{record.run_pages} << kPageShift
                           : record.slot_bytes;
  const SlotDataGrowth growth(this, record);
  const size_t granule =
      GranuleOf(reinterpret_cast<uintptr_t>(object)) % kPageGranules;
  // Without malloc's memory the object is one that nobody has seen.
  try {
    const Birth birth = observer_->OnAllocation(bytes);
    if (birth.number == 0) return;
    IdsOf(record).SetBirth(static_cast<uint32_t>(granule), birth,
                           record.slot_bytes, record.slot_count);
  } catch (const std::bad_alloc&) {
    return;
  }
}

void HeapCore::NoteSharedSlot(Bin& bin, void* slot, const TypeInfo& type) {
  PageRecord& record = RecordAt(bin.page);
  const uint32_t index =
      SlotIndex(record, reinterpret_cast<uintptr_t>(slot) & (kPageBytes - 1));
  record.slot_data->type_ids[index] = type.id;
  record.has_destructors |= type.has_destructor;
}

void* HeapCore::AllocateLarge(const TypeInfo& type, size_t bytes) {
  if (bytes > side_tables.end - side_tables.begin) {
    failure_ = AllocationFailure::kCage;
    return nullptr;
  }
  CheckSpace(type.space_index);
  const size_t run_bytes = RoundUp(bytes + kCanaryBytes, kPageBytes);
  if (!MayAllocate(run_bytes)) return nullptr;
  destructors_.Allow(kDestructorMs);
  const auto page_count = static_cast<uint32_t>(run_bytes >> kPageShift);
  PageIndex page;
  if (!TakeNewPages(page_count, &page)) return nullptr;
  if (surplus_page_count_ != 0) GiveSurplusBack(page_count);

  void* const object = reinterpret_cast<void*>(PageAddress(page));
  UnpoisonMemory(object, run_bytes);
  // What comes from a file would show that again.
  if (run_bytes <= kClearBytesMax || source_ != nullptr) {
    std::memset(object, 0, run_bytes);
  } else {
    Decommit(object, run_bytes);
  }
  InitializeLarge(page, page_count, type);
  if (kMemoryDebug) SetCanary(RecordAt(page), object, bytes);
  if (allocated_bytes_ == 0 && run_bytes > budget_bytes_) {
    // As if it had been there at the last collection: the next one would find
    // that it holds nothing yet.
    budget_bytes_ += run_bytes + std::min(run_bytes, kBudgetRaiseMax);
  }
  allocated_bytes_ += run_bytes;
  return object;
}

void HeapCore::InitializeLarge(PageIndex page, uint32_t page_count,
                               const TypeInfo& type) {
  for (uint32_t i = 1; i < page_count; ++i) {
    RecordAt(page + i).kind = PageKind::kLargeTail;
    RecordAt(page + i).run_pages = i;
  }
  PageRecord& record = RecordAt(page);
  record.type = &type;
  record.kind = PageKind::kLarge;
  record.run_pages = page_count;
  record.slot_count = 1;
  record.live_slots = 1;
  record.space_index = type.space_index;
  record.swept_cycle = cycle_;
  record.has_destructors = type.has_destructor;
  AddSlotData(page);
  // In no run, so it is noted as allocated at once.
  AllocatedBits(page)[0] |= 1;
  large_.PushFront(page);
}

bool HeapCore::IsLive(const void* address) const {
  const uintptr_t object = SlotBegin(reinterpret_cast<uintptr_t>(address));
  if (object == 0) return false;
  const PageRecord& record = RecordAt(PageIndexOf(object));
  if (record.heap != this) return false;
  if (record.kind == PageKind::kSlots) {
    const Bin& bin = bins_[record.bin];
    // No bit is set yet of what was taken from an open run.
    if (bin.run_begin != 0 && object >= bin.run_begin &&
        object < bin.buffer->cursor) {
      return true;
    }
  }
  const SharedSweep::Pause pause(SharerOf(record));
  const bool is_swept = record.swept_cycle == cycle_;
  return TestBit(is_swept ? side_tables.allocated : side_tables.marked,
                 GranuleOf(object));
}

bool HeapCore::IsDead(uintptr_t object) const {
  if (TestBit(side_tables.marked, GranuleOf(object))) return false;
  return is_marked_ || RecordAt(PageIndexOf(object)).swept_cycle != cycle_;
}

void HeapCore::ObserveAllocations(AllocationObserver* observer) {
  observer_ = observer;
  if (kObservesAlways) return;
  if (observer != nullptr) {
    KeepBuffersEmpty();
  } else {
    FillBuffersAgain();
  }
}

void HeapCore::KeepBuffersEmpty() {
  CloseRuns();
  observes_allocations_ = true;
  for (Bin& bin : bins_) bin.buffer = &bin.own_buffer;
}

void HeapCore::FillBuffersAgain() {
  CloseRuns();
  observes_allocations_ = false;
  for (size_t index = 0; index < buffer_states_.size(); ++index) {
    Bin* const bin = buffer_states_[index].bin;
    if (bin != nullptr) bin->buffer = &buffers_[index];
  }
}

void HeapCore::CloseRuns() {
  for (Bin& bin : bins_) CloseRun(bin);
}

size_t HeapCore::side_table_bytes() const {
  return used_page_count_ * kTableBytesPerPage + slot_data_bytes_;
}

size_t HeapCore::committed_bytes() const {
  const size_t page_count = pool_.chunk_bytes() / kPageBytes;
  return pool_.chunk_bytes() + page_count * kTableBytesPerPage +
         slot_data_bytes_;
}

size_t HeapCore::resident_bytes() const {
  return used_page_bytes() + pool_.resident_free_page_count() * kPageBytes +
         side_table_bytes();
}

size_t HeapCore::capacity_bytes() const {
  return has_own_place() ? source_->CapacityBytes()
                         : Cage::Get().capacity_bytes();
}

size_t HeapCore::live_bytes_estimate() const {
  return live_bytes_ + allocated_bytes_;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
