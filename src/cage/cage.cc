// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The reservation of the cage and its tables, once a process, and a bitmap of
// chunks in use, which is searched for the first free run.

#include "cage/cage.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "base/bits.h"
#include "base/error_line.h"
#include "base/fork_locks.h"
#include "base/leak_roots.h"
#include "base/options.h"
#include "base/size_text.h"
#include "base/virtual_memory.h"
#include "cage/cage_mask.h"
#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

constinit SideTables side_tables = {nullptr, nullptr, nullptr, nullptr, 0, 0};

namespace {

// Never destroyed: static destructors of the program may still free objects.
constinit Cage cage;
// Set after all that the reservation sets.
constinit std::atomic<bool> has_tried_reserving = false;

constexpr size_t kBitmapRatio = kGranuleBytes * 8;  // cage bytes a table byte
constexpr size_t kRecordRatio = kPageBytes / sizeof(PageRecord);

// What HALFWORD_OPTIONS asks for, or the whole window.
size_t WantedBytes() {
  const uint64_t asked = GetProcessOptions().cage_bytes;
  if (asked == 0) return kWindowBytes;
  if (asked < kCageBytesMin || asked > kWindowBytes) {
    PrintLine("HALFWORD_OPTIONS: cage=%s is outside %s to %s, and is ignored",
              FormatBytes(asked).c_str(), FormatBytes(kCageBytesMin).c_str(),
              FormatBytes(kWindowBytes).c_str());
    return kWindowBytes;
  }
  return RoundDown(asked, kChunkBytes);
}

// A limit that no heap of this cage can reach is probably not what was meant.
void CheckLimit(size_t cage_bytes) {
  const uint64_t limit = GetProcessOptions().max_heap_bytes;
  if (limit <= cage_bytes) return;
  PrintLine("HALFWORD_OPTIONS: max-heap=%s is more than the cage has, %s",
            FormatBytes(limit).c_str(), FormatBytes(cage_bytes).c_str());
}

// Makes the part of a table that describes [begin, end) of the cage writable.
// base is where the table would begin if it covered the whole window.
bool CommitTable(const void* base, size_t ratio, uintptr_t begin,
                 uintptr_t end) {
  const auto address = reinterpret_cast<uintptr_t>(base);
  const uintptr_t first =
      RoundDown(address + WindowOffset(begin) / ratio, kOsPageBytes);
  const uintptr_t last =
      RoundUp(address + (WindowOffset(end - 1) + 1) / ratio, kOsPageBytes);
  return Commit(reinterpret_cast<void*>(first), last - first);
}

// Reserves a table for the reservation; the result is shifted as if it covered
// the window. Null if there is no address space.
void* ReserveTable(const Reservation& reservation, size_t ratio) {
  const size_t bytes = RoundUp(reservation.bytes() / ratio, kOsPageBytes);
  // One page of the system more, since neither end needs to be aligned.
  void* const table = Reserve(bytes + kOsPageBytes, kOsPageBytes, 0);
  if (table == nullptr) return nullptr;
  return reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(table) -
                                 WindowOffset(reservation.begin) / ratio);
}

void ReleaseTable(void* base, const Reservation& reservation, size_t ratio) {
  if (base == nullptr) return;
  const size_t bytes = RoundUp(reservation.bytes() / ratio, kOsPageBytes);
  Release(reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(base) +
                                  WindowOffset(reservation.begin) / ratio),
          bytes + kOsPageBytes);
}

[[noreturn]] void FailReservation(ReservationError error) {
  const SizeText least = FormatBytes(kCageBytesMin);
  if (error == ReservationError::kSecondCopy) {
    FatalLine(
        "this process has another copy of Halfword; link a program that loads "
        "plugins with -rdynamic, and the plugins without Halfword");
  }
  if (error == ReservationError::kWindowTaken) {
    FatalLine(
        "other mappings fill [%llu GiB, %llu GiB), where this build's "
        "references point; use the based build (halfword::based)",
        static_cast<unsigned long long>(kWindowBytes >> 30),
        static_cast<unsigned long long>(kWindowBytes >> 29));
  }
  const size_t limit = AddressSpaceLimitBytes();
  if (limit != SIZE_MAX) {
    FatalLine(
        "cannot reserve %s of address space for the cage: RLIMIT_AS "
        "(ulimit -v) is %s",
        least.c_str(), FormatBytes(limit).c_str());
  }
  FatalLine("cannot reserve %s of address space for the cage", least.c_str());
}

}  // namespace

bool Cage::TryReserve() {
  if (has_tried_reserving.load(std::memory_order_acquire)) {
    return cage.reserved_;
  }
  HoldWhileForking(ForkLock::kCage, &cage.mutex_);
  // Others wait, too; what follows is done once.
  const NoForkScope scope;
  if (has_tried_reserving.load(std::memory_order_relaxed)) {
    return cage.reserved_;
  }
  if (ClaimProcess()) {
    cage.Reserve();
  } else {
    cage.error_ = ReservationError::kSecondCopy;
  }
  has_tried_reserving.store(true, std::memory_order_release);
  return cage.reserved_;
}

