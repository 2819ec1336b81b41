// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// BackgroundCheck: compares the pages of a file that is open already with its
// directory, on a thread of its own, so that an image can be used at once and
// damage is found all the same.
//
// It reads the file, not memory, which the program changes. The pages at home
// must not be written meanwhile: a writer ends the check first, and under a
// reader nobody writes there.
//
// Threads: one, the heap's, but for the callback, which the check's own thread
// calls.

#ifndef HALFWORD_IMAGE_BACKGROUND_CHECK_H_
#define HALFWORD_IMAGE_BACKGROUND_CHECK_H_

#include <atomic>
#include <functional>
#include <thread>

#include "base/clock.h"
#include "base/disk_file.h"
#include "image/file/recovery.h"

namespace halfword::inline HALFWORD_ABI::internal {

class BackgroundCheck {
 public:
  using DamageCallback = std::function<void(const ImageDamage&)>;

  BackgroundCheck() = default;
  ~BackgroundCheck() { GiveUp(); }
  BackgroundCheck(const BackgroundCheck&) = delete;
  BackgroundCheck& operator=(const BackgroundCheck&) = delete;

  // image: state, directory and units of what is checked. False: the system
  // gives no thread or no descriptor. Requires: it was not started before.
  bool Start(const DiskFile& file, RecoveredImage image,
             DamageCallback callback);

  // In the child of a fork, where its thread does not run: it will never end.
  bool is_lost() const { return thread_.joinable() && ProcessId() != process_; }

  // Waits for its end, if it was started: what it found. Requires: !is_lost().
  const ImageDamage& Wait();

  // Ends it soon: what it has not found it will not find. One that is lost is
  // forgotten.
  void GiveUp();

 private:
  void Run();
  void ForgetThread();

  int process_ = 0;  // the one that has the thread
  DiskFile file_;
  RecoveredImage image_;
  DamageCallback callback_;
  std::thread thread_;
  // Written by the owner, read by the thread.
  std::atomic<bool> is_given_up_{false};
  // Written by the thread, read after it was joined.
  ImageDamage damage_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_BACKGROUND_CHECK_H_
