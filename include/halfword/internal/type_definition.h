// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From a class to its TypeInfo: TypeInfoOf<T>(). What the compiler knows is put
// into a TypeDefinition, a constant; the first use of the class hands it to
// RegisterType(), which works out the rest (src/types/type_registry.h).

#ifndef HALFWORD_INTERNAL_TYPE_DEFINITION_H_
#define HALFWORD_INTERNAL_TYPE_DEFINITION_H_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "halfword/custom_space.h"
#include "halfword/internal/backing_kind.h"
#include "halfword/internal/base_layout.h"
#include "halfword/internal/class_check.h"
#include "halfword/internal/field_table.h"
#include "halfword/internal/finalizer_trait.h"
#include "halfword/internal/type_info.h"
#include "halfword/internal/type_name.h"
#include "halfword/trace_trait.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

// A type without a fixed size has one allocation buffer a size class, as many
// as there can be.
inline constexpr uint32_t kVariableBufferCount = 64;
// Types that would need a buffer index beyond get none, and allocate out of
// line. Every heap reserves this many (4 MiB of address space, touched lazily).
inline constexpr uint32_t kBufferIndexMax = uint32_t{1} << 18;

struct BaseDefinition {
  const TypeInfo* type;
  ptrdiff_t offset;
};

struct BaseDefinitions {
  size_t count = 0;
  BaseDefinition items[kBaseCountMax] = {};
};

struct TypeDefinition {
  TypeSlot* slot;
  const char* name;
  uint32_t object_bytes;
  uint16_t alignment;
  uint16_t space_index;
  bool lists_fields;
  bool hides_bases;
  bool polymorphic;
  bool is_mixin;
  bool is_abstract;
  bool is_immutable;
  BackingKind backing;
  KeyHash key_hash;
  CleanEntriesCallback clean_entries;
  std::span<const FieldInfo> fields;
  const FieldInfo* trailing;  // null: none
  TraceCallback trace;        // null: by the fields
  DestroyCallback destroy;    // null: nothing to destroy
  bool has_prefinalizer;
  NameCallback name_of;
  SourcePositionCallback source_position_of;
  // Registers the managed base and the mixins, and gives them with their
  // offsets.
  BaseDefinitions (*bases)();
  // Whether plain bases lie where the field tables have them.
  bool (*bases_are_in_place)();
};

// Makes the TypeInfo, unless another thread did. Aborts with one line where the
// class is laid out in a way that the heap cannot use.
// Threads: any.
HALFWORD_COLD const TypeInfo& RegisterType(const TypeDefinition& definition);

// The one TypeInfo of T. The first call registers T and its bases.
// Threads: any. Cost: one load, later.
template <typename T>
const TypeInfo& TypeInfoOf();

// What the marker calls is a Trace(Visitor*) const, by way of the TraceTrait.
template <typename T>
inline constexpr bool kHasCustomTrace = FieldAccess::HasOwnTrace<T>();

// At most capacity - 1 bytes and NUL; whole characters where text is UTF-8.
size_t CopyName(std::string_view name, char* buffer, size_t capacity);

template <typename T>
concept HasName = requires(const T& object) {
  { object.GetHumanReadableName() } -> std::convertible_to<std::string_view>;
};

template <typename T>
constexpr NameCallback NameCallbackOf() {
  if constexpr (HasName<T>) {
    return [](const void* object, char* buffer, size_t capacity) {
      const auto name = static_cast<const T*>(object)->GetHumanReadableName();
      if constexpr (std::is_pointer_v<decltype(name)>) {
        if (name == nullptr) return CopyName("", buffer, capacity);
      }
      return CopyName(name, buffer, capacity);
    };
  } else {
    return nullptr;
  }
}

// SourcePosition is complete where a class has the function.
template <typename T>
concept HasSourcePosition = requires(const T& object) {
  requires std::same_as<
      std::remove_cvref_t<decltype(object.GetSourcePosition())>,
      SourcePosition>;
};

template <typename T>
constexpr SourcePositionCallback SourcePositionCallbackOf() {
  if constexpr (HasSourcePosition<T>) {
    return [](const void* object) {
      // A copy, if the function returns a reference.
      auto position = static_cast<const T*>(object)->GetSourcePosition();
      return position;
    };
  } else {
    return nullptr;
  }
}

