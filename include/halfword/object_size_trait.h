// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// subtle::ObjectSizeTrait<T>::GetSize(object): the bytes that an object takes,
// additional ones included; for a mixin those of the object that it is part of.

#ifndef HALFWORD_OBJECT_SIZE_TRAIT_H_
#define HALFWORD_OBJECT_SIZE_TRAIT_H_

#include <cstddef>

#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// Requires: the address lies in an object.
size_t ObjectSizeOf(const void* address);

}  // namespace internal

namespace subtle {

template <typename T>
struct ObjectSizeTrait {
  static_assert(IsGarbageCollectedOrMixinTypeV<T>,
                "halfword: only managed objects have a size in the heap");

  // At least sizeof(T): the size of its slot.
  static size_t GetSize(const T& object) {
    return internal::ObjectSizeOf(&object);
  }
};

}  // namespace subtle

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_OBJECT_SIZE_TRAIT_H_
