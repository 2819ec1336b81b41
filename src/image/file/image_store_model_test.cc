// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Random histories of an image on a disk that loses power, whose programs are
// killed, whose syncs fail and which gets full: what is opened is always a
// state that was acknowledged last, or the one that was being saved.

#include <array>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "image/file/image_hash.h"
#include "image/file/image_store.h"
#include "image/file/simulated_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Page = std::array<std::byte, kImagePageBytes>;
// By page; what is free has none.
using Content = std::map<uint32_t, Page>;

constexpr uint32_t kFirstPages = 4;
constexpr ImageStore::Layout kSmallLog = {.log_half_bytes = 24 * kUnitBytes};

// A heap that is saved, and what a reader of it may find.
class History {
 public:
  explicit History(std::mt19937* random) : random_(*random), disk_(random) {}

  void Run(int steps) {
    Create();
    for (int i = 0; i < steps && !HasFailed(); ++i) Step();
    if (!HasFailed()) Reopen();
  }

  SimulatedDisk& disk() { return disk_; }
  int crashes() const { return crashes_; }
  // Opening has refused the image, or found another state.
  bool has_found_fault() const { return has_found_fault_; }
  bool expects_faults = false;

 private:
  bool HasFailed() const {
    return has_found_fault_ || ::testing::Test::HasFailure();
  }

  uint32_t Random(uint32_t bound) {
    return static_cast<uint32_t>(random_() % bound);
  }

  Page RandomPage() {
    Page page;
    const auto value = static_cast<std::byte>(random_());
    page.fill(value);
    std::memcpy(page.data(), &++page_count_made_, sizeof(page_count_made_));
    return page;
  }

  void Create() {
    for (uint32_t i = 0; i < kFirstPages; ++i) live_[i] = RandomPage();
    page_count_ = kFirstPages;
    words_.catalog_offset = 1;
    ASSERT_TRUE(ImageStore::Create(
        &disk_, {1, 2}, page_count_,
        [this](uint32_t page) { return live_.at(page).data(); }, words_,
        kSmallLog));
    acknowledged_ = live_;
    acknowledged_words_ = words_;
    Reopen();
  }

  // A step, at which the power may go, or the program be killed.
  void Step() {
    if (Random(4) == 0) disk_.CutAfter(1 + Random(60));
    if (Random(20) == 0) disk_.FailNextSync();
    if (Random(15) == 0) disk_.SetRoom(Random(40));
    disk_.SetReader(Random(5) == 0);
    try {
      Act();
      disk_.CutAfter(0);
      disk_.SetRoom(SimulatedDisk::kMuch);
      if (Random(12) == 0) Crash();
    } catch (const PowerCut&) {
      Crash();
    }
  }

  void Act() {
    switch (Random(8)) {
      case 0:
        Report(store_->Checkpoint());
        break;
      case 1:
        Close();
        break;
      case 2:
        Grow();
        break;
      default:
        Change();
        Save(Random(3) == 0 ? Durability::kRelaxed : Durability::kStrict);
    }
  }

  void Change() {
    for (uint32_t changes = Random(4); changes != 0; --changes) {
      const uint32_t page = Random(page_count_);
      if (live_.contains(page) && Random(4) == 0) {
        live_.erase(page);
      } else if (live_.contains(page)) {
        const uint32_t unit = Random(kPageUnits);
        std::memset(live_[page].data() + unit * kUnitBytes,
                    static_cast<int>(Random(256)), kUnitBytes);
      } else {
        live_[page] = RandomPage();
      }
    }
    words_.catalog_offset = Random(1000);
  }

  void Grow() {
    if (page_count_ > 12) return;
    const uint32_t wanted = page_count_ + 1 + Random(2);
    const StoreResult result = store_->Grow(wanted);
    if (result == StoreResult::kDone) page_count_ = wanted;
    Report(result);
  }

  std::vector<PageChange> Changes() const {
    std::vector<PageChange> changes;
    for (uint32_t page = 0; page < page_count_; ++page) {
      const auto now = live_.find(page);
      const auto old = saved_.find(page);
      if (now == live_.end()) {
        if (old != saved_.end()) changes.push_back({page, 0, {}, nullptr});
        continue;
      }
      uint8_t mask = 0;
      for (size_t unit = 0; unit < kPageUnits; ++unit) {
        const size_t place = unit * kUnitBytes;
        if (old == saved_.end() ||
            std::memcmp(now->second.data() + place, old->second.data() + place,
                        kUnitBytes) != 0) {
          mask |= static_cast<uint8_t>(1 << unit);
        }
      }
      if (mask == 0) continue;
      changes.push_back(
          {page, mask, HashPage(now->second.data(), page), now->second.data()});
    }
    return changes;
  }

  void Save(Durability durability) {
    in_flight_ = live_;
    in_flight_words_ = words_;
    const StoreResult result = store_->Save(Changes(), words_, durability);
    if (result == StoreResult::kDone) {
      acknowledged_ = saved_ = live_;
      acknowledged_words_ = words_;
      in_flight_.reset();
    }
    if (result == StoreResult::kFailed) in_flight_.reset();
    Report(result);
  }

