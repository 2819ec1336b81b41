// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Address space taken, used and given back, and the ways the system refuses.
// Limits are set in a child, which the death tests make.

#include "base/virtual_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/internal/compiler.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kGib = size_t{1} << 30;

uintptr_t AddressOf(const void* pointer) {
  return std::bit_cast<uintptr_t>(pointer);
}

// Whether a byte can be read, without a fault where it cannot: the kernel
// tries.
bool IsReadable(const void* address) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const bool readable = write(ends[1], address, 1) == 1;
  close(ends[0]);
  close(ends[1]);
  return readable;
}

bool IsZero(const char* begin, size_t bytes) {
  return std::all_of(begin, begin + bytes, [](char c) { return c == 0; });
}

std::vector<AddressRange> GapsIn(const void* address, size_t bytes,
                                 size_t capacity = 16) {
  std::vector<AddressRange> gaps(capacity);
  const uintptr_t begin = AddressOf(address);
  gaps.resize(FreeGaps({begin, begin + bytes}, gaps.data(), capacity));
  return gaps;
}

// A reserved range that is released at the end of the test.
class Reservation {
 public:
  explicit Reservation(size_t bytes)
      : begin_(static_cast<char*>(Reserve(bytes, kOsPageBytes))),
        bytes_(bytes) {
    EXPECT_NE(begin_, nullptr);
  }
  ~Reservation() { Release(begin_, bytes_); }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

  char* begin() const { return begin_; }
  size_t bytes() const { return bytes_; }

 private:
  char* const begin_;
  const size_t bytes_;
};

TEST(VirtualMemoryTest, ReservesOnlyWhereNothingIs) {
  void* const place = Reserve(4 * kMib, kOsPageBytes);
  ASSERT_NE(place, nullptr);
  Release(place, 4 * kMib);
  const uintptr_t begin = AddressOf(place);

  EXPECT_EQ(ReserveAt(begin + kMib, kMib), ReserveResult::kOk);
  EXPECT_EQ(ReserveAt(begin, 4 * kMib), ReserveResult::kTaken);
  EXPECT_EQ(ReserveAt(begin + 2 * kMib - kOsPageBytes, kMib),
            ReserveResult::kTaken);
  // What was refused has left nothing behind.
  const std::vector<AddressRange> gaps = GapsIn(place, 4 * kMib);
  ASSERT_EQ(gaps.size(), 2u);
  EXPECT_EQ(gaps[0].end, begin + kMib);
  EXPECT_EQ(gaps[1].begin, begin + 2 * kMib);

  EXPECT_EQ(ReserveAt(begin + 2 * kMib, kMib), ReserveResult::kOk);
  Release(std::bit_cast<void*>(begin + kMib), 2 * kMib);
  EXPECT_EQ(GapsIn(place, 4 * kMib).size(), 1u);
}

TEST(VirtualMemoryTest, RefusesWhatIsBeyondTheAddressesOfAProcess) {
  EXPECT_NE(ReserveAt(uintptr_t{1} << 62, kMib), ReserveResult::kOk);
  EXPECT_EQ(Reserve(size_t{1} << 62, kOsPageBytes), nullptr);
  EXPECT_EQ(Reserve(SIZE_MAX - kOsPageBytes + 1, size_t{1} << 40), nullptr);
}

size_t MappedBytes() {
  size_t page_count = 0;
  EXPECT_TRUE(std::ifstream("/proc/self/statm") >> page_count);
  return page_count * kOsPageBytes;
}

TEST(VirtualMemoryTest, ReservesAtTheResidueAndTrimsTheRest) {
  const struct {
    size_t bytes;
    size_t alignment;
    size_t residue;
  } kCases[] = {
      {kOsPageBytes, kOsPageBytes, 0},
      {kMib, kMib, 0},
      {kMib + kOsPageBytes, 2 * kMib, kMib},
      {kOsPageBytes, 8 * kMib, 8 * kMib - kOsPageBytes},
      {16 * kGib, 32 * kGib, 16 * kGib},
  };

  for (const auto& [bytes, alignment, residue] : kCases) {
    const size_t mapped_before = MappedBytes();
    void* const place = Reserve(bytes, alignment, residue);
    ASSERT_NE(place, nullptr) << bytes;
    EXPECT_EQ(AddressOf(place) % alignment, residue);
    EXPECT_TRUE(GapsIn(place, bytes).empty());
    // Sanitizers map a little when they feel like it.
    EXPECT_LT(MappedBytes() - mapped_before, bytes + kMib);
    EXPECT_FALSE(IsReadable(place));

    Release(place, bytes);
    EXPECT_EQ(GapsIn(place, bytes).size(), 1u);
  }
}

