// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Mapped memory, and the pieces that are kept of it.

#include "base/system_memory.h"

#include <mutex>

#include "base/virtual_memory.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kPieceBytes = size_t{16} << 10;
constexpr size_t kKeptPiecesMax = 16;

// Free pieces. Who cannot have the lock at once does without them: in the child
// of a fork a thread may have it that is not there.
struct KeptPieces {
  std::mutex mutex;
  void* pieces[kKeptPiecesMax] = {};  // guarded by the mutex
  size_t count = 0;                   // the same
};
constinit KeptPieces kept;

constexpr bool IsFromMalloc(size_t bytes) {
  return HALFWORD_HAS_ASAN || bytes < kSystemMemoryBytesMin;
}

constexpr size_t MappedBytes(size_t bytes) {
  return bytes <= kPieceBytes
             ? kPieceBytes
             : (bytes + kOsPageBytes - 1) / kOsPageBytes * kOsPageBytes;
}

void* TakeKept() {
  const std::unique_lock<std::mutex> lock(kept.mutex, std::try_to_lock);
  if (!lock.owns_lock() || kept.count == 0) return nullptr;
  return kept.pieces[--kept.count];
}

bool Keep(void* piece) {
  const std::unique_lock<std::mutex> lock(kept.mutex, std::try_to_lock);
  if (!lock.owns_lock() || kept.count == kKeptPiecesMax) return false;
  kept.pieces[kept.count++] = piece;
  return true;
}

}  // namespace

void* AllocateSystemMemory(size_t bytes) {
  if (IsFromMalloc(bytes)) return ::operator new(bytes);
  const size_t mapped_bytes = MappedBytes(bytes);
  if (mapped_bytes < bytes) throw std::bad_alloc();
  if (mapped_bytes == kPieceBytes) {
    if (void* const piece = TakeKept()) return piece;
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
  if (mapped_bytes == kPieceBytes && Keep(memory)) return;
  Release(memory, mapped_bytes);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
