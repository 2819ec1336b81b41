// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The table of distances, reserved when the first image is moved, for good.

#include "halfword/internal/home_word.h"

#include <mutex>

#include "base/fork_locks.h"
#include "base/virtual_memory.h"
#include "cage/cage.h"

namespace halfword::inline HALFWORD_ABI::internal {

constinit const Word* home_distances = nullptr;

namespace {

static_assert(kGranuleBytes << kHomeShift == kChunkBytes);

constexpr size_t kTableBytes = kWindowBytes / kChunkBytes * sizeof(Word);

Word* MakeTable() {
  static constinit std::mutex mutex;
  HoldWhileForking(ForkLock::kHomeWords, &mutex);
  const std::lock_guard<std::mutex> lock(mutex);
  if (home_distances == nullptr) {
    void* const memory = Reserve(kTableBytes, kOsPageBytes);
    if (memory == nullptr) return nullptr;
    if (!Commit(memory, kTableBytes)) {
      Release(memory, kTableBytes);
      return nullptr;
    }
    __atomic_store_n(&home_distances, static_cast<const Word*>(memory),
                     __ATOMIC_RELEASE);
  }
  return const_cast<Word*>(home_distances);
}

}  // namespace

bool SetHomeDistance(uintptr_t begin, size_t bytes, Word distance) {
  Word* const table = MakeTable();
  if (table == nullptr) return false;
  const size_t first = WindowOffset(begin) / kChunkBytes;
  for (size_t i = 0; i < bytes / kChunkBytes; ++i) {
    __atomic_store_n(&table[first + i], distance, __ATOMIC_RELAXED);
  }
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
