// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counts, sizes and times as people read them.

#ifndef EXAMPLES_DOM_QUANTITIES_H_
#define EXAMPLES_DOM_QUANTITIES_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace dom {

// 1234567 as "1,234,567".
std::string FormatCount(uint64_t count);

// "1 page", "1,234 pages".
std::string FormatCounted(uint64_t count, std::string_view noun);

// "999 B", "1.0 KiB", "2.25 MiB".
std::string FormatBytes(uint64_t bytes);

// "4.5 µs", "120 µs", "3.25 ms".
std::string FormatTime(double ms);

}  // namespace dom

#endif  // EXAMPLES_DOM_QUANTITIES_H_