template <typename T>
constexpr DestroyCallback DestroyCallbackOf() {
  if constexpr (!std::is_abstract_v<T> && !IsGarbageCollectedMixinTypeV<T>) {
    return FinalizerTrait<T>::kCallback;
  } else {
    return nullptr;
  }
}

// From HALFWORD_USING_PRE_FINALIZER, in the class or in a base. Where two bases
// have one, the class has none of that name.
template <typename T>
constexpr bool HasPrefinalizer() {
  const auto is_in_bases = []<typename... Bases>(BaseList<T, Bases...>) {
    return (HasPrefinalizer<Bases>() || ...);
  };
  return requires { &T::HalfwordInvokePrefinalizer; } ||
         is_in_bases(FieldAccess::Bases<T>());
}

template <typename T>
constexpr uint16_t SpaceIndexOf() {
  using Space = typename SpaceTrait<T>::Space;
  if constexpr (std::is_void_v<Space>) {
    return 0;
  } else {
    constexpr CustomSpaceIndex kIndex = Space::kSpaceIndex;
    static_assert(kIndex.value < 0xffff,
                  "halfword: indices of custom spaces count from 0");
    return static_cast<uint16_t>(kIndex.value + 1);
  }
}

template <typename Element>
inline constexpr FieldInfo kTrailingInfo = MakeFieldInfo<Element>("", 0);

template <typename T, typename Element>
constexpr const FieldInfo* TrailingInfoOf(TrailingList<Element>) {
  if constexpr (std::is_void_v<Element>) {
    return nullptr;
  } else {
    CheckTrailing<T, Element>();
    return &kTrailingInfo<Element>;
  }
}

// A class with a hand-written Trace need not list its bases. Those between it
// and its root are then unknown.
template <typename T, typename... Bases>
constexpr bool HidesBases(BaseList<T, Bases...>) {
  if constexpr (IsGarbageCollectedTypeV<T>) {
    return !(IsGarbageCollectedTypeV<Bases> || ...) &&
           !std::is_same_v<typename T::ParentMostGarbageCollectedType, T>;
  } else {
    return false;
  }
}

// Its root stands for bases that a class hides.
template <typename T, typename... Bases>
constexpr auto BasesOrRoot(BaseList<T, Bases...> list) {
  if constexpr (HidesBases(list)) {
    return BaseList<T, typename T::ParentMostGarbageCollectedType>();
  } else {
    return list;
  }
}

template <typename T, typename... Bases>
BaseDefinitions ManagedBases(BaseList<T, Bases...>) {
  BaseDefinitions bases;
  [[maybe_unused]] const auto add = [&]<typename Base>(
                                        std::type_identity<Base>) {
    if constexpr (IsManaged<Base>() &&
                  !std::is_same_v<Base, GarbageCollectedMixin>) {
      bases.items[bases.count++] = {&TypeInfoOf<Base>(), BaseOffset<T, Base>()};
    }
  };
  (add(std::type_identity<Bases>()), ...);
  return bases;
}

template <typename T>
bool BasesAreInPlace();

template <typename T, typename... Bases>
bool OwnBasesAreInPlace(BaseList<T, Bases...>) {
  [[maybe_unused]] size_t index = 0;
  [[maybe_unused]] const auto is_in_place =
      [&]<typename Base>(std::type_identity<Base>) {
        const ptrdiff_t expected = kBaseOffsets<T>.offsets[index++];
        return !kIsPlainBase<Base> || BaseOffset<T, Base>() == expected;
      };
  return (is_in_place(std::type_identity<Bases>()) && ...);
}

template <typename T, typename... Types>
bool NestedBasesAreInPlace(FieldList<T, Types...>) {
  return (BasesAreInPlace<FieldElement<Types>>() && ...);
}

template <typename T>
bool BasesAreInPlace() {
  if constexpr (!WordField<T>::kIsWord && FieldAccess::ListsFields<T>()) {
    return OwnBasesAreInPlace(FieldAccess::Bases<T>()) &&
           NestedBasesAreInPlace(FieldAccess::Fields<T>());
  } else {
    return true;
  }
}

