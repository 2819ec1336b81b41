// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Containers that another thread reads while they change, as a concurrent
// marker will. There is none yet; what stands in for it here does what such a
// marker does and nothing more:
//
// - Each round, a thread begins at one object and follows every strong
//   reference that it finds, by the type descriptors, as far as each slot
//   reaches, with acquire loads. It keeps a set of what it has seen instead of
//   mark bits, and looks at nothing twice. It checks every word.
// - Meanwhile the heap's thread works on the containers with its barrier on, so
//   that nothing is freed and moves are noted. The heap does not collect.
// - Then the heap's thread follows what the barrier noted. Everything that can
//   be reached now must have been seen by then: nothing was missed.
//
// Under ThreadSanitizer this runs without suppressions
// (design/collections.md#req.collections.concurrent).

#include <atomic>
#include <cstdint>
#include <random>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "heap/object_lookup.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Node : public GarbageCollected<Node> {
 public:
  static constexpr uint64_t kMagic = 0x4e6f646520686572;
  explicit Node(Node* next) : magic_(kMagic), next_(next) {}
  uint64_t magic_;
  Member<Node> next_;
  HALFWORD_FIELDS(Node, magic_, next_)
};

struct Entry {
  uint32_t number = 0x80000000;  // would be a reference if it were read as one
  Member<Node> node;
  Tagged<Node> tagged;
  HALFWORD_FIELDS(Entry, number, node, tagged)
};

struct Built {
  Built() = default;
  explicit Built(Node* n) : node(n) {}
  Member<Node> node;
  HALFWORD_FIELDS(Built, node)
};

using Row = HeapVector<Member<Node>>;

class Holder : public GarbageCollected<Holder> {
 public:
  Row row_;
  HeapDeque<Member<Node>> ring_;
  HeapVector<Entry> entries_;
  HeapDeque<Entry> entry_ring_;
  HeapVector<Built> built_;
  HeapVector<Row> rows_;
  HeapDeque<Row> row_ring_;
  HALFWORD_FIELDS(Holder, row_, ring_, entries_, entry_ring_, built_, rows_,
                  row_ring_)
};

// What stands in for the marker.
class Reader final : public Visitor {
 public:
  void Begin(const void* root) { See(reinterpret_cast<uintptr_t>(root)); }

  // Follows all that was found. Threads: any; one at a time.
  void Drain() {
    while (!waiting_.empty()) {
      const uintptr_t object = waiting_.back();
      waiting_.pop_back();
      Trace(object);
      // The other one is to get in between.
      if (seen_.size() % 16 == 0) std::this_thread::yield();
    }
  }
  void FollowSlot(const void* slot) {
    Follow(reinterpret_cast<uintptr_t>(slot));
  }

  const std::unordered_set<uintptr_t>& seen() const { return seen_; }
  size_t word_count() const { return word_count_; }
  size_t bad_count() const { return bad_count_; }

  void RegisterWeakCallback(WeakCallback, const void*) override {}

 protected:
  void VisitStrong(const Word* slot, bool) override { FollowSlot(slot); }
  void VisitWeak(const Word*, bool) override {}
  void VisitObject(const void*) override {}
  void VisitEphemeron(const Word*, bool, const void*, TraceCallback) override {}
  void VisitWeakContainer(const void*, TraceDescriptor, WeakCallback,
                          const void*) override {}

 private:
  void See(uintptr_t object) {
    if (seen_.insert(object).second) waiting_.push_back(object);
  }

  void Follow(uintptr_t slot) {
    ++word_count_;
    const Word word =
        __atomic_load_n(reinterpret_cast<const Word*>(slot), __ATOMIC_ACQUIRE);
    if (!IsReference(word)) return;
    const uintptr_t target = DecompressWord(word);
    if (!IsInCage(target) || SlotBegin(target) != target) {
      ++bad_count_;
      return;
    }
    See(target);
  }

  void FollowRange(const ReferenceRange& range, uintptr_t base) {
    for (size_t i = 0; i < range.count; ++i) {
      Follow(base + range.offset + i * range.stride);
    }
  }

  void Trace(uintptr_t object) {
    const PageRecord& record = RecordAt(PageIndexOf(object));
    const TypeInfo& type = TypeOfSlot(record, object);
    if (&type == &TypeInfoOf<Node>() &&
        reinterpret_cast<const Node*>(object)->magic_ != Node::kMagic) {
      ++bad_count_;
    }
    for (size_t i = 0; i < type.strong_offset_count; ++i) {
      Follow(object + type.strong_offsets[i]);
    }
    for (const ReferenceRange& range : type.ranges) FollowRange(range, object);
    if (!type.variable_size || type.trailing_is_leaf) return;
    const size_t end = UsableBytes(record);
    for (size_t at = type.trailing_offset;
         at + type.trailing_element_bytes <= end;
         at += type.trailing_element_bytes) {
      for (const ReferenceRange& range : type.trailing_ranges) {
        FollowRange(range, object + at);
      }
    }
  }

  std::unordered_set<uintptr_t> seen_;
  std::vector<uintptr_t> waiting_;
  size_t word_count_ = 0;
  size_t bad_count_ = 0;
};

class ContainerReaderTest : public ::testing::Test {
 protected:
  ~ContainerReaderTest() override { write_barrier_is_on = false; }

  // Where the reader is not given time, a round ends nevertheless.
  static constexpr size_t kChangesMax = 3'000;

