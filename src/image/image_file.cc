// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names, locks, and one file in the place of another.

#include "image/image_file.h"

#include <cerrno>
#include <cstdlib>
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

ImageStatus ImageFile::Hold(std::unique_ptr<DiskFile> file, PageCheck check,
                            Held* held) const {
  held->file = std::move(file);
  held->disk = std::make_unique<PosixDisk>(held->file.get());
  held->store = std::make_unique<ImageStore>(held->disk.get());
  ImageDamage damage;
  const StoreResult result = held->store->Open(check, &damage);
  if (result != StoreResult::kDone) return FailOfDamage(damage);
  held->view = std::make_unique<DiskFile>();
  if (!held->view->OpenAgain(*held->file)) held->view.reset();
  return {};
}

// Keeps the file as it is for what is mapped, once others may write it. The
// lock lasts as long as the mapping.
bool ImageFile::KeepAsReader() {
  return mapped().TryLock(DiskFile::Lock::kReader);
}

void ImageFile::Adopt(Held held) {
  // Not all that is mapped may come to be of the new file, and the old one may
  // have another name.
  if (file_ != nullptr) static_cast<void>(KeepAsReader());
  // In this order: the old store refers to the old disk, and that to its file.
  store_ = std::move(held.store);
  disk_ = std::move(held.disk);
  view_ = std::move(held.view);
  file_ = std::move(held.file);
  id_ = store_->id();
}

void ImageFile::FindRealPath() {
  char* const path = realpath(path_.c_str(), nullptr);
  if (path != nullptr) real_path_ = path;
  std::free(path);
}

ImageStatus ImageFile::OpenToWrite(PageCheck check) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    FindRealPath();
    auto file = std::make_unique<DiskFile>();
    if (!file->Open(real_path_, DiskFile::Access::kWrite)) {
      return FailToOpen(*file);
    }
    ImageStatus status = LockForWriting(file.get());
    if (!status.ok()) return status;
    if (!file->IsNamed(real_path_)) continue;
    Held held;
    status = Hold(std::move(file), check, &held);
    if (!status.ok()) return status;
    // Whoever gave the file its name may have been killed before the name was
    // durable.
    if (held.store->was_repaired() && !held.file->SyncFolderOf(real_path_)) {
      return Fail(ImageError::kSystem, held.file->error());
    }
    Adopt(std::move(held));
    return {};
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

// A new file, locked, that has the temporary name. What a crash has left behind
// gives way; what another process is writing does not.
ImageStatus ImageFile::MakeTemporary(DiskFile* file) const {
  const std::string name = temporary_path();
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (file->Open(name, DiskFile::Access::kCreate)) {
      // Another may have taken it for one that was left behind.
      const bool is_locked = file->TryLock(DiskFile::Lock::kWriter);
      if (is_locked && file->IsNamed(name)) return {};
      if (is_locked || file->error_number() == EAGAIN) continue;
      DiskFile::Remove(name);
      return Fail(ImageError::kSystem, file->error());
    }
    if (file->error_number() != EEXIST) {
      return Fail(ImageError::kSystem, name + ": " + file->error());
    }
    DiskFile old;
    if (!old.Open(name, DiskFile::Access::kWrite)) {
      if (old.error_number() == ENOENT) continue;
      return Fail(ImageError::kSystem, name + ": " + old.error());
    }
    const ImageStatus status = LockForWriting(&old);
    if (!status.ok()) return status;
    if (old.IsNamed(name)) DiskFile::Remove(name);
  }
  return Fail(ImageError::kBusy, "other processes keep writing it anew");
}

ImageStatus ImageFile::WriteTemporary(
    const ImageId& id, uint32_t page_count, uint32_t used_count,
    const std::function<const std::byte*(uint32_t)>& page,
    const HeapWords& words, DiskFile* file,
    std::optional<UnfinishedFile>* unfinished) const {
  ImageStatus status = MakeTemporary(file);
  if (!status.ok()) return status;
  unfinished->emplace(temporary_path());
  if (file_ != nullptr) file->TakeAccessFrom(*file_);
  const uint64_t share = uint64_t{used_count} * kImagePageBytes / kLogShare;
  const ImageStore::Layout layout = {
      .log_half_bytes =
          RoundUpToUnit(std::clamp(share, kLogHalfBytesMin, kLogHalfBytesMax)),
      .sequence = store_ != nullptr ? state().sequence + 1 : 1};
  PosixDisk disk(file);
  if (ImageStore::Create(&disk, id, page_count, page, words, layout)) return {};
  status = Fail(ImageError::kSystem, file->error());
  DiskFile::Remove(temporary_path());
  return status;
}

// The new file is whole, and its state found, before it gets the name: what can
// fail then is only whether the name is durable.
ImageStatus ImageFile::WriteAnew(
    const ImageId& id, uint32_t page_count, uint32_t used_count,
    const std::function<const std::byte*(uint32_t)>& page,
    const HeapWords& words) {
  auto file = std::make_unique<DiskFile>();
  std::optional<UnfinishedFile> unfinished;
  ImageStatus status = WriteTemporary(id, page_count, used_count, page, words,
                                      file.get(), &unfinished);
  if (!status.ok()) return status;
  Held held;
  status = Hold(std::move(file), PageCheck::kNone, &held);
  if (status.ok()) status = Rename(held.file.get());
  if (!status.ok()) {
    if (held.file->IsNamed(temporary_path())) {
      DiskFile::Remove(temporary_path());
    }
    return status;
  }
  Adopt(std::move(held));
  FindRealPath();
  return {};
}

ImageStatus ImageFile::Rename(DiskFile* file) {
  // A file that was removed or got another name meanwhile gives way to nobody.
  const bool takes_over =
      replaces_ || (file_ != nullptr && file_->IsNamed(real_path_));
  const bool is_renamed =
      takes_over ? file->Rename(temporary_path(), real_path_)
                 : file->RenameToFree(temporary_path(), real_path_);
  if (!is_renamed) {
    const bool exists = file->error_number() == EEXIST;
    return Fail(exists ? ImageError::kExists : ImageError::kSystem,
                exists ? "another file has got its name" : file->error());
  }
  if (file->SyncFolderOf(real_path_)) return {};
  // Which of the two has the name after a power cut is not known.
  broken_ = file->error();
  return Fail(ImageError::kBroken, broken_);
}

ImageStatus ImageFile::BrokenStatus() const {
  if (!broken_.empty()) return Fail(ImageError::kBroken, broken_);
  if (store_ != nullptr && store_->is_broken()) {
    return Fail(ImageError::kBroken, store_->error());
  }
  return {};
}

int ImageFile::HoldAsReader() const {
  DiskFile reader;
  // A lock is of an open file: this one's would end with its own.
  return reader.OpenAgain(*file_) && reader.TryLock(DiskFile::Lock::kReader)
             ? reader.Release()
             : -1;
}

ImageStatus ImageFile::Close() {
  const bool is_writer = store_ != nullptr && is_of_this_process();
  ImageStatus status = BrokenStatus();
  if (status.ok() && is_writer && store_->Close() != StoreResult::kDone) {
    status = BrokenStatus();
    if (status.ok()) status = Fail(ImageError::kSystem, store_->error());
  }
  store_.reset();
  disk_.reset();
  // Else what is mapped needs the writer's lock, for as long as this lives.
  if (is_writer && !KeepAsReader()) return status;
  // A child may have the open file, too.
  if (is_writer) file_->Unlock(DiskFile::Lock::kWriter);
  view_.reset();
  file_.reset();
  return status;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
