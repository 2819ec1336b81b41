// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From strings that change to strings that do not, and back. Bytes stay where
// they are, if there are enough of them.

#include <cstring>

#include "halfword/internal/backing.h"
#include "halfword/string.h"
#include "text/indirect_body.h"
#include "text/string_sharing.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

String CopyToString(StringHandle string) {
  return String(HandleOf(string), {string->data(), string->length});
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

}  // namespace

String StringOperations::Freeze(StringHandle from) {
  if (!from->has_body() || AreFew(*from.owner) || IsSmallPart(*from.owner)) {
    return CopyToString(from);
  }
  FlagAsShared(from);
  const String string = Wrap(*from.owner);
  // Wrapping may have collected, and the collection found the string alone.
  FlagAsShared(from);
  return string;
}

String StringOperations::FreezeAndClear(StringHandle from) {
  String string;
  if (from->has_body() && !AreFew(*from.owner)) {
    FlagAsShared(from);
    string = Wrap(*from.owner);
    FlagAsShared(from);
  } else {
    string = CopyToString(from);
  }
  Release(from);
  return string;
}

void StringOperations::Thaw(StringHandle to, const String& from) {
  const std::string_view bytes = StringAccess::Bytes(from);
  StringBody* body = StringAccess::BodyOf(from);
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
