// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What an entry of a hash table looks like in its backing store, and how its
// parts are written so that a marker may read them at any moment: each is
// copied from one that is complete, so that a reference is written once, by the
// atomic store that Members use (design/tables.md#req.table.marker).
//
// The fields are called hash, key and value. An entry of a set is the key
// itself; one of a map from WeakMember to Member is an EphemeronPair, or the
// like of one.

#ifndef HALFWORD_INTERNAL_HASH_SLOT_H_
#define HALFWORD_INTERNAL_HASH_SLOT_H_

#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "halfword/ephemeron_pair.h"
#include "halfword/fields.h"
#include "halfword/hash_traits.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/base_layout.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/element_making.h"
#include "halfword/internal/elements.h"
#include "halfword/internal/field_fault.h"
#include "halfword/internal/field_traits.h"
#include "halfword/internal/parts.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <typename K>
struct HashedKey {
  uint32_t hash;
  K key;
  HALFWORD_FIELDS(HashedKey, hash, key)
};

template <typename K, typename V>
struct KeyAndValue {
  K key;
  V value;
  HALFWORD_FIELDS(KeyAndValue, key, value)
};

template <typename K, typename V>
struct HashedKeyAndValue {
  uint32_t hash;
  K key;
  V value;
  HALFWORD_FIELDS(HashedKeyAndValue, hash, key, value)
};

// An EphemeronPair of Members with policies of the program's own, which add
// nothing to the word: who describes a pair checks that.
template <typename K, typename V>
struct EphemeronEntry {
  K key;
  V value;
};
template <typename K, typename V>
struct PairField<EphemeronEntry<K, V>> {
  static constexpr bool kIsPair = true;
  using Key = typename WordField<K>::Target;
  using Value = typename WordField<V>::Target;
};

template <typename T>
constexpr bool IsWeakField() {
  if constexpr (WordField<T>::kIsWord) {
    return WordField<T>::kKind == FieldKind::kWeakMember;
  } else {
    return false;
  }
}
template <typename T>
constexpr bool IsStrongField() {
  if constexpr (WordField<T>::kIsWord) {
    return WordField<T>::kKind == FieldKind::kMember;
  } else {
    return false;
  }
}
template <typename T>
constexpr bool IsTaggedField() {
  if constexpr (WordField<T>::kIsWord) {
    return WordField<T>::kKind == FieldKind::kTagged;
  } else {
    return false;
  }
}

// Whether a part of a T is a reference that keeps what it refers to alive, or
// may: what that is could lead to the weak key of the T. (A String leads to
// nothing.)
template <typename T>
struct IsHoldingPart {
  static constexpr bool value = IsStrongField<T>() || PairField<T>::kIsPair;
};
template <typename T>
struct IsTaggedPart {
  static constexpr bool value = IsTaggedField<T>();
};

// Whether a weak reference is null, or as good as null.
template <typename T>
HALFWORD_ALWAYS_INLINE bool IsGone(const T& weak) {
  const auto raw = weak.GetRawStorage();
  return raw.IsCleared() || HasDied(raw.GetAsInteger());
}

template <typename T>
constexpr void CheckEntryPart() {
  static_assert(std::is_trivially_destructible_v<T>,
                "halfword: keys and values of tables in the heap have no "
                "destructor: nobody would call it");
  static_assert(std::is_nothrow_move_constructible_v<T>,
                "halfword: keys and values of tables must not throw when they "
                "are moved");
}

// Whether a part of a T is a weak reference, other than all of it.
template <typename T>
struct IsWeakPart {
  static constexpr bool value = IsWeakField<T>() || PairField<T>::kIsPair;
};
template <typename T>
constexpr bool HasWeakFields() {
  return !IsWeakField<T>() && AnyPart<IsWeakPart, T>();
}

template <typename Traits>
concept IgnoresWeakFields = requires { requires Traits::kIgnoresWeakFields; };

