// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// mmap(), madvise() and /proc/self/pagemap.

#include "base/file_mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of an entry of pagemap, a word for a page of the system.
constexpr uint64_t kPresent = uint64_t{1} << 63;
constexpr uint64_t kSwapped = uint64_t{1} << 62;
constexpr uint64_t kOfFile = uint64_t{1} << 61;

constexpr size_t kEntriesAtOnce = 512;

bool IsPrivate(uint64_t entry) {
  return (entry & (kPresent | kSwapped)) != 0 && (entry & kOfFile) == 0;
}

// Reads whole entries, or fails.
bool ReadEntries(int file, uint64_t* entries, size_t count, uint64_t first) {
  auto* next = reinterpret_cast<char*>(entries);
  size_t bytes = count * sizeof(uint64_t);
  auto offset = static_cast<off_t>(first * sizeof(uint64_t));
  while (bytes != 0) {
    const ssize_t got = pread(file, next, bytes, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    offset += got;
    bytes -= static_cast<size_t>(got);
  }
  return true;
}

bool FindIn(int file, uintptr_t address, size_t page_count, uint64_t* bitmap) {
  uint64_t entries[kEntriesAtOnce];
  for (size_t page = 0; page < page_count; page += kEntriesAtOnce) {
    const size_t count = std::min(kEntriesAtOnce, page_count - page);
    if (!ReadEntries(file, entries, count, address / kOsPageBytes + page)) {
      return false;
    }
    for (size_t i = 0; i < count; ++i) {
      if (!IsPrivate(entries[i])) continue;
      bitmap[(page + i) / 64] |= uint64_t{1} << ((page + i) % 64);
    }
  }
  return true;
}

}  // namespace

bool MapFilePrivately(void* address, size_t bytes, int descriptor,
                      uint64_t offset) {
  return mmap(address, bytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, descriptor,
              static_cast<off_t>(offset)) == address;
}

bool MapZeros(void* address, size_t bytes) {
  return mmap(address, bytes, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
              0) == address;
}

bool FindPrivatePages(const void* address, size_t bytes, uint64_t* bitmap) {
  const int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool found = FindIn(file, reinterpret_cast<uintptr_t>(address),
                            bytes / kOsPageBytes, bitmap);
  close(file);
  return found;
}

void MakePagesPrivate(void* address, size_t bytes) {
#if !defined(MADV_POPULATE_WRITE)
  constexpr int MADV_POPULATE_WRITE = 23;  // Linux 5.14
#endif
  static_cast<void>(madvise(address, bytes, MADV_POPULATE_WRITE));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
