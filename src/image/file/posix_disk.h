// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PosixDisk: an ImageDisk that is a file of the system.

#ifndef HALFWORD_IMAGE_FILE_POSIX_DISK_H_
#define HALFWORD_IMAGE_FILE_POSIX_DISK_H_

#include <string>

#include "base/disk_file.h"
#include "image/file/image_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PosixDisk final : public ImageDisk {
 public:
  // The file outlives this, and is open.
  explicit PosixDisk(DiskFile* file) : file_(*file) {}

  uint64_t bytes() const override { return file_.bytes(); }
  bool Read(uint64_t offset, void* into, size_t bytes) override {
    return file_.Read(offset, into, bytes);
  }
  bool Write(uint64_t offset, const void* data, size_t bytes) override {
    return file_.Write(offset, data, bytes);
  }
  bool Allocate(uint64_t bytes) override { return file_.Allocate(bytes); }
  bool Extend(uint64_t bytes) override { return file_.Extend(bytes); }
  bool Sync(SyncPoint) override { return file_.Sync(); }
  bool LockReadersOut() override {
    return file_.TryLock(DiskFile::Lock::kReadersOut);
  }
  void LetReadersIn() override { file_.Unlock(DiskFile::Lock::kReadersOut); }
  const std::string& error() const override { return file_.error(); }

 private:
  DiskFile& file_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_POSIX_DISK_H_
