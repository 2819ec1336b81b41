# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# What a variant and a layer are.
#
# A variant is the whole library compiled with one choice of reference width and
# decoder. The choice is a set of PUBLIC compile definitions, so that whoever
# links a variant compiles the headers the same way. All variants have the same
# sources; two of them cannot be linked into one program.
#
# A layer is a folder of src/. Its CMakeLists.txt calls halfword_layer() with
# the names of its files and nothing else.

find_package(Threads REQUIRED)
set(HALFWORD_VARIANTS "")

# halfword_warnings(TARGET) turns on our warnings for a target of this project.
function(halfword_warnings target)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-interference-size)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      # What std::stable_sort() of GCC 12's library uses, clang calls
      # deprecated.
      target_compile_options(${target} PRIVATE
        -Wno-unknown-warning-option -Wno-deprecated-declarations)
    elseif(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # Warns of "text" + std::string (https://gcc.gnu.org/PR105651).
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
  endif()
  if(HALFWORD_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# halfword_internal(TARGET) lets a target of this project include the headers of
# a layer as "cage/cage.h" and those of other folders by their full path, and
# gives it the private definitions of the library.
function(halfword_internal target)
  halfword_warnings(${target})
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE
    HALFWORD_VERIFY=$<BOOL:${HALFWORD_VERIFY}>
    HALFWORD_VERSION="${PROJECT_VERSION}")
endfunction()

# halfword_add_variant(TARGET ALIAS name REFERENCES 32|64 DECODE zero|based)
# declares a static library, also known as halfword::<name>.
function(halfword_add_variant target)
  cmake_parse_arguments(PARSE_ARGV 1 VARIANT "" "ALIAS;REFERENCES;DECODE" "")
  if(VARIANT_REFERENCES EQUAL 64)
    set(VARIANT_DECODE zero)
  endif()
  add_library(${target} STATIC)
  add_library(halfword::${VARIANT_ALIAS} ALIAS ${target})
  set(based $<STREQUAL:${VARIANT_DECODE},based>)
  target_compile_definitions(${target} PUBLIC
    HALFWORD_REFERENCES=${VARIANT_REFERENCES}
    HALFWORD_DECODE_BASED=${based}
    HALFWORD_VIRTUAL_BITS=${HALFWORD_VIRTUAL_BITS}
    HALFWORD_MEMORY_DEBUG=$<BOOL:${HALFWORD_MEMORY_DEBUG}>
    HALFWORD_DCHECK_ENABLED=$<BOOL:${HALFWORD_DCHECK}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} PUBLIC Threads::Threads)
  # What a failed check prints is the same on every machine.
  target_compile_options(${target} PRIVATE
    "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON)
  if(NOT target STREQUAL "halfword" AND NOT HALFWORD_BUILD_VARIANTS)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  halfword_internal(${target})
  list(APPEND HALFWORD_VARIANTS ${target})
  set(HALFWORD_VARIANTS "${HALFWORD_VARIANTS}" PARENT_SCOPE)
endfunction()

# halfword_layer(NAME [SOURCES x.cc...] [TESTS x_test.cc...]
#                [BENCHMARKS x_bench.cc...] [FUZZERS x_fuzz.cc...])
# adds the sources to every variant. The tests, and x_test.cc beside each x.cc
# of the sources, become one program, NAME_test, and the benchmarks NAME_bench,
# both linked with halfword::halfword; a fuzzer is a program of its own, named
# as its file.
function(halfword_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 LAYER ""
    "" "SOURCES;TESTS;BENCHMARKS;FUZZERS")
  if(LAYER_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "halfword_layer(${name}): ${LAYER_UNPARSED_ARGUMENTS}?")
  endif()
  foreach(variant IN LISTS HALFWORD_VARIANTS)
    target_sources(${variant} PRIVATE ${LAYER_SOURCES})
  endforeach()
  if(HALFWORD_BUILD_TESTS)
    file(GLOB present CONFIGURE_DEPENDS
      RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *_test.cc)
    foreach(source IN LISTS LAYER_SOURCES)
      string(REGEX REPLACE "\\.cc$" "_test.cc" test "${source}")
      if(test IN_LIST present)
        list(APPEND LAYER_TESTS "${test}")
      endif()
    endforeach()
  endif()
  if(LAYER_TESTS AND HALFWORD_BUILD_TESTS)
    list(SORT LAYER_TESTS)
    halfword_test(${name}_test SOURCES ${LAYER_TESTS})
  endif()
  if(LAYER_FUZZERS AND HALFWORD_BUILD_TESTS)
    halfword_fuzzers(${LAYER_FUZZERS})
  endif()
  if(LAYER_BENCHMARKS AND HALFWORD_BUILD_BENCH)
    find_package(benchmark REQUIRED)
    add_executable(${name}_bench ${LAYER_BENCHMARKS})
    target_link_libraries(${name}_bench PRIVATE
      halfword::halfword benchmark::benchmark benchmark::benchmark_main)
    halfword_internal(${name}_bench)
  endif()
endfunction()

# halfword_add_directory(PATH) is add_subdirectory() for a part that a source
# package may leave out.
function(halfword_add_directory path)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${path}/CMakeLists.txt")
    add_subdirectory(${path})
  endif()
endfunction()
