// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The catalog's bytes.

#include "image/catalog.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// What a type and a root without a name take at least.
constexpr size_t kTypeBytesMin = 31;
constexpr size_t kRootBytesMin = 16;

}  // namespace

std::string WriteCatalog(const Catalog& catalog) {
  ByteWriter writer;
  writer.Put(catalog.hash_seed);
  writer.Put(static_cast<uint32_t>(catalog.types.size()));
  for (const TypeDescription& type : catalog.types) WriteType(type, &writer);
  writer.Put(static_cast<uint32_t>(catalog.roots.size()));
  for (const CatalogRoot& root : catalog.roots) {
    writer.PutText(root.name);
    writer.Put(root.offset);
    writer.Put(root.type);
  }
  writer.Put(catalog.slot_types.offset);
  writer.Put(catalog.slot_types.bytes);
  writer.Put(catalog.atoms.offset);
  writer.Put(catalog.atoms.capacity);
  writer.Put(catalog.atoms.used);
  return writer.bytes();
}

bool ReadCatalog(std::string_view bytes, Catalog* catalog) {
  ByteReader reader(bytes);
  *catalog = {};
  catalog->hash_seed = reader.Take<uint64_t>();
  const uint32_t type_count = reader.TakeCount(kTypeBytesMin);
  if (type_count > Catalog::kTypeCountMax) return false;
  for (uint32_t i = 0; i < type_count && reader.is_good(); ++i) {
    catalog->types.push_back(ReadType(&reader));
    // A base stands before what is derived from it.
    for (const TypeDescription::Base& base : catalog->types.back().bases) {
      if (base.type >= i) return false;
    }
  }
  const uint32_t root_count = reader.TakeCount(kRootBytesMin);
  for (uint32_t i = 0; i < root_count && reader.is_good(); ++i) {
    CatalogRoot& root = catalog->roots.emplace_back();
    root.name = reader.TakeText();
    root.offset = reader.Take<uint64_t>();
    root.type = reader.Take<ImageTypeIndex>();
    if (root.type >= type_count) return false;
  }
  catalog->slot_types.offset = reader.Take<uint64_t>();
  catalog->slot_types.bytes = reader.Take<uint64_t>();
  catalog->atoms.offset = reader.Take<uint64_t>();
  catalog->atoms.capacity = reader.Take<uint64_t>();
  catalog->atoms.used = reader.Take<uint64_t>();
  return reader.is_good() && reader.is_at_end();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
