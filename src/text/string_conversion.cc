// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From strings that change to strings that do not, and back. Bytes stay where
// they are, if there are enough of them.

#include <optional>
#include <string_view>

#include "halfword/internal/backing.h"
#include "halfword/internal/copy_bytes.h"
#include "halfword/string.h"
#include "text/indirect_body.h"
#include "text/string_sharing.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of the bytes as they are when there is a body for them: what the allocation
// has called may have changed the string.
String CopyToString(StringHandle string) {
  for (;;) {
    const size_t length = string->length;
    bool is_same = false;
    const String copy =
        String::Make(HandleOf(string), length, [&](char* target) {
          is_same = string->length == length;
          if (is_same) CopyBytes(target, string->data(), length);
        });
    if (is_same) return copy;
  }
}

// Whether a String of the body would be one of all its bytes.
bool IsWhole(const StringOwner& owner) {
  const StringBody* const body = StringOperations::BodyOf(owner);
  if (body->kind() == BodyKind::kForeign) {
    const auto bytes = static_cast<const ForeignBody*>(body)->view();
    return bytes.data() == owner.data() && bytes.size() == owner.length;
  }
  return StringOperations::FrontBytes(owner) == 0 &&
         (StringOperations::IsWritable(owner) ||
          body->length_bytes() == owner.length);
}

// Whether bytes are few enough to be copied rather than wrapped.
bool AreFew(const StringOwner& owner) {
  return owner.length < (IsWhole(owner) ? kShareBytesMin : kIndirectBytesMin);
}

// Whether the string has so small a part of its body that a String of it should
// not keep the rest.
bool IsSmallPart(const StringOwner& owner) {
  const StringBody* const body = StringOperations::BodyOf(owner);
  return UsableBytesOf(body) / 2 > owner.length + FlatBody::kDataOffset + 1;
}

// A String of the body, once nobody writes to it any more.
String Wrap(const StringOwner& owner) {
  StringBody* const body = StringOperations::BodyOf(owner);
  if (IsWhole(owner)) return StringAccess::FromBody(body);
  if (body->kind() == BodyKind::kForeign) {
    return StringAccess::FromBody(MakeGarbageCollected<ForeignBody>(
        HandleOfObject(body), std::string_view(owner.data(), owner.length),
        body));
  }
  return StringAccess::FromBody(MakeGarbageCollected<IndirectBody>(
      HandleOfObject(body), body, StringOperations::FrontBytes(owner),
      owner.length, false));
}

// A String that shares the bytes, or null if what wrapping has called has
// changed the string. Requires: it has a body.
std::optional<String> TryShareAsString(StringHandle from) {
  FlagAsShared(from);
  const StringOwner before = *from.owner;
  String string = Wrap(before);
  if (from->body != before.body || from->data() != before.data() ||
      from->length != before.length) {
    return std::nullopt;
  }
  // Wrapping may have collected, and the collection found the string alone.
  FlagAsShared(from);
  return string;
}

}  // namespace

String StringOperations::Freeze(StringHandle from) {
  while (from->has_body() && !AreFew(*from.owner) &&
         !IsSmallPart(*from.owner)) {
    const std::optional<String> string = TryShareAsString(from);
    if (string) return *string;
  }
  return CopyToString(from);
}

String StringOperations::FreezeAndClear(StringHandle from) {
  std::optional<String> string;
  while (!string && from->has_body() && !AreFew(*from.owner)) {
    string = TryShareAsString(from);
  }
  if (!string) string = CopyToString(from);
  Release(from);
  return *string;
}

void StringOperations::Thaw(StringHandle to, const String& from) {
  // Reading a concatenation may call what assigns to `from`.
  const String string = from;
  const std::string_view bytes = StringAccess::Bytes(string);
  StringBody* body = StringAccess::BodyOf(string);
  if (body != nullptr && body->kind() == BodyKind::kIndirect) {
    body = static_cast<const IndirectBody*>(body)->base();
  }
  if (body == nullptr || bytes.size() < kShareBytesMin ||
      &HandleFor(to.owner) != &HandleOfObject(body) ||
      (body->kind() <= BodyKind::kBuffer &&
       UsableBytesOf(body) / 2 > bytes.size())) {
    return Assign(to, bytes);
  }
  StringOwner shared;
  const StringHandle source{&shared, StringHold::kTraced};
  InstallBody(source, body, bytes.data(), bytes.size());
  shared.set_link(StringOwner::kPerhapsShared);
  ShareBody(to, source);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
