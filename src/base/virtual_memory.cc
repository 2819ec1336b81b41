// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Virtual memory on Linux. The anonymous functions are the system calls; the
// public ones check what they are asked and go through the hooks.

#include "base/virtual_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/bits.h"
#include "base/error_line.h"
#include "base/gap_collector.h"
#include "halfword/internal/checks.h"

// Linux 4.17. An older kernel ignores the flag and takes the address as a hint.
#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

// Reserved pages are not counted as memory that may be needed one day, so that
// 16 GiB of them can be had on a small machine.
constexpr int kReserveFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

// ThreadSanitizer replaces addresses that it keeps to itself by 0 and ends the
// process where that is then mapped. It takes a hint as one.
constexpr int kExactFlag = HALFWORD_HAS_TSAN ? 0 : MAP_FIXED_NOREPLACE;

bool IsPageMultiple(size_t value) { return value % kOsPageBytes == 0; }

void CheckRange(const void* address, size_t bytes) {
  HALFWORD_CHECK(IsPageMultiple(std::bit_cast<uintptr_t>(address)),
                 "the system maps whole pages: align the address");
  HALFWORD_CHECK(bytes > 0 && IsPageMultiple(bytes),
                 "the system maps whole pages: round the size up");
}

void Unmap(void* address, size_t bytes) {
  if (munmap(address, bytes) == 0) return;
  // The kernel has joined the range with its neighbours and cannot record that
  // there is a hole now. The addresses are lost, the memory is not.
  HALFWORD_CHECK(errno == ENOMEM, "release what was reserved, nothing else");
  madvise(address, bytes, MADV_DONTNEED);
}

ReserveResult SystemReserveAt(uintptr_t address, size_t bytes) {
  void* const wanted = std::bit_cast<void*>(address);
  void* const mapped =
      mmap(wanted, bytes, PROT_NONE, kReserveFlags | kExactFlag, -1, 0);
  if (mapped == MAP_FAILED) {
    if (errno == EEXIST) return ReserveResult::kTaken;
    // EAGAIN: a program that locks all its memory may not lock so much.
    if (errno == ENOMEM || errno == EAGAIN) {
      return ReserveResult::kNoAddressSpace;
    }
    return ReserveResult::kFailed;
  }
  if (mapped == wanted) return ReserveResult::kOk;
  Unmap(mapped, bytes);
  return ReserveResult::kTaken;
}

void* SystemReserve(size_t bytes, size_t alignment, size_t residue) {
  if (bytes > SIZE_MAX - alignment) return nullptr;
  const size_t mapped_bytes = bytes + alignment - kOsPageBytes;
  void* const mapped =
      mmap(nullptr, mapped_bytes, PROT_NONE, kReserveFlags, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  const auto begin = std::bit_cast<uintptr_t>(mapped);
  // The distance to the next address with the residue, below alignment.
  const size_t head_bytes = (residue - begin) & (alignment - 1);
  const size_t tail_bytes = mapped_bytes - head_bytes - bytes;
  void* const result = std::bit_cast<void*>(begin + head_bytes);
  if (head_bytes > 0) Unmap(mapped, head_bytes);
  if (tail_bytes > 0) {
    Unmap(std::bit_cast<void*>(begin + head_bytes + bytes), tail_bytes);
  }
  return result;
}

bool SystemCommit(void* address, size_t bytes) {
  return mprotect(address, bytes, PROT_READ | PROT_WRITE) == 0;
}

void SystemDecommit(void* address, size_t bytes) {
  if (madvise(address, bytes, MADV_DONTNEED) == 0) return;
  // The kernel does not take locked memory (mlockall) back. The contents are
  // part of the contract all the same.
  std::memset(address, 0, bytes);
}

void* SystemGrow(void* address, size_t bytes, size_t new_bytes) {
  void* const grown = mremap(address, bytes, new_bytes, MREMAP_MAYMOVE);
  return grown == MAP_FAILED ? nullptr : grown;
}

bool SystemAllowHugePages(void* address, size_t bytes) {
  return madvise(address, bytes, MADV_HUGEPAGE) == 0;
}

std::atomic<const VirtualMemoryHooks*> hooks{nullptr};

// The entry of the hooks in place, or the system's where they have none.
template <typename Function>
Function Hook(Function VirtualMemoryHooks::* entry) {
  const VirtualMemoryHooks* const table = hooks.load(std::memory_order_acquire);
  if (table != nullptr && table->*entry != nullptr) return table->*entry;
  return kSystemVirtualMemory.*entry;
}

}  // namespace

