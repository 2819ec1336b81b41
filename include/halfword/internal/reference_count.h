// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Reference counts, and the base that holds one: 4 bytes at the beginning of an
// object, with or without atomic operations.
//
//   0                        dead, or dying: its destructor runs
//   1 ... 2^31               that many references
//   2^31 + 1 ... 2^32 - 1    pinned: the object lives until the process ends
//
// A count that leaves the range is set to the middle of the pinned part, from
// where no number of references that memory holds can bring it back
// (design/ref_ptr.md#req.counted.saturate). The test is one sign bit, and the
// same for a count of 0: who retains or releases a dead object pins what is
// left of it, where debug builds end the process.

#ifndef HALFWORD_INTERNAL_REFERENCE_COUNT_H_
#define HALFWORD_INTERNAL_REFERENCE_COUNT_H_

#include <cstdint>
#include <type_traits>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {

template <typename T, typename Count>
class BasicRefCounted;

namespace internal {

inline constexpr uint32_t kPinnedCount = 0xc0000000;

// Of a count before it changes: it is pinned, or 0.
HALFWORD_ALWAYS_INLINE constexpr bool IsOutOfRange(uint32_t count) {
  return static_cast<int32_t>(count - 1) < 0;
}

// A count of one thread. What it stores, it stores as if atomically: a compiler
// must not drop the last store before the object ends, which debug builds read.
class PlainCount {
 public:
  static constexpr bool kIsOfOneThread = true;

  HALFWORD_ALWAYS_INLINE void Increment() {
    Store(IsOutOfRange(value_) ? kPinnedCount : value_ + 1);
  }

  // True: it was the last reference.
  HALFWORD_ALWAYS_INLINE bool Decrement() {
    const uint32_t old = value_;
    Store(old - 1);
    if (__builtin_expect(IsOutOfRange(old), false)) Store(kPinnedCount);
    return old == 1;
  }

  bool IsOne() const { return value_ == 1; }
  const uint32_t* address() const { return &value_; }

 private:
  HALFWORD_ALWAYS_INLINE void Store(uint32_t value) {
    __atomic_store_n(&value_, value, __ATOMIC_RELAXED);
  }

  uint32_t value_ = 1;
};

// A count of all threads. Several may find it out of range at once, and all set
// the same value.
class AtomicCount {
 public:
  static constexpr bool kIsOfOneThread = false;

  // Whoever increments has a reference, so nothing is to be ordered.
  HALFWORD_ALWAYS_INLINE void Increment() {
    const uint32_t old = __atomic_fetch_add(&value_, 1, __ATOMIC_RELAXED);
    if (__builtin_expect(IsOutOfRange(old), false)) Store(kPinnedCount);
  }

  // The only reference can be given up without an atomic operation: there is no
  // other from which one could be made meanwhile.
  HALFWORD_ALWAYS_INLINE bool Decrement() {
    if (IsOne()) {
      Store(0);
      return true;
    }
    const uint32_t old = __atomic_fetch_sub(&value_, 1, __ATOMIC_ACQ_REL);
    if (__builtin_expect(IsOutOfRange(old), false)) Store(kPinnedCount);
    return old == 1;
  }

  bool IsOne() const { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE) == 1; }
  const uint32_t* address() const { return &value_; }

 private:
  HALFWORD_ALWAYS_INLINE void Store(uint32_t value) {
    __atomic_store_n(&value_, value, __ATOMIC_RELAXED);
  }

  uint32_t value_ = 1;
};

// The beginning of every counted object. Aligned to a granule, so that a
// pointer to any counted base of an object is a word; what derives from it
// begins right behind the count.
template <typename Count>
class alignas(kGranuleBytes) CountedObject {
 public:
  // Whether the caller's RefPtr is the only one, so that the object may be
  // changed in place, or handed to another thread.
  bool HasOneRef() const { return count_.IsOne(); }

 protected:
  CountedObject() = default;
  // A copy of an object is an object with a count of its own.
  CountedObject(const CountedObject&) {}
  CountedObject& operator=(const CountedObject&) { return *this; }
  ~CountedObject() = default;

 private:
  friend class CountedAccess;

  mutable Count count_;
};

// Two counted bases make the names ambiguous, and the class not counted: what
// refuses it says so.
template <typename T>
concept DerivesFromRefCounted =
    requires {
      typename T::RefCountedRoot;
      typename T::ReferenceCount;
    } &&
    std::is_base_of_v<
        BasicRefCounted<typename T::RefCountedRoot, typename T::ReferenceCount>,
        T>;

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_REFERENCE_COUNT_H_
