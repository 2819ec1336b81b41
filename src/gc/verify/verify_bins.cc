// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bins against their types and buffers, and each open run against its page.
// Runs are closed by writing into bitmaps at addresses that come from here, so
// this is looked at first.

#include <algorithm>
#include <functional>

#include "base/readable_memory.h"
#include "gc/verify/table_verifier.h"
#include "heap/memory_debug.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Whether it is what SlotMapFor() gives. Any pointer may be asked about.
bool IsSlotMap(const SlotMap* map) {
  return reinterpret_cast<uintptr_t>(map) % alignof(SlotMap) == 0 &&
         IsReadable(map, sizeof(SlotMap)) &&
         FindSlotMap(map->slot_bytes) == map;
}

size_t SlotBytesOf(const TypeInfo& type, size_t buffer_index) {
  if (type.variable_size) {
    const size_t size_class = buffer_index - type.buffer_index;
    return size_class < kSizeClassCount ? SizeClassBytes(size_class) : 0;
  }
  const size_t alignment = std::max<size_t>(type.alignment, kGranuleBytes);
  const size_t bytes = type.object_bytes + kCanaryBytes;
  return (bytes + alignment - 1) / alignment * alignment;
}

template <typename T>
bool Contains(const std::vector<const T*>& sorted, const T* pointer) {
  return std::binary_search(sorted.begin(), sorted.end(), pointer,
                            std::less<const T*>());
}

}  // namespace

TableVerifier::TableVerifier(HeapCore* heap, const VerifyFilter* filter,
                             FindingList* findings, PageCensus* census)
    : heap_(heap), filter_(filter), findings_(*findings), census_(*census) {
  for (size_t id = 1; id <= TypeRegistry::type_count(); ++id) {
    types_.push_back(TypeRegistry::FindType(static_cast<TypeId>(id)));
  }
  std::sort(types_.begin(), types_.end(), std::less<const TypeInfo*>());
  for (const Bin& bin : heap_->bins_) bins_.push_back(&bin);
  std::sort(bins_.begin(), bins_.end(), std::less<const Bin*>());
}

bool TableVerifier::IsRegistered(const TypeInfo* type) const {
  return Contains(types_, type);
}

bool TableVerifier::IsBin(const Bin* bin) const { return Contains(bins_, bin); }

void TableVerifier::VerifyBins() {
  uint32_t index = 0;
  for (const Bin& bin : heap_->bins_) VerifyBin(bin, index++);
  if (findings_.count() != 0) return;
  VerifyBuffers();
  VerifySharedBins();
}

void TableVerifier::VerifyBin(const Bin& bin, uint32_t index) {
  if (bin.index != index) {
    findings_.Add("bin %u: calls itself bin %u", index, bin.index);
  }
  if (bin.space_index >= heap_->space_count()) {
    findings_.Add("bin %u: in space %u of %zu", index, bin.space_index,
                  heap_->space_count());
  }
  if (!IsSlotMap(bin.map)) {
    findings_.Add("bin %u: its slots are of no size that was ever used", index);
    return;
  }
  if (bin.type != nullptr && !IsRegistered(bin.type)) {
    findings_.Add("bin %u: of no type that was registered", index);
    return;
  }
  if (bin.type != nullptr && bin.type->space_index != bin.space_index) {
    findings_.Add("bin %u: in space %u, its type %s in space %u", index,
                  bin.space_index, bin.type->name, bin.type->space_index);
  }
  if (VerifyBuffer(bin)) VerifyRun(bin);
}

// Whether the buffer is one of the two that the bin may use.
bool TableVerifier::VerifyBuffer(const Bin& bin) {
  if (bin.buffer == &bin.own_buffer) return true;
  const uintptr_t distance = reinterpret_cast<uintptr_t>(bin.buffer) -
                             reinterpret_cast<uintptr_t>(heap_->buffers_);
  const size_t index = distance / sizeof(AllocationBuffer);
  if (distance % sizeof(AllocationBuffer) != 0 ||
      index >= heap_->buffer_states_.size() ||
      heap_->buffer_states_[index].bin != &bin ||
      heap_->observes_allocations_) {
    findings_.Add("bin %u: its buffer is not its type's", bin.index);
    return false;
  }
  if (bin.own_buffer.cursor != 0 || bin.own_buffer.end != 0) {
    findings_.Add("bin %u: it has two buffers", bin.index);
  }
  return true;
}