TEST(VirtualMemoryTest, CommitsZeroesAndKeepsWhatWasCommitted) {
  const Reservation range(4 * kOsPageBytes);
  char* const page = range.begin() + kOsPageBytes;

  ASSERT_TRUE(Commit(page, kOsPageBytes));
  EXPECT_TRUE(IsZero(page, kOsPageBytes));
  EXPECT_FALSE(IsReadable(range.begin()));
  EXPECT_FALSE(IsReadable(page + kOsPageBytes));
  std::memset(page, 'x', kOsPageBytes);

  ASSERT_TRUE(Commit(range.begin(), range.bytes()));
  EXPECT_TRUE(IsZero(range.begin(), kOsPageBytes));
  EXPECT_EQ(page[0], 'x');
  EXPECT_EQ(page[kOsPageBytes - 1], 'x');
  EXPECT_TRUE(IsZero(page + kOsPageBytes, 2 * kOsPageBytes));
}

TEST(VirtualMemoryTest, AllowsHugePagesWhereTheSystemHasThem) {
  const Reservation range(4 * kOsPageBytes);
  ASSERT_TRUE(Commit(range.begin(), range.bytes()));
  const bool has_them =
      access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0;
  EXPECT_EQ(AllowHugePages(range.begin(), range.bytes()), has_them);
  EXPECT_TRUE(IsZero(range.begin(), range.bytes()));
  range.begin()[0] = 'x';
}

TEST(VirtualMemoryTest, DecommitGivesBackExactlyTheRange) {
  const Reservation range(4 * kOsPageBytes);
  ASSERT_TRUE(Commit(range.begin(), range.bytes()));
  std::memset(range.begin(), 'x', range.bytes());

  Decommit(range.begin() + kOsPageBytes, 2 * kOsPageBytes);

  EXPECT_EQ(ResidentBytes(range.begin(), range.bytes()), 2 * kOsPageBytes);
  EXPECT_EQ(range.begin()[kOsPageBytes - 1], 'x');
  EXPECT_TRUE(IsZero(range.begin() + kOsPageBytes, 2 * kOsPageBytes));
  EXPECT_EQ(range.begin()[3 * kOsPageBytes], 'x');
  range.begin()[kOsPageBytes] = 'y';
  EXPECT_EQ(range.begin()[kOsPageBytes], 'y');
}

TEST(VirtualMemoryTest, DecommitZeroesLockedMemoryToo) {
  const Reservation range(2 * kOsPageBytes);
  ASSERT_TRUE(Commit(range.begin(), range.bytes()));
  ASSERT_EQ(mlock(range.begin(), range.bytes()), 0);
  std::memset(range.begin(), 'x', range.bytes());

  Decommit(range.begin(), kOsPageBytes);

  EXPECT_TRUE(IsZero(range.begin(), kOsPageBytes));
  EXPECT_EQ(range.begin()[kOsPageBytes], 'x');
}

TEST(VirtualMemoryTest, ProtectGoesBackToReserved) {
  const Reservation range(3 * kOsPageBytes);
  char* const page = range.begin() + kOsPageBytes;
  ASSERT_TRUE(Commit(range.begin(), range.bytes()));
  std::memset(range.begin(), 'x', range.bytes());

  Protect(page, kOsPageBytes);

  EXPECT_FALSE(IsReadable(page));
  EXPECT_TRUE(GapsIn(range.begin(), range.bytes()).empty());
  EXPECT_EQ(ResidentBytes(range.begin(), range.bytes()), 2 * kOsPageBytes);
  EXPECT_EQ(page[-1], 'x');
  EXPECT_EQ(page[kOsPageBytes], 'x');
  ASSERT_TRUE(Commit(page, kOsPageBytes));
  EXPECT_TRUE(IsZero(page, kOsPageBytes));
}

TEST(VirtualMemoryTest, CountsResidentPages) {
  const Reservation range(3 * kMib + 5 * kOsPageBytes);
  ASSERT_TRUE(Commit(range.begin(), range.bytes()));
  // A huge page would be resident as a whole.
  madvise(range.begin(), range.bytes(), MADV_NOHUGEPAGE);
  EXPECT_EQ(ResidentBytes(range.begin(), range.bytes()), 0u);

  size_t touched_bytes = 0;
  for (size_t at = 0; at < range.bytes(); at += 7 * kOsPageBytes) {
    range.begin()[at] = 1;
    touched_bytes += kOsPageBytes;
  }
  EXPECT_EQ(ResidentBytes(range.begin(), range.bytes()), touched_bytes);

  // Page 7 of the second MiB is one of those touched; it leaves with its
  // neighbours, and the hole does not hide the rest.
  const size_t hole = 259 * kOsPageBytes;
  Release(range.begin() + hole, kOsPageBytes);
  EXPECT_EQ(ResidentBytes(range.begin(), range.bytes()),
            touched_bytes - kOsPageBytes);
  EXPECT_EQ(ResidentBytes(range.begin() + hole, kOsPageBytes), 0u);
}

