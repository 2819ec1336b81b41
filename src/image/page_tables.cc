// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Records to entries and back.

#include "image/page_tables.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "base/bits.h"
#include "heap/object_lookup.h"
#include "image/byte_stream.h"
#include "image/catalog.h"
#include "image/settle_strings.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

uint32_t CountLive(PageIndex page) {
  uint64_t count = 0;
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    count += PopCount(AllocatedBits(page)[word]);
  }
  return static_cast<uint32_t>(count);
}

// Calls function(slot, type) for each object of a shared page.
template <typename Function>
void ForEachSharedObject(PageIndex page, Function function) {
  const PageRecord& record = RecordAt(page);
  const uint64_t* const allocated = AllocatedBits(page);
  for (uint32_t slot = 0; slot < record.slot_count; ++slot) {
    const size_t granule = size_t{slot} * record.slot_bytes / kGranuleBytes;
    if (!TestBit(allocated, granule)) continue;
    function(slot, TypeRegistry::TypeById(record.slot_data->type_ids[slot]));
  }
}

std::string WhyNotInImage(const TypeInfo& type) {
  if (!type.lists_fields) return "it does not list its fields";
  if (type.polymorphic) return "it has a vtable";
  if (type.has_destructor) return "it has a destructor";
  if (type.has_prefinalizer) return "it, or a base, has a prefinalizer";
  return "it, or a base, has an opaque field";
}

// Bodies of strings whose bytes lie elsewhere have none left when pages are
// written (image/settle_strings.h).
bool MayBeInImage(const TypeInfo& type) {
  return type.may_be_in_image || IsForeignBodyType(type);
}

class TypeNumberer {
 public:
  TypeNumberer(TypeList* types, std::string* error)
      : types_(*types), error_(*error) {}

  bool Number(const TypeInfo& type) {
    if (&type == last_) return true;
    last_ = &type;
    if (types_.IndexOf(type) != kNoImageType) return true;
    if (!MayBeInImage(type)) {
      error_ = std::string("an object of class ") + type.name +
               " cannot be in an image: " + WhyNotInImage(type);
      return false;
    }
    types_.Add(type);
    return true;
  }

 private:
  TypeList& types_;
  std::string& error_;
  const TypeInfo* last_ = nullptr;
};

PageEntry EntryOf(PageIndex page, const TypeList& types) {
  const PageRecord& record = RecordAt(page);
  PageEntry entry;
  switch (record.kind) {
    case PageKind::kSlots:
      entry.use = static_cast<uint8_t>(record.type == nullptr ? PageUse::kShared
                                                              : PageUse::kOwn);
      entry.space_index = static_cast<uint8_t>(record.space_index);
      entry.live_slots = static_cast<uint16_t>(CountLive(page));
      entry.slot_bytes = record.slot_bytes;
      if (record.type != nullptr) entry.type = types.IndexOf(*record.type);
      break;
    case PageKind::kLarge:
      entry.use = static_cast<uint8_t>(PageUse::kLarge);
      entry.type = types.IndexOf(*record.type);
      entry.page_run = record.run_pages;
      break;
    case PageKind::kLargeTail:
      entry.use = static_cast<uint8_t>(PageUse::kLargeTail);
      entry.page_run = record.run_pages;
      break;
    case PageKind::kTables:
      entry.use = static_cast<uint8_t>(PageUse::kTables);
      break;
    case PageKind::kNone:
    case PageKind::kFree:
    case PageKind::kCounted:
      break;
  }
  return entry;
}

// The types of slots, read in the order of the pages.
class SlotTypeReader {
 public:
  SlotTypeReader(std::string_view bytes, const TypeList& types)
      : reader_(bytes), types_(types) {}

  // Null ids are in free slots. False: no such page is next.
  bool Read(ImagePage page, std::vector<TypeId>* ids) {
    if (reader_.Take<uint32_t>() != page) return false;
    const uint32_t count = reader_.TakeCount(sizeof(uint16_t));
    ids->assign(count, 0);
    for (TypeId& id : *ids) {
      const auto number = reader_.Take<uint16_t>();
      if (number == Catalog::kNoSlotType) continue;
      const TypeInfo* const type = types_.At(number);
      if (type == nullptr) {
        missing_ = number;
        return false;
      }
      id = type->id;
    }
    return reader_.is_good();
  }
  // The type that the process does not have.
  ImageTypeIndex missing() const { return missing_; }
  bool is_at_end() const { return reader_.is_at_end(); }

 private:
  ByteReader reader_;
  const TypeList& types_;
  ImageTypeIndex missing_ = kNoImageType;
};

class Adopter {
 public:
  Adopter(const ImageMemory& memory, const TypeList& types,
          std::string_view slot_types, HeapCore* heap, std::string* error)
      : memory_(memory),
        types_(types),
        slot_types_(slot_types, types),
        heap_(*heap),
        error_(*error) {}

  ImageError Adopt() {
    for (const ImageZone& zone : memory_.zones()) {
      heap_.AdoptRun(memory_.RunOf(zone));
      if (!AdoptZone(zone)) return failure_;
    }
    if (!slot_types_.is_at_end()) Fail(memory_.end_page());
    return failure_;
  }

