// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which words of a class are looked at, and what makes one good.

#include "image/page_screen.h"

#include <algorithm>

#include "halfword/internal/string_owner.h"
#include "heap/object_lookup.h"
#include "image/page_objects.h"
#include "types/type_bases.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The rows of a class, its bases' among them.
class PageScreen::RowFinder {
 public:
  explicit RowFinder(std::vector<Row>* rows) : rows_(*rows) {}

  void AddType(const TypeInfo& type, uint32_t offset) {
    for (const BaseInfo& base : type.bases) {
      AddType(*base.type, offset + base.offset);
    }
    for (const FieldInfo& field : type.fields) AddField(field, offset);
  }

  void AddField(const FieldInfo& field, uint32_t offset) {
    const uint32_t at = offset + field.offset;
    switch (field.kind) {
      case FieldKind::kMember:
      case FieldKind::kWeakMember:
      case FieldKind::kTagged:
      case FieldKind::kString:
      case FieldKind::kEphemeronKey:
      case FieldKind::kEphemeronValue:
        Add(field, at);
        break;
      case FieldKind::kMutableString:
        Add(field, at + static_cast<uint32_t>(offsetof(StringOwner, body)));
        break;
      case FieldKind::kStruct:
        for (uint32_t i = 0; i < field.count; ++i) {
          for (const FieldInfo& inner : field.nested->fields) {
            AddField(inner, at + i * field.element_bytes);
          }
        }
        break;
      case FieldKind::kUntracedMember:
      case FieldKind::kScalar:
      case FieldKind::kOpaque:
        break;
    }
  }

 private:
  void Add(const FieldInfo& field, uint32_t offset) {
    rows_.push_back(
        {.offset = offset,
         .stride = field.element_bytes,
         .count = field.count,
         .has_immediates = field.kind == FieldKind::kTagged ||
                           field.kind == FieldKind::kString,
         .declared = field.target == nullptr
                         ? nullptr
                         : field.target->info.load(std::memory_order_acquire)});
  }

  std::vector<Row>& rows_;
};

PageScreen::Rows& PageScreen::RowsOf(const TypeInfo& type) {
  if (&type != last_type_) {
    std::unique_ptr<Rows>& rows = rows_[&type];
    if (rows == nullptr) {
      rows = std::make_unique<Rows>();
      RowFinder(&rows->fixed).AddType(type, 0);
      if (type.trailing != nullptr && !type.trailing_is_leaf) {
        RowFinder(&rows->trailing).AddField(*type.trailing, 0);
        rows->trailing_offset = type.trailing_offset;
        rows->trailing_bytes = type.trailing_element_bytes;
      }
    }
    last_type_ = &type;
    last_rows_ = rows.get();
  }
  return *last_rows_;
}

bool PageScreen::IsGood(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  switch (record.kind) {
    case PageKind::kLarge:
      return IsGoodLarge(page, page);
    case PageKind::kLargeTail:
      return IsGoodLarge(page - record.run_pages, page);
    case PageKind::kSlots:
      break;
    default:
      return true;
  }
  if (record.type != nullptr) {
    const Rows& rows = RowsOf(*record.type);
    if (rows.fixed.empty() && rows.trailing.empty()) return true;
  }
  bool is_good = true;
  ForEachObject(page, [&](uintptr_t object) {
    is_good = is_good && IsGoodSlot(record, object);
  });
  return is_good;
}

bool PageScreen::IsGoodSlot(const PageRecord& record, uintptr_t object) {
  Rows& rows = RowsOf(TypeOfSlot(record, object));
  if (!AreGood(rows.fixed, object)) return false;
  if (rows.trailing.empty()) return true;
  const size_t usable = UsableBytes(record);
  for (size_t at = rows.trailing_offset; at + rows.trailing_bytes <= usable;
       at += rows.trailing_bytes) {
    if (!AreGood(rows.trailing, object + at)) return false;
  }
  return true;
}

// The elements that have a part in one page of a large object.
bool PageScreen::IsGoodLarge(PageIndex first, PageIndex page) {
  const PageRecord& record = RecordAt(first);
  const uintptr_t object = PageAddress(first);
  Rows& rows = RowsOf(*record.type);
  // A class of so many fields that they reach into another page is rare.
  if (!AreGood(rows.fixed, object)) return false;
  if (rows.trailing.empty()) return true;
  const size_t usable = UsableBytes(record);
  const size_t begin = size_t{page - first} * kPageBytes;
  const size_t end = std::min(begin + kPageBytes, usable);
  size_t at = rows.trailing_offset;
  if (begin > at) {
    at += (begin - at) / rows.trailing_bytes * rows.trailing_bytes;
  }
  for (; at < end && at + rows.trailing_bytes <= usable;
       at += rows.trailing_bytes) {
    if (!AreGood(rows.trailing, object + at)) return false;
  }
  return true;
}

bool PageScreen::AreGood(std::span<Row> rows, uintptr_t base) {
  for (Row& row : rows) {
    uintptr_t at = base + row.offset;
    for (uint32_t i = 0; i < row.count; ++i, at += row.stride) {
      const Word word = *reinterpret_cast<const Word*>(at);
      if (!IsAtOnceGood(row, word) && !IsGoodWord(&row, word)) return false;
    }
  }
  return true;
}

// Null, or an object of the page that the last one was in: most words. Without
// branches, since which it is nobody can foretell.
bool PageScreen::IsAtOnceGood(const Row& row, Word word) {
  const uintptr_t in_page = DecompressWord(word) - row.last_page;
  const bool is_there = (in_page < kPageBytes) & (in_page % kGranuleBytes == 0);
  const size_t granule = in_page % kPageBytes / kGranuleBytes;
  return (is_there & TestBit(row.last_bits, granule)) | (word == kNullWord);
}

bool PageScreen::IsGoodWord(Row* row, Word word) const {
  if (!IsReference(word)) {
    return row->has_immediates || word == kNullWord || word == kSentinelWord;
  }
  const uintptr_t target = DecompressWord(word);
  if (!memory_.Contains(target)) return false;
  // The tables of that page may not have been looked at: bits may be set where
  // no object can be.
  if (SlotBegin(target) != target || !IsAllocated(target)) {
    return IsGoodInside(*row, target);
  }
  const PageIndex page = PageIndexOf(target);
  const PageRecord& record = RecordAt(page);
  const TypeInfo* const type =
      record.type != nullptr
          ? record.type
          : TypeRegistry::FindType(SharedTypeId(record, target));
  if (type == nullptr) return false;
  if (type != row->last_good && row->declared != nullptr && KnowsBases(*type) &&
      !HasBaseAt(*type, *row->declared, 0)) {
    return false;
  }
  row->last_good = type;
  if (record.type != nullptr) {
    row->last_page = PageAddress(page);
    row->last_bits = AllocatedBits(page);
  }
  return true;
}

// A reference to a mixin leads into an object.
bool PageScreen::IsGoodInside(const Row& row, uintptr_t target) const {
  if (row.declared == nullptr || !row.declared->is_mixin) return false;
  const uintptr_t object = SlotBegin(target);
  if (object == 0 || !IsAllocated(object)) return false;
  const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
  return HasBaseAt(type, *row.declared, target - object);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
