// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NameProvider: a class whose objects have names of their own in snapshots.
//
// Code from Oilpan derives from NameProvider and overrides the function.
// Without a vtable a class does it by having, itself or from a base, a public
//   const char* GetHumanReadableName() const;
// which may return anything convertible to std::string_view instead. It is
// called while a snapshot is taken, so it must neither allocate in the heap nor
// change anything in it; the text is copied at once. Handles that it makes or
// drops do not matter: those are shown that the collection before found.

#ifndef HALFWORD_NAME_PROVIDER_H_
#define HALFWORD_NAME_PROVIDER_H_

#include "halfword/fields.h"

namespace halfword::inline HALFWORD_ABI {

// A class that has a polymorphic managed base lists NameProvider in
// HALFWORD_BASES; in others its vtable pointer is the object's own.
class NameProvider {
 public:
  // Names that Oilpan's users compare with.
  static constexpr const char kHiddenName[] = "InternalNode";
  static constexpr const char kNoNameDeducible[] = "<No name>";

  // Classes without a name of their own are shown as their C++ class.
  static constexpr bool SupportsCppClassNamesAsObjectNames() { return true; }

  virtual ~NameProvider() = default;
  virtual const char* GetHumanReadableName() const = 0;

  HALFWORD_FIELDS(NameProvider)
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_NAME_PROVIDER_H_
