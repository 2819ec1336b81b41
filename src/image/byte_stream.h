// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ByteWriter and ByteReader: numbers and texts one after the other, as an image
// describes itself. Little endian, without gaps. A text is its length (u32) and
// its bytes.
//
// A reader never reads past the end: then, and where a text is longer than what
// is left, it gives zeros and is no longer good.

#ifndef HALFWORD_IMAGE_BYTE_STREAM_H_
#define HALFWORD_IMAGE_BYTE_STREAM_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

static_assert(std::endian::native == std::endian::little);

class ByteWriter {
 public:
  template <typename T>
    requires std::is_integral_v<T>
  void Put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void PutText(std::string_view text) {
    Put(static_cast<uint32_t>(text.size()));
    bytes_.append(text);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  template <typename T>
    requires std::is_integral_v<T>
  T Take() {
    T value = 0;
    const std::string_view bytes = TakeBytes(sizeof(value));
    if (!bytes.empty()) std::memcpy(&value, bytes.data(), sizeof(value));
    return value;
  }
  std::string_view TakeText() { return TakeBytes(Take<uint32_t>()); }

  // A number of things of which each takes at least so many bytes.
  uint32_t TakeCount(size_t bytes_each) {
    const auto count = Take<uint32_t>();
    if (count <= left_.size() / bytes_each) return count;
    Fail();
    return 0;
  }

  bool is_good() const { return is_good_; }
  bool is_at_end() const { return left_.empty(); }
  void Fail() {
    is_good_ = false;
    left_ = {};
  }

 private:
  std::string_view TakeBytes(size_t count) {
    if (count > left_.size()) {
      Fail();
      return {};
    }
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }

  std::string_view left_;
  bool is_good_ = true;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_BYTE_STREAM_H_
