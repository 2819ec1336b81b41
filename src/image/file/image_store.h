// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageStore: the file of an image, written so that a crash or a power cut at
// any instant leaves the old or the new state.
//
// A save appends a record to the log, syncs, and writes a header that says that
// the record must be there, syncs. The record makes the state exist; without
// the header one could not tell a record that was damaged from one that never
// was. A checkpoint copies what stands in the log to its place, so that the log
// can begin again, in its other half. docs/design/images.md tells why each sync
// is needed, and what a model has found of orders that were believed right.
//
// A relaxed save leaves out the second sync. After a power cut, damage of the
// last relaxed save then looks as if it had not been; opening says that this
// may be so.
//
// Threads: one.

#ifndef HALFWORD_IMAGE_FILE_IMAGE_STORE_H_
#define HALFWORD_IMAGE_FILE_IMAGE_STORE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "image/file/image_disk.h"
#include "image/file/image_format.h"
#include "image/file/image_log.h"
#include "image/file/page_directory.h"
#include "image/file/recovery.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class Durability { kStrict, kRelaxed };

enum class StoreResult {
  kDone,
  // The state is the old one; it may be tried again.
  kFailed,
  // What the disk holds is not known. All that follows fails until the image is
  // opened again.
  kBroken,
  // The record is larger than the log, or the log is full and readers keep it
  // from being emptied: the image must be written anew (packed).
  kNeedsPack,
};

class ImageStore {
 public:
  struct Layout {
    uint64_t log_half_bytes = uint64_t{16} << 20;
    uint64_t sequence = 1;  // of the state
  };

  // Writes a first state to an empty disk. page(number) gives 16 KiB, or null
  // for a page that is free. Durable when it returns, but for the file's name.
  static bool Create(ImageDisk* disk, const ImageId& id, uint32_t page_count,
                     const std::function<const std::byte*(uint32_t)>& page,
                     const HeapWords& heap, const Layout& layout);

  // The disk outlives this.
  explicit ImageStore(ImageDisk* disk) : disk_(disk) {}

  // Finds the state of the file, and makes it durable before it answers.
  // *damage tells what is damaged, or of which system call the error is; then
  // the result is kFailed.
  StoreResult Open(PageCheck check, ImageDamage* damage);

  const ImageState& state() const { return image_.state; }
  const ImageId& id() const { return image_.header.id; }
  const PageDirectory& directory() const { return image_.directory; }
  // Units that are not at home. Empty after a checkpoint.
  const LoggedUnits& units() const { return image_.units; }
  bool has_lost_relaxed_save() const { return image_.has_lost_relaxed_save; }
  // Whether what the disk holds is not known any more.
  bool is_broken() const { return is_broken_; }
  // Whether opening found an image that nobody had closed.
  bool was_repaired() const { return was_repaired_; }

  // Changes are of pages of the new state, each page once. If the log is full,
  // it is emptied first; if that gives the heap's pages of the old state back
  // (see Checkpoint), after_apply is called.
  StoreResult Save(std::span<const PageChange> changes, const HeapWords& heap,
                   Durability durability,
                   const std::function<void()>& after_apply = {});

  // Brings all units home. after_apply is called when they are durable there:
  // private copies of pages that are as the directory says may be dropped then.
  // kFailed: a reader is there.
  StoreResult Checkpoint(const std::function<void()>& after_apply = {});

  // Settles what relaxed saves have left open, and checkpoints if no reader is
  // there.
  StoreResult Close();

  // More pages, at the end of the file. They are part of the next save.
  StoreResult Grow(uint32_t page_count);

  // The reason of the last failure.
  const std::string& error() const { return error_; }

 private:
  StoreResult Repair();
  bool WriteHeaderAgain();
  bool WriteRecordsAgain();
  bool EraseNextHead();

  StoreResult Append(std::span<const PageChange> changes,
                     const ImageState& state, Durability durability);
  ImageState NextState(std::span<const PageChange> changes,
                       const HeapWords& heap, PageDirectory* directory) const;
  StoreResult WriteHeader(const ImageState& state, uint32_t flags);
  StoreResult Sync(SyncPoint point);
  StoreResult Settle(uint32_t flags, SyncPoint point);
  bool ApplyUnits();
  bool WriteDirectory();
  StoreResult Fail(StoreResult result);

  bool is_settled() const {
    return (image_.header.flags & kUnsettled) == 0 &&
           image_.header.state.sequence == image_.state.sequence;
  }

  ImageDisk* const disk_;
  RecoveredImage image_;
  ImageState grown_;  // the state with segments that the next save brings
  bool has_grown_ = false;
  // The newest header copy may not be durable yet: the next one goes to its
  // place, so that one good copy is left whatever happens.
  bool is_header_synced_ = false;
  // Whether a strict save has been made since opening. Before it, the header
  // may be in the cache only.
  bool has_saved_strictly_ = false;
  bool is_broken_ = false;
  bool was_repaired_ = false;
  std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_IMAGE_STORE_H_
