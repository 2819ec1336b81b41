// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageFile: the file of an image as a program holds it: open, locked, its
// state found; and how another file takes its place.
//
// A writer's lock is on the file, not the name: whoever gets it looks whether
// the name still is that of the file, since it may have been written anew
// meanwhile. A file that is written beside the image is locked, too: only who
// holds the lock of a file takes its name away, so that nobody ever gives the
// image's name to what another is still writing.

#ifndef HALFWORD_IMAGE_IMAGE_FILE_H_
#define HALFWORD_IMAGE_IMAGE_FILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/clock.h"
#include "base/disk_file.h"
#include "base/unfinished_files.h"
#include "halfword/image.h"
#include "image/file/image_store.h"
#include "image/file/posix_disk.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ImageFile {
 public:
  explicit ImageFile(std::string path)
      : path_(std::move(path)), real_path_(path_) {}

  // Opens what has the name, for one that writes or one that reads, and finds
  // its state.
  ImageStatus OpenToWrite(PageCheck check);
  ImageStatus OpenToRead(PageCheck check);

  // Writes a file with these pages, and gives it the name: in place of what has
  // it, which this must hold, or, if nothing is open, if nothing has it yet.
  // page: as ImageStore::Create() asks.
  // used_count: of these pages, those that are not free: what the log is for.
  ImageStatus WriteAnew(const ImageId& id, uint32_t page_count,
                        uint32_t used_count,
                        const std::function<const std::byte*(uint32_t)>& page,
                        const HeapWords& words);

  // Lets WriteAnew() take the place of a file that has the name, though this
  // does not hold it.
  void ReplaceExisting() { replaces_ = true; }

  // A descriptor that keeps the file as a reader keeps it, until it is closed.
  // -1: the system gives none.
  int HoldAsReader() const;

  // Settles, and lets go of the file: another may write it from now on, but not
  // what is mapped still, until it is no more. In the child of a fork the file
  // and its locks are left alone.
  ImageStatus Close();

  // False: in the child of a fork, which shares the open file and its locks
  // with the process that opened it, and knows nothing of what that one has
  // saved since.
  bool is_of_this_process() const { return ProcessId() == process_; }

  // kBroken, and why, if nothing can be saved until the image is opened again.
  ImageStatus BrokenStatus() const;

  const std::string& path() const { return path_; }
  // Of the state that was found. Requires: one was.
  const ImageState& state() const {
    return store_ != nullptr ? store_->state() : read_.state;
  }
  const ImageId& id() const { return id_; }
  const LoggedUnits& units() const {
    return store_ != nullptr ? store_->units() : read_.units;
  }
  bool has_lost_relaxed_save() const {
    return store_ != nullptr ? store_->has_lost_relaxed_save()
                             : read_.has_lost_relaxed_save;
  }
  // To map it by.
  int descriptor() const { return mapped().descriptor(); }
  const DiskFile& file() const { return *file_; }
  ImageDisk& disk() { return *disk_; }
  // Requires: opened to read.
  const RecoveredImage& read() const { return read_; }
  // Null: opened to read.
  ImageStore* store() { return store_.get(); }

  // "notes.image: <text>"
  ImageStatus Fail(ImageError error, const std::string& text) const {
    return {error, path_ + ": " + text};
  }
  ImageStatus FailOfDamage(const ImageDamage& damage) const;

 private:
  ImageStatus FailToOpen(const DiskFile& file) const;
  ImageStatus LockForWriting(DiskFile* file) const;
  ImageStatus MakeTemporary(DiskFile* file) const;
  ImageStatus WriteTemporary(
      const ImageId& id, uint32_t page_count, uint32_t used_count,
      const std::function<const std::byte*(uint32_t)>& page,
      const HeapWords& words, DiskFile* file,
      std::optional<UnfinishedFile>* unfinished) const;
  // An open file, its state found.
  struct Held {
    std::unique_ptr<DiskFile> file;
    std::unique_ptr<DiskFile> view;
    std::unique_ptr<PosixDisk> disk;
    std::unique_ptr<ImageStore> store;
  };
  ImageStatus Hold(std::unique_ptr<DiskFile> file, PageCheck check,
                   Held* held) const;
  void Adopt(Held held);
  DiskFile& mapped() const { return view_ != nullptr ? *view_ : *file_; }
  bool KeepAsReader();
  ImageStatus Rename(DiskFile* file);
  void FindRealPath();
  std::string temporary_path() const { return real_path_ + ".new"; }

  const int process_ = ProcessId();
  const std::string path_;
  // Without symbolic links, and what the process's folder was when it was
  // opened: what is written anew takes the file's place, and no link's.
  std::string real_path_;
  bool replaces_ = false;
  std::string broken_;  // why nothing can be saved any more
  ImageId id_;
  std::unique_ptr<DiskFile> file_;
  // The same file, opened once more to be mapped. A mapping keeps its open file
  // and the locks of that, in a child, too: a writer's would outlive the
  // writer. Null: file_ is mapped, by who reads or where /proc is not mounted.
  std::unique_ptr<DiskFile> view_;
  std::unique_ptr<PosixDisk> disk_;
  std::unique_ptr<ImageStore> store_;
  RecoveredImage read_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_FILE_H_
