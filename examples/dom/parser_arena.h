// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ParserArena: the memory of one page's parse tree, bounded in size and freed
// as a whole.
//
// libgumbo takes its memory from functions that we give it. Ours serve three
// ends: a page made to exhaust memory meets a limit; a tree goes without the
// recursion of gumbo_destroy_output(); and it lies in memory in the same way in
// all builds of this program, of which one replaces malloc, so that reading it
// costs the same in all of them.

#ifndef EXAMPLES_DOM_PARSER_ARENA_H_
#define EXAMPLES_DOM_PARSER_ARENA_H_

#include <array>
#include <cstddef>

namespace dom {

// Blocks are cut from chunks one behind the other. A freed block waits in a
// list for the next request of its size class.
class ParserArena {
 public:
  explicit ParserArena(size_t limit_bytes) : limit_bytes_(limit_bytes) {}
  ParserArena(const ParserArena&) = delete;
  ParserArena& operator=(const ParserArena&) = delete;
  ~ParserArena();

  // Aligned to 8 bytes. Null if the arena would grow beyond its limit, or the
  // system has no memory. Throws nothing, because C calls it.
  void* Allocate(size_t bytes);

  // Requires: from Allocate() of this arena, or null.
  void Free(void* memory);

  size_t limit_bytes() const { return limit_bytes_; }
  // Whether Allocate() failed because the system has no memory.
  bool is_system_exhausted() const { return is_system_exhausted_; }
  // What it has taken from the system, in use or not.
  size_t chunk_bytes() const { return chunk_bytes_; }

 private:
  // Before each block.
  struct Header {
    size_t size_class;
  };
  // In a block that waits.
  struct FreeBlock {
    FreeBlock* next;
  };
  // Before the blocks of a chunk.
  struct Chunk {
    Chunk* next;
  };
  // 64 steps, then a class for each power of two (parser_arena.cc).
  static constexpr size_t kClassCount = 64 + 1 + 64;

  void* Carve(size_t bytes);

  const size_t limit_bytes_;
  size_t chunk_bytes_ = 0;
  bool is_system_exhausted_ = false;
  Chunk* chunks_ = nullptr;
  std::byte* cursor_ = nullptr;  // the rest of the last chunk
  std::byte* end_ = nullptr;
  std::array<FreeBlock*, kClassCount> free_{};
};

}  // namespace dom

#endif  // EXAMPLES_DOM_PARSER_ARENA_H_
