// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ToVector(): the bytes of a string as a HeapVector<char>.
//
//   halfword::ScopedMutableString page = Render();
//   message->bytes_ = halfword::ToVector(std::move(page));
//
// A string that changes hands its buffer over if nobody else has it: no byte is
// copied, and data() of the vector is what data() of the string was. Only where
// the front of the string was cut off do the bytes move to the beginning of the
// buffer. Bytes that others have too, literals, foreign bytes, and up to 15
// bytes, which are in the string itself, are copied. The string is empty then.
//
// A String cannot tell who else has its bytes: they are copied. To take them
// over, make a MutableString of it and let the String go: after the next
// collection it hands over what ToString() or Freeze() had given away.
//
// The vector lies in the heap that the string has its bytes in.

#ifndef HALFWORD_STRING_TO_VECTOR_H_
#define HALFWORD_STRING_TO_VECTOR_H_

#include "halfword/heap_vector.h"
#include "halfword/mutable_string.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI {

HeapVector<char> ToVector(MutableString&& string);
HeapVector<char> ToVector(ScopedMutableString&& string);
HeapVector<char> ToVector(const String& string);

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_STRING_TO_VECTOR_H_
