// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Address space and memory from the operating system. Nothing else in Halfword
// makes these system calls, so a port replaces this file, and a test that wants
// the system to refuse replaces the five calls that can (the hooks below).
//
// A range goes through three states:
//
//   free --Reserve, ReserveAt--> reserved --Commit--> committed --+
//     ^                             |  ^                |  ^      | Decommit
//     +----------Release------------+  +----Protect-----+  +------+
//
// Reserved addresses cost nothing but address space and fault when touched.
// Committed ones read as zero until written. Release takes a range from either
// state.
//
// Requires, for all functions: addresses and sizes are multiples of
// kOsPageBytes, and sizes are not 0.
// Threads: all functions may be called from any thread.

#ifndef HALFWORD_BASE_VIRTUAL_MEMORY_H_
#define HALFWORD_BASE_VIRTUAL_MEMORY_H_

#include <cstddef>
#include <cstdint>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What the system maps, protects and gives back as one. Systems with larger
// pages (some aarch64 kernels) are refused at run time: bitmaps and side tables
// are laid out for this size.
inline constexpr size_t kOsPageBytes = 4096;

// Aborts with one line where the system's page is not kOsPageBytes. Every
// reservation calls it, so no caller has to.
void CheckOsPageBytes();

enum class ReserveResult {
  kOk,
  kTaken,           // Something is mapped in the range already.
  kNoAddressSpace,  // A limit (RLIMIT_AS, a container's) is in the way, or
                    // the range leaves the addresses of a process.
  kFailed,          // The system keeps these addresses to itself.
};

// Reserves exactly [address, address + bytes), or nothing.
ReserveResult ReserveAt(uintptr_t address, size_t bytes);

// Reserves bytes at an address of the system's choice for which
// address % alignment == residue; nullptr where there is no such place or a
// limit is in the way. An odd multiple of 16 GiB is (32 GiB, 16 GiB).
// Requires: alignment is a power of two of at least kOsPageBytes, and residue a
// smaller multiple of kOsPageBytes.
// Cost: bytes + alignment of address space for a moment, which counts against
// RLIMIT_AS.
void* Reserve(size_t bytes, size_t alignment, size_t residue = 0);

// Makes a reserved range readable and writable; what was committed before keeps
// its contents. Returns false when the system refuses; then the range is as
// usable as before.
bool Commit(void* address, size_t bytes);

// Lets the system take huge pages for a committed range, of memory that is not
// touched yet. Returns false where it refuses. A range that is committed or
// given back later stays so.
bool AllowHugePages(void* address, size_t bytes);

// Gives the memory of a committed range back to the system. The range stays
// committed and reads as zero.
void Decommit(void* address, size_t bytes);

// Makes a range reserved again: the memory goes back, and touching it faults.
// Where the system has no room to record the change (vm.max_map_count), the
// memory still goes back, but the range stays readable.
void Protect(void* address, size_t bytes);

// Gives a range back, addresses and all. Where the system has no room to record
// a hole (vm.max_map_count), the memory goes back and the addresses are lost.
void Release(void* address, size_t bytes);

// Makes a committed range larger, in the same place or another, and returns
// where it is; what is new reads as zero. nullptr where the system refuses:
// then it is as it was. Requires: it was reserved as a whole, or is part of
// that. Cost: of the system's tables; nothing is copied.
void* Grow(void* address, size_t bytes, size_t new_bytes);

struct AddressRange {
  uintptr_t begin;
  uintptr_t end;

  size_t bytes() const { return end - begin; }
};

// Writes the ranges inside `within` where nothing is mapped, in ascending
// order, to gaps[0, capacity), and returns their number. Where there are more
// than capacity, the largest are written. If the system does not say what is
// mapped (no /proc), the answer is `within` as a whole. Never allocates: what
// is mapped would change under its hands.
// The answer is a hint, since other threads map memory too: ReserveAt decides.
// Requires: capacity > 0.
size_t FreeGaps(AddressRange within, AddressRange* gaps, size_t capacity);

// How much address space this process may map in all (RLIMIT_AS); SIZE_MAX
// where there is no limit.
size_t AddressSpaceLimitBytes();

// How much of a range is in memory now. Addresses that are not mapped are not.
// Cost: a system call for each MiB.
size_t ResidentBytes(const void* address, size_t bytes);

// The calls that the system may refuse, as a table that a test can put its own
// functions into. A null entry stands for the system's call.
struct VirtualMemoryHooks {
  ReserveResult (*reserve_at)(uintptr_t address, size_t bytes) = nullptr;
  void* (*reserve)(size_t bytes, size_t alignment, size_t residue) = nullptr;
  bool (*commit)(void* address, size_t bytes) = nullptr;
  void (*decommit)(void* address, size_t bytes) = nullptr;
  void* (*grow)(void* address, size_t bytes, size_t new_bytes) = nullptr;
  bool (*allow_huge_pages)(void* address, size_t bytes) = nullptr;
};

// Puts `hooks` in the place of the system's calls until called with nullptr.
// Requires: *hooks lives until then.
void SetVirtualMemoryHooksForTesting(const VirtualMemoryHooks* hooks);

// The system's own calls, for hooks that let some calls through.
extern const VirtualMemoryHooks kSystemVirtualMemory;

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_VIRTUAL_MEMORY_H_
