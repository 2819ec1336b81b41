// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Chunks out of the cage of this process, which each test leaves as it found
// it; and cages of their own, in a child, for what only happens once: the
// reservation, the first use of a group of chunks, and a system that refuses.
// tests/cage_limits runs whole programs under limits.

#include "cage/cage.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "base/virtual_memory.h"
#include "cage/cage_child.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct CageTestPeer {
  // Reserves a second cage, which side_tables describe from then on.
  static bool Reserve(Cage* cage) {
    cage->Reserve();
    return cage->reserved_;
  }
  static size_t& UsedCount(Cage& cage) { return cage.used_count_; }
  static size_t& LowestFreeWord(Cage& cage) { return cage.lowest_free_word_; }
  static uint64_t& FirstUsed(Cage& cage) { return cage.used_[0]; }
  static uint64_t& FirstGroups(Cage& cage) { return cage.committed_groups_[0]; }
};

namespace {

constexpr size_t kBitmapWordsPerChunk = kChunkBytes / kGranuleBytes / 64;

char* BytesAt(uintptr_t address) { return reinterpret_cast<char*>(address); }

bool IsZero(const void* begin, size_t bytes) {
  const auto* const at = static_cast<const char*>(begin);
  return at[0] == 0 && std::memcmp(at, at + 1, bytes - 1) == 0;
}

uint64_t* AllocatedBitsOf(uintptr_t chunk) {
  return side_tables.allocated + WindowOffset(chunk) / kGranuleBytes / 64;
}
uint64_t* MarkedBitsOf(uintptr_t chunk) {
  return side_tables.marked + WindowOffset(chunk) / kGranuleBytes / 64;
}

uint64_t* HeldBitsOf(uintptr_t chunk) {
  return side_tables.held + WindowOffset(chunk) / kGranuleBytes / 64;
}

bool TablesAreZero(uintptr_t chunk) {
  return IsZero(AllocatedBitsOf(chunk), kBitmapWordsPerChunk * 8) &&
         IsZero(MarkedBitsOf(chunk), kBitmapWordsPerChunk * 8) &&
         IsZero(HeldBitsOf(chunk), kBitmapWordsPerChunk * 8) &&
         IsZero(&RecordAt(PageIndexOf(chunk)),
                kChunkPages * sizeof(PageRecord));
}

// Runs of chunks that go back at the end of the test.
class Runs {
 public:
  Runs() = default;
  ~Runs() {
    for (const auto& [address, count] : runs_) {
      Cage::Get().FreeChunks(address, count);
    }
  }
  Runs(const Runs&) = delete;
  Runs& operator=(const Runs&) = delete;

  uintptr_t Take(size_t count) {
    const uintptr_t address = Cage::Get().AllocateChunks(count);
    if (address != 0) runs_.emplace(address, count);
    return address;
  }
  void GiveBack(uintptr_t address) {
    const auto run = runs_.find(address);
    Cage::Get().FreeChunks(run->first, run->second);
    runs_.erase(run);
  }
  const std::map<uintptr_t, size_t>& all() const { return runs_; }

