// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sizes and the two steps of an allocation: a block that waits, or a new one.

#include "examples/dom/parser_arena.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

namespace dom {
namespace {

// A few thousand nodes; the waste at the end of a chunk is then under 1 %.
constexpr size_t kChunkBytes = size_t{1} << 20;

// Steps of 16 bytes up to 1 KiB, which is all but long texts and lists; powers
// of two above, because long texts and lists grow by doubling.
constexpr size_t kStepBytes = 16;
constexpr size_t kStepsBytesMax = 1024;
constexpr size_t kStepCount = kStepsBytesMax / kStepBytes;

size_t SizeClassOf(size_t bytes) {
  if (bytes <= kStepsBytesMax) return (bytes + kStepBytes - 1) / kStepBytes;
  return kStepCount + static_cast<size_t>(std::bit_width(bytes - 1));
}

size_t BytesOf(size_t size_class) {
  if (size_class <= kStepCount) return size_class * kStepBytes;
  return size_t{1} << (size_class - kStepCount);
}

}  // namespace

ParserArena::~ParserArena() {
  while (Chunk* chunk = chunks_) {
    chunks_ = chunk->next;
    std::free(chunk);
  }
}

void* ParserArena::Allocate(size_t bytes) {
  if (bytes > limit_bytes_) return nullptr;
  const size_t size_class = SizeClassOf(bytes + sizeof(Header));
  if (FreeBlock* block = free_[size_class]) {
    free_[size_class] = block->next;
    return block;
  }
  void* const place = Carve(BytesOf(size_class));
  return place == nullptr ? nullptr : new (place) Header{size_class} + 1;
}

void ParserArena::Free(void* memory) {
  if (memory == nullptr) return;
  const size_t size_class = (static_cast<Header*>(memory) - 1)->size_class;
  free_[size_class] = new (memory) FreeBlock{free_[size_class]};
}

// Cuts bytes from the last chunk, or from a new one.
void* ParserArena::Carve(size_t bytes) {
  if (bytes > static_cast<size_t>(end_ - cursor_)) {
    const size_t chunk_bytes = sizeof(Chunk) + std::max(bytes, kChunkBytes);
    if (chunk_bytes > limit_bytes_ - chunk_bytes_) return nullptr;
    void* const memory = std::malloc(chunk_bytes);
    is_system_exhausted_ = memory == nullptr;
    if (is_system_exhausted_) return nullptr;
    chunks_ = new (memory) Chunk{chunks_};
    chunk_bytes_ += chunk_bytes;
    cursor_ = reinterpret_cast<std::byte*>(chunks_ + 1);
    end_ = static_cast<std::byte*>(memory) + chunk_bytes;
  }
  void* const place = cursor_;
  cursor_ += bytes;
  return place;
}

}  // namespace dom
