// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NewPages: the pages of an image that is being made, zero until they are
// written, in memory of their own.

#ifndef HALFWORD_IMAGE_OFFLINE_NEW_PAGES_H_
#define HALFWORD_IMAGE_OFFLINE_NEW_PAGES_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/virtual_memory.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

class NewPages {
 public:
  NewPages() = default;
  ~NewPages() {
    if (bytes_ != nullptr) Release(bytes_, size_);
  }
  NewPages(const NewPages&) = delete;
  NewPages& operator=(const NewPages&) = delete;
  NewPages& operator=(NewPages&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    return *this;
  }

  // False: the system has no memory for them.
  bool Make(size_t page_count) {
    size_ = page_count * kPageBytes;
    bytes_ = static_cast<std::byte*>(Reserve(size_, kOsPageBytes));
    return bytes_ != nullptr && Commit(bytes_, size_);
  }

  std::byte* at(uint64_t offset) { return bytes_ + offset; }

 private:
  std::byte* bytes_ = nullptr;
  size_t size_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_NEW_PAGES_H_
