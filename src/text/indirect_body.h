// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// IndirectBody: a string whose bytes are those of other strings: a slice or a
// concatenation.
//
//   slice            first: a flat or foreign body; second: the offset in it
//   concatenation    first and second: Strings of any kind
//
// Reading a concatenation copies the bytes into one flat body, the rope body,
// and makes this a slice of it. A rope body has room for more bytes and is
// referred to by slices alone, so that adding to a string that ends where the
// rope's bytes end writes them there (design/strings.md#req.string.append).

#ifndef HALFWORD_TEXT_INDIRECT_BODY_H_
#define HALFWORD_TEXT_INDIRECT_BODY_H_

#include <cstddef>
#include <cstdint>

#include "halfword/fields.h"
#include "halfword/internal/string_body.h"
#include "halfword/string.h"
#include "halfword/tagged.h"

namespace halfword::inline HALFWORD_ABI::internal {

class IndirectBody final : public StringBody {
 public:
  // A slice. Requires: base is no IndirectBody; is_of_rope says what it is.
  IndirectBody(StringBody* base, size_t offset_bytes, size_t length_bytes,
               bool is_of_rope) {
    SetHead(BodyKind::kIndirect, length_bytes);
    BecomeSlice(base, offset_bytes, is_of_rope);
  }
  // A concatenation.
  IndirectBody(const String& first, const String& second, size_t length_bytes)
      : first_(first), second_(StringAccess::WordOf(second)) {
    SetHead(BodyKind::kIndirect, length_bytes);
  }

  bool IsSlice() const { return second_.IsInteger() && second_.integer() < 0; }

  // Of a slice.
  StringBody* base() const { return StringAccess::BodyOf(first_); }
  size_t offset_bytes() const {
    return static_cast<size_t>(second_.integer() - kSliceMin);
  }
  bool is_of_rope() const { return is_of_rope_; }

  // Of a concatenation.
  const String& first() const { return first_; }
  String second() const { return StringAccess::FromWord(second_); }

  // The bytes stay the same, so that a marker may look at any moment: what it
  // finds between the two stores keeps too much.
  void BecomeSlice(StringBody* base, size_t offset_bytes, bool is_of_rope) {
    is_of_rope_ = is_of_rope;
    first_ = StringAccess::FromBody(base);
    second_ = kSliceMin + static_cast<int32_t>(offset_bytes);
  }

 private:
  // An inline string is never negative, and an offset has 30 bits.
  static constexpr int32_t kSliceMin = Tagged<StringBody>::kIntegerMin;

  String first_;
  Tagged<StringBody> second_;
  bool is_of_rope_ = false;  // of a slice
  HALFWORD_BASES(IndirectBody, StringBody)
  HALFWORD_FIELDS(IndirectBody, first_, second_, is_of_rope_)
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_INDIRECT_BODY_H_