template <typename K, typename Traits>
constexpr void CheckKeyType() {
  CheckEntryPart<K>();
  static_assert(!HasWeakFields<K>() || IgnoresWeakFields<Traits>,
                "halfword: a struct or array with a WeakMember is no key: when "
                "that is cleared it is another key, and never leaves the "
                "table; use a WeakMember as the key, or a managed class and a "
                "Member to it; or say kIgnoresWeakFields (hash_traits.h)");
}

// Makes a part of an entry. Requires: the place is zero.
template <typename T>
HALFWORD_ALWAYS_INLINE void MakePart(T* place,
                                     std::type_identity_t<T>&& source) {
  // Bytes may be of a class that is only moved.
  if constexpr (WordField<T>::kIsWord || (std::is_trivially_copyable_v<T> &&
                                          std::is_copy_constructible_v<T>)) {
    ::new (static_cast<void*>(place)) T(std::as_const(source));
  } else {
    ::new (static_cast<void*>(place)) T(std::move(source));
  }
}

// The same of a part of a table that is cleaned after the pause: all of its
// weak references are looked at then, so the barrier need not hear of one.
template <typename T>
HALFWORD_ALWAYS_INLINE void MakeCleanedPart(T* place,
                                            std::type_identity_t<T>&& source) {
  if constexpr (IsWeakField<T>()) {
    __atomic_store_n(reinterpret_cast<AnyWord*>(place),
                     source.GetRawStorage().GetAsInteger(), __ATOMIC_RELEASE);
  } else {
    MakePart(place, std::move(source));
  }
}

// Moves a part to a backing that nothing refers to yet. A marker will trace all
// of that, so the barrier need not hear of each word: with it, moving a million
// entries while a cycle marks took five times as long.
template <typename T>
HALFWORD_ALWAYS_INLINE void MovePart(T* place, T* source) {
  if constexpr (WordField<T>::kIsWord) {
    std::memcpy(static_cast<void*>(place), static_cast<const void*>(source),
                sizeof(T));
  } else {
    MakePart(place, std::move(*source));
  }
}

// Specialised by the tables that are containers themselves: what is assigned to
// one frees the backing that it had.
template <typename T>
inline constexpr bool kIsTable = false;

// Leaves no reference behind, and keeps what a marker does not look at. Runs no
// constructor or assignment of the program's, which may allocate: cleaning is
// done where nothing may.
template <typename T>
HALFWORD_ALWAYS_INLINE void ClearPart(T* place);

template <typename Type>
void ClearFieldAt(uintptr_t address) {
  using Part = FieldElement<Type>;
  // What holds none may be a C++ reference, to which nothing points.
  if constexpr (HoldsReferences<Part>()) {
    for (size_t i = 0; i < kFieldCount<Type>; ++i) {
      ClearPart(reinterpret_cast<Part*>(address + i * sizeof(Part)));
    }
  }
}
template <typename Class, typename... Types, typename... Bases>
void ClearFields(uintptr_t address, const FieldList<Class, Types...>& list,
                 BaseList<Class, Bases...>) {
  [[maybe_unused]] size_t base = 0;
  (ClearFieldAt<Bases>(address + kBaseOffsets<Class>.offsets[base++]), ...);
  [[maybe_unused]] size_t field = 0;
  (ClearFieldAt<Types>(address + list.places[field++].offset), ...);
}

template <typename T>
HALFWORD_ALWAYS_INLINE void ClearPart(T* place) {
  if constexpr (!HoldsReferences<T>()) {
    return;
  } else if constexpr (!std::is_same_v<FieldElement<T>, T>) {
    ClearFieldAt<T>(reinterpret_cast<uintptr_t>(place));
  } else if constexpr (kZeroIsDefault<T> || kIsTable<T>) {
    *place = T();
  } else {
    ClearFields(reinterpret_cast<uintptr_t>(place), FieldAccess::Fields<T>(),
                FieldAccess::Bases<T>());
  }
}

