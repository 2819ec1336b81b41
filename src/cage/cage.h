// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The cage: the one range of addresses that holds every managed object of the
// process, and the chunks that heaps take from it.
//
// It is reserved once, as large as the ladder allows (cage/window.h), costs
// address space and no memory, and stays until the process ends. Heaps take
// chunks of 256 KiB or runs of them, lowest address first, so that heaps stay
// dense at the low end; a chunk is readable and writable while a heap has it.
// Chunks that a stack seems to refer to come last (cage/avoided_chunks.h).
// The side tables (internal/page_record.h) are reserved beside the cage and
// become writable with the chunks that they describe.
//
// Threads: every member function may be called by any thread.

#ifndef HALFWORD_CAGE_CAGE_H_
#define HALFWORD_CAGE_CAGE_H_

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "cage/avoided_chunks.h"
#include "cage/window.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What the bitmaps of one chunk take is one page of the operating system.
inline constexpr size_t kChunkBytes = size_t{256} << 10;
inline constexpr size_t kChunkPages = kChunkBytes / kPageBytes;

class Cage {
 public:
  // Reserves the cage unless that was done before. False: impossible, and
  // reservation_error() says why.
  static bool TryReserve();

  // The cage, reserved. Ends the process with one line that names the limit if
  // there is no room for the smallest one.
  static Cage& Get();

  // Takes a run of chunks, lowest address first, none that is avoided if there
  // is such a run; 0 when no run is free or the system refuses the memory. The
  // memory is zero, and so are its side tables.
  // Cost: one word of a bitmap for every 64 chunks in use, usually one.
  uintptr_t AllocateChunks(size_t count);

  // Takes just that run, for an image, whose place is its own. False: a part of
  // it is in use or lies outside of the cage, or the system refuses the memory.
  // Requires: the address is a multiple of kChunkBytes.
  bool TakeChunks(uintptr_t address, size_t count);

  // Whether that run could be taken now. Requires: as TakeChunks().
  bool AreFree(uintptr_t address, size_t count) const;

  // How many bytes of chunks in a row, that one first, could be taken now.
  // Requires: as TakeChunks(). Cost: constant, a word for 64 chunks.
  size_t FreeBytesFrom(uintptr_t address) const;

  // Gives a run back, and its memory to the system.
  // Requires: the run was taken and its bitmaps and records are zero.
  void FreeChunks(uintptr_t address, size_t count);

  // A scan has found what would be a reference, if the chunk were some heap's.
  // Requires: the address lies in the cage.
  void AvoidChunkOf(uintptr_t address) {
    avoided_.Note((address - first_chunk_) / kChunkBytes);
  }
  void NoteEndOfScan() { avoided_.NoteEndOfScan(); }

  // Calls function(address, is_used) for each chunk of each group that a chunk
  // was ever taken from, in order, while no thread takes or gives back any. A
  // chunk that is not in use has records of zeros.
  template <typename Function>
  void ForEachChunk(Function function) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      if (!IsCommitted(chunk / kGroupChunks)) {
        chunk |= kGroupChunks - 1;
        continue;
      }
      function(first_chunk_ + chunk * kChunkBytes,
               ((used_[chunk / 64] >> (chunk % 64)) & 1) != 0);
    }
  }

  // Whether what is kept about the chunks fits the bitmap of those in use.
  bool IsSound() const;

  // What can be handed out in all, and what is not handed out now.
  size_t capacity_bytes() const { return chunk_count_ * kChunkBytes; }
  size_t free_bytes() const;

  uintptr_t window_begin() const { return reservation_.window_begin; }
  uintptr_t begin() const { return first_chunk_; }
  uintptr_t end() const { return first_chunk_ + capacity_bytes(); }
  ReservationError reservation_error() const { return error_; }

 private:
  friend struct CageTestPeer;

  static constexpr size_t kChunkCountMax = kWindowBytes / kChunkBytes;

  // Chunks become writable in groups, which saves system calls; a group that
  // no chunk was taken from is untouched.
  static constexpr size_t kGroupChunks = 64;
  static constexpr size_t kGroupCountMax = kChunkCountMax / kGroupChunks;

  void Reserve();
  bool ReserveTables();
  void SetHandedOutRange();
  bool IsCommitted(size_t group) const {
    return ((committed_groups_[group / 64] >> (group % 64)) & 1) != 0;
  }
  size_t FindRun(size_t count, bool avoids) const;
  bool IsFreeRun(size_t first, size_t count) const;
  bool CommitGroups(size_t first_chunk, size_t count);
  bool CommitTables(size_t first_chunk, size_t count);
  void AllowHugePagesIfAsked(uintptr_t begin, size_t bytes);
  void MarkChunks(size_t first, size_t count, bool used);

  mutable std::mutex mutex_;  // guards everything below once reserved
  bool reserved_ = false;
  bool wants_huge_pages_ = false;
  ReservationError error_ = ReservationError::kNone;
  Reservation reservation_;
  uintptr_t first_chunk_ = 0;
  size_t chunk_count_ = 0;
  size_t used_count_ = 0;
  size_t lowest_free_word_ = 0;  // words below have no free chunk
  uint64_t used_[kChunkCountMax / 64] = {};
  uint64_t committed_groups_[(kGroupCountMax + 63) / 64] = {};
  AvoidedChunks<kChunkCountMax> avoided_;  // not guarded: it needs no lock
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_CAGE_CAGE_H_
