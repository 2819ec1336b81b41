// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// UnfinishedFile: a file that is being written under a name for the time being,
// and which a program that ends early by a signal removes.

#ifndef HALFWORD_BASE_UNFINISHED_FILES_H_
#define HALFWORD_BASE_UNFINISHED_FILES_H_

#include <unistd.h>

#include <atomic>
#include <string>
#include <utility>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// As long as one lives, its name is known to UnlinkAll(), which knows the first
// eight at a time. Threads: any.
class UnfinishedFile {
 public:
  // Requires: the file is this process's.
  explicit UnfinishedFile(std::string path) : path_(std::move(path)) {
    for (auto& name : names_) {
      const char* none = nullptr;
      if (name.compare_exchange_strong(none, path_.c_str())) return;
    }
  }
  ~UnfinishedFile() {
    for (auto& name : names_) {
      const char* own = path_.c_str();
      if (name.compare_exchange_strong(own, nullptr)) return;
    }
  }
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  // Nothing but the end of the process may follow. Safe in a handler of
  // signals.
  static void UnlinkAll() {
    for (const auto& name : names_) {
      const char* const path = name.load();
      if (path != nullptr) unlink(path);
    }
  }

 private:
  // Null: a free place.
  static inline std::atomic<const char*> names_[8];
  static_assert(std::atomic<const char*>::is_always_lock_free);

  const std::string path_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_UNFINISHED_FILES_H_
