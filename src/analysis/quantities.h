// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers for people.

#ifndef HALFWORD_ANALYSIS_QUANTITIES_H_
#define HALFWORD_ANALYSIS_QUANTITIES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfword::analysis {

// "512 B", "1.5 kB", "23 MB": powers of 1000, as DevTools shows them.
std::string FormatBytes(uint64_t bytes);
// The same with a sign, "+1.5 kB"; "0 B" without one.
std::string FormatDelta(int64_t bytes);

// The reverse: "1500", "1.5kB", "64M", "2 GB". Nothing for what is no size.
std::optional<uint64_t> ParseBytes(std::string_view text);

// "512 B", "1.52 kB", "22.9 MB": three digits, for pages.
std::string FormatSize(uint64_t bytes);

// "12.3 %", "4.56 %", "< 0.01 %". Nothing is 0 % of nothing.
std::string FormatShare(uint64_t part, uint64_t whole);

// "1,234,567"
std::string FormatCount(uint64_t count);

// As DevTools' column: "-" for what no root of the program reaches.
std::string FormatDistance(int32_t distance);

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_QUANTITIES_H_
