// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The reservation ladder, where the system refuses and where other mappings lie
// in the way. Each test runs in a child of its own (cage_child.h).

#include "cage/window.h"

#include <algorithm>
#include <random>
#include <vector>

#include "base/test_seed.h"
#include "base/virtual_memory.h"
#include "cage/cage_child.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kGib = size_t{1} << 30;

std::vector<size_t> Ladder() {
  if (kWindowBytes == 16 * kGib) {
    return {16 * kGib, 4 * kGib, kGib, 256 * kMib};
  }
  return {kWindowBytes, 16 * kGib, 4 * kGib, kGib, 256 * kMib};
}

// What the hooks below let through, and what they were asked for.
struct System {
  size_t grants_bytes_max = SIZE_MAX;  // larger ranges are refused
  ReserveResult refusal = ReserveResult::kNoAddressSpace;
  int refuses_first = 0;  // calls for a fixed place that are refused
  std::vector<size_t> asked_bytes = {};  // without repetitions
};
System* system_of_test = nullptr;

void NoteAsked(size_t bytes) {
  std::vector<size_t>& asked = system_of_test->asked_bytes;
  if (asked.empty() || asked.back() != bytes) asked.push_back(bytes);
}

ReserveResult HookedReserveAt(uintptr_t address, size_t bytes) {
  NoteAsked(bytes);
  if (bytes > system_of_test->grants_bytes_max ||
      --system_of_test->refuses_first >= 0) {
    return system_of_test->refusal;
  }
  return kSystemVirtualMemory.reserve_at(address, bytes);
}

void* HookedReserve(size_t bytes, size_t alignment, size_t residue) {
  NoteAsked(bytes);
  // A place that is taken is found out later, when it is asked for.
  if (bytes > system_of_test->grants_bytes_max &&
      system_of_test->refusal != ReserveResult::kTaken) {
    return nullptr;
  }
  return kSystemVirtualMemory.reserve(bytes, alignment, residue);
}

struct Outcome {
  Reservation reservation;
  ReservationError error = ReservationError::kNone;
};

Outcome ReserveUnder(System* system, size_t wanted_bytes = kWindowBytes) {
  static constexpr VirtualMemoryHooks kHooks = {
      .reserve_at = HookedReserveAt,
      .reserve = HookedReserve,
      .commit = nullptr,
      .decommit = nullptr,
  };
  Outcome outcome;
  system_of_test = system;
  SetVirtualMemoryHooksForTesting(&kHooks);
  outcome.reservation = ReserveInWindow(wanted_bytes, &outcome.error);
  SetVirtualMemoryHooksForTesting(nullptr);
  return outcome;
}

void ExpectUsable(const Reservation& reservation) {
  const uintptr_t window = reservation.window_begin;
  EXPECT_EQ(window / kWindowBytes % 2, 1u);
  EXPECT_EQ(window % kWindowBytes, 0u);
  if (kFixedWindow) {
    EXPECT_EQ(window, kWindowBytes);
  }
  EXPECT_EQ(reservation.begin % kWindowMarginBytes, 0u);
  if (!reservation.is_whole_window()) {
    EXPECT_GE(reservation.begin, window + kWindowMarginBytes);
    EXPECT_LE(reservation.end, window + kWindowBytes - kWindowMarginBytes);
  }
  AddressRange gap;
  EXPECT_EQ(FreeGaps({reservation.begin, reservation.end}, &gap, 1), 0u);
  EXPECT_TRUE(Commit(reinterpret_cast<void*>(reservation.end - kOsPageBytes),
                     kOsPageBytes));
  *reinterpret_cast<int*>(reservation.end - kOsPageBytes) = 1;
}

TEST(WindowTest, LeadsDownTheLadderToItsEnd) {
  std::vector<size_t> rungs;

  for (size_t bytes = kWindowBytes; bytes != 0; bytes = NextRung(bytes)) {
    rungs.push_back(bytes);
  }

  EXPECT_EQ(rungs, Ladder());
  EXPECT_EQ(NextRung(3 * kGib), kGib);
  EXPECT_EQ(NextRung(kGib + kChunkBytes), kGib);
  EXPECT_EQ(NextRung(kCageBytesMin), 0u);
  EXPECT_EQ(NextRung(1), 0u);
}

TEST(WindowTest, TakesTheWholeWindowWhereNothingIsInTheWay) {
  RunInChild([] {
    System system;
    const Outcome outcome = ReserveUnder(&system);

    EXPECT_EQ(outcome.error, ReservationError::kNone);
    EXPECT_TRUE(outcome.reservation.is_whole_window());
    EXPECT_EQ(outcome.reservation.begin, outcome.reservation.window_begin);
    ExpectUsable(outcome.reservation);
    EXPECT_EQ(system.asked_bytes, std::vector<size_t>{kWindowBytes});
  });
}

