// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The orders of writes and syncs. Each comment that begins with "Order" says
// what would be lost if the steps around it changed places.

#include "image/file/image_store.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "image/file/image_hash.h"
#include "image/file/page_place.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// How much of a new file gets its room at a time.
constexpr uint64_t kRoomStepBytes = uint64_t{8} << 20;

uint64_t DirectoryBytes(uint32_t page_count) {
  return RoundUpToUnit(uint64_t{page_count} * sizeof(ImageHash));
}

bool WriteHashes(ImageDisk* disk, const ImageState& state,
                 const PageDirectory& directory, uint32_t page) {
  const DirectoryBlock block = DirectoryBlockOf(state, page);
  std::byte bytes[kUnitBytes] = {};
  std::memcpy(bytes, directory.hashes().data() + block.first_page,
              block.page_count * sizeof(ImageHash));
  return disk->Write(block.offset, bytes, sizeof(bytes));
}

}  // namespace

bool ImageStore::Create(ImageDisk* disk, const ImageId& id, uint32_t page_count,
                        const std::function<const std::byte*(uint32_t)>& page,
                        const HeapWords& heap, const Layout& layout) {
  HeaderCopy header;
  header.id = id;
  uint64_t end = kDirectoryOffset + DirectoryBytes(page_count);
  for (LogHalf& half : header.halves) {
    half = {end, layout.log_half_bytes};
    end += half.bytes;
  }
  const uint64_t pages_offset = RoundUp(end, kPagesAlignment);
  ImageState& state = header.state;
  state.sequence = layout.sequence;
  state.page_count = page_count;
  state.heap = heap;
  state.file_bytes = pages_offset + uint64_t{page_count} * kImagePageBytes;
  if (page_count != 0) {
    state.segment_count = 1;
    state.segments[0] = {pages_offset, kDirectoryOffset, 0, page_count};
  }
  if (!disk->Allocate(pages_offset)) return false;

  PageDirectory directory;
  directory.Resize(page_count);
  uint64_t room_end = pages_offset;
  for (uint32_t i = 0; i < page_count; ++i) {
    const std::byte* const bytes = page(i);
    if (bytes == nullptr) continue;
    directory.Set(i, HashPage(bytes, i));
    const uint64_t offset = PageOffset(state, i);
    if (offset >= room_end) {
      // A row of free pages stays a hole.
      room_end = std::min(offset + kRoomStepBytes, state.file_bytes);
      if (!disk->Extend(offset) || !disk->Allocate(room_end)) return false;
    }
    if (!disk->Write(offset, bytes, kImagePageBytes)) return false;
  }
  if (!disk->Extend(state.file_bytes)) return false;
  for (uint32_t i = 0; i < page_count; i += PageDirectory::kPagesABlock) {
    if (!WriteHashes(disk, state, directory, i)) return false;
  }
  state.root = directory.Root();
  header.base_sequence = state.sequence;
  header.base_hash = HashState(state);
  for (int copy = 0; copy < 2; ++copy) {
    header.number = static_cast<uint64_t>(copy) + 1;
    SealBlock(&header);
    if (!disk->Write(kHeaderOffsets[copy], &header, sizeof(header))) {
      return false;
    }
  }
  return disk->Sync(SyncPoint::kCreate);
}

StoreResult ImageStore::Fail(StoreResult result) {
  error_ = disk_->error().empty() ? "the log is damaged" : disk_->error();
  if (result == StoreResult::kBroken) is_broken_ = true;
  return result;
}

StoreResult ImageStore::Sync(SyncPoint point) {
  if (!disk_->Sync(point)) return Fail(StoreResult::kBroken);
  is_header_synced_ = true;
  return StoreResult::kDone;
}

