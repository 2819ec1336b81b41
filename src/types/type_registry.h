// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The registry of managed classes: it numbers them, makes their TypeInfos and
// finds a TypeInfo by its number. There is one a process; nothing in it is ever
// removed, since objects of any heap may name a type by its number.
//
// A TypeInfo comes to be like this: TypeInfoOf<T>() finds its slot empty and
// hands the constant TypeDefinition of T to RegisterType(). That registers the
// bases, checks the layout (layout_check.h), flattens the fields into what the
// marker follows (reference_map.h), numbers the type and publishes it.

#ifndef HALFWORD_TYPES_TYPE_REGISTRY_H_
#define HALFWORD_TYPES_TYPE_REGISTRY_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/type_definition.h"
#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

class TypeRegistry {
 public:
  // Requires: the id was given out.
  // Threads: any; lock-free.
  static const TypeInfo& TypeById(TypeId id);

  // Null where the id was not given out: for ids that may be damaged.
  static const TypeInfo* FindType(TypeId id);

  // Ids 1 to type_count() have been given out.
  static size_t type_count();

  // Allocation buffers have indices from 1 to below buffer_count().
  static uint32_t buffer_count();
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_TYPE_REGISTRY_H_
