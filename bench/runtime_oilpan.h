// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory managers "oilpan-plain", "oilpan-compressed" (as Chrome ships it)
// and "oilpan-concurrent": V8's cppgc, from its own sources (oilpan/). Only its
// public API is used, but for the number of collections. Heap sizing is its
// default. The first two mark and sweep in one pause, as Halfword does; the
// third, compressed too, has Oilpan's own default: both are incremental and
// concurrent, on worker threads whose time counts.
//
// Oilpan wants a Trace method where Halfword wants the list of fields, so one
// is made from the list here. A class hierarchy needs it to be virtual.

#ifndef HALFWORD_BENCH_RUNTIME_OILPAN_H_
#define HALFWORD_BENCH_RUNTIME_OILPAN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "bench/oilpan/collection_count.h"
#include "cppgc/allocation.h"
#include "cppgc/default-platform.h"
#include "cppgc/garbage-collected.h"
#include "cppgc/heap.h"
#include "cppgc/member.h"
#include "cppgc/object-size-trait.h"
#include "cppgc/persistent.h"
#include "cppgc/platform.h"
#include "cppgc/process-heap-statistics.h"
#include "cppgc/visitor.h"

#define HALFWORD_BENCH_FIELDS(type, ...)            \
 public:                                            \
  void TraceFields(cppgc::Visitor* visitor) const { \
    ::bench::TraceEach(visitor, __VA_ARGS__);       \
  }
#define HALFWORD_BENCH_BASES(type, base)               \
 public:                                               \
  void Trace(cppgc::Visitor* visitor) const override { \
    base::Trace(visitor);                              \
    TraceFields(visitor);                              \
  }
#define HALFWORD_BENCH_TRAILING(type, element) \
 public:                                       \
  using Trailing = element;

namespace bench {

inline constexpr bool kReleasesByHand = false;

template <typename Field>
void TraceOne(cppgc::Visitor*, const Field&) {}
template <typename T>
void TraceOne(cppgc::Visitor* visitor, const cppgc::Member<T>& member) {
  visitor->Trace(member);
}
template <typename... Fields>
void TraceEach(cppgc::Visitor* visitor, const Fields&... fields) {
  (TraceOne(visitor, fields), ...);
}

// Traces the elements behind an object. The allocator's rounding may add one
// that the object does not use; it is zeroed, so null.
template <typename T>
void TraceTrailing(cppgc::Visitor* visitor, const T& object) {
  using Element = typename T::Trailing;
  if constexpr (!std::is_arithmetic_v<Element>) {
    size_t bytes = cppgc::subtle::ObjectSizeTrait<T>::GetSize(object);
    const Element* elements = reinterpret_cast<const Element*>(&object + 1);
    size_t count = (bytes - sizeof(T)) / sizeof(Element);
    for (size_t i = 0; i < count; ++i) TraceOne(visitor, elements[i]);
  }
}

template <typename T>
struct Object : cppgc::GarbageCollected<T> {
  void Trace(cppgc::Visitor* visitor) const {
    const T& self = static_cast<const T&>(*this);
    self.TraceFields(visitor);
    if constexpr (requires { typename T::Trailing; }) {
      TraceTrailing(visitor, self);
    }
  }
};

template <typename T>
struct Polymorphic : cppgc::GarbageCollected<T> {
  virtual void Trace(cppgc::Visitor* visitor) const {
    static_cast<const T*>(this)->T::TraceFields(visitor);
  }
};

template <typename T>
using Owner = cppgc::Member<T>;
template <typename T>
using Link = cppgc::Member<T>;
template <typename T>
using Local = T*;
template <typename T>
using Root = cppgc::Persistent<T>;

template <typename T>
T* Get(T* pointer) {
  return pointer;
}
template <typename T>
T* Get(const cppgc::Member<T>& member) {
  return member.Get();
}
template <typename T>
T* Get(const cppgc::Persistent<T>& root) {
  return root.Get();
}

template <typename T>
uint64_t IdentityWord(const cppgc::Member<T>& link) {
#ifdef CPPGC_POINTER_COMPRESSION
  return link.GetRawStorage().GetAsInteger();
#else
  return link.GetRawStorage().GetAsInteger() >> 3;
#endif
}

class Runtime {
 public:
  static constexpr bool kCollects = true;

  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    return cppgc::MakeGarbageCollected<T>(
        handle_, std::forward<Arguments>(arguments)...);
  }

  template <typename T, typename... Arguments>
  T* MakeTrailing(size_t bytes, Arguments&&... arguments) {
    return cppgc::MakeGarbageCollected<T>(
        handle_, cppgc::AdditionalBytes(bytes),
        std::forward<Arguments>(arguments)...);
  }

  void Collect() {
    heap_->ForceGarbageCollectionSlow(
        "bench", "bench", cppgc::EmbedderStackState::kNoHeapPointers);
  }

  uint64_t collection_count() const { return CollectionCount(*heap_); }
  uint64_t LiveBytes() const {
    return cppgc::ProcessHeapStatistics::TotalAllocatedObjectSize();
  }

 private:
  static std::shared_ptr<cppgc::Platform> MakePlatform() {
    auto platform = std::make_shared<cppgc::DefaultPlatform>();
    if (!cppgc::IsInitialized()) {
      cppgc::InitializeProcess(platform->GetPageAllocator());
    }
    return platform;
  }

  static cppgc::Heap::HeapOptions Options() {
    cppgc::Heap::HeapOptions options = cppgc::Heap::HeapOptions::Default();
#ifndef HALFWORD_BENCH_OILPAN_CONCURRENT
    options.marking_support = cppgc::Heap::MarkingType::kAtomic;
    options.sweeping_support = cppgc::Heap::SweepingType::kAtomic;
#endif
    return options;
  }

  std::unique_ptr<cppgc::Heap> heap_ =
      cppgc::Heap::Create(MakePlatform(), Options());
  cppgc::AllocationHandle& handle_ = heap_->GetAllocationHandle();
};

}  // namespace bench

#endif  // HALFWORD_BENCH_RUNTIME_OILPAN_H_
