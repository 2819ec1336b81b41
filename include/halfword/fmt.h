// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings as arguments of fmt::format(), with the options of its strings. For
// programs that use the library fmt; nothing else of Halfword needs it.

#ifndef HALFWORD_FMT_H_
#define HALFWORD_FMT_H_

#include <fmt/format.h>

#include <string_view>

#include "halfword/internal/text_types.h"

template <halfword::internal::HeapText Text>
struct fmt::formatter<Text> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(const Text& text, Context& context) const {
    return fmt::formatter<std::string_view>::format(std::string_view(text),
                                                    context);
  }
};

#endif  // HALFWORD_FMT_H_
