// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Source and target are laid out side by side, so that the first says whether
// the rules are right.

#include "image/offline/derive_layout.h"

#include <algorithm>
#include <numeric>

#include "base/bits.h"
#include "image/offline/described_types.h"
#include "image/offline/image_shape.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr uint32_t kAlignmentMax = 16;

// A number in both layouts.
struct Both {
  uint32_t source = 0;
  uint32_t target = 0;

  bool operator==(const Both&) const = default;
};
Both MaxOf(const Both& a, const Both& b) {
  return {std::max(a.source, b.source), std::max(a.target, b.target)};
}
Both AlignUp(const Both& at, const Both& alignment) {
  return {static_cast<uint32_t>(RoundUp(at.source, alignment.source)),
          static_cast<uint32_t>(RoundUp(at.target, alignment.target))};
}

// What a row of fields takes so far.
struct Extent {
  Both end;
  Both alignment = {1, 1};
  bool has_words = false;
};

class Deriver {
 public:
  Deriver(const ImageAbi& source, const ImageAbi& target)
      : source_(source), target_(target) {}

  const std::string& error() const { return error_; }

  // The fields behind what is there already. False: error() says why.
  bool LayFields(const std::vector<FieldDescription>& fields,
                 std::vector<FieldDescription>* derived, Extent* extent) {
    *derived = fields;
    std::vector<size_t> order(fields.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return fields[a].offset < fields[b].offset;
    });
    for (const size_t i : order) {
      if (!LayField(fields[i], &(*derived)[i], extent)) return false;
    }
    return true;
  }

  bool LayField(const FieldDescription& field, FieldDescription* derived,
                Extent* extent) {
    Both bytes;
    Both alignment;
    if (!Measure(field, derived, &bytes, &alignment, extent)) return false;
    if (!FindAlignment(field, extent->end.source, &alignment)) {
      return Fail(field.name);
    }
    const Both at = AlignUp(extent->end, alignment);
    derived->offset = at.target;
    derived->alignment = static_cast<uint16_t>(alignment.target);
    derived->element_bytes = bytes.target;
    extent->alignment = MaxOf(extent->alignment, alignment);
    extent->end = MaxOf(extent->end, {at.source + bytes.source * field.count,
                                      at.target + bytes.target * field.count});
    return true;
  }

 private:
  bool Fail(const std::string& field) {
    error_ =
        "its field '" + field + "' is laid out in a way that cannot be derived";
    return false;
  }

  Both Words() const {
    return {static_cast<uint32_t>(source_.word_bytes()),
            static_cast<uint32_t>(target_.word_bytes())};
  }

  // The bytes of an element, and how it is aligned.
  bool Measure(const FieldDescription& field, FieldDescription* derived,
               Both* bytes, Both* alignment, Extent* extent) {
    const Both words = Words();
    switch (field.kind) {
      case FieldKind::kScalar:
        *bytes = {field.element_bytes, field.element_bytes};
        *alignment = {field.alignment, field.alignment};
        return true;
      case FieldKind::kMutableString:
        *bytes = {2 * words.source + kStringAreaBytes,
                  2 * words.target + kStringAreaBytes};
        *alignment = {8, 8};
        derived->alignment = 8;
        extent->has_words = true;
        return bytes->source == field.element_bytes || Fail(field.name);
      case FieldKind::kStruct:
        return MeasureStruct(field, derived, bytes, alignment, extent);
      case FieldKind::kOpaque:
        return Fail(field.name);
      default:
        *bytes = words;
        *alignment = words;
        derived->alignment = static_cast<uint16_t>(words.target);
        extent->has_words = true;
        return words.source == field.element_bytes || Fail(field.name);
    }
  }

  bool MeasureStruct(const FieldDescription& field, FieldDescription* derived,
                     Both* bytes, Both* alignment, Extent* extent) {
    Extent inner;
    if (!LayFields(field.nested, &derived->nested, &inner)) return false;
    const Both own = AlignmentOf(field.struct_alignment, inner.alignment);
    const Both whole = AlignUp(MaxOf(inner.end, {1, 1}), own);
    if (whole.source != field.struct_bytes) return Fail(field.name);
    derived->struct_bytes = whole.target;
    derived->struct_alignment = static_cast<uint16_t>(own.target);
    derived->alignment = derived->struct_alignment;
    // Of a plain base, what is behind the last field is used by the class that
    // derives from it, but where the base is as in C, without any words.
    const bool is_base = field.name == field.struct_name;
    *bytes = is_base && inner.has_words ? inner.end : whole;
    if (field.element_bytes != bytes->source) {
      *bytes = inner.end;
      if (field.element_bytes != bytes->source) return Fail(field.name);
    }
    *alignment = own;
    extent->has_words |= inner.has_words;
    return true;
  }

  // What is aligned to more than its fields need is declared so.
  static Both AlignmentOf(uint32_t declared, const Both& natural) {
    if (declared <= natural.source) return natural;
    return {declared, std::max(declared, natural.target)};
  }

  // Nothing but alignment keeps a field from where the one before it ends.
  static bool FindAlignment(const FieldDescription& field, uint32_t end,
                            Both* alignment) {
    for (uint32_t tried = alignment->source; tried <= kAlignmentMax;
         tried *= 2) {
      if (RoundUp(end, tried) != field.offset) continue;
      if (tried != alignment->source) {
        *alignment = MaxOf(*alignment, {tried, tried});
      }
      return true;
    }
    return false;
  }

  const ImageShape source_;
  const ImageShape target_;
  std::string error_;
};

