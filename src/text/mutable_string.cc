// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The bytes of a MutableString: how they change in place, and how they are put
// together anew where that cannot be.
//
// A new buffer is filled before the old one is given up, so that a piece of the
// string itself can be put into it. In place, such a piece is copied first.

#include "halfword/mutable_string.h"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "halfword/explicit_management.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/copy_bytes.h"
#include "halfword/internal/size_class.h"
#include "text/string_length.h"
#include "text/string_sharing.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

namespace {

constexpr size_t kInlineBytesMax = StringOwner::kInlineBytesMax;

// RoundUpToUsable() of what most strings are, without a call.
HALFWORD_ALWAYS_INLINE size_t UsableBytesFor(size_t bytes) {
  constexpr size_t kInlineMax = 1024;
  if (kMemoryDebug || bytes > kInlineMax) return RoundUpToUsable(bytes);
  return SizeClassBytes(SizeClassOf(bytes));
}

// With all that the slot has room for.
FlatBody* MakeBuffer(AllocationHandle& handle, size_t capacity) {
  const size_t bytes = FlatBody::kDataOffset + capacity + 1;
  return MakeFlatBody(handle, BodyKind::kBuffer,
                      BufferCapacity(UsableBytesFor(bytes)));
}

// How long a buffer is made for a string that has grown, so that adding a byte
// at a time takes constant time a byte. Small ones get little more: in a heap
// full of strings most never grow again
// (design/mutable_string.md#req.mutable.growth).
size_t GrownCapacity(size_t length) {
  const size_t more = length < 64     ? length / 4
                      : length < 4096 ? length / 2
                                      : length;
  return std::min(length + more, kStringBytesMax);
}

void Write(char* target, const StringPiece& piece) {
  if (piece.count == 0) return;
  if (piece.bytes != nullptr) {
    std::memcpy(target, piece.bytes, piece.count);
  } else {
    std::memset(target, static_cast<unsigned char>(piece.fill), piece.count);
  }
}

void PutBytes(char* target, const char* source, size_t count) {
  if (count != 0) std::memcpy(target, source, count);
}

bool IsInside(const StringOwner& owner, const char* bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(owner.data());
  return reinterpret_cast<uintptr_t>(bytes) - begin < owner.length;
}

// Sets the length of a writable string, and the NUL.
void SetLength(StringOwner* owner, size_t length) {
  owner->length = static_cast<uint32_t>(length);
  owner->data()[length] = 0;
}

// Requires: the string is empty and inline.
void SetInline(StringOwner* owner, const char* bytes, size_t length) {
  PutBytes(owner->area, bytes, length);
  SetLength(owner, length);
}

// Requires: it has no body. A helper may be looking for one.
void Clear(StringOwner* owner) {
  owner->length = 0;
  std::memset(owner->area, 0, sizeof(owner->area));
  owner->StoreBody(0);
}

// Moves the bytes to the beginning of the buffer, over what was cut off in
// front: not more often than as many bytes as are moved have been cut off.
void SlideToFront(StringOwner* owner) {
  auto* const body = static_cast<FlatBody*>(StringOperations::BodyOf(*owner));
  std::memmove(body->data(), owner->data(), owner->length);
  owner->set_delta(FlatBody::kDataOffset);
}

// Whether a writable string may become so long in place; makes room in front
// where that helps.
bool MakeRoom(StringOwner* owner, size_t length, const StringPiece& piece) {
  if (!StringOperations::IsWritable(*owner)) return false;
  if (length <= StringOperations::Capacity(*owner)) return true;
  if (owner->is_inline()) return false;
  const size_t front = StringOperations::FrontBytes(*owner);
  if (front < owner->length ||
      length > StringOperations::Capacity(*owner) + front ||
      (piece.bytes != nullptr && IsInside(*owner, piece.bytes))) {
    return false;
  }
  SlideToFront(owner);
  return true;
}

// A string in three parts: what comes before the piece, the piece, and the rest
// of the old bytes.
struct Parts {
  size_t position;
  size_t erased;
  size_t tail;
  StringPiece piece;

  size_t length() const { return position + piece.count + tail; }

