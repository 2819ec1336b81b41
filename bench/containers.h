// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the suite "collections" asks of a library of containers, which the
// header that HALFWORD_BENCH_CONTAINERS names defines in namespace bench:
//
//   Object<T>     base class of what World makes
//   Reference<T>  what a container holds of it
//   Vector<T>     a vector of References; Deque<T> the same
//   HALFWORD_BENCH_FIELDS(T, fields...)  stands last in a class
//   class World   where objects and containers are:
//     Make<T>(arguments...)  a T*, which lives as long as something on the
//                            stack or in a container refers to it, or longer

#ifndef HALFWORD_BENCH_CONTAINERS_H_
#define HALFWORD_BENCH_CONTAINERS_H_

#include HALFWORD_BENCH_CONTAINERS

#endif  // HALFWORD_BENCH_CONTAINERS_H_
