// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The messages of the layout check: each names the class and what to change.

#include "types/layout_check.h"

#include <cstddef>

#include "base/error_line.h"
#include "halfword/internal/word.h"
#include "types/coverage.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

void CheckBaseOffsets(const TypeDefinition& definition,
                      const BaseDefinitions& bases) {
  for (size_t i = 0; i < bases.count; ++i) {
    const TypeInfo& base = *bases.items[i].type;
    const ptrdiff_t offset = bases.items[i].offset;
    if (!base.is_mixin && offset != 0) {
      FatalLine(
          "%s: its managed base %s lies %td bytes into the object instead of "
          "at its start: let it be the first base, and polymorphic if %s is",
          definition.name, base.name, offset, definition.name);
    }
    if (base.is_mixin && offset % static_cast<ptrdiff_t>(kGranuleBytes) != 0) {
      FatalLine("%s: its mixin %s is not aligned to %zu bytes: do not pack it",
                definition.name, base.name, kGranuleBytes);
    }
    if (base.depth + 1 >= int{TypeInfo::kAncestorCountMax} && !base.is_mixin) {
      FatalLine("%s: more than %zu managed classes derive from each other",
                definition.name, TypeInfo::kAncestorCountMax);
    }
  }
}

void CheckReferences(const TypeDefinition& definition,
                     const BaseDefinitions& bases) {
  if (!definition.lists_fields) return;
  Coverage coverage(definition.object_bytes);
  for (size_t i = 0; i < bases.count; ++i) {
    const TypeInfo& base = *bases.items[i].type;
    // Of a base that lists nothing, the tail may be used by this class.
    if (!base.lists_fields) continue;
    coverage.AddType(base, static_cast<uint32_t>(bases.items[i].offset));
  }
  coverage.AddFields(definition.fields, 0);
  if (coverage.has_misplaced_reference()) {
    FatalLine(
        "%s: a listed reference shares its bytes with another field, or is "
        "not aligned: of a union list one alternative, and do not pack",
        definition.name);
  }
}

}  // namespace

void CheckLayout(const TypeDefinition& definition,
                 const BaseDefinitions& bases) {
  CheckBaseOffsets(definition, bases);
  if (!definition.bases_are_in_place()) {
    FatalLine(
        "%s: the compiler hides where the plain bases of an abstract class "
        "lie: put them into a field, or take empty bases away",
        definition.name);
  }
  CheckReferences(definition, bases);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
