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
  const std::string_view bytes(owner.data(), owner.length);
  if (owner.is_inline() || !StringOperations::IsWritable(owner)) {
    HeapVector<char> copy = CopyToVector(HandleOf(from), bytes);
    StringOperations::Release(from);
    return copy;
  }
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

HeapVector<char> ToVector(const String& string) {
  const internal::StringBody* const body =
      internal::StringAccess::BodyOf(string);
  AllocationHandle& handle = body != nullptr ? internal::HandleOfObject(body)
                                             : internal::HandleFor(&string);
  return internal::CopyToVector(handle, internal::StringAccess::Bytes(string));
}

}  // namespace halfword::inline HALFWORD_ABI
