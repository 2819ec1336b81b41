// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Member<T>, WeakMember<T>, UntracedMember<T>: references from one managed
// object to another.
//
// Each holds one word (internal/word.h): 32 bits, or a whole pointer in the
// full-width build. A Member keeps its target alive; a WeakMember is cleared
// when its target dies; an UntracedMember is neither followed nor cleared. T
// may be incomplete, except where two classes are converted into each other.
//
// Null test, comparison, copying and hashing work on the word; only get() and
// what is built on it decode. What a Member stores goes through the write
// barrier, also what a constructor stores
// (design/marking.md#req.barrier.dijkstra); nullptr and the sentinel, written
// as such, need none, and neither does a WeakMember or an UntracedMember.
//
// Threads: the heap's thread writes; a marker may read at any time, so that
// stores are releases (no extra instruction on x86-64).
// Use Persistent from outside the heap. A Member on the stack does not keep its
// target alive by contract, although the conservative scan will see it.

#ifndef HALFWORD_MEMBER_H_
#define HALFWORD_MEMBER_H_

#include <compare>
#include <cstddef>
#include <functional>
#include <type_traits>

#include "halfword/internal/checks.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"
#include "halfword/internal/write_barrier.h"
#include "halfword/sentinel_pointer.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

enum class MemberKind : unsigned char { kStrong, kWeak, kUntraced };

enum class RootStrength : unsigned char;

}  // namespace internal

// Of halfword/persistent.h.
template <typename T, internal::RootStrength kStrength>
class BasicPersistent;

// Of halfword/cross_thread_persistent.h.
namespace subtle {
template <typename T, internal::RootStrength kStrength>
class BasicCrossThreadPersistent;
}

template <typename T, internal::MemberKind kKind>
class BasicMember {
 public:
  using PointeeType = T;

  constexpr BasicMember() noexcept : word_(internal::kNullWord) {}
  constexpr BasicMember(std::nullptr_t) noexcept  // NOLINT: as a pointer would
      : word_(internal::kNullWord) {}
  BasicMember(SentinelPointer) noexcept  // NOLINT
      : word_(internal::kSentinelWord) {}
  BasicMember(T* pointer) noexcept {  // NOLINT
    Store(Encode(pointer));
  }
  BasicMember(T& object) noexcept  // NOLINT: Oilpan's takes a reference too
      : BasicMember(&object) {}
  BasicMember(const BasicMember& other) noexcept { Store(other.Load()); }
  template <typename U, internal::MemberKind kOther>
    requires std::is_convertible_v<U*, T*>
  BasicMember(const BasicMember<U, kOther>& other) noexcept {  // NOLINT
    Store(Convert(other));
  }
  // What was moved from is null, as in Oilpan.
  BasicMember(BasicMember&& other) noexcept { MoveFrom(other); }
  template <typename U, internal::RootStrength kStrength>
    requires std::is_convertible_v<U*, T*>
  BasicMember(const BasicPersistent<U, kStrength>& handle) noexcept  // NOLINT
      : BasicMember(internal::Upcast<T>(handle.Get())) {}
  template <typename U, internal::RootStrength kStrength>
    requires std::is_convertible_v<U*, T*>
  BasicMember(  // NOLINT
      const subtle::BasicCrossThreadPersistent<U, kStrength>& handle) noexcept
      : BasicMember(internal::Upcast<T>(handle.Get())) {}
  ~BasicMember() = default;

  BasicMember& operator=(const BasicMember& other) noexcept {
    Store(other.Load());
    return *this;
  }
  template <typename U, internal::MemberKind kOther>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(const BasicMember<U, kOther>& other) noexcept {
    Store(Convert(other));
    return *this;
  }
  BasicMember& operator=(BasicMember&& other) noexcept {
    MoveFrom(other);
    return *this;
  }
  template <typename U, internal::RootStrength kStrength>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(const BasicPersistent<U, kStrength>& handle) noexcept {
    *this = internal::Upcast<T>(handle.Get());
    return *this;
  }
  template <typename U, internal::RootStrength kStrength>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(
      const subtle::BasicCrossThreadPersistent<U, kStrength>& handle) noexcept {
    *this = internal::Upcast<T>(handle.Get());
    return *this;
  }
  BasicMember& operator=(T* pointer) noexcept {
    Store(Encode(pointer));
    return *this;
  }
  BasicMember& operator=(std::nullptr_t) noexcept {
    StoreImmediate(internal::kNullWord);
    return *this;
  }
  BasicMember& operator=(SentinelPointer) noexcept {
    StoreImmediate(internal::kSentinelWord);
    return *this;
  }

  T* get() const { return static_cast<T*>(Decode(Load())); }
  T* Get() const { return get(); }
  T* operator->() const { return get(); }
  T& operator*() const { return *get(); }
  operator T*() const { return get(); }  // NOLINT: reads as a pointer
  explicit operator bool() const { return Load() != internal::kNullWord; }

  void Clear() { StoreImmediate(internal::kNullWord); }

