# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The first heap, compiled with the sources of the library into one program by
# link-time optimisation, which may look for the mask's value everywhere.

get_target_property(sources halfword SOURCES)
set(flags -flto=auto -g0)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND flags -fuse-ld=lld)
endif()

# As in the library, whose properties of files do not reach this folder.
set(alone ${sources})
list(FILTER alone INCLUDE REGEX "_avx2\\.cc$")
set_source_files_properties(${alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

foreach(decoder IN LISTS HALFWORD_TEST_LTO)
  set(program first_heap_lto_${decoder})
  add_executable(${program} first_heap.cc ${sources})
  halfword_internal(${program})
  target_compile_features(${program} PRIVATE cxx_std_20)
  target_include_directories(${program} PRIVATE "${PROJECT_SOURCE_DIR}/include")
  target_compile_definitions(${program} PRIVATE
    HALFWORD_REFERENCES=32
    HALFWORD_DECODE_BASED=$<STREQUAL:${decoder},based>)
  target_compile_options(${program} PRIVATE -flto=auto -g0)
  target_link_options(${program} PRIVATE ${flags})
  target_link_libraries(${program} PRIVATE Threads::Threads)
  # The lint would else read each source once more.
  set_target_properties(${program} PROPERTIES
    CXX_EXTENSIONS OFF
    EXPORT_COMPILE_COMMANDS OFF)
  first_heap_test(lto_${decoder} ${program})
endforeach()
