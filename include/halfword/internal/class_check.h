// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a class must be to have objects in a heap, said by the compiler where
// the first object is made. What only the linker's final layout shows is
// checked again when the class is registered (src/types/layout_check.h).

#ifndef HALFWORD_INTERNAL_CLASS_CHECK_H_
#define HALFWORD_INTERNAL_CLASS_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/internal/field_access.h"
#include "halfword/internal/field_fault.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/field_traits.h"
#include "halfword/internal/report_field.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline constexpr size_t kObjectAlignmentMax = 16;
// Of listed managed bases and mixins.
inline constexpr size_t kBaseCountMax = 16;

template <typename Base, typename Class>
constexpr void CheckBaseRelation() {
  static_assert(std::is_base_of_v<Base, Class> && !std::is_same_v<Base, Class>,
                "halfword: a class in HALFWORD_BASES is no base of this class");
  static_assert(
      !IsManaged<Base>() || requires(Class* c) { static_cast<Base*>(c); },
      "halfword: managed bases and mixins are public, and occur once");
  static_assert(
      !IsManaged<Base>() || requires(Base* b) { static_cast<Class*>(b); },
      "halfword: managed bases and mixins are not virtual bases");
}

template <typename Base, typename Class>
constexpr void CheckBase() {
  CheckBaseRelation<Base, Class>();
  if constexpr (IsGarbageCollectedTypeV<Base>) {
    static_assert(std::is_polymorphic_v<Base> ||
                      !std::is_polymorphic_v<Class> || std::is_empty_v<Base>,
                  "halfword: this class adds a vtable pointer under a managed "
                  "base that has none, which moves the base away from the "
                  "start of the object: make the base polymorphic too");
  }
  if constexpr (IsManaged<Base>() && FieldAccess::ListsFields<Class>() &&
                !FieldAccess::DeclaresTrace<Class>() &&
                !std::is_same_v<Base, GarbageCollectedMixin>) {
    static_assert(!FieldAccess::DeclaresTrace<Base>(),
                  "halfword: a base of this class has a hand-written Trace, "
                  "which lists of fields cannot call: write Trace in this "
                  "class too, and call the base's from it");
  }
}

template <typename Class, typename... Bases>
constexpr void CheckBases(BaseList<Class, Bases...>) {
  (CheckBase<Bases, Class>(), ...);
  constexpr size_t kManagedCount =
      (size_t{0} + ... + static_cast<size_t>(IsGarbageCollectedTypeV<Bases>));
  static_assert(kManagedCount <= 1,
                "halfword: an object starts with its managed base, so there is "
                "one only: make the other a GarbageCollectedMixin");
  static_assert((size_t{0} + ... + static_cast<size_t>(IsManaged<Bases>())) <=
                    kBaseCountMax,
                "halfword: a class has at most 16 managed bases and mixins");
  if constexpr (IsGarbageCollectedTypeV<Class>) {
    // An empty root stays at the start of the object, whatever comes after it.
    using Root = typename Class::ParentMostGarbageCollectedType;
    static_assert(std::is_polymorphic_v<Root> ||
                      !std::is_polymorphic_v<Class> || std::is_empty_v<Root>,
                  "halfword: this class adds a vtable pointer under a managed "
                  "base that has none, which moves the base away from the "
                  "start of the object: make the base polymorphic too");
    if constexpr (FieldAccess::ListsFields<Class>()) {
      static_assert(kManagedCount == 1 || std::is_same_v<Root, Class>,
                    "halfword: this class derives from a managed class: list "
                    "it in HALFWORD_BASES");
      static_assert(
          !std::is_base_of_v<GarbageCollectedMixin, Class> ||
              (std::is_base_of_v<GarbageCollectedMixin, Bases> || ...),
          "halfword: this class derives from a mixin: list it in "
          "HALFWORD_BASES");
    }
  }
}

// HALFWORD_TRAILING takes what a field may be. Elements of containers come here
// too, so what is wrong with them is said as of a field.
template <typename Class, typename Element>
constexpr void CheckTrailing() {
  constexpr FieldFault kFault = FieldFaultOf<FieldElement<Element>>();
  if constexpr (kFault != FieldFault::kNone) {
    constexpr char kText[] = "(elements)";
    constexpr auto kName = MakeFieldName<sizeof(kText)>(kText);
    static_assert(ReportField<Class, kName, Element, kFault>::kChecked);
  }
  static_assert(alignof(Element) <= kObjectAlignmentMax,
                "halfword: objects are aligned to 16 bytes at most");
}

// A derived class would put its fields where the array begins.
template <typename Class, typename... Bases>
constexpr bool InheritsMovedTrailing(BaseList<Class, Bases...>) {
  using Own = typename decltype(FieldAccess::Trailing<Class>())::Type;
  const auto is_moved = []<typename Base>(std::type_identity<Base>) {
    using Inherited = typename decltype(FieldAccess::Trailing<Base>())::Type;
    return !std::is_void_v<Inherited> &&
           !(std::is_same_v<Own, Inherited> && sizeof(Base) == sizeof(Class));
  };
  static_cast<void>(is_moved);
  return (is_moved(std::type_identity<Bases>()) || ...);
}

template <typename Class>
constexpr void CheckManagedClass() {
  static_assert(std::is_same_v<Class, std::remove_cv_t<Class>>);
  static_assert(IsGarbageCollectedOrMixinTypeV<Class>,
                "halfword: this class is not managed: derive it from "
                "GarbageCollected<Class>, once and publicly");
  static_assert(
      FieldAccess::ListsFields<Class>() || FieldAccess::HasOwnTrace<Class>(),
      "halfword: this class lists no fields and has no Trace of its own: add "
      "HALFWORD_FIELDS(Class, fields...), empty where it has none, or a public "
      "void Trace(halfword::Visitor*) const");
  static_assert(alignof(Class) <= kObjectAlignmentMax,
                "halfword: objects are aligned to 16 bytes at most");
  constexpr auto kBases = FieldAccess::Bases<Class>();
  CheckBases(kBases);
  static_assert(!InheritsMovedTrailing(kBases),
                "halfword: a base of this class has a trailing array, which "
                "begins where the fields of this class lie");
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_CLASS_CHECK_H_
