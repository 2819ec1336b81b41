// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Large strings: slices, concatenations, and how those become flat. What every
// string needs is inline in halfword/string.h.

#include "halfword/string.h"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "halfword/internal/foreign_body.h"
#include "text/indirect_body.h"
#include "text/string_length.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {
namespace {

// Below these, copying bytes is cheaper than a body that refers to them, and
// what reads it later (design/strings.md#req.string.borders).
constexpr size_t kSliceBytesMin = 128;
constexpr size_t kConcatenationBytesMin = 256;

const char* DataOf(const StringBody* body) {
  if (body->kind() == BodyKind::kForeign) {
    return static_cast<const ForeignBody*>(body)->view().data();
  }
  return static_cast<const FlatBody*>(body)->data();
}

std::string_view SliceBytes(const IndirectBody& slice) {
  return {DataOf(slice.base()) + slice.offset_bytes(), slice.length_bytes()};
}

// The concatenation that a string is; null if it is none.
const IndirectBody* ConcatenationOf(const String& string) {
  const StringBody* const body = StringAccess::BodyOf(string);
  if (body == nullptr || body->kind() != BodyKind::kIndirect) return nullptr;
  const auto* const indirect = static_cast<const IndirectBody*>(body);
  return indirect->IsSlice() ? nullptr : indirect;
}

// Writes the bytes in front of `end`, the last ones first: strings that grew at
// their end, which are most, then need no more than one place in `pending`.
void CopyConcatenation(const IndirectBody& root, char* end) {
  std::vector<String> pending = {root.first()};
  String current = root.second();
  for (;;) {
    while (const IndirectBody* inner = ConcatenationOf(current)) {
      pending.push_back(inner->first());
      current = inner->second();
    }
    const std::string_view bytes = StringAccess::Bytes(current);
    end -= bytes.size();
    if (!bytes.empty()) std::memcpy(end, bytes.data(), bytes.size());
    if (pending.empty()) return;
    current = pending.back();
    pending.pop_back();
  }
}

// A body that may be added to, with all that its slot has room for.
// Requires: length <= capacity.
FlatBody* MakeRope(AllocationHandle& handle, size_t length, size_t capacity) {
  const size_t bytes = FlatBody::kDataOffset + capacity + 1;
  FlatBody* const rope = MakeFlatBody(handle, BodyKind::kFlat,
                                      BufferCapacity(RoundUpToUsable(bytes)));
  rope->SetHead(BodyKind::kFlat, length);
  rope->data()[length] = 0;
  return rope;
}

// What a collection calls may make it flat, too.
void Flatten(IndirectBody* body) {
  const size_t length = body->length_bytes();
  FlatBody* const rope = MakeRope(HandleOfObject(body), length, length);
  if (body->IsSlice()) return;
  CopyConcatenation(*body, rope->data() + length);
  body->BecomeSlice(rope, 0, true);
}

// The heap where a result of two strings lives: that of one that has a body.
AllocationHandle& HandleOf(const String& a, const String& b) {
  const StringBody* body = StringAccess::BodyOf(a);
  if (body == nullptr) body = StringAccess::BodyOf(b);
  return body != nullptr ? HandleOfObject(body) : CurrentAllocationHandle();
}
AllocationHandle& HandleOf(const String& string) {
  return HandleOf(string, string);
}

String MakeSlice(AllocationHandle& handle, StringBody* base, size_t offset,
                 size_t length, bool is_of_rope) {
  return StringAccess::FromBody(MakeGarbageCollected<IndirectBody>(
      handle, base, offset, length, is_of_rope));
}

// The body with the bytes of a string, where it has one of its own.
HALFWORD_ALWAYS_INLINE const FlatBody* FlatBodyOf(Word string) {
  if (!IsReference(string)) return nullptr;
  const auto* const body =
      static_cast<const StringBody*>(DecompressPointer(string));
  if (body->kind() > BodyKind::kBuffer) return nullptr;
  return static_cast<const FlatBody*>(body);
}

Word WordOf(const String& string) { return string.GetRawStorage(); }

// Small strings. What is usual is a leaf function that saves no register; the
// rest is done by another function in its place. Strings come and go as words:
// in registers.

// Whether so many bytes are a body, and are copied in place. The difference
// wraps around for what fits into a word.
HALFWORD_ALWAYS_INLINE bool IsSmall(size_t size) {
  return size - (String::kInlineBytesMax + 1) <
         kInPlaceBytesMax - String::kInlineBytesMax;
}

// The same of the sum of two strings, of which one has a body.
HALFWORD_ALWAYS_INLINE bool AreSmall(size_t a, size_t b) {
  return (a | b) < kInPlaceBytesMax;
}
static_assert(FlatBody::kDataOffset + 2 * kInPlaceBytesMax + 1 <=
              kEvenClassBytesMax);

HALFWORD_ALWAYS_INLINE FlatBody* TryMakeSmallBody(AllocationHandle& handle,
                                                  size_t length) {
  void* const memory = Allocator::TryAllocateSmall<FlatBody>(
      handle, FlatBody::kDataOffset + length + 1);
  if (__builtin_expect(memory == nullptr, false)) return nullptr;
  auto* const body = ::new (memory) FlatBody;
  body->SetHead(BodyKind::kFlat, length);
  body->data()[length] = 0;
  return body;
}

HALFWORD_NOINLINE Word MakeString(AllocationHandle& handle, const char* bytes,
                                  size_t length) {
  return WordOf(String(handle, std::string_view(bytes, length)));
}

HALFWORD_NOINLINE Word MakeFilled(const void* owner, size_t count, char byte) {
  return WordOf(
      String::Make(HandleFor(owner), count, [count, byte](char* target) {
        std::memset(target, static_cast<unsigned char>(byte), count);
      }));
}

// Null where taking memory needs more than the inline path.
// Requires: IsSmall(length).
HALFWORD_ALWAYS_INLINE FlatBody* TryMakeSmall(AllocationHandle& handle,
                                              const char* bytes,
                                              size_t length) {
  FlatBody* const body = TryMakeSmallBody(handle, length);
  if (__builtin_expect(body != nullptr, true)) {
    CopyInPlace(body->data(), bytes, length);
  }
  return body;
}

HALFWORD_NOINLINE Word MakeSum(AllocationHandle& handle, std::string_view a,
                               std::string_view b) {
  const size_t length = a.size() + b.size();
  if (length <= String::kInlineBytesMax) {
    char bytes[String::kInlineBytesMax];
    std::copy(b.begin(), b.end(), std::copy(a.begin(), a.end(), bytes));
    return WordOf(String(std::string_view(bytes, length)));
  }
  FlatBody* const body = MakeFlatBody(handle, BodyKind::kFlat, length);
  CopyBytes(body->data(), a.data(), a.size());
  CopyBytes(body->data() + a.size(), b.data(), b.size());
  return CompressPointer(body);
}

// The same for a sum. Requires: neither is longer than kInPlaceBytesMax.
HALFWORD_ALWAYS_INLINE FlatBody* TryMakeSmallSum(AllocationHandle& handle,
                                                 std::string_view a,
                                                 std::string_view b) {
  FlatBody* const body = TryMakeSmallBody(handle, a.size() + b.size());
  if (__builtin_expect(body != nullptr, true)) {
    CopyInPlace(body->data(), a.data(), a.size());
    CopyInPlace(body->data() + a.size(), b.data(), b.size());
  }
  return body;
}

size_t RopeRoomBytes(const FlatBody& rope) {
  return UsableBytesOf(&rope) - FlatBody::kDataOffset - 1 - rope.length_bytes();
}

void AppendToRope(FlatBody* rope, std::string_view bytes) {
  const size_t used = rope->length_bytes();
  std::memcpy(rope->data() + used, bytes.data(), bytes.size());
  rope->data()[used + bytes.size()] = 0;
  rope->SetHead(BodyKind::kFlat, used + bytes.size());
}

// A rope of its own for bytes that were added to another one's, with as much
// room again, so that adding takes constant time a byte.
FlatBody* MakeLargerRope(AllocationHandle& handle, std::string_view first,
                         std::string_view second) {
  const size_t length = first.size() + second.size();
  FlatBody* const rope =
      MakeRope(handle, first.size(), std::min(2 * length, kStringBytesMax));
  std::memcpy(rope->data(), first.data(), first.size());
  AppendToRope(rope, second);
  return rope;
}

// Adds bytes to a string that is a slice of a rope. Inline: it is none.
String TryAppend(const String& string, std::string_view bytes) {
  StringBody* const body = StringAccess::BodyOf(string);
  if (body == nullptr || body->kind() != BodyKind::kIndirect) return {};
  const auto& slice = *static_cast<const IndirectBody*>(body);
  if (!slice.IsSlice() || !slice.is_of_rope()) return {};
  auto* rope = static_cast<FlatBody*>(slice.base());
  AllocationHandle& handle = HandleOfObject(body);
  const size_t length = slice.length_bytes() + bytes.size();
  size_t offset = slice.offset_bytes();
  if (offset + slice.length_bytes() == rope->length_bytes() &&
      bytes.size() <= RopeRoomBytes(*rope)) {
    AppendToRope(rope, bytes);
  } else {
    rope = MakeLargerRope(handle, SliceBytes(slice), bytes);
    offset = 0;
  }
  return MakeSlice(handle, rope, offset, length, true);
}

// The rest of Part().
HALFWORD_NOINLINE Word LargePart(Word word, size_t position, size_t count) {
  const String string = StringAccess::FromRawStorage(word);
  const std::string_view bytes = StringAccess::Bytes(string);
  if (position > bytes.size()) {
    throw std::out_of_range("halfword::String::substr: position > size()");
  }
  count = std::min(count, bytes.size() - position);
  if (count == bytes.size()) return word;
  StringBody* base = StringAccess::BodyOf(string);
  if (count < kSliceBytesMin) {
    return base == nullptr ? WordOf(String(bytes.substr(position, count)))
                           : MakeString(HandleOfObject(base),
                                        bytes.data() + position, count);
  }
  AllocationHandle& handle = HandleOfObject(base);
  size_t offset = position;
  bool is_of_rope = false;
  if (base->kind() == BodyKind::kIndirect) {
    const auto& slice = *static_cast<const IndirectBody*>(base);
    base = slice.base();
    offset += slice.offset_bytes();
    is_of_rope = slice.is_of_rope();
  }
  // A slice keeps all of its base: never more than twice its own bytes.
  if (count < UsableBytesOf(base) / 2) {
    return MakeString(handle, bytes.data() + position, count);
  }
  return WordOf(MakeSlice(handle, base, offset, count, is_of_rope));
}

String MakeConcatenation(const String& a, const String& b) {
  return StringAccess::FromBody(MakeGarbageCollected<IndirectBody>(
      HandleOf(a, b), a, b, a.size() + b.size()));
}

// The rest of Sum().
HALFWORD_NOINLINE Word LargeSum(Word first, Word second) {
  const String a = StringAccess::FromRawStorage(first);
  const String b = StringAccess::FromRawStorage(second);
  const size_t length = a.size() + b.size();
  if (length < kConcatenationBytesMin) {
    return MakeSum(HandleOf(a, b), StringAccess::Bytes(a),
                   StringAccess::Bytes(b));
  }
  CheckStringLength(length);
  if (ConcatenationOf(b) == nullptr) {
    const String appended = TryAppend(a, StringAccess::Bytes(b));
    if (!appended.empty()) return WordOf(appended);
  }
  return WordOf(MakeConcatenation(a, b));
}

HALFWORD_NOINLINE Word LargeSum(Word first, std::string_view b) {
  const String a = StringAccess::FromRawStorage(first);
  const size_t length = a.size() + b.size();
  AllocationHandle& handle = HandleOf(a);
  if (length < kConcatenationBytesMin) {
    return MakeSum(handle, StringAccess::Bytes(a), b);
  }
  CheckStringLength(length);
  if (b.empty()) return first;
  if (a.empty()) return WordOf(String(handle, b));
  const String appended = TryAppend(a, b);
  if (!appended.empty()) return WordOf(appended);
  return WordOf(MakeConcatenation(a, String(handle, b)));
}

HALFWORD_NOINLINE Word LargeSum(std::string_view a, Word second) {
  const String b = StringAccess::FromRawStorage(second);
  const size_t length = a.size() + b.size();
  AllocationHandle& handle = HandleOf(b);
  if (length < kConcatenationBytesMin) {
    return MakeSum(handle, a, StringAccess::Bytes(b));
  }
  CheckStringLength(length);
  if (a.empty()) return second;
  if (b.empty()) return WordOf(String(handle, a));
  return WordOf(MakeConcatenation(String(handle, a), b));
}

}  // namespace
}  // namespace internal

