# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# A toolchain file that prefers clang 19 to the compiler CMake would take, where
# it is installed. The sanitizer presets use it: clang's run-time libraries are
# newer than those of g++ 12 and include libFuzzer; without it g++'s will do.

find_program(HALFWORD_CLANG NAMES clang++-19)
mark_as_advanced(HALFWORD_CLANG)
if(HALFWORD_CLANG AND NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER "${HALFWORD_CLANG}")
endif()
