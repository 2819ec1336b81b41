# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# The rivals of the suite strings, where they are installed: packages
# libmimalloc-dev, libabsl-dev, libboost1.81-dev, qt6-base-dev and perl.
# folly::fbstring is not among them: Debian has no package of it.

find_package(mimalloc CONFIG QUIET)
if(TARGET mimalloc)
  bench_texts(mimalloc text_std.h mimalloc)
endif()
find_package(absl CONFIG QUIET)
if(TARGET absl::cord)
  bench_texts(cord text_cord.h absl::cord absl::flat_hash_map)
  bench_texts(absl text_absl.h absl::flat_hash_map)
endif()
find_path(BOOST_FLAT_INCLUDE boost/unordered/unordered_flat_map.hpp)
if(BOOST_FLAT_INCLUDE)
  bench_texts(boost text_boost.h Threads::Threads)
  target_include_directories(bench_strings_boost SYSTEM PRIVATE
    "${BOOST_FLAT_INCLUDE}")
endif()
find_package(Qt6 COMPONENTS Core QUIET)
if(TARGET Qt6::Core)
  bench_texts(qbytearray text_qbytearray.h Qt6::Core)
endif()

# perl-base alone has no clock that is fine enough.
find_program(PERL_PROGRAM perl)
if(PERL_PROGRAM)
  execute_process(COMMAND "${PERL_PROGRAM}" -MTime::HiRes -e 1
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(status EQUAL 0)
    configure_file(perl/strings.perl.in
      "${PROJECT_BINARY_DIR}/bench/strings.perl" @ONLY
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
                       GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endif()
endif()
