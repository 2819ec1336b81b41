// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The copy of an object's own name into a snapshot writer's buffer.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "halfword/internal/type_definition.h"

namespace halfword::inline HALFWORD_ABI::internal {

size_t CopyName(std::string_view name, char* buffer, size_t capacity) {
  if (capacity == 0) return 0;
  size_t bytes = std::min(name.size(), capacity - 1);
  if (bytes < name.size()) {
    // Back to where a character of UTF-8 begins.
    while (bytes > 0 && (name[bytes] & 0xc0) == 0x80) --bytes;
  }
  if (bytes != 0) std::memcpy(buffer, name.data(), bytes);
  buffer[bytes] = '\0';
  return bytes;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
