// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The groups of the suite hash_table whose keys are strings.

#ifndef HALFWORD_BENCH_STRING_TABLES_H_
#define HALFWORD_BENCH_STRING_TABLES_H_

#include "bench/measure.h"

namespace bench {

void RunTextNumbers(const Scale& scale);
void RunTextWords(const Scale& scale);
void RunTextMixed(const Scale& scale);
void RunPointerNumbers(const Scale& scale);
void RunPointerWords(const Scale& scale);
void RunPointerMixed(const Scale& scale);

}  // namespace bench

#endif  // HALFWORD_BENCH_STRING_TABLES_H_
