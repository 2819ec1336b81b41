# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The suite "image" with Halfword's images, which have more groups than the
# rivals.

function(bench_heap_image variant library noun_library)
  bench_image(${variant} store_halfword.h ${library})
  set(target bench_image_${variant})
  target_sources(${target} PRIVATE moved_group.cc save_groups.cc)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE HALFWORD_BENCH_SAVES)
  if(EXISTS "${HALFWORD_JAMS}/kernel.jam" AND TARGET ${noun_library})
    target_sources(${target} PRIVATE kernel_group.cc)
    target_link_libraries(${target} PRIVATE ${noun_library})
    target_compile_definitions(${target} PRIVATE
      HALFWORD_JAMS="${HALFWORD_JAMS}")
  endif()
endfunction()

if(HALFWORD_REFERENCES EQUAL 64)
  bench_heap_image(halfword-64 halfword::halfword nouns)
else()
  bench_heap_image(halfword halfword::halfword nouns)
  if(HALFWORD_BUILD_VARIANTS)
    bench_heap_image(halfword-64 halfword::full_width nouns-64)
  endif()
endif()
