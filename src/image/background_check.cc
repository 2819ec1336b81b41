// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The thread has a descriptor of its own, since a DiskFile notes its errors.

#include "image/background_check.h"

#include <system_error>
#include <utility>
#include <vector>

#include "halfword/internal/checks.h"
#include "image/file/posix_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool BackgroundCheck::Start(const DiskFile& file, RecoveredImage image,
                            DamageCallback callback) {
  HALFWORD_DCHECK(!file_.is_open(), "a check is started once");
  if (!file_.OpenSame(file)) return false;
  image_ = std::move(image);
  callback_ = std::move(callback);
  process_ = ProcessId();
  try {
    thread_ = std::thread([this] { Run(); });
  } catch (const std::system_error&) {
    file_.Close();
    return false;
  }
  return true;
}

const ImageDamage& BackgroundCheck::Wait() {
  if (thread_.joinable()) {
    thread_.join();
    // Whoever waits may close the file, and let go of its locks.
    file_.Close();
  }
  return damage_;
}

// It can be neither joined nor detached there, nor destroyed.
void BackgroundCheck::ForgetThread() {
  [[maybe_unused]] static auto* const kept = new std::vector<std::thread>;
  kept->push_back(std::move(thread_));
  file_.Close();
}

void BackgroundCheck::GiveUp() {
  if (is_lost()) {
    ForgetThread();
    return;
  }
  is_given_up_.store(true, std::memory_order_relaxed);
  Wait();
}

void BackgroundCheck::Run() {
  PosixDisk disk(&file_);
  for (uint32_t page = 0; page < image_.state.page_count; ++page) {
    if (is_given_up_.load(std::memory_order_relaxed)) return;
    damage_ = CheckPage(&disk, image_, page);
    if (!damage_) continue;
    if (callback_ != nullptr) callback_(damage_);
    return;
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
