// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where the build on malloc takes memory from: mimalloc, called by name, and
// two heaps of it, so that what is in each can be summed.

#ifndef EXAMPLES_DOM_MALLOC_MEMORY_H_
#define EXAMPLES_DOM_MALLOC_MEMORY_H_

#include <mimalloc.h>

#include <cstddef>
#include <new>

namespace dom {

// A heap of mimalloc's. Requires: what is in it is freed before it is.
class Memory {
 public:
  Memory() : heap_(mi_heap_new()) {
    if (heap_ == nullptr) throw std::bad_alloc();
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { mi_heap_delete(heap_); }

  // mi_free() gives it back.
  void* Take(size_t bytes) {
    void* const memory = mi_heap_malloc(heap_, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }

  // The sum of mi_usable_size() over all that was taken. What mimalloc keeps
  // beside it, and the gaps in its pages, are left out, in its favour.
  size_t UsedBytes() const;

 private:
  mi_heap_t* const heap_;
};

// Those of the youngest NodeHeap, from where all that has no handle of its own
// takes its memory.
class Memories {
 public:
  Memories() : previous_(current_) { current_ = this; }
  Memories(const Memories&) = delete;
  Memories& operator=(const Memories&) = delete;
  ~Memories() { current_ = previous_; }

  static Memories& Current() { return *current_; }

  Memory objects;  // nodes and tables
  Memory strings;

 private:
  static inline Memories* current_ = nullptr;
  Memories* const previous_;
};

// For tables.
template <typename T>
struct Allocator {
  using value_type = T;

  Allocator() = default;
  template <typename U>
  Allocator(const Allocator<U>&) {}  // NOLINT: all are the same

  T* allocate(size_t count) {
    return static_cast<T*>(Memories::Current().objects.Take(count * sizeof(T)));
  }
  void deallocate(T* memory, size_t) { mi_free(memory); }

  friend bool operator==(const Allocator&, const Allocator&) { return true; }
};

}  // namespace dom

#endif  // EXAMPLES_DOM_MALLOC_MEMORY_H_
