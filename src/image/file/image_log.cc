// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nothing that a record tells of its own size is believed before the hash of
// its head is right, nor of its content before that of all of it is.

#include "image/file/image_log.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "image/file/image_hash.h"
#include "image/file/page_place.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;

uint64_t EntryBytes(uint64_t entry_count) {
  return RoundUpToUnit(entry_count * sizeof(RecordEntry));
}

int CountUnits(uint8_t mask) { return std::popcount(mask); }

// Writes behind a head, in large parts, and hashes what it writes.
class PayloadWriter {
 public:
  PayloadWriter(ImageDisk* disk, uint64_t offset)
      : disk_(disk), offset_(offset) {
    buffer_.reserve(kBufferBytes);
  }

  // False once the disk has failed.
  bool Add(const void* data, size_t bytes) {
    const auto* const begin = static_cast<const std::byte*>(data);
    if (buffer_.size() + bytes > kBufferBytes && !Flush()) return false;
    buffer_.insert(buffer_.end(), begin, begin + bytes);
    return true;
  }
  bool FillUnit() {
    const uint64_t written = offset_ + buffer_.size();
    const std::byte zeros[kUnitBytes] = {};
    return Add(zeros, RoundUpToUnit(written) - written);
  }
  bool Flush() {
    if (buffer_.empty()) return true;
    if (!disk_->Write(offset_, buffer_.data(), buffer_.size())) return false;
    hash_.Add(buffer_.data(), buffer_.size());
    offset_ += buffer_.size();
    buffer_.clear();
    return true;
  }

  uint64_t offset() const { return offset_; }
  ImageHash hash() const { return hash_.Finish(); }

 private:
  ImageDisk* const disk_;
  uint64_t offset_;  // a multiple of a unit once the entries are filled up
  std::vector<std::byte> buffer_;
  HashStream hash_;
};

bool WritePayload(std::span<const PageChange> changes, PayloadWriter* writer) {
  for (const PageChange& change : changes) {
    RecordEntry entry;
    entry.page = change.page;
    entry.unit_mask = change.unit_mask;
    entry.hash = change.hash;
    if (!writer->Add(&entry, sizeof(entry))) return false;
  }
  if (!writer->FillUnit()) return false;
  for (const PageChange& change : changes) {
    for (size_t unit = 0; unit < kPageUnits; ++unit) {
      if ((change.unit_mask >> unit & 1) == 0) continue;
      if (!writer->Add(change.bytes + unit * kUnitBytes, kUnitBytes)) {
        return false;
      }
    }
  }
  return writer->Flush();
}

// Reads entries, and hashes them and the units behind them.
RecordCheck ReadPayload(ImageDisk* disk, LogRecord* record) {
  record->entries.resize(record->head.entry_count);
  std::vector<std::byte> buffer(EntryBytes(record->entries.size()));
  HashStream hash;
  if (!buffer.empty()) {
    if (!disk->Read(record->offset + kUnitBytes, buffer.data(),
                    buffer.size())) {
      return RecordCheck::kDiskError;
    }
    hash.Add(buffer.data(), buffer.size());
    std::memcpy(record->entries.data(), buffer.data(),
                record->entries.size() * sizeof(RecordEntry));
  }
  const uint64_t end = record->offset + record->head.record_bytes;
  for (uint64_t at = record->units_offset; at != end; at += buffer.size()) {
    buffer.resize(std::min<uint64_t>(end - at, kBufferBytes));
    if (!disk->Read(at, buffer.data(), buffer.size())) {
      return RecordCheck::kDiskError;
    }
    hash.Add(buffer.data(), buffer.size());
  }
  return hash.Finish() == record->head.payload_hash ? RecordCheck::kGood
                                                    : RecordCheck::kTorn;
}

