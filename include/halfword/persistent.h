// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Persistent<T> and WeakPersistent<T>: references to managed objects from
// outside the heap.
//
// A Persistent is a root: what it refers to, and all that can be reached from
// there, lives. A WeakPersistent is cleared when its object dies. Either may
// stand anywhere but inside a managed object: a Persistent there would make a
// cycle that is never collected (the types that list one do not compile).
//
// Size: two pointers. Cost: creation and destruction take and give back a node
// (some ns); copying and reading are plain. The node remembers where the handle
// was made.
// Threads: the thread of the object's heap; see cross_thread_persistent.h.

#ifndef HALFWORD_PERSISTENT_H_
#define HALFWORD_PERSISTENT_H_

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>

#include "halfword/internal/checks.h"
#include "halfword/internal/field_access.h"
#include "halfword/internal/persistent_node.h"
#include "halfword/internal/pointer_policies.h"
#include "halfword/internal/upcast.h"
#include "halfword/internal/word.h"
#include "halfword/member.h"
#include "halfword/sentinel_pointer.h"
#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

template <typename T, typename WeaknessPolicy, typename LocationPolicy,
          typename CheckingPolicy>
class BasicPersistent final : private CheckingPolicy {
 public:
  using PointeeType = T;
  using IsStrongPersistent = typename WeaknessPolicy::IsStrongPersistent;

