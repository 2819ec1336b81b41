// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MakeGarbageCollected<T>(): makes a managed object.
//
//   Node* node = halfword::MakeGarbageCollected<Node>(
//       heap->GetAllocationHandle(), constructor arguments...);
//   Text* text = halfword::MakeGarbageCollected<Text>(
//       heap->GetAllocationHandle(), halfword::AdditionalBytes(length), ...);
//
// The memory is zero when the constructor begins, additional bytes too.
// Cost: a type that is in common use takes its memory inline (load, add,
// compare, store, and the clearing); a collection may run inside the call.
// Errors: out of room is answered in this order: a collection of last resort,
// the near-limit callback, the out-of-memory handler (HeapOptions). A
// constructor may throw; the slot is then taken back and no destructor runs.
// A constructor that throws must not leave references to its object behind:
// they would name the next object in that place. (Debug builds look for
// handles, not for members.) For a class with a hand-written Trace,
// halfword/visitor.h says what a collection keeps while a constructor runs.
// Threads: the heap's own.

#ifndef HALFWORD_ALLOCATION_H_
#define HALFWORD_ALLOCATION_H_

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "halfword/allocation_handle.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/size_class.h"
#include "halfword/internal/type_definition.h"

namespace halfword::inline HALFWORD_ABI {

// Bytes behind the object, for an array whose length is known when it is made.
// A class that stores references there says so by HALFWORD_TRAILING; see
// halfword/trailing_array.h for where they lie.
struct AdditionalBytes {
  constexpr explicit AdditionalBytes(size_t bytes) : value(bytes) {}
  const size_t value;
};

namespace internal {

// The inline and out-of-line halves of taking memory.
class Allocator {
 public:
  template <typename T>
  HALFWORD_ALWAYS_INLINE static void* Allocate(AllocationHandle& handle) {
#if HALFWORD_DCHECK_ENABLED
    CheckAllocation(handle);
#endif
    if constexpr (kMemoryDebug) {
      return AllocateOutOfLine(handle, TypeInfoOf<T>(), sizeof(T));
    }
    constexpr size_t kAlignment =
        alignof(T) > kGranuleBytes ? alignof(T) : kGranuleBytes;
    constexpr size_t kBytes = (sizeof(T) + kAlignment - 1) & ~(kAlignment - 1);
    AllocationBuffer& buffer = handle.buffers_[type_slot<T>.buffer_index.load(
        std::memory_order_relaxed)];
    const uintptr_t object = buffer.cursor;
    if (__builtin_expect(buffer.end - object < kBytes, false)) {
      return AllocateOutOfLine(handle, TypeInfoOf<T>(), sizeof(T));
    }
    buffer.cursor = object + kBytes;
    void* const memory = reinterpret_cast<void*>(object);
    std::memset(memory, 0, kBytes);
    // To the compiler memory has no value before its object's constructor
    // begins (-flifetime-dse). A marker reads it while that runs.
    asm volatile("" : "+m"(*static_cast<char(*)[kBytes]>(memory)));
    return memory;
  }

  // The same for a leaf class without a fixed size. What it gives is not zero.
  // Requires: bytes >= sizeof(T); T has a trailing array of no references.
  template <typename T>
  HALFWORD_ALWAYS_INLINE static void* AllocateUncleared(AllocationTarget target,
                                                        size_t bytes) {
    AllocationHandle& handle = target;
#if HALFWORD_MEMORY_DEBUG
    SetPlace(handle, target.location());
#endif
    if (bytes <= kInlineBytesMax) {
      const size_t size_class = SizeClassOf(bytes);
      void* const memory =
          TryTake<T>(handle, size_class, SizeClassBytes(size_class));
      if (__builtin_expect(memory != nullptr, true)) return memory;
    }
    return AllocateOutOfLine(handle, TypeInfoOf<T>(), bytes);
  }

  // The inline part of that for few bytes, or null: then call it.
  // Requires: bytes <= kEvenClassBytesMax.
  template <typename T>
  HALFWORD_ALWAYS_INLINE static void* TryAllocateSmall(AllocationHandle& handle,
                                                       size_t bytes) {
    const size_t size_class = (bytes - 1) / kGranuleBytes;
    return TryTake<T>(handle, size_class, (size_class + 1) * kGranuleBytes);
  }

  // Requires: bytes >= type.object_bytes.
  HALFWORD_NOINLINE static void* AllocateOutOfLine(AllocationHandle& handle,
                                                   const TypeInfo& type,
                                                   size_t bytes);

#if HALFWORD_MEMORY_DEBUG
  // The next object that the handle allocates is made there.
  static void SetPlace(AllocationHandle& handle, const SourceLocation& place) {
    handle.place_ = place;
  }
#endif

  // Debug builds only: names an allocation at a wrong time or on a wrong
  // thread. The buffers alone show it to AllocateOutOfLine() only sometimes.
  static void CheckAllocation(AllocationHandle& handle);

  // A type with a hand-written Trace is listed while its constructor runs, so
  // that a collection in between does not trace half an object.
  static void BeginConstruction(AllocationHandle& handle, void* object);
  static void EndConstruction(const void* object);

  HALFWORD_COLD static void Abandon(AllocationHandle& handle, void* object);

 private:
  // Of AllocateUncleared(): beyond, the bytes take longer than the call.
  static constexpr size_t kInlineBytesMax = 1024;

