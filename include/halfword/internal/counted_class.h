// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a class must be to have counted objects, said by the compiler where the
// first object is made. Its fields are looked at one by one, because nothing
// will ever trace them (design/ref_ptr.md#req.counted.no-member).

#ifndef HALFWORD_INTERNAL_COUNTED_CLASS_H_
#define HALFWORD_INTERNAL_COUNTED_CLASS_H_

#include <cstddef>
#include <type_traits>
#include <utility>

#include "halfword/internal/base_layout.h"
#include "halfword/internal/class_check.h"
#include "halfword/internal/field_access.h"
#include "halfword/internal/field_fault.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/field_table.h"
#include "halfword/internal/reference_count.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What a managed class must not have is here said in other words, and handles
// that are roots are welcome.
template <typename T>
constexpr FieldFault CountedFieldFaultOf() {
  if constexpr (IsOpaque<T>::value) {
    return FieldFault::kNone;
  } else if constexpr (HoldsReferences<T>()) {
    return FieldFault::kCountedMember;
  } else {
    switch (FieldFaultOf<T>()) {
      case FieldFault::kPersistent:
      case FieldFault::kScopedString:
        return FieldFault::kNone;
      case FieldFault::kHiddenMember:
        return FieldFault::kCountedMember;
      case FieldFault::kRawPointer:
      case FieldFault::kReference:
      case FieldFault::kHiddenPointer:
        return FieldFault::kCountedPointer;
      default:
        return FieldFaultOf<T>();
    }
  }
}

// A derived class puts its first field where the fields of its base end, which
// is into the tail padding of the base: so this one tells whether a field lies
// there, which sizeof does not. The destructor is declared, since that of the
// base may be private.
template <typename Class>
struct CountedTail : Class {
  ~CountedTail();
  char end;
};

// Whether nothing lies behind the fields that are listed.
// Requires: Class is counted, hence no plain old data, whose padding is kept.
template <typename Class>
constexpr bool ListsItsTail() {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
  if constexpr (std::is_final_v<Class> || !FieldAccess::ListsFields<Class>()) {
    return true;
  } else {
    return __builtin_offsetof(CountedTail<Class>, end) <= DataEnd<Class>();
  }
#pragma GCC diagnostic pop
}

template <typename Class>
constexpr void CheckTail() {
  static_assert(ListsItsTail<Class>(),
                "halfword: a field stands behind the last one that is listed, "
                "and could be a Member: list it in HALFWORD_FIELDS");
}

template <typename Class>
constexpr bool CheckCountedFields();

template <typename Class, size_t kIndex, typename Type>
constexpr void CheckCountedField() {
  using Element = FieldElement<Type>;
  ReportFieldFault<Class, kIndex, Type, CountedFieldFaultOf<Element>()>();
  if constexpr (FieldAccess::ListsFields<Element>() &&
                !IsOpaque<Element>::value && !HoldsReferences<Element>()) {
    CheckCountedFields<Element>();
  }
}

template <typename Base>
constexpr void CheckCountedBase() {
  static_assert(!IsManaged<Base>(),
                "halfword: an object is either counted or garbage-collected: "
                "take one of the bases away");
  static_assert(!WordField<Base>::kIsWord,
                "halfword: nothing traces a Member inside a reference-counted "
                "object: use Persistent or WeakPersistent, not a base");
  CheckPlainBase<Base>();
  if constexpr (DerivesFromRefCounted<Base>) CheckTail<Base>();
  if constexpr (FieldAccess::ListsFields<Base>() && !IsOpaque<Base>::value) {
    CheckCountedFields<Base>();
  }
}

template <typename Class, typename... Types, typename... Bases,
          size_t... kIndices>
constexpr void CheckEachCountedField(FieldList<Class, Types...>,
                                     BaseList<Class, Bases...>,
                                     std::index_sequence<kIndices...>) {
  (CheckCountedField<Class, kIndices, Types>(), ...);
  (CheckBaseRelation<Bases, Class>(), ...);
  (CheckCountedBase<Bases>(), ...);
}

template <typename Class>
constexpr bool CheckCountedFields() {
  constexpr auto kList = FieldAccess::Fields<Class>();
  CheckEachCountedField(kList, FieldAccess::Bases<Class>(),
                        FieldIndices(kList));
  return true;
}

template <typename Class>
constexpr void CheckCountedClass() {
  static_assert(DerivesFromRefCounted<Class>,
                "halfword: this class is not counted: derive it from "
                "RefCounted<Class> or ThreadSafeRefCounted<Class>, once and "
                "publicly");
  static_assert(!IsManaged<Class>(),
                "halfword: an object is either counted or garbage-collected: "
                "take one of the bases away");
  static_assert(alignof(Class) <= kObjectAlignmentMax,
                "halfword: objects are aligned to 16 bytes at most");
  static_assert(FieldAccess::ListsFields<Class>(),
                "halfword: this class lists no fields, and a Member in it "
                "would not be seen: add HALFWORD_FIELDS(Class, fields...), "
                "empty where it has none");
  if constexpr (DerivesFromRefCounted<Class>) {
    CheckTail<Class>();
    using Root = typename Class::RefCountedRoot;
    static_assert(
        std::is_same_v<Root, Class> || std::has_virtual_destructor_v<Root>,
        "halfword: the last RefPtr destroys this object as one of its counted "
        "base: give that a virtual destructor");
  }
  if constexpr (FieldAccess::ListsFields<Class>()) {
    static_assert(CheckCountedFields<Class>());
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_COUNTED_CLASS_H_
