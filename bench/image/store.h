// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The way to keep a tree in a file that this program measures: the build names
// its header, one of store_*.h, by HALFWORD_BENCH_STORE. What it has to offer
// says stored_tree.h.

#ifndef HALFWORD_BENCH_IMAGE_STORE_H_
#define HALFWORD_BENCH_IMAGE_STORE_H_

#include "bench/image/stored_tree.h"  // IWYU pragma: export

#include HALFWORD_BENCH_STORE  // IWYU pragma: export

#endif  // HALFWORD_BENCH_IMAGE_STORE_H_
