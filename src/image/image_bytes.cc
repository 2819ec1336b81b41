// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Bytes in an object, in place where they fit.

#include "image/image_bytes.h"

#include <cstring>

#include "halfword/internal/backing.h"
#include "heap/budget_pause.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

void ImageBytesHandle::Adopt(ImageBytes* bytes) {
  handle_.pointer = bytes;
  AcquireNode(&handle_, RootStrength::kStrong, RootThreads::kOwnThread);
}

void ImageBytesHandle::Drop() {
  // The heap may have ended before, and has made the handle null then.
  if (handle_.pointer == nullptr) return;
  ReleaseNode(&handle_);
  handle_.pointer = nullptr;
}

bool ImageBytesHandle::Set(std::string_view bytes) {
  ImageBytes* object = get();
  const size_t wanted = sizeof(ImageBytes) + bytes.size();
  // How long it says it is may be what a file says.
  const bool has_room =
      object != nullptr && UsableBytes(RecordOf(object)) >= wanted;
  if (has_room && object->view() == bytes) return true;
  if (!has_room) {
    // Some more than asked for: the next save may have a little more to say.
    const size_t roomy = RoundUpToUsable(wanted + wanted / 8 + 64);
    const BudgetPause pause(&collector_);
    void* const memory =
        collector_.TryAllocate(TypeInfoOf<ImageBytes>(), roomy);
    if (memory == nullptr) return false;
    ImageBytes* const old = object;
    object = ::new (memory) ImageBytes;
    Drop();
    Adopt(object);
    // A marker may have it on its stack.
    if (old != nullptr && !collector_.is_marking()) {
      collector_.FreeUnreferenced(old);
    }
  }
  object->set_length_bytes(static_cast<uint32_t>(bytes.size()));
  std::memcpy(object->data(), bytes.data(), bytes.size());
  return true;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
