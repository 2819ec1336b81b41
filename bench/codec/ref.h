// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ref<T>: a reference as Codec stores it, with the write barrier that a
// concurrent collector wants: one test of a flag that is never set here. It
// does what every codec allows: null is tested and references are compared and
// copied as they are stored.

#ifndef HALFWORD_BENCH_CODEC_REF_H_
#define HALFWORD_BENCH_CODEC_REF_H_

#include <atomic>

#include "bench/codec/codecs.h"

namespace codec {

[[gnu::visibility("hidden")]] extern std::atomic<bool> is_marking;
[[gnu::noinline]] void MarkSlowly(void* pointer);

template <typename T>
class Ref {
 public:
  Ref() = default;
  Ref(const Ref&) = default;

  T* get() const { return static_cast<T*>(Codec::Decode(word_)); }
  T* operator->() const { return get(); }
  explicit operator bool() const { return word_ != 0; }
  bool operator==(const Ref& other) const { return word_ == other.word_; }
  uint64_t bits() const { return word_; }

  Ref& operator=(const Ref& other) {
    word_ = other.word_;
    if (is_marking.load(std::memory_order_relaxed)) MarkSlowly(get());
    return *this;
  }
  Ref& operator=(T* pointer) {
    word_ = Codec::Encode(pointer);
    if (is_marking.load(std::memory_order_relaxed)) MarkSlowly(pointer);
    return *this;
  }

 private:
  Codec::Word word_ = 0;
};

}  // namespace codec

#endif  // HALFWORD_BENCH_CODEC_REF_H_
