// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// `new` of the build on mimalloc. The one in mimalloc's library is compiled
// without exceptions and sees no new-handler, so it aborts where memory runs
// out. `delete` goes with it.

#include <mimalloc.h>

#include <cstddef>
#include <new>

#include "examples/dom/out_of_memory.h"

void* operator new(size_t bytes) {
  void* const memory = mi_malloc(bytes);
  if (memory == nullptr) dom::EndOutOfMemory();
  return memory;
}

void* operator new[](size_t bytes) { return operator new(bytes); }

void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return mi_malloc(bytes);
}

void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
  return mi_malloc(bytes);
}

void operator delete(void* memory) noexcept { mi_free(memory); }
void operator delete(void* memory, size_t) noexcept { mi_free(memory); }
void operator delete[](void* memory) noexcept { mi_free(memory); }
void operator delete[](void* memory, size_t) noexcept { mi_free(memory); }