Cage& Cage::Get() {
  if (!TryReserve()) FailReservation(cage.error_);
  return cage;
}

void Cage::Reserve() {
  for (size_t wanted = WantedBytes(); wanted != 0;) {
    reservation_ = ReserveInWindow(wanted, &error_);
    if (error_ != ReservationError::kNone) return;
    if (ReserveTables()) {
      SetHandedOutRange();
      SetCageMask(reservation_.window_begin);
      wants_huge_pages_ = GetProcessOptions().huge_pages;
      CheckLimit(reservation_.bytes());
      reserved_ = true;
      return;
    }
    error_ = ReservationError::kNoAddressSpace;
    wanted = NextRung(reservation_.bytes());
    Release(reinterpret_cast<void*>(reservation_.begin), reservation_.bytes());
  }
}

bool Cage::ReserveTables() {
  void* const allocated = ReserveTable(reservation_, kBitmapRatio);
  void* const marked = ReserveTable(reservation_, kBitmapRatio);
  void* const held = ReserveTable(reservation_, kBitmapRatio);
  void* const records = ReserveTable(reservation_, kRecordRatio);
  // Conservative scanning asks for the record of any address in the cage, so
  // all records are readable from the beginning; untouched ones take no memory.
  if (allocated != nullptr && marked != nullptr && held != nullptr &&
      records != nullptr &&
      CommitTable(records, kRecordRatio, reservation_.begin,
                  reservation_.end)) {
    side_tables.allocated = static_cast<uint64_t*>(allocated);
    side_tables.marked = static_cast<uint64_t*>(marked);
    side_tables.held = static_cast<uint64_t*>(held);
    side_tables.records = static_cast<PageRecord*>(records);
    return true;
  }
  ReleaseTable(allocated, reservation_, kBitmapRatio);
  ReleaseTable(marked, reservation_, kBitmapRatio);
  ReleaseTable(held, reservation_, kBitmapRatio);
  ReleaseTable(records, reservation_, kRecordRatio);
  return false;
}

void Cage::SetHandedOutRange() {
  uintptr_t begin = reservation_.begin;
  uintptr_t end = reservation_.end;
  if (reservation_.is_whole_window()) {
    begin += kWindowMarginBytes;
    end -= kWindowMarginBytes;
  }
  first_chunk_ = RoundUp(begin, kChunkBytes);
  chunk_count_ = (end - first_chunk_) / kChunkBytes;
  side_tables.begin = first_chunk_;
  side_tables.end = first_chunk_ + capacity_bytes();
}

size_t Cage::free_bytes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return (chunk_count_ - used_count_) * kChunkBytes;
}

bool Cage::IsSound() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  static_assert(kGroupChunks == 64, "a word of the bitmap is a group");
  size_t used_count = 0;
  for (size_t word = 0; word < kChunkCountMax / 64; ++word) {
    if (used_[word] != ~uint64_t{0} && word < lowest_free_word_) return false;
    if (used_[word] == 0) continue;
    const auto last = static_cast<size_t>(std::bit_width(used_[word])) - 1;
    if (word * 64 + last >= chunk_count_ || !IsCommitted(word)) return false;
    used_count += static_cast<size_t>(std::popcount(used_[word]));
  }
  return used_count == used_count_;
}

uintptr_t Cage::AllocateChunks(size_t count) {
  HALFWORD_CHECK(count > 0, "a run of chunks has at least one");
  const std::lock_guard<std::mutex> lock(mutex_);
  size_t first = FindRun(count, avoided_.has_any());
  if (first == chunk_count_) first = FindRun(count, /*avoids=*/false);
  if (first == chunk_count_) return 0;
  if (!CommitGroups(first, count)) return 0;
  MarkChunks(first, count, true);
  return first_chunk_ + first * kChunkBytes;
}

bool Cage::TakeChunks(uintptr_t address, size_t count) {
  HALFWORD_CHECK(count > 0 && address % kChunkBytes == 0,
                 "a run of chunks has at least one, and begins with it");
  const std::lock_guard<std::mutex> lock(mutex_);
  if (address < first_chunk_) return false;
  const size_t first = (address - first_chunk_) / kChunkBytes;
  if (!IsFreeRun(first, count) || !CommitGroups(first, count)) return false;
  MarkChunks(first, count, true);
  return true;
}

bool Cage::AreFree(uintptr_t address, size_t count) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return address >= first_chunk_ &&
         IsFreeRun((address - first_chunk_) / kChunkBytes, count);
}

size_t Cage::FreeBytesFrom(uintptr_t address) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (address < first_chunk_) return 0;
  const size_t first = (address - first_chunk_) / kChunkBytes;
  size_t end = first;
  while (end < chunk_count_) {
    const size_t free_count =
        static_cast<size_t>(std::countr_zero(used_[end / 64] >> (end % 64)));
    const size_t left_count = 64 - end % 64;
    end += std::min(free_count, left_count);
    if (free_count < left_count) break;
  }
  return (std::min(end, chunk_count_) - std::min(first, chunk_count_)) *
         kChunkBytes;
}

