// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The columns of the suite strings that have a file of their own, and the keys
// that most columns are made of. See strings.cc.

#ifndef HALFWORD_BENCH_STRINGS_ROWS_H_
#define HALFWORD_BENCH_STRINGS_ROWS_H_

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "bench/measure.h"

namespace bench {

inline constexpr uint64_t kCount = 1'000'000;
inline constexpr std::string_view kShortPrefix = "aaa";
inline constexpr std::string_view kMediumPrefix = "aaaaaaaaaaaaaaaaaaaaaa";

// A prefix and a number.
class NumberedBytes {
 public:
  explicit NumberedBytes(std::string_view prefix)
      : prefix_bytes_(prefix.size()) {
    std::memcpy(bytes_, prefix.data(), prefix.size());
  }
  // A view that the next call changes.
  std::string_view operator()(uint64_t number) {
    const char* const end =
        std::to_chars(bytes_ + prefix_bytes_, bytes_ + sizeof(bytes_), number)
            .ptr;
    return {bytes_, static_cast<size_t>(end - bytes_)};
  }

 private:
  const size_t prefix_bytes_;
  char bytes_[64];
};

// Adds "bytes_per_string": what the process grew by since it had `before`
// AnonymousBytes().
void AddBytesPerString(Row& row, uint64_t before, uint64_t count);

void RunScript(const Scale& scale);
void RunKeys(const Scale& scale, const char* name, std::string_view prefix);
void RunMap(const Scale& scale, const char* name, std::string_view prefix);

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_ROWS_H_
