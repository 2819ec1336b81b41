// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From strings to vectors of chars, whose backings are buffers of strings as
// far as the heap knows (design/mutable_string.md#req.mutable.vector).

#include "halfword/string_to_vector.h"

#include <cstring>
#include <string_view>

#include "halfword/internal/backing.h"
#include "halfword/internal/container_backing.h"
#include "text/indirect_body.h"
#include "text/string_sharing.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

namespace {

using Backing = ContainerBacking<HeapVector<char>>;
static_assert(Backing::kElementsOffset == FlatBody::kDataOffset);

HeapVector<char> CopyToVector(AllocationHandle& handle,
                              std::string_view bytes) {
  if (bytes.empty()) return {};
  Backing* const backing = Backing::Make(handle, bytes.size());
  std::memcpy(Backing::ElementsOf(backing), bytes.data(), bytes.size());
  return VectorMaker::Make(backing, bytes.size());
}

// Of the bytes as they are when there is a backing for them: what the
// allocation has called may have changed the string.
HeapVector<char> CopyToVector(StringHandle string) {
  while (string->length != 0) {
    const size_t length = string->length;
    Backing* const backing = Backing::Make(HandleOf(string), length);
    if (string->length == length) {
      std::memcpy(Backing::ElementsOf(backing), string->data(), length);
      return VectorMaker::Make(backing, length);
    }
    Backing::Free(backing);
  }
  return {};
}

}  // namespace

class StringToVector {
 public:
  template <StringHold kHold>
  static HeapVector<char> Take(BasicMutableString<kHold>& string) {
    return Take(string.Handle());
  }

 private:
  static HeapVector<char> Take(StringHandle from);
};

HeapVector<char> StringToVector::Take(StringHandle from) {
  StringOwner& owner = *from.owner;
  if (owner.is_inline() || !StringOperations::IsWritable(owner)) {
    HeapVector<char> copy = CopyToVector(from);
    StringOperations::Release(from);
    return copy;
  }
  const std::string_view bytes(owner.data(), owner.length);
  auto* const body = static_cast<FlatBody*>(StringOperations::BodyOf(owner));
  if (StringOperations::FrontBytes(owner) != 0) {
    std::memmove(body->data(), bytes.data(), bytes.size());
  }
  LeaveBody(from);
  return VectorMaker::Make(Backing::Adopt(body, UsableBytesOf(body)),
                           bytes.size());
}

}  // namespace internal

HeapVector<char> ToVector(MutableString&& string) {
  return internal::StringToVector::Take(string);
}

HeapVector<char> ToVector(ScopedMutableString&& string) {
  return internal::StringToVector::Take(string);
}

HeapVector<char> ToVector(const String& from) {
  // What an allocation calls may assign to `from`.
  const String string = from;
  const internal::StringBody* const body =
      internal::StringAccess::BodyOf(string);
  AllocationHandle& handle = body != nullptr ? internal::HandleOfObject(body)
                                             : internal::HandleFor(&from);
  return internal::CopyToVector(handle, internal::StringAccess::Bytes(string));
}

}  // namespace halfword::inline HALFWORD_ABI