internal::Word String::Filled(const void* owner, size_t count, char byte) {
  if (__builtin_expect(internal::IsSmall(count), true)) {
    internal::FlatBody* const body =
        internal::TryMakeSmallBody(internal::HandleFor(owner), count);
    if (__builtin_expect(body != nullptr, true)) {
      internal::FillInPlace(body->data(), byte, count);
      return internal::CompressPointer(body);
    }
  }
  return internal::MakeFilled(owner, count, byte);
}

std::string_view String::IndirectBytes(const internal::StringBody* body) {
  if (body->kind() == internal::BodyKind::kForeign) {
    return static_cast<const internal::ForeignBody*>(body)->view();
  }
  auto* const indirect = const_cast<internal::IndirectBody*>(
      static_cast<const internal::IndirectBody*>(body));
  if (!indirect->IsSlice()) internal::Flatten(indirect);
  return internal::SliceBytes(*indirect);
}

internal::Word String::Part(internal::Word string, size_t position,
                            size_t count) {
  const internal::FlatBody* const flat = internal::FlatBodyOf(string);
  if (__builtin_expect(flat != nullptr, true)) {
    const size_t length = flat->length_bytes();
    const size_t part = std::min(count, length - position);
    if (__builtin_expect(position <= length && internal::IsSmall(part), true)) {
      internal::FlatBody* const body = internal::TryMakeSmall(
          internal::HandleOfObject(flat), flat->data() + position, part);
      if (__builtin_expect(body != nullptr, true)) {
        return internal::CompressPointer(body);
      }
    }
  }
  return internal::LargePart(string, position, count);
}

