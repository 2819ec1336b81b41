// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MarkStack: references that were found and wait to be marked. It grows by
// doubling, so that no shape of graph overflows anything; a list keeps it at
// one entry, a wide object needs as many as it has references. Where there is
// no memory for that, it throws std::bad_alloc.

#ifndef HALFWORD_GC_MARKING_MARK_STACK_H_
#define HALFWORD_GC_MARKING_MARK_STACK_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "base/system_memory.h"
#include "halfword/internal/compiler.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MarkStack {
 public:
  MarkStack() { Grow(kInitialCapacity); }
  ~MarkStack() { FreeSystemMemory(words_, bytes()); }
  MarkStack(const MarkStack&) = delete;
  MarkStack& operator=(const MarkStack&) = delete;

  bool empty() const { return top_ == words_; }
  size_t size() const { return static_cast<size_t>(top_ - words_); }
  size_t bytes() const {
    return static_cast<size_t>(end_ - words_) * sizeof(Word);
  }

  // Where the next word goes. A loop that pushes keeps it in a register and
  // gives it back by set_top().
  Word* top() const { return top_; }
  const Word* bottom() const { return words_; }
  void set_top(Word* top) { top_ = top; }

  // Makes room for count more words above a top, and returns that top, which
  // moves if the stack does.
  HALFWORD_ALWAYS_INLINE Word* Ensure(Word* top, size_t count) {
    if (__builtin_expect(static_cast<size_t>(end_ - top) >= count, true)) {
      return top;
    }
    top_ = top;
    Grow(2 * (size() + count));
    return top_;
  }

  void Push(Word word) {
    Word* const top = Ensure(top_, 1);
    *top = word;
    top_ = top + 1;
  }

  void PushMany(const Word* words, size_t count) {
    Word* const top = Ensure(top_, count);
    std::memcpy(top, words, count * sizeof(Word));
    top_ = top + count;
  }

  // Moves the count oldest words onto another stack.
  // Requires: so many are here. Cost: of a copy of both parts.
  void MoveOldest(size_t count, MarkStack* to) {
    MoveOldestIf(count, to, [](Word) { return true; });
  }

  // The same, of those for which the function is true.
  template <typename Function>
  void MoveOldestIf(size_t count, MarkStack* to, Function function) {
    Word* target = to->Ensure(to->top_, count);
    Word* kept = words_;
    for (const Word* word = words_; word != words_ + count; ++word) {
      if (function(*word)) {
        *target++ = *word;
      } else {
        *kept++ = *word;
      }
    }
    to->top_ = target;
    const size_t moved = count - static_cast<size_t>(kept - words_);
    std::memmove(kept, words_ + count, (size() - count) * sizeof(Word));
    top_ -= moved;
  }

  // Moves the count newest words onto another stack.
  // Requires: so many are here.
  void MoveNewest(size_t count, MarkStack* to) {
    to->PushMany(top_ - count, count);
    top_ -= count;
  }

  // Takes up to count_max words, the newest last; they stand where they stood
  // until others are pushed.
  HALFWORD_ALWAYS_INLINE std::span<const Word> PopMany(size_t count_max) {
    const size_t count = std::min(size(), count_max);
    top_ -= count;
    return {top_, count};
  }

 private:
  static constexpr size_t kInitialCapacity = 1024;

  HALFWORD_COLD void Grow(size_t capacity) {
    const size_t used = size();
    const size_t new_bytes = capacity * sizeof(Word);
    words_ = static_cast<Word*>(
        words_ == nullptr ? AllocateSystemMemory(new_bytes)
                          : GrowSystemMemory(words_, bytes(), new_bytes));
    top_ = words_ + used;
    end_ = words_ + capacity;
  }

  Word* words_ = nullptr;
  Word* top_ = nullptr;
  Word* end_ = nullptr;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARKING_MARK_STACK_H_