// Classes, each behind its bases.
class ClassDeriver {
 public:
  ClassDeriver(std::span<const TypeDescription> types, const ImageAbi& source,
               const ImageAbi& target)
      : types_(types), source_(source), target_(target) {}

  DerivedTypes Derive() {
    for (const TypeDescription& type : types_) {
      derived_.types.push_back(type);
      derived_.errors.push_back(DeriveType(type, &derived_.types.back()));
    }
    const DescribedTypes described(derived_.types);
    for (ImageTypeIndex i = 0; i < described.size(); ++i) {
      derived_.types[i].fingerprint = described[i].fingerprint;
    }
    return std::move(derived_);
  }

 private:
  // Why not; empty: done.
  std::string DeriveType(const TypeDescription& type,
                         TypeDescription* derived) {
    Extent extent;
    bool is_mixed = (type.flags & TypeDescription::kIsMixin) != 0;
    for (size_t i = 0; i < type.bases.size(); ++i) {
      const TypeDescription::Base& base = type.bases[i];
      if (!derived_.errors[base.type].empty()) {
        return "its base " + types_[base.type].name + ": " +
               derived_.errors[base.type];
      }
      is_mixed |= (types_[base.type].flags & TypeDescription::kIsMixin) != 0;
      const Both alignment = alignments_[base.type];
      const Both at = AlignUp(extent.end, alignment);
      if (at.source != base.offset) return "its bases are not in order";
      derived->bases[i].offset = at.target;
      extent.end = {at.source + data_ends_[base.type].source,
                    at.target + data_ends_[base.type].target};
      extent.alignment = MaxOf(extent.alignment, alignment);
    }
    Deriver deriver(source_, target_);
    if (!deriver.LayFields(type.fields, &derived->fields, &extent)) {
      return deriver.error();
    }
    return Finish(type, is_mixed, extent, derived);
  }

  std::string Finish(const TypeDescription& type, bool is_mixed, Extent extent,
                     TypeDescription* derived) {
    const Both granules = {
        static_cast<uint32_t>(ImageShape(source_).granule_bytes()),
        static_cast<uint32_t>(ImageShape(target_).granule_bytes())};
    Both data_end = extent.end;
    if (is_mixed) {
      // A mixin is aligned to a granule, and as large.
      extent.alignment = MaxOf(extent.alignment, granules);
      data_end = MaxOf(data_end, granules);
    }
    Extent element;
    if (type.trailing.has_value()) {
      Deriver deriver(source_, target_);
      if (!deriver.LayField(*type.trailing, &*derived->trailing, &element)) {
        return deriver.error();
      }
    }
    const Both natural = MaxOf(extent.alignment, element.alignment);
    Both alignment = natural;
    if (type.alignment > natural.source) {
      alignment = {type.alignment,
                   std::max<uint32_t>(type.alignment, natural.target)};
      extent.alignment = MaxOf(extent.alignment, alignment);
    }
    const Both bytes = AlignUp(MaxOf(data_end, {1, 1}), extent.alignment);
    if (bytes.source != type.object_bytes ||
        alignment.source != type.alignment) {
      return "its size cannot be derived";
    }
    derived->object_bytes = bytes.target;
    derived->alignment = static_cast<uint16_t>(alignment.target);
    if (type.trailing.has_value()) {
      const Both at = AlignUp(bytes, element.alignment);
      if (at.source != type.trailing_offset) {
        return "its trailing array is not where it should be";
      }
      derived->trailing_offset = at.target;
    }
    Keep(extent.alignment, data_end);
    return {};
  }

  void Keep(const Both& alignment, const Both& data_end) {
    alignments_.resize(derived_.types.size());
    data_ends_.resize(derived_.types.size());
    alignments_.back() = alignment;
    data_ends_.back() = data_end;
  }

  std::span<const TypeDescription> types_;
  const ImageAbi source_;
  const ImageAbi target_;
  DerivedTypes derived_;
  std::vector<Both> alignments_;  // without the trailing array's
  std::vector<Both> data_ends_;   // where a derived class's fields begin
};

}  // namespace

DerivedTypes DeriveLayouts(std::span<const TypeDescription> types,
                           const ImageAbi& source, const ImageAbi& target) {
  if (source.reference_bits == target.reference_bits &&
      source.virtual_bits == target.virtual_bits) {
    return {{types.begin(), types.end()},
            std::vector<std::string>(types.size())};
  }
  return ClassDeriver(types, source, target).Derive();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
