// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names both classes where a destructor touches another managed object, which
// may be dead as well. AddressSanitizer sees that it does, because dead objects
// are poisoned; but it knows neither class.

#ifndef HALFWORD_HEAP_DESTRUCTOR_REPORT_H_
#define HALFWORD_HEAP_DESTRUCTOR_REPORT_H_

#include "halfword/internal/build_config.h"
#include "halfword/internal/type_info.h"

namespace halfword::inline HALFWORD_ABI::internal {

#if HALFWORD_HAS_ASAN

// Whose destructor runs on this thread; null: none.
void NoteDestructorOf(const TypeInfo* type);

#else

inline void NoteDestructorOf(const TypeInfo*) {}

#endif

// Runs the destructor of an object that has one.
inline void Destroy(const TypeInfo& type, void* object) {
  NoteDestructorOf(&type);
  type.destroy(object);
  NoteDestructorOf(nullptr);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_DESTRUCTOR_REPORT_H_