TEST(VirtualMemoryTest, FindsTheHolesItMade) {
  const Reservation range(64 * kOsPageBytes);
  const uintptr_t begin = AddressOf(range.begin());
  Release(range.begin() + 8 * kOsPageBytes, kOsPageBytes);
  Release(range.begin() + 16 * kOsPageBytes, 3 * kOsPageBytes);
  Release(range.begin() + 62 * kOsPageBytes, 2 * kOsPageBytes);

  const std::vector<AddressRange> gaps = GapsIn(range.begin(), range.bytes());
  ASSERT_EQ(gaps.size(), 3u);
  EXPECT_EQ(gaps[0].begin, begin + 8 * kOsPageBytes);
  EXPECT_EQ(gaps[0].bytes(), kOsPageBytes);
  EXPECT_EQ(gaps[1].begin, begin + 16 * kOsPageBytes);
  EXPECT_EQ(gaps[1].bytes(), 3 * kOsPageBytes);
  EXPECT_EQ(gaps[2].begin, begin + 62 * kOsPageBytes);
  EXPECT_EQ(gaps[2].end, begin + 64 * kOsPageBytes);

  const std::vector<AddressRange> largest =
      GapsIn(range.begin(), range.bytes(), 1);
  ASSERT_EQ(largest.size(), 1u);
  EXPECT_EQ(largest[0].bytes(), 3 * kOsPageBytes);
}

TEST(VirtualMemoryTest, ReadsThisProcessAsAWhole) {
  const int local = 0;
  static int global = 0;
  std::vector<AddressRange> gaps(4096);
  const size_t count = FreeGaps({0, UINTPTR_MAX}, gaps.data(), gaps.size());

  ASSERT_GT(count, 0u);
  EXPECT_EQ(gaps[0].begin, 0u);
  for (size_t i = 0; i < count; ++i) {
    EXPECT_LT(gaps[i].begin, gaps[i].end);
    EXPECT_TRUE(i == 0 || gaps[i - 1].end < gaps[i].begin);
    for (const void* mapped : {static_cast<const void*>(&local),
                               static_cast<const void*>(&global)}) {
      const uintptr_t address = AddressOf(mapped);
      EXPECT_FALSE(address >= gaps[i].begin && address < gaps[i].end);
    }
  }
}

// The hooks' calls are counted here.
struct HookCalls {
  int reserve_at;
  int reserve;
  int commit;
  int decommit;
};
HookCalls hook_calls;

TEST(VirtualMemoryTest, HooksReplaceTheCallsOfTheSystem) {
  hook_calls = {};
  VirtualMemoryHooks hooks;
  hooks.reserve_at = [](uintptr_t, size_t) {
    ++hook_calls.reserve_at;
    return ReserveResult::kTaken;
  };
  hooks.reserve = [](size_t bytes, size_t alignment, size_t residue) {
    // The second reservation succeeds.
    return ++hook_calls.reserve == 1
               ? nullptr
               : kSystemVirtualMemory.reserve(bytes, alignment, residue);
  };
  hooks.commit = [](void*, size_t) { return ++hook_calls.commit < 0; };

  SetVirtualMemoryHooksForTesting(&hooks);
  const ReserveResult taken = ReserveAt(kGib, kMib);
  void* const refused = Reserve(kMib, kMib);
  void* const place = Reserve(kMib, kMib);
  const bool committed = Commit(place, kMib);
  SetVirtualMemoryHooksForTesting(nullptr);

  EXPECT_EQ(taken, ReserveResult::kTaken);
  EXPECT_EQ(refused, nullptr);
  ASSERT_NE(place, nullptr);
  EXPECT_FALSE(committed);
  EXPECT_EQ(hook_calls.reserve_at, 1);
  EXPECT_EQ(hook_calls.reserve, 2);
  EXPECT_EQ(hook_calls.commit, 1);
  EXPECT_TRUE(Commit(place, kMib));
  EXPECT_EQ(hook_calls.commit, 1);
  Release(place, kMib);
}

TEST(VirtualMemoryTest, ANullHookIsTheCallOfTheSystem) {
  hook_calls = {};
  VirtualMemoryHooks hooks;
  hooks.decommit = [](void*, size_t) { ++hook_calls.decommit; };
  const Reservation range(kOsPageBytes);

  SetVirtualMemoryHooksForTesting(&hooks);
  EXPECT_TRUE(Commit(range.begin(), kOsPageBytes));
  range.begin()[0] = 'x';
  Decommit(range.begin(), kOsPageBytes);
  SetVirtualMemoryHooksForTesting(nullptr);

  EXPECT_EQ(hook_calls.decommit, 1);
  EXPECT_EQ(range.begin()[0], 'x');
}

