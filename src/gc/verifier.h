// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Verifier: checks all that a heap's tables and objects say about each other,
// and names what does not fit. It reads only.
//
//   pages       records, lists, tails of large objects, free runs, totals
//   bitmaps     bits at slot beginnings only; marks only in unswept pages
//   objects     type ids, sizes, gaps between listed fields
//   references  in the cage, to live slots, of the right type and heap
//   roots       handles and nodes refer to each other and to live objects
//
// What lives: in a page that waits for its sweep what is marked, elsewhere what
// is allocated.
//
// Threads: the heap's own. Requires: runs are closed.

#ifndef HALFWORD_GC_VERIFIER_H_
#define HALFWORD_GC_VERIFIER_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gc/collector.h"
#include "types/unlisted_gaps.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Whether a type is another, or has it as a base or mixin at an offset.
bool HasBaseAt(const TypeInfo& type, const TypeInfo& base, size_t offset);

class Verifier {
 public:
  explicit Verifier(Collector* heap) : heap_(heap) {}

  VerifyReport Run();

 private:
  friend class ReferenceCollector;

  // The object whose references are being checked.
  struct Subject {
    const TypeInfo* type;
    uintptr_t address;
    size_t bytes;
  };

  [[gnu::format(printf, 2, 3)]] void Report(const char* format, ...);

  // Pages and bitmaps (verifier.cc).
  void VerifyBins();
  void VerifySlotPage(const Bin& bin, PageIndex page);
  bool VerifyRecord(const Bin& bin, PageIndex page);
  void VerifyBitmaps(const SlotMap& map, PageIndex page);
  void VerifyLargePage(PageIndex page);
  void VerifyFreeRuns();
  void VerifyFreeRun(PageIndex page, uint32_t page_count);
  void VerifyRoots();
  void VerifyTotals();

  // Objects and references (verify_references.cc).
  void VerifyObjectsOf(PageIndex page);
  void VerifyObject(const PageRecord& record, uintptr_t object);
  void VerifyFields(const Subject& subject, const TypeInfo& type,
                    size_t offset);
  void VerifyField(const Subject& subject, const FieldInfo& field,
                   size_t offset);
  void VerifyTrailing(const Subject& subject);
  void VerifySlot(const Subject& subject, const char* field_name,
                  const FieldInfo* field, size_t offset);
  void VerifyTarget(const Subject& subject, const char* field_name,
                    const FieldInfo* field, uintptr_t target);
  bool VerifyTargetType(const FieldInfo& field, const TypeInfo& type,
                        size_t offset_in_target) const;
  void VerifyGaps(const Subject& subject);
  const std::vector<ByteRange>& GapsOf(const TypeInfo& type);

  // Beginning of the live object of this heap that holds an address, or 0.
  uintptr_t LiveObject(uintptr_t address) const;

  Collector* const heap_;
  VerifyReport report_;
  size_t used_page_count_ = 0;
  std::unordered_map<const TypeInfo*, std::vector<ByteRange>> gaps_;
};

// What lives in a page at present: its marked or its allocated bits.
const uint64_t* LiveBits(const HeapCore& heap, PageIndex page);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFIER_H_