StoreResult ImageStore::WriteHeader(const ImageState& state, uint32_t flags) {
  HeaderCopy header = image_.header;
  // Order: not over the only copy that is durable.
  const int copy =
      is_header_synced_ ? 1 - image_.header_copy : image_.header_copy;
  ++header.number;
  header.flags = flags;
  header.state = state;
  SealBlock(&header);
  if (!disk_->Write(kHeaderOffsets[copy], &header, sizeof(header))) {
    return Fail(StoreResult::kBroken);
  }
  image_.header = header;
  image_.header_copy = copy;
  is_header_synced_ = false;
  return StoreResult::kDone;
}

// Says durably that the last record must be there.
StoreResult ImageStore::Settle(uint32_t flags, SyncPoint point) {
  const StoreResult result = WriteHeader(image_.state, flags);
  return result == StoreResult::kDone ? Sync(point) : result;
}

StoreResult ImageStore::Open(PageCheck check, ImageDamage* damage) {
  *damage = RecoverImage(disk_, check, &image_);
  if (*damage) {
    error_ = damage->text;
    return StoreResult::kFailed;
  }
  grown_ = image_.state;
  has_grown_ = false;
  has_saved_strictly_ = false;
  is_broken_ = false;
  const bool is_clean = (image_.header.flags & kClosedClean) != 0 &&
                        !image_.is_past_header && !image_.has_torn_record;
  is_header_synced_ = false;
  was_repaired_ = !is_clean;
  if (is_clean) return StoreResult::kDone;
  const StoreResult result = Repair();
  if (result != StoreResult::kDone) {
    *damage = {.kind = DamageKind::kDiskError, .text = error_};
    return StoreResult::kFailed;
  }
  return StoreResult::kDone;
}

// What was read may be in the system's cache only: a program that was killed
// has not synced, and after a sync that failed the cache tells of what the disk
// does not have. So all that the state rests on is written again, in its place.
StoreResult ImageStore::Repair() {
  if (!WriteRecordsAgain() || !EraseNextHead() || !WriteHeaderAgain()) {
    return Fail(StoreResult::kBroken);
  }
  const StoreResult result = Sync(SyncPoint::kRepaired);
  if (result != StoreResult::kDone) return result;
  return Settle(0, SyncPoint::kRepairedHeader);
}

// Order: before any sync that is to make the newest header durable. That of a
// file that was closed may be in the cache only, and not even waiting there to
// be written if a sync has failed.
bool ImageStore::WriteHeaderAgain() {
  if (is_header_synced_) return true;
  return disk_->Write(kHeaderOffsets[image_.header_copy], &image_.header,
                      sizeof(image_.header));
}

bool ImageStore::WriteRecordsAgain() {
  std::vector<std::byte> bytes;
  for (const LogRecord& record : image_.records) {
    bytes.resize(record.head.record_bytes);
    if (!disk_->Read(record.offset, bytes.data(), bytes.size()) ||
        !disk_->Write(record.offset, bytes.data(), bytes.size())) {
      return false;
    }
  }
  return true;
}

// A record that was refused, because the file was too short for it or a part of
// it is missing, must not become whole when the file grows or the next record
// is written over it.
bool ImageStore::EraseNextHead() {
  const LogHalf& half = image_.header.halves[image_.header.epoch % 2];
  if (image_.log_end + kUnitBytes > half.offset + half.bytes) return true;
  std::byte head[kUnitBytes];
  if (!disk_->Read(image_.log_end, head, sizeof(head))) return false;
  const bool is_zero =
      std::all_of(std::begin(head), std::end(head),
                  [](std::byte b) { return b == std::byte{}; });
  if (is_zero) return true;
  std::fill(std::begin(head), std::end(head), std::byte{});
  return disk_->Write(image_.log_end, head, sizeof(head));
}

ImageState ImageStore::NextState(std::span<const PageChange> changes,
                                 const HeapWords& heap,
                                 PageDirectory* directory) const {
  ImageState next = grown_;
  next.sequence = image_.state.sequence + 1;
  next.heap = heap;
  next.previous = HashState(image_.state);
  directory->Resize(next.page_count);
  for (const PageChange& change : changes) {
    directory->Set(change.page, change.hash);
  }
  next.root = directory->Root();
  return next;
}

