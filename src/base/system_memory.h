// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Memory for what is noted while the program runs: from the system, where it is
// a kilobyte or more.
//
// malloc() puts off what the program's own calls of free() cost. glibc joins
// small free chunks with their neighbours when somebody asks for a kilobyte or
// more, all of them at once: 24 ms after destructors that freed 500,000, in the
// step of a collection that happened to ask first. What is asked of the system
// costs the same whatever the program has done.
//
// Some pieces are kept, two megabytes, so that a heap that is collected
// often does not map memory each time. Under AddressSanitizer, which has to
// know of each piece, all comes from malloc().
//
// Threads: any.

#ifndef HALFWORD_BASE_SYSTEM_MEMORY_H_
#define HALFWORD_BASE_SYSTEM_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <new>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What is smaller comes from operator new, which gives it at once.
inline constexpr size_t kSystemMemoryBytesMin = 1000;

// Not cleared. Errors: std::bad_alloc.
void* AllocateSystemMemory(size_t bytes);
// bytes: those that were asked for.
void FreeSystemMemory(void* memory, size_t bytes) noexcept;

// More memory, in which as much of the contents stands as there was. Cost: that
// of a copy where there was little; what is large is not copied. Errors:
// std::bad_alloc; then the old memory is as it was.
void* GrowSystemMemory(void* memory, size_t bytes, size_t new_bytes);

// Of standard containers.
template <typename T>
struct SystemAllocator {
  using value_type = T;

  SystemAllocator() = default;
  template <typename U>
  SystemAllocator(const SystemAllocator<U>&) {}  // NOLINT: converts

  T* allocate(size_t count) {
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(AllocateSystemMemory(count * sizeof(T)));
  }
  void deallocate(T* memory, size_t count) noexcept {
    FreeSystemMemory(memory, count * sizeof(T));
  }

  friend bool operator==(const SystemAllocator&, const SystemAllocator&) {
    return true;
  }
};

// What is derived from it is made there by new.
class InSystemMemory {
 public:
  static void* operator new(size_t bytes) {
    return AllocateSystemMemory(bytes);
  }
  static void operator delete(void* memory, size_t bytes) noexcept {
    FreeSystemMemory(memory, bytes);
  }
  static void* operator new(size_t, void* place) noexcept { return place; }

 protected:
  InSystemMemory() = default;
  ~InSystemMemory() = default;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_SYSTEM_MEMORY_H_
