// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HeapText: which types are strings of the heap, for what treats all of them as
// the bytes that they are.

#ifndef HALFWORD_INTERNAL_TEXT_TYPES_H_
#define HALFWORD_INTERNAL_TEXT_TYPES_H_

#include <concepts>

#include "halfword/atom.h"
#include "halfword/mutable_string.h"
#include "halfword/persistent_string.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI::internal {

template <typename T>
concept HeapText =
    std::same_as<T, String> || std::same_as<T, Atom> ||
    std::same_as<T, PersistentString> || std::same_as<T, MutableString> ||
    std::same_as<T, ScopedMutableString>;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_TEXT_TYPES_H_