  size_t Below(size_t bound) { return random_() % bound; }
  Node* MakeNode() {
    return MakeGarbageCollected<Node>(heap_->GetAllocationHandle(), nullptr);
  }
  static Node* NodeOf(const Member<Node>& node) { return node; }
  static Node* NodeOf(const Entry& entry) { return entry.node; }
  static Node* NodeOf(const Built& built) { return built.node; }
  static Node* NodeOf(const Row& row) { return row.empty() ? nullptr : row[0]; }
  template <typename T>
  T ElementOf(Node* node) {
    if constexpr (std::is_same_v<T, Entry>) {
      Entry entry;
      entry.node = node;
      if (node != nullptr) entry.tagged = node;
      return entry;
    } else if constexpr (std::is_same_v<T, Row>) {
      return Row(3, node);
    } else {
      return T(node);
    }
  }

  // Takes one node out somewhere and puts it in elsewhere: what a marker that
  // misses a move would lose.
  template <typename Container>
  void Change(Container& container) {
    using T = typename Container::value_type;
    const auto place = [&](size_t bound) {
      return container.begin() + static_cast<ptrdiff_t>(Below(bound));
    };
    const size_t size = container.size();
    if (size < 50 || (size < 1'500 && Below(9) < 2)) {
      container.push_back(ElementOf<T>(MakeNode()));
      return;
    }
    switch (Below(8)) {
      case 0:
        container.pop_back();
        break;
      case 1:
        container.erase(place(size));
        break;
      case 2: {
        const auto first = place(size - 5);
        container.erase(first, first + 5);
        break;
      }
      case 3:
        container.insert(place(size), container[Below(size)]);
        break;
      case 4:
        container.insert(place(size), 4, ElementOf<T>(MakeNode()));
        break;
      case 5: {
        const size_t from = Below(size);
        Node* const node = NodeOf(container[from]);
        container.erase(container.begin() + static_cast<ptrdiff_t>(from));
        container.insert(place(size), ElementOf<T>(node));
        break;
      }
      case 6:
        std::swap(container[Below(size)], container[Below(size)]);
        break;
      default:
        if (Below(20) == 0) {
          const size_t kept = size / 2;
          container.resize(kept);
          container.resize(size);
          container.shrink_to_fit();
        }
    }
  }

  void ChangeAny() {
    switch (Below(9)) {
      case 0:
        return Change(holder_->row_);
      case 1:
        return Change(holder_->ring_);
      case 2:
        return Change(holder_->entries_);
      case 3:
        return Change(holder_->entry_ring_);
      case 4:
        return Change(holder_->built_);
      case 5:
        return Change(holder_->rows_);
      case 6:
        return Change(holder_->row_ring_);
      case 7:
        if (holder_->ring_.empty() || Below(8) != 0) return;
        holder_->row_.push_back(holder_->ring_.front());
        return holder_->ring_.pop_front();
      default:
        if (holder_->rows_.empty()) return;
        return holder_->rows_[Below(holder_->rows_.size())].swap(holder_->row_);
    }
  }

  // What the barrier noted since the last collection, which forgets it.
  void FollowNoted(Reader& reader) {
    StoreBuffer& stores = CollectorOf(*heap_).stores();
    for (const void* slot : Noted(stores.slots())) reader.FollowSlot(slot);
    const auto follow = [&](const TraceDescriptor& part) {
      part.callback(&reader, part.base_object_payload);
    };
    for (const TraceDescriptor& part : stores.parts()) follow(part);
    stores.ForEachTail(follow);
    reader.Drain();
  }

  void Round(size_t round) {
    Reader reader;
    {
      const subtle::NoGarbageCollectionScope no_collection(
          heap_->GetHeapHandle());
      write_barrier_is_on = true;
      std::atomic<bool> has_read = false;
      std::thread thread([&] {
        reader.Begin(holder_.Get());
        reader.Drain();
        has_read.store(true, std::memory_order_release);
      });
      for (size_t i = 0; i < 200 || !has_read.load(std::memory_order_acquire);
           ++i) {
        if (i == kChangesMax) break;
        ChangeAny();
      }
      thread.join();
      write_barrier_is_on = false;
    }
    word_count_ += reader.word_count();
    FollowNoted(reader);
    ASSERT_EQ(reader.bad_count(), 0u) << "round " << round;

    Reader last;
    last.Begin(holder_.Get());
    last.Drain();
    size_t missed_count = 0;
    for (const uintptr_t object : last.seen()) {
      missed_count += !reader.seen().contains(object);
    }
    ASSERT_EQ(missed_count, 0u)
        << "of " << last.seen().size() << ", round " << round;
  }

  TestSeed seed_;
  std::mt19937 random_{seed_.value()};
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  const Persistent<Holder> holder_ =
      MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
  size_t word_count_ = 0;
};

constexpr size_t kWordsMin = 100'000;
constexpr size_t kRoundsMax = 1'000;

TEST_F(ContainerReaderTest, AReaderSeesValidWordsAndMissesNothing) {
  for (int i = 0; i < 10'000; ++i) ChangeAny();

  // How much there is to read depends on what the rounds have changed.
  for (size_t round = 0; round < 25 || word_count_ <= kWordsMin; ++round) {
    ASSERT_LT(round, kRoundsMax);
    Round(round);
    if (HasFatalFailure()) return;
    CollectPrecisely(*heap_);
    ASSERT_EQ(Findings(*heap_), "");
  }
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