StoreResult ImageStore::Save(std::span<const PageChange> changes,
                             const HeapWords& heap, Durability durability,
                             const std::function<void()>& after_apply) {
  if (is_broken_) return StoreResult::kBroken;
  // Order: the first save after opening is strict, since the header may not be
  // durable yet.
  if (!has_saved_strictly_) durability = Durability::kStrict;
  if (changes.empty() && !has_grown_ && heap == image_.state.heap) {
    if (durability == Durability::kRelaxed || is_settled()) {
      return StoreResult::kDone;
    }
    const StoreResult result = Settle(0, SyncPoint::kHeader);
    if (result == StoreResult::kDone) has_saved_strictly_ = true;
    return result;
  }
  const LogHalf& half = image_.header.halves[image_.header.epoch % 2];
  const uint64_t bytes = RecordBytes(changes);
  if (bytes > half.bytes) return StoreResult::kNeedsPack;
  if (bytes > half.offset + half.bytes - image_.log_end) {
    const StoreResult result = Checkpoint(after_apply);
    if (result == StoreResult::kFailed) return StoreResult::kNeedsPack;
    if (result != StoreResult::kDone) return result;
  }
  PageDirectory directory = image_.directory;
  const ImageState next = NextState(changes, heap, &directory);
  const StoreResult result = Append(changes, next, durability);
  if (result != StoreResult::kDone) return result;
  image_.directory = std::move(directory);
  has_grown_ = false;
  if (durability == Durability::kRelaxed) return StoreResult::kDone;
  const StoreResult settled = Settle(0, SyncPoint::kHeader);
  if (settled == StoreResult::kDone) has_saved_strictly_ = true;
  return settled;
}

// Writes the record, and makes it durable.
StoreResult ImageStore::Append(std::span<const PageChange> changes,
                               const ImageState& state, Durability durability) {
  if (!WriteHeaderAgain()) return Fail(StoreResult::kBroken);
  if (durability == Durability::kRelaxed) {
    // It says that records may follow of which it does not know.
    const StoreResult result = WriteHeader(image_.state, kUnsettled);
    if (result != StoreResult::kDone) return result;
  }
  LogRecord record;
  record.offset = image_.log_end;
  record.head.epoch = image_.header.epoch;
  record.head.id = image_.header.id;
  record.head.state = state;
  bool has_head_failed = false;
  // Order: the head last. If the payload fails, no record has begun.
  if (!WriteRecord(disk_, record.offset, changes, &record.head,
                   &has_head_failed)) {
    return Fail(has_head_failed ? StoreResult::kBroken : StoreResult::kFailed);
  }
  const StoreResult result = Sync(SyncPoint::kRecord);
  if (result != StoreResult::kDone) return result;
  for (const PageChange& change : changes) {
    RecordEntry entry;
    entry.page = change.page;
    entry.unit_mask = change.unit_mask;
    entry.hash = change.hash;
    record.entries.push_back(entry);
  }
  record.units_offset =
      record.offset + kUnitBytes +
      RoundUpToUnit(record.entries.size() * sizeof(RecordEntry));
  NoteUnits(record, &image_.units);
  image_.log_end += record.head.record_bytes;
  image_.records.push_back(std::move(record));
  image_.state = state;
  grown_ = state;
  return StoreResult::kDone;
}

