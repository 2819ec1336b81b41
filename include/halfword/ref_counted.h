// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RefCounted, ThreadSafeRefCounted and MakeRefCounted(): objects in the cage
// that live as long as a RefPtr refers to them.
//
//   class Texture : public halfword::RefCounted<Texture> {
//    public:
//     Texture(int width, int height) : width_(width), height_(height) {}
//    private:
//     halfword::RefPtr<Palette> palette_;
//     int width_;
//     int height_;
//     HALFWORD_FIELDS(Texture, palette_, width_, height_)
//   };
//
// The base is a count of 4 bytes, in whose rest of 8 the first field lies.
// RefCounted counts plainly and is for the thread that makes the object;
// ThreadSafeRefCounted counts atomically, and its objects may be shared and
// released by any thread. A count never wraps: an object with more than 2^31
// references lives until the process ends.
//
// Fields are listed as in a managed class (halfword/fields.h), because nothing
// traces a counted object: a Member in it, or a plain pointer to a managed
// object, does not compile, a Persistent does. What padding inside can hide
// from the list, debug builds name when it is written. Bases that have fields
// are listed in HALFWORD_BASES, but for RefCounted itself.
//
// A class with derived ones has a virtual destructor. Destructors may be
// private, with: friend halfword::RefCounted<Texture>;
// Objects are not made by `new`, and not on the stack.

#ifndef HALFWORD_REF_COUNTED_H_
#define HALFWORD_REF_COUNTED_H_

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

#include "halfword/internal/counted_access.h"
#include "halfword/internal/counted_class.h"
#include "halfword/internal/counted_memory.h"
#include "halfword/internal/reference_count.h"
#include "halfword/ref_ptr.h"

namespace halfword::inline HALFWORD_ABI {

template <typename T, typename Count>
class BasicRefCounted : public internal::CountedObject<Count> {
 public:
  using RefCountedRoot = T;
  using ReferenceCount = Count;

  void* operator new(size_t) = delete;
  void* operator new[](size_t) = delete;
  // Where the end of an object leads, whose address only a virtual destructor
  // may know.
  // NOLINTBEGIN(misc-new-delete-overloads): deleted above.
  void operator delete(void* slot) noexcept { internal::FreeCounted(slot); }
  // NOLINTEND(misc-new-delete-overloads)

 protected:
  BasicRefCounted() = default;
  BasicRefCounted(const BasicRefCounted&) = default;
  BasicRefCounted& operator=(const BasicRefCounted&) = default;
  ~BasicRefCounted() = default;

 private:
  friend class internal::CountedAccess;

  HALFWORD_NOINLINE static void Destroy(const T* object) { delete object; }
};

template <typename T>
using RefCounted = BasicRefCounted<T, internal::PlainCount>;
template <typename T>
using ThreadSafeRefCounted = BasicRefCounted<T, internal::AtomicCount>;

// T derives from one of them.
template <typename T>
inline constexpr bool IsRefCountedTypeV = internal::DerivesFromRefCounted<T>;

namespace internal {

// Gives the memory of an object back unless its constructor returned.
template <typename T>
class CountedConstruction {
 public:
  explicit CountedConstruction(void* memory) : memory_(memory) {}
  ~CountedConstruction() {
    if (memory_ == nullptr) return;
    CountedAccess::CheckFailure<T>(memory_);
    FreeCounted(memory_);
  }
  CountedConstruction(const CountedConstruction&) = delete;
  CountedConstruction& operator=(const CountedConstruction&) = delete;

  void Done() { memory_ = nullptr; }

 private:
  void* memory_;
};

}  // namespace internal

// An unsigned number for an int parameter would be a warning here and not where
// the caller wrote it, as in std::make_shared(), whose header is a system's.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wdouble-promotion"

// Makes an object and the first RefPtr to it. The constructor may throw, and
// may take further RefPtrs to the object, which it gives up if it throws.
// Cost: takes its memory inline (load, compare, add, store).
// Errors: where the cage or the system has no room, the thread's heaps are
// collected, unless they are precise; if that does not help, the process ends
// with one line, as for a heap without an out-of-memory handler.
template <typename T, typename... Args>
RefPtr<T> MakeRefCounted(Args&&... args) {
  internal::CheckCountedClass<T>();
  void* const memory = internal::AllocateCounted<sizeof(T)>();
  if constexpr (std::is_nothrow_constructible_v<T, Args...>) {
    return internal::CountedAccess::Adopt(::new (memory)
                                              T(std::forward<Args>(args)...));
  } else {
    internal::CountedConstruction<T> construction(memory);
    T* const object = ::new (memory) T(std::forward<Args>(args)...);
    construction.Done();
    return internal::CountedAccess::Adopt(object);
  }
}

#pragma GCC diagnostic pop

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_REF_COUNTED_H_
