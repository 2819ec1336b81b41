// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_INTERNAL_FOR_EACH repeats a macro for each item of a list of up to
// 256 items, as HALFWORD_FIELDS needs it: C++20 has no reflection, so the names
// of fields are a preprocessor list.
//
// A macro cannot expand itself, so the first 32 items have a step each. What
// comes after them goes through one step that leaves the name of the next one
// behind, for surrounding rescans to expand. These cost more time than all else
// in a class (10 ms), which is why short lists do without.

#ifndef HALFWORD_INTERNAL_FOR_EACH_H_
#define HALFWORD_INTERNAL_FOR_EACH_H_

// macro(fixed, item) for each item; fixed is the same each time.
#define HALFWORD_INTERNAL_FOR_EACH(macro, fixed, ...) \
  __VA_OPT__(HALFWORD_INTERNAL_EACH_0(macro, fixed, __VA_ARGS__))

#define HALFWORD_INTERNAL_EACH_0(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_1(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_1(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_2(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_2(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_3(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_3(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_4(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_4(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_5(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_5(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_6(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_6(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_7(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_7(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_8(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_8(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_9(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_9(macro, fixed, item, ...) \
  macro(fixed, item)                                      \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_10(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_10(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_11(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_11(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_12(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_12(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_13(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_13(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_14(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_14(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_15(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_15(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_16(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_16(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_17(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_17(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_18(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_18(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_19(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_19(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_20(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_20(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_21(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_21(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_22(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_22(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_23(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_23(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_24(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_24(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_25(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_25(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_26(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_26(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_27(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_27(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_28(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_28(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_29(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_29(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_30(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_30(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_31(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_31(macro, fixed, item, ...) \
  macro(fixed, item)                                       \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_MORE(macro, fixed, __VA_ARGS__))

#define HALFWORD_INTERNAL_EACH_MORE(macro, fixed, ...) \
  HALFWORD_INTERNAL_RESCAN(                            \
      HALFWORD_INTERNAL_EACH_STEP(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_STEP(macro, fixed, item, ...)                 \
  macro(fixed, item)                                                         \
      __VA_OPT__(HALFWORD_INTERNAL_EACH_AGAIN HALFWORD_INTERNAL_PARENTHESES( \
          macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_AGAIN() HALFWORD_INTERNAL_EACH_STEP
#define HALFWORD_INTERNAL_PARENTHESES ()

// 4^4 + 4^3 + ... = 340 rescans, one an item. A longer list ends in an
// undeclared HALFWORD_INTERNAL_EACH_AGAIN.
#define HALFWORD_INTERNAL_RESCAN(...)                    \
  HALFWORD_INTERNAL_RESCAN_3(HALFWORD_INTERNAL_RESCAN_3( \
      HALFWORD_INTERNAL_RESCAN_3(HALFWORD_INTERNAL_RESCAN_3(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_3(...)                  \
  HALFWORD_INTERNAL_RESCAN_2(HALFWORD_INTERNAL_RESCAN_2( \
      HALFWORD_INTERNAL_RESCAN_2(HALFWORD_INTERNAL_RESCAN_2(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_2(...)                  \
  HALFWORD_INTERNAL_RESCAN_1(HALFWORD_INTERNAL_RESCAN_1( \
      HALFWORD_INTERNAL_RESCAN_1(HALFWORD_INTERNAL_RESCAN_1(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_1(...)                  \
  HALFWORD_INTERNAL_RESCAN_0(HALFWORD_INTERNAL_RESCAN_0( \
      HALFWORD_INTERNAL_RESCAN_0(HALFWORD_INTERNAL_RESCAN_0(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_0(...) __VA_ARGS__

#endif  // HALFWORD_INTERNAL_FOR_EACH_H_