  // Clears, and gives what was held before.
  T* Release() {
    T* const pointer = get();
    Clear();
    return pointer;
  }

  void Swap(BasicMember& other) noexcept {
    const internal::Word word = Load();
    Store(other.Load());
    other.Store(word);
  }

  friend void swap(BasicMember& a, BasicMember& b) noexcept { a.Swap(b); }

  // The stored word, for hashing and comparing without decoding.
  internal::Word GetRawStorage() const { return Load(); }

 private:
  template <typename U, internal::MemberKind kOther>
  friend class BasicMember;

  HALFWORD_ALWAYS_INLINE internal::Word Encode(const T* pointer) const {
#if HALFWORD_DCHECK_ENABLED
    internal::CheckReference(reinterpret_cast<uintptr_t>(this), pointer,
                             internal::type_slot<std::remove_cv_t<T>>);
#endif
    return internal::CompressPointer(pointer);
  }

  HALFWORD_ALWAYS_INLINE static auto Decode(internal::Word word) {
    using Pointer = std::conditional_t<std::is_const_v<T>, const void*, void*>;
    return static_cast<Pointer>(internal::DecompressPointer(word));
  }

  template <typename U, internal::MemberKind kOther>
  HALFWORD_ALWAYS_INLINE static internal::Word Convert(
      const BasicMember<U, kOther>& other) {
    return internal::UpcastWord<T, U>(other.Load());
  }

  // The heap's own thread is the only writer, so its own reads are plain.
  HALFWORD_ALWAYS_INLINE internal::Word Load() const { return word_; }

  HALFWORD_ALWAYS_INLINE void Store(internal::Word word) {
    __atomic_store_n(&word_, word, __ATOMIC_RELEASE);
    if constexpr (kKind == internal::MemberKind::kStrong) {
      internal::WriteBarrier(this);
    }
  }

  // A member moved to itself stays as it is.
  HALFWORD_ALWAYS_INLINE void MoveFrom(BasicMember& other) {
    const internal::Word word = other.Load();
    other.StoreImmediate(internal::kNullWord);
    Store(word);
  }

  HALFWORD_ALWAYS_INLINE void StoreImmediate(internal::Word word) {
    __atomic_store_n(&word_, word, __ATOMIC_RELAXED);
  }

  // Written once by each constructor, so that it has no default here.
  internal::Word word_;
};

// A strong reference.
template <typename T>
using Member = BasicMember<T, internal::MemberKind::kStrong>;

// A reference that the collector clears when its target dies.
template <typename T>
using WeakMember = BasicMember<T, internal::MemberKind::kWeak>;

// A reference that the collector does not look at.
template <typename T>
using UntracedMember = BasicMember<T, internal::MemberKind::kUntraced>;

// Two Members are equal if they refer to one object. Words are compared where
// the classes are the same; related classes compare as pointers do.
template <typename T, internal::MemberKind kT, typename U,
          internal::MemberKind kU>
  requires std::is_convertible_v<T*, U*> || std::is_convertible_v<U*, T*>
bool operator==(const BasicMember<T, kT>& a, const BasicMember<U, kU>& b) {
  if constexpr (std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<U>>) {
    return a.GetRawStorage() == b.GetRawStorage();
  } else {
    using Common = std::conditional_t<std::is_convertible_v<T*, U*>, U, T>;
    return BasicMember<Common, internal::MemberKind::kUntraced>(a)
               .GetRawStorage() ==
           BasicMember<Common, internal::MemberKind::kUntraced>(b)
               .GetRawStorage();
  }
}

template <typename T, internal::MemberKind kT, typename U>
  requires std::is_convertible_v<T*, U*> || std::is_convertible_v<U*, T*>
bool operator==(const BasicMember<T, kT>& a, U* b) {
  if constexpr (std::is_convertible_v<U*, T*>) {
    return a.GetRawStorage() ==
           internal::CompressPointer(internal::Upcast<T>(b));
  } else {
    return internal::AreSame(a.get(), b);
  }
}

template <typename T, internal::MemberKind kT>
bool operator==(const BasicMember<T, kT>& a, std::nullptr_t) {
  return a.GetRawStorage() == internal::kNullWord;
}

template <typename T, internal::MemberKind kT>
bool operator==(const BasicMember<T, kT>& a, SentinelPointer) {
  return a.GetRawStorage() == internal::kSentinelWord;
}

// Orders by address within the cage, null first.
template <typename T, internal::MemberKind kT, internal::MemberKind kU>
std::strong_ordering operator<=>(const BasicMember<T, kT>& a,
                                 const BasicMember<T, kU>& b) {
  return a.GetRawStorage() <=> b.GetRawStorage();
}

}  // namespace halfword::inline HALFWORD_ABI

template <typename T, halfword::internal::MemberKind kKind>
struct std::hash<halfword::BasicMember<T, kKind>> {
  size_t operator()(const halfword::BasicMember<T, kKind>& member) const {
    return std::hash<halfword::internal::Word>()(member.GetRawStorage());
  }
};

#endif  // HALFWORD_MEMBER_H_
