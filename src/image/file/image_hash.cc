// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// xxHash, compiled in.

#include "image/file/image_hash.h"

#define XXH_INLINE_ALL
#include "xxhash.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool MayHashWithAvx2() {
#if defined(__x86_64__)
  static const bool kMay = __builtin_cpu_supports("avx2") != 0;
  return kMay;
#else
  return false;
#endif
}

#if !defined(__x86_64__)
ImageHash HashBytesWithAvx2(const void* data, size_t bytes, uint64_t number) {
  return HashBytesPlainly(data, bytes, number);
}
#endif

ImageHash HashBytes(const void* data, size_t bytes, uint64_t number) {
  return MayHashWithAvx2() ? HashBytesWithAvx2(data, bytes, number)
                           : HashBytesPlainly(data, bytes, number);
}

ImageHash HashBytesPlainly(const void* data, size_t bytes, uint64_t number) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(data, bytes, number);
  return {hash.low64, hash.high64};
}

struct HashStream::Stream {
  XXH3_state_t state;
};

HashStream::HashStream() : stream_(std::make_unique<Stream>()) {
  XXH3_128bits_reset(&stream_->state);
}

HashStream::~HashStream() = default;

void HashStream::Add(const void* data, size_t bytes) {
  XXH3_128bits_update(&stream_->state, data, bytes);
}

ImageHash HashStream::Finish() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(&stream_->state);
  return {hash.low64, hash.high64};
}

ImageHash HashPage(const void* page, uint32_t number) {
  ImageHash hash = HashBytes(page, kImagePageBytes, number);
  if (hash.is_zero()) hash.low = 1;
  return hash;
}

ImageHash HashState(const ImageState& state) {
  return HashBytes(&state, sizeof(state));
}

}  // namespace halfword::inline HALFWORD_ABI::internal
