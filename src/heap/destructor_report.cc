// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hook that AddressSanitizer calls before it reports. A program has one:
// one that defines its own gets an error of the linker.

#include "heap/destructor_report.h"

#if HALFWORD_HAS_ASAN

#include <sanitizer/asan_interface.h>

#include "base/error_line.h"
#include "heap/object_lookup.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constinit thread_local const TypeInfo* destroyed_type = nullptr;

// Of the object that is or was there.
const char* TouchedName(uintptr_t address) {
  const PageRecord& record = RecordAt(PageIndexOf(address));
  const bool has_slots =
      record.kind == PageKind::kSlots || record.kind == PageKind::kLarge;
  const TypeInfo* type = has_slots ? record.type : nullptr;
  if (has_slots && type == nullptr) {
    type = TypeRegistry::FindType(SharedTypeId(record, SlotBegin(address)));
  }
  return type != nullptr ? type->name : "managed object";
}

}  // namespace

void NoteDestructorOf(const TypeInfo* type) { destroyed_type = type; }

void ExplainReport() {
  const auto address = reinterpret_cast<uintptr_t>(__asan_get_report_address());
  if (destroyed_type == nullptr || !IsInCage(address)) return;
  PrintLine(
      "the destructor of a %s touches a dead %s: destructors must not touch "
      "other managed objects, which may be gone; prefinalizers may",
      destroyed_type->name, TouchedName(address));
}

}  // namespace halfword::inline HALFWORD_ABI::internal

extern "C" void __asan_on_error() { halfword::internal::ExplainReport(); }

#endif  // HALFWORD_HAS_ASAN