 private:
  std::map<uintptr_t, size_t> runs_;
};

TEST(CageTest, IsReservedOnceAndKnowsItsPlace) {
  ASSERT_TRUE(Cage::TryReserve());
  const Cage& cage = Cage::Get();
  const uintptr_t begin = cage.begin();
  ASSERT_TRUE(Cage::TryReserve());

  EXPECT_EQ(cage.begin(), begin);
  EXPECT_EQ(cage.end() - cage.begin(), cage.capacity_bytes());
  EXPECT_EQ(cage.free_bytes(), cage.capacity_bytes());
  EXPECT_EQ(cage.reservation_error(), ReservationError::kNone);
  EXPECT_EQ(side_tables.begin, cage.begin());
  EXPECT_EQ(side_tables.end, cage.end());
  EXPECT_TRUE(IsInCage(cage.begin()));
  EXPECT_TRUE(IsInCage(cage.end() - 1));
  EXPECT_FALSE(IsInCage(cage.begin() - 1));
  EXPECT_FALSE(IsInCage(cage.end()));
  EXPECT_FALSE(IsInCage(nullptr));
  EXPECT_EQ(PageAddress(PageIndexOf(begin)), begin);
  EXPECT_NE(PageIndexOf(begin), kNoPage);
}

TEST(CageTest, HandsOutWhatIsAvoidedWhenNothingElseIsLeft) {
  Cage& cage = Cage::Get();
  Runs runs;
  const uintptr_t first = runs.Take(3);
  runs.GiveBack(first);
  cage.AvoidChunkOf(first + kChunkBytes + 100);

  EXPECT_EQ(runs.Take(1), first);
  EXPECT_EQ(runs.Take(2), first + 2 * kChunkBytes);
  const size_t rest = cage.free_bytes() / kChunkBytes;
  EXPECT_EQ(runs.Take(rest - 1), first + 4 * kChunkBytes);
  EXPECT_EQ(runs.Take(1), first + kChunkBytes);
  EXPECT_EQ(cage.free_bytes(), 0u);

  for (uint32_t i = 0; i < 64; ++i) cage.NoteEndOfScan();
  runs.GiveBack(first + kChunkBytes);
  runs.GiveBack(first);
  EXPECT_EQ(runs.Take(2), first);
}

TEST(CageTest, HandsOutEverythingButTheMargins) {
  const Cage& cage = Cage::Get();
  Runs runs;
  size_t handed_out_bytes = 0;

  for (size_t count : {size_t{1000}, size_t{1}}) {
    for (;;) {
      const uintptr_t address = runs.Take(count);
      if (address == 0) break;
      handed_out_bytes += count * kChunkBytes;
      ASSERT_GE(address, cage.window_begin() + kWindowMarginBytes);
      ASSERT_LE(address + count * kChunkBytes,
                cage.window_begin() + kWindowBytes - kWindowMarginBytes);
    }
  }

  EXPECT_EQ(handed_out_bytes, cage.capacity_bytes());
  EXPECT_EQ(cage.free_bytes(), 0u);
  EXPECT_EQ(cage.capacity_bytes(), kWindowBytes - 2 * kWindowMarginBytes);
}

TEST(CageTest, GivesNothingWhereNoRunIsLongEnough) {
  const size_t chunk_count = Cage::Get().capacity_bytes() / kChunkBytes;
  Runs runs;

  EXPECT_EQ(runs.Take(chunk_count + 1), 0u);
  EXPECT_EQ(runs.Take(SIZE_MAX), 0u);
  const uintptr_t first = runs.Take(1);
  EXPECT_EQ(runs.Take(chunk_count), 0u);
  EXPECT_EQ(runs.Take(chunk_count - 1), first + kChunkBytes);
  EXPECT_EQ(runs.Take(1), 0u);
  runs.GiveBack(first);
  EXPECT_EQ(runs.Take(2), 0u);
  EXPECT_EQ(runs.Take(1), first);
}

TEST(CageTest, TellsOfEachChunkWhetherItIsInUse) {
  Runs runs;
  const uintptr_t first = runs.Take(2);
  ASSERT_EQ(first, Cage::Get().begin());

  std::vector<bool> seen;
  Cage::Get().ForEachChunk([&](uintptr_t address, bool is_used) {
    EXPECT_EQ(address, first + seen.size() * kChunkBytes);
    seen.push_back(is_used);
  });

  ASSERT_GE(seen.size(), 3u);
  EXPECT_TRUE(seen[0]);
  EXPECT_TRUE(seen[1]);
  EXPECT_FALSE(seen[2]);
}

TEST(CageTest, FindsEachDamageOfItsOwnCounts) {
  Runs runs;
  ASSERT_EQ(runs.Take(2), Cage::Get().begin());
  Cage& cage = Cage::Get();
  const auto is_sound_with = [&](auto& place, auto value) {
    const auto before = place;
    place = value;
    const bool is_sound = cage.IsSound();
    place = before;
    return is_sound;
  };

  EXPECT_TRUE(cage.IsSound());
  EXPECT_FALSE(is_sound_with(CageTestPeer::UsedCount(cage), 3u));
  EXPECT_FALSE(is_sound_with(CageTestPeer::LowestFreeWord(cage), 1u));
  EXPECT_FALSE(is_sound_with(CageTestPeer::FirstUsed(cage), 1u));
  EXPECT_FALSE(is_sound_with(CageTestPeer::FirstGroups(cage), 0u));
  EXPECT_TRUE(cage.IsSound());
}

TEST(CageTest, HandsOutTheLowestRunThatFits) {
  Runs runs;
  const uintptr_t one = runs.Take(1);
  const uintptr_t two = runs.Take(2);
  const uintptr_t three = runs.Take(3);
  const uintptr_t last = runs.Take(1);

  EXPECT_EQ(one, Cage::Get().begin());
  EXPECT_EQ(two, one + kChunkBytes);
  EXPECT_EQ(three, two + 2 * kChunkBytes);
  EXPECT_EQ(last, three + 3 * kChunkBytes);
  runs.GiveBack(one);
  runs.GiveBack(three);
  EXPECT_EQ(runs.Take(2), three);
  EXPECT_EQ(runs.Take(1), one);
  EXPECT_EQ(runs.Take(1), three + 2 * kChunkBytes);
  EXPECT_EQ(runs.Take(1), last + kChunkBytes);
}

// Where the first fit among `used` lies, by looking at every chunk.
size_t FirstFit(const std::vector<bool>& used, size_t count) {
  size_t run = 0;
  for (size_t i = 0; i < used.size(); ++i) {
    run = used[i] ? 0 : run + 1;
    if (run == count) return i + 1 - count;
  }
  return used.size();
}

TEST(CageTest, FindsTheSameRunsAsASearchOfEveryChunk) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  constexpr size_t kRunCountMax = 40;
  std::vector<bool> used(8192);
  const uintptr_t begin = Cage::Get().begin();
  Runs runs;

