// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TableRebuilder: hash tables of a new image whose hashes say where their keys
// lie, filled anew. Tables that are hashed by what their keys say stay as they
// were copied. Those whose hash only the program knows stay, too, if keys have
// no references, since then nothing that moves can be in a hash, and have the
// bytes that they had; others are refused.
//
// A table is known by the names of its fields (internal/hash_backing.h and
// linked_table.h); how many places and groups it has stays. That its hashes are
// what they are taken for is tried on the old table first.

#ifndef HALFWORD_IMAGE_OFFLINE_TABLE_REBUILDER_H_
#define HALFWORD_IMAGE_OFFLINE_TABLE_REBUILDER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "halfword/internal/hash_group.h"
#include "image/offline/object_converter.h"

namespace halfword::inline HALFWORD_ABI::internal {

class TableRebuilder {
 public:
  // Gives the bytes of an object in the new image.
  using NewBytes = std::function<std::byte*(ImageGranule)>;

  TableRebuilder(const ImageObjects& objects, const ReferenceMaps& maps,
                 const RewriteTypes& types, const ImageShape& target,
                 NewBytes new_bytes)
      : objects_(objects),
        maps_(maps),
        types_(types),
        target_(target),
        new_bytes_(std::move(new_bytes)) {}

  // Does what an object needs; nothing, if it is no part of a table.
  // Requires: all objects of the new image have their bytes.
  // False: error() names its class, and says why it cannot be done.
  bool Rebuild(ImageGranule object);

  const std::string& error() const { return error_; }

 private:
  // A HashBacking of the old image.
  struct Table {
    ImageGranule object = kNoGranule;
    uint64_t seed = 0;
    uint32_t group_count = 0;
    uint32_t slot_count = 0;
    const std::byte* groups = nullptr;
    ImageGranule groups_object = kNoGranule;  // none: they are in its header
    const std::byte* entries = nullptr;

    uint8_t TagAt(uint32_t slot) const;
  };
  // The new one, being filled.
  struct NewTable {
    std::byte* bytes = nullptr;
    HashGroup* groups = nullptr;
    std::byte* entries = nullptr;
    size_t stride = 0;
  };

  bool Fail(ImageGranule object, const std::string& why);
  bool CheckCustom(ImageGranule object);
  bool IsTable(const RewriteTypes::Class& of) const;
  bool Read(ImageGranule object, Table* table);
  bool FindGroups(Table* table);
  bool RebuildTable(ImageGranule object);
  bool RebuildIndex(ImageGranule linked);
  bool CheckTag(const Table& table, uint32_t slot, uint64_t word);
  NewTable Empty(const Table& table, std::string* old_entries);
  static uint32_t Take(const Table& table, const NewTable& target,
                       uint32_t hash);
  void PutNumber(ImageGranule object, const char* field, uint32_t number);

  const ImageObjects& objects_;
  const ReferenceMaps& maps_;
  const RewriteTypes& types_;
  const ImageShape& target_;
  const NewBytes new_bytes_;
  std::string error_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_OFFLINE_TABLE_REBUILDER_H_