  // The next slot of a class's buffer for a size class, or null.
  template <typename T>
  HALFWORD_ALWAYS_INLINE static void* TryTake(AllocationHandle& handle,
                                              size_t size_class,
                                              size_t slot_bytes) {
#if HALFWORD_DCHECK_ENABLED
    CheckAllocation(handle);
#endif
    if (kMemoryDebug) return nullptr;
    // Types that never allocated have the index 0, where buffers are empty.
    const uint32_t index =
        type_slot<T>.buffer_index.load(std::memory_order_relaxed);
    AllocationBuffer& buffer = handle.buffers_[index + size_class];
    const uintptr_t object = buffer.cursor;
    if (__builtin_expect(buffer.end - object < slot_bytes, false)) {
      return nullptr;
    }
    if (object == 0) __builtin_unreachable();  // spares the caller a test
    buffer.cursor = object + slot_bytes;
    return reinterpret_cast<void*>(object);
  }

  static void NotePlace(const AllocationHandle& handle, void* object);
};

// Takes an object back unless its constructor returned.
template <typename T>
class ConstructionGuard {
 public:
  ConstructionGuard(AllocationHandle& handle, void* object)
      : handle_(handle), object_(object) {
    if constexpr (kHasCustomTrace<T>) {
      Allocator::BeginConstruction(handle_, object_);
    }
  }
  ~ConstructionGuard() {
    if (!done_) {
      Allocator::Abandon(handle_, object_);
    } else if constexpr (kHasCustomTrace<T>) {
      Allocator::EndConstruction(object_);
    }
  }
  ConstructionGuard(const ConstructionGuard&) = delete;
  ConstructionGuard& operator=(const ConstructionGuard&) = delete;

  void Done() { done_ = true; }

 private:
  AllocationHandle& handle_;
  void* const object_;
  bool done_ = false;
};

// An unsigned number for an int parameter would be a warning here and not where
// the caller wrote it, as in std::make_unique(), whose header is a system's.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
template <typename T, typename... Args>
HALFWORD_ALWAYS_INLINE T* Construct(AllocationHandle& handle, void* memory,
                                    Args&&... args) {
  if constexpr (std::is_nothrow_constructible_v<T, Args...> &&
                !kHasCustomTrace<T>) {
    return ::new (memory) T(std::forward<Args>(args)...);
  } else {
    ConstructionGuard<T> guard(handle, memory);
    T* const object = ::new (memory) T(std::forward<Args>(args)...);
    guard.Done();
    return object;
  }
}
#pragma GCC diagnostic pop

}  // namespace internal

// Specialise with a static void Call(T*) to be called for each new T, and for
// each new object of a class derived from it, when its constructor is done.
template <typename T, typename = void>
struct PostConstructionCallbackTrait {
  static void Call(T*) {}
};

// For a MakeGarbageCollectedTrait of the program: takes memory, makes the
// object in it, and says when that is done. Requires: each in this order, and
// the constructor throws nothing.
template <typename T>
class MakeGarbageCollectedTraitBase {
 protected:
  static void* Allocate(AllocationHandle& handle, size_t bytes) {
    void* const memory = internal::Allocator::AllocateOutOfLine(
        handle, internal::TypeInfoOf<T>(), bytes);
    if constexpr (internal::kHasCustomTrace<T>) {
      internal::Allocator::BeginConstruction(handle, memory);
    }
    return memory;
  }
  static void MarkObjectAsFullyConstructed(const void* object) {
    if constexpr (internal::kHasCustomTrace<T>) {
      internal::Allocator::EndConstruction(object);
    }
  }
};

// Specialise to make the objects of a class in another way.
template <typename T>
class MakeGarbageCollectedTrait : public MakeGarbageCollectedTraitBase<T> {
 public:
  template <typename... Args>
  HALFWORD_ALWAYS_INLINE static T* Call(AllocationHandle& handle,
                                        Args&&... args) {
    void* const memory = internal::Allocator::Allocate<T>(handle);
    return internal::Construct<T>(handle, memory, std::forward<Args>(args)...);
  }

  template <typename... Args>
  static T* Call(AllocationHandle& handle, AdditionalBytes additional,
                 Args&&... args) {
    // A length that overflows is asked for as one that no heap can have.
    constexpr size_t kMax = ~size_t{0} - sizeof(T);
    const size_t more = additional.value < kMax ? additional.value : kMax;
    void* const memory = internal::Allocator::AllocateOutOfLine(
        handle, internal::TypeInfoOf<T>(), sizeof(T) + more);
    return internal::Construct<T>(handle, memory, std::forward<Args>(args)...);
  }
};

template <typename T, typename... Args>
HALFWORD_ALWAYS_INLINE T* MakeGarbageCollected(AllocationTarget target,
                                               Args&&... args) {
  AllocationHandle& handle = target;
#if HALFWORD_MEMORY_DEBUG
  internal::Allocator::SetPlace(handle, target.location());
#endif
  T* const object =
      MakeGarbageCollectedTrait<T>::Call(handle, std::forward<Args>(args)...);
  PostConstructionCallbackTrait<T>::Call(object);
  return object;
}

template <typename T, typename... Args>
T* MakeGarbageCollected(AllocationTarget target, AdditionalBytes additional,
                        Args&&... args) {
  AllocationHandle& handle = target;
#if HALFWORD_MEMORY_DEBUG
  internal::Allocator::SetPlace(handle, target.location());
#endif
  T* const object = MakeGarbageCollectedTrait<T>::Call(
      handle, additional, std::forward<Args>(args)...);
  PostConstructionCallbackTrait<T>::Call(object);
  return object;
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_ALLOCATION_H_
