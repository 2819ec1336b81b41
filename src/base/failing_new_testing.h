// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An operator new that fails when a test says so: for what becomes of a program
// that has no memory at one place and goes on. One source file of a test
// program includes this; CMake leaves it out where a sanitizer has its own
// (halfword_replaces_new()).

#ifndef HALFWORD_BASE_FAILING_NEW_TESTING_H_
#define HALFWORD_BASE_FAILING_NEW_TESTING_H_

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace halfword_testing {

// Threads: any.
inline std::atomic<bool> new_fails = false;

inline void* AllocateOrFail(size_t bytes) {
  return new_fails ? nullptr : std::malloc(bytes != 0 ? bytes : 1);
}

// As long as it lives there is no memory.
class NoMemory {
 public:
  NoMemory() { new_fails = true; }
  ~NoMemory() { new_fails = false; }
  NoMemory(const NoMemory&) = delete;
  NoMemory& operator=(const NoMemory&) = delete;
};

}  // namespace halfword_testing

// All but those for alignments. Those for arrays and those that do not throw
// would call the first two, but not under AddressSanitizer, which has its own.
// Where they are inlined, g++ takes free() for a mistake.
// NOLINTBEGIN(misc-definitions-in-headers): one file of a program includes it.
[[gnu::noinline]] void* operator new(size_t bytes) {
  void* const memory = halfword_testing::AllocateOrFail(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void* operator new[](size_t bytes) {
  return operator new(bytes);
}
[[gnu::noinline]] void* operator new(size_t bytes,
                                     const std::nothrow_t&) noexcept {
  return halfword_testing::AllocateOrFail(bytes);
}
[[gnu::noinline]] void* operator new[](size_t bytes,
                                       const std::nothrow_t&) noexcept {
  return halfword_testing::AllocateOrFail(bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, size_t) noexcept {
  std::free(memory);
}
// NOLINTEND(misc-definitions-in-headers)

#endif  // HALFWORD_BASE_FAILING_NEW_TESTING_H_
