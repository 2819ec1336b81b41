// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The groups of the suite "collections", a source each.

#ifndef HALFWORD_BENCH_COLLECTIONS_H_
#define HALFWORD_BENCH_COLLECTIONS_H_

#include "bench/measure.h"

namespace bench {

void RunVectors(const Scale& scale);
void RunShortVectors(const Scale& scale);
void RunDeques(const Scale& scale);

}  // namespace bench

#endif  // HALFWORD_BENCH_COLLECTIONS_H_