  for (int step = 0; step < 4000; ++step) {
    if (runs.all().size() == kRunCountMax || random() % 3 == 0) {
      if (runs.all().empty()) continue;
      auto run = runs.all().begin();
      std::advance(run, random() % runs.all().size());
      const size_t first = (run->first - begin) / kChunkBytes;
      std::fill_n(used.begin() + static_cast<ptrdiff_t>(first), run->second,
                  false);
      runs.GiveBack(run->first);
      continue;
    }
    const size_t count = 1 + random() % (size_t{1} << random() % 8);
    const size_t expected = FirstFit(used, count);
    ASSERT_LT(expected, used.size());
    ASSERT_EQ(runs.Take(count), begin + expected * kChunkBytes);
    std::fill_n(used.begin() + static_cast<ptrdiff_t>(expected), count, true);
  }

  size_t taken_bytes = 0;
  for (const auto& run : runs.all()) taken_bytes += run.second * kChunkBytes;
  EXPECT_EQ(Cage::Get().free_bytes(),
            Cage::Get().capacity_bytes() - taken_bytes);
}

TEST(CageTest, HandsOutZeroMemoryAgain) {
  Runs runs;
  const uintptr_t address = runs.Take(3);
  ASSERT_TRUE(IsZero(BytesAt(address), 3 * kChunkBytes));
  std::memset(BytesAt(address), 0xff, 3 * kChunkBytes);

  runs.GiveBack(address);
  EXPECT_EQ(ResidentBytes(BytesAt(address), 3 * kChunkBytes), 0u);
  ASSERT_EQ(runs.Take(3), address);

  EXPECT_TRUE(IsZero(BytesAt(address), 3 * kChunkBytes));
  for (uintptr_t chunk = address; chunk < address + 3 * kChunkBytes;
       chunk += kChunkBytes) {
    EXPECT_TRUE(TablesAreZero(chunk));
  }
}

TEST(CageTest, TakesNoMemoryForChunksThatNobodyTouches) {
  Runs runs;
  constexpr size_t kCount = (size_t{1} << 30) / kChunkBytes;

  const uintptr_t address = runs.Take(kCount);

  ASSERT_NE(address, 0u);
  EXPECT_EQ(ResidentBytes(BytesAt(address), kCount * kChunkBytes), 0u);
}

