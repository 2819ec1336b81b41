// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Macros that repeat a macro for each item of a list, as HALFWORD_FIELDS needs
// them: C++20 has no reflection, so the names of fields are a preprocessor list.
//
// One step handles an item and leaves the name of the next step behind, which
// the surrounding rescans expand: 4^4 + 4^3 + ... = 340 rescans, so lists of up
// to 256 items. A longer list ends in an undeclared HALFWORD_INTERNAL_EACH_AGAIN.

#ifndef HALFWORD_INTERNAL_FOR_EACH_H_
#define HALFWORD_INTERNAL_FOR_EACH_H_

#define HALFWORD_INTERNAL_PARENTHESES ()

#define HALFWORD_INTERNAL_RESCAN(...)        \
  HALFWORD_INTERNAL_RESCAN_3(                \
      HALFWORD_INTERNAL_RESCAN_3(            \
          HALFWORD_INTERNAL_RESCAN_3(HALFWORD_INTERNAL_RESCAN_3(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_3(...)      \
  HALFWORD_INTERNAL_RESCAN_2(                \
      HALFWORD_INTERNAL_RESCAN_2(            \
          HALFWORD_INTERNAL_RESCAN_2(HALFWORD_INTERNAL_RESCAN_2(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_2(...)      \
  HALFWORD_INTERNAL_RESCAN_1(                \
      HALFWORD_INTERNAL_RESCAN_1(            \
          HALFWORD_INTERNAL_RESCAN_1(HALFWORD_INTERNAL_RESCAN_1(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_1(...)      \
  HALFWORD_INTERNAL_RESCAN_0(                \
      HALFWORD_INTERNAL_RESCAN_0(            \
          HALFWORD_INTERNAL_RESCAN_0(HALFWORD_INTERNAL_RESCAN_0(__VA_ARGS__))))
#define HALFWORD_INTERNAL_RESCAN_0(...) __VA_ARGS__

// macro(fixed, item) for each item; fixed is the same each time.
#define HALFWORD_INTERNAL_FOR_EACH(macro, fixed, ...)            \
  __VA_OPT__(HALFWORD_INTERNAL_RESCAN(                           \
      HALFWORD_INTERNAL_EACH_STEP(macro, fixed, __VA_ARGS__)))
#define HALFWORD_INTERNAL_EACH_STEP(macro, fixed, item, ...)     \
  macro(fixed, item)                                             \
  __VA_OPT__(HALFWORD_INTERNAL_EACH_AGAIN                        \
             HALFWORD_INTERNAL_PARENTHESES(macro, fixed, __VA_ARGS__))
#define HALFWORD_INTERNAL_EACH_AGAIN() HALFWORD_INTERNAL_EACH_STEP

#endif  // HALFWORD_INTERNAL_FOR_EACH_H_