// Refuses, in all builds, what no table can hold.
template <typename K>
HALFWORD_ALWAYS_INLINE void CheckKey(const K& key) {
  if constexpr (WordField<K>::kIsWord && IsStrongField<K>()) {
    HALFWORD_CHECK(!key.GetRawStorage().IsSentinel(),
                   "the sentinel is no key: use another object, or nullptr");
  } else if constexpr (IsWeakField<K>()) {
    HALFWORD_CHECK(IsReference(key.GetRawStorage().GetAsInteger()),
                   "nullptr and the sentinel are no keys of a weak table, "
                   "which takes them for dead ones: use an object");
  }
}

// A key of that container from what it is looked up by.
template <typename K, typename Q>
HALFWORD_ALWAYS_INLINE K MakeKey(const void* container, Q&& key) {
  K made = MakeElement<K>(container, std::forward<Q>(key));
  if constexpr (!std::is_same_v<std::remove_cvref_t<Q>, K>) CheckKey(made);
  return made;
}

// The entries of a set.
template <typename K, typename Traits>
struct SetEntries {
  static constexpr BackingKind kBackingKind = BackingKind::kTable;
  static constexpr KeyHash kKeyHash = KeyHashOf<Traits>();
  static constexpr bool kHasHash = StoresHash<Traits>;
  static constexpr bool kNotesHashes = internal::kNotesHashes<Traits>;
  static constexpr bool kIsWeak = IsWeakField<K>();
  static constexpr bool kHasWeakValue = false;
  // Whether all weak references of an entry are its key and its value.
  static constexpr bool kIsCleanable = kIsWeak;
  static constexpr bool HoldsMore() { return false; }
  using Slot = std::conditional_t<kHasHash, HashedKey<K>, K>;

  static const K& KeyOf(const Slot& slot) {
    if constexpr (kHasHash) {
      return slot.key;
    } else {
      return slot;
    }
  }
  static K& KeyOf(Slot& slot) {
    return const_cast<K&>(KeyOf(std::as_const(slot)));
  }
  static bool IsVanished(const Slot& slot) {
    if constexpr (kIsWeak) {
      return IsGone(KeyOf(slot));
    } else {
      return false;
    }
  }
  static bool IsKeyVanished(const Slot& slot) { return IsVanished(slot); }
  // Whether the program can know nothing of the entry any more.
  static bool IsLost(const Slot& slot) { return IsVanished(slot); }
  // What becomes an entry.
  using NewEntry = K;
  static const K& KeyOfNew(const NewEntry& entry) { return entry; }
  static void Make(Slot* slot, uint32_t hash, NewEntry&& key) {
    if constexpr (kHasHash) slot->hash = hash;
    MakeCleanedPart(&KeyOf(*slot), std::move(key));
  }
  static void Move(Slot* target, Slot* source) {
    if constexpr (kHasHash) target->hash = source->hash;
    MovePart(&KeyOf(*target), &KeyOf(*source));
  }
  static void Clear(Slot* slot) { ClearPart(&KeyOf(*slot)); }
  // The entry that the program gets a reference to: null for whoever holds an
  // iterator from before the collection in which it died, and a whole address,
  // which a scan of the stack finds (design/tables.md#req.table.clean).
  static Slot* Expose(Slot* slot) {
    if constexpr (kIsWeak) {
      slot = WholeAddress(slot);
      if (heaps_with_tables_to_clean != 0 && IsLost(*slot)) Clear(slot);
    }
    return slot;
  }
};

