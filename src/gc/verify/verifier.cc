// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The order in which things are verified, and when they cannot be.

#include "gc/verify/verifier.h"

#include "gc/scoped_flag.h"
#include "gc/verify/table_verifier.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

const uint64_t* LiveBits(const HeapCore& heap, PageIndex page) {
  return RecordAt(page).swept_cycle == heap.cycle() ? AllocatedBits(page)
                                                    : MarkedBits(page);
}

namespace {

// A hand-written Trace() is called by the verifier too, and may call it.
thread_local bool thread_is_verifying = false;

// Sets it for as long as it lives; a Trace() may throw.
class VerifyingScope {
 public:
  VerifyingScope() { thread_is_verifying = true; }
  ~VerifyingScope() { thread_is_verifying = false; }
  VerifyingScope(const VerifyingScope&) = delete;
  VerifyingScope& operator=(const VerifyingScope&) = delete;
};

}  // namespace

VerifyReport Collector::Verify(const VerifyFilter* filter) {
  if (is_in_pause() || is_in_destructor() || thread_is_verifying) {
    VerifyReport report;
    report.findings.emplace_back(
        "Verify() was called by a destructor, a prefinalizer, a weak callback "
        "or a Trace(), while the tables of the heap change; call it before or "
        "after");
    return report;
  }
  // What a marker beside the program has marked could not be told from damage,
  // nor objects whose constructors threw meanwhile from others.
  const bool looks_at_marks = filter == nullptr || filter->looks_at_marks;
  if (looks_at_marks || !abandoned_.empty()) AbandonMarking();
  EndSharedSweep();
  const VerifyingScope scope;
  const ScopedFlag flag(&is_verifying_);
  return Verifier(this, filter).Run();
}

VerifyReport Verifier::Run() {
  if (VerifyTables()) {
    ListUnderConstruction();
    heap_->ForEachPage([this](PageIndex page) {
      if (filter_ == nullptr || filter_->objects(page)) VerifyObjectsOf(page);
    });
    VerifyRoots();
    VerifyPrefinalizers();
  }
  return std::move(report_);
}

// Closing the runs is itself a use of the tables that describe them.
bool Verifier::VerifyTables() {
  TableVerifier tables(heap_, filter_, &findings_, &census_);
  tables.VerifyBins();
  if (findings_.count() != 0) return false;
  heap_->CloseRuns();
  tables.VerifyPages();
  return findings_.count() == 0;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