void TableVerifier::VerifyRun(const Bin& bin) {
  const AllocationBuffer& buffer = *bin.buffer;
  if (bin.next_granule > bin.map->end_granule() ||
      bin.next_granule % bin.map->slot_granules != 0) {
    findings_.Add("bin %u: its next run begins at granule %u, between slots",
                  bin.index, bin.next_granule);
  }
  if (bin.run_begin == 0 && (buffer.cursor != 0 || buffer.end != 0)) {
    findings_.Add("bin %u: its buffer is open, and its run is not", bin.index);
  }
  if (bin.page == kNoPage) {
    if (bin.run_begin == 0) return;
    findings_.Add("bin %u: has an open run, and no page", bin.index);
    return;
  }
  if (!census_.IsInChunk(bin.page) || RecordAt(bin.page).heap != heap_ ||
      RecordAt(bin.page).kind != PageKind::kSlots) {
    findings_.Add(
        "bin %u: allocates from page %u, which holds no slots of the "
        "heap",
        bin.index, bin.page);
  } else if (bin.run_begin != 0 && !IsRunBetweenSlots(bin)) {
    findings_.Add("bin %u: its open run is no row of free slots of page %u",
                  bin.index, bin.page);
  }
}

bool TableVerifier::IsRunBetweenSlots(const Bin& bin) const {
  const AllocationBuffer& buffer = *bin.buffer;
  const uintptr_t page = PageAddress(bin.page);
  const uintptr_t end = page + bin.map->end_granule() * kGranuleBytes;
  if (bin.run_begin < page || buffer.cursor < bin.run_begin ||
      buffer.end < buffer.cursor || buffer.end > end) {
    return false;
  }
  for (const uintptr_t at : {bin.run_begin, buffer.cursor, buffer.end}) {
    if ((at - page) % bin.map->slot_bytes != 0) return false;
  }
  const auto run_begin =
      static_cast<uint32_t>((bin.run_begin - page) / kGranuleBytes);
  const auto run_end =
      static_cast<uint32_t>((buffer.end - page) / kGranuleBytes);
  return bin.next_granule == run_end &&
         NextAllocatedSlot(*bin.map, AllocatedBits(bin.page), run_begin) >=
             run_end;
}

// Inline code allocates from whatever a buffer says.
void TableVerifier::VerifyBuffers() {
  const auto& states = heap_->buffer_states_;
  const size_t count =
      std::max<size_t>(states.size(), TypeRegistry::buffer_count());
  size_t own_count = 0;
  for (size_t i = 0; i < count; ++i) {
    const Bin* const bin = i < states.size() ? states[i].bin : nullptr;
    if (bin != nullptr && !IsBin(bin)) {
      findings_.Add("buffer %zu: is of no bin of the heap", i);
      continue;
    }
    if (bin != nullptr) {
      VerifyOwnBin(i, *bin);
      ++own_count;
      if (bin->buffer == &heap_->buffers_[i]) continue;
    }
    if (heap_->buffers_[i].cursor != 0 || heap_->buffers_[i].end != 0) {
      findings_.Add("buffer %zu: is open, and no bin allocates from it", i);
    }
  }
  const auto expected = static_cast<size_t>(
      std::count_if(bins_.begin(), bins_.end(),
                    [](const Bin* bin) { return bin->type != nullptr; }));
  if (own_count != expected) {
    findings_.Add("heap: %zu bins are of one type, %zu types know theirs",
                  expected, own_count);
  }
}

void TableVerifier::VerifyOwnBin(size_t index, const Bin& bin) {
  const TypeInfo* const type = bin.type;
  const uint32_t count =
      type != nullptr && type->variable_size ? kVariableBufferCount : 1;
  if (type == nullptr || index < type->buffer_index ||
      index - type->buffer_index >= count) {
    findings_.Add("buffer %zu: bin %u is not of its type", index, bin.index);
  } else if (SlotBytesOf(*type, index) != bin.map->slot_bytes) {
    findings_.Add("bin %u: has slots of %u bytes, its type %s needs %zu",
                  bin.index, bin.map->slot_bytes, type->name,
                  SlotBytesOf(*type, index));
  }
}

void TableVerifier::VerifySharedBins() {
  size_t shared_count = 0;
  for (size_t space = 0; space < heap_->shared_bins_.size(); ++space) {
    for (size_t size_class = 0; size_class < kSizeClassCount; ++size_class) {
      const uint32_t index = heap_->shared_bins_[space][size_class];
      if (index == HeapCore::kNoBin) continue;
      ++shared_count;
      if (index >= heap_->bins_.size() || !heap_->bins_[index].is_shared() ||
          heap_->bins_[index].space_index != space ||
          heap_->bins_[index].map->slot_bytes != SizeClassBytes(size_class)) {
        findings_.Add("space %zu: the slots of %u bytes are not in bin %u",
                      space, SizeClassBytes(size_class), index);
      }
    }
  }
  const auto expected = static_cast<size_t>(
      std::count_if(bins_.begin(), bins_.end(),
                    [](const Bin* bin) { return bin->is_shared(); }));
  if (shared_count != expected) {
    findings_.Add("heap: %zu bins are shared, %zu are found by size", expected,
                  shared_count);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
