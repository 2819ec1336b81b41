// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// String bodies: the managed objects that hold the bytes of strings. A String
// is a word that names one, or up to three bytes; a MutableString names one, or
// has up to 15 bytes in itself.
//
// All begin with the same 32 bits: the length in bytes, and the kind of body in
// the top two bits.
//
//   kFlat      the bytes follow, and a NUL. They never change.
//   kBuffer    the same, but a MutableString may write to them. While it alone
//              refers to the body, the length is the capacity, without NUL.
//   kIndirect  two words follow. If the second is a reference, the bytes are
//              those of both, one after the other (a concatenation); if it is
//              an integer, they are those of the first from that offset on (a
//              slice). Reading a concatenation makes it a slice of one body.
//   kForeign   the bytes lie outside of the heap: in a literal, in a mapped
//              file, in a buffer of the program's.
//
// Flat bodies and buffers are leaves: no marker ever looks at their bytes.

#ifndef HALFWORD_INTERNAL_STRING_BODY_H_
#define HALFWORD_INTERNAL_STRING_BODY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/tagged.h"
#include "halfword/trailing_array.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class BodyKind : uint32_t { kFlat, kBuffer, kIndirect, kForeign };

inline constexpr uint32_t kBodyKindShift = 30;
// Of a string: a byte less than a GiB.
inline constexpr size_t kStringBytesMax = (size_t{1} << kBodyKindShift) - 1;

class StringBody : public GarbageCollected<StringBody> {
 public:
  BodyKind kind() const { return BodyKind{head_ >> kBodyKindShift}; }
  size_t length_bytes() const { return head_ & kStringBytesMax; }

  // Requires: length_bytes <= kStringBytesMax.
  void SetHead(BodyKind kind, size_t length_bytes) {
    head_ = static_cast<uint32_t>(kind) << kBodyKindShift |
            static_cast<uint32_t>(length_bytes);
  }

 private:
  uint32_t head_ = 0;
  HALFWORD_FIELDS(StringBody, head_)
};

// kFlat and kBuffer.
class FlatBody final : public StringBody {
 public:
  static constexpr size_t kDataOffset = sizeof(uint32_t);

  char* data() { return reinterpret_cast<char*>(this) + kDataOffset; }
  const char* data() const {
    return reinterpret_cast<const char*>(this) + kDataOffset;
  }
  std::string_view view() const { return {data(), length_bytes()}; }

  HALFWORD_BASES(FlatBody, StringBody)
  HALFWORD_FIELDS(FlatBody)
  HALFWORD_TRAILING(FlatBody, char)
};
static_assert(sizeof(FlatBody) == FlatBody::kDataOffset);

// How many bytes of a string a flat body has room for, by what it may fill.
constexpr size_t BufferCapacity(size_t usable_bytes) {
  return std::min(usable_bytes - FlatBody::kDataOffset - 1, kStringBytesMax);
}

// A body of one's own bytes; they are not set, the NUL is.
// Requires: length_bytes <= kStringBytesMax.
HALFWORD_ALWAYS_INLINE FlatBody* MakeFlatBody(AllocationTarget target,
                                              BodyKind kind,
                                              size_t length_bytes) {
  void* const memory = Allocator::AllocateUncleared<FlatBody>(
      target, FlatBody::kDataOffset + length_bytes + 1);
  auto* const body = ::new (memory) FlatBody;
  body->SetHead(kind, length_bytes);
  body->data()[length_bytes] = 0;
  return body;
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_INTERNAL_STRING_BODY_H_
