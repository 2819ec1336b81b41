# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
#
# Tests that open browsers, which take two processors and half a gigabyte each.

halfword_devtools_test(harness_test harness_test.py)
halfword_devtools_test(halfword_test halfword_test.py --made)
set(browsers devtools.harness_test devtools.halfword_test)
if(TARGET halfword-dom)
  set(program --program $<TARGET_FILE:halfword-dom>)
  halfword_devtools_test(dom_test halfword_test.py ${program})
  halfword_devtools_test(tracked_dom_test halfword_test.py ${program} --track)
  list(APPEND browsers devtools.dom_test devtools.tracked_dom_test)
endif()
set_tests_properties(${browsers} PROPERTIES RESOURCE_LOCK chromium)
