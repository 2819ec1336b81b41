// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Memory of every size, kept or mapped anew, and what is said where there is
// none.

#include "base/system_memory.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "base/virtual_memory.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

struct Piece {
  unsigned char* memory;
  size_t bytes;
  unsigned char filling;
};

void CheckAndFree(const Piece& piece) {
  for (size_t i = 0; i < piece.bytes; ++i) {
    ASSERT_EQ(piece.memory[i], piece.filling);
  }
  FreeSystemMemory(piece.memory, piece.bytes);
}

// Pieces of many sizes that live at the same time.
void Exercise(uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Piece> pieces;
  for (int step = 0; step < 2000; ++step) {
    if (pieces.size() < 40 && random() % 2 == 0) {
      const size_t bytes = size_t{1} << (random() % 18);
      auto* const memory =
          static_cast<unsigned char*>(AllocateSystemMemory(bytes));
      const auto filling = static_cast<unsigned char>(random());
      std::memset(memory, filling, bytes);
      pieces.push_back({memory, bytes, filling});
    } else if (!pieces.empty()) {
      std::swap(pieces[random() % pieces.size()], pieces.back());
      CheckAndFree(pieces.back());
      pieces.pop_back();
    }
  }
  for (const Piece& piece : pieces) CheckAndFree(piece);
}

TEST(SystemMemoryTest, PiecesDoNotOverlap) {
  const TestSeed seed;
  Exercise(seed.value());
}

TEST(SystemMemoryTest, ServesManyThreads) {
  const TestSeed seed;
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] { Exercise(seed.value() + i); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(SystemMemoryTest, GrowsWithItsContents) {
  size_t bytes = 10;
  auto* memory = static_cast<unsigned char*>(AllocateSystemMemory(bytes));
  size_t filled = 0;
  while (bytes < size_t{1} << 22) {
    for (; filled < bytes; ++filled) {
      memory[filled] = static_cast<unsigned char>(filled % 251);
    }
    memory = static_cast<unsigned char*>(
        GrowSystemMemory(memory, bytes, 2 * bytes + 3));
    bytes = 2 * bytes + 3;
    for (size_t i = 0; i < filled; ++i) ASSERT_EQ(memory[i], i % 251) << i;
  }
  FreeSystemMemory(memory, bytes);
}

TEST(SystemMemoryTest, ContainersGrowInIt) {
  std::vector<uint64_t, SystemAllocator<uint64_t>> numbers;
  for (uint64_t i = 0; i < 100'000; ++i) numbers.push_back(i);
  const auto copy = numbers;
  for (uint64_t i = 0; i < 100'000; ++i) ASSERT_EQ(copy[i], i);
  EXPECT_THROW(SystemAllocator<uint64_t>().allocate(SIZE_MAX / 4),
               std::bad_alloc);
}

struct Made : InSystemMemory {
  char bytes[5000];
};

#if !HALFWORD_HAS_ASAN

TEST(SystemMemoryTest, ObjectsAreMadeInKeptPieces) {
  auto made = std::make_unique<Made>();
  const void* const place = made.get();
  made.reset();
  made = std::make_unique<Made>();
  EXPECT_EQ(made.get(), place);
}

// A kilobyte or more is no business of malloc()'s; less is.
TEST(SystemMemoryTest, AsksTheSystem) {
  static int count;
  count = 0;
  VirtualMemoryHooks hooks;
  hooks.commit = [](void* address, size_t bytes) {
    ++count;
    return kSystemVirtualMemory.commit(address, bytes);
  };
  SetVirtualMemoryHooksForTesting(&hooks);
  void* const large = AllocateSystemMemory(size_t{2} << 20);
  EXPECT_EQ(count, 1);
  void* const small = AllocateSystemMemory(kSystemMemoryBytesMin - 1);
  EXPECT_EQ(count, 1);
  SetVirtualMemoryHooksForTesting(nullptr);
  FreeSystemMemory(large, size_t{2} << 20);
  FreeSystemMemory(small, kSystemMemoryBytesMin - 1);
}

TEST(SystemMemoryTest, ThrowsWhereTheSystemRefuses) {
  VirtualMemoryHooks hooks;
  hooks.commit = [](void*, size_t) { return false; };
  SetVirtualMemoryHooksForTesting(&hooks);
  EXPECT_THROW(AllocateSystemMemory(size_t{2} << 20), std::bad_alloc);
  SetVirtualMemoryHooksForTesting(nullptr);
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