bool IsSoundHead(const RecordHead& head, const HeaderCopy& header,
                 uint64_t bytes_left, uint64_t sequence,
                 const ImageHash& previous) {
  if (head.magic != kRecordMagic || !IsSealed(head) ||
      head.epoch != header.epoch || head.id != header.id ||
      head.state.sequence != sequence || head.state.previous != previous) {
    return false;
  }
  const uint64_t bytes = kUnitBytes + EntryBytes(head.entry_count) +
                         uint64_t{head.unit_count} * kUnitBytes;
  return head.record_bytes == bytes && bytes <= bytes_left &&
         IsSound(head.state);
}

bool AreSoundEntries(const LogRecord& record) {
  uint64_t unit_count = 0;
  for (const RecordEntry& entry : record.entries) {
    if (entry.page >= record.head.state.page_count ||
        entry.unit_mask >> kPageUnits != 0 ||
        (entry.hash.is_zero() && entry.unit_mask != 0)) {
      return false;
    }
    unit_count += static_cast<uint64_t>(CountUnits(entry.unit_mask));
  }
  return unit_count == record.head.unit_count;
}

}  // namespace

uint64_t RecordBytes(std::span<const PageChange> changes) {
  uint64_t units = 0;
  for (const PageChange& change : changes) {
    units += static_cast<uint64_t>(CountUnits(change.unit_mask));
  }
  return kUnitBytes + EntryBytes(changes.size()) + units * kUnitBytes;
}

bool WriteRecord(ImageDisk* disk, uint64_t offset,
                 std::span<const PageChange> changes, RecordHead* head,
                 bool* has_head_failed) {
  *has_head_failed = false;
  PayloadWriter writer(disk, offset + kUnitBytes);
  if (!WritePayload(changes, &writer)) return false;
  head->entry_count = static_cast<uint32_t>(changes.size());
  head->record_bytes = writer.offset() - offset;
  head->unit_count = static_cast<uint32_t>(
      (head->record_bytes - kUnitBytes - EntryBytes(changes.size())) /
      kUnitBytes);
  head->payload_hash = writer.hash();
  SealBlock(head);
  *has_head_failed = !disk->Write(offset, head, sizeof(*head));
  return !*has_head_failed;
}

RecordCheck ReadRecord(ImageDisk* disk, const HeaderCopy& header,
                       uint64_t offset, uint64_t sequence,
                       const ImageHash& previous, LogRecord* record) {
  const LogHalf& half = header.halves[header.epoch % 2];
  const uint64_t bytes_left = half.offset + half.bytes - offset;
  if (bytes_left < kUnitBytes || offset > disk->bytes() ||
      disk->bytes() - offset < kUnitBytes) {
    return RecordCheck::kNone;
  }
  RecordHead& head = record->head;
  if (!disk->Read(offset, &head, sizeof(head))) return RecordCheck::kDiskError;
  if (!IsSoundHead(head, header, bytes_left, sequence, previous)) {
    return RecordCheck::kNone;
  }
  if (head.record_bytes > disk->bytes() - offset) return RecordCheck::kTorn;
  record->offset = offset;
  record->units_offset = offset + kUnitBytes + EntryBytes(head.entry_count);
  const RecordCheck payload = ReadPayload(disk, record);
  if (payload != RecordCheck::kGood) return payload;
  return AreSoundEntries(*record) ? RecordCheck::kGood : RecordCheck::kTorn;
}

void NoteUnits(const LogRecord& record, LoggedUnits* units) {
  uint64_t offset = record.units_offset;
  for (const RecordEntry& entry : record.entries) {
    std::array<uint64_t, kPageUnits>& offsets = (*units)[entry.page];
    for (size_t unit = 0; unit < kPageUnits; ++unit) {
      // A page that is free has nothing in the log, either.
      if (entry.hash.is_zero()) offsets[unit] = 0;
      if ((entry.unit_mask >> unit & 1) == 0) continue;
      offsets[unit] = offset;
      offset += kUnitBytes;
    }
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
