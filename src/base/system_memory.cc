// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Mapped memory, and the pieces that are kept of it: of powers of two, in lists
// that run through the pieces themselves.

#include "base/system_memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <mutex>

#include "base/virtual_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kPieceBytesMin = size_t{4} << 10;
constexpr size_t kPieceBytesMax = size_t{1} << 20;
constexpr size_t kKeptBytesMax = size_t{2} << 20;
constexpr size_t kClassCount = std::bit_width(kPieceBytesMax / kPieceBytesMin);

struct KeptPiece {
  KeptPiece* next;
};

// Who cannot have the lock at once does without them: in the child of a fork a
// thread may have it that is not there.
struct KeptPieces {
  std::mutex mutex;
  std::array<KeptPiece*, kClassCount> pieces = {};  // guarded by the mutex
  size_t bytes = 0;                                 // the same
};
constinit KeptPieces kept;

constexpr bool IsFromMalloc(size_t bytes) {
  return HALFWORD_HAS_ASAN || bytes < kSystemMemoryBytesMin;
}

constexpr bool IsPiece(size_t bytes) { return bytes <= kPieceBytesMax; }

// Requires: bytes is no more than the address space.
constexpr size_t MappedBytes(size_t bytes) {
  if (IsPiece(bytes)) return std::max(std::bit_ceil(bytes), kPieceBytesMin);
  return (bytes + kOsPageBytes - 1) / kOsPageBytes * kOsPageBytes;
}

size_t ClassOf(size_t mapped_bytes) {
  return static_cast<size_t>(std::countr_zero(mapped_bytes / kPieceBytesMin));
}

void* TakeKept(size_t mapped_bytes) {
  const std::unique_lock<std::mutex> lock(kept.mutex, std::try_to_lock);
  if (!lock.owns_lock()) return nullptr;
  KeptPiece*& first = kept.pieces[ClassOf(mapped_bytes)];
  if (first == nullptr) return nullptr;
  kept.bytes -= mapped_bytes;
  KeptPiece* const piece = first;
  first = piece->next;
  return piece;
}

bool Keep(void* memory, size_t mapped_bytes) {
  const std::unique_lock<std::mutex> lock(kept.mutex, std::try_to_lock);
  if (!lock.owns_lock() || kept.bytes + mapped_bytes > kKeptBytesMax) {
    return false;
  }
  kept.bytes += mapped_bytes;
  KeptPiece*& first = kept.pieces[ClassOf(mapped_bytes)];
  first = new (memory) KeptPiece{first};
  return true;
}

}  // namespace

void* AllocateSystemMemory(size_t bytes) {
  if (IsFromMalloc(bytes)) return ::operator new(bytes);
  if (bytes > SIZE_MAX / 2) throw std::bad_alloc();
  const size_t mapped_bytes = MappedBytes(bytes);
  if (IsPiece(bytes)) {
    if (void* const piece = TakeKept(mapped_bytes)) return piece;
  }
  void* const memory = Reserve(mapped_bytes, kOsPageBytes);
  if (memory == nullptr) throw std::bad_alloc();
  if (!Commit(memory, mapped_bytes)) {
    Release(memory, mapped_bytes);
    throw std::bad_alloc();
  }
  return memory;
}

void FreeSystemMemory(void* memory, size_t bytes) noexcept {
  if (IsFromMalloc(bytes)) {
    ::operator delete(memory);
    return;
  }
  const size_t mapped_bytes = MappedBytes(bytes);
  if (IsPiece(bytes) && Keep(memory, mapped_bytes)) return;
  Release(memory, mapped_bytes);
}

void* GrowSystemMemory(void* memory, size_t bytes, size_t new_bytes) {
  if (IsFromMalloc(bytes) || IsPiece(bytes)) {
    void* const grown = AllocateSystemMemory(new_bytes);
    std::memcpy(grown, memory, bytes);
    FreeSystemMemory(memory, bytes);
    return grown;
  }
  if (new_bytes > SIZE_MAX / 2) throw std::bad_alloc();
  void* const grown = Grow(memory, MappedBytes(bytes), MappedBytes(new_bytes));
  if (grown == nullptr) throw std::bad_alloc();
  return grown;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
