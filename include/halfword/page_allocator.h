// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageAllocator: Oilpan's interface to the memory of the system. A platform may
// have one and a program may hand it over. No heap calls it: all pages lie in
// the cage, whose place decides what a reference means, so that no other
// allocator can supply them.

#ifndef HALFWORD_PAGE_ALLOCATOR_H_
#define HALFWORD_PAGE_ALLOCATOR_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class PageAllocator {
 public:
  enum Permission : uint8_t {
    kNoAccess,
    kRead,
    kReadWrite,
    kReadWriteExecute,
    kReadExecute,
    kNoAccessWillJitLater,
  };

  virtual ~PageAllocator() = default;
  virtual size_t AllocatePageSize() = 0;
  virtual size_t CommitPageSize() = 0;
  virtual void SetRandomMmapSeed(int64_t seed) = 0;
  virtual void* GetRandomMmapAddr() = 0;
  virtual void* AllocatePages(void* address, size_t length, size_t alignment,
                              Permission permissions) = 0;
  virtual bool FreePages(void* address, size_t length) = 0;
  virtual bool ReleasePages(void* address, size_t length,
                            size_t new_length) = 0;
  virtual bool SetPermissions(void* address, size_t length,
                              Permission permissions) = 0;
  virtual bool RecommitPages(void*, size_t, Permission) { return false; }
  virtual bool DiscardSystemPages(void*, size_t) { return true; }
  virtual bool DecommitPages(void* address, size_t size) = 0;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_PAGE_ALLOCATOR_H_
