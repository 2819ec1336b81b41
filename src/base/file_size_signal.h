// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FileSizeSignalBlock: while it lives, a write that passes RLIMIT_FSIZE fails
// with EFBIG, like one to a full disk, and does not end the program.

#ifndef HALFWORD_BASE_FILE_SIZE_SIGNAL_H_
#define HALFWORD_BASE_FILE_SIZE_SIGNAL_H_

#include <cerrno>
#include <csignal>
#include <ctime>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class FileSizeSignalBlock {
 public:
  FileSizeSignalBlock() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~FileSizeSignalBlock() {
    const int error = errno;
    const timespec no_time = {};
    if (sigismember(&before_, SIGXFSZ) == 0) {
      static_cast<void>(sigtimedwait(&signal_, nullptr, &no_time));
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  FileSizeSignalBlock(const FileSizeSignalBlock&) = delete;
  FileSizeSignalBlock& operator=(const FileSizeSignalBlock&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_FILE_SIZE_SIGNAL_H_