// Takes and gives back chunks, and sees whether they are its own.
void UseChunks(unsigned seed, uint64_t tag, int* failure_count) {
  std::mt19937 random(seed);
  std::vector<std::pair<uintptr_t, size_t>> mine;
  const auto words_of = [](uintptr_t chunk) {
    return std::vector<uint64_t*>{
        reinterpret_cast<uint64_t*>(chunk),
        reinterpret_cast<uint64_t*>(chunk + kChunkBytes - 8),
        AllocatedBitsOf(chunk), MarkedBitsOf(chunk) + kBitmapWordsPerChunk - 1,
        reinterpret_cast<uint64_t*>(&RecordAt(PageIndexOf(chunk)).type)};
  };
  const auto exchange = [&](uintptr_t chunk, uint64_t before, uint64_t after) {
    for (uint64_t* const word : words_of(chunk)) {
      if (*word != before) ++*failure_count;
      *word = after;
    }
  };
  for (int step = 0; step < 400 || !mine.empty(); ++step) {
    if (step < 400 && mine.size() < 8) {
      const size_t count = 1 + random() % 4;
      const uintptr_t address = Cage::Get().AllocateChunks(count);
      for (size_t i = 0; i < count; ++i) {
        exchange(address + i * kChunkBytes, 0, tag);
      }
      mine.emplace_back(address, count);
    } else {
      std::swap(mine[random() % mine.size()], mine.back());
      const auto [address, count] = mine.back();
      mine.pop_back();
      for (size_t i = 0; i < count; ++i) {
        exchange(address + i * kChunkBytes, tag, 0);
      }
      Cage::Get().FreeChunks(address, count);
    }
  }
}

TEST(CageTest, GivesEveryThreadChunksOfItsOwn) {
  const TestSeed seed;
  constexpr unsigned kThreadCount = 4;
  int failure_counts[kThreadCount] = {};
  std::vector<std::thread> threads;

  for (unsigned i = 0; i < kThreadCount; ++i) {
    threads.emplace_back(UseChunks, seed.value() + i, i + 1,
                         &failure_counts[i]);
  }
  for (std::thread& thread : threads) thread.join();

  for (const int failure_count : failure_counts) EXPECT_EQ(failure_count, 0);
  EXPECT_EQ(Cage::Get().free_bytes(), Cage::Get().capacity_bytes());
}

TEST(CageDeathTest, RefusesChunksThatAreNotTaken) {
  Cage& cage = Cage::Get();
  Runs runs;
  const uintptr_t address = runs.Take(2);

  EXPECT_DEATH(cage.FreeChunks(address, 3), "given back once");
  EXPECT_DEATH(
      {
        cage.FreeChunks(address, 1);
        cage.FreeChunks(address, 1);
      },
      "given back once");
  EXPECT_DEATH(cage.FreeChunks(cage.begin() - kChunkBytes, 1),
               "only chunks of the cage");
  EXPECT_DEATH(cage.FreeChunks(cage.end(), 1), "only chunks of the cage");
  EXPECT_DEATH(cage.FreeChunks(address, SIZE_MAX), "only chunks of the cage");
  EXPECT_DEATH(cage.AllocateChunks(0), "at least one");
}

// What the hooks of a fresh cage refuse, by the number of the call.
struct Refusals {
  int table = -1;  // reservation of a table
  int commit = -1;
  int commit_count = 0;  // that many in a row
  int tables_seen = 0;
  int commits_seen = 0;
};
Refusals refusals;

// A table is a page larger than what it describes needs.
bool IsTable(size_t bytes) { return bytes % kChunkBytes == kOsPageBytes; }

void* RefuseTable(size_t bytes, size_t alignment, size_t residue) {
  if (IsTable(bytes) && refusals.tables_seen++ == refusals.table) {
    return nullptr;
  }
  return kSystemVirtualMemory.reserve(bytes, alignment, residue);
}

bool RefuseCommit(void* address, size_t bytes) {
  const int since = refusals.commits_seen++ - refusals.commit;
  if (refusals.commit >= 0 && since >= 0 && since < refusals.commit_count) {
    return false;
  }
  return kSystemVirtualMemory.commit(address, bytes);
}

constexpr VirtualMemoryHooks kRefusing = {.reserve_at = nullptr,
                                          .reserve = RefuseTable,
                                          .commit = RefuseCommit,
                                          .decommit = nullptr};

size_t MappedBytes() {
  size_t page_count = 0;
  EXPECT_TRUE(std::ifstream("/proc/self/statm") >> page_count);
  return page_count * kOsPageBytes;
}

