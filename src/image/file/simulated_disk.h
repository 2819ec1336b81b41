// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SimulatedDisk: a disk that loses power. What was written since the last sync
// persists sector by sector, or not, in any combination and in any of its
// versions; the length likewise. A sync may fail, after which a random part is
// durable and the system believes that all of it is. Only tests include this
// file.

#ifndef HALFWORD_IMAGE_FILE_SIMULATED_DISK_H_
#define HALFWORD_IMAGE_FILE_SIMULATED_DISK_H_

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "image/file/image_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Thrown by the operation at which the power goes.
struct PowerCut {};

class SimulatedDisk final : public ImageDisk {
 public:
  static constexpr size_t kSectorBytes = 512;
  using Sector = std::array<std::byte, kSectorBytes>;

  explicit SimulatedDisk(std::mt19937* random) : random_(*random) {}

  uint64_t bytes() const override { return bytes_; }

  bool Read(uint64_t offset, void* into, size_t bytes) override {
    if (offset + bytes > bytes_) return Fail("read: behind the end");
    ForEachSector(
        offset, bytes,
        [&](uint64_t number, size_t begin, size_t count, size_t done) {
          const auto sector = cache_.find(number);
          auto* const place = static_cast<std::byte*>(into) + done;
          if (sector == cache_.end()) {
            std::memset(place, 0, count);
          } else {
            std::memcpy(place, sector->second.data() + begin, count);
          }
        });
    return true;
  }

  bool Write(uint64_t offset, const void* data, size_t bytes) override {
    bool is_whole = true;
    ForEachSector(
        offset, bytes,
        [&](uint64_t number, size_t begin, size_t count, size_t done) {
          if (!is_whole) return;
          CountDown();
          if (room_left_ == 0) {
            is_whole = false;
            return;
          }
          if (room_left_ != kMuch) --room_left_;
          Sector sector = {};
          const auto known = cache_.find(number);
          if (known != cache_.end()) sector = known->second;
          std::memcpy(sector.data() + begin,
                      static_cast<const std::byte*>(data) + done, count);
          cache_[number] = sector;
          pending_[number].push_back(sector);
          bytes_ = std::max(bytes_, number * kSectorBytes + begin + count);
        });
    return is_whole || Fail("write: No space left on device");
  }

  bool Allocate(uint64_t bytes) override {
    CountDown();
    if (room_left_ != kMuch) return Fail("allocate: No space left on device");
    bytes_ = std::max(bytes_, bytes);
    return true;
  }

  bool Extend(uint64_t bytes) override {
    CountDown();
    bytes_ = std::max(bytes_, bytes);
    return true;
  }

  bool Sync(SyncPoint point) override {
    CountDown();
    if (point == left_out_sync_) return true;
    if (fails_next_sync_) {
      fails_next_sync_ = false;
      PersistSome();
      pending_.clear();  // which the system believes to be durable
      return Fail("fdatasync: Input/output error");
    }
    for (auto& [number, versions] : pending_) {
      durable_[number] = versions.back();
    }
    pending_.clear();
    durable_bytes_ = bytes_;
    return true;
  }

  bool LockReadersOut() override { return !has_reader_; }
  void LetReadersIn() override {}
  const std::string& error() const override { return error_; }

  // What the next process finds after the power has gone.
  void LosePower() {
    PersistSome();
    pending_.clear();
    cache_ = durable_;
    bytes_ = durable_bytes_;
  }
  // Of what is only in the cache, some is read from the disk again.
  void EvictSome() {
    for (auto& [number, sector] : cache_) {
      if (pending_.contains(number) || !IsHeads()) continue;
      const auto known = durable_.find(number);
      sector = known == durable_.end() ? Sector{} : known->second;
    }
  }

  // The power goes at the count-th operation from now on; 0: it does not.
  void CutAfter(uint64_t count) { operations_left_ = count; }
  void FailNextSync() { fails_next_sync_ = true; }
  // So many sectors can be written; kMuch: any number.
  static constexpr uint64_t kMuch = UINT64_MAX;
  void SetRoom(uint64_t sectors) { room_left_ = sectors; }
  void SetReader(bool has_reader) { has_reader_ = has_reader; }
  // Syncs of this kind do nothing.
  void LeaveOut(SyncPoint point) { left_out_sync_ = point; }

  // Damages what a program reads.
  std::map<uint64_t, Sector>& sectors() { return cache_; }
  void SetBytes(uint64_t bytes) { bytes_ = bytes; }

 private:
  template <typename Visit>
  static void ForEachSector(uint64_t offset, size_t bytes, Visit visit) {
    for (size_t done = 0; done < bytes;) {
      const uint64_t at = offset + done;
      const size_t begin = at % kSectorBytes;
      const size_t count = std::min(bytes - done, kSectorBytes - begin);
      visit(at / kSectorBytes, begin, count, done);
      done += count;
    }
  }

  bool IsHeads() { return (random_() & 1) != 0; }

  bool Fail(const char* error) {
    error_ = error;
    return false;
  }

  void CountDown() {
    if (operations_left_ == 0) return;
    --operations_left_;
    if (operations_left_ == 0) throw PowerCut();
  }

  void PersistSome() {
    const uint32_t all = random_() % 8;
    for (auto& [number, versions] : pending_) {
      // Mostly some; at times all or none.
      if (all == 0 || (all != 1 && !IsHeads())) continue;
      durable_[number] = versions[random_() % versions.size()];
    }
    if (bytes_ > durable_bytes_ && IsHeads()) durable_bytes_ = bytes_;
    for (const auto& [number, sector] : durable_) {
      durable_bytes_ =
          std::max(durable_bytes_, (number + 1) * uint64_t{kSectorBytes});
    }
  }

  std::mt19937& random_;
  std::map<uint64_t, Sector> cache_;  // what programs see
  std::map<uint64_t, Sector> durable_;
  std::map<uint64_t, std::vector<Sector>> pending_;  // versions, oldest first
  uint64_t bytes_ = 0;
  uint64_t durable_bytes_ = 0;
  uint64_t operations_left_ = 0;
  uint64_t room_left_ = kMuch;
  std::optional<SyncPoint> left_out_sync_;
  bool fails_next_sync_ = false;
  bool has_reader_ = false;
  std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_SIMULATED_DISK_H_
