// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the suite strings asks of a string. The build compiles it once for each
// with the header that HALFWORD_BENCH_TEXT names, which defines, in namespace
// bench:
//
//   Text                         the string, a value
//   Repeat(byte, count)          as Perl's 'a' x count
//   Part(text, begin, count)     as substr
//   Add(text, literal)           text . "literal"
//   FromBytes(view)              a Text of these bytes
//   BytesOf(text)                a view of the bytes of an lvalue
//   Texts(runtime, count)        so many empty Texts, indexed by []
//   TextRuntime                  made first, and alive as long as any Text

#ifndef HALFWORD_BENCH_TEXT_H_
#define HALFWORD_BENCH_TEXT_H_

#include HALFWORD_BENCH_TEXT

#endif  // HALFWORD_BENCH_TEXT_H_
