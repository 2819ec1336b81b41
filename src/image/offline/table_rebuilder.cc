// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The same steps as those of HashBacking, on bytes.

#include "image/offline/table_rebuilder.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <string_view>

#include "base/unaligned.h"
#include "halfword/hash_traits.h"
#include "halfword/internal/hash_backing.h"
#include "halfword/internal/type_name.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// No count of collections is that high: weak tables look for what has vanished.
constexpr uint32_t kStale = UINT32_MAX;

// Sound descriptions have these fields where their objects have bytes.
uint32_t OffsetOf(const TypeDescription& type, const char* name) {
  const FieldDescription* const field = FindField(type.fields, name);
  return field == nullptr ? 0 : field->offset;
}

struct FieldSize {
  const char* name;
  size_t bytes;  // 0: a word
};

bool HasFields(const TypeDescription& type,
               std::initializer_list<FieldSize> wanted) {
  return type.trailing.has_value() &&
         std::all_of(wanted.begin(), wanted.end(), [&](const FieldSize& size) {
           const FieldDescription* const field =
               FindField(type.fields, size.name);
           return field != nullptr &&
                  (size.bytes == 0 ? field->kind == FieldKind::kMember
                                   : field->element_bytes == size.bytes);
         });
}

bool IsHashBacking(const TypeDescription& type) {
  return HasFields(type, {{"seed_", sizeof(uint64_t)},
                          {"groups_", 0},
                          {"group_count_", sizeof(uint32_t)},
                          {"slot_count_", sizeof(uint32_t)},
                          {"capacity_", sizeof(uint32_t)},
                          {"count_", sizeof(uint32_t)},
                          {"collections_", sizeof(uint32_t)},
                          {"own_group_", sizeof(HashGroup)}});
}

// Entries of tables (internal/hash_slot.h and linked_table.h).
constexpr std::string_view kEntryNames[] = {
    "halfword::EphemeronPair<",
    "halfword::internal::EphemeronEntry<",
    "halfword::internal::KeyAndValue<",
    "halfword::internal::HashedKey<",
    "halfword::internal::HashedKeyAndValue<",
    "halfword::internal::LinkedEntry<",
    "halfword::internal::HashedLinkedEntry<",
};

// The part of an entry that is its key. A struct of the program is all key,
// also if one of its fields has that name.
const FieldDescription& KeyOf(const FieldDescription& element) {
  const bool is_entry = std::any_of(
      std::begin(kEntryNames), std::end(kEntryNames),
      [&](std::string_view name) {
        return element.struct_name.compare(0, name.size(), name) == 0;
      });
  const FieldDescription* const key =
      is_entry ? FindField(element.nested, "key") : nullptr;
  return key == nullptr ? element : *key;
}

// What a key says stands where it stood, wherever the key itself is. Names
// count: a field of another name is another field.
bool HaveSameBytes(const FieldDescription& source,
                   const FieldDescription& target) {
  return source.kind == target.kind && source.scalar == target.scalar &&
         source.count == target.count &&
         source.element_bytes == target.element_bytes &&
         source.nested.size() == target.nested.size() &&
         std::all_of(source.nested.begin(), source.nested.end(),
                     [&](const FieldDescription& field) {
                       const FieldDescription* const other =
                           FindField(target.nested, field.name);
                       return other != nullptr &&
                              field.offset == other->offset &&
                              HaveSameBytes(field, *other);
                     });
}

bool HasReferences(const FieldDescription& field) {
  if (field.kind == FieldKind::kStruct) {
    return std::any_of(field.nested.begin(), field.nested.end(), HasReferences);
  }
  return field.kind != FieldKind::kScalar;
}

bool IsWord(const FieldDescription& field) {
  return field.count != 0 && field.kind != FieldKind::kStruct &&
         field.kind != FieldKind::kScalar && field.kind != FieldKind::kOpaque &&
         field.kind != FieldKind::kMutableString;
}

