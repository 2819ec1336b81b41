// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageDisk: the file of an image, as far as what is written in which order
// matters. The system's is PosixDisk; tests have one that loses power.
//
// Threads: one.

#ifndef HALFWORD_IMAGE_FILE_IMAGE_DISK_H_
#define HALFWORD_IMAGE_FILE_IMAGE_DISK_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Why a disk is synced. The system's does not ask; that of the tests leaves out
// one of them at a time, which must not go unnoticed.
enum class SyncPoint {
  kCreate,      // a new file, before it gets its name
  kRecord,      // a save's record, before the header says that it must be there
  kHeader,      // that header
  kApplied,     // what a checkpoint brought home
  kCheckpoint,  // the header that says so
  kRepaired,    // what opening has written again
  kRepairedHeader,
};

class ImageDisk {
 public:
  virtual ~ImageDisk() = default;

  virtual uint64_t bytes() const = 0;

  // Each is false where it failed; error() tells why.
  //
  // All bytes; what lies behind the end of the file cannot be read.
  virtual bool Read(uint64_t offset, void* into, size_t bytes) = 0;
  virtual bool Write(uint64_t offset, const void* data, size_t bytes) = 0;
  // Makes room up to a length, of zeros, so that writing to it does not fail
  // for want of it. Never makes the file shorter.
  virtual bool Allocate(uint64_t bytes) = 0;
  // Makes the file so long, of zeros that have no room yet. Never shorter.
  virtual bool Extend(uint64_t bytes) = 0;
  // Returns when all that was written is durable. Where it fails, nothing is
  // known of what is: it must not be tried again.
  virtual bool Sync(SyncPoint point) = 0;

  // Keeps readers from opening, if none has; false: one has, or it failed.
  virtual bool LockReadersOut() = 0;
  virtual void LetReadersIn() = 0;

  // "write: No space left on device"
  virtual const std::string& error() const = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_IMAGE_DISK_H_
