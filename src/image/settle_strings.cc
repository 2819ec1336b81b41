// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects of changed pages, one by one, where their class can have such
// strings.

#include "image/settle_strings.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <string_view>

#include "halfword/internal/foreign_body.h"
#include "halfword/internal/string_owner.h"
#include "heap/budget_pause.h"
#include "heap/object_lookup.h"
#include "image/page_objects.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

static_assert(sizeof(IndirectBody) <= sizeof(ForeignBody),
              "a slice takes the place of a foreign body");

bool HasStrings(std::span<const ReferenceRange> ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [](const auto& range) {
    return range.kind == FieldKind::kMutableString;
  });
}

bool MayHaveStrings(const TypeInfo& type) {
  return HasStrings(type.ranges) || HasStrings(type.trailing_ranges);
}

class Settler {
 public:
  explicit Settler(Collector* collector) : collector_(*collector) {}

  bool SettlePage(PageIndex page) {
    const PageRecord& record = RecordAt(page);
    if (record.kind != PageKind::kSlots && record.kind != PageKind::kLarge) {
      return true;
    }
    if (record.type != nullptr && !IsForeignBodyType(*record.type) &&
        !MayHaveStrings(*record.type)) {
      return true;
    }
    bool is_good = true;
    ForEachObject(page, [&](uintptr_t object) {
      is_good = is_good && Settle(object, TypeOfSlot(record, object), record);
    });
    return is_good;
  }

 private:
  bool Settle(uintptr_t object, const TypeInfo& type,
              const PageRecord& record) {
    if (IsForeignBodyType(type)) {
      return SettleBody(reinterpret_cast<ForeignBody*>(object));
    }
    if (!SettleRanges(type.ranges, object)) return false;
    if (!HasStrings(type.trailing_ranges)) return true;
    const size_t room = UsableBytes(record) - type.trailing_offset;
    const size_t count = room / type.trailing_element_bytes;
    for (size_t i = 0; i < count; ++i) {
      if (!SettleRanges(type.trailing_ranges,
                        object + type.trailing_offset +
                            i * type.trailing_element_bytes)) {
        return false;
      }
    }
    return true;
  }

  bool SettleRanges(std::span<const ReferenceRange> ranges, uintptr_t base) {
    for (const ReferenceRange& range : ranges) {
      if (range.kind != FieldKind::kMutableString) continue;
      for (uint32_t i = 0; i < range.count; ++i) {
        auto* const owner = reinterpret_cast<StringOwner*>(
            base + range.offset + size_t{i} * range.stride);
        if (!SettleOwner(owner)) return false;
      }
    }
    return true;
  }

  // What is neither in the string nor in a body of the heap gets one.
  bool SettleOwner(StringOwner* owner) {
    if (owner->is_inline()) return true;
    const auto* const body =
        reinterpret_cast<const StringBody*>(DecompressWord(owner->body));
    if (owner->has_body() && body->kind() != BodyKind::kForeign) return true;
    FlatBody* const copy = MakeCopy({owner->data(), owner->length});
    if (copy == nullptr) return false;
    owner->set_delta(copy->data() - reinterpret_cast<const char*>(copy));
    owner->set_link(StringOwner::kSole | StringOwner::kPerhapsShared);
    owner->StoreBody(CompressPointer(copy));
    WriteBarrier(&owner->body);
    return true;
  }

  bool SettleBody(ForeignBody* body) {
    if (body->kind() != BodyKind::kForeign || body->source() != nullptr) {
      return true;
    }
    FlatBody* const copy = MakeCopy(body->view());
    if (copy == nullptr) return false;
    body->set_source(copy);
    return true;
  }

  FlatBody* MakeCopy(std::string_view bytes) {
    void* const memory = collector_.TryAllocate(
        TypeInfoOf<FlatBody>(), FlatBody::kDataOffset + bytes.size() + 1);
    if (memory == nullptr) return nullptr;
    auto* const copy = ::new (memory) FlatBody;
    copy->SetHead(BodyKind::kFlat, bytes.size());
    std::memcpy(copy->data(), bytes.data(), bytes.size());
    copy->data()[bytes.size()] = 0;
    return copy;
  }

