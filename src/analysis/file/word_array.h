// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// WordArray: numbers of 32 bits that can become fewer without being copied.
// (A vector that shrinks takes the memory of both for a moment, which is just
// when there is none to spare.)

#ifndef HALFWORD_ANALYSIS_FILE_WORD_ARRAY_H_
#define HALFWORD_ANALYSIS_FILE_WORD_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace halfword::analysis {

class WordArray {
 public:
  WordArray() = default;
  // Not initialised.
  explicit WordArray(size_t size) { Resize(size); }

  // What is new is not initialised.
  void Resize(size_t size) {
    if (size == 0) {
      words_.reset();
    } else {
      void* const moved = std::realloc(words_.get(), size * sizeof(uint32_t));
      if (moved == nullptr) throw std::bad_alloc();
      static_cast<void>(words_.release());  // NOLINT: realloc() took it
      words_.reset(static_cast<uint32_t*>(moved));
    }
    size_ = size;
  }

  size_t size() const { return size_; }
  uint32_t& operator[](size_t index) { return words_.get()[index]; }
  uint32_t operator[](size_t index) const { return words_.get()[index]; }
  uint32_t* begin() { return words_.get(); }
  uint32_t* end() { return words_.get() + size_; }
  const uint32_t* begin() const { return words_.get(); }
  const uint32_t* end() const { return words_.get() + size_; }

 private:
  struct Free {
    void operator()(uint32_t* words) const { std::free(words); }
  };

  std::unique_ptr<uint32_t, Free> words_;
  size_t size_ = 0;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_FILE_WORD_ARRAY_H_
