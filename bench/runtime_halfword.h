// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory manager "halfword", "halfword-64" when it is compiled against the
// full-width library, and "halfword-atomic" where
// HALFWORD_BENCH_MARKS_ATOMICALLY is defined: a heap that stops the program for
// all of a marking, which one thread does, as Oilpan's variants do. Nothing
// else is tuned: the heap has its default options, and a Root is a Persistent.

#ifndef HALFWORD_BENCH_RUNTIME_HALFWORD_H_
#define HALFWORD_BENCH_RUNTIME_HALFWORD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "halfword/halfword.h"

#define HALFWORD_BENCH_FIELDS(...) HALFWORD_FIELDS(__VA_ARGS__)
#define HALFWORD_BENCH_BASES(...) HALFWORD_BASES(__VA_ARGS__)
#define HALFWORD_BENCH_TRAILING(...) HALFWORD_TRAILING(__VA_ARGS__)
// For suite pauses: Runtime takes HeapOptions.
#define HALFWORD_BENCH_HAS_MARKING_MODES

namespace bench {

inline constexpr bool kReleasesByHand = false;

template <typename T>
using Object = halfword::GarbageCollected<T>;
template <typename T>
using Polymorphic = halfword::GarbageCollected<T>;

template <typename T>
using Owner = halfword::Member<T>;
template <typename T>
using Link = halfword::Member<T>;
template <typename T>
using Local = T*;
template <typename T>
using Root = halfword::Persistent<T>;

template <typename T>
using Weak = halfword::WeakMember<T>;
template <typename T>
void SetWeak(Weak<T>* slot, T* target) {
  *slot = target;
}
#define HALFWORD_BENCH_HAS_WEAK

template <typename T>
T* Get(T* pointer) {
  return pointer;
}
template <typename T>
T* Get(const halfword::Member<T>& member) {
  return member.get();
}
template <typename T>
T* Get(const halfword::Persistent<T>& root) {
  return root.Get();
}

template <typename T>
uint64_t IdentityWord(const halfword::Member<T>& link) {
  return link.GetRawStorage();
}

inline halfword::HeapOptions OptionsOfVariant() {
  halfword::HeapOptions options;
#ifdef HALFWORD_BENCH_MARKS_ATOMICALLY
  options.marking_support = halfword::MarkingType::kAtomic;
  options.marker_count_max = 1;
#endif
  return options;
}

class Runtime {
 public:
  static constexpr bool kCollects = true;

  explicit Runtime(halfword::HeapOptions options = OptionsOfVariant())
      : heap_(halfword::Heap::Create(WithCallback(std::move(options)))) {}

  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    return halfword::MakeGarbageCollected<T>(
        handle_, std::forward<Arguments>(arguments)...);
  }

  template <typename T, typename... Arguments>
  T* MakeTrailing(size_t bytes, Arguments&&... arguments) {
    return halfword::MakeGarbageCollected<T>(
        handle_, halfword::AdditionalBytes(bytes),
        std::forward<Arguments>(arguments)...);
  }

  void Collect() {
    heap_->Collect(
        {.stack = halfword::StackState::kNoHeapPointers, .reason = "bench"});
  }

  // For suite retention: what lives after a collection.
  uint64_t CollectedLiveBytes(halfword::StackState stack) {
    heap_->Collect({.stack = stack, .reason = "bench"});
    return Statistics().live_bytes_after_collection;
  }

  // For suite barrier, which opens a cycle by itself.
  halfword::HeapHandle& heap_handle() { return heap_->GetHeapHandle(); }

  // Pauses and steps of marking, but for collections that Collect() asked for.
  double longest_stop_ms() const { return longest_stop_ms_; }

  uint64_t collection_count() const { return Statistics().collection_count; }
  uint64_t LiveBytes() const {
    halfword::HeapStatistics statistics = Statistics();
    return statistics.page_bytes + statistics.side_table_bytes;
  }

 private:
  halfword::HeapOptions WithCallback(halfword::HeapOptions options) {
    options.cycle_callback = [this](halfword::Heap&,
                                    const halfword::CycleRecord& record) {
      if (std::string_view(record.cause) == "bench") return;
      longest_stop_ms_ =
          std::max({longest_stop_ms_, record.pause_ms, record.step_ms_max});
    };
    return options;
  }
  halfword::HeapStatistics Statistics() const {
    return heap_->CollectStatistics(halfword::HeapStatistics::kBrief);
  }

  double longest_stop_ms_ = 0;  // before heap_, which reports its end, too
  const std::unique_ptr<halfword::Heap> heap_;
  halfword::AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

}  // namespace bench

#endif  // HALFWORD_BENCH_RUNTIME_HALFWORD_H_
