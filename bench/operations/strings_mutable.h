// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The strings "mutable" of the suite operations: MutableString, in a managed
// object.

#ifndef HALFWORD_BENCH_OPERATIONS_STRINGS_MUTABLE_H_
#define HALFWORD_BENCH_OPERATIONS_STRINGS_MUTABLE_H_

#include "bench/operations/strings_changing.h"

namespace bench {

using Text = halfword::MutableString;
using Texts = ManagedTexts<Text>;

}  // namespace bench

#endif  // HALFWORD_BENCH_OPERATIONS_STRINGS_MUTABLE_H_
