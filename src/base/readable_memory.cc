// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The kernel is asked to read a signal mask from the address, for an operation
// that does not exist: it copies the mask first (EFAULT where it cannot), then
// refuses the operation (EINVAL). Nothing is changed, no handler is installed
// and no file is opened, so it works in any thread and under any limit.

#include "base/readable_memory.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "base/virtual_memory.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr int kNoSuchOperation = -1;
constexpr size_t kMaskBytes = 8;  // what the kernel calls a signal mask

// Requires: the address is a multiple of kMaskBytes, so that the mask lies in
// one page.
bool IsMaskReadable(uintptr_t address) {
  const int errno_before = errno;
  const auto result =
      syscall(SYS_rt_sigprocmask, kNoSuchOperation,
              reinterpret_cast<const void*>(address), nullptr, kMaskBytes);
  const bool is_readable = result == 0 || errno != EFAULT;
  errno = errno_before;
  return is_readable;
}

}  // namespace

bool IsReadable(const void* address, size_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  const uintptr_t end = begin + bytes;
  // The kernel takes null for "no mask", and reads nothing.
  if (end < begin || begin < kOsPageBytes) return false;
  uintptr_t at = begin & ~(uintptr_t{kMaskBytes} - 1);
  while (at < end) {
    if (!IsMaskReadable(at)) return false;
    at = (at & ~(uintptr_t{kOsPageBytes} - 1)) + kOsPageBytes;
  }
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
