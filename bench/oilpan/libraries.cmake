# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Our own description of how to compile Oilpan without the rest of V8: targets
# oilpan_plain and oilpan_compressed (as Chrome ships it) and the interface
# oilpan_concurrent, which selects Oilpan's default, concurrent mode.

add_compile_options(-fno-rtti -fno-exceptions -w)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# Lists the sources under folders of V8, without those for other systems.
function(oilpan_sources result root)
  set(all)
  foreach(folder IN LISTS ARGN)
    file(GLOB found CONFIGURE_DEPENDS "${root}/${folder}/*.cc")
    list(APPEND all ${found})
  endforeach()
  list(FILTER all EXCLUDE REGEX "(_test|_benchmark|_testing|_mock|_win)\\.cc$")
  list(FILTER all EXCLUDE REGEX "_(android|fuchsia|win|zos|benchmarks)\\.cc$")
  list(FILTER all EXCLUDE REGEX "/(test_|benchmarks|gaussian_dist)[^/]*$")
  list(FILTER all EXCLUDE REGEX "/(recorder-(mac|win)|ieee754|ubsan)\\.cc$")
  list(FILTER all EXCLUDE REGEX "/cpu-[^/]*$")
  list(FILTER all EXCLUDE REGEX "/platform-(aix|cygwin|darwin|freebsd)\\.cc$")
  list(FILTER all EXCLUDE REGEX
    "/platform-(fuchsia|openbsd|qnx|solaris|starboard|win32|zos)\\.cc$")
  set(${result} ${all} PARENT_SCOPE)
endfunction()

set(v8 "${OILPAN_SOURCE}/v8")
set(absl "${OILPAN_SOURCE}/third_party/abseil-cpp")
oilpan_sources(base_sources "${v8}/src/base"
  . debug numbers platform sanitizer utils)
oilpan_sources(platform_sources "${v8}/src/libplatform" . tracing)
oilpan_sources(absl_sources "${absl}/absl" base base/internal container/internal
  debugging debugging/internal hash/internal numeric profiling/internal strings
  strings/internal strings/internal/str_format synchronization
  synchronization/internal time time/internal/cctz/src types)
oilpan_sources(heap_sources "${v8}/src/heap" base base/asm/x64 cppgc-internal)

add_library(oilpan_base STATIC
  ${base_sources} ${platform_sources} ${absl_sources}
  "${v8}/src/base/cpu/cpu-x86.cc")
target_compile_features(oilpan_base PUBLIC cxx_std_20)
target_include_directories(oilpan_base SYSTEM PUBLIC
  "${v8}" "${v8}/include" "${absl}" "${OILPAN_SOURCE}")
target_compile_definitions(oilpan_base PUBLIC CPPGC_IS_STANDALONE
  V8_TARGET_ARCH_X64 V8_HOST_ARCH_X64 V8_OS_LINUX V8_LOGGING_LEVEL=0)
target_link_libraries(oilpan_base PUBLIC Threads::Threads ${CMAKE_DL_LIBS})

function(oilpan_library name)
  add_library(${name} STATIC ${heap_sources} collection_count.cc)
  target_compile_definitions(${name} PUBLIC ${ARGN})
  target_link_libraries(${name} PUBLIC oilpan_base)
endfunction()

# The cage's source refuses to be compiled without one.
set(cage_sources ${heap_sources})
list(FILTER cage_sources INCLUDE REGEX "/caged-heap[^/]*$")
list(REMOVE_ITEM heap_sources ${cage_sources})
oilpan_library(oilpan_plain CPPGC_SLIM_WRITE_BARRIER)
oilpan_library(oilpan_compressed CPPGC_SLIM_WRITE_BARRIER CPPGC_CAGED_HEAP
  CPPGC_POINTER_COMPRESSION CPPGC_YOUNG_GENERATION CPPGC_ENABLE_LARGER_CAGE)
target_sources(oilpan_compressed PRIVATE ${cage_sources})

add_library(oilpan_concurrent INTERFACE)
target_compile_definitions(oilpan_concurrent INTERFACE
  HALFWORD_BENCH_OILPAN_CONCURRENT)