  void Report(StoreResult result) {
    if (result == StoreResult::kBroken) Kill();
  }

  void Close() {
    if (store_->Close() == StoreResult::kBroken || Random(2) == 0) {
      Kill();
    } else {
      disk_.CutAfter(0);
      Reopen();
    }
  }

  // The program is gone, the system is not.
  void Kill() {
    ++crashes_;
    disk_.CutAfter(0);
    if (Random(3) == 0) disk_.EvictSome();
    Reopen();
  }

  void Crash() {
    ++crashes_;
    disk_.CutAfter(0);
    disk_.LosePower();
    Reopen();
  }

  // Opens it, and may lose power while opening.
  void Reopen() {
    disk_.SetRoom(SimulatedDisk::kMuch);
    for (int tries = 0;; ++tries) {
      store_.emplace(&disk_);
      if (tries < 3 && Random(4) == 0) disk_.CutAfter(1 + Random(40));
      if (tries < 3 && Random(20) == 0) disk_.FailNextSync();
      ImageDamage damage;
      try {
        const StoreResult result = store_->Open(PageCheck::kAll, &damage);
        disk_.CutAfter(0);
        if (result == StoreResult::kDone) break;
        if (damage.kind != DamageKind::kDiskError) {
          Fault("damage: " + damage.text);
          return;
        }
        if (Random(2) == 0) disk_.EvictSome();
      } catch (const PowerCut&) {
        ++crashes_;
        disk_.CutAfter(0);
        disk_.LosePower();
      }
    }
    Compare();
  }

  void Compare() {
    Content found;
    const ImageState& state = store_->state();
    for (uint32_t page = 0; page < state.page_count; ++page) {
      if (store_->directory()[page].is_zero()) continue;
      if (!ReadPage(&disk_, state, store_->units(), page, found[page].data())) {
        Fault("a page cannot be read");
        return;
      }
    }
    const bool is_old =
        found == acknowledged_ && state.heap == acknowledged_words_;
    const bool is_new = in_flight_.has_value() && found == *in_flight_ &&
                        state.heap == in_flight_words_;
    if (!is_old && !is_new) {
      Fault("opened as a state that was never acknowledged");
      return;
    }
    live_ = saved_ = acknowledged_ = found;
    words_ = acknowledged_words_ = state.heap;
    page_count_ = state.page_count;
    in_flight_.reset();
  }

  void Fault(const std::string& text) {
    has_found_fault_ = true;
    if (!expects_faults) ADD_FAILURE() << text;
  }

  std::mt19937& random_;
  SimulatedDisk disk_;
  std::optional<ImageStore> store_;
  uint64_t page_count_made_ = 0;
  uint32_t page_count_ = 0;
  Content live_;
  Content saved_;  // the store's state
  HeapWords words_;
  Content acknowledged_;
  HeapWords acknowledged_words_;
  std::optional<Content> in_flight_;
  HeapWords in_flight_words_;
  bool has_found_fault_ = false;
  int crashes_ = 0;
};

// HALFWORD_IMAGE_HISTORIES, where more are wanted: rare mistakes need tens of
// thousands.
uint32_t HistoryCount() {
  const char* const count = std::getenv("HALFWORD_IMAGE_HISTORIES");
  return count == nullptr ? 2000 : static_cast<uint32_t>(std::atoi(count));
}

TEST(ImageStoreModelTest, OpensAsTheOldOrTheNewState) {
  const TestSeed seed;
  int crashes = 0;
  for (uint32_t i = 0; i < HistoryCount(); ++i) {
    std::mt19937 random(seed.value() + i);
    History history(&random);
    history.Run(30);
    crashes += history.crashes();
    if (HasFailure()) {
      ADD_FAILURE() << "history " << i;
      return;
    }
  }
  EXPECT_GT(crashes, 1000);
}

// Which of a number of histories finds that a kind of sync is missing; 0: none.
uint32_t HistoriesToFind(SyncPoint point, uint32_t seed) {
  for (uint32_t i = 1; i <= 20'000; ++i) {
    std::mt19937 random(seed + i);
    History history(&random);
    history.expects_faults = true;
    history.disk().LeaveOut(point);
    history.Run(30);
    if (history.has_found_fault()) return i;
  }
  return 0;
}

TEST(ImageStoreModelTest, NeedsEachSync) {
  const TestSeed seed;
  for (const SyncPoint point :
       {SyncPoint::kRecord, SyncPoint::kHeader, SyncPoint::kApplied,
        SyncPoint::kCheckpoint, SyncPoint::kRepaired,
        SyncPoint::kRepairedHeader}) {
    const uint32_t found = HistoriesToFind(point, seed.value());
    EXPECT_NE(found, 0) << static_cast<int>(point);
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
