// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The memory of the laboratory: a piece of a codec's cage, handed out from
// bottom to top and never given back. See codecs.h.

#ifndef HALFWORD_BENCH_CODEC_CAGE_H_
#define HALFWORD_BENCH_CODEC_CAGE_H_

#include <cstddef>
#include <cstdint>

namespace codec {

// Maps memory where Codec wants it and sets what its Decode() reads, the first
// time it is called. Exits with a message where that place is taken.
void OpenCage();

// Returns `bytes` zeroed bytes, aligned to 8. Requires: OpenCage().
void* TakeBytes(size_t bytes);

}  // namespace codec

#endif  // HALFWORD_BENCH_CODEC_CAGE_H_
