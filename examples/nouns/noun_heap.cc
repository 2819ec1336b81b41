// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heap's options.

#include "examples/nouns/noun_heap.h"

#include <new>
#include <stdexcept>

namespace nouns {

halfword::HeapOptions NounHeapOptions() {
  halfword::HeapOptions options;
  options.out_of_memory_handler = [](halfword::Heap&, size_t) {
    throw std::bad_alloc();
  };
  return options;
}

std::unique_ptr<halfword::Heap> MakeNounHeap() {
  auto heap = halfword::Heap::TryCreate(NounHeapOptions());
  if (heap == nullptr) {
    throw std::runtime_error("no address space for a heap");
  }
  return heap;
}

}  // namespace nouns
