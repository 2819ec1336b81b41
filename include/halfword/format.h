// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings as arguments of std::format(), with the options of its strings, where
// the standard library has that. See halfword/fmt.h for the library fmt.

#ifndef HALFWORD_FORMAT_H_
#define HALFWORD_FORMAT_H_

#include <version>

#include "halfword/internal/text_types.h"

#ifdef __cpp_lib_format

#include <format>
#include <string_view>

template <halfword::internal::HeapText Text>
struct std::formatter<Text> : std::formatter<std::string_view> {
  template <typename Context>
  auto format(const Text& text, Context& context) const {
    return std::formatter<std::string_view>::format(std::string_view(text),
                                                    context);
  }
};

#endif  // __cpp_lib_format

#endif  // HALFWORD_FORMAT_H_