bool IsWeakKey(const FieldDescription& key) {
  return key.kind == FieldKind::kWeakMember ||
         key.kind == FieldKind::kEphemeronKey;
}

// As TableHashOf() makes it of a reference.
uint32_t HashOfWord(uint64_t word, uint64_t seed) {
  const uint64_t hash = HashNumber(word, seed);
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

bool IsGroupCount(uint32_t count) {
  return std::has_single_bit(count) ||
         (count % 3 == 0 && std::has_single_bit(count / 3));
}

}  // namespace

uint8_t TableRebuilder::Table::TagAt(uint32_t slot) const {
  const uint32_t group = slot / kGroupSlots;
  return Load<uint8_t>(groups + group * sizeof(HashGroup) + slot % kGroupSlots);
}

bool TableRebuilder::Fail(ImageGranule object, const std::string& why) {
  error_ = "class " + types_.ClassOf(objects_.TypeOf(object)).source->name +
           ": " + why;
  return false;
}

// What a class is used for is not a part of its fingerprint, and decides how
// many entries of an object are copied.
bool TableRebuilder::IsTable(const RewriteTypes::Class& of) const {
  const BackingKind backing = of.source->backing;
  return (backing == BackingKind::kTable ||
          backing == BackingKind::kLinkedIndex) &&
         IsHashBacking(*of.source) && IsHashBacking(types_.TargetOf(of));
}

bool TableRebuilder::Rebuild(ImageGranule object) {
  const RewriteTypes::Class& of = types_.ClassOf(objects_.TypeOf(object));
  const TypeDescription& type = *of.source;
  const bool is_table = type.backing == BackingKind::kTable;
  const bool is_linked = type.backing == BackingKind::kLinked;
  if (type.backing == BackingKind::kLinkedIndex || is_table) {
    if (!IsTable(of)) return Fail(object, "it is no table");
    PutNumber(object, "collections_", kStale);
  }
  if (!is_table && !is_linked) return true;
  switch (type.key_hash) {
    case KeyHash::kReference:
      return is_table ? RebuildTable(object) : RebuildIndex(object);
    case KeyHash::kCustom:
      return CheckCustom(object);
    case KeyHash::kContent:
    case KeyHash::kNone:
      break;
  }
  return true;
}

// Sound descriptions of one class have an array in both or in none.
bool TableRebuilder::CheckCustom(ImageGranule object) {
  const RewriteTypes::Class& of = types_.ClassOf(objects_.TypeOf(object));
  if (!of.source->trailing.has_value()) return true;
  const FieldDescription& key = KeyOf(*of.source->trailing);
  if (HasReferences(key)) {
    return Fail(object,
                "its hash is the program's own, and may depend on where its "
                "keys lie");
  }
  if (!HaveSameBytes(key, KeyOf(*types_.TargetOf(of).trailing))) {
    return Fail(object,
                "its hash is the program's own, and its keys are laid out in "
                "another way");
  }
  return true;
}

// Tables.

bool TableRebuilder::Read(ImageGranule object, Table* table) {
  const RewriteTypes::Class& of = types_.ClassOf(objects_.TypeOf(object));
  if (!IsTable(of)) return Fail(object, "it is no table");
  const TypeDescription& type = *of.source;
  const std::byte* const bytes = objects_.BytesOf(object);
  table->object = object;
  table->seed = Load<uint64_t>(bytes + OffsetOf(type, "seed_"));
  table->group_count = Load<uint32_t>(bytes + OffsetOf(type, "group_count_"));
  table->slot_count = Load<uint32_t>(bytes + OffsetOf(type, "slot_count_"));
  table->entries = bytes + type.trailing_offset;
  const size_t room = objects_.SlotBytesOf(object) - maps_.canary_bytes();
  const uint64_t places = uint64_t{table->group_count} * kGroupSlots;
  const bool is_sound =
      IsGroupCount(table->group_count) &&
      (table->group_count == 1 ? table->slot_count <= kGroupSlots
                               : table->slot_count == places) &&
      room >= type.trailing_offset &&
      (room - type.trailing_offset) / StrideOf(type) >= table->slot_count;
  if (!is_sound) return Fail(object, "a table of it is damaged");
  const uint64_t word = maps_.WordAt(bytes + OffsetOf(type, "groups_"));
  if (maps_.IsReferenceWord(word)) {
    table->groups_object = objects_.Around(maps_.OffsetOf(word));
  } else {
    table->groups = bytes + OffsetOf(type, "own_group_");
  }
  return FindGroups(table);
}

