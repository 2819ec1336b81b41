// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MarkStack: references that were found and wait to be marked. It grows by
// doubling, so that no shape of graph overflows anything; a list keeps it at
// one entry, a wide object needs as many as it has references.

#ifndef HALFWORD_GC_MARK_STACK_H_
#define HALFWORD_GC_MARK_STACK_H_

#include <cstddef>
#include <cstdlib>

#include "halfword/internal/checks.h"
#include "halfword/internal/word.h"

namespace halfword::inline HALFWORD_ABI::internal {

class MarkStack {
 public:
  MarkStack() { Grow(kInitialCapacity); }
  ~MarkStack() { std::free(words_); }
  MarkStack(const MarkStack&) = delete;
  MarkStack& operator=(const MarkStack&) = delete;

  bool empty() const { return size_ == 0; }

  // Makes room for count more words, which PushIf() may then push.
  void Ensure(size_t count) {
    if (__builtin_expect(capacity_ - size_ < count, false)) {
      Grow(2 * (size_ + count));
    }
  }

  // Pushes without a branch. Requires: Ensure() made room.
  HALFWORD_ALWAYS_INLINE void PushIf(Word word, bool condition) {
    words_[size_] = word;
    size_ += condition;
  }

  void Push(Word word) {
    Ensure(1);
    PushIf(word, true);
  }

  // Requires: not empty().
  HALFWORD_ALWAYS_INLINE Word Pop() { return words_[--size_]; }

 private:
  static constexpr size_t kInitialCapacity = 1024;

  HALFWORD_COLD void Grow(size_t capacity) {
    void* const words = std::realloc(words_, capacity * sizeof(Word));
    HALFWORD_CHECK(words != nullptr, "malloc has no memory for the mark stack");
    words_ = static_cast<Word*>(words);
    capacity_ = capacity;
  }

  Word* words_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_MARK_STACK_H_