 private:
  bool AdoptZone(const ImageZone& zone) {
    const PageEntry* const entries = memory_.EntriesOf(zone);
    for (uint32_t i = zone.table_pages(); i < zone.page_count;) {
      const ImagePage page = zone.first_page + i;
      uint32_t count = 1;
      if (entries[i].use == static_cast<uint8_t>(PageUse::kFree)) {
        while (i + count < zone.page_count &&
               entries[i + count].use == static_cast<uint8_t>(PageUse::kFree)) {
          ++count;
        }
        heap_.AdoptFree(memory_.PageIndexAt(page), count);
      } else if (entries[i].use == static_cast<uint8_t>(PageUse::kLarge)) {
        count = entries[i].page_run;
        if (!AdoptLarge(page, entries + i, zone.page_count - i)) return false;
      } else if (!AdoptSlots(page, entries[i])) {
        return false;
      }
      i += count;
    }
    return true;
  }

  bool AdoptLarge(ImagePage page, const PageEntry* entries, uint32_t left) {
    const PageEntry& entry = entries[0];
    if (entry.page_run == 0 || entry.page_run > left) return Fail(page);
    for (uint32_t i = 1; i < entry.page_run; ++i) {
      if (entries[i].use != static_cast<uint8_t>(PageUse::kLargeTail) ||
          entries[i].page_run != i) {
        return Fail(page + i);
      }
    }
    const TypeInfo* const type = types_.At(entry.type);
    if (type == nullptr) return FailWithout(page, entry.type);
    return heap_.AdoptLarge(memory_.PageIndexAt(page), entry.page_run, *type) ||
           Fail(page);
  }

  bool AdoptSlots(ImagePage page, const PageEntry& entry) {
    AdoptedSlots slots = {.type = nullptr,
                          .slot_bytes = entry.slot_bytes,
                          .live_slots = entry.live_slots,
                          .space_index = entry.space_index,
                          .type_ids = {}};
    if (entry.use == static_cast<uint8_t>(PageUse::kOwn)) {
      slots.type = types_.At(entry.type);
      if (slots.type == nullptr) return FailWithout(page, entry.type);
    } else if (entry.use != static_cast<uint8_t>(PageUse::kShared)) {
      return Fail(page);
    } else if (!slot_types_.Read(page, &ids_)) {
      if (slot_types_.missing() == kNoImageType) return Fail(page);
      return FailWithout(page, slot_types_.missing());
    }
    slots.type_ids = ids_;
    return heap_.AdoptSlots(memory_.PageIndexAt(page), slots) || Fail(page);
  }

  bool Fail(ImagePage page) {
    error_ = "the tables of page " + std::to_string(page) + " are damaged";
    failure_ = ImageError::kDamaged;
    return false;
  }
  bool FailWithout(ImagePage page, ImageTypeIndex type) {
    if (type >= types_.size()) return Fail(page);
    error_ = "it has objects of class " + types_.NameAt(type) +
             ", which this program does not have; name it in ImageTypes";
    failure_ = ImageError::kOtherTypes;
    return false;
  }

  const ImageMemory& memory_;
  const TypeList& types_;
  SlotTypeReader slot_types_;
  HeapCore& heap_;
  std::string& error_;
  ImageError failure_ = ImageError::kNone;
  std::vector<TypeId> ids_;
};

}  // namespace

bool NumberTypes(const HeapCore& heap, TypeList* types, std::string* error) {
  TypeNumberer numberer(types, error);
  bool is_good = true;
  heap.ForEachPage([&](PageIndex page) {
    if (!is_good) return;
    const PageRecord& record = RecordAt(page);
    if (record.type != nullptr) {
      is_good = numberer.Number(*record.type);
      return;
    }
    ForEachSharedObject(page, [&](uint32_t, const TypeInfo& type) {
      is_good = is_good && numberer.Number(type);
    });
  });
  return is_good;
}

void WriteEntries(const TypeList& types, ImageMemory* memory) {
  for (const ImageZone& zone : memory->zones()) {
    PageEntry* const entries = memory->EntriesOf(zone);
    for (uint32_t i = 0; i < zone.page_count; ++i) {
      PageEntry entry =
          EntryOf(memory->PageIndexAt(zone.first_page + i), types);
      if (i == 0) entry.page_run = zone.page_count;
      if (!(entries[i] == entry)) entries[i] = entry;
    }
  }
}

std::string WriteSlotTypes(const TypeList& types, const ImageMemory& memory) {
  ByteWriter writer;
  std::vector<uint16_t> numbers;
  for (const ImageZone& zone : memory.zones()) {
    for (ImagePage page = zone.first_page; page < zone.end(); ++page) {
      const PageIndex index = memory.PageIndexAt(page);
      const PageRecord& record = RecordAt(index);
      if (record.kind != PageKind::kSlots || record.type != nullptr) continue;
      numbers.assign(record.slot_count, Catalog::kNoSlotType);
      ForEachSharedObject(index, [&](uint32_t slot, const TypeInfo& type) {
        numbers[slot] = static_cast<uint16_t>(types.IndexOf(type));
      });
      writer.Put(page);
      writer.Put(static_cast<uint32_t>(numbers.size()));
      for (const uint16_t number : numbers) writer.Put(number);
    }
  }
  return writer.bytes();
}

ImageError AdoptPages(const ImageMemory& memory, const TypeList& types,
                      std::string_view slot_types, HeapCore* heap,
                      std::string* error) {
  return Adopter(memory, types, slot_types, heap, error).Adopt();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
