// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the collector keeps about objects, damaged: handles and their nodes,
// prefinalizers, and objects whose constructors run.

#include <cstdint>
#include <string>

#include "gc/verify/verifier_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

struct PersistentRegionTestPeer {
  using Block = PersistentRegion::Block;
  static Block& BlockOf(PersistentNode& node) {
    return *PersistentRegion::BlockOf(&node);
  }
  static Block*& Available(PersistentRegion& region) {
    return region.available_;
  }
  static size_t& UsedCount(PersistentRegion& region) {
    return region.used_count_;
  }
};

namespace {

// What no class should do: it holds a root.
class RootHolder : public GarbageCollected<RootHolder> {
 public:
  explicit RootHolder(VerifiedNode* node) : root_(node) {}
  void Trace(Visitor*) const {}

 private:
  CrossThreadPersistent<VerifiedNode> root_;
};

class VerifyRootsTest : public HeapTest {
 protected:
  RootHandle& handle() { return reinterpret_cast<RootHandle&>(node_); }
  PersistentRegion& region() {
    return collector().Roots(RootStrength::kStrong, RootThreads::kOwnThread);
  }

  void ExpectFound(const Undo& undo, const char* finding) {
    const std::string findings = Findings(heap());
    undo();
    EXPECT_NE(findings.find(finding), std::string::npos)
        << "expected \"" << finding << "\", Verify() says: " << findings;
    EXPECT_EQ(Findings(heap()), "");
  }

  Persistent<VerifiedNode> node_ = Make<VerifiedNode>();
};

TEST_P(VerifyRootsTest, NamesEachDamageOfAHandle) {
  PersistentNode& node = *handle().node();
  RootHandle other = handle();
  other.set_node(nullptr);
  const uintptr_t inside =
      reinterpret_cast<uintptr_t>(node_.Get()) + kPageBytes;

  ExpectFound(Set(node.owner_or_next, reinterpret_cast<uintptr_t>(&other)),
              "do not refer to each other");
  ExpectFound(Set(node.owner_or_next, 0xdead'0000u), "refers to none");
  ExpectFound(Set(node.owner_or_next, 6u), "refers to none");
  ExpectFound(Set(handle().node_or_location, 0xdead'0000u),
              "do not refer to each other");
  ExpectFound(Set(handle().pointer, &other), "no live object of its heap");
  ExpectFound(Set(handle().pointer, reinterpret_cast<const void*>(inside)),
              "no live object of its heap");
}

// Whose memory is poisoned under AddressSanitizer.
TEST_P(VerifyRootsTest, ReadsAHandleOfADeadObjectThatIsNotSwept) {
  Make<RootHolder>(node_.Get());
  ScrubStack();
  heap().Collect({.stack = StackState::kNoHeapPointers,
                  .reason = "test",
                  .sweeping = Sweeping::kLazy});
  EXPECT_EQ(Findings(heap()), "");
  collector().FinishSweep();
  EXPECT_EQ(Findings(heap()), "");
}

TEST_P(VerifyRootsTest, NamesARegionThatMiscounts) {
  size_t& count = PersistentRegionTestPeer::UsedCount(region());

  ExpectFound(Set(count, count + 1), "a region has 1 handles, and counts 2");
}

TEST_P(VerifyRootsTest, NamesEachDamageOfABlock) {
  using Peer = PersistentRegionTestPeer;
  Peer::Block& block = Peer::BlockOf(*handle().node());
  PersistentNode& free = *block.free;
  const auto address = reinterpret_cast<uintptr_t>(&free);

  ExpectFound(Set(block.region, nullptr), "names another region");
  ExpectFound(Set(block.used_count, 0), "a block has 1 handles, and counts 0");
  ExpectFound(Set(block.free, handle().node()), "list of free nodes");
  ExpectFound(Set(block.free, nullptr), "list of free nodes");
  ExpectFound(Set(block.free, Garbage<PersistentNode>()), "list of free nodes");
  ExpectFound(Set(free.owner_or_next, address | 1), "list of free nodes");
  ExpectFound(Set(free.owner_or_next, 1), "list of free nodes");
  ExpectFound(Set(block.next_available, &block), "blocks with room");
  ExpectFound(Set(Peer::Available(region()), nullptr), "blocks with room");
  ExpectFound(Set(Peer::Available(region()), Garbage<Peer::Block>()),
              "blocks with room");
}

TEST_P(VerifyRootsTest, NamesAPrefinalizerOfNoObject) {
  auto& prefinalizers = CollectorTestPeer::Prefinalizers(collector());

  prefinalizers.push_back({&prefinalizers, nullptr});

  ExpectFound([&] { prefinalizers.pop_back(); }, "a prefinalizer waits for 0x");
}

TEST_P(VerifyRootsTest, NamesAConstructionOfNoObject) {
  auto& constructing = CollectorTestPeer::Constructing(collector());

  constructing.Push(&constructing);

  ExpectFound([&] { constructing.Pop(&constructing); },
              "is under construction, and");
}

HALFWORD_INSTANTIATE_FOR_PAGES(VerifyRootsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
