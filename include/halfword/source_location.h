// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SourceLocation: a place in the program, taken where a handle is made. A
// Persistent keeps its own in all builds, so that a leak can be traced to the
// line that holds it.

#ifndef HALFWORD_SOURCE_LOCATION_H_
#define HALFWORD_SOURCE_LOCATION_H_

#include <cstddef>
#include <source_location>
#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class SourceLocation {
 public:
  constexpr SourceLocation() = default;

  // As a default argument: the place of the call.
  static constexpr SourceLocation Current(
      const std::source_location location = std::source_location::current()) {
    return SourceLocation(location);
  }

  // "" and 0 in a default-made location.
  constexpr const char* Function() const { return location_.function_name(); }
  constexpr const char* FileName() const { return location_.file_name(); }
  constexpr size_t Line() const { return location_.line(); }

  // Whether it names a place.
  constexpr operator bool() const { return Line() != 0; }  // NOLINT

  // "Function@file.cc:12", or "" in a default-made location.
  std::string ToString() const {
    if (!*this) return {};
    return std::string(Function()) + "@" + FileName() + ":" +
           std::to_string(Line());
  }

 private:
  explicit constexpr SourceLocation(const std::source_location& location)
      : location_(location) {}

  std::source_location location_;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_SOURCE_LOCATION_H_