internal::Word String::Sum(internal::Word a, internal::Word b) {
  if (!internal::IsReference(b)) {
    const String second = internal::StringAccess::FromRawStorage(b);
    return Sum(a, second.Bytes());
  }
  const internal::FlatBody* const first = internal::FlatBodyOf(a);
  const internal::FlatBody* const second = internal::FlatBodyOf(b);
  if (__builtin_expect(first != nullptr && second != nullptr, true) &&
      __builtin_expect(
          internal::AreSmall(first->length_bytes(), second->length_bytes()),
          true)) {
    internal::FlatBody* const body = internal::TryMakeSmallSum(
        internal::HandleOfObject(first), first->view(), second->view());
    if (__builtin_expect(body != nullptr, true)) {
      return internal::CompressPointer(body);
    }
  }
  return internal::LargeSum(a, b);
}

internal::Word String::Sum(internal::Word a, std::string_view b) {
  const internal::FlatBody* const flat = internal::FlatBodyOf(a);
  if (__builtin_expect(flat != nullptr, true) &&
      __builtin_expect(internal::AreSmall(flat->length_bytes(), b.size()),
                       true)) {
    internal::FlatBody* const body = internal::TryMakeSmallSum(
        internal::HandleOfObject(flat), flat->view(), b);
    if (__builtin_expect(body != nullptr, true)) {
      return internal::CompressPointer(body);
    }
  }
  return internal::LargeSum(a, b);
}

internal::Word String::Sum(std::string_view a, internal::Word b) {
  const internal::FlatBody* const flat = internal::FlatBodyOf(b);
  if (__builtin_expect(flat != nullptr, true) &&
      __builtin_expect(internal::AreSmall(a.size(), flat->length_bytes()),
                       true)) {
    internal::FlatBody* const body = internal::TryMakeSmallSum(
        internal::HandleOfObject(flat), a, flat->view());
    if (__builtin_expect(body != nullptr, true)) {
      return internal::CompressPointer(body);
    }
  }
  return internal::LargeSum(a, b);
}

void String::FailTooLong(size_t size) {
  internal::CheckStringLength(size);
  __builtin_unreachable();
}

std::ostream& operator<<(std::ostream& stream, const String& string) {
  return stream << string.view();
}

}  // namespace halfword::inline HALFWORD_ABI
