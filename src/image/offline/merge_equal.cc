// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A walk in post-order with a stack of its own, and one table of contents.

#include "image/offline/merge_equal.h"

#include <cstring>

#include "halfword/internal/string_body.h"
#include "halfword/internal/type_name.h"
#include "text/indirect_body.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr size_t kTableMin = 1024;

uint32_t HashOf(const std::string& content) {
  return static_cast<uint32_t>(XXH3_64bits(content.data(), content.size()));
}

template <typename T>
void Put(T value, std::string* content) {
  content->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace

EqualObjects::EqualObjects(const ImageObjects& objects,
                           const ReferenceMaps& maps, const LiveObjects& live)
    : objects_(objects),
      maps_(maps),
      live_(live),
      types_(objects.view().catalog().types),
      atoms_(objects.Around(objects.view().catalog().atoms.offset)),
      states_(live.count(), State::kNew),
      representatives_(live.count()),
      table_(kTableMin) {
  FindImmutableTypes();
  live_.ForEach([&](ImageGranule object) {
    representatives_[live_.OrdinalOf(object)] = object;
    PinTargets(object);
    if (!IsImmutable(object)) Pin(object);
  });
  live_.ForEach([&](ImageGranule object) { Visit(object); });
  table_ = {};
  states_ = {};
}

void EqualObjects::FindImmutableTypes() {
  moves_.resize(types_.size());
  is_immutable_.resize(types_.size());
  for (ImageTypeIndex i = 0; i < types_.size(); ++i) {
    if (types_[i].name == kTypeName<FlatBody>) flat_body_ = i;
    if (types_[i].name == kTypeName<IndirectBody>) indirect_body_ = i;
    if ((types_[i].flags & TypeDescription::kIsImmutable) == 0) continue;
    moves_[i] = MatchTypes(types_, i, types_, i);
    is_immutable_[i] = moves_[i].error.empty();
  }
}

bool EqualObjects::IsImmutable(ImageGranule object) const {
  const ImageTypeIndex type = objects_.TypeOf(object);
  if (is_immutable_[type]) return true;
  if (type != flat_body_) return false;
  uint32_t head;
  std::memcpy(&head, objects_.BytesOf(object), sizeof(head));
  // A flat one's length, and what has no other bits.
  return head + FlatBody::kDataOffset <= UsableBytesOf(object);
}

void EqualObjects::Pin(ImageGranule object) {
  if (object != kNoGranule && live_.Has(object)) {
    StateOf(object) = State::kPinned;
  }
}

void EqualObjects::PinTargets(ImageGranule object) {
  const ImageTypeIndex type = objects_.TypeOf(object);
  maps_.ForEach(type, objects_.BytesOf(object), objects_.SlotBytesOf(object),
                [&](const ReferenceField& field, size_t, uint64_t offset) {
                  const ImageGranule target = objects_.Around(offset);
                  if (target != kNoGranule &&
                      AsksForIdentity(object, type, field, target)) {
                    Pin(target);
                  }
                });
}

bool EqualObjects::AsksForIdentity(ImageGranule owner, ImageTypeIndex type,
                                   const ReferenceField& field,
                                   ImageGranule target) const {
  const KeyHash key_hash = types_[type].key_hash;
  // Elements of tables: all of them, or keys alone.
  if (key_hash == KeyHash::kCustom && field.name.starts_with("[]")) return true;
  if (key_hash == KeyHash::kReference &&
      (field.name == "[]" || field.name.starts_with("[].key"))) {
    return true;
  }
  const bool is_bytes = objects_.TypeOf(target) == flat_body_;
  switch (field.kind) {
    case FieldKind::kWeakMember:
      // The table of atoms has each of them once, and stays so.
      return owner != atoms_;
    case FieldKind::kUntracedMember:
    case FieldKind::kEphemeronKey:
    case FieldKind::kMutableString:
      return true;
    case FieldKind::kString:
      return is_bytes && type == indirect_body_;
    case FieldKind::kTagged:
    case FieldKind::kEphemeronValue:
      return false;
    default:
      return is_bytes;
  }
}

// Objects that may be merged, each behind those that it refers to.
void EqualObjects::Visit(ImageGranule root) {
  steps_.push_back({root, false});
  while (!steps_.empty()) {
    Step& step = steps_.back();
    const ImageGranule object = step.object;
    if (step.is_entered) {
      steps_.pop_back();
      StateOf(object) = State::kDone;
      Close(object);
    } else if (StateOf(object) == State::kNew) {
      step.is_entered = true;
      StateOf(object) = State::kOpen;
      PushTargets(object);
    } else {
      steps_.pop_back();
    }
  }
}

void EqualObjects::PushTargets(ImageGranule object) {
  maps_.ForEach(objects_.TypeOf(object), objects_.BytesOf(object),
                objects_.SlotBytesOf(object),
                [&](const ReferenceField&, size_t, uint64_t offset) {
                  const ImageGranule target = objects_.Around(offset);
                  if (target != kNoGranule && live_.Has(target) &&
                      StateOf(target) == State::kNew) {
                    steps_.push_back({target, false});
                  }
                });
}

void EqualObjects::Close(ImageGranule object) {
  if (2 * (table_count_ + 1) > table_.size()) GrowTable();
  content_.clear();
  PutContent(object, &content_);
  const uint32_t hash = HashOf(content_);
  const size_t mask = table_.size() - 1;
  size_t at = hash & mask;
  for (; table_[at].object != kNoGranule; at = (at + 1) & mask) {
    if (table_[at].hash != hash) continue;
    other_content_.clear();
    PutContent(table_[at].object, &other_content_);
    if (other_content_ != content_) continue;
    representatives_[live_.OrdinalOf(object)] = table_[at].object;
    ++merged_count_;
    return;
  }
  table_[at] = {hash, object};
  ++table_count_;
}

void EqualObjects::GrowTable() {
  std::vector<Entry> old(2 * table_.size());
  old.swap(table_);
  const size_t mask = table_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.object == kNoGranule) continue;
    size_t at = entry.hash & mask;
    while (table_[at].object != kNoGranule) at = (at + 1) & mask;
    table_[at] = entry;
  }
}

