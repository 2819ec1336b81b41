# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The rivals that are packages: those that are installed take part.

find_package(mimalloc CONFIG QUIET)
if(TARGET mimalloc)
  bench_variant(mimalloc runtime_malloc.h counted_mimalloc.h mimalloc)
endif()
find_path(BOEHM_INCLUDE gc.h)
find_library(BOEHM_LIBRARY gc)
if(BOEHM_INCLUDE AND BOEHM_LIBRARY)
  bench_variant(boehm runtime_boehm.h none ${BOEHM_LIBRARY})
endif()

add_subdirectory(rivals)
