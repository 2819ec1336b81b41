// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageBytes: an object of an image that holds what the image says of itself:
// its catalog, and the types of slots of shared pages.

#ifndef HALFWORD_IMAGE_IMAGE_BYTES_H_
#define HALFWORD_IMAGE_IMAGE_BYTES_H_

#include <cstdint>
#include <string_view>

#include "gc/collector.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/persistent_node.h"
#include "halfword/trailing_array.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ImageBytes final : public GarbageCollected<ImageBytes> {
 public:
  char* data() { return reinterpret_cast<char*>(this + 1); }
  std::string_view view() { return {data(), length_bytes_}; }
  void set_length_bytes(uint32_t bytes) { length_bytes_ = bytes; }

 private:
  uint32_t length_bytes_ = 0;
  HALFWORD_FIELDS(ImageBytes, length_bytes_)
  HALFWORD_TRAILING(ImageBytes, char)
};

// A handle to such an object, which it keeps, and makes another where that has
// too little room.
class ImageBytesHandle {
 public:
  explicit ImageBytesHandle(Collector* collector) : collector_(*collector) {}
  ~ImageBytesHandle() { Drop(); }
  ImageBytesHandle(const ImageBytesHandle&) = delete;
  ImageBytesHandle& operator=(const ImageBytesHandle&) = delete;

  ImageBytes* get() const {
    return static_cast<ImageBytes*>(const_cast<void*>(handle_.pointer));
  }
  // Requires: there is none yet.
  void Adopt(ImageBytes* bytes);

  // Writes nothing where it stands there already. False: no room in the heap.
  // Never collects.
  bool Set(std::string_view bytes);

 private:
  void Drop();

  Collector& collector_;
  RootHandle handle_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_IMAGE_BYTES_H_
