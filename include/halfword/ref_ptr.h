// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// RefPtr<T>: a counted reference of one word to an object that no collector
// manages.
//
//   halfword::RefPtr<Texture> texture =
//       halfword::MakeRefCounted<Texture>(width, height);
//
// The object lives in the cage (halfword/ref_counted.h), so that the reference
// is 4 bytes, as a Member is, and 8 in the full-width build. It dies when its
// last RefPtr goes, in the place and on the thread where that happens. Objects
// that refer to each other in a cycle never die: what owns refers by RefPtr,
// what refers back by a plain pointer.
//
// A RefPtr may be anywhere: on the stack, in the heap of malloc, in another
// counted object, and, as a field like any other, in a garbage-collected one.
// There it is given up when the object is swept, on the heap's thread; its
// class has a destructor then, and is not stored in images. T may be
// incomplete where a RefPtr is declared, and is complete where one is copied,
// changed or destroyed.
//
// Null test, comparison and hashing work on the word and do not decode.
//
// Threads: a RefPtr itself is used by one thread at a time. RefPtrs to one
// object of a class derived from ThreadSafeRefCounted may be on several threads
// at once, those to others on the thread that made it.
// Errors: debug builds end the process with a line that names the class when an
// object is released twice, used after its release, or on a wrong thread
// (design/ref_ptr.md#req.counted.double-release).

#ifndef HALFWORD_REF_PTR_H_
#define HALFWORD_REF_PTR_H_

#include <compare>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "halfword/internal/counted_access.h"
#include "halfword/internal/field_traits.h"
#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI {

// Invariant: the word is null, or that of an object whose count includes it.
template <typename T>
class RefPtr {
 public:
  using element_type = T;

  constexpr RefPtr() noexcept = default;
  constexpr RefPtr(std::nullptr_t) noexcept {}  // NOLINT: as a pointer would
  // Takes a further reference to an object, which may be *this of a caller.
  RefPtr(T* object) noexcept  // NOLINT
      : word_(internal::CompressPointer(object)) {
    Retain();
  }
  RefPtr(const RefPtr& other) noexcept : word_(other.word_) { Retain(); }
  template <typename U>
    requires std::is_convertible_v<U*, T*>
  RefPtr(const RefPtr<U>& other) noexcept  // NOLINT
      : word_(internal::UpcastWord<T, U>(other.word_)) {
    Retain();
  }
  RefPtr(RefPtr&& other) noexcept
      : word_(std::exchange(other.word_, internal::kNullWord)) {}
  template <typename U>
    requires std::is_convertible_v<U*, T*>
  RefPtr(RefPtr<U>&& other) noexcept  // NOLINT
      : word_(internal::UpcastWord<T, U>(
            std::exchange(other.word_, internal::kNullWord))) {}
  ~RefPtr() {
    if (word_ != internal::kNullWord) internal::CountedAccess::Release(get());
  }

  // By value, so that what was held is released last, also where releasing it
  // changes this very pointer.
  RefPtr& operator=(RefPtr other) noexcept {
    swap(other);
    return *this;
  }

  T* get() const noexcept {
    return static_cast<T*>(internal::DecompressPointer(word_));
  }
  T* operator->() const noexcept {
    internal::CountedAccess::CheckAccess(get());
    return get();
  }
  T& operator*() const noexcept { return *operator->(); }
  explicit operator bool() const noexcept {
    return word_ != internal::kNullWord;
  }

  void reset() noexcept { RefPtr().swap(*this); }
  void reset(T* object) noexcept { RefPtr(object).swap(*this); }
  void swap(RefPtr& other) noexcept { std::swap(word_, other.word_); }
  friend void swap(RefPtr& a, RefPtr& b) noexcept { a.swap(b); }

  // The stored word, for hashing and comparing without decoding.
  internal::Word GetRawStorage() const noexcept { return word_; }

 private:
  template <typename U>
  friend class RefPtr;
  friend class internal::CountedAccess;

  // Takes over the one reference that a new object has.
  struct Adopt {};
  RefPtr(Adopt, T* object) noexcept
      : word_(internal::CompressPointer(object)) {}

  HALFWORD_ALWAYS_INLINE void Retain() const {
    if (word_ != internal::kNullWord) internal::CountedAccess::Retain(get());
  }

  internal::Word word_ = internal::kNullWord;
};

// Two RefPtrs are equal if they refer to one object. Words are compared where
// the classes are the same; related classes compare as pointers do.
template <typename T, typename U>
  requires std::is_convertible_v<T*, U*> || std::is_convertible_v<U*, T*>
bool operator==(const RefPtr<T>& a, const RefPtr<U>& b) noexcept {
  if constexpr (std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<U>>) {
    return a.GetRawStorage() == b.GetRawStorage();
  } else {
    return a.get() == b.get();
  }
}

template <typename T, typename U>
  requires std::is_convertible_v<T*, U*> || std::is_convertible_v<U*, T*>
bool operator==(const RefPtr<T>& a, U* b) noexcept {
  return a.get() == b;
}

template <typename T>
bool operator==(const RefPtr<T>& a, std::nullptr_t) noexcept {
  return a.GetRawStorage() == internal::kNullWord;
}

// Orders by address within the cage, null first.
template <typename T>
std::strong_ordering operator<=>(const RefPtr<T>& a,
                                 const RefPtr<T>& b) noexcept {
  return a.GetRawStorage() <=> b.GetRawStorage();
}

// No collector looks behind a RefPtr, also as a field of a managed object.
template <typename T>
struct internal::IsOpaque<RefPtr<T>> : std::true_type {};

}  // namespace halfword::inline HALFWORD_ABI

template <typename T>
struct std::hash<halfword::RefPtr<T>> {
  size_t operator()(const halfword::RefPtr<T>& pointer) const noexcept {
    return std::hash<halfword::internal::Word>()(pointer.GetRawStorage());
  }
};

#endif  // HALFWORD_REF_PTR_H_
