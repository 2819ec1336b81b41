// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What strings that have no such operation themselves do to bytes, the same
// code for all of them.

#ifndef HALFWORD_BENCH_STRINGS_BYTES_H_
#define HALFWORD_BENCH_STRINGS_BYTES_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace bench {

// ASCII, as Perl's lc of bytes.
inline char LowerByte(char byte) {
  const bool is_upper = byte >= 'A' && byte <= 'Z';
  return is_upper ? static_cast<char>(byte - 'A' + 'a') : byte;
}

inline bool IsLetter(char byte) {
  const char lower = LowerByte(byte);
  return lower >= 'a' && lower <= 'z';
}

// Every `from` becomes `to`. Requires: `from` is not empty.
inline std::string ReplaceBytes(std::string_view bytes, std::string_view from,
                                std::string_view to) {
  std::string changed;
  changed.reserve(bytes.size());
  size_t begin = 0;
  for (size_t found = bytes.find(from); found != std::string_view::npos;
       found = bytes.find(from, begin)) {
    changed.append(bytes.substr(begin, found - begin)).append(to);
    begin = found + from.size();
  }
  changed.append(bytes.substr(begin));
  return changed;
}

// The strings of a list with a separator between two. The result is a `To`,
// which has append().
template <typename To, typename List>
To JoinBytes(const List& list, std::string_view separator) {
  To joined;
  bool is_first = true;
  for (const std::string_view bytes : list) {
    if (!is_first) joined.append(separator);
    is_first = false;
    joined.append(bytes);
  }
  return joined;
}

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_BYTES_H_