// What an object that never changes may have: no weak reference, which a
// collection clears, and nothing that a tool could not compare.
constexpr bool NeverChanges(std::span<const FieldInfo> fields) {
  for (const FieldInfo& field : fields) {
    switch (field.kind) {
      case FieldKind::kMember:
      case FieldKind::kTagged:
      case FieldKind::kString:
      case FieldKind::kScalar:
        break;
      case FieldKind::kStruct:
        if (!NeverChanges(field.nested->fields)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

template <typename Base>
constexpr bool IsImmutableAsBase() {
  if constexpr (!IsManaged<Base>() || std::is_empty_v<Base>) {
    return true;
  } else {
    return ImmutableAccess::IsDeclared<Base>();
  }
}

template <typename T, typename... Bases>
constexpr bool HasImmutableBases(BaseList<T, Bases...>) {
  return (IsImmutableAsBase<Bases>() && ...);
}

// Whether the class says HALFWORD_IMMUTABLE, and may.
template <typename T>
constexpr bool CheckImmutable() {
  if constexpr (!ImmutableAccess::IsDeclared<T>()) {
    return false;
  } else {
    static_assert(FieldAccess::ListsFields<T>() && !kHasCustomTrace<T>,
                  "halfword: a class with HALFWORD_IMMUTABLE lists its fields");
    if constexpr (FieldAccess::ListsFields<T>()) {
      static_assert(NeverChanges(kFieldTable<T>.span()),
                    "halfword: a class with HALFWORD_IMMUTABLE has numbers, "
                    "Members, Taggeds and Strings, and no field of another "
                    "kind: weak references and MutableStrings change");
    }
    constexpr const FieldInfo* kElement =
        TrailingInfoOf<T>(FieldAccess::Trailing<T>());
    if constexpr (kElement != nullptr) {
      static_assert(NeverChanges({kElement, 1}),
                    "halfword: the trailing array of a class with "
                    "HALFWORD_IMMUTABLE has numbers, Members, Taggeds and "
                    "Strings");
    }
    static_assert(HasImmutableBases(FieldAccess::Bases<T>()),
                  "halfword: bases with fields of a class with "
                  "HALFWORD_IMMUTABLE say it, too");
    return true;
  }
}

template <typename T>
constexpr TypeDefinition MakeTypeDefinition() {
  CheckManagedClass<T>();
  TypeDefinition definition = {};
  definition.slot = &type_slot<T>;
  definition.name = kTypeName<T>;
  definition.object_bytes = static_cast<uint32_t>(sizeof(T));
  definition.alignment = static_cast<uint16_t>(alignof(T));
  definition.space_index = SpaceIndexOf<T>();
  definition.lists_fields = FieldAccess::ListsFields<T>();
  definition.hides_bases = HidesBases(FieldAccess::Bases<T>());
  definition.polymorphic = std::is_polymorphic_v<T>;
  definition.is_mixin = IsGarbageCollectedMixinTypeV<T>;
  definition.is_abstract = std::is_abstract_v<T>;
  definition.is_immutable = CheckImmutable<T>();
  definition.backing = kBackingKind<T>;
  definition.key_hash = kBackingKeyHash<T>;
  definition.clean_entries = kCleanEntries<T>;
  if constexpr (FieldAccess::ListsFields<T>()) {
    definition.fields = kFieldTable<T>.span();
  }
  definition.trailing = TrailingInfoOf<T>(FieldAccess::Trailing<T>());
  if constexpr (kHasCustomTrace<T>) definition.trace = &TraceTrait<T>::Trace;
  definition.destroy = DestroyCallbackOf<T>();
  definition.has_prefinalizer = HasPrefinalizer<T>();
  definition.name_of = NameCallbackOf<T>();
  definition.source_position_of = SourcePositionCallbackOf<T>();
  definition.bases = [] {
    return ManagedBases(BasesOrRoot(FieldAccess::Bases<T>()));
  };
  definition.bases_are_in_place = &BasesAreInPlace<T>;
  return definition;
}

template <typename T>
inline constexpr TypeDefinition kTypeDefinition = MakeTypeDefinition<T>();

template <typename T>
const TypeInfo& TypeInfoOf() {
  using Class = std::remove_cv_t<T>;
  const TypeInfo* const info =
      type_slot<Class>.info.load(std::memory_order_acquire);
  if (__builtin_expect(info != nullptr, true)) return *info;
  return RegisterType(kTypeDefinition<Class>);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_TYPE_DEFINITION_H_