constexpr VirtualMemoryHooks kSystemVirtualMemory = {
    .reserve_at = SystemReserveAt,
    .reserve = SystemReserve,
    .commit = SystemCommit,
    .decommit = SystemDecommit,
    .grow = SystemGrow,
    .allow_huge_pages = SystemAllowHugePages,
};

void SetVirtualMemoryHooksForTesting(const VirtualMemoryHooks* table) {
  hooks.store(table, std::memory_order_release);
}

void CheckOsPageBytes() {
  const auto page_bytes = sysconf(_SC_PAGESIZE);
  if (std::cmp_not_equal(page_bytes, kOsPageBytes)) {
    FatalLine("the pages of this system have %ld bytes; Halfword needs %zu",
              page_bytes, kOsPageBytes);
  }
}

ReserveResult ReserveAt(uintptr_t address, size_t bytes) {
  CheckOsPageBytes();
  CheckRange(std::bit_cast<void*>(address), bytes);
  return Hook(&VirtualMemoryHooks::reserve_at)(address, bytes);
}

void* Reserve(size_t bytes, size_t alignment, size_t residue) {
  CheckOsPageBytes();
  CheckRange(nullptr, bytes);
  HALFWORD_CHECK(std::has_single_bit(alignment) && IsPageMultiple(alignment),
                 "the alignment is a power of two of at least a page");
  HALFWORD_CHECK(residue < alignment && IsPageMultiple(residue),
                 "the residue is a whole number of pages below the alignment");
  return Hook(&VirtualMemoryHooks::reserve)(bytes, alignment, residue);
}

bool Commit(void* address, size_t bytes) {
  CheckRange(address, bytes);
  return Hook(&VirtualMemoryHooks::commit)(address, bytes);
}

void* Grow(void* address, size_t bytes, size_t new_bytes) {
  CheckRange(address, bytes);
  CheckRange(nullptr, new_bytes);
  return Hook(&VirtualMemoryHooks::grow)(address, bytes, new_bytes);
}

bool AllowHugePages(void* address, size_t bytes) {
  CheckRange(address, bytes);
  return Hook(&VirtualMemoryHooks::allow_huge_pages)(address, bytes);
}

void Decommit(void* address, size_t bytes) {
  CheckRange(address, bytes);
  Hook (&VirtualMemoryHooks::decommit)(address, bytes);
}

void Protect(void* address, size_t bytes) {
  CheckRange(address, bytes);
  // A new mapping in the place of the old one, rather than a change of the old
  // one: it also gives back the promise of memory that a kernel without
  // overcommit has made, and merges with the reserved range around it.
  void* const mapped =
      mmap(address, bytes, PROT_NONE, kReserveFlags | MAP_FIXED, -1, 0);
  if (mapped == address) return;
  HALFWORD_CHECK(mapped == MAP_FAILED, "MAP_FIXED maps there or nowhere");
  HALFWORD_CHECK(errno == ENOMEM, "protect what was reserved, nothing else");
  SystemDecommit(address, bytes);
}

void Release(void* address, size_t bytes) {
  CheckRange(address, bytes);
  Unmap(address, bytes);
}

size_t FreeGaps(AddressRange within, AddressRange* gaps, size_t capacity) {
  GapCollector collector(within, gaps, capacity);
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return collector.Finish();
  char piece[kOsPageBytes];
  for (;;) {
    const ssize_t count = read(file, piece, sizeof(piece));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    collector.Feed(std::string_view(piece, static_cast<size_t>(count)));
  }
  close(file);
  return collector.Finish();
}

size_t AddressSpaceLimitBytes() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0) return SIZE_MAX;
  if (limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  return static_cast<size_t>(limit.rlim_cur);
}

size_t ResidentBytes(const void* address, size_t bytes) {
  CheckRange(address, bytes);
  constexpr size_t kPieceBytes = size_t{1} << 20;
  unsigned char resident[kPieceBytes / kOsPageBytes];
  size_t resident_page_count = 0;
  for (size_t offset = 0; offset < bytes;) {
    size_t piece_bytes = std::min(kPieceBytes, bytes - offset);
    void* const piece =
        std::bit_cast<void*>(std::bit_cast<uintptr_t>(address) + offset);
    int result = mincore(piece, piece_bytes, resident);
    if (result != 0) {
      // Something in the piece is not mapped: look at its first page alone.
      piece_bytes = kOsPageBytes;
      result = mincore(piece, piece_bytes, resident);
    }
    if (result == 0) {
      for (size_t page = 0; page < piece_bytes / kOsPageBytes; ++page) {
        resident_page_count += resident[page] & 1;
      }
    }
    offset += piece_bytes;
  }
  return resident_page_count * kOsPageBytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