  void WriteTo(char* target, const char* old) const {
    PutBytes(target, old, position);
    Write(target + position, piece);
    PutBytes(target + position + piece.count, old + position + erased, tail);
  }
};

void ReplaceInPlace(StringOwner* owner, const Parts& parts) {
  char* const data = owner->data();
  const size_t end = parts.position + parts.piece.count;
  std::memmove(data + end, data + parts.position + parts.erased, parts.tail);
  Write(data + parts.position, parts.piece);
  SetLength(owner, parts.length());
}

// False: what the allocation has called has changed the string, and nothing was
// done. Requires: the piece is none of its bytes.
bool ReplaceAnew(StringHandle string, const Parts& parts, size_t capacity) {
  const size_t length = parts.length();
  if (capacity <= kInlineBytesMax) {
    char bytes[kInlineBytesMax];
    parts.WriteTo(bytes, string->data());
    StringOperations::Release(string);
    SetInline(string.owner, bytes, length);
    return true;
  }
  const char* const old_data = string->data();
  const size_t old_length = string->length;
  FlatBody* const buffer = MakeBuffer(HandleOf(string), capacity);
  if (string->data() != old_data || string->length != old_length) return false;
  parts.WriteTo(buffer->data(), old_data);
  buffer->data()[length] = 0;
  InstallBody(string, buffer, buffer->data(), length);
  return true;
}

// Gives an empty string a buffer for so many bytes, which are not set yet.
char* InstallBuffer(StringHandle string, size_t length) {
  CheckStringLength(length);
  FlatBody* const buffer = MakeBuffer(HandleOf(string), length);
  buffer->data()[length] = 0;
  // It may be empty no more: what the allocation has called may have set it.
  InstallBody(string, buffer, buffer->data(), length);
  return buffer->data();
}

// What its bytes keep from being used otherwise.
size_t HeldBytes(const StringOwner& owner) {
  const StringBody* const body = StringOperations::BodyOf(owner);
  return body->kind() <= BodyKind::kBuffer ? UsableBytesOf(body) : owner.length;
}

// Before a buffer is shared for the first time: gives up what it has beyond
// twice the bytes. A large one stays where it is. The bytes of a small one stay
// too, as long as anybody points at them.
// False: what the allocation has called has changed the string.
// Requires: it is writable.
HALFWORD_NOINLINE bool Trim(StringHandle string) {
  StringOwner* const owner = string.owner;
  const size_t used = FlatBody::kDataOffset + owner->length + 1;
  StringBody* const body = StringOperations::BodyOf(*owner);
  const size_t usable = UsableBytesOf(body);
  if (usable <= 2 * used || usable <= RoundUpToUsable(used)) return true;
  const size_t front = StringOperations::FrontBytes(*owner);
  if (used > kSmallBytesMax && front < owner->length &&
      ResizeObject(body, RoundUpToUsable(used + front))) {
    body->SetHead(BodyKind::kBuffer, BufferCapacity(UsableBytesOf(body)));
    return true;
  }
  const size_t length = owner->length;
  FlatBody* const trimmed = MakeBuffer(HandleOf(string), length);
  if (owner->is_inline() || StringOperations::BodyOf(*owner) != body ||
      owner->length != length || !StringOperations::IsWritable(*owner)) {
    return false;
  }
  std::memcpy(trimmed->data(), owner->data(), length);
  trimmed->data()[length] = 0;
  ExchangeBody(string, trimmed, trimmed->data(), length);
  return true;
}

// A part of a string, or what there is of it.
std::string_view PartOf(const StringOwner& owner, size_t position,
                        size_t count) {
  return std::string_view(owner.data(), owner.length)
      .substr(std::min<size_t>(position, owner.length), count);
}

// Copies the bytes of a part as they are when there is a buffer for them: what
// the allocation has called may have changed both strings. `to` is empty.
HALFWORD_NOINLINE void CopyBytesOf(StringHandle to, StringHandle from,
                                   size_t position, size_t count) {
  size_t length = PartOf(*from.owner, position, count).size();
  while (length > kInlineBytesMax) {
    char* const data = InstallBuffer(to, length);
    const std::string_view part = PartOf(*from.owner, position, count);
    if (part.size() == length) {
      return CopyBytes(data, part.data(), length);
    }
    StringOperations::Release(to);
    length = part.size();
  }
  SetInline(to.owner, PartOf(*from.owner, position, count).data(), length);
}

// Copies what is not to be shared. False: it is. `to` is empty.
HALFWORD_ALWAYS_INLINE bool TryCopyUnshared(StringHandle to,
                                            StringHandle from) {
  const StringOwner& source = *from.owner;
  if (source.is_inline() || !source.has_body()) {
    std::memcpy(to->area, source.area, sizeof(source.area));
    to->length = source.length;
    to->StoreBody(source.body);
  } else if (source.length < kShareBytesMin || !BelongToOneHeap(to, source) ||
             (source.length < kIndirectBytesMin && NeedsAlias(to, from))) {
    CopyBytesOf(to, from, 0, std::string_view::npos);
  } else {
    return false;
  }
  return true;
}

}  // namespace