bool Cage::IsFreeRun(size_t first, size_t count) const {
  if (first >= chunk_count_ || count > chunk_count_ - first) return false;
  for (size_t i = first; i < first + count; ++i) {
    if ((used_[i / 64] >> (i % 64)) & 1) return false;
  }
  return true;
}

void Cage::FreeChunks(uintptr_t address, size_t count) {
  const size_t first = (address - first_chunk_) / kChunkBytes;
  HALFWORD_CHECK(address >= first_chunk_ && first < chunk_count_ &&
                     count <= chunk_count_ - first,
                 "only chunks of the cage can be given back");
  Decommit(reinterpret_cast<void*>(address), count * kChunkBytes);
  const std::lock_guard<std::mutex> lock(mutex_);
  MarkChunks(first, count, false);
}

// The first run of free chunks, or of those that need not be avoided;
// chunk_count_ if there is none.
size_t Cage::FindRun(size_t count, bool avoids) const {
  size_t run_begin = lowest_free_word_ * 64;
  size_t at = run_begin;
  while (at < chunk_count_) {
    const uint64_t avoided = avoids ? avoided_.Bits(at / 64) : 0;
    const uint64_t used = (used_[at / 64] | avoided) >> (at % 64);
    if (used & 1) {
      // Skip to the next free chunk of this word, or to the next word.
      const uint64_t free = ~used;
      at = free == 0 ? (at / 64 + 1) * 64
                     : at + static_cast<size_t>(__builtin_ctzll(free));
      run_begin = at;
      continue;
    }
    const size_t word_end = (at / 64 + 1) * 64;
    at = used == 0 ? word_end : at + static_cast<size_t>(__builtin_ctzll(used));
    at = std::min(at, chunk_count_);
    if (at - run_begin >= count) return run_begin;
  }
  return chunk_count_;
}

void Cage::MarkChunks(size_t first, size_t count, bool used) {
  for (size_t i = first; i < first + count; ++i) {
    const uint64_t bit = uint64_t{1} << (i % 64);
    HALFWORD_CHECK(((used_[i / 64] & bit) != 0) != used,
                   "a chunk is taken once and given back once");
    used_[i / 64] ^= bit;
  }
  used_count_ = used ? used_count_ + count : used_count_ - count;
  if (!used) {
    lowest_free_word_ = std::min(lowest_free_word_, first / 64);
    return;
  }
  while (lowest_free_word_ < chunk_count_ / 64 &&
         used_[lowest_free_word_] == ~uint64_t{0}) {
    ++lowest_free_word_;
  }
}

bool Cage::CommitGroups(size_t first_chunk, size_t count) {
  const size_t last_group = (first_chunk + count - 1) / kGroupChunks;
  for (size_t g = first_chunk / kGroupChunks; g <= last_group; ++g) {
    const uint64_t bit = uint64_t{1} << (g % 64);
    if (committed_groups_[g / 64] & bit) continue;
    const size_t chunk = g * kGroupChunks;
    const size_t chunks = std::min(kGroupChunks, chunk_count_ - chunk);
    if (!CommitTables(chunk, chunks)) return false;
    const uintptr_t begin = first_chunk_ + chunk * kChunkBytes;
    const PageIndex page = PageIndexOf(begin);
    AllowHugePagesIfAsked(begin, chunks * kChunkBytes);
    AddLeakRoots(reinterpret_cast<void*>(begin), chunks * kChunkBytes);
    AddLeakRoots(&RecordAt(page), chunks * kChunkPages * sizeof(PageRecord));
    committed_groups_[g / 64] |= bit;
  }
  return true;
}

// By HALFWORD_OPTIONS=huge-pages. Without it a page that is given back leaves,
// and a heap takes no more than it uses
// (design/growth.md#req.growth.huge-pages).
void Cage::AllowHugePagesIfAsked(uintptr_t begin, size_t bytes) {
  if (!wants_huge_pages_) return;
  wants_huge_pages_ = AllowHugePages(reinterpret_cast<void*>(begin), bytes);
  if (wants_huge_pages_) return;
  PrintLine(
      "HALFWORD_OPTIONS: huge-pages is ignored: the system refuses "
      "transparent huge pages");
}

bool Cage::CommitTables(size_t first_chunk, size_t count) {
  const uintptr_t begin = first_chunk_ + first_chunk * kChunkBytes;
  const uintptr_t end = begin + count * kChunkBytes;
  return Commit(reinterpret_cast<void*>(begin), end - begin) &&
         CommitTable(side_tables.allocated, kBitmapRatio, begin, end) &&
         CommitTable(side_tables.marked, kBitmapRatio, begin, end) &&
         CommitTable(side_tables.held, kBitmapRatio, begin, end);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
