// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FieldAccess: the friend that HALFWORD_FIELDS makes of a class, through which
// everything else asks what the class lists. HALFWORD_BASES and
// HALFWORD_TRAILING have friends of their own, because compilers warn of one
// that is named twice. The functions that the macros declare take a ClassTag of
// their class, so that those of a base are not mistaken for the class's own.

#ifndef HALFWORD_INTERNAL_FIELD_ACCESS_H_
#define HALFWORD_INTERNAL_FIELD_ACCESS_H_

#include <type_traits>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class Visitor;

namespace internal {

template <typename Class>
struct ClassTag {};

// What HALFWORD_BASES lists.
template <typename Class, typename... Bases>
struct BaseList {};

// What HALFWORD_TRAILING lists. void: no trailing array.
template <typename Element>
struct TrailingList {
  using Type = Element;
};

// Specialised for handles that are roots: Persistent and its relatives.
template <typename T>
struct IsPersistent : std::false_type {};

class BaseAccess {
 public:
  template <typename T>
  static constexpr auto Bases() {
    if constexpr (requires { T::HalfwordBases(ClassTag<T>()); }) {
      return decltype(T::HalfwordBases(ClassTag<T>()))();
    } else {
      return BaseList<T>();
    }
  }
};

class TrailingAccess {
 public:
  template <typename T>
  static constexpr auto Trailing() {
    if constexpr (requires { T::HalfwordTrailing(ClassTag<T>()); }) {
      return decltype(T::HalfwordTrailing(ClassTag<T>()))();
    } else {
      return TrailingList<void>();
    }
  }
};

class ImmutableAccess {
 public:
  template <typename T>
  static constexpr bool IsDeclared() {
    return requires { T::HalfwordImmutable(ClassTag<T>()); };
  }
};

class FieldAccess {
 public:
  template <typename T>
  static constexpr bool ListsFields() {
    return requires { T::HalfwordFields(ClassTag<T>()); };
  }
  // Requires: ListsFields<T>(). Gives a FieldList (internal/field_list.h).
  template <typename T>
  static constexpr auto Fields() {
    return T::HalfwordFields(ClassTag<T>());
  }

  // A BaseList, empty where the class lists no bases. By type alone, since it
  // is asked while the class's own functions have no bodies yet.
  template <typename T>
  static constexpr auto Bases() {
    return BaseAccess::Bases<T>();
  }

  template <typename T>
  static constexpr auto Trailing() {
    return TrailingAccess::Trailing<T>();
  }

  // T is a struct of bit-fields.
  template <typename T>
  static constexpr bool IsBits() {
    return requires { T::HalfwordBits(ClassTag<T>()); };
  }

  // T, not a base of it, has a function Trace(Visitor*) const.
  template <typename T>
  static constexpr bool DeclaresTrace() {
    if constexpr (requires { &T::Trace; }) {
      return DeclaredIn<T>(&T::Trace);
    } else {
      return false;
    }
  }

  template <typename T>
  static void Trace(Visitor* visitor, const void* object) {
    static_cast<const T*>(object)->Trace(visitor);
  }

  // Whether the marker calls Trace(): in code from Oilpan an inherited one,
  // too.
  template <typename T>
  static constexpr bool HasOwnTrace() {
    if constexpr (kOilpanMode && !ListsFields<T>()) {
      return requires(const T& object, Visitor* visitor) {
        object.Trace(visitor);
      };
    } else {
      return DeclaresTrace<T>();
    }
  }

 private:
  template <typename T, typename Owner>
  static constexpr bool DeclaredIn(void (Owner::*)(Visitor*) const) {
    return std::is_same_v<T, Owner>;
  }
  template <typename T, typename Owner>
  static constexpr bool DeclaredIn(void (Owner::*)(Visitor*) const noexcept) {
    return std::is_same_v<T, Owner>;
  }
  template <typename T, typename Other>
  static constexpr bool DeclaredIn(Other) {
    return false;
  }
};

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_FIELD_ACCESS_H_
