// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where objects of a class may be made: lines inside the class, which make the
// compiler refuse the rest.
//
//   class Scope {
//     HALFWORD_STACK_ALLOCATED();   // on the stack, or as part of another
//   class Entry {
//     HALFWORD_DISALLOW_NEW();      // and where a place is given, as by
//                                   // containers; what follows is public

#ifndef HALFWORD_MACROS_H_
#define HALFWORD_MACROS_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

#define HALFWORD_STACK_ALLOCATED()            \
 public:                                      \
  using IsStackAllocatedTypeMarker = int;     \
  void* operator new(size_t) = delete;        \
  void* operator new(size_t, void*) = delete; \
                                              \
 private:                                     \
  static_assert(true, "a semicolon follows")

#define HALFWORD_DISALLOW_NEW()                                      \
 public:                                                             \
  using IsDisallowNewMarker = int;                                   \
  void* operator new(size_t) = delete;                               \
  void* operator new(size_t, void* place) noexcept { return place; } \
  static_assert(true, "a semicolon follows")

namespace halfword::inline HALFWORD_ABI {

template <typename T>
concept IsStackAllocatedType =
    requires { typename T::IsStackAllocatedTypeMarker; };

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_MACROS_H_
