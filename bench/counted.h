// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the suite ref_ptr asks of a counted pointer. The build compiles it once
// for each with the header that HALFWORD_BENCH_COUNTED names, which defines, in
// namespace bench:
//
//   CountedObject<T, kThreads>   base class of what is counted
//   Counted<T>                   the pointer
//   MakeCounted<T>(arguments...) makes an object
//   HALFWORD_BENCH_FIELDS(T, fields...)  stands last in a class

#ifndef HALFWORD_BENCH_COUNTED_H_
#define HALFWORD_BENCH_COUNTED_H_

#include HALFWORD_BENCH_COUNTED

#endif  // HALFWORD_BENCH_COUNTED_H_
