// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// See cage.h.

#include "bench/codec/cage.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

#include "bench/codec/codecs.h"

namespace codec {

uint64_t cage_mask;
uint64_t cage_base;
uint32_t virtual_bits;
constinit thread_local uint64_t initial_mask = 0;
constinit thread_local uint64_t dynamic_mask = 0;

namespace {

constexpr size_t kMappedBytes = size_t{256} << 20;

char* cursor;
char* limit;

// Codecs with a mask name the size of their cage.
template <typename C>
uint64_t MaskOf() {
  if constexpr (requires { C::kCageBytes; }) {
    static_assert((C::kBaseAddress & C::kCageBytes) != 0);
    return C::kBaseAddress | (C::kCageBytes - 1);
  }
  return 0;
}

}  // namespace

void OpenCage() {
  if (cursor != nullptr) return;
  void* place = mmap(
      reinterpret_cast<void*>(Codec::kBaseAddress), kMappedBytes,
      PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (place == MAP_FAILED) {
    std::perror("codec: the cage's place");
    std::exit(1);
  }
  cage_base = Codec::kBaseAddress;
  cage_mask = initial_mask = dynamic_mask = MaskOf<Codec>();
  virtual_bits = 1;
  cursor = static_cast<char*>(place) + 4096;  // so that no offset is null
  limit = static_cast<char*>(place) + kMappedBytes;
}

void* TakeBytes(size_t bytes) {
  char* taken = cursor;
  cursor += (bytes + 7) & ~size_t{7};
  if (cursor > limit) {
    std::fprintf(stderr, "codec: the cage is full\n");
    std::exit(1);
  }
  return taken;
}

}  // namespace codec