TEST(WindowTest, TakesTheLargestRungThatTheSystemGrants) {
  for (const size_t rung : Ladder()) {
    RunInChild([rung] {
      System system = {.grants_bytes_max = rung};
      const Outcome outcome = ReserveUnder(&system);

      EXPECT_EQ(outcome.error, ReservationError::kNone);
      EXPECT_EQ(outcome.reservation.bytes(), rung);
      ExpectUsable(outcome.reservation);
    });
  }
}

TEST(WindowTest, AsksForEveryRungBeforeItGivesUp) {
  RunInChild([] {
    System system = {.grants_bytes_max = 0};
    const Outcome outcome = ReserveUnder(&system);

    EXPECT_EQ(outcome.error, ReservationError::kNoAddressSpace);
    EXPECT_EQ(outcome.reservation.bytes(), 0u);
    EXPECT_EQ(system.asked_bytes, Ladder());
  });
}

TEST(WindowTest, StartsTheLadderAtTheWantedSize) {
  RunInChild([] {
    System refusing = {.grants_bytes_max = 2 * kGib};
    const Outcome smaller = ReserveUnder(&refusing, 3 * kGib);
    System granting;
    const Outcome wanted = ReserveUnder(&granting, 768 * kMib);

    EXPECT_EQ(refusing.asked_bytes, (std::vector<size_t>{3 * kGib, kGib}));
    EXPECT_EQ(smaller.reservation.bytes(), kGib);
    ExpectUsable(smaller.reservation);
    EXPECT_EQ(wanted.reservation.bytes(), 768 * kMib);
    ExpectUsable(wanted.reservation);
  });
}

TEST(WindowTest, TakesTheWholeWindowForWhatDoesNotFitBetweenItsMargins) {
  RunInChild([] {
    System system;
    const size_t fits_bytes = kWindowBytes - 2 * kWindowMarginBytes;
    const Outcome too_large = ReserveUnder(&system, fits_bytes + kChunkBytes);
    Release(reinterpret_cast<void*>(too_large.reservation.begin), kWindowBytes);
    const Outcome just_fits = ReserveUnder(&system, fits_bytes);

    EXPECT_TRUE(too_large.reservation.is_whole_window());
    EXPECT_EQ(just_fits.reservation.bytes(), fits_bytes);
    ExpectUsable(just_fits.reservation);
  });
}

TEST(WindowTest, GivesUpWithoutBlamingTheWindowWhenTheSystemJustFails) {
  RunInChild([] {
    System system = {.grants_bytes_max = 0, .refusal = ReserveResult::kFailed};
    const Outcome outcome = ReserveUnder(&system);

    EXPECT_EQ(outcome.error, ReservationError::kNoAddressSpace);
    EXPECT_EQ(outcome.reservation.bytes(), 0u);
  });
}

TEST(WindowTest, BlamesATakenWindowOnlyWhereNoOtherOneWillDo) {
  RunInChild([] {
    System system = {.grants_bytes_max = 0, .refusal = ReserveResult::kTaken};
    const Outcome outcome = ReserveUnder(&system);

    EXPECT_EQ(outcome.error, kFixedWindow ? ReservationError::kWindowTaken
                                          : ReservationError::kNoAddressSpace);
    EXPECT_EQ(outcome.reservation.bytes(), 0u);
  });
}

#if HALFWORD_REFERENCES == 32 && !HALFWORD_DECODE_BASED

void Occupy(uintptr_t begin, size_t bytes) {
  ASSERT_EQ(ReserveAt(begin, bytes), ReserveResult::kOk);
}

// The bytes that a gap offers between the margins, from a multiple of 16 MiB.
size_t UsableBytes(AddressRange gap) {
  uintptr_t begin = std::max(gap.begin, kWindowBytes + kWindowMarginBytes);
  begin = (begin + kWindowMarginBytes - 1) / kWindowMarginBytes *
          kWindowMarginBytes;
  const uintptr_t end =
      std::min(gap.end, 2 * kWindowBytes - kWindowMarginBytes);
  return begin < end ? end - begin : 0;
}

std::vector<AddressRange> GapsBetween(
    const std::vector<AddressRange>& mappings) {
  std::vector<AddressRange> gaps;
  uintptr_t free_from = kWindowBytes;
  for (const AddressRange& mapping : mappings) {
    gaps.push_back({free_from, mapping.begin});
    free_from = mapping.end;
  }
  gaps.push_back({free_from, 2 * kWindowBytes});
  return gaps;
}

// The largest rung that fits into one of the gaps beside some mappings.
size_t RungBeside(const std::vector<AddressRange>& gaps) {
  size_t usable_bytes_max = 0;
  for (const AddressRange& gap : gaps) {
    usable_bytes_max = std::max(usable_bytes_max, UsableBytes(gap));
  }
  size_t rung = NextRung(kWindowBytes);
  while (rung > usable_bytes_max) rung = NextRung(rung);
  return rung;
}

