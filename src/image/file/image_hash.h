// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hashes of an image file: XXH3 of 128 bits. They find damage; they are no
// protection against somebody who wants to deceive.
//
// Cost: some 20 GB/s, and nearly twice that with AVX2.

#ifndef HALFWORD_IMAGE_FILE_IMAGE_HASH_H_
#define HALFWORD_IMAGE_FILE_IMAGE_HASH_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "image/file/image_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

// The number is that of what is hashed, so that what is written to another
// place is found.
ImageHash HashBytes(const void* data, size_t bytes, uint64_t number = 0);

// The same, for all processors, and for those that have AVX2.
ImageHash HashBytesPlainly(const void* data, size_t bytes, uint64_t number);
ImageHash HashBytesWithAvx2(const void* data, size_t bytes, uint64_t number);
bool MayHashWithAvx2();

// The same of bytes that come in parts.
class HashStream {
 public:
  HashStream();
  ~HashStream();
  HashStream(const HashStream&) = delete;
  HashStream& operator=(const HashStream&) = delete;

  void Add(const void* data, size_t bytes);
  ImageHash Finish() const;

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

// Never zero, which is that of a free page.
ImageHash HashPage(const void* page, uint32_t number);

ImageHash HashState(const ImageState& state);

// Of a header copy, or a record's head: both end with it.
template <typename Block>
ImageHash HashBlock(const Block& block) {
  return HashBytes(&block, offsetof(Block, hash));
}
template <typename Block>
void SealBlock(Block* block) {
  block->hash = HashBlock(*block);
}
template <typename Block>
bool IsSealed(const Block& block) {
  return block.hash == HashBlock(block);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_FILE_IMAGE_HASH_H_
