# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# What a build with a sanitizer does otherwise.

# halfword_needs_based_decode(VARIABLE) sets VARIABLE to TRUE or FALSE: whether
# the code of the calling directory is compiled for a sanitizer whose shadow
# memory covers the zero-based window of the cage. Both the build of the library
# and the installed package configuration ask, so that headers and binary change
# together. It reads the language flags and the options of the directory; what a
# single target adds is not known here: such a target links halfword::based
# itself.
function(halfword_needs_based_decode variable)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_directory_property(options COMPILE_OPTIONS)
  set(flags "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}} ${options}")
  if(flags MATCHES "-fsanitize=[a-z,-]*address")
    set(${variable} TRUE PARENT_SCOPE)
  else()
    set(${variable} FALSE PARENT_SCOPE)
  endif()
endfunction()

# halfword_replaces_new(VARIABLE SOURCE) sets VARIABLE to a source that replaces
# operator new, but not where that is the thread sanitizer's, of which there can
# be no second one.
function(halfword_replaces_new variable source)
  if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
    set(${variable} ${source} PARENT_SCOPE)
  endif()
endfunction()
