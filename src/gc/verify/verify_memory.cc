// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What memory debugging keeps true of all memory, looked at before anything is
// taken again: canaries are whole, and nobody writes to freed slots.

#include <bit>
#include <cinttypes>

#include "gc/verify/table_verifier.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

void TableVerifier::VerifySlots(const SlotMap& map, PageIndex page) {
  const PageRecord& record = RecordAt(page);
  const uint64_t* const allocated = AllocatedBits(page);
  for (size_t word = 0; word < kPageBitmapWords; ++word) {
    for (uint64_t bits = map.starts[word]; bits != 0; bits &= bits - 1) {
      const size_t granule =
          word * 64 + static_cast<size_t>(std::countr_zero(bits));
      const uintptr_t slot = PageAddress(page) + granule * kGranuleBytes;
      if (TestBit(allocated, granule)) {
        VerifyCanary(record, slot);
      } else {
        VerifyFreed(record, slot);
      }
    }
  }
}

void TableVerifier::VerifyCanary(const PageRecord& record, uintptr_t object) {
  const auto* const memory = reinterpret_cast<const void*>(object);
  const size_t object_bytes = DebugOf(record, memory).object_bytes;
  if (object_bytes > UsableBytes(record)) {
    findings_.Add("object 0x%" PRIxPTR ": of %zu bytes, in a slot of %zu",
                  object, object_bytes, UsableBytes(record));
    return;
  }
  const size_t damage = FindDamagedCanary(record, memory);
  if (damage == SIZE_MAX) return;
  findings_.Add("%s: byte %zu was written to, and the object ends at %zu",
                ObjectText(memory).c_str(), damage, object_bytes);
}

void TableVerifier::VerifyFreed(const PageRecord& record, uintptr_t slot) {
  const auto* const memory = reinterpret_cast<const void*>(slot);
  const size_t damage = FindDamageInFreed(record, memory);
  if (damage == SIZE_MAX) return;
  if (DebugOf(record, memory).object_bytes == 0) {
    findings_.Add("slot 0x%" PRIxPTR
                  ": byte %zu was written to, and no object was in it yet",
                  slot, damage);
    return;
  }
  findings_.Add("%s: byte %zu was written to after the object was freed",
                ObjectText(memory).c_str(), damage);
}

}  // namespace halfword::inline HALFWORD_ABI::internal
