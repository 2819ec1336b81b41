# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Every choice a build of Halfword offers, with its default and its check. A bad
# value stops the configuration with one line that names the option and what it
# takes, because the same value ends up in the ABI of the library.

include(halfword_sanitizer)

# halfword_choice(NAME VALUES DOCUMENTATION) declares a cache variable that
# takes one of the VALUES; the first is the default.
function(halfword_choice name values documentation)
  list(GET values 0 default)
  set(${name} "${default}" CACHE STRING "${documentation}")
  set_property(CACHE ${name} PROPERTY STRINGS ${values})
  if(NOT "${${name}}" IN_LIST values)
    list(JOIN values "|" alternatives)
    message(FATAL_ERROR "${name}=${${name}}: must be one of ${alternatives}.")
  endif()
endfunction()

# What a Member is. These three are part of the ABI.
halfword_choice(HALFWORD_REFERENCES "32;64"
  "Width of a reference: 32 bits, or 64 to measure what compression saves")
halfword_choice(HALFWORD_DECODE "zero;based"
  "Where the cage lies: zero = in [16, 32) GiB, based = at any odd 16 GiB")
halfword_choice(HALFWORD_VIRTUAL_BITS "3;4"
  "Shift of a reference: 3 = 16 GiB of 8-byte granules, 4 = 32 GiB of 16")

# What is built.
option(HALFWORD_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(HALFWORD_BUILD_TOOLS "Build the command line" ${PROJECT_IS_TOP_LEVEL})
option(HALFWORD_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(HALFWORD_BUILD_BENCH "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(HALFWORD_BUILD_VARIANTS
  "Build and install halfword::based and halfword::full_width too"
  ${PROJECT_IS_TOP_LEVEL})
option(HALFWORD_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})

# Whether memory is debugged: part of the ABI too.
option(HALFWORD_MEMORY_DEBUG
  "Canaries, filled freed memory, and the place where each object was made" OFF)

# How it is checked.
option(HALFWORD_VERIFY "Verify the heap after every collection (slow)" OFF)
option(HALFWORD_WERROR "Make warnings errors; our presets do" OFF)
option(HALFWORD_TEST_REPOSITORY
  "Also run the tests whose answer is the same in every build" ON)
set(HALFWORD_TEST_LTO "" CACHE STRING
  "Decoders (zero;based) to test with link-time optimisation, a minute each")
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  option(HALFWORD_DCHECK "Compile HALFWORD_DCHECK in" ON)
else()
  option(HALFWORD_DCHECK "Compile HALFWORD_DCHECK in" OFF)
endif()

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  find_program(HALFWORD_CCACHE ccache)
  mark_as_advanced(HALFWORD_CCACHE)
  if(HALFWORD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${HALFWORD_CCACHE}")
  endif()
endif()

# The zero-based window belongs to AddressSanitizer's shadow memory, so a build
# with that sanitizer decodes from a base whatever was chosen.
set(HALFWORD_EFFECTIVE_DECODE ${HALFWORD_DECODE})
halfword_needs_based_decode(HALFWORD_SANITIZED)
if(HALFWORD_SANITIZED AND HALFWORD_REFERENCES EQUAL 32)
  set(HALFWORD_EFFECTIVE_DECODE based)
endif()
