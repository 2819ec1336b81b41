// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the suite strings asks of a string. The build compiles it once for each
// with the header that HALFWORD_BENCH_TEXT names, which defines, in namespace
// bench, the way that somebody who uses that string would write it:
//
//   Text                         the string, a value
//   Local                        the same where a variable on the stack has a
//                                class of its own, else Text
//   TextRuntime                  made first, and alive as long as any Text
//     Collect()                  a full collection, if there is a collector
//   Repeat(byte, count)          a Local, as Perl's 'a' x count
//   Part(string, begin, count)   a Text or Local, as substr
//   Add(local, literal)          local . "literal"
//   FromBytes(view)              a Text of these bytes
//   BytesOf(string)              a view of the bytes of an lvalue
//   LowerPart(text, begin, count)   lc substr(...), a Text
//   Replace(text, from, to)      a copy with every `from` become `to`
//   Append(text, view)           text .= view
//   Texts(runtime, count)        so many empty Texts, indexed by []
//   List                         an array of Texts that grows: push_back(),
//                                size(), []
//   Join(list, separator)        a Text
//   Ranked, RankedList           {Text text; uint32_t count;} and the same
//                                list of these; begin(), end()
//   Map                          from strings to uint32_t
//     At(text)                   the number of a key, 0 if it is new
//     Find(text)                 the number, 0 if there is none
//     Reserve(count)             room for so many keys
//     size(), ForEach(function)  function(key, number)
//   SharesBytes(text, key)       whether a copy of a key has the same bytes in
//                                memory; all do if kSharesKeys
//   kOnlyMaps                    true: only the rows with a Map differ from
//                                those of another variant

#ifndef HALFWORD_BENCH_STRINGS_TEXT_H_
#define HALFWORD_BENCH_STRINGS_TEXT_H_

#include HALFWORD_BENCH_TEXT

#endif  // HALFWORD_BENCH_STRINGS_TEXT_H_
