// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory manager "boehm": the Boehm-Demers-Weiser collector as Debian ships
// it. It has no types: everything that may hold a reference is scanned word by
// word, and so is the stack, so a Root is a plain pointer in a local variable.
// Classes whose objects hold no reference say so with kLeaf, as a user of
// GC_MALLOC_ATOMIC would. One default is changed, in its favour: interior
// pointers count on the stack only, or every object would take a byte more and
// a two-reference node 32 bytes.

#ifndef HALFWORD_BENCH_RUNTIME_BOEHM_H_
#define HALFWORD_BENCH_RUNTIME_BOEHM_H_

#include <gc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#define HALFWORD_BENCH_FIELDS(type, ...)
#define HALFWORD_BENCH_BASES(type, ...)
#define HALFWORD_BENCH_TRAILING(type, element)

namespace bench {

inline constexpr bool kReleasesByHand = false;

template <typename T>
struct Object {};
template <typename T>
struct Polymorphic : Object<T> {};

template <typename T>
using Owner = T*;
template <typename T>
using Local = T*;
template <typename T>
using Root = T*;
template <typename T>
using Link = T*;

// A "disappearing link". It lies in memory that is not scanned.
template <typename T>
struct Weak {
  void* target = nullptr;
};
template <typename T>
void SetWeak(Weak<T>* slot, T* target) {
  slot->target = target;
  GC_general_register_disappearing_link(&slot->target, target);
}
#define HALFWORD_BENCH_HAS_WEAK

template <typename T>
T* Get(T* pointer) {
  return pointer;
}

template <typename T>
uint64_t IdentityWord(T* link) {
  return reinterpret_cast<uintptr_t>(link) >> 3;
}

class Runtime {
 public:
  static constexpr bool kCollects = true;

  Runtime() {
    GC_set_all_interior_pointers(0);
    GC_INIT();
  }

  template <typename T, typename... Arguments>
  T* Make(Arguments&&... arguments) {
    return new (Allocate<T>(sizeof(T)))
        T(std::forward<Arguments>(arguments)...);
  }

  template <typename T, typename... Arguments>
  T* MakeTrailing(size_t bytes, Arguments&&... arguments) {
    return new (Allocate<T>(sizeof(T) + bytes))
        T(std::forward<Arguments>(arguments)...);
  }

  void Collect() { GC_gcollect(); }
  uint64_t collection_count() const { return GC_get_gc_no(); }
  uint64_t LiveBytes() const {
    return GC_get_heap_size() - GC_get_free_bytes();
  }

 private:
  template <typename T>
  static void* Allocate(size_t bytes) {
    void* memory;
    if constexpr (requires { T::kLeaf; }) {
      memory = GC_MALLOC_ATOMIC(bytes);
    } else {
      memory = GC_MALLOC(bytes);
    }
    if (memory == nullptr) std::abort();
    return memory;
  }
};

}  // namespace bench

#endif  // HALFWORD_BENCH_RUNTIME_BOEHM_H_