TEST(FixedWindowTest, SaysThatOtherMappingsFillTheWindow) {
  RunInChild([] {
    // What is left is 256 MiB, and the margins lie in it.
    Occupy(kWindowBytes + 128 * kMib, kWindowBytes - 256 * kMib);
    System system;
    const Outcome outcome = ReserveUnder(&system);

    EXPECT_EQ(outcome.error, ReservationError::kWindowTaken);
    EXPECT_EQ(outcome.reservation.bytes(), 0u);
  });
}

TEST(FixedWindowTest, LiesBesideOneSmallMapping) {
  for (const uintptr_t offset :
       {uintptr_t{0}, kWindowMarginBytes, kWindowBytes / 2, 5 * kGib,
        kWindowBytes - kOsPageBytes}) {
    RunInChild([offset] {
      const uintptr_t mapping = kWindowBytes + offset;
      Occupy(mapping, kOsPageBytes);
      System system;
      const Outcome outcome = ReserveUnder(&system);

      const Reservation& reservation = outcome.reservation;
      EXPECT_EQ(reservation.bytes(),
                RungBeside(GapsBetween({{mapping, mapping + kOsPageBytes}})));
      ExpectUsable(reservation);
      EXPECT_TRUE(reservation.end <= mapping ||
                  reservation.begin >= mapping + kOsPageBytes);
      // The larger side.
      EXPECT_EQ(reservation.begin > mapping, offset < kWindowBytes / 2);
    });
  }
}

std::vector<AddressRange> OccupyAtRandom(std::mt19937_64* random) {
  const size_t count = 1 + (*random)() % 12;
  std::vector<AddressRange> mappings;
  for (size_t i = 0; i < count; ++i) {
    const uintptr_t begin = kWindowBytes + (*random)() %
                                               (kWindowBytes / kOsPageBytes) *
                                               kOsPageBytes;
    const size_t bytes_max = size_t{1} << (13 + (*random)() % 20);
    const size_t bytes =
        std::min((*random)() % bytes_max, 2 * kWindowBytes - begin) /
        kOsPageBytes * kOsPageBytes;
    if (bytes == 0 || ReserveAt(begin, bytes) != ReserveResult::kOk) continue;
    mappings.push_back({begin, begin + bytes});
  }
  std::sort(mappings.begin(), mappings.end(),
            [](AddressRange a, AddressRange b) { return a.begin < b.begin; });
  return mappings;
}

void ReserveBetweenRandomMappings(unsigned seed) {
  std::mt19937_64 random(seed);
  const std::vector<AddressRange> mappings = OccupyAtRandom(&random);
  const std::vector<AddressRange> gaps = GapsBetween(mappings);
  const size_t expected_bytes =
      mappings.empty() ? kWindowBytes : RungBeside(gaps);

  System system;
  const Outcome outcome = ReserveUnder(&system);

  ASSERT_EQ(outcome.reservation.bytes(), expected_bytes) << seed;
  if (expected_bytes == 0) {
    EXPECT_EQ(outcome.error, ReservationError::kWindowTaken);
    return;
  }
  ExpectUsable(outcome.reservation);
  const uintptr_t begin = outcome.reservation.begin;
  const auto gap =
      std::find_if(gaps.begin(), gaps.end(), [begin](AddressRange range) {
        return range.begin <= begin && begin < range.end;
      });
  ASSERT_NE(gap, gaps.end());
  EXPECT_LE(outcome.reservation.end, gap->end);
}

TEST(FixedWindowTest, TakesTheLargestRungThatFitsBetweenRandomMappings) {
  const TestSeed seed;

  for (unsigned round = 0; round < 50; ++round) {
    RunInChild([&] { ReserveBetweenRandomMappings(seed.value() + round); });
  }
}

#else

TEST(AnyWindowTest, TriesTheWindowsBelowOneThatIsTaken) {
  RunInChild([] {
    System system = {.grants_bytes_max = 4 * kGib,
                     .refusal = ReserveResult::kTaken,
                     .refuses_first = 3};
    const Outcome outcome = ReserveUnder(&system);

    EXPECT_EQ(outcome.error, ReservationError::kNone);
    EXPECT_EQ(outcome.reservation.bytes(), 4 * kGib);
    ExpectUsable(outcome.reservation);
  });
}

TEST(AnyWindowTest, TakesAnOddWindowWhereverTheSystemPutsIt) {
  RunInChild([] {
    for (int i = 0; i < 8; ++i) {
      System system = {.grants_bytes_max = kGib};
      const Outcome outcome = ReserveUnder(&system);
      EXPECT_EQ(outcome.reservation.bytes(), kGib);
      ExpectUsable(outcome.reservation);
    }
  });
}

#endif

// A copy of Halfword is what its code and data are, so that to a second one the
// claim of the first looks like this.
TEST(ClaimTest, IsTakenOnce) {
  RunInChild([] {
    ClaimProcess();
    EXPECT_EQ(ClaimProcess(), !kFixedWindow);
  });
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