void StringOperations::Replace(StringHandle string, size_t position,
                               size_t erased, StringPiece piece) {
  const size_t old_length = string->length;
  if (position > old_length) FailRange();
  erased = std::min(erased, old_length - position);
  if (piece.count > kStringBytesMax) CheckStringLength(piece.count);
  const Parts parts{position, erased, old_length - position - erased, piece};
  CheckStringLength(parts.length());
  if (piece.count == 0) {
    if (parts.tail == 0) return Truncate(string, position);
    if (position == 0) return RemovePrefix(string, erased);
  }
  if (!MakeRoom(string.owner, parts.length(), piece)) {
    // What is set as a whole will rather be set again than grow.
    const bool grows = parts.length() > std::max(old_length, kInlineBytesMax) &&
                       erased != old_length;
    if (piece.bytes != nullptr && IsInside(*string.owner, piece.bytes)) {
      const std::string copy(piece.bytes, piece.count);
      return Replace(string, position, erased, {copy.data(), copy.size(), 0});
    }
    if (!ReplaceAnew(string, parts,
                     grows ? GrownCapacity(parts.length()) : parts.length())) {
      // What was the end stays the end.
      const size_t length = string->length;
      Replace(string,
              position == old_length ? length : std::min(position, length),
              parts.tail == 0 ? length : erased, piece);
    }
    return;
  }
  const bool is_moved = parts.tail != 0 || erased != 0;
  if (is_moved && piece.bytes != nullptr &&
      IsInside(*string.owner, piece.bytes)) {
    const std::string copy(piece.bytes, piece.count);
    Parts copied = parts;
    copied.piece.bytes = copy.data();
    return ReplaceInPlace(string.owner, copied);
  }
  ReplaceInPlace(string.owner, parts);
}

void StringOperations::Assign(StringHandle string, std::string_view bytes) {
  const size_t size = bytes.size();
  if (IsWritable(*string.owner) && size <= Capacity(*string.owner)) {
    if (size != 0) std::memmove(string->data(), bytes.data(), size);
    return SetLength(string.owner, size);
  }
  if (string->is_inline()) {
    return CopyBytes(InstallBuffer(string, size), bytes.data(), size);
  }
  Replace(string, 0, string->length, {bytes.data(), bytes.size(), 0});
}

void StringOperations::Fill(StringHandle to, size_t count, char byte) {
  std::memset(InstallBuffer(to, count), static_cast<unsigned char>(byte),
              count);
}

void StringOperations::Concatenate(StringHandle to, const StringSource& first,
                                   const StringSource& second) {
  const size_t first_length = first.view().size();
  const size_t second_length = second.view().size();
  CheckStringLength(first_length);
  CheckStringLength(second_length);
  char* const data = InstallBuffer(to, first_length + second_length);
  // Read again: what the allocation has called may have changed the strings.
  const std::string_view front = first.view();
  const std::string_view back = second.view();
  if (front.size() != first_length || back.size() != second_length) {
    Release(to);
    return Concatenate(to, first, second);
  }
  CopyBytes(data, front.data(), first_length);
  CopyBytes(data + first_length, back.data(), second_length);
}

void StringOperations::RemovePrefix(StringHandle string, size_t count) {
  StringOwner& owner = *string.owner;
  if (count > owner.length) FailRange();
  const auto length = static_cast<uint32_t>(owner.length - count);
  if (owner.is_inline()) {
    std::memmove(owner.area, owner.area + count, length + 1);
  } else {
    owner.set_delta(owner.delta() + static_cast<int64_t>(count));
  }
  owner.length = length;
}

void StringOperations::Truncate(StringHandle string, size_t length) {
  if (length > string->length) FailRange();
  if (IsWritable(*string.owner)) {
    SetLength(string.owner, length);
  } else if (length == 0) {
    Release(string);
  } else {
    string->length = static_cast<uint32_t>(length);
  }
}

void StringOperations::MakeWritable(StringHandle string, size_t capacity) {
  CheckStringLength(capacity);
  const size_t length = string->length;
  if (MakeRoom(string.owner, capacity, {nullptr, 0, 0})) return;
  if (!ReplaceAnew(string, {length, 0, 0, {nullptr, 0, 0}},
                   std::max(capacity, length))) {
    MakeWritable(string, capacity);
  }
}

void StringOperations::ShrinkToFit(StringHandle string) {
  const StringOwner& owner = *string.owner;
  if (owner.is_inline() || !IsWritable(owner)) return;
  const size_t length = owner.length;
  const size_t bytes = FlatBody::kDataOffset + length + 1;
  if (length > kInlineBytesMax &&
      UsableBytesOf(BodyOf(owner)) <= RoundUpToUsable(bytes)) {
    return;
  }
  static_cast<void>(
      ReplaceAnew(string, {length, 0, 0, {nullptr, 0, 0}}, length));
}

