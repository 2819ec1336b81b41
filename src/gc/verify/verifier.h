// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Verifier: checks all that a heap's tables and objects say about each other,
// and names what does not fit. It reads only.
//
//   tables      bins, pages, bitmaps, runs, counts (table_verifier.h)
//   objects     what their fields refer to, gaps between listed fields
//               (verify_references.cc)
//   roots       handles, and what else the collector keeps about objects
//               (verify_roots.cc)
//
// Objects are looked at only if the tables are sound, so that their types and
// places can be believed. What lives: in a page that waits for its sweep what
// is marked, elsewhere what is allocated.
//
// Threads: the heap's own.

#ifndef HALFWORD_GC_VERIFY_VERIFIER_H_
#define HALFWORD_GC_VERIFY_VERIFIER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "gc/collector.h"
#include "gc/verify/finding_list.h"
#include "gc/verify/page_census.h"
#include "gc/verify/verify_filter.h"
#include "heap/memory_debug.h"
#include "types/unlisted_gaps.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Verifier {
 public:
  // filter: null, if all is to be verified.
  Verifier(Collector* heap, const VerifyFilter* filter)
      : heap_(heap), filter_(filter), findings_(&report_) {}

  VerifyReport Run();

 private:
  friend class ReferenceCollector;

  // The object whose references are being checked.
  struct Subject {
    const TypeInfo* type;
    uintptr_t address;
    size_t bytes;

    ObjectText Text() const {
      return ObjectText(reinterpret_cast<const void*>(address));
    }
  };

  // How a finding calls a slot: by its field, and by its place in the trailing
  // array if it is there.
  struct SlotName {
    static constexpr size_t kNotTrailing = SIZE_MAX;

    const char* field;
    size_t trailing_index = kNotTrailing;

    std::string ToString() const;
  };

  bool VerifyTables();

  // verify_roots.cc
  void VerifyRoots();
  void VerifyRegion(const PersistentRegion& region);
  size_t VerifyBlock(const PersistentRegion::Block& block);
  void VerifyAvailableBlocks(const PersistentRegion& region);
  void VerifyNode(const PersistentNode& node);
  void VerifyPrefinalizers();
  void ListUnderConstruction();

  // verify_references.cc
  void VerifyObjectsOf(PageIndex page);
  void VerifyObject(const PageRecord& record, uintptr_t object);
  bool IsUnderConstruction(uintptr_t object) const;
  void VerifyFields(const Subject& subject, const TypeInfo& type,
                    size_t offset);
  void VerifyField(const Subject& subject, const FieldInfo& field,
                   size_t offset, size_t trailing_index);
  void VerifyTrailing(const Subject& subject);
  bool IsLeftToCleaning(const Subject& subject, const FieldInfo& field,
                        uintptr_t target) const;
  void VerifySlot(const Subject& subject, const SlotName& name,
                  const FieldInfo& field, size_t offset);
  void VerifyTarget(const Subject& subject, const SlotName& name,
                    const FieldInfo* field, uintptr_t target);
  bool VerifyTargetType(const FieldInfo& field, const TypeInfo& type,
                        size_t offset_in_target) const;
  void VerifyGaps(const Subject& subject);
  void VerifyGap(const Subject& subject, size_t begin, size_t end);

  // Where a class lists nothing: in an object, and in an element behind it.
  struct Gaps {
    std::vector<ByteRange> object;
    std::vector<ByteRange> element;
  };
  const Gaps& GapsOf(const TypeInfo& type);

  // Beginning of the live object of this heap that holds an address, or 0.
  uintptr_t LiveObject(uintptr_t address) const;

  Collector* const heap_;
  const VerifyFilter* const filter_;
  VerifyReport report_;
  FindingList findings_;
  PageCensus census_;
  std::vector<uintptr_t> under_construction_;  // sorted
  std::unordered_map<const TypeInfo*, Gaps> gaps_;
};

// What lives in a page at present: its marked or its allocated bits.
const uint64_t* LiveBits(const HeapCore& heap, PageIndex page);

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFY_VERIFIER_H_