// The entries of a map.
template <typename K, typename V, typename Traits>
struct MapEntries {
  static constexpr BackingKind kBackingKind = BackingKind::kTable;
  static constexpr KeyHash kKeyHash = KeyHashOf<Traits>();
  static constexpr bool kIsEphemeron = IsWeakField<K>() && IsStrongField<V>();
  // A pair of references has no room for one, as the map says.
  static constexpr bool kHasHash = StoresHash<Traits> && !kIsEphemeron;
  static constexpr bool kNotesHashes = internal::kNotesHashes<Traits>;
  static constexpr bool kIsWeak = IsWeakField<K>() || IsWeakField<V>();
  static constexpr bool kHasWeakValue = IsWeakField<V>();
  // As of a set. Other parts may have weak fields of their own.
  static constexpr bool kIsCleanable =
      kIsWeak && !HasWeakFields<K>() && !HasWeakFields<V>();
  // Whether what a weak reference refers to may die while the entry still holds
  // something. A collection marks that, so that it dies with the next one.
  static constexpr bool HoldsMore() {
    return kIsWeak && !kIsEphemeron &&
           ((HoldsReferences<K>() && !IsWeakField<K>()) ||
            (HoldsReferences<V>() && !IsWeakField<V>()));
  }

  // Deferred, since K and V may be incomplete where a map is a field.
  template <typename Key, typename Value>
  struct SlotOf {
    using Type = KeyAndValue<Key, Value>;
  };
  template <typename Key, typename Value>
    requires(IsWeakField<Key>() && IsStrongField<Value>())
  struct SlotOf<Key, Value> {
    using Type = EphemeronEntry<Key, Value>;
  };
  template <typename KeyTarget, typename ValueTarget>
  struct SlotOf<WeakMember<KeyTarget>, Member<ValueTarget>> {
    using Type = EphemeronPair<KeyTarget, ValueTarget>;
  };
  template <typename Key, typename Value>
    requires kHasHash
  struct SlotOf<Key, Value> {
    using Type = HashedKeyAndValue<Key, Value>;
  };
  using Slot = typename SlotOf<K, V>::Type;

  static const K& KeyOf(const Slot& slot) { return slot.key; }
  static K& KeyOf(Slot& slot) { return slot.key; }
  static bool IsKeyVanished(const Slot& slot) {
    if constexpr (IsWeakField<K>()) {
      return IsGone(slot.key);
    } else {
      return false;
    }
  }
  static bool IsVanished(const Slot& slot) {
    if constexpr (IsWeakField<V>()) {
      if (IsGone(slot.value)) return true;
    }
    return IsKeyVanished(slot);
  }
  // A value that is null may be about to be assigned.
  static bool IsLost(const Slot& slot) {
    if constexpr (IsWeakField<V>()) {
      if (HasDied(slot.value.GetRawStorage().GetAsInteger())) return true;
    }
    return IsKeyVanished(slot);
  }
  // What becomes an entry.
  struct NewEntry {
    K key;
    V value;
  };
  static const K& KeyOfNew(const NewEntry& entry) { return entry.key; }
  static void Make(Slot* slot, uint32_t hash, NewEntry&& made) {
    if constexpr (kHasHash) slot->hash = hash;
    if constexpr (kIsCleanable) {
      MakeCleanedPart(&slot->value, std::move(made.value));
      MakeCleanedPart(&slot->key, std::move(made.key));
    } else {
      MakePart(&slot->value, std::move(made.value));
      MakePart(&slot->key, std::move(made.key));
    }
  }
  static void Move(Slot* target, Slot* source) {
    if constexpr (kHasHash) target->hash = source->hash;
    MovePart(&target->value, &source->value);
    MovePart(&target->key, &source->key);
  }
  static void Clear(Slot* slot) {
    ClearPart(&slot->value);
    ClearPart(&slot->key);
  }
  // As of a set. A key that is not weak stays: it may be hashed and compared as
  // long as the entry is in the table.
  static Slot* Expose(Slot* slot) {
    if constexpr (kIsWeak) {
      slot = WholeAddress(slot);
      if (heaps_with_tables_to_clean != 0 && IsLost(*slot)) {
        if (IsKeyVanished(*slot)) ClearPart(&slot->key);
        ClearPart(&slot->value);
      }
    }
    return slot;
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_HASH_SLOT_H_
