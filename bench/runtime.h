// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a suite may ask of a memory manager. A suite is one source; the build
// compiles it once for each memory manager with the header that
// HALFWORD_BENCH_RUNTIME names, so all of them run the same statements on the
// same fields. Such a header defines, in namespace bench:
//
//   Object<T>       base class of what the memory manager allocates
//   Polymorphic<T>  the same for the root of a class hierarchy. It has a
//                   virtual function only where the memory manager needs one to
//                   release or trace an object through a pointer to its base
//   Owner<T>        field that keeps its object alive; the only one that does
//   Link<T>         field that refers to an object some Owner keeps alive (a
//                   collector does not care which of the two it is)
//   Local<T>        what Make() returns: holds a fresh object on the stack
//   Root<T>         keeps an object alive from outside the heap
//   Get(x)          the plain pointer in any of the four
//   Weak<T>, SetWeak(slot, pointer)  a reference that is cleared when its
//                   object dies; HALFWORD_BENCH_HAS_WEAK says that there are
//   IdentityWord(link)  the bits of a Link, to hash it
//   HALFWORD_BENCH_FIELDS(T, fields...), HALFWORD_BENCH_BASES(T, base),
//   HALFWORD_BENCH_TRAILING(T, element)  stand last in a class
//   kReleasesByHand  true where destructors release memory
//   class Runtime   the heap:
//     kCollects           has a collector
//     Make<T>(arguments...)
//     MakeTrailing<T>(bytes, arguments...)  with bytes behind the object,
//                         zeroed unless T says kLeaf (holds no reference)
//     Collect()           a full collection, swept completely; nothing on the
//                         stack counts as a reference, only roots do
//     collection_count()
//     LiveBytes()         what the memory manager says live objects take, with
//                         its tables where it counts them (README.md)
//
// Owners are assigned from Locals with std::move(). Next: table.h.

#ifndef HALFWORD_BENCH_RUNTIME_H_
#define HALFWORD_BENCH_RUNTIME_H_

#include HALFWORD_BENCH_RUNTIME

#endif  // HALFWORD_BENCH_RUNTIME_H_
