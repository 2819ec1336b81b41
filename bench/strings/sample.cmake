# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# BENCH_SAMPLE: the text that the script of column E reads, the documents and
# public headers of the repository in one file. All variants read the same, and
# what is built tomorrow may read more.

set(BENCH_SAMPLE "${CMAKE_CURRENT_BINARY_DIR}/sample.txt")
file(GLOB documents LIST_DIRECTORIES false
  "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/*.md"
  "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*/*.md"
  "${PROJECT_SOURCE_DIR}/include/halfword/*.h"
  "${PROJECT_SOURCE_DIR}/include/halfword/*/*.h")
list(SORT documents)
file(WRITE "${BENCH_SAMPLE}.new" "")
foreach(document IN LISTS documents)
  file(READ "${document}" text)
  file(APPEND "${BENCH_SAMPLE}.new" "${text}")
endforeach()
file(COPY_FILE "${BENCH_SAMPLE}.new" "${BENCH_SAMPLE}" ONLY_IF_DIFFERENT)
