// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Verify() names what was written past an object or to freed memory before
// anything else comes across it.

#include <cstring>
#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/memory_debug.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Pair : public GarbageCollected<Pair> {
 public:
  Member<Pair> first_;
  Member<Pair> second_;
  HALFWORD_FIELDS(Pair, first_, second_)
};

class VerifyMemoryTest : public HeapTest {
 protected:
  void SetUp() override {
    dead_ = Make<Pair>();
    kept_ = Make<Pair>();
    CollectPrecisely(heap());
  }

  Persistent<Pair> kept_;
  Pair* dead_ = nullptr;
};
HALFWORD_INSTANTIATE_FOR_PAGES(VerifyMemoryTest);

TEST_P(VerifyMemoryTest, IsSilentAboutSoundMemory) {
  EXPECT_EQ(Findings(heap()), "");
}

// Other builds keep nothing behind objects, and clear slots when they are
// taken.
#if HALFWORD_MEMORY_DEBUG

// Writes a byte, looks, and undoes it. Returns what was found.
std::string FindingsOfWrite(Heap& heap, void* object, size_t offset) {
  auto* const byte = static_cast<volatile char*>(object) + offset;
  const char before = *byte;
  *byte = 'x';
  const std::string findings = Findings(heap);
  *byte = before;
  return findings;
}

void ExpectFound(const std::string& findings, const std::string& expected) {
  EXPECT_NE(findings.find(expected), std::string::npos) << findings;
}

TEST_P(VerifyMemoryTest, NamesAnObjectThatWasWrittenPast) {
  ExpectFound(
      FindingsOfWrite(heap(), kept_.Get(), sizeof(Pair)),
      "was written to, and the object ends at " + std::to_string(sizeof(Pair)));
}

TEST_P(VerifyMemoryTest, NamesALargeObjectThatWasWrittenPast) {
  const Persistent<Block> large = MakeGarbageCollected<Block>(
      heap().GetAllocationHandle(), AdditionalBytes(50'000));
  ExpectFound(FindingsOfWrite(heap(), large.Get(), sizeof(Block) + 50'000),
              "was written to, and the object ends at ");
}

// AddressSanitizer would find the test's own write.
#if !HALFWORD_HAS_ASAN
TEST_P(VerifyMemoryTest, NamesAFreedObjectThatWasWrittenTo) {
  ExpectFound(FindingsOfWrite(heap(), dead_, 3),
              "byte 3 was written to after the object was freed");
}
#endif

TEST_P(VerifyMemoryTest, NamesALengthThatNoSlotHas) {
  size_t& bytes = DebugOf(RecordOf(kept_.Get()), kept_.Get()).object_bytes;
  const size_t before = bytes;
  bytes = SIZE_MAX;
  ExpectFound(Findings(heap()), "bytes, in a slot of");
  bytes = before;
}

TEST_P(VerifyMemoryTest, NamesTheLastObjectThatADeadReferenceReferredTo) {
  const Word word = CompressPointer(dead_);
  std::memcpy(static_cast<void*>(&kept_->first_), &word, sizeof(word));
  ExpectFound(Findings(heap()), "where no object lives; the last was ");
  ExpectFound(Findings(heap()), "gc_testing.h:");
  kept_->first_ = nullptr;
}

#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
