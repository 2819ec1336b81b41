// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a MutableString does out of line: everything that allocates, shares or
// unshares. src/text/mutable_string.cc has the bytes, and
// src/text/string_sharing.cc who owns them.

#ifndef HALFWORD_INTERNAL_STRING_OPERATIONS_H_
#define HALFWORD_INTERNAL_STRING_OPERATIONS_H_

#include <cstddef>
#include <string_view>

#include "halfword/internal/foreign_body.h"
#include "halfword/internal/string_body.h"
#include "halfword/internal/string_owner.h"

namespace halfword::inline HALFWORD_ABI {

class String;

namespace internal {

// An owner, and what keeps its bytes alive.
struct StringHandle {
  StringOwner* owner;
  StringHold hold;

  StringOwner* operator->() const { return owner; }
};

// What is put into a string: bytes, or one byte so many times.
struct StringPiece {
  const char* bytes;  // null: fill
  size_t count;
  char fill;
};

// A string, or bytes that stay where they are.
struct StringSource {
  const StringOwner* owner;  // null: bytes
  std::string_view bytes;

  std::string_view view() const {
    if (owner == nullptr) return bytes;
    return {owner->data(), owner->length};
  }
};

class StringOperations {
 public:
  // Whether nobody else has the bytes, and they may be written to.
  static bool IsWritable(const StringOwner& owner) {
    if (owner.is_inline()) return true;
    return owner.has_body() && owner.link() == StringOwner::kSole &&
           BodyOf(owner)->kind() == BodyKind::kBuffer;
  }
  // Of a writable string: how long it can become in place.
  static size_t Capacity(const StringOwner& owner) {
    if (owner.is_inline()) return StringOwner::kInlineBytesMax;
    return BodyOf(owner)->length_bytes() - FrontBytes(owner);
  }
  static StringBody* BodyOf(const StringOwner& owner) {
    return static_cast<StringBody*>(DecompressPointer(owner.body));
  }
  // Of a string whose bytes are in its body: how many stand before them.
  static size_t FrontBytes(const StringOwner& owner) {
    return static_cast<size_t>(owner.delta()) - FlatBody::kDataOffset;
  }

  // The bytes [position, position + erased) become the piece, which may be some
  // of the string's own.
  // Errors: std::out_of_range if position > length.
  static void Replace(StringHandle string, size_t position, size_t erased,
                      StringPiece piece);
  static void Assign(StringHandle string, std::string_view bytes);
  // `to` is empty and inline. Requires: count has no room in it.
  static void Fill(StringHandle to, size_t count, char byte);
  // The same of the bytes of two, which are not in `to`.
  static void Concatenate(StringHandle to, const StringSource& first,
                          const StringSource& second);
  static void RemovePrefix(StringHandle string, size_t count);
  static void Truncate(StringHandle string, size_t length);
  static void MakeWritable(StringHandle string, size_t capacity);
  static void ShrinkToFit(StringHandle string);
  // Has a NUL behind the bytes.
  static void Terminate(StringHandle string);

  // `to` is empty, and gets what `from` has.
  static void Copy(StringHandle to, StringHandle from);
  static void Move(StringHandle to, StringHandle from);
  // Exchanges two strings of the same kind, unless somebody has to be told.
  static bool TrySwap(StringHandle a, StringHandle b) noexcept;
  // The part [position, position + count) of it. Requires: it is there.
  static void CopyPart(StringHandle to, StringHandle from, size_t position,
                       size_t count);
  // `to` is empty. Requires: the bytes never end.
  static void SetStatic(StringHandle to, std::string_view bytes);
  static void SetForeign(StringHandle to, std::string_view bytes,
                         ReleaseCallback callback, void* context);

  // To and from the immutable string. Thaw(): `to` is empty.
  static String Freeze(StringHandle from);
  static String FreezeAndClear(StringHandle from);
  static void Thaw(StringHandle to, const String& from);

  // Gives up what it owns. The destructor of a scoped string.
  static void Release(StringHandle string);

  [[noreturn]] HALFWORD_COLD static void FailRange();
};

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_STRING_OPERATIONS_H_
