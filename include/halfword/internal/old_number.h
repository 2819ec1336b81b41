// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// OldNumber: a number of an image before the program knows what type it shall
// have; and the step to that type, which finds out whether it has the number.
// For halfword/layout_functions.h.

#ifndef HALFWORD_INTERNAL_OLD_NUMBER_H_
#define HALFWORD_INTERNAL_OLD_NUMBER_H_

#include <cstdint>
#include <limits>
#include <type_traits>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct OldNumber {
  enum class Kind : uint8_t { kSigned, kUnsigned, kFloat };

  bool is_found = false;
  Kind kind = Kind::kUnsigned;
  int64_t signed_value = 0;
  uint64_t unsigned_value = 0;
  double float_value = 0;
};

// Whether a T is, or an enumeration is made of, a signed type. (An image does
// not tell of enumerations and characters.)
template <typename T>
constexpr bool IsSignedNumber() {
  if constexpr (std::is_enum_v<T>) {
    return std::is_signed_v<std::underlying_type_t<T>>;
  } else {
    return std::is_signed_v<T>;
  }
}

// False: a T does not have it, and *value stays.
template <typename T>
bool ConvertNumber(const OldNumber& number, T* value) {
  const bool is_float = number.kind == OldNumber::Kind::kFloat;
  const bool is_signed = number.kind == OldNumber::Kind::kSigned;
  if constexpr (std::is_enum_v<T>) {
    std::underlying_type_t<T> underlying = {};
    if (!ConvertNumber(number, &underlying)) return false;
    *value = static_cast<T>(underlying);
  } else if constexpr (std::is_same_v<T, bool>) {
    *value = is_float    ? number.float_value != 0
             : is_signed ? number.signed_value != 0
                         : number.unsigned_value != 0;
  } else if constexpr (std::is_floating_point_v<T>) {
    *value = is_float    ? static_cast<T>(number.float_value)
             : is_signed ? static_cast<T>(number.signed_value)
                         : static_cast<T>(number.unsigned_value);
  } else if (is_float) {
    // Powers of two and their neighbours, which a double has; what is no
    // number is in no range.
    using Limits = std::numeric_limits<T>;
    constexpr T kHalf = Limits::max() / 2 + 1;
    const double end = 2.0 * static_cast<double>(kHalf);
    const double before = static_cast<double>(Limits::min()) - 1;
    const double first = static_cast<double>(Limits::min());
    const double whole = number.float_value;
    if (!(whole < end && (whole > before || whole >= first))) return false;
    *value = static_cast<T>(whole);
  } else {
    using Limits = std::numeric_limits<T>;
    const bool has = is_signed
                         ? number.signed_value >= int64_t{Limits::min()} &&
                               (number.signed_value < 0 ||
                                static_cast<uint64_t>(number.signed_value) <=
                                    uint64_t{Limits::max()})
                         : number.unsigned_value <= uint64_t{Limits::max()};
    if (!has) return false;
    *value = is_signed ? static_cast<T>(number.signed_value)
                       : static_cast<T>(number.unsigned_value);
  }
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_OLD_NUMBER_H_
