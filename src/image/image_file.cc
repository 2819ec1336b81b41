// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names, locks, and one file in the place of another.

#include "image/image_file.h"

#include <cerrno>
#include <utility>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// How often a file may be written anew by others while we wait for its lock.
constexpr int kAttempts = 100;

// Half of the log: a share of the pages, so that a save of many still fits, and
// little for a small image.
constexpr uint64_t kLogShare = 8;
constexpr uint64_t kLogHalfBytesMin = uint64_t{1} << 20;
constexpr uint64_t kLogHalfBytesMax = uint64_t{1} << 30;

ImageError ErrorOf(DamageKind kind) {
  switch (kind) {
    case DamageKind::kNoImage:
      return ImageError::kNotImage;
    case DamageKind::kOtherVersion:
      return ImageError::kOtherFormat;
    case DamageKind::kDiskError:
      return ImageError::kSystem;
    default:
      return ImageError::kDamaged;
  }
}

}  // namespace

ImageStatus ImageFile::FailToOpen(const DiskFile& file) const {
  return Fail(file.error_number() == ENOENT ? ImageError::kNotFound
                                            : ImageError::kSystem,
              file.error());
}

ImageStatus ImageFile::FailOfDamage(const ImageDamage& damage) const {
  return Fail(ErrorOf(damage.kind), damage.text);
}

ImageStatus ImageFile::LockForWriting(DiskFile* file) const {
  if (file->TryLock(DiskFile::Lock::kWriter)) return {};
  if (file->error_number() != EAGAIN) {
    return Fail(ImageError::kSystem, file->error());
  }
  return Fail(ImageError::kBusy, "another process has it open for writing");
}

ImageStatus ImageFile::Adopt(std::unique_ptr<DiskFile> file, PageCheck check) {
  auto disk = std::make_unique<PosixDisk>(file.get());
  auto store = std::make_unique<ImageStore>(disk.get());
  ImageDamage damage;
  if (store->Open(check, &damage) != StoreResult::kDone) {
    return FailOfDamage(damage);
  }
  // In this order: the old store refers to the old disk, and that to its file.
  store_ = std::move(store);
  disk_ = std::move(disk);
  file_ = std::move(file);
  id_ = store_->id();
  return {};
}

ImageStatus ImageFile::OpenToWrite(PageCheck check) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    auto file = std::make_unique<DiskFile>();
    if (!file->Open(path_, DiskFile::Access::kWrite)) return FailToOpen(*file);
    ImageStatus status = LockForWriting(file.get());
    if (!status.ok()) return status;
    if (!file->IsNamed(path_)) continue;
    return Adopt(std::move(file), check);
  }
  return Fail(ImageError::kBusy, "other processes keep writing it anew");
}

ImageStatus ImageFile::OpenToRead(PageCheck check) {
  auto file = std::make_unique<DiskFile>();
  if (!file->Open(path_, DiskFile::Access::kRead)) return FailToOpen(*file);
  // What has another name by now stays as it is: its state is a good one.
  if (!file->WaitForLock(DiskFile::Lock::kReader)) {
    return Fail(ImageError::kSystem, file->error());
  }
  auto disk = std::make_unique<PosixDisk>(file.get());
  ImageDamage damage = RecoverImage(disk.get(), check, &read_);
  if (damage) return FailOfDamage(damage);
  // A writer makes durable what it says; where there is none, a record that no
  // header tells of may be in the cache alone.
  if (read_.is_past_header &&
      !file->IsLockedByAnother(DiskFile::Lock::kWriter) && !file->Sync()) {
    return Fail(ImageError::kSystem, file->error());
  }
  id_ = read_.header.id;
  disk_ = std::move(disk);
  file_ = std::move(file);
  return {};
}

ImageStatus ImageFile::WriteTemporary(
    const ImageId& id, uint32_t page_count,
    const std::function<const std::byte*(uint32_t)>& page,
    const HeapWords& words, DiskFile* file) const {
  // One that a crash has left behind.
  DiskFile::Remove(temporary_path());
  if (!file->Open(temporary_path(), DiskFile::Access::kCreate)) {
    return Fail(ImageError::kSystem, temporary_path() + ": " + file->error());
  }
  ImageStatus status = LockForWriting(file);
  if (!status.ok()) return status;
  const uint64_t share = uint64_t{page_count} * kImagePageBytes / kLogShare;
  const ImageStore::Layout layout = {
      .log_half_bytes =
          RoundUpToUnit(std::clamp(share, kLogHalfBytesMin, kLogHalfBytesMax)),
      .sequence = store_ != nullptr ? state().sequence + 1 : 1};
  PosixDisk disk(file);
  if (!ImageStore::Create(&disk, id, page_count, page, words, layout)) {
    return Fail(ImageError::kSystem, file->error());
  }
  return {};
}

ImageStatus ImageFile::WriteAnew(
    const ImageId& id, uint32_t page_count,
    const std::function<const std::byte*(uint32_t)>& page,
    const HeapWords& words) {
  auto file = std::make_unique<DiskFile>();
  ImageStatus status = WriteTemporary(id, page_count, page, words, file.get());
  if (status.ok()) {
    const bool is_renamed =
        file_ != nullptr ? file->RenameDurably(temporary_path(), path_)
                         : file->RenameDurablyToFree(temporary_path(), path_);
    if (is_renamed) return Adopt(std::move(file), PageCheck::kNone);
    status = Fail(file->error_number() == EEXIST ? ImageError::kExists
                                                 : ImageError::kSystem,
                  file->error());
  }
  if (file->is_open() && file->IsNamed(temporary_path())) {
    DiskFile::Remove(temporary_path());
  }
  return status;
}

ImageStatus ImageFile::Close() {
  ImageStatus status;
  if (store_ != nullptr && store_->Close() != StoreResult::kDone) {
    status = Fail(ImageError::kSystem, store_->error());
  }
  store_.reset();
  disk_.reset();
  file_.reset();
  return status;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
