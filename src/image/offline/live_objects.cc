// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A marker with one thread. Each ephemeron is looked at once, and its value
// again when its key is found.

#include "image/offline/live_objects.h"

#include <utility>

namespace halfword::inline HALFWORD_ABI::internal {

LiveObjects::LiveObjects(const ImageObjects& objects, const ReferenceMaps& maps,
                         std::span<const uint64_t> also_kept)
    : objects_(objects), maps_(maps), bits_(objects.granule_count() / 64 + 1) {
  const Catalog& catalog = objects.view().catalog();
  for (const CatalogRoot& root : catalog.roots) MarkAt(root.offset);
  if (catalog.atoms.offset != 0) MarkAt(catalog.atoms.offset);
  for (const uint64_t offset : also_kept) MarkAt(offset);
  Drain();
  Rank();
}

void LiveObjects::Rank() {
  uint32_t rank = 0;
  for (size_t word = 0; word < bits_.size(); ++word) {
    if (word % kWordsARank == 0) ranks_.push_back(rank);
    rank += static_cast<uint32_t>(PopCount(bits_[word]));
  }
}

void LiveObjects::MarkAt(uint64_t offset) {
  const ImageGranule object = objects_.Around(offset);
  if (object != kNoGranule) Mark(object);
}

void LiveObjects::Mark(ImageGranule object) {
  if (Has(object)) return;
  bits_[object / 64] |= uint64_t{1} << (object % 64);
  ++count_;
  waiting_.push_back(object);
}

void LiveObjects::Drain() {
  while (!waiting_.empty()) {
    const ImageGranule object = waiting_.back();
    waiting_.pop_back();
    Visit(object);
    if (values_.empty()) continue;
    const auto found = values_.find(object);
    if (found == values_.end()) continue;
    const std::vector<ImageGranule> values = std::move(found->second);
    values_.erase(found);
    for (const ImageGranule value : values) Mark(value);
  }
}

void LiveObjects::Visit(ImageGranule object) {
  const std::byte* const bytes = objects_.BytesOf(object);
  const size_t slot_bytes = objects_.SlotBytesOf(object);
  maps_.ForEach(
      objects_.TypeOf(object), bytes, slot_bytes,
      [&](const ReferenceField& field, size_t offset, uint64_t target) {
        switch (field.kind) {
          case FieldKind::kWeakMember:
          case FieldKind::kUntracedMember:
          case FieldKind::kEphemeronValue:
            break;
          case FieldKind::kEphemeronKey:
            // The value is the word behind it (types/reference_map.h).
            if (offset + 2 * maps_.word_bytes() <= slot_bytes) {
              VisitPair(objects_.Around(target),
                        bytes + offset + maps_.word_bytes());
            }
            break;
          default:
            MarkAt(target);
        }
      });
}

void LiveObjects::VisitPair(ImageGranule key, const std::byte* value) {
  const uint64_t word = maps_.WordAt(value);
  if (key == kNoGranule || !maps_.IsReferenceWord(word)) return;
  const ImageGranule object = objects_.Around(maps_.OffsetOf(word));
  if (object == kNoGranule) return;
  if (Has(key)) {
    Mark(object);
  } else {
    values_[key].push_back(object);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
