// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Coverage: which bytes of an object the lists of its class and its bases speak
// for. The layout check asks where references overlap something else, the
// verifier where something unlisted may stand.

#ifndef HALFWORD_TYPES_COVERAGE_H_
#define HALFWORD_TYPES_COVERAGE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Coverage {
 public:
  explicit Coverage(size_t object_bytes);

  void AddType(const TypeInfo& type, uint32_t offset);
  void AddFields(std::span<const FieldInfo> fields, uint32_t offset);
  void AddBytes(uint32_t offset, uint32_t bytes, bool is_reference);

  bool covers(size_t byte) const { return bytes_[byte] != kNothing; }

  // A reference shares a byte with something else, lies beyond the object or is
  // not aligned as a word.
  bool has_misplaced_reference() const { return has_misplaced_reference_; }

 private:
  enum Content : uint8_t { kNothing, kData, kReference };

  void AddField(const FieldInfo& field, uint32_t offset);

  std::vector<Content> bytes_;
  bool has_misplaced_reference_ = false;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TYPES_COVERAGE_H_