StoreResult ImageStore::Checkpoint(const std::function<void()>& after_apply) {
  if (is_broken_) return StoreResult::kBroken;
  if (image_.records.empty()) return StoreResult::kDone;
  // Whoever reads has the file's pages before his eyes.
  if (!disk_->LockReadersOut()) {
    error_ = "a reader has the image open";
    return StoreResult::kFailed;
  }
  StoreResult result = StoreResult::kDone;
  if (!WriteHeaderAgain() || !ApplyUnits() || !WriteDirectory()) {
    result = Fail(StoreResult::kBroken);
  } else {
    result = Sync(SyncPoint::kApplied);
  }
  if (result == StoreResult::kDone) {
    // Order: the heap's own copies are the only good ones until now.
    if (after_apply) after_apply();
    image_.header.base_sequence = image_.state.sequence;
    image_.header.base_hash = HashState(image_.state);
    ++image_.header.epoch;
    // Order: this sync cannot be left to the next save, whose record goes into
    // the other half already.
    result = Settle(0, SyncPoint::kCheckpoint);
  }
  disk_->LetReadersIn();
  if (result != StoreResult::kDone) return result;
  image_.units.clear();
  image_.records.clear();
  image_.log_end = image_.header.halves[image_.header.epoch % 2].offset;
  return StoreResult::kDone;
}

// From the log, and not from the heap, which may have changed since. All units
// are written, also those that look equal: after a sync that failed, what one
// reads is not what the disk has.
bool ImageStore::ApplyUnits() {
  std::byte bytes[kImagePageBytes];
  for (const auto& [page, offsets] : image_.units) {
    if (page >= image_.state.page_count || image_.directory[page].is_zero()) {
      continue;
    }
    if (!ReadPage(disk_, image_.state, image_.units, page, bytes)) return false;
    if (HashPage(bytes, page) != image_.directory[page]) return false;
    const uint64_t home = PageOffset(image_.state, page);
    for (size_t unit = 0; unit < kPageUnits; ++unit) {
      if (offsets[unit] == 0) continue;
      const size_t place = unit * kUnitBytes;
      if (!disk_->Write(home + place, bytes + place, kUnitBytes)) return false;
    }
  }
  return true;
}

bool ImageStore::WriteDirectory() {
  std::set<uint32_t> blocks;
  for (const LogRecord& record : image_.records) {
    for (const RecordEntry& entry : record.entries) {
      if (entry.page >= image_.state.page_count) continue;
      blocks.insert(DirectoryBlockOf(image_.state, entry.page).first_page);
    }
  }
  return std::all_of(blocks.begin(), blocks.end(), [this](uint32_t page) {
    return WriteHashes(disk_, image_.state, image_.directory, page);
  });
}

StoreResult ImageStore::Close() {
  if (is_broken_) return StoreResult::kBroken;
  if (!is_settled()) {
    const StoreResult result = Settle(0, SyncPoint::kHeader);
    if (result != StoreResult::kDone) return result;
  }
  const StoreResult result = Checkpoint();
  if (result == StoreResult::kBroken) return result;
  if ((image_.header.flags & kClosedClean) != 0) return StoreResult::kDone;
  return Settle(kClosedClean, SyncPoint::kHeader);
}

StoreResult ImageStore::Grow(uint32_t page_count) {
  if (is_broken_) return StoreResult::kBroken;
  if (page_count <= grown_.page_count) return StoreResult::kDone;
  if (grown_.segment_count == kSegmentCountMax) return StoreResult::kNeedsPack;
  const uint32_t more = page_count - grown_.page_count;
  ImageState next = grown_;
  const uint64_t directory_offset =
      RoundUpToUnit(std::max(next.file_bytes, disk_->bytes()));
  const uint64_t pages_offset =
      RoundUp(directory_offset + DirectoryBytes(more), kPagesAlignment);
  next.segments[next.segment_count++] = {pages_offset, directory_offset,
                                         next.page_count, more};
  next.page_count = page_count;
  next.file_bytes = pages_offset + uint64_t{more} * kImagePageBytes;
  if (!disk_->Allocate(next.file_bytes)) return Fail(StoreResult::kFailed);
  grown_ = next;
  has_grown_ = true;
  return StoreResult::kDone;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
