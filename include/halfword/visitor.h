// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Visitor: what a hand-written Trace() gives its references to.
//
//   void Node::Trace(halfword::Visitor* visitor) const {
//     visitor->Trace(next_);
//     visitor->Trace(weak_owner_);
//   }
//
// A class that uses HALFWORD_FIELDS needs none of this. Trace() must visit
// every reference of the object, may run at any time between its construction
// and its death, must not allocate or throw, and must not change anything.
//
// A std::variant or union of numbers, Members and Strings, as an interpreter's
// values are, may change its alternative at any time; Trace() visits the one
// that is there. Not so one with a WeakMember, an EphemeronPair or a
// MutableString: where those are is remembered until the cycle ends.
//
// While the constructor of such a class runs, a collection does not call its
// Trace(). It keeps what the words of the object itself refer to, and what the
// roots and the scanned stack do, but not what a container of the object holds
// elsewhere (a std::vector<Member<T>> has its elements outside the heap). Fill
// such a container when MakeGarbageCollected() has returned, or in a
// PostConstructionCallbackTrait.
//
// Members outside the heap may be stored to, copied, moved one by one and freed
// at any time, also while a cycle marks beside the program. What is stored
// there meanwhile lives until the next cycle, in a WeakMember, too; and an
// object that has weak references there is traced again in the pause. But who
// hands over what holds them, as std::swap of two vectors and a moved vector or
// unique_ptr do, stores no Member: he tells the object that gets it to the
// barrier (HeapConsistency::SteeleWriteBarrier), or uses a HeapVector.
//
// Threads: the heap's own, and with MarkingType::kIncrementalAndConcurrent any
// other (IsConcurrent()): see DeferTraceToMutatorThreadIfConcurrent() for what
// only the heap's own may look at, such as a vector or a variant that changes.
// On the heap's own thread it runs in allocations, in whatever else may mark
// (Heap::Collect(), idle work, tasks), verify or write a snapshot, and, where a
// program stores much between two allocations, in a store.

#ifndef HALFWORD_VISITOR_H_
#define HALFWORD_VISITOR_H_

#include <cstddef>
#include <type_traits>

#include "halfword/ephemeron_pair.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/string_owner.h"
#include "halfword/liveness_broker.h"
#include "halfword/member.h"
#include "halfword/tagged.h"
#include "halfword/trace_trait.h"

namespace halfword::inline HALFWORD_ABI {

// Called after marking; drops what the broker says is dead. It must not
// allocate or throw.
using WeakCallback = void (*)(const LivenessBroker& broker, const void* data);

namespace internal {

template <typename T>
concept HasManagedBase =
    requires { typename std::remove_cv_t<T>::ParentMostGarbageCollectedType; };

// A pointer to such a class may point into the middle of an object.
template <typename T>
inline constexpr bool kPointsInside =
    std::is_base_of_v<GarbageCollectedMixin, std::remove_cv_t<T>> &&
    !HasManagedBase<T>;

}  // namespace internal

class Visitor {
 public:
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  virtual ~Visitor() = default;

  // The slot of a weak one is cleared if its target dies; an untraced one is
  // left alone.
  template <typename T, typename WeaknessTag, typename... Policies>
  void Trace(const internal::BasicMember<T, WeaknessTag, Policies...>& member) {
    constexpr internal::MemberKind kKind = internal::kMemberKindOf<WeaknessTag>;
    if constexpr (kKind == internal::MemberKind::kStrong) {
      TraceStrong(member);
    } else if constexpr (kKind == internal::MemberKind::kWeak) {
      VisitWeak(Slot(member), internal::kPointsInside<T>);
    }
  }
  template <typename T>
  void Trace(const Tagged<T>& tagged) {
    VisitStrong(reinterpret_cast<const internal::Word*>(&tagged),
                internal::kPointsInside<T>);
  }
  template <typename K, typename V>
  void Trace(const EphemeronPair<K, V>& pair) {
    TraceEphemeron(pair.key, &pair.value);
    Trace(pair.key);
    RegisterWeakCallbackMethod<EphemeronPair<K, V>,
                               &EphemeronPair<K, V>::ClearValueIfKeyIsDead>(
        &pair);
  }
  void Trace(const MutableString& string) {
    VisitMutableString(reinterpret_cast<const internal::StringOwner*>(&string));
  }
  // Something that is part of the object and has a Trace() of its own.
  template <typename T>
  void Trace(const T& part) {
    TraceTrait<T>::Trace(this, &part);
  }

  // A row of count Members or parts. A part whose vtable pointer is still zero
  // has not been made yet, and is left out.
  template <typename T>
  void TraceMultiple(const T* first, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      if constexpr (std::is_polymorphic_v<T>) {
        if (!*reinterpret_cast<void* const*>(&first[i])) continue;
      }
      Trace(first[i]);
    }
  }

  // Holds the target of a weak reference as a strong one does.
  template <typename T>
  void TraceStrongly(const WeakMember<T>& member) {
    VisitHeldWeak(Slot(member), internal::kPointsInside<T>);
  }

