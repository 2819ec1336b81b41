// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings "scoped" of the suite operations: ScopedMutableString, in an
// array of the program's.

#ifndef HALFWORD_BENCH_OPERATIONS_STRINGS_SCOPED_H_
#define HALFWORD_BENCH_OPERATIONS_STRINGS_SCOPED_H_

#include <vector>

#include "bench/operations/strings_changing.h"

namespace bench {

using Text = halfword::ScopedMutableString;

class Texts {
 public:
  explicit Texts(size_t count) : texts_(count) {}
  Text* begin() { return texts_.data(); }
  Text& operator[](size_t index) { return texts_[index]; }

 private:
  std::vector<Text> texts_;
};

}  // namespace bench

#endif  // HALFWORD_BENCH_OPERATIONS_STRINGS_SCOPED_H_
