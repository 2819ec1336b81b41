// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CrossThreadPersistent<T> and WeakCrossThreadPersistent<T>: roots that any
// thread may make, copy, assign and destroy, whichever thread the object's heap
// belongs to. Like a Persistent they stand anywhere but inside a managed
// object, where a strong one would make a cycle that is never collected.
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
#include "halfword/internal/pointer_policies.h"
#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"
#include "halfword/member.h"
#include "halfword/persistent.h"
#include "halfword/sentinel_pointer.h"
#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

template <typename T, typename WeaknessPolicy, typename LocationPolicy,
          typename CheckingPolicy>
class BasicCrossThreadPersistent final : private CheckingPolicy {
  using Guard = std::lock_guard<std::mutex>;
  static constexpr RootStrength kStrength = kRootStrengthOf<WeaknessPolicy>;

 public:
  using PointeeType = T;
  using IsStrongPersistent = typename WeaknessPolicy::IsStrongPersistent;

  BasicCrossThreadPersistent(  // NOLINT: the location has a default
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {}
  BasicCrossThreadPersistent(  // NOLINT
      std::nullptr_t,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {}
  BasicCrossThreadPersistent(  // NOLINT
      SentinelPointer sentinel,
      const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(static_cast<T*>(sentinel), location) {}
  BasicCrossThreadPersistent(  // NOLINT
      T* object, const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {
    const Guard guard(CrossThreadRootMutex());
    SetLocked(object);
  }
  BasicCrossThreadPersistent(  // NOLINT
      T& object, const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(&object, location) {}
  BasicCrossThreadPersistent(
      const BasicCrossThreadPersistent& other,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {
    const Guard guard(CrossThreadRootMutex());
    SetLocked(other.PointerLocked());
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent(  // NOLINT
      const BasicCrossThreadPersistent<U, Policies...>& other,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {
    const Guard guard(CrossThreadRootMutex());
    SetLocked(Upcast<T>(other.PointerLocked()));
  }
  // From the handles of the heap's thread, on that thread.
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent(  // NOLINT
      const BasicMember<U, Policies...>& member,
      const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(Upcast<T>(member.get()), location) {}
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent(  // NOLINT
      const BasicPersistent<U, Policies...>& handle,
      const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(Upcast<T>(handle.Get()), location) {}
  // The node goes over, and with it the place where it was made.
  BasicCrossThreadPersistent(BasicCrossThreadPersistent&& other) noexcept {
    const Guard guard(CrossThreadRootMutex());
    TakeLocked(other);
  }
  ~BasicCrossThreadPersistent() { Clear(); }

  BasicCrossThreadPersistent& operator=(
      const BasicCrossThreadPersistent& other) {
    const Guard guard(CrossThreadRootMutex());
    ReplaceLocked(other.PointerLocked());
    return *this;
  }
  BasicCrossThreadPersistent& operator=(
      BasicCrossThreadPersistent&& other) noexcept {
    if (this == &other) return *this;
    const Guard guard(CrossThreadRootMutex());
    DropLocked();
    TakeLocked(other);
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent& operator=(
      const BasicCrossThreadPersistent<U, Policies...>& other) {
    const Guard guard(CrossThreadRootMutex());
    ReplaceLocked(Upcast<T>(other.PointerLocked()));
    return *this;
  }
  // From the handles of the heap's thread, on that thread.
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent& operator=(
      const BasicMember<U, Policies...>& member) {
    *this = Upcast<T>(member.get());
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicCrossThreadPersistent& operator=(
      const BasicPersistent<U, Policies...>& handle) {
    *this = Upcast<T>(handle.Get());
    return *this;
  }
  BasicCrossThreadPersistent& operator=(T* object) {
    const Guard guard(CrossThreadRootMutex());
    ReplaceLocked(object);
    return *this;
  }
  BasicCrossThreadPersistent& operator=(std::nullptr_t) {
    Clear();
    return *this;
  }
  BasicCrossThreadPersistent& operator=(SentinelPointer sentinel) {
    *this = static_cast<T*>(sentinel);
    return *this;
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
  BasicCrossThreadPersistent<T, StrongCrossThreadPersistentPolicy> Lock()
      const {
    return BasicCrossThreadPersistent<T, StrongCrossThreadPersistentPolicy>(
        *this);
  }

  // Clears, and gives what was held before; of a weak handle, as Get() does.
  T* Release() {
    T* const object = Get();
    Clear();
    return object;
  }

  // A handle of the same kind to a derived class. Requires: that is what the
  // object is.
  template <typename U>
  BasicCrossThreadPersistent<U, WeaknessPolicy, LocationPolicy, CheckingPolicy>
  To(const SourceLocation& location = SourceLocation::Current()) const {
    BasicCrossThreadPersistent<U, WeaknessPolicy, LocationPolicy,
                               CheckingPolicy>
        to(location);
    const Guard guard(CrossThreadRootMutex());
    to.SetLocked(static_cast<U*>(PointerLocked()));
    return to;
  }

  // Where the handle was made, or the one that it was moved from.
  SourceLocation Location() const {
    const Guard guard(CrossThreadRootMutex());
    return handle_.location();
  }

  void Clear() {
    // A handle that was never set needs no lock; nobody else writes it then.
    if (Get() == nullptr && kStrength == RootStrength::kStrong) {
      return;
    }
    const Guard guard(CrossThreadRootMutex());
    DropLocked();
  }

 private:
  template <typename U, typename Weakness, typename Location, typename Checking>
  friend class BasicCrossThreadPersistent;

  T* PointerLocked() const {
    return static_cast<T*>(const_cast<void*>(handle_.pointer));
  }

  void SetLocked(T* object) {
    StorePointer(object);
    if (reinterpret_cast<uintptr_t>(object) > kSentinelAddress) {
      AcquireNode(&handle_, kStrength, RootThreads::kAnyThread);
      CheckingPolicy::template CheckPointer<T>(object);
    }
  }

  // Requires: this handle holds nothing.
  void TakeLocked(BasicCrossThreadPersistent& other) {
    handle_.node_or_location = other.handle_.node_or_location;
    StorePointer(other.handle_.pointer);
    other.handle_.DropNode(handle_.location());
    other.StorePointer(nullptr);
    if (handle_.node() != nullptr) handle_.node()->set_owner(&handle_);
  }

  void ReplaceLocked(T* object) {
    DropLocked();
    SetLocked(object);
  }

  void DropLocked() {
    if (handle_.node() != nullptr) ReleaseNode(&handle_);
    StorePointer(nullptr);
  }

  void StorePointer(const void* pointer) {
    __atomic_store_n(&handle_.pointer, pointer, __ATOMIC_RELEASE);
  }

  RootHandle handle_;
};

template <typename T, typename... Policies>
struct IsPersistent<BasicCrossThreadPersistent<T, Policies...>>
    : std::true_type {};

}  // namespace internal

namespace subtle {

template <typename T>
using CrossThreadPersistent = internal::BasicCrossThreadPersistent<
    T, internal::StrongCrossThreadPersistentPolicy>;

template <typename T>
using WeakCrossThreadPersistent = internal::BasicCrossThreadPersistent<
    T, internal::WeakCrossThreadPersistentPolicy>;

}  // namespace subtle

using subtle::CrossThreadPersistent;
using subtle::WeakCrossThreadPersistent;

}  // namespace halfword::inline HALFWORD_ABI

// By the object that the handle refers to now. A weak handle that is the key of
// a container must be taken out before its object may die.
template <typename T, typename... Policies>
struct std::hash<
    halfword::internal::BasicCrossThreadPersistent<T, Policies...>> {
  size_t operator()(
      const halfword::internal::BasicCrossThreadPersistent<T, Policies...>&
          handle) const {
    return std::hash<T*>()(handle.Get());
  }
};

#endif  // HALFWORD_CROSS_THREAD_PERSISTENT_H_