  Collector& collector_;
};

struct Slice {
  StringBody* base = nullptr;
  size_t offset_bytes = 0;
};

// What a settled body is in the file. Its source has a copy of its bytes, or
// has the bytes themselves, in the heap or outside.
Slice SliceOf(const ForeignBody& body) {
  StringBody* source = body.source();
  const char* begin = nullptr;
  if (source->kind() == BodyKind::kForeign) {
    const auto* const foreign = static_cast<const ForeignBody*>(source);
    begin = foreign->view().data();
    source = foreign->source();
  } else {
    begin = static_cast<const FlatBody*>(source)->data();
  }
  const char* const data = body.view().data();
  const bool is_alias = data >= begin && data <= begin + source->length_bytes();
  return {source, is_alias ? static_cast<size_t>(data - begin) : 0};
}

// What an object is in the file, if it is not just itself: a foreign body, or a
// slice of one. Else without a base.
Slice FileSliceOf(uintptr_t object, const TypeInfo& type) {
  const auto* const body = reinterpret_cast<const StringBody*>(object);
  if (IsForeignBodyType(type)) {
    if (body->kind() != BodyKind::kForeign) return {};
    return SliceOf(*static_cast<const ForeignBody*>(body));
  }
  if (&type != &TypeInfoOf<IndirectBody>()) return {};
  const auto* const indirect = static_cast<const IndirectBody*>(body);
  if (!indirect->IsSlice() || indirect->base()->kind() != BodyKind::kForeign) {
    return {};
  }
  Slice slice = SliceOf(*static_cast<const ForeignBody*>(indirect->base()));
  slice.offset_bytes += indirect->offset_bytes();
  return slice;
}

bool MayHaveFileSlices(const TypeInfo& type) {
  return IsForeignBodyType(type) || &type == &TypeInfoOf<IndirectBody>();
}

}  // namespace

bool IsForeignBodyType(const TypeInfo& type) {
  return &type == &TypeInfoOf<ForeignBody>() ||
         &type == &TypeInfoOf<ReleasedForeignBody>();
}

bool SettleStrings(const ImageMemory& memory,
                   const std::vector<uint8_t>& unit_masks,
                   Collector* collector) {
  Settler settler(collector);
  const BudgetPause pause(collector);
  bool is_good = true;
  for (ImagePage page = 0; page < unit_masks.size() && is_good; ++page) {
    if (unit_masks[page] == 0) continue;
    is_good = settler.SettlePage(memory.PageIndexAt(page));
  }
  collector->CloseRuns();
  return is_good;
}

bool HasFileForm(PageIndex page) {
  const PageRecord& record = RecordAt(page);
  if (record.kind != PageKind::kSlots ||
      (record.type != nullptr && !MayHaveFileSlices(*record.type))) {
    return false;
  }
  bool found = false;
  ForEachObject(page, [&](uintptr_t object) {
    found = found ||
            FileSliceOf(object, TypeOfSlot(record, object)).base != nullptr;
  });
  return found;
}

void WriteFileForm(PageIndex page, std::byte* copy) {
  const PageRecord& record = RecordAt(page);
  std::memcpy(copy, reinterpret_cast<const void*>(PageAddress(page)),
              kPageBytes);
  ForEachObject(page, [&](uintptr_t object) {
    const Slice slice = FileSliceOf(object, TypeOfSlot(record, object));
    if (slice.base == nullptr) return;
    const auto* const body = reinterpret_cast<const StringBody*>(object);
    std::byte* const place = copy + (object - PageAddress(page));
    std::memset(place, 0, UsableBytes(record));
    ::new (place) IndirectBody(slice.base, slice.offset_bytes,
                               body->length_bytes(), /*is_of_rope=*/false);
  });
}

}  // namespace halfword::inline HALFWORD_ABI::internal
