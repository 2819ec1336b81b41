# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# HALFWORD_JAMS: the folder of real jams, which are data of others and not part
# of the repository. What needs them is left out where there is none.

set(HALFWORD_JAMS "${PROJECT_SOURCE_DIR}/../shared/data/jams" CACHE PATH
  "Folder with kernel.jam, small-blocks.jam and shax.jam, for tests and bench")
if(NOT EXISTS "${HALFWORD_JAMS}/kernel.jam")
  message(STATUS "HALFWORD_JAMS has no kernel.jam: its tests are left out")
endif()