void StringOperations::Terminate(StringHandle string) {
  const StringOwner& owner = *string.owner;
  const char* const end = owner.data() + owner.length;
  if (owner.has_body() && BodyOf(owner)->kind() == BodyKind::kForeign) {
    const auto bytes = static_cast<const ForeignBody*>(BodyOf(owner))->view();
    if (end < bytes.data() + bytes.size() && *end == 0) return;
  } else if (*end == 0) {
    return;
  }
  MakeWritable(string, owner.length);
  // A string that was cut while it was shared, and is alone by now.
  SetLength(string.owner, owner.length);
}

void StringOperations::Copy(StringHandle to, StringHandle from) {
  if (TryCopyUnshared(to, from)) return;
  if (IsWritable(*from.owner)) {
    const bool is_same = Trim(from);
    // Both may be others by now. What is overlong again stays so.
    if (!to->is_inline()) Release(to);
    if (!is_same && TryCopyUnshared(to, from)) return;
  }
  ShareBody(to, from);
}

void StringOperations::Move(StringHandle to, StringHandle from) {
  const StringOwner& source = *from.owner;
  if (source.has_body()) {
    const bool is_scoped =
        to.hold == StringHold::kScoped && from.hold == StringHold::kScoped;
    if (is_scoped || BelongToOneHeap(to, source)) return MoveBody(to, from);
    CopyBytesOf(to, from, 0, std::string_view::npos);
    return Release(from);
  }
  Copy(to, from);
  Release(from);
}

bool StringOperations::TrySwap(StringHandle a, StringHandle b) noexcept {
  const auto can_go = [](StringHandle from, StringHandle to) {
    if (!from->has_body()) return true;
    if ((from->link() & StringOwner::kKindMask) != StringOwner::kSole) {
      return false;
    }
    return from.hold == StringHold::kScoped || BelongToOneHeap(to, *from.owner);
  };
  const auto put = [](StringOwner* to, const StringOwner& from) {
    std::memcpy(to->area, from.area, sizeof(to->area));
    to->length = from.length;
    to->StoreBody(from.body);
    WriteBarrier(&to->body);
  };
  if (!can_go(a, b) || !can_go(b, a)) return false;
  const StringOwner first = *a.owner;
  put(a.owner, *b.owner);
  put(b.owner, first);
  return true;
}

// What is shared of a string keeps all of its bytes: never more than twice
// those that are asked for.
void StringOperations::CopyPart(StringHandle to, StringHandle from,
                                size_t position, size_t count) {
  const StringOwner& source = *from.owner;
  if (source.has_body() &&
      (count < kPartBytesMin || HeldBytes(source) / 2 > count)) {
    return CopyBytesOf(to, from, position, count);
  }
  Copy(to, from);
  // What the copy has called may have made it shorter.
  RemovePrefix(to, std::min<size_t>(position, to->length));
  Truncate(to, std::min<size_t>(count, to->length));
}

void StringOperations::SetStatic(StringHandle to, std::string_view bytes) {
  if (bytes.size() <= kInlineBytesMax) return Assign(to, bytes);
  CheckStringLength(bytes.size());
  StringOwner& owner = *to.owner;
  const auto address = reinterpret_cast<uintptr_t>(bytes.data());
  owner.set_delta(
      static_cast<int64_t>(address - DecompressWord(kSentinelWord)));
  owner.set_link(StringOwner::kSole);
  owner.length = static_cast<uint32_t>(bytes.size());
  owner.StoreBody(kSentinelWord);
}

void StringOperations::SetForeign(StringHandle to, std::string_view bytes,
                                  ReleaseCallback callback, void* context) {
  CheckStringLength(bytes.size());
  AllocationHandle& handle = HandleOf(to);
  ForeignBody* const body =
      callback == nullptr ? MakeGarbageCollected<ForeignBody>(handle, bytes)
                          : MakeGarbageCollected<ReleasedForeignBody>(
                                handle, bytes, callback, context);
  try {
    InstallBody(to, body, bytes.data(), bytes.size());
  } catch (...) {
    // The bytes are the caller's still: nobody may be told of their end.
    body->SetHead(BodyKind::kFlat, 0);
    throw;
  }
}

void StringOperations::Release(StringHandle string) {
  if (string->has_body()) {
    ReleaseBody(string);
  } else {
    Clear(string.owner);
  }
}

void StringOperations::FailRange() {
  throw std::out_of_range("halfword::MutableString: position > size()");
}

}  // namespace internal

std::ostream& operator<<(std::ostream& stream, const MutableString& string) {
  return stream << string.view();
}
std::ostream& operator<<(std::ostream& stream,
                         const ScopedMutableString& string) {
  return stream << string.view();
}

}  // namespace halfword::inline HALFWORD_ABI
