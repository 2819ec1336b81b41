// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory manager "mimalloc": std::unique_ptr over mi_malloc() and
// mi_free(), called by name and linked, not preloaded. The operators belong to
// the classes, because a compiler may drop a matching pair of the global ones,
// and then a benchmark of allocation measures nothing.

#ifndef HALFWORD_BENCH_RUNTIME_MALLOC_H_
#define HALFWORD_BENCH_RUNTIME_MALLOC_H_

#include <mimalloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#define HALFWORD_BENCH_FIELDS(type, ...)
#define HALFWORD_BENCH_BASES(type, ...)
#define HALFWORD_BENCH_TRAILING(type, element)

namespace bench {

inline constexpr bool kReleasesByHand = true;

template <typename T>
struct Object {
  static void* operator new(size_t bytes) {
    void* memory = mi_malloc(bytes);
    if (memory == nullptr) std::abort();
    return memory;
  }
  static void* operator new(size_t bytes, size_t trailing_bytes) {
    void* memory = mi_zalloc(bytes + trailing_bytes);
    if (memory == nullptr) std::abort();
    return memory;
  }
  static void operator delete(void* memory) { mi_free(memory); }
  static void operator delete(void* memory, size_t) { mi_free(memory); }
};

template <typename T>
struct Polymorphic : Object<T> {
  virtual ~Polymorphic() = default;
};

template <typename T>
using Owner = std::unique_ptr<T>;
template <typename T>
using Local = std::unique_ptr<T>;
template <typename T>
using Root = std::unique_ptr<T>;
template <typename T>
using Link = T*;

template <typename T>
T* Get(const std::unique_ptr<T>& pointer) {
  return pointer.get();
}
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
  static constexpr bool kCollects = false;

  template <typename T, typename... Arguments>
  Local<T> Make(Arguments&&... arguments) {
    return Local<T>(new T(std::forward<Arguments>(arguments)...));
  }

  template <typename T, typename... Arguments>
  Local<T> MakeTrailing(size_t bytes, Arguments&&... arguments) {
    return Local<T>(new (bytes) T(std::forward<Arguments>(arguments)...));
  }

  void Collect() {}
  uint64_t collection_count() const { return 0; }

  uint64_t LiveBytes() const {
    uint64_t bytes = 0;
    mi_heap_visit_blocks(mi_heap_get_default(), false, &AddArea, &bytes);
    return bytes;
  }

 private:
  static bool AddArea(const mi_heap_t*, const mi_heap_area_t* area, void*,
                      size_t, void* bytes) {
    *static_cast<uint64_t*>(bytes) += area->used * area->block_size;
    return true;
  }
};

}  // namespace bench

#endif  // HALFWORD_BENCH_RUNTIME_MALLOC_H_