  BasicPersistent(  // NOLINT: the location has a default
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {}
  BasicPersistent(  // NOLINT: as a pointer would
      std::nullptr_t,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {}
  BasicPersistent(  // NOLINT
      SentinelPointer sentinel,
      const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {
    handle_.pointer = static_cast<T*>(sentinel);
  }
  BasicPersistent(  // NOLINT
      T* object, const SourceLocation& location = SourceLocation::Current())
      : handle_(LocationPolicy::Keep(location)) {
    Set(object);
  }
  BasicPersistent(  // NOLINT
      T& object, const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(&object, location) {}
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent(  // NOLINT
      const BasicMember<U, Policies...>& member,
      const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(Upcast<T>(member.get()), location) {}
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent(  // NOLINT
      const BasicPersistent<U, Policies...>& other,
      const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(Upcast<T>(other.Get()), location) {}
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent(  // NOLINT
      const BasicCrossThreadPersistent<U, Policies...>& other,
      const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(Upcast<T>(other.Get()), location) {}
  BasicPersistent(const BasicPersistent& other,
                  const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(other.Get(), location) {}
  // The node goes over, and with it the place where it was made.
  BasicPersistent(BasicPersistent&& other) noexcept { TakeFrom(other); }
  ~BasicPersistent() { Drop(); }

  BasicPersistent& operator=(const BasicPersistent& other) {
    Assign(other.Get());
    return *this;
  }
  BasicPersistent& operator=(BasicPersistent&& other) noexcept {
    if (this == &other) return *this;
    Drop();
    TakeFrom(other);
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent& operator=(const BasicPersistent<U, Policies...>& other) {
    Assign(Upcast<T>(other.Get()));
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent& operator=(
      const BasicCrossThreadPersistent<U, Policies...>& other) {
    Assign(Upcast<T>(other.Get()));
    return *this;
  }
  template <typename U, typename... Policies>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent& operator=(const BasicMember<U, Policies...>& member) {
    Assign(Upcast<T>(member.get()));
    return *this;
  }
  BasicPersistent& operator=(T* object) {
    Assign(object);
    return *this;
  }
  BasicPersistent& operator=(std::nullptr_t) {
    Clear();
    return *this;
  }
  BasicPersistent& operator=(SentinelPointer sentinel) {
    Drop();
    handle_.pointer = static_cast<T*>(sentinel);
    return *this;
  }

  // Null in a weak handle whose object has died.
  T* Get() const { return static_cast<T*>(const_cast<void*>(handle_.pointer)); }
  T* get() const { return Get(); }
  T* operator->() const { return Get(); }
  T& operator*() const { return *Get(); }
  operator T*() const { return Get(); }  // NOLINT
  explicit operator bool() const { return handle_.pointer != nullptr; }

  void Clear() { Drop(); }

  // Clears, and gives what was held before.
  T* Release() {
    T* const object = Get();
    Clear();
    return object;
  }

  // A handle of the same kind to a derived class. Requires: that is what the
  // object is.
  template <typename U>
  BasicPersistent<U, WeaknessPolicy, LocationPolicy, CheckingPolicy> To(
      const SourceLocation& location = SourceLocation::Current()) const {
    return {static_cast<U*>(Get()), location};
  }

  // Where the handle was made, or the one that it was moved from.
  SourceLocation Location() const { return handle_.location(); }

 private:
  static bool NeedsNode(const void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) > kSentinelAddress;
  }

  // Debug builds only.
  void CheckThread() const {
    HALFWORD_DCHECK(
        handle_.node() == nullptr || IsOnThreadOf(handle_.pointer),
        "a Persistent is used on the thread of its object's heap; use "
        "CrossThreadPersistent on others");
  }

  // Requires: the handle has no node.
  void Set(T* object) {
    handle_.pointer = object;
    if (NeedsNode(object)) {
      AcquireNode(&handle_, kRootStrengthOf<WeaknessPolicy>,
                  RootThreads::kOwnThread);
      CheckingPolicy::template CheckPointer<T>(object);
    }
  }

  // A node belongs to the heap of its object, and stays with the handle while
  // that refers to objects of the one heap.
  void Assign(T* object) {
    CheckThread();
    if (NeedsNode(object) && handle_.node() != nullptr &&
        AreInOneHeap(handle_.pointer, object)) {
      handle_.pointer = object;
      CheckingPolicy::template CheckPointer<T>(object);
      return;
    }
    Drop();
    Set(object);
  }

  void Drop() {
    CheckThread();
    if (handle_.node() != nullptr) ReleaseNode(&handle_);
    handle_.pointer = nullptr;
  }

  void TakeFrom(BasicPersistent& other) {
    other.CheckThread();
    handle_ = other.handle_;
    other.handle_.DropNode(handle_.location());
    other.handle_.pointer = nullptr;
    if (handle_.node() != nullptr) handle_.node()->set_owner(&handle_);
  }

  RootHandle handle_;
};

// Handles compare as the pointers they hold.
template <typename T, typename... PoliciesT, typename U, typename... PoliciesU>
bool operator==(const BasicPersistent<T, PoliciesT...>& a,
                const BasicPersistent<U, PoliciesU...>& b) {
  return AreSame(a.Get(), b.Get());
}

template <typename T, typename... PoliciesT, typename U, typename... PoliciesU>
bool operator==(const BasicPersistent<T, PoliciesT...>& a,
                const BasicMember<U, PoliciesU...>& b) {
  return AreSame(a.Get(), b.get());
}

template <typename T, typename... Policies, typename U>
bool operator==(const BasicPersistent<T, Policies...>& a, U* b) {
  return AreSame(a.Get(), b);
}

template <typename T, typename... Policies>
bool operator==(const BasicPersistent<T, Policies...>& a, std::nullptr_t) {
  return a.Get() == nullptr;
}

template <typename T, typename... Policies>
struct IsPersistent<BasicPersistent<T, Policies...>> : std::true_type {};

}  // namespace internal

template <typename T>
using Persistent =
    internal::BasicPersistent<T, internal::StrongPersistentPolicy>;

template <typename T>
using WeakPersistent =
    internal::BasicPersistent<T, internal::WeakPersistentPolicy>;

}  // namespace halfword::inline HALFWORD_ABI

// Of a strong handle only: a weak one may become null inside a container.
template <typename T>
struct std::hash<halfword::Persistent<T>> {
  size_t operator()(const halfword::Persistent<T>& handle) const {
    return std::hash<T*>()(handle.Get());
  }
};

#endif  // HALFWORD_PERSISTENT_H_