bool TableRebuilder::FindGroups(Table* table) {
  if (table->groups_object == kNoGranule) {
    return table->group_count == 1 ||
           Fail(table->object, "a table of it has no groups");
  }
  const TypeDescription& type =
      *types_.ClassOf(objects_.TypeOf(table->groups_object)).source;
  const size_t room =
      objects_.SlotBytesOf(table->groups_object) - maps_.canary_bytes();
  if (type.backing != BackingKind::kGroups ||
      type.name != kTypeName<HashGroups> ||
      room / sizeof(HashGroup) < table->group_count) {
    return Fail(table->object, "a table of it has no groups");
  }
  table->groups = objects_.BytesOf(table->groups_object);
  return true;
}

// Whether an entry has the tag that the hash gives it.
bool TableRebuilder::CheckTag(const Table& table, uint32_t slot,
                              uint64_t word) {
  if (table.TagAt(slot) == TagOf(HashOfWord(word, table.seed))) return true;
  return Fail(table.object,
              "its hash is not that of references: it is the program's own, "
              "or a table is damaged");
}

// The new table without entries; what they were, in their old order.
TableRebuilder::NewTable TableRebuilder::Empty(const Table& table,
                                               std::string* old_entries) {
  const TypeDescription& type =
      types_.TargetOf(types_.ClassOf(objects_.TypeOf(table.object)));
  NewTable target;
  target.bytes = new_bytes_(table.object);
  target.entries = target.bytes + type.trailing_offset;
  target.stride = StrideOf(type);
  std::byte* const groups = table.groups_object == kNoGranule
                                ? target.bytes + OffsetOf(type, "own_group_")
                                : new_bytes_(table.groups_object);
  target.groups = reinterpret_cast<HashGroup*>(groups);
  std::memset(groups, 0, table.group_count * sizeof(HashGroup));
  if (table.group_count == 1) {
    std::memset(groups + table.slot_count, kNoEntryTag,
                kGroupSlots - table.slot_count);
  }
  const size_t bytes = table.slot_count * target.stride;
  old_entries->assign(reinterpret_cast<const char*>(target.entries), bytes);
  std::memset(target.entries, 0, bytes);
  return target;
}

// A free place for a hash. Requires: there is one.
uint32_t TableRebuilder::Take(const Table& table, const NewTable& target,
                              uint32_t hash) {
  auto at = static_cast<uint32_t>(uint64_t{hash} * table.group_count >> 32);
  const uint32_t step = (6 * (hash & 0xff) + 1) % table.group_count;
  for (;;) {
    HashGroup& group = target.groups[at];
    const SlotMask free = group.Free();
    if (free != 0) {
      const uint32_t index = FirstSlot(free);
      group.tags[index] = TagOf(hash);
      return at * kGroupSlots + index;
    }
    group.NoteOverflow(hash);
    at = static_cast<uint32_t>((uint64_t{at} + step) % table.group_count);
  }
}

