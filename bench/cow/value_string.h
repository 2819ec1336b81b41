// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ValueString: the first attempt, which was given up: a string of 16 bytes
// without a body, with up to 14 bytes in itself. Nothing is left for a link, so
// nothing is shared.
//
//    0  bytes[14], NUL   or u64 buffer, u32 length
//   15  u8 length        of the bytes above; kInBuffer otherwise

#ifndef HALFWORD_BENCH_COW_VALUE_STRING_H_
#define HALFWORD_BENCH_COW_VALUE_STRING_H_

#include <malloc.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace bench {

class ValueString {
 public:
  ValueString() = default;
  explicit ValueString(std::string_view bytes) {
    std::memcpy(Start(bytes.size(), bytes.size()), bytes.data(), bytes.size());
  }
  ValueString(size_t count, char byte) {
    std::memset(Start(count, count), byte, count);
  }
  ValueString(const ValueString& other) : ValueString(other.view()) {}
  ValueString& operator=(const ValueString& other) {
    ValueString copy(other);
    std::swap(area_, copy.area_);
    return *this;
  }
  ~ValueString() {
    if (has_buffer()) std::free(data());
  }

  size_t size() const {
    if (!has_buffer()) return Tag();
    uint32_t length;
    std::memcpy(&length, area_ + 8, sizeof(length));
    return length;
  }
  std::string_view view() const { return {data(), size()}; }
  ValueString substr(size_t position, size_t count) const {
    return ValueString(view().substr(position, count));
  }
  ValueString& operator+=(std::string_view bytes) {
    const size_t old_length = size();
    const size_t length = old_length + bytes.size();
    if (has_buffer() && length < malloc_usable_size(data())) {
      std::memcpy(data() + old_length, bytes.data(), bytes.size());
      SetLength(length);
      return *this;
    }
    ValueString sum;
    char* const target = sum.Start(length, length + length / 4);
    std::memcpy(target, data(), old_length);
    std::memcpy(target + old_length, bytes.data(), bytes.size());
    std::swap(area_, sum.area_);
    return *this;
  }

 private:
  static constexpr size_t kInlineBytes = 14;
  static constexpr unsigned char kInBuffer = 0xff;

  unsigned char Tag() const { return static_cast<unsigned char>(area_[15]); }
  bool has_buffer() const { return Tag() == kInBuffer; }
  char* data() { return const_cast<char*>(std::as_const(*this).data()); }
  const char* data() const {
    if (!has_buffer()) return area_;
    const char* buffer;
    std::memcpy(&buffer, area_, sizeof(buffer));
    return buffer;
  }
  void SetLength(size_t length) {
    const auto in_buffer = static_cast<uint32_t>(length);
    if (has_buffer()) {
      std::memcpy(area_ + 8, &in_buffer, sizeof(in_buffer));
    } else {
      area_[15] = static_cast<char>(length);
    }
    data()[length] = 0;
  }
  // Where the bytes go, of an empty string that gets so many.
  char* Start(size_t length, size_t capacity) {
    if (length > kInlineBytes) {
      char* const buffer = static_cast<char*>(std::malloc(capacity + 1));
      std::memcpy(area_, &buffer, sizeof(buffer));
      area_[15] = static_cast<char>(kInBuffer);
    }
    SetLength(length);
    return data();
  }

  alignas(8) char area_[16] = {};
};
static_assert(sizeof(ValueString) == 16);

}  // namespace bench

#endif  // HALFWORD_BENCH_COW_VALUE_STRING_H_
