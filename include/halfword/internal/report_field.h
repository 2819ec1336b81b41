// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The messages that say what to do instead of a field that cannot be.

#ifndef HALFWORD_INTERNAL_REPORT_FIELD_H_
#define HALFWORD_INTERNAL_REPORT_FIELD_H_

#include <cstddef>

#include "halfword/internal/field_fault.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The name of a field, for compilers to show as an argument of ReportField.
template <size_t kBytes>
struct FieldName {
  char text[kBytes] = {};
};
// kBytes: with the NUL. Copied, since clang shows a literal as numbers.
template <size_t kBytes>
constexpr FieldName<kBytes> MakeFieldName(const char* text) {
  FieldName<kBytes> name;
  for (size_t i = 0; i + 1 < kBytes; ++i) name.text[i] = text[i];
  return name;
}

// Instantiated for a faulty field only; the compiler's note names the class,
// the field and its type.
template <typename Class, FieldName kName, typename Type, FieldFault kFault>
struct ReportField {
  static_assert(kFault != FieldFault::kIncompleteTarget,
                "halfword: include the header of the class that this Member "
                "points to before objects are made");
  static_assert(kFault != FieldFault::kUnmanagedTarget,
                "halfword: a Member points to a managed class: derive the "
                "class from GarbageCollected or GarbageCollectedMixin");
  static_assert(kFault != FieldFault::kCountedTarget,
                "halfword: no collector manages the objects that this Member "
                "points to, they are counted: use RefPtr");
  static_assert(kFault != FieldFault::kCountedMember,
                "halfword: nothing traces a Member inside a reference-counted "
                "object: use Persistent or WeakPersistent, or make the class "
                "GarbageCollected");
  static_assert(kFault != FieldFault::kCountedPointer,
                "halfword: a pointer inside a reference-counted object does "
                "not keep a managed object alive: use Persistent or "
                "WeakPersistent");
  static_assert(kFault != FieldFault::kRawPointer,
                "halfword: a raw pointer does not keep a managed object alive: "
                "use Member, WeakMember or UntracedMember");
  static_assert(kFault != FieldFault::kReference,
                "halfword: a C++ reference does not keep a managed object "
                "alive: use Member, WeakMember or UntracedMember");
  static_assert(kFault != FieldFault::kManagedObject,
                "halfword: a managed object cannot be part of another one: use "
                "Member, or take GarbageCollected away from its class");
  static_assert(kFault != FieldFault::kPersistent,
                "halfword: a Persistent inside a managed object makes a cycle "
                "that is never collected: use Member");
  static_assert(kFault != FieldFault::kScopedString,
                "halfword: a ScopedMutableString holds its bytes until it is "
                "destroyed, which a managed object need not be: use "
                "MutableString");
  static_assert(kFault != FieldFault::kUncompressedMember,
                "halfword: lists of fields describe references of one word: "
                "use Member, or write Trace by hand for this class");
  static_assert(kFault != FieldFault::kHiddenMember,
                "halfword: the collector cannot see a Member inside this type: "
                "use an array or a managed collection, or write Trace by hand "
                "and declare the type HALFWORD_OPAQUE");
  static_assert(kFault != FieldFault::kHiddenPointer,
                "halfword: a managed object belongs to the heap, and only a "
                "Member keeps it alive: use Member instead of this type, or "
                "declare the type HALFWORD_OPAQUE if it holds no such pointer");
  static_assert(kFault != FieldFault::kUnlistedStruct,
                "halfword: list the fields of this class in HALFWORD_FIELDS, "
                "or declare it HALFWORD_OPAQUE if it holds no references");
  static_assert(kFault != FieldFault::kUnlistedArgument,
                "halfword: this type may hold objects of a class that lists no "
                "fields, and so could hide a Member: declare that class, or "
                "this type, HALFWORD_OPAQUE if it holds no references");
  static_assert(kFault != FieldFault::kWideBits,
                "halfword: HALFWORD_BITS is for a struct of at most 8 bytes "
                "that holds nothing but numbers");
  static constexpr bool kChecked = true;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_REPORT_FIELD_H_