// The whole window is refused, so the cage is on the next rung of the ladder.
void ExpectNextRung(const Cage& cage, size_t mapped_before_bytes) {
  EXPECT_EQ(cage.capacity_bytes(), NextRung(kWindowBytes));
  EXPECT_EQ(side_tables.begin, cage.begin());
  EXPECT_EQ(side_tables.end, cage.end());
  // The cage and its tables, and nothing that a refused rung left behind.
  const size_t table_bytes =
      cage.capacity_bytes() / (kGranuleBytes * 8) * 3 +
      cage.capacity_bytes() / kPageBytes * sizeof(PageRecord);
  const size_t expected_bytes = cage.capacity_bytes() + table_bytes;
  const size_t mapped_bytes = MappedBytes() - mapped_before_bytes;
  EXPECT_GE(mapped_bytes, expected_bytes);
  EXPECT_LT(mapped_bytes, expected_bytes + kCageBytesMin / 16);
}

// Takes all of it, and writes to the outermost bytes and tables.
void ExpectUsable(Cage* cage) {
  const uintptr_t begin =
      cage->AllocateChunks(cage->capacity_bytes() / kChunkBytes);
  ASSERT_EQ(begin, cage->begin());
  for (const uintptr_t chunk : {begin, cage->end() - kChunkBytes}) {
    EXPECT_TRUE(IsZero(BytesAt(chunk), kChunkBytes));
    EXPECT_TRUE(TablesAreZero(chunk));
    BytesAt(chunk)[0] = 1;
    BytesAt(chunk)[kChunkBytes - 1] = 1;
    AllocatedBitsOf(chunk)[0] = 1;
    AllocatedBitsOf(chunk)[kBitmapWordsPerChunk - 1] = 1;
    MarkedBitsOf(chunk)[0] = 1;
    MarkedBitsOf(chunk)[kBitmapWordsPerChunk - 1] = 1;
    RecordAt(PageIndexOf(chunk)).run_pages = 1;
    RecordAt(PageIndexOf(chunk + kChunkBytes - 1)).run_pages = 1;
  }
}

TEST(FreshCageTest, IsUsableFromEndToEnd) {
  RunInChild([] {
    static constinit Cage cage;
    ASSERT_TRUE(CageTestPeer::Reserve(&cage));

    ExpectUsable(&cage);
  });
}

TEST(FreshCageTest, TakesTheNextRungWhereATableDoesNotFit) {
  for (const int table : {0, 1, 2, 3}) {
    RunInChild([table] {
      static constinit Cage cage;
      const size_t mapped_bytes = MappedBytes();
      refusals = {.table = table};
      SetVirtualMemoryHooksForTesting(&kRefusing);
      ASSERT_TRUE(CageTestPeer::Reserve(&cage));
      SetVirtualMemoryHooksForTesting(nullptr);

      ExpectNextRung(cage, mapped_bytes);
      ExpectUsable(&cage);
    });
  }
}

TEST(FreshCageTest, TakesTheNextRungWhereRecordsGetNoMemory) {
  RunInChild([] {
    static constinit Cage cage;
    const size_t mapped_bytes = MappedBytes();
    refusals = {.commit = 0, .commit_count = 1};
    SetVirtualMemoryHooksForTesting(&kRefusing);
    ASSERT_TRUE(CageTestPeer::Reserve(&cage));
    SetVirtualMemoryHooksForTesting(nullptr);

    ExpectNextRung(cage, mapped_bytes);
    ExpectUsable(&cage);
  });
}

TEST(FreshCageTest, LeavesNothingBehindWhereNoRungHasRoom) {
  RunInChild([] {
    static constinit Cage cage;
    const size_t mapped_bytes = MappedBytes();
    refusals = {.commit = 0, .commit_count = 1000};
    SetVirtualMemoryHooksForTesting(&kRefusing);
    EXPECT_FALSE(CageTestPeer::Reserve(&cage));
    SetVirtualMemoryHooksForTesting(nullptr);

    EXPECT_EQ(cage.reservation_error(), ReservationError::kNoAddressSpace);
    EXPECT_LT(MappedBytes(), mapped_bytes + kCageBytesMin / 16);
  });
}