// Two objects are equal if and only if this is.
void EqualObjects::PutContent(ImageGranule object, std::string* content) const {
  const ImageTypeIndex type = objects_.TypeOf(object);
  const std::byte* const bytes = objects_.BytesOf(object);
  Put(type, content);
  if (type == flat_body_) {
    uint32_t length;
    std::memcpy(&length, bytes, sizeof(length));
    content->append(reinterpret_cast<const char*>(bytes),
                    FlatBody::kDataOffset + length);
    return;
  }
  for (const FieldMove& move : moves_[type].fixed) {
    PutField(move, bytes, content);
  }
  const TypeDescription& description = types_[type];
  if (!description.trailing.has_value()) {
    // More bytes than the class has may be behind it.
    const size_t size = description.object_bytes;
    content->append(reinterpret_cast<const char*>(bytes) + size,
                    UsableBytesOf(object) - size);
    return;
  }
  const size_t count = ElementCount(object, description);
  Put(count, content);
  const size_t stride =
      size_t{description.trailing->element_bytes} * description.trailing->count;
  for (size_t i = 0; i < count; ++i) {
    for (const FieldMove& move : moves_[type].element) {
      PutField(move, bytes + description.trailing_offset + i * stride, content);
    }
  }
}

size_t EqualObjects::ElementCount(ImageGranule object,
                                  const TypeDescription& type) const {
  const size_t usable = UsableBytesOf(object);
  if (usable <= type.trailing_offset) return 0;
  return (usable - type.trailing_offset) /
         (size_t{type.trailing->element_bytes} * type.trailing->count);
}

void EqualObjects::PutField(const FieldMove& move, const std::byte* place,
                            std::string* content) const {
  if (move.kind != FieldMove::Kind::kWord) {
    content->append(reinterpret_cast<const char*>(place) + move.source,
                    size_t{move.count} * move.source_bytes);
    return;
  }
  for (uint32_t i = 0; i < move.count; ++i) {
    const uint64_t word =
        maps_.WordAt(place + move.source + size_t{i} * move.source_bytes);
    const bool is_reference = maps_.IsReferenceWord(word);
    const uint64_t offset = is_reference ? maps_.OffsetOf(word) : 0;
    const ImageGranule target =
        is_reference ? objects_.Around(offset) : kNoGranule;
    if (target == kNoGranule || !live_.Has(target)) {
      Put(word, content);
      continue;
    }
    // No word of an image has the top bit: those of 64 bits are addresses.
    constexpr uint64_t kMerged = uint64_t{1} << 63;
    const uint64_t inner = offset - objects_.OffsetOf(target);
    Put(kMerged | inner << 32 | Of(target), content);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal
