// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the tests of the verifier share: a sound heap that has something of
// everything, and a loop that plants one damage at a time in it. Verify() must
// be silent before, name the damage while it stands, and be silent when it is
// undone. Only tests include this file.

#ifndef HALFWORD_GC_VERIFY_VERIFIER_TESTING_H_
#define HALFWORD_GC_VERIFY_VERIFIER_TESTING_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {

// So small that several pages of them are quickly made; 64 fill one.
class VerifiedNode : public GarbageCollected<VerifiedNode> {
 public:
  Member<VerifiedNode> next_;
  uint64_t words_[31 - kCanaryBytes / sizeof(uint64_t)] = {};
  HALFWORD_FIELDS(VerifiedNode, next_, words_)
};

class VerifiedHuge : public GarbageCollected<VerifiedHuge> {
 public:
  char bytes_[50000] = {};
  HALFWORD_FIELDS(VerifiedHuge, bytes_)
};

// Of no VerifiedNode's size class, so that it has a page to itself.
class VerifiedFile : public GarbageCollected<VerifiedFile> {
 public:
  ~VerifiedFile() { handle_ = -1; }
  int handle_ = 0;
  char name_[500] = {};
  HALFWORD_FIELDS(VerifiedFile, handle_, name_)
};

struct PageListTestPeer {
  static PageIndex& First(PageList& list) { return list.first_; }
  static PageIndex& Last(PageList& list) { return list.last_; }
};

struct PagePoolTestPeer {
  static PageList* Lists(PagePool& pool) { return pool.lists_; }
  static int ListOf(uint32_t page_count) {
    return PagePool::ListOf(page_count);
  }
  static size_t& FreePageCount(PagePool& pool) { return pool.free_page_count_; }
  static size_t& ResidentFreeCount(PagePool& pool) {
    return pool.resident_free_count_;
  }
  static size_t& ChunkBytes(PagePool& pool) { return pool.chunk_bytes_; }
};

// Pages of a sound heap, all of them swept.
struct Subject {
  Heap& heap;
  PageIndex page;       // with slots, of VerifiedNodes
  PageIndex listed;     // the same; its list has several pages
  PageIndex finalized;  // with slots of a class with a destructor
  PageIndex large;      // the first of a large object
  PageIndex free;       // the first of a free run that has an inside

  PageRecord& record() const { return RecordAt(page); }
  Collector& collector() const { return CollectorOf(heap); }
  PagePool& pool() const { return HeapCoreTestPeer::Pool(collector()); }
  Bin& bin() const { return HeapCoreTestPeer::Bins(collector())[record().bin]; }
};

// Plants something and gives what undoes it.
using Undo = std::function<void()>;
struct Damage {
  const char* name;
  Undo (*plant)(const Subject&);
  const char* finding;  // what the report must say
};

template <typename T, typename U>
Undo Set(T& place, U value) {
  const T before = place;
  place = static_cast<T>(value);
  return [&place, before] { place = before; };
}

// A pointer to nothing that can be read.
template <typename T>
T* Garbage() {
  return reinterpret_cast<T*>(uintptr_t{0xdead'0000});
}

class DamageTest : public HeapTest {
 protected:
  static constexpr size_t kNodeCount = 400;  // 64 fill a page

  void SetUp() override {
    for (size_t i = 0; i < kNodeCount; ++i) {
      nodes_.emplace_back(Make<VerifiedNode>());
    }
    huge_ = Make<VerifiedHuge>();
    file_ = Make<VerifiedFile>();
    // Pages that are partly full stand in a list; runs have three slots.
    for (size_t i = 0; i < kNodeCount; ++i) {
      if (i % 4 != 0) nodes_[i].Clear();
    }
    CollectPrecisely(heap());
    ASSERT_EQ(Findings(heap()), "");
  }

  Subject subject() {
    return {heap(),
            PageOf(nodes_[0].Get()),
            PageOf(nodes_[kNodeCount - 4].Get()),
            PageOf(file_.Get()),
            PageOf(huge_.Get()),
            FreePage()};
  }

  template <size_t count>
  void ExpectEachIsFound(const Damage (&damages)[count]) {
    const Subject sound = subject();
    for (const Damage& damage : damages) {
      const Undo undo = damage.plant(sound);
      const std::string findings = Findings(heap());
      undo();
      EXPECT_NE(findings.find(damage.finding), std::string::npos)
          << damage.name << ": Verify() says: " << findings;
      EXPECT_EQ(Findings(heap()), "") << damage.name << " was undone";
    }
  }

  static PageIndex PageOf(const void* object) {
    return PageIndexOf(reinterpret_cast<uintptr_t>(object));
  }

 private:
  PageIndex FreePage() {
    PageIndex found = kNoPage;
    collector().pool().ForEachRun([&](PageIndex page, uint32_t count) {
      if (count > 2) found = page;
    });
    EXPECT_NE(found, kNoPage);
    return found;
  }

  std::vector<Persistent<VerifiedNode>> nodes_;
  Persistent<VerifiedHuge> huge_;
  Persistent<VerifiedFile> file_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_VERIFY_VERIFIER_TESTING_H_
