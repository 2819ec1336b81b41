// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string "halfword": String, in a heap with its default options.

#ifndef HALFWORD_BENCH_TEXT_HALFWORD_H_
#define HALFWORD_BENCH_TEXT_HALFWORD_H_

#include <cstddef>
#include <memory>
#include <string_view>

#include "halfword/halfword.h"

namespace bench {

using Text = halfword::String;

class TextRuntime {
 public:
  halfword::AllocationHandle& handle() { return heap_->GetAllocationHandle(); }

 private:
  const std::unique_ptr<halfword::Heap> heap_ = halfword::Heap::Create();
};

inline Text Repeat(char byte, size_t count) { return Text(count, byte); }
inline Text Part(const Text& text, size_t begin, size_t count) {
  return text.substr(begin, count);
}
template <size_t kBytes>
Text Add(const Text& text, const char (&literal)[kBytes]) {
  return text + std::string_view(literal, kBytes - 1);
}
inline Text FromBytes(std::string_view bytes) { return Text(bytes); }
inline std::string_view BytesOf(const Text& text) { return text; }

class Texts {
 public:
  Texts(TextRuntime& runtime, size_t count)
      : rows_(halfword::MakeGarbageCollected<Rows>(
            runtime.handle(), halfword::TrailingBytes<Rows>(count))) {}
  Text& operator[](size_t index) {
    return halfword::TrailingArray(rows_.Get())[index];
  }

 private:
  class Rows : public halfword::GarbageCollected<Rows> {
    HALFWORD_FIELDS(Rows)
    HALFWORD_TRAILING(Rows, Text)
  };
  halfword::Persistent<Rows> rows_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_TEXT_HALFWORD_H_