TEST(FreshCageTest, GivesNoChunkWhereTheSystemGivesNoMemory) {
  // A group of chunks takes four calls: its memory and three bitmaps.
  for (const int commit : {0, 1, 2, 3, 4, 5, 6, 7}) {
    RunInChild([commit] {
      static constinit Cage cage;
      ASSERT_TRUE(CageTestPeer::Reserve(&cage));
      constexpr size_t kTwoGroups = 65;
      refusals = {.commit = commit, .commit_count = 1};
      SetVirtualMemoryHooksForTesting(&kRefusing);
      const uintptr_t refused = cage.AllocateChunks(kTwoGroups);
      const size_t free_bytes = cage.free_bytes();
      const uintptr_t granted = cage.AllocateChunks(kTwoGroups);
      SetVirtualMemoryHooksForTesting(nullptr);

      EXPECT_EQ(refused, 0u);
      EXPECT_EQ(free_bytes, cage.capacity_bytes());
      EXPECT_EQ(granted, cage.begin());
      cage.FreeChunks(granted, kTwoGroups);
      ExpectUsable(&cage);
    });
  }
}

// Whether the system may put huge pages at an address.
bool MayHaveHugePages(uintptr_t address) {
  std::ifstream file("/proc/self/smaps");
  bool is_range_of_address = false;
  for (std::string line; std::getline(file, line);) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    if (std::sscanf(line.c_str(), "%zx-%zx ", &begin, &end) == 2) {
      is_range_of_address = begin <= address && address < end;
    }
    if (is_range_of_address && line.starts_with("VmFlags:")) {
      return (line + ' ').find(" hg ") != std::string::npos;
    }
  }
  return false;
}

// Of three groups, each of which is committed by itself.
[[noreturn]] void CountChunksWithHugePages() {
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const uintptr_t chunk = Cage::Get().AllocateChunks(64);
    BytesAt(chunk)[0] = 1;
    count += MayHaveHugePages(chunk) ? 1 : 0;
    // The flag outlives the memory.
    Cage::Get().FreeChunks(chunk, 64);
    if (Cage::Get().AllocateChunks(64) != chunk) std::_Exit(100);
  }
  std::_Exit(count);
}

// One line, and chunks as without the option.
TEST(HugePagesDeathTest, ARefusalIsOneLine) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("HALFWORD_OPTIONS", "huge-pages", 1);
  EXPECT_EXIT(
      {
        static constexpr VirtualMemoryHooks kRefuses = {
            .allow_huge_pages = [](void*, size_t) { return false; }};
        SetVirtualMemoryHooksForTesting(&kRefuses);
        CountChunksWithHugePages();
      },
      ::testing::ExitedWithCode(0),
      "^halfword: HALFWORD_OPTIONS: huge-pages is ignored: the system refuses "
      "transparent huge pages\n$");
  unsetenv("HALFWORD_OPTIONS");
}

TEST(HugePagesDeathTest, AreAllowedWhereTheOptionAsksForThem) {
  if (access("/sys/kernel/mm/transparent_hugepage", F_OK) != 0) {
    GTEST_SKIP() << "this system has no transparent huge pages";
  }
  // The death test runs the program again, with this in its environment.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  setenv("HALFWORD_OPTIONS", "huge-pages", 1);
  EXPECT_EXIT(CountChunksWithHugePages(), ::testing::ExitedWithCode(3), "^$");
  setenv("HALFWORD_OPTIONS", "", 1);
  EXPECT_EXIT(CountChunksWithHugePages(), ::testing::ExitedWithCode(0), "^$");
  unsetenv("HALFWORD_OPTIONS");
}

TEST(CageTest, TellsHowFarARunOfFreeChunksGoes) {
  constexpr size_t kCount = 200;
  Cage& cage = Cage::Get();
  const uintptr_t begin = cage.AllocateChunks(kCount);
  ASSERT_NE(begin, 0u);
  cage.FreeChunks(begin, kCount);
  for (const size_t count : {0u, 1u, 5u, 63u, 64u, 65u, 128u, 199u}) {
    const uintptr_t end = begin + count * kChunkBytes;
    ASSERT_TRUE(cage.TakeChunks(end, 1));
    EXPECT_EQ(cage.FreeBytesFrom(begin), count * kChunkBytes);
    EXPECT_EQ(cage.FreeBytesFrom(end), 0u);
    cage.FreeChunks(end, 1);
  }
  EXPECT_GE(cage.FreeBytesFrom(begin), kCount * kChunkBytes);
  EXPECT_EQ(cage.FreeBytesFrom(cage.end() - kChunkBytes), kChunkBytes);
  EXPECT_EQ(cage.FreeBytesFrom(cage.end()), 0u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
