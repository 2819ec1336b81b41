// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How fields become offsets and ranges. An array in a struct in an array has
// two steps; a range has one. Steps that continue each other are merged, others
// are written out over the shorter of the two.

#include "types/reference_map.h"

#include <algorithm>

#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// How often the surrounding struct occurs, and how far apart. At any depth one
// such step is enough: a second one is merged with it or written out.
struct Repeat {
  uint32_t stride = 0;
  uint32_t count = 1;
};

class Builder {
 public:
  explicit Builder(bool offsets_wanted) : offsets_wanted_(offsets_wanted) {}

  void AddType(std::span<const BaseInfo> bases,
               std::span<const FieldInfo> fields, uint32_t offset) {
    for (const BaseInfo& base : bases) {
      AddType(base.type->bases, base.type->fields, offset + base.offset);
    }
    for (const FieldInfo& field : fields) AddField(field, offset, {});
  }

  void AddField(const FieldInfo& field, uint32_t start, Repeat outer) {
    if (field.count == 0) return;
    if (field.kind == FieldKind::kStruct) {
      AddStruct(field, start, outer);
    } else if (RangeKind(field.kind) != FieldKind::kOpaque) {
      AddWords(field, start + field.offset, outer);
    }
  }

  ReferenceMap Finish() {
    std::sort(map_.strong_offsets.begin(), map_.strong_offsets.end());
    if (map_.strong_offsets.size() > kStrongOffsetCountMax) MoveToRanges();
    return std::move(map_);
  }

 private:
  // What a range calls the kind; kOpaque where the marker does not look.
  static FieldKind RangeKind(FieldKind kind) {
    switch (kind) {
      case FieldKind::kMember:
      case FieldKind::kTagged:
      case FieldKind::kString:
        return FieldKind::kMember;
      case FieldKind::kWeakMember:
      case FieldKind::kMutableString:
      case FieldKind::kEphemeronKey:
      case FieldKind::kEphemeronValue:
        return kind;
      default:
        return FieldKind::kOpaque;
    }
  }

  // Two steps of repetition that are one, as in an array of arrays.
  static bool Merges(Repeat outer, Repeat inner) {
    return outer.stride == inner.stride * inner.count;
  }

  void AddStruct(const FieldInfo& field, uint32_t start, Repeat outer) {
    const Repeat inner{field.element_bytes, field.count};
    Repeat step = outer;
    if (outer.count == 1) {
      step = inner;
    } else if (inner.count > 1 && Merges(outer, inner)) {
      step = {inner.stride, inner.count * outer.count};
    } else if (inner.count > 1) {
      for (uint32_t i = 0; i < outer.count; ++i) {
        AddStruct(field, start + i * outer.stride, {});
      }
      return;
    }
    for (const FieldInfo& nested : field.nested->fields) {
      AddField(nested, start + field.offset, step);
    }
  }

  void AddWords(const FieldInfo& field, uint32_t offset, Repeat outer) {
    const Repeat inner{field.element_bytes, field.count};
    if (outer.count == 1) {
      AddRange(field, offset, inner);
    } else if (inner.count == 1) {
      AddRange(field, offset, outer);
    } else if (Merges(outer, inner)) {
      AddRange(field, offset, {inner.stride, inner.count * outer.count});
    } else {
      const Repeat fewer = outer.count < inner.count ? outer : inner;
      const Repeat more = outer.count < inner.count ? inner : outer;
      for (uint32_t i = 0; i < fewer.count; ++i) {
        AddRange(field, offset + i * fewer.stride, more);
      }
    }
  }

  void AddRange(const FieldInfo& field, uint32_t offset, Repeat repeat) {
    const FieldKind kind = RangeKind(field.kind);
    if (offsets_wanted_ && kind == FieldKind::kMember && !field.to_mixin &&
        repeat.count <= kInlineArrayMax) {
      for (uint32_t i = 0; i < repeat.count; ++i) {
        map_.strong_offsets.push_back(offset + i * repeat.stride);
      }
      return;
    }
    map_.ranges.push_back(
        {offset, repeat.stride, repeat.count, kind, field.to_mixin});
  }

  // Puts what is too much for the offsets into ranges as long as can be.
  void MoveToRanges() {
    std::vector<uint32_t>& offsets = map_.strong_offsets;
    for (size_t i = kStrongOffsetCountMax; i < offsets.size();) {
      ReferenceRange range{offsets[i], sizeof(Word), 1, FieldKind::kMember,
                           false};
      if (i + 1 < offsets.size()) range.stride = offsets[i + 1] - offsets[i];
      ++i;
      while (i < offsets.size() &&
             offsets[i] - offsets[i - 1] == range.stride) {
        ++range.count;
        ++i;
      }
      map_.ranges.push_back(range);
    }
    offsets.resize(kStrongOffsetCountMax);
  }

  const bool offsets_wanted_;
  ReferenceMap map_;
};

}  // namespace

ReferenceMap MapReferences(std::span<const BaseInfo> bases,
                           std::span<const FieldInfo> fields) {
  Builder builder(true);
  builder.AddType(bases, fields, 0);
  return builder.Finish();
}

uint8_t LanesOf(std::span<const uint32_t> strong_offsets) {
  static_assert(kLaneCount <= 8);
  if (!kCompressed) return 0;
  uint32_t lanes = 0;
  for (const uint32_t offset : strong_offsets) {
    if (offset >= kLaneCount * sizeof(uint32_t)) return 0;
    lanes |= 1u << (offset / sizeof(uint32_t));
  }
  return static_cast<uint8_t>(lanes);
}

std::vector<ReferenceRange> MapElement(const FieldInfo& element) {
  Builder builder(false);
  builder.AddField(element, 0, {});
  return builder.Finish().ranges;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