bool TableRebuilder::RebuildTable(ImageGranule object) {
  Table table;
  if (!Read(object, &table)) return false;
  const RewriteTypes::Class& of = types_.ClassOf(objects_.TypeOf(object));
  const FieldDescription& source_key = KeyOf(*of.source->trailing);
  const FieldDescription& target_key = KeyOf(*types_.TargetOf(of).trailing);
  if (!IsWord(source_key)) return Fail(object, "its keys are no references");
  const size_t source_stride = StrideOf(*of.source);
  std::string entries;
  const NewTable target = Empty(table, &entries);
  uint32_t count = 0;
  for (uint32_t slot = 0; slot < table.slot_count; ++slot) {
    if (table.TagAt(slot) == kFreeTag) continue;
    const uint64_t old_word =
        maps_.WordAt(table.entries + slot * source_stride + source_key.offset);
    const bool has_vanished = old_word == 0 && IsWeakKey(source_key);
    if (!has_vanished && !CheckTag(table, slot, old_word)) return false;
    const char* const entry = entries.data() + slot * target.stride;
    uint64_t word = 0;
    std::memcpy(&word, entry + target_key.offset, target_.word_bytes());
    const uint32_t place = Take(table, target, HashOfWord(word, table.seed));
    std::memcpy(target.entries + place * target.stride, entry, target.stride);
    ++count;
  }
  PutNumber(object, "count_", count);
  PutNumber(object, "capacity_",
            table.group_count == 1
                ? table.slot_count
                : static_cast<uint32_t>(CapacityOfGroups(table.group_count)));
  return true;
}

// The entries of a linked set stay where they are; their index is filled anew.
bool TableRebuilder::RebuildIndex(ImageGranule linked) {
  const RewriteTypes::Class& of = types_.ClassOf(objects_.TypeOf(linked));
  if (!HasFields(*of.source,
                 {{"index_", 0}, {"entry_count_", sizeof(uint32_t)}})) {
    return Fail(linked, "it is no linked set");
  }
  const std::byte* const bytes = objects_.BytesOf(linked);
  const uint64_t index_word =
      maps_.WordAt(bytes + OffsetOf(*of.source, "index_"));
  if (!maps_.IsReferenceWord(index_word)) return Fail(linked, "has no index");
  Table table;
  if (!Read(objects_.Around(maps_.OffsetOf(index_word)), &table)) return false;
  const TypeDescription& target_type = types_.TargetOf(of);
  const FieldDescription& source_key = KeyOf(*of.source->trailing);
  const FieldDescription& target_key = KeyOf(*target_type.trailing);
  if (!IsWord(source_key)) return Fail(linked, "its keys are no references");
  const size_t room = objects_.SlotBytesOf(linked) - maps_.canary_bytes();
  if (room < of.source->trailing_offset) return Fail(linked, "has no entries");
  const size_t entry_count = std::min<size_t>(
      Load<uint32_t>(bytes + OffsetOf(*of.source, "entry_count_")),
      (room - of.source->trailing_offset) / StrideOf(*of.source));
  std::string numbers;
  const NewTable target = Empty(table, &numbers);
  if (target.stride != sizeof(uint32_t)) return Fail(linked, "has no index");
  const std::byte* const new_entries =
      new_bytes_(linked) + target_type.trailing_offset;
  for (uint32_t slot = 0; slot < table.slot_count; ++slot) {
    if (table.TagAt(slot) == kFreeTag) continue;
    uint32_t number = 0;
    std::memcpy(&number, numbers.data() + slot * target.stride, sizeof(number));
    if (number >= entry_count) return Fail(linked, "its index is damaged");
    const uint64_t old_word =
        maps_.WordAt(bytes + of.source->trailing_offset +
                     number * StrideOf(*of.source) + source_key.offset);
    const bool has_vanished = old_word == 0 && IsWeakKey(source_key);
    if (!has_vanished && !CheckTag(table, slot, old_word)) return false;
    uint64_t word = 0;
    std::memcpy(
        &word, new_entries + number * StrideOf(target_type) + target_key.offset,
        target_.word_bytes());
    const uint32_t place = Take(table, target, HashOfWord(word, table.seed));
    std::memcpy(target.entries + place * target.stride, &number,
                sizeof(number));
  }
  return true;
}

void TableRebuilder::PutNumber(ImageGranule object, const char* field,
                               uint32_t number) {
  const TypeDescription& type =
      types_.TargetOf(types_.ClassOf(objects_.TypeOf(object)));
  std::memcpy(new_bytes_(object) + OffsetOf(type, field), &number,
              sizeof(number));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
