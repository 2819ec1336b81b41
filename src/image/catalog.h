// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Catalog: what an image says of itself: its types, its named roots, the types
// of the slots of shared pages, and the seed of its hash tables. It is written
// with every save, as the bytes of an object of the image, so that it can never
// disagree with the pages; the state in the file names its place.
//
// Its bytes (image/byte_stream.h):
//
//   u64 hash seed
//   u32 count of types: each as in image/type_description.h
//   u32 count of roots: text name, u64 offset, u32 type
//   u64 offset and u64 length of the slot types
//   u64 offset of the table of atoms (0: none), its entries, those in use
//
// An offset is from the image's first page. The slot types are, of each shared
// page in ascending order, its number (u32), its slots (u32), and the type of
// each (u16, 0xffff in one that is free).

#ifndef HALFWORD_IMAGE_CATALOG_H_
#define HALFWORD_IMAGE_CATALOG_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "image/type_description.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct CatalogRange {
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

struct CatalogRoot {
  std::string name;
  uint64_t offset = 0;
  ImageTypeIndex type = 0;
};

struct CatalogAtoms {
  uint64_t offset = 0;
  uint64_t capacity = 0;
  uint64_t used = 0;
};

struct Catalog {
  static constexpr size_t kTypeCountMax = 0xffff;
  static constexpr uint16_t kNoSlotType = 0xffff;

  uint64_t hash_seed = 0;
  std::vector<TypeDescription> types;
  std::vector<CatalogRoot> roots;
  CatalogRange slot_types;
  CatalogAtoms atoms;
};

std::string WriteCatalog(const Catalog& catalog);

// False: the bytes are none of a catalog.
bool ReadCatalog(std::string_view bytes, Catalog* catalog);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_CATALOG_H_
