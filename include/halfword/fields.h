// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_FIELDS and its companions: how a class says what it holds.
//
//   class Element : public Node, public Listener {
//    public:
//     ...
//    private:
//     halfword::Member<Attr> attributes_;
//     halfword::Member<Element> children_[4];
//     uint32_t flags_ = 0;
//     HALFWORD_FIELDS(Element, attributes_, children_, flags_)
//     HALFWORD_BASES(Element, Node, Listener)
//   };
//
// From these lines come the collector's reference map, the names in snapshots,
// the layout in images and what Heap::Verify() checks.
//
//   HALFWORD_FIELDS(Class, field...)
//     Lists all fields of the class itself, up to 256; a class that has none
//     lists none. Class is its own name without template arguments. It may
//     stand anywhere in the class, changes no access and keeps an aggregate
//     one. A forgotten field is an error that names its neighbour, unless
//     padding hides it; then Heap::Verify() finds it when it holds a reference.
//   HALFWORD_BASES(Class, base...)
//     Lists, in the order of the class head, the managed base (which stands
//     first), the mixins, and the plain bases that have fields.
//     GarbageCollected<Class> is not listed.
//   HALFWORD_TRAILING(Class, Element)
//     As many Elements as fit follow the object, from the first multiple of
//     alignof(Element) at or after sizeof(Class): see TrailingArray(). An
//     Element is what a field may be. Such a class has no derived ones, unless
//     they repeat the line and add no bytes.
//   HALFWORD_IMMUTABLE(Class)
//     Its objects never change once another refers to them, and the program
//     never asks whether two equal ones are the same: `halfword image pack
//     --deduplicate` may make one of them. Such a class has numbers, Members,
//     Taggeds and Strings.
//   HALFWORD_BITS(Struct), inside a struct that has nothing but numbers
//     The struct is one number of at most 8 bytes. Bit-fields have no address
//     and cannot be listed, so they go into such a struct:
//       struct Flags {
//         uint32_t kind : 4;
//         uint32_t is_open : 1;
//         HALFWORD_BITS(Flags)
//       };
//       Flags flags_;
//   HALFWORD_OPAQUE(Type); outside of any namespace
//     The foreign type holds nothing that the heap should see. Objects with
//     such a field cannot be stored in an image.
//
// What a field may be: Member and its relatives, Tagged, EphemeronPair, a
// number, an enumeration, an atomic number; a struct that itself has
// HALFWORD_FIELDS (it need not be managed); arrays of these, std::array too;
// and anything that is foreign to the heap, such as a host pointer or a
// std::mutex, which is opaque. A class of the program that is neither is
// refused, because it could hide a Member, and so is a standard container of
// it; what a smart pointer owns is looked at only as far as it is listed.
//
// A field of another type than an array of bytes takes alignas on its type, not
// on the field. Of a union, list one alternative that covers it; if that may be
// a reference, write Trace by hand.
//
// The check looks at the class where it is complete, for a template where it is
// used; what fields point to must be complete where objects are made.

#ifndef HALFWORD_FIELDS_H_
#define HALFWORD_FIELDS_H_

#include <cstddef>

#include "halfword/internal/field_access.h"
#include "halfword/internal/field_list.h"
#include "halfword/internal/for_each.h"

#define HALFWORD_FIELDS(...) HALFWORD_INTERNAL_FIELDS(__VA_ARGS__)

#define HALFWORD_BASES(Class, ...)                                    \
  friend ::halfword::internal::BaseAccess;                            \
  static constexpr ::halfword::internal::BaseList<Class, __VA_ARGS__> \
  HalfwordBases(::halfword::internal::ClassTag<Class>) {              \
    return {};                                                        \
  }

#define HALFWORD_TRAILING(Class, ...)                              \
  friend ::halfword::internal::TrailingAccess;                     \
  static constexpr ::halfword::internal::TrailingList<__VA_ARGS__> \
  HalfwordTrailing(::halfword::internal::ClassTag<Class>) {        \
    return {};                                                     \
  }

#define HALFWORD_IMMUTABLE(Class)               \
  friend ::halfword::internal::ImmutableAccess; \
  static constexpr void HalfwordImmutable(      \
      ::halfword::internal::ClassTag<Class>) {}

#define HALFWORD_BITS(Struct)               \
  friend ::halfword::internal::FieldAccess; \
  static constexpr void HalfwordBits(::halfword::internal::ClassTag<Struct>) {}

#define HALFWORD_OPAQUE(...) \
  template <>                \
  struct halfword::internal::IsOpaque<__VA_ARGS__> : std::true_type {}

// offsetof is good for every class without virtual bases on the compilers that
// are supported, although they warn where the standard does not promise it.
// clang-format off: it does not know that _Pragma ends a statement.
#define HALFWORD_INTERNAL_FIELDS(Class, ...)                                \
  friend ::halfword::internal::FieldAccess;                                 \
  static constexpr auto HalfwordFields(                                     \
      ::halfword::internal::ClassTag<Class>) {                              \
    _Pragma("GCC diagnostic push")                                          \
    _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"")                \
    constexpr ::halfword::internal::FieldList<                              \
        Class HALFWORD_INTERNAL_FOR_EACH(HALFWORD_INTERNAL_TYPE, Class,     \
                                         __VA_ARGS__)>                      \
        halfword_list = {{HALFWORD_INTERNAL_FOR_EACH(                       \
            HALFWORD_INTERNAL_PLACE, Class, __VA_ARGS__)}};                 \
    _Pragma("GCC diagnostic pop")                                           \
    constexpr ::halfword::internal::ListCheck halfword_check =              \
        ::halfword::internal::CheckFieldList(halfword_list);                \
    static_assert(                                                          \
        !halfword_check.Is(::halfword::internal::ListFault::kMissingAll),   \
        "halfword: " #Class " has a field or a base that is not listed");   \
    HALFWORD_INTERNAL_FOR_EACH(HALFWORD_INTERNAL_CHECK, Class, __VA_ARGS__) \
    return halfword_list;                                                   \
  }
// clang-format on

#define HALFWORD_INTERNAL_TYPE(Class, field) , decltype(Class::field)

#define HALFWORD_INTERNAL_PLACE(Class, field)                          \
  ::halfword::internal::MakeFieldPlace<Class, decltype(Class::field)>( \
      #field, __builtin_offsetof(Class, field)),

#define HALFWORD_INTERNAL_CHECK(Class, field)                                 \
  static_assert(!halfword_check.Is(                                           \
                    ::halfword::internal::ListFault::kMissingBefore, #field), \
                "halfword: a field or a base is missing before `" #field      \
                "` of " #Class                                                \
                ": list it in HALFWORD_FIELDS or HALFWORD_BASES");            \
  static_assert(!halfword_check.Is(                                           \
                    ::halfword::internal::ListFault::kMissingAfter, #field),  \
                "halfword: a field is missing after `" #field "` of " #Class  \
                ": list it in HALFWORD_FIELDS");                              \
  static_assert(!halfword_check.Is(                                           \
                    ::halfword::internal::ListFault::kListedTwice, #field),   \
                "halfword: `" #field "` of " #Class " is listed twice");      \
  static_assert(!halfword_check.Is(                                           \
                    ::halfword::internal::ListFault::kListedByBase, #field),  \
                "halfword: `" #field                                          \
                "` is already listed by a base of " #Class);

#endif  // HALFWORD_FIELDS_H_
