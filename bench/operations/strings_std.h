// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings "std" of the suite operations: std::string and the system's
// malloc().

#ifndef HALFWORD_BENCH_OPERATIONS_STRINGS_STD_H_
#define HALFWORD_BENCH_OPERATIONS_STRINGS_STD_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bench {

using Text = std::string;
using Map = std::unordered_map<std::string, uint32_t>;

struct StringRuntime {
  explicit StringRuntime(bool) {}
};

class Texts {
 public:
  explicit Texts(size_t count) : texts_(count) {}
  Text* begin() { return texts_.data(); }
  Text& operator[](size_t index) { return texts_[index]; }

 private:
  std::vector<Text> texts_;
};

inline Text Concatenate(const Text& a, const Text& b) { return a + b; }
inline void Insert(Text& text, size_t position, std::string_view bytes) {
  text.insert(position, bytes);
}
inline void Replace(Text& text, size_t position, size_t count,
                    std::string_view bytes) {
  text.replace(position, count, bytes);
}
inline void ChopFront(Text& text, size_t count) { text.erase(0, count); }
inline void ChopBack(Text& text) { text.pop_back(); }
inline void Clear(Text& text) { text.clear(); }
inline constexpr bool kCanReserve = true;
inline void Reserve(Text& text, size_t count) { text.reserve(count); }

}  // namespace bench

#endif  // HALFWORD_BENCH_OPERATIONS_STRINGS_STD_H_
