// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CrossThreadPersistent<T> and WeakCrossThreadPersistent<T>: roots that any
// thread may make, copy, assign and destroy, whichever thread the object's heap
// belongs to.
//
// One lock for the process guards them all, and a collection holds it while it
// looks at the roots, so these handles cost more than a Persistent and may wait
// for a pause. Using the object itself still needs what its own threading rules
// say. To use a weak one from another thread, Lock() it: the strong handle
// keeps the object alive.

#ifndef HALFWORD_CROSS_THREAD_PERSISTENT_H_
#define HALFWORD_CROSS_THREAD_PERSISTENT_H_

#include <cstddef>
#include <functional>
#include <mutex>
#include <type_traits>

#include "halfword/internal/field_access.h"
#include "halfword/internal/persistent_node.h"
#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/sentinel_pointer.h"
#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI {

namespace subtle {

template <typename T, internal::RootStrength kStrength>
class BasicCrossThreadPersistent {
  using Guard = std::lock_guard<std::mutex>;

 public:
  using PointeeType = T;

  BasicCrossThreadPersistent(  // NOLINT: the location has a default
      const SourceLocation& location = SourceLocation::Current())
      : handle_(location) {}
  BasicCrossThreadPersistent(  // NOLINT
      std::nullptr_t,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(location) {}
  BasicCrossThreadPersistent(  // NOLINT
      SentinelPointer sentinel,
      const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(static_cast<T*>(sentinel), location) {}
  BasicCrossThreadPersistent(  // NOLINT
      T* object, const SourceLocation& location = SourceLocation::Current())
      : handle_(location) {
    const Guard guard(internal::CrossThreadRootMutex());
    SetLocked(object);
  }
  BasicCrossThreadPersistent(  // NOLINT
      T& object, const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(&object, location) {}
  BasicCrossThreadPersistent(
      const BasicCrossThreadPersistent& other,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(location) {
    const Guard guard(internal::CrossThreadRootMutex());
    SetLocked(other.PointerLocked());
  }
  template <typename U, internal::RootStrength kOther>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent(  // NOLINT
      const BasicCrossThreadPersistent<U, kOther>& other,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(location) {
    const Guard guard(internal::CrossThreadRootMutex());
    SetLocked(internal::Upcast<T>(other.PointerLocked()));
  }
  // From the handles of the heap's thread, on that thread.
  template <typename U, internal::MemberKind kKind>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent(  // NOLINT
      const BasicMember<U, kKind>& member,
      const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(internal::Upcast<T>(member.get()),
                                   location) {}
  template <typename U, internal::RootStrength kOther>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent(  // NOLINT
      const BasicPersistent<U, kOther>& handle,
      const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(internal::Upcast<T>(handle.Get()),
                                   location) {}
  ~BasicCrossThreadPersistent() { Clear(); }

  BasicCrossThreadPersistent& operator=(
      const BasicCrossThreadPersistent& other) {
    const Guard guard(internal::CrossThreadRootMutex());
    ReplaceLocked(other.PointerLocked());
    return *this;
  }
  template <typename U, internal::RootStrength kOther>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent& operator=(
      const BasicCrossThreadPersistent<U, kOther>& other) {
    const Guard guard(internal::CrossThreadRootMutex());
    ReplaceLocked(internal::Upcast<T>(other.PointerLocked()));
    return *this;
  }
  // From the handles of the heap's thread, on that thread.
  template <typename U, internal::MemberKind kKind>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent& operator=(const BasicMember<U, kKind>& member) {
    return *this = internal::Upcast<T>(member.get());
  }
  template <typename U, internal::RootStrength kOther>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent& operator=(
      const BasicPersistent<U, kOther>& handle) {
    return *this = internal::Upcast<T>(handle.Get());
  }
  BasicCrossThreadPersistent& operator=(T* object) {
    const Guard guard(internal::CrossThreadRootMutex());
    ReplaceLocked(object);
    return *this;
  }
  BasicCrossThreadPersistent& operator=(std::nullptr_t) {
    Clear();
    return *this;
  }
  BasicCrossThreadPersistent& operator=(SentinelPointer sentinel) {
    return *this = static_cast<T*>(sentinel);
  }

  // A weak handle may be cleared at any time by the heap's thread, unless that
  // is the calling one: use Lock().
  T* Get() const {
    return static_cast<T*>(
        const_cast<void*>(__atomic_load_n(&handle_.pointer, __ATOMIC_ACQUIRE)));
  }
  T* get() const { return Get(); }
  T* operator->() const { return Get(); }
  T& operator*() const { return *Get(); }
  operator T*() const { return Get(); }  // NOLINT
  explicit operator bool() const { return Get() != nullptr; }

  // A strong handle to the same object, empty if that has died.
  BasicCrossThreadPersistent<T, internal::RootStrength::kStrong> Lock() const {
    return BasicCrossThreadPersistent<T, internal::RootStrength::kStrong>(
        *this);
  }

  void Clear() {
    // A handle that was never set needs no lock; nobody else writes it then.
    if (Get() == nullptr && kStrength == internal::RootStrength::kStrong) {
      return;
    }
    const Guard guard(internal::CrossThreadRootMutex());
    DropLocked();
  }

 private:
  template <typename U, internal::RootStrength kOther>
  friend class BasicCrossThreadPersistent;

  T* PointerLocked() const {
    return static_cast<T*>(const_cast<void*>(handle_.pointer));
  }

  void SetLocked(T* object) {
    StorePointer(object);
    if (reinterpret_cast<uintptr_t>(object) > internal::kSentinelAddress) {
      internal::AcquireNode(&handle_, kStrength,
                            internal::RootThreads::kAnyThread);
    }
  }

  void ReplaceLocked(T* object) {
    DropLocked();
    SetLocked(object);
  }

  void DropLocked() {
    if (handle_.node() != nullptr) internal::ReleaseNode(&handle_);
    StorePointer(nullptr);
  }

  void StorePointer(const void* pointer) {
    __atomic_store_n(&handle_.pointer, pointer, __ATOMIC_RELEASE);
  }

  internal::RootHandle handle_;
};

template <typename T>
using CrossThreadPersistent =
    BasicCrossThreadPersistent<T, internal::RootStrength::kStrong>;

template <typename T>
using WeakCrossThreadPersistent =
    BasicCrossThreadPersistent<T, internal::RootStrength::kWeak>;

}  // namespace subtle

using subtle::CrossThreadPersistent;
using subtle::WeakCrossThreadPersistent;

namespace internal {

template <typename T, RootStrength kStrength>
struct IsPersistent<subtle::BasicCrossThreadPersistent<T, kStrength>>
    : std::true_type {};

}  // namespace internal

}  // namespace halfword::inline HALFWORD_ABI

// By the object that the handle refers to now. A weak handle that is the key of
// a container must be taken out before its object may die.
template <typename T, halfword::internal::RootStrength kStrength>
struct std::hash<halfword::subtle::BasicCrossThreadPersistent<T, kStrength>> {
  size_t operator()(
      const halfword::subtle::BasicCrossThreadPersistent<T, kStrength>& handle)
      const {
    return std::hash<T*>()(handle.Get());
  }
};

#endif  // HALFWORD_CROSS_THREAD_PERSISTENT_H_
