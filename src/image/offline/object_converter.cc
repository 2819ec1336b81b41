// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Move by move, word by word.

#include "image/offline/object_converter.h"

#include <algorithm>
#include <cstring>

#include "base/bits.h"
#include "base/unaligned.h"
#include "halfword/internal/string_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Little endian: the sign stands in the last byte.
void Widen(const std::byte* source, size_t source_bytes, bool is_signed,
           size_t target_bytes, std::byte* target) {
  const bool is_negative =
      is_signed && (source[source_bytes - 1] & std::byte{0x80}) != std::byte{};
  std::memcpy(target, source, source_bytes);
  std::memset(target + source_bytes, is_negative ? 0xff : 0,
              target_bytes - source_bytes);
}

// What is no reference: null and the sentinel have other numbers.
uint64_t ConvertImmediate(FieldKind kind, uint64_t word,
                          const ImageShape& source, const ImageShape& target) {
  if (kind == FieldKind::kTagged || kind == FieldKind::kString) return word;
  return word == source.SentinelWord() ? target.SentinelWord() : 0;
}

}  // namespace

size_t ObjectConverter::CountElements(ImageGranule object,
                                      const RewriteTypes::Class& of) const {
  const TypeDescription& type = *of.source;
  const size_t usable = SourceUsableBytes(object);
  if (usable <= type.trailing_offset) return 0;
  const size_t room = (usable - type.trailing_offset) / StrideOf(type);
  if (of.count_field == RewriteTypes::kNoField) return room;
  const size_t count =
      Load<uint32_t>(objects_.BytesOf(object) + of.count_field);
  return std::min(count, room);
}

// A flat body that nobody writes to needs no more than its bytes and a NUL. The
// head of a vector's elements is their capacity, which fills all.
size_t ObjectConverter::MeasureBytes(ImageGranule object) const {
  const size_t usable = SourceUsableBytes(object);
  const auto head = Load<uint32_t>(objects_.BytesOf(object));
  const auto kind = BodyKind{head >> kBodyKindShift};
  if (kind != BodyKind::kFlat) return usable;
  return std::min(usable, FlatBody::kDataOffset + size_t{head} + 1);
}

ObjectConverter::Extent ObjectConverter::Measure(ImageGranule object) const {
  const RewriteTypes::Class& of = ClassOf(object);
  const TypeDescription& target = types_.TargetOf(of);
  Extent extent;
  if (of.is_bytes) {
    extent.bytes = MeasureBytes(object);
    extent.element_count = extent.bytes - FlatBody::kDataOffset;
  } else if (of.source->trailing.has_value()) {
    extent.element_count = CountElements(object, of);
    extent.bytes = std::max<size_t>(
        target.object_bytes,
        extent.element_count == 0
            ? 0
            : target.trailing_offset + extent.element_count * StrideOf(target));
  } else {
    const size_t slot = objects_.SlotBytesOf(object);
    const size_t bytes = of.source->object_bytes;
    // Bytes that the program has asked for beyond, if the slot is not just
    // that of the class.
    const bool is_large = slot > kSmallBytesMax;
    const size_t usual =
        is_large ? RoundUp(bytes + source_.canary_bytes(), kPageBytes)
                 : source_.SharedSlotBytes(of.source->alignment, bytes);
    if (slot > usual) extent.more_bytes = SourceUsableBytes(object) - bytes;
    extent.bytes = target.object_bytes + extent.more_bytes;
  }
  return extent;
}

void ObjectConverter::ConvertFields(ImageGranule object,
                                    std::byte* target) const {
  const RewriteTypes::Class& of = ClassOf(object);
  const std::byte* const source = objects_.BytesOf(object);
  for (const FieldMove& move : of.moves.fixed) Apply(move, source, target);
}

void ObjectConverter::Convert(ImageGranule object, std::byte* target) const {
  ConvertFields(object, target);
  const RewriteTypes::Class& of = ClassOf(object);
  const std::byte* const source = objects_.BytesOf(object);
  const TypeDescription& description = types_.TargetOf(of);
  const Extent extent = Measure(object);
  if (extent.more_bytes != 0) {
    std::memcpy(target + description.object_bytes,
                source + of.source->object_bytes, extent.more_bytes);
  }
  if (extent.element_count == 0) return;
  const size_t source_stride = StrideOf(*of.source);
  const size_t target_stride = StrideOf(description);
  const std::byte* from = source + of.source->trailing_offset;
  std::byte* to = target + description.trailing_offset;
  const std::vector<FieldMove>& moves = of.moves.element;
  if (moves.size() == 1 && moves[0].kind == FieldMove::Kind::kBytes &&
      moves[0].source_bytes == source_stride &&
      moves[0].target_bytes == target_stride) {
    std::memcpy(to, from, extent.element_count * source_stride);
    return;
  }
  for (size_t i = 0; i < extent.element_count; ++i) {
    ConvertElement(of, from, to);
    from += source_stride;
    to += target_stride;
  }
}