  // Traces the value if the key lives. The key is not held, and not cleared:
  // that is for a weak callback, or a WeakMember's own Trace().
  template <typename K, typename V>
  void TraceEphemeron(const WeakMember<K>& key, const Member<V>* value) {
    VisitEphemeron(Slot(key), internal::kPointsInside<K>, value,
                   [](Visitor* visitor, const void* member) {
                     visitor->Trace(*static_cast<const Member<V>*>(member));
                   });
  }
  // The same for a value that is part of the object.
  template <typename K, typename V>
  void TraceEphemeron(const WeakMember<K>& key, const V* value) {
    if (value == nullptr) return;
    const TraceDescriptor descriptor = TraceTrait<V>::GetTraceDescriptor(value);
    if (descriptor.callback == nullptr) return;
    VisitEphemeron(Slot(key), internal::kPointsInside<K>,
                   descriptor.base_object_payload, descriptor.callback);
  }

  // Holds a container object without what it holds, but for what its
  // TraceTrait's weak descriptor traces; callback(broker, data) then removes
  // dead entries. A container that a handle, a Member or the stack refers to is
  // held with all that it holds, since somebody may be iterating over it.
  template <typename T>
  void TraceWeakContainer(const T* object, WeakCallback callback,
                          const void* data) {
    if (object == nullptr) return;
    VisitWeakContainer(object, TraceTrait<T>::GetWeakTraceDescriptor(object),
                       callback, data);
  }

  // Holds a container object that no Member refers to.
  template <typename T>
  void TraceStrongContainer(const T* object) {
    if (object != nullptr) VisitObject(object);
  }

  // Calls object->method(broker) after marking, perhaps more than once.
  template <typename T, void (T::*method)(const LivenessBroker&)>
  void RegisterWeakCallbackMethod(const T* object) {
    RegisterWeakCallback(
        [](const LivenessBroker& broker, const void* self) {
          (const_cast<T*>(static_cast<const T*>(self))->*method)(broker);
        },
        object);
  }

  virtual void RegisterWeakCallback(WeakCallback callback,
                                    const void* data) = 0;

  // Whether Trace() runs on another thread, while the program does.
  virtual bool IsConcurrent() const { return false; }

  // Objects do not move: nothing to register.
  template <typename T>
  void RegisterMovableReference(const T**) {}

  // What must not be traced beside the program: true: the heap's thread will
  // trace it; false: this is the heap's thread, or a pause; trace it now.
  virtual bool DeferTraceToMutatorThreadIfConcurrent(const void* object,
                                                     TraceCallback callback,
                                                     size_t deferred_bytes) {
    static_cast<void>(object);
    static_cast<void>(callback);
    static_cast<void>(deferred_bytes);
    return false;
  }

 protected:
  Visitor() = default;

  virtual void VisitStrong(const internal::Word* slot, bool to_mixin) = 0;
  virtual void VisitWeak(const internal::Word* slot, bool to_mixin) = 0;
  // A weak reference that is to hold its target. Who does not care that the
  // barrier knows it as weak sees a strong one.
  virtual void VisitHeldWeak(const internal::Word* slot, bool to_mixin) {
    VisitStrong(slot, to_mixin);
  }
  // Who does not care for owners sees a strong reference.
  virtual void VisitMutableString(const internal::StringOwner* owner) {
    VisitStrong(&owner->body, false);
  }
  virtual void VisitObject(const void* object) = 0;
  virtual void VisitEphemeron(const internal::Word* key, bool key_to_mixin,
                              const void* value, TraceCallback callback) = 0;
  virtual void VisitWeakContainer(const void* object,
                                  TraceDescriptor weak_descriptor,
                                  WeakCallback callback, const void* data) = 0;

 private:
  template <typename T, typename... Policies>
  static const internal::Word* Slot(
      const internal::BasicMember<T, Policies...>& member) {
    using Storage = typename internal::BasicMember<T, Policies...>::RawStorage;
    static_assert(sizeof(T) != 0,
                  "include the header of the class that this Member refers to");
    static_assert(std::is_same_v<Storage, internal::DefaultMemberStorage>,
                  "only a strong reference can be uncompressed");
    return reinterpret_cast<const internal::Word*>(&member);
  }

  template <typename T, typename... Policies>
  void TraceStrong(const internal::BasicMember<T, Policies...>& member) {
    using Storage = typename internal::BasicMember<T, Policies...>::RawStorage;
    if constexpr (std::is_same_v<Storage, internal::DefaultMemberStorage>) {
      VisitStrong(Slot(member), internal::kPointsInside<T>);
    } else {
      static_assert(sizeof(T) != 0,
                    "include the header of the class that this refers to");
      const void* const object =
          reinterpret_cast<const Storage*>(&member)->LoadAtomic();
      if (!Storage(object).IsCleared() && !Storage(object).IsSentinel()) {
        VisitObject(object);
      }
    }
  }
};

template <typename K, typename V>
void EphemeronPair<K, V>::ClearValueIfKeyIsDead(const LivenessBroker& broker) {
  // The broker calls null and the sentinel alive, but they hold no value.
  if (!key || key == kSentinelPointer || !broker.IsHeapObjectAlive(key)) {
    value = nullptr;
  }
}

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_VISITOR_H_
