// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Large strings: slices, concatenations, and how those become flat. What every
// string needs is inline in halfword/string.h.

#include "halfword/string.h"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "base/error_line.h"
#include "base/size_text.h"
#include "halfword/internal/foreign_body.h"
#include "text/indirect_body.h"

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

void Flatten(IndirectBody* body) {
  const size_t length = body->length_bytes();
  FlatBody* const rope =
      MakeFlatBody(HandleOfObject(body), BodyKind::kFlat, length);
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

String CopyBoth(AllocationHandle& handle, std::string_view a,
                std::string_view b) {
  return String::Make(handle, a.size() + b.size(), [&](char* target) {
    if (!a.empty()) std::memcpy(target, a.data(), a.size());
    if (!b.empty()) std::memcpy(target + a.size(), b.data(), b.size());
  });
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
  const size_t room = std::min(2 * length, kStringBytesMax);
  FlatBody* const rope = MakeFlatBody(handle, BodyKind::kFlat, room);
  std::memcpy(rope->data(), first.data(), first.size());
  rope->SetHead(BodyKind::kFlat, first.size());
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

void CheckLength(size_t length) {
  if (length <= kStringBytesMax) return;
  FatalLine("a string of %s is too long: the longest has %s",
            FormatBytes(length).c_str(), FormatBytes(kStringBytesMax).c_str());
}

}  // namespace
}  // namespace internal

String::String(size_t count, char byte) {
  *this = Make(count, [count, byte](char* target) {
    std::memset(target, static_cast<unsigned char>(byte), count);
  });
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

String String::substr(size_t position, size_t count) const {
  const size_t length = size();
  if (position > length) {
    throw std::out_of_range("halfword::String::substr: position > size()");
  }
  count = std::min(count, length - position);
  if (count == length) return *this;
  const std::string_view part = Bytes().substr(position, count);
  if (IsInline()) return String(part);
  internal::StringBody* base = word_.object();
  AllocationHandle& handle = internal::HandleOfObject(base);
  if (count < internal::kSliceBytesMin) return String(handle, part);

  size_t offset = position;
  bool is_of_rope = false;
  if (base->kind() == internal::BodyKind::kIndirect) {
    const auto& slice = *static_cast<const internal::IndirectBody*>(base);
    base = slice.base();
    offset += slice.offset_bytes();
    is_of_rope = slice.is_of_rope();
  }
  // A slice keeps all of its base: never more than twice its own bytes.
  if (count < internal::UsableBytesOf(base) / 2) return String(handle, part);
  return internal::MakeSlice(handle, base, offset, count, is_of_rope);
}

String String::Concatenate(const String& a, const String& b) {
  const size_t length = a.size() + b.size();
  if (length < internal::kConcatenationBytesMin) {
    return internal::CopyBoth(internal::HandleOf(a, b), a.Bytes(), b.Bytes());
  }
  internal::CheckLength(length);
  if (internal::ConcatenationOf(b) == nullptr) {
    const String appended = internal::TryAppend(a, b.Bytes());
    if (!appended.empty()) return appended;
  }
  return internal::StringAccess::FromBody(
      MakeGarbageCollected<internal::IndirectBody>(internal::HandleOf(a, b), a,
                                                   b, length));
}

String String::Concatenate(const String& a, std::string_view b) {
  const size_t length = a.size() + b.size();
  if (length < internal::kConcatenationBytesMin) {
    return internal::CopyBoth(internal::HandleOf(a), a.Bytes(), b);
  }
  internal::CheckLength(length);
  if (b.empty()) return a;
  const String appended = internal::TryAppend(a, b);
  if (!appended.empty()) return appended;
  return Concatenate(a, String(internal::HandleOf(a), b));
}

String String::Concatenate(std::string_view a, const String& b) {
  const size_t length = a.size() + b.size();
  if (length < internal::kConcatenationBytesMin) {
    return internal::CopyBoth(internal::HandleOf(b), a, b.Bytes());
  }
  internal::CheckLength(length);
  if (a.empty()) return b;
  return Concatenate(String(internal::HandleOf(b), a), b);
}

void String::FailTooLong(size_t size) {
  internal::CheckLength(size);
  __builtin_unreachable();
}

std::ostream& operator<<(std::ostream& stream, const String& string) {
  return stream << string.view();
}

}  // namespace halfword::inline HALFWORD_ABI
