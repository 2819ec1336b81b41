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
// as such, need none, and neither does an UntracedMember. What is stored in a
// WeakMember the barrier does not keep alive, but for one outside the heap.
//
// All are one class, internal::BasicMember, with other policies
// (internal/pointer_policies.h).
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

#include "halfword/internal/member_storage.h"
#include "halfword/internal/pointer_policies.h"
#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"
#include "halfword/sentinel_pointer.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// CheckingPolicy is the first base, and empty unless a program brings its own.
template <typename T, typename WeaknessTag, typename WriteBarrierPolicy,
          typename CheckingPolicy, typename StorageType>
class BasicMember final : private CheckingPolicy {
 public:
  using PointeeType = T;
  using RawStorage = StorageType;
  // Asks for a constructor that stores atomically; all do.
  struct AtomicInitializerTag {};

  constexpr BasicMember() noexcept = default;
  constexpr BasicMember(std::nullptr_t) noexcept {}  // NOLINT: as a pointer
  BasicMember(SentinelPointer sentinel) noexcept     // NOLINT
      : storage_(sentinel) {}
  BasicMember(T* pointer) noexcept  // NOLINT
      : storage_(Unset()) {
    Initialize(pointer);
  }
  BasicMember(T& object) noexcept  // NOLINT: Oilpan's takes a reference too
      : BasicMember(&object) {}
  template <typename Pointer>
  BasicMember(Pointer&& pointer, AtomicInitializerTag) noexcept
      : BasicMember(static_cast<Pointer&&>(pointer)) {}
  BasicMember(const BasicMember& other) noexcept : storage_(Unset()) {
    Initialize(other.storage_);
  }
  template <typename U, typename Tag, typename Barrier, typename Checking>
    requires std::is_convertible_v<U*, T*>
  BasicMember(const BasicMember<U, Tag, Barrier, Checking,  // NOLINT
                                StorageType>& other) noexcept
      : storage_(Unset()) {
    Initialize(Convert(other));
  }
  // What was moved from is null, as in Oilpan.
  BasicMember(BasicMember&& other) noexcept : storage_(Unset()) {
    Initialize(other.Take());
  }
  template <typename U, typename Tag, typename Barrier, typename Checking>
    requires std::is_convertible_v<U*, T*>
  BasicMember(BasicMember<U, Tag, Barrier, Checking,  // NOLINT
                          StorageType>&& other) noexcept
      : storage_(Unset()) {
    Initialize(Convert(other));
    other.Clear();
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicMember(  // NOLINT
      const BasicPersistent<U, Policies...>& handle) noexcept
      : BasicMember(Upcast<T>(handle.Get())) {}
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicMember(  // NOLINT
      const BasicCrossThreadPersistent<U, Policies...>& handle) noexcept
      : BasicMember(Upcast<T>(handle.Get())) {}
  ~BasicMember() = default;

  // What decodes or copies is inlined by force: g++ -Os would call it.
  HALFWORD_ALWAYS_INLINE BasicMember& operator=(
      const BasicMember& other) noexcept {
    Assign(other.storage_);
    return *this;
  }
  template <typename U, typename Tag, typename Barrier, typename Checking>
    requires std::is_convertible_v<U*, T*>
  HALFWORD_ALWAYS_INLINE BasicMember& operator=(
      const BasicMember<U, Tag, Barrier, Checking, StorageType>&
          other) noexcept {
    Assign(Convert(other));
    return *this;
  }
  BasicMember& operator=(BasicMember&& other) noexcept {
    // A member moved to itself stays as it is.
    Assign(other.Take());
    return *this;
  }
  template <typename U, typename Tag, typename Barrier, typename Checking>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(
      BasicMember<U, Tag, Barrier, Checking, StorageType>&& other) noexcept {
    Assign(Convert(other));
    other.Clear();
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(
      const BasicPersistent<U, Policies...>& handle) noexcept {
    *this = Upcast<T>(handle.Get());
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicMember& operator=(
      const BasicCrossThreadPersistent<U, Policies...>& handle) noexcept {
    *this = Upcast<T>(handle.Get());
    return *this;
  }
  BasicMember& operator=(T* pointer) noexcept {
    CheckingPolicy::template CheckPointer<T>(pointer);
    storage_.StoreRelease(StorageType(pointer));
    AssigningBarrier(pointer);
    return *this;
  }
  BasicMember& operator=(std::nullptr_t) noexcept {
    Clear();
    return *this;
  }
  BasicMember& operator=(SentinelPointer sentinel) noexcept {
    storage_.StoreRelaxed(StorageType(sentinel));
    return *this;
  }

  HALFWORD_ALWAYS_INLINE T* get() const {
    // NOLINTNEXTLINE(bugprone-casting-through-void): a word has no type
    return static_cast<T*>(const_cast<void*>(storage_.Load()));
  }
  HALFWORD_ALWAYS_INLINE T* Get() const { return get(); }
  HALFWORD_ALWAYS_INLINE T* operator->() const { return get(); }
  HALFWORD_ALWAYS_INLINE T& operator*() const { return *get(); }
  HALFWORD_ALWAYS_INLINE operator T*() const {  // NOLINT: reads as a pointer
    return get();
  }
  explicit operator bool() const { return !storage_.IsCleared(); }

  void Clear() { storage_.StoreRelaxed(StorageType()); }

  // Clears, and gives what was held before.
  T* Release() {
    T* const pointer = get();
    Clear();
    return pointer;
  }

  // Between members of any strength to one class.
  template <typename Tag, typename Barrier, typename Checking>
  void Swap(BasicMember<T, Tag, Barrier, Checking, StorageType>& other) {
    const StorageType mine = storage_;
    *this = other;
    other.Assign(mine);
  }

  friend void swap(BasicMember& a, BasicMember& b) noexcept { a.Swap(b); }

  // What is stored, for hashing and comparing without decoding.
  RawStorage GetRawStorage() const { return storage_; }

  const T** GetSlotForTesting() const {
    return reinterpret_cast<const T**>(const_cast<BasicMember*>(this));
  }

 private:
  using Unset = typename StorageType::Unset;

  template <typename U, typename Tag, typename Barrier, typename Checking,
            typename Storage>
  friend class BasicMember;

  template <typename U, typename... Policies>
  HALFWORD_ALWAYS_INLINE static StorageType Convert(
      const BasicMember<U, Policies...>& other) {
    return other.storage_.template UpcastTo<T, U>();
  }

  HALFWORD_ALWAYS_INLINE StorageType Take() {
    const StorageType taken = storage_;
    Clear();
    return taken;
  }

  HALFWORD_ALWAYS_INLINE void Initialize(T* pointer) {
    CheckingPolicy::template CheckPointer<T>(pointer);
    storage_.StoreRelease(StorageType(pointer));
    InitializingBarrier(pointer);
  }
  HALFWORD_ALWAYS_INLINE void Initialize(StorageType storage) {
    storage_.StoreRelease(storage);
    InitializingBarrier(storage);
    CheckingPolicy::template CheckPointer<T>(storage);
  }
  HALFWORD_ALWAYS_INLINE void Assign(StorageType storage) {
    storage_.StoreRelease(storage);
    AssigningBarrier(storage);
    CheckingPolicy::template CheckPointer<T>(storage);
  }

  template <typename Value>
  HALFWORD_ALWAYS_INLINE void AssigningBarrier(Value value) {
    WriteBarrierPolicy::template AssigningBarrier<
        StorageType::kWriteBarrierSlotType>(this, value);
  }
  template <typename Value>
  HALFWORD_ALWAYS_INLINE void InitializingBarrier(Value value) {
    if constexpr (std::is_same_v<WriteBarrierPolicy,
                                 DijkstraWriteBarrierPolicy>) {
      AssigningBarrier(value);  // which knows what kind of slot this is
    } else {
      WriteBarrierPolicy::InitializingBarrier(this, value);
    }
  }

  StorageType storage_;
};

// Two Members are equal if they refer to one object. What is stored is compared
// where the classes are the same; related classes compare as pointers do.
template <typename T, typename... PoliciesT, typename U, typename... PoliciesU>
  requires std::is_convertible_v<T*, U*> || std::is_convertible_v<U*, T*>
bool operator==(const BasicMember<T, PoliciesT...>& a,
                const BasicMember<U, PoliciesU...>& b) {
  if constexpr (!std::is_same_v<decltype(a.GetRawStorage()),
                                decltype(b.GetRawStorage())>) {
    return AreSame(a.get(), b.get());
  } else if constexpr (std::is_convertible_v<T*, const volatile U*>) {
    return a.GetRawStorage().template UpcastTo<U, T>() == b.GetRawStorage();
  } else {
    return a.GetRawStorage() == b.GetRawStorage().template UpcastTo<T, U>();
  }
}

template <typename T, typename... Policies, typename U>
  requires std::is_convertible_v<T*, U*> || std::is_convertible_v<U*, T*>
bool operator==(const BasicMember<T, Policies...>& a, U* b) {
  if constexpr (std::is_convertible_v<U*, const volatile T*>) {
    using Storage = decltype(a.GetRawStorage());
    return a.GetRawStorage() ==
           Storage(static_cast<const void*>(
               Upcast<std::add_const_t<T>>(static_cast<const U*>(b))));
  } else {
    return AreSame(a.get(), b);
  }
}

template <typename T, typename... Policies>
bool operator==(const BasicMember<T, Policies...>& a, std::nullptr_t) {
  return a.GetRawStorage().IsCleared();
}

template <typename T, typename... Policies>
bool operator==(const BasicMember<T, Policies...>& a, SentinelPointer) {
  return a.GetRawStorage().IsSentinel();
}

// Orders by address within the cage, null first.
template <typename T, typename... PoliciesT, typename U, typename... PoliciesU>
  requires std::is_same_v<std::remove_cv_t<T>, std::remove_cv_t<U>>
std::strong_ordering operator<=>(const BasicMember<T, PoliciesT...>& a,
                                 const BasicMember<U, PoliciesU...>& b) {
  return a.GetRawStorage() <=> b.GetRawStorage();
}

}  // namespace internal

// A strong reference.
template <typename T>
using Member = internal::BasicMember<T, internal::StrongMemberTag,
                                     internal::DijkstraWriteBarrierPolicy>;

// A reference that the collector clears when its target dies.
template <typename T>
using WeakMember = internal::BasicMember<T, internal::WeakMemberTag,
                                         internal::WeakWriteBarrierPolicy>;

// A reference that the collector does not look at.
template <typename T>
using UntracedMember = internal::BasicMember<T, internal::UntracedMemberTag,
                                             internal::NoWriteBarrierPolicy>;

namespace subtle {

// A Member that stores a whole pointer, for the few that are read so often that
// decoding shows. It can be traced by a hand-written Trace only; in
// HALFWORD_FIELDS it is refused, because images store words.
template <typename T>
using UncompressedMember = internal::BasicMember<
    T, internal::StrongMemberTag, internal::DijkstraWriteBarrierPolicy,
    internal::DefaultMemberCheckingPolicy, internal::RawPointer>;

#if HALFWORD_REFERENCES == 32
// What a Member is in this build.
template <typename T>
using CompressedMember = internal::BasicMember<
    T, internal::StrongMemberTag, internal::DijkstraWriteBarrierPolicy,
    internal::DefaultMemberCheckingPolicy, internal::CompressedPointer>;
#endif

}  // namespace subtle

namespace internal {

// How the collector treats a field.
enum class MemberKind : unsigned char { kStrong, kWeak, kUntraced };

template <typename WeaknessTag>
inline constexpr MemberKind kMemberKindOf = MemberKind::kStrong;
template <>
inline constexpr MemberKind kMemberKindOf<WeakMemberTag> = MemberKind::kWeak;
template <>
inline constexpr MemberKind kMemberKindOf<UntracedMemberTag> =
    MemberKind::kUntraced;

}  // namespace internal

}  // namespace halfword::inline HALFWORD_ABI

template <typename T, typename... Policies>
struct std::hash<halfword::internal::BasicMember<T, Policies...>> {
  size_t operator()(
      const halfword::internal::BasicMember<T, Policies...>& member) const {
    const auto value = member.GetRawStorage().GetAsInteger();
    return std::hash<std::remove_const_t<decltype(value)>>()(value);
  }
};

#endif  // HALFWORD_MEMBER_H_