// In a child: exits with 0 if all is as it should be, else with the number of
// the first thing that is not.
[[noreturn]] void RunUnderAddressSpaceLimit() {
  void* const place = Reserve(128 * kMib, kOsPageBytes);
  Release(place, 128 * kMib);
  const uintptr_t begin = AddressOf(place);
  const size_t limit_bytes = MappedBytes() + 64 * kMib;
  const rlimit limit = {limit_bytes, limit_bytes};
  if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(1);

  if (AddressSpaceLimitBytes() != limit_bytes) _exit(2);
  if (Reserve(128 * kMib, kMib) != nullptr) _exit(3);
  if (ReserveAt(begin, 128 * kMib) != ReserveResult::kNoAddressSpace) _exit(4);
  // A refusal leaves room for what still fits.
  if (ReserveAt(begin, kMib) != ReserveResult::kOk) _exit(5);
  if (ReserveAt(begin, kMib) != ReserveResult::kTaken) _exit(6);
  _exit(0);
}

TEST(VirtualMemoryDeathTest, TellsALimitFromATakenPlace) {
  EXPECT_EXIT(RunUnderAddressSpaceLimit(), ::testing::ExitedWithCode(0), "");
}

TEST(VirtualMemoryDeathTest, HasNoLimitWhereNoneIsSet) {
  EXPECT_EXIT(
      {
        rlimit limit;
        getrlimit(RLIMIT_AS, &limit);
        const bool unlimited = limit.rlim_cur == RLIM_INFINITY;
        _exit(unlimited == (AddressSpaceLimitBytes() == SIZE_MAX) ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

#if !HALFWORD_HAS_ASAN && !HALFWORD_HAS_TSAN
// Makes pages of different protection in turn, until the kernel has no room to
// record one more. Sanitizers could not go on after that.
[[noreturn]] void RunWithoutRoomForMappings(size_t page_count) {
  auto* const begin =
      static_cast<char*>(Reserve(page_count * kOsPageBytes, kOsPageBytes));
  if (begin == nullptr || !Commit(begin, 16 * kOsPageBytes)) _exit(1);
  std::memset(begin, 'x', 16 * kOsPageBytes);
  char* page = begin + 32 * kOsPageBytes;
  char* const end = begin + page_count * kOsPageBytes;
  while (page < end && Commit(page, kOsPageBytes)) page += 2 * kOsPageBytes;
  if (page >= end) _exit(2);

  if (IsReadable(page)) _exit(3);
  Protect(begin + kOsPageBytes, kOsPageBytes);
  if (!IsZero(begin + kOsPageBytes, kOsPageBytes)) _exit(4);
  Release(begin + 3 * kOsPageBytes, kOsPageBytes);
  if (ResidentBytes(begin + 3 * kOsPageBytes, kOsPageBytes) != 0) _exit(5);
  if (begin[2 * kOsPageBytes] != 'x') _exit(6);
  _exit(0);
}

TEST(VirtualMemoryDeathTest, SurvivesAKernelThatCannotRecordMore) {
  size_t mapping_count_max = 0;
  ASSERT_TRUE(std::ifstream("/proc/sys/vm/max_map_count") >> mapping_count_max);
  if (mapping_count_max > size_t{2} << 20) {
    GTEST_SKIP() << "vm.max_map_count is beyond what a test can use up";
  }

  EXPECT_EXIT(RunWithoutRoomForMappings(mapping_count_max + 64),
              ::testing::ExitedWithCode(0), "");
}
#endif

TEST(VirtualMemoryDeathTest, RefusesPartsOfPages) {
  const Reservation range(2 * kOsPageBytes);

  EXPECT_DEATH(ReserveAt(kGib + 1, kMib), "align the address");
  EXPECT_DEATH(ReserveAt(kGib, 1), "round the size up");
  EXPECT_DEATH(Reserve(0, kOsPageBytes), "round the size up");
  EXPECT_DEATH(Reserve(kMib, 3 * kOsPageBytes), "power of two");
  EXPECT_DEATH(Reserve(kMib, 64), "power of two");
  EXPECT_DEATH(Reserve(kMib, kMib, kMib), "below the alignment");
  EXPECT_DEATH(Commit(range.begin() + 8, kOsPageBytes), "align the address");
  EXPECT_DEATH(Decommit(range.begin(), 8), "round the size up");
  EXPECT_DEATH(Protect(range.begin(), 8), "round the size up");
  EXPECT_DEATH(Release(range.begin(), 0), "round the size up");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