void ObjectConverter::ConvertElement(const RewriteTypes::Class& of,
                                     const std::byte* source,
                                     std::byte* target) const {
  for (const FieldMove& move : of.moves.element) Apply(move, source, target);
}

void ObjectConverter::Apply(const FieldMove& move, const std::byte* source,
                            std::byte* target) const {
  for (uint32_t i = 0; i < move.count; ++i) {
    const std::byte* const from =
        source + move.source + size_t{i} * move.source_bytes;
    std::byte* const to = target + move.target + size_t{i} * move.target_bytes;
    switch (move.kind) {
      case FieldMove::Kind::kBytes:
        std::memcpy(to, from, move.source_bytes);
        break;
      case FieldMove::Kind::kWidenSigned:
      case FieldMove::Kind::kWidenUnsigned:
        Widen(from, move.source_bytes,
              move.kind == FieldMove::Kind::kWidenSigned, move.target_bytes,
              to);
        break;
      case FieldMove::Kind::kWidenFloat: {
        const double value = Load<float>(from);
        std::memcpy(to, &value, sizeof(value));
        break;
      }
      case FieldMove::Kind::kWord: {
        const uint64_t word = ConvertWord(move, maps_.WordAt(from));
        std::memcpy(to, &word, target_.word_bytes());
        break;
      }
      case FieldMove::Kind::kMutableString:
        ConvertString(from, to);
        break;
    }
  }
}

uint64_t ObjectConverter::ConvertWord(const FieldMove& move,
                                      uint64_t word) const {
  if (maps_.IsReferenceWord(word)) {
    return ConvertReference(move, maps_.OffsetOf(word));
  }
  if (word >> 31 != 0) {
    Fail("field of kind " + std::to_string(static_cast<int>(move.field)) +
         " holds what is no reference and no number");
    return 0;
  }
  return ConvertImmediate(move.field, word, source_, target_);
}

uint64_t ObjectConverter::ConvertReference(const FieldMove& move,
                                           uint64_t offset) const {
  const ImageGranule object = objects_.Around(offset);
  const uint32_t granule = places_->Of(object);
  // Of what has died nothing but weak and stale references are left.
  if (granule == kNoGranule) return 0;
  uint64_t inner = offset - objects_.OffsetOf(object);
  if (inner != 0) {
    const auto& bases = ClassOf(object).moves.bases;
    const auto base =
        std::find_if(bases.begin(), bases.end(),
                     [&](const auto& at) { return at.source == inner; });
    if (base == bases.end() || !move.is_inner) {
      Fail("a reference leads into an object of class " +
           ClassOf(object).source->name + ", and to no base of it");
      return 0;
    }
    inner = base->target;
  }
  return target_.WordOf(
      place_, data_offset_ + granule * target_.granule_bytes() + inner);
}

uint64_t ObjectConverter::NewOffsetOf(uint64_t offset) const {
  const uint32_t granule = places_->Of(objects_.Around(offset));
  if (granule == kNoGranule) return ImageView::kNowhere;
  return data_offset_ + granule * target_.granule_bytes();
}

// Length, word, area (internal/string_owner.h). The area's first number is the
// distance of the bytes from the body: the same again, if they are in it.
void ObjectConverter::ConvertString(const std::byte* source,
                                    std::byte* target) const {
  const size_t from = source_.word_bytes();
  const size_t to = target_.word_bytes();
  const uint64_t word = maps_.WordAt(source + from);
  std::memcpy(target, source, sizeof(uint32_t));
  std::memcpy(target + 2 * to, source + 2 * from, kStringAreaBytes);
  if (word == 0) return;
  const auto delta = Load<uint64_t>(source + 2 * from);
  const auto length = Load<uint32_t>(source);
  const ImageGranule body = maps_.IsReferenceWord(word)
                                ? objects_.Around(maps_.OffsetOf(word))
                                : kNoGranule;
  const bool is_in_body = body != kNoGranule && ClassOf(body).is_bytes &&
                          delta >= FlatBody::kDataOffset &&
                          delta <= SourceUsableBytes(body) &&
                          length <= SourceUsableBytes(body) - delta;
  if (!is_in_body) {
    Fail("a MutableString has its bytes outside of its buffer");
    return;
  }
  const FieldMove move = {.kind = FieldMove::Kind::kWord,
                          .field = FieldKind::kMutableString};
  const uint64_t moved = ConvertReference(move, maps_.OffsetOf(word));
  std::memcpy(target + to, &moved, to);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
