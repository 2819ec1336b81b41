// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TextCache: the texts of many rows, a batch at a time. Finding one text in the
// file takes ten microseconds; an edge shall take a tenth of one. So all texts
// of a batch are asked for first, and read in the order of the file; those that
// batches before it had are kept, as long as they are not too much.
//
//   cache.BeginBatch();
//   for (row) cache.Want(row.name);
//   cache.Load();
//   for (row) Write(cache.TextOf(row.name));
//
// Cost: 4 bytes a string of the file; kKeptBytes, or the texts of one batch.

#ifndef HALFWORD_ANALYSIS_EXPORT_TEXT_CACHE_H_
#define HALFWORD_ANALYSIS_EXPORT_TEXT_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/file/string_table.h"

namespace halfword::analysis {

class TextCache {
 public:
  // Larger than the names of a program, smaller than what it stores.
  static constexpr size_t kKeptBytes = size_t{16} << 20;
  // What a batch should not have more of: 64 MB of V8's strings, which end
  // after 1024 characters.
  static constexpr size_t kRowsMax = size_t{1} << 14;
  static constexpr size_t kTextsMax = size_t{1} << 16;

  explicit TextCache(const StringTable& strings, size_t kept_bytes = kKeptBytes)
      : strings_(strings), kept_bytes_(kept_bytes), places_(strings.count()) {}

  // Texts of earlier batches may be gone afterwards.
  void BeginBatch();
  // Requires: a string of the file.
  void Want(NameSlot slot) {
    if (places_[slot] != kAbsent) return;
    places_[slot] = kWanted;
    wanted_.push_back(slot);
  }
  // How many texts of this batch have to be read.
  size_t wanted_count() const { return wanted_.size(); }
  void Load();
  // Requires: wanted before the last Load(). Valid UTF-8, until the next one.
  std::string_view TextOf(NameSlot slot) const {
    const Place& place = texts_[places_[slot] - kFirst];
    return std::string_view(bytes_).substr(place.begin, place.bytes);
  }

 private:
  struct Place {
    size_t begin;
    size_t bytes;
  };
  static constexpr uint32_t kAbsent = 0;
  static constexpr uint32_t kWanted = 1;
  static constexpr uint32_t kFirst = 2;

  const StringTable& strings_;
  const size_t kept_bytes_;
  std::vector<uint32_t> places_;  // by slot; from kFirst on in texts_
  std::vector<NameSlot> wanted_;
  std::vector<NameSlot> loaded_;
  std::vector<Place> texts_;  // as loaded_
  std::string bytes_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_TEXT_CACHE_H_
