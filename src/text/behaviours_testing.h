// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The behaviours that years of copy-on-write in an interpreter have asked for,
// by their numbers in docs/design/mutable_string.md#behaviours, which says what
// each was there; B17 is in one of behaviours_*_test.cc. Here each is said of
// the two kinds of strings. Only tests include this file.

#ifndef HALFWORD_TEXT_BEHAVIOURS_TESTING_H_
#define HALFWORD_TEXT_BEHAVIOURS_TESTING_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/mutable_string.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline std::string Letters(size_t count) {
  std::string text(count, ' ');
  for (size_t i = 0; i < count; ++i) {
    text[i] = static_cast<char>('a' + i % 26);
  }
  return text;
}

inline const std::string kLong = Letters(100);

class Value : public GarbageCollected<Value> {
 public:
  MutableString text_;
  HALFWORD_FIELDS(Value, text_)
};

class Entry : public GarbageCollected<Entry> {
 public:
  String key_;
  MutableString value_;
  HALFWORD_FIELDS(Entry, key_, value_)
};

class BehavioursTest : public ::testing::Test {
 protected:
  template <typename T, typename... Args>
  Persistent<T> Make(Args&&... args) {
    return MakeGarbageCollected<T>(heap_->GetAllocationHandle(),
                                   std::forward<Args>(args)...);
  }
  Persistent<Value> MakeValue(const ScopedMutableString& text) {
    Persistent<Value> value = Make<Value>();
    value->text_ = text;
    return value;
  }
  size_t LiveBytes() {
    CollectPrecisely(*heap_);
    return heap_->CollectStatistics(HeapStatistics::kBrief).used_size_bytes;
  }

  const std::unique_ptr<Heap> heap_ = Heap::Create();
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_TEXT_BEHAVIOURS_TESTING_H_
