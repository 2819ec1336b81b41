// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What handles are made of: a tag or policy for strength, one for the write
// barrier, one for checks, one for the place where a handle was made. Their
// names are Oilpan's, whose users put handles of their own together from them;
// programs are otherwise content with Member, Persistent and their relatives.

#ifndef HALFWORD_INTERNAL_POINTER_POLICIES_H_
#define HALFWORD_INTERNAL_POINTER_POLICIES_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/internal/member_storage.h"
#include "halfword/internal/persistent_node.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/write_barrier.h"
#include "halfword/source_location.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Strength of a Member.
class StrongMemberTag;
class WeakMemberTag;
class UntracedMemberTag;

// Barriers of a Member. A policy has both functions, each for the pointer and
// for the storage that was written to the slot. The slot is written already.
//
// Concurrent markers may reach an object whose constructor still runs, so the
// first store needs a barrier as all others do.
struct DijkstraWriteBarrierPolicy {
  template <typename Value>
  HALFWORD_ALWAYS_INLINE static void InitializingBarrier(const void* slot,
                                                         Value value) {
    AssigningBarrier<DefaultMemberStorage::kWriteBarrierSlotType>(slot, value);
  }
  template <WriteBarrierSlotType kSlotType>
  HALFWORD_ALWAYS_INLINE static void AssigningBarrier(const void* slot,
                                                      const void* value) {
    if constexpr (kSlotType == DefaultMemberStorage::kWriteBarrierSlotType) {
      WriteBarrier(slot);
    } else {
      ObjectBarrier(value);
    }
  }
  template <WriteBarrierSlotType kSlotType, typename Codec>
  HALFWORD_ALWAYS_INLINE static void AssigningBarrier(
      const void* slot, BasicStorage<Codec> storage) {
    if constexpr (kSlotType == DefaultMemberStorage::kWriteBarrierSlotType) {
      WriteBarrier(slot);
    } else {
      ObjectBarrier(storage.Load());
    }
  }
};

// That of a WeakMember, whose target a cycle must not lose sight of, and does
// not mark.
struct WeakWriteBarrierPolicy {
  template <typename Value>
  HALFWORD_ALWAYS_INLINE static void InitializingBarrier(const void* slot,
                                                         Value) {
    WeakWriteBarrier(slot);
  }
  template <WriteBarrierSlotType, typename Value>
  HALFWORD_ALWAYS_INLINE static void AssigningBarrier(const void* slot, Value) {
    WeakWriteBarrier(slot);
  }
};

struct NoWriteBarrierPolicy {
  template <typename Value>
  HALFWORD_ALWAYS_INLINE static void InitializingBarrier(const void*, Value) {}
  template <WriteBarrierSlotType, typename Value>
  HALFWORD_ALWAYS_INLINE static void AssigningBarrier(const void*, Value) {}
};

// Checks of a handle: CheckPointer<T>(value) is called for each pointer or
// storage that is written to it.
class DisabledCheckingPolicy {
 protected:
  template <typename T, typename Value>
  HALFWORD_ALWAYS_INLINE void CheckPointer(Value) {}
};

#if HALFWORD_DCHECK_ENABLED
// The policy stands at the beginning of its Member, and so where the slot is.
class MemberCheckingPolicy {
 protected:
  template <typename T>
  void CheckPointer(const T* pointer) {
    CheckReference(reinterpret_cast<uintptr_t>(this), pointer,
                   type_slot<std::remove_cv_t<T>>);
  }
  // What was copied from another Member was checked there.
  template <typename T, typename Codec>
  void CheckPointer(BasicStorage<Codec>) {}
};
using DefaultMemberCheckingPolicy = MemberCheckingPolicy;
#else
using DefaultMemberCheckingPolicy = DisabledCheckingPolicy;
#endif
using DefaultCheckingPolicy = DisabledCheckingPolicy;
using DefaultPersistentCheckingPolicy = DisabledCheckingPolicy;
using DefaultCrossThreadPersistentCheckingPolicy = DisabledCheckingPolicy;

// Strength of a root.
struct StrongPersistentPolicy {
  using IsStrongPersistent = std::true_type;
};
struct WeakPersistentPolicy {
  using IsStrongPersistent = std::false_type;
};
struct StrongCrossThreadPersistentPolicy {
  using IsStrongPersistent = std::true_type;
};
struct WeakCrossThreadPersistentPolicy {
  using IsStrongPersistent = std::false_type;
};

template <typename Policy>
inline constexpr RootStrength kRootStrengthOf =
    Policy::IsStrongPersistent::value ? RootStrength::kStrong
                                      : RootStrength::kWeak;

// Whether a root remembers where it was made.
struct KeepLocationPolicy {
  static constexpr SourceLocation Keep(const SourceLocation& location) {
    return location;
  }
};
struct IgnoreLocationPolicy {
  static constexpr SourceLocation Keep(const SourceLocation&) { return {}; }
};
using DefaultLocationPolicy = KeepLocationPolicy;

template <typename T, typename WeaknessTag, typename WriteBarrierPolicy,
          typename CheckingPolicy = DefaultMemberCheckingPolicy,
          typename StorageType = DefaultMemberStorage>
class BasicMember;

template <typename T, typename WeaknessPolicy,
          typename LocationPolicy = DefaultLocationPolicy,
          typename CheckingPolicy = DefaultPersistentCheckingPolicy>
class BasicPersistent;

template <typename T, typename WeaknessPolicy,
          typename LocationPolicy = DefaultLocationPolicy,
          typename CheckingPolicy = DefaultCrossThreadPersistentCheckingPolicy>
class BasicCrossThreadPersistent;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_POINTER_POLICIES_H_
