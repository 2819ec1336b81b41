// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counted objects against a model of std::shared_ptr: random graphs without
// cycles, on one thread with some of the references in garbage-collected
// objects, and on several threads that hand each other references and end. A
// failure names the seed that repeats it; that of several threads repeats the
// work of each, not their order.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "base/test_seed.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::stress {
namespace {

using internal::CollectPrecisely;
using internal::Findings;
using internal::TestSeed;

using Ids = std::set<uint32_t>;
constexpr size_t kLinkCount = 3;

// A thing of the model; its id is in the set for as long as it lives.
struct ModelThing {
  ModelThing(uint32_t id, Ids* ids) : id_(id), ids_(ids) { ids->insert(id); }
  ~ModelThing() { ids_->erase(id_); }

  uint32_t id_;
  Ids* ids_;
  std::array<std::shared_ptr<ModelThing>, kLinkCount> links_;
};

// The same, counted; of several sizes.
class Thing : public RefCounted<Thing> {
 public:
  Thing(uint32_t id, Ids* ids) : id_(id), ids_(ids) { ids->insert(id); }
  virtual ~Thing() { EXPECT_EQ(ids_->erase(id_), 1u); }

  uint32_t id() const { return id_; }
  RefPtr<Thing>& link(size_t i) { return links_[i]; }
  virtual bool IsIntact() const { return true; }

 private:
  uint32_t id_;
  RefPtr<Thing> links_[kLinkCount];
  Ids* ids_;
  HALFWORD_FIELDS(Thing, id_, links_, ids_)
};

template <size_t kBytes>
class ThingWith final : public Thing {
 public:
  ThingWith(uint32_t id, Ids* ids) : Thing(id, ids) {
    std::memset(bytes_, static_cast<int>(id & 0xff), kBytes);
  }
  bool IsIntact() const override {
    for (const unsigned char byte : bytes_) {
      if (byte != (id() & 0xff)) return false;
    }
    return true;
  }

 private:
  unsigned char bytes_[kBytes];
  HALFWORD_FIELDS(ThingWith, bytes_)
  HALFWORD_BASES(ThingWith, Thing)
};

// A managed object that holds a counted one.
class Holder : public GarbageCollected<Holder> {
 public:
  RefPtr<Thing>& thing() { return thing_; }

 private:
  RefPtr<Thing> thing_;
  HALFWORD_FIELDS(Holder, thing_)
};

// Roots of both worlds, which take the same steps.
class World {
 public:
  explicit World(unsigned seed) : random_(seed) {}

  void Step() {
    const size_t at = Pick();
    switch (random_() % 8) {
      case 0:
      case 1:
      case 2:
        MakeAt(at);
        break;
      case 3:
        roots_[at] = nullptr;
        model_roots_[at] = nullptr;
        break;
      case 4:
        CopyRoot(at, Pick());
        break;
      case 5:
        Link(at, Pick());
        break;
      case 6:
        Follow(at);
        break;
      default:
        Hold(at);
        break;
    }
  }

  void Collect() {
    CollectPrecisely(*heap_);
    EXPECT_EQ(Findings(*heap_), "");
  }

  // Lets go of what dead holders still keep, and compares.
  void Check() {
    Collect();
    EXPECT_EQ(ids_, model_ids_);
    for (const RefPtr<Thing>& root : roots_) {
      EXPECT_TRUE(root == nullptr || root->IsIntact());
    }
  }

  void Drop() {
    roots_ = {};
    model_roots_ = {};
    for (Persistent<Holder>& holder : holders_) holder = nullptr;
    model_holders_ = {};
    Check();
    EXPECT_TRUE(ids_.empty());
  }

 private:
  static constexpr size_t kRootCount = 200;
  static constexpr size_t kHolderCount = 50;

  size_t Pick() { return random_() % kRootCount; }

  void MakeAt(size_t at) {
    const uint32_t id = next_id_++;
    switch (random_() % 4) {
      case 0:
        roots_[at] = MakeRefCounted<Thing>(id, &ids_);
        break;
      case 1:
        roots_[at] = MakeRefCounted<ThingWith<13>>(id, &ids_);
        break;
      case 2:
        roots_[at] = MakeRefCounted<ThingWith<300>>(id, &ids_);
        break;
      default:
        roots_[at] =
            id % 16 == 0
                ? RefPtr<Thing>(MakeRefCounted<ThingWith<20000>>(id, &ids_))
                : MakeRefCounted<ThingWith<24>>(id, &ids_);
        break;
    }
    model_roots_[at] = std::make_shared<ModelThing>(id, &model_ids_);
  }

  void CopyRoot(size_t to, size_t from) {
    roots_[to] = roots_[from];
    model_roots_[to] = model_roots_[from];
  }

  // From a younger thing to an older one, so that there are no cycles.
  void Link(size_t from, size_t to) {
    if (roots_[from] == nullptr || roots_[to] == nullptr ||
        roots_[from]->id() <= roots_[to]->id()) {
      return;
    }
    const size_t i = random_() % kLinkCount;
    roots_[from]->link(i) = roots_[to];
    model_roots_[from]->links_[i] = model_roots_[to];
  }

  void Follow(size_t at) {
    if (roots_[at] == nullptr) return;
    const size_t i = random_() % kLinkCount;
    roots_[at] = roots_[at]->link(i);
    // A copy, since what is assigned may go with what it replaces.
    model_roots_[at] = std::shared_ptr<ModelThing>(model_roots_[at]->links_[i]);
  }

  void Hold(size_t at) {
    const size_t i = random_() % kHolderCount;
    holders_[i] = MakeGarbageCollected<Holder>(heap_->GetAllocationHandle());
    holders_[i]->thing() = roots_[at];
    model_holders_[i] = model_roots_[at];
  }

  Ids ids_;
  Ids model_ids_;
  uint32_t next_id_ = 1;
  std::mt19937 random_;
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  std::array<RefPtr<Thing>, kRootCount> roots_;
  std::array<std::shared_ptr<ModelThing>, kRootCount> model_roots_;
  std::array<Persistent<Holder>, kHolderCount> holders_;
  std::array<std::shared_ptr<ModelThing>, kHolderCount> model_holders_;
};

TEST(RefPtrStress, CountedObjectsAreAsTheirModel) {
  const TestSeed seed;
  World world(seed.value());

  for (int step = 0; step < 60000; ++step) {
    world.Step();
    if (step % 1000 == 0) world.Check();
    if (::testing::Test::HasFailure()) return;
  }

  world.Drop();
}

// Several threads.

std::atomic<int> live_count = 0;

class Message : public ThreadSafeRefCounted<Message> {
 public:
  Message(uint32_t number, RefPtr<Message> previous)
      : number_(number), check_(~number), previous_(std::move(previous)) {
    ++live_count;
  }
  ~Message() {
    EXPECT_TRUE(IsIntact());
    --live_count;
  }
  bool IsIntact() const { return check_ == ~number_; }

 private:
  uint32_t number_;
  uint32_t check_;
  RefPtr<Message> previous_;
  HALFWORD_FIELDS(Message, number_, check_, previous_)
};

// Where threads leave references for each other.
class Board {
 public:
  RefPtr<Message> Exchange(size_t place, RefPtr<Message> message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::swap(places_[place % kPlaceCount], message);
    return message;
  }
  RefPtr<Message> Copy(size_t place) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return places_[place % kPlaceCount];
  }
  void Clear() { places_ = {}; }

 private:
  static constexpr size_t kPlaceCount = 64;

  std::mutex mutex_;
  std::array<RefPtr<Message>, kPlaceCount> places_;
};

void Work(Board* board, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<RefPtr<Message>> own(100);
  for (int step = 0; step < 10000; ++step) {
    RefPtr<Message>& place = own[random() % own.size()];
    switch (random() % 4) {
      case 0:
        // Now and then with one before it, so that chains stay short.
        place = MakeRefCounted<Message>(
            random(), random() % 2 == 0 ? own[random() % own.size()] : nullptr);
        break;
      case 1:
        place = board->Exchange(random(), std::move(place));
        break;
      case 2:
        place = board->Copy(random());
        break;
      default:
        place.reset();
        break;
    }
    if (place != nullptr && !place->IsIntact()) {
      ADD_FAILURE() << "a message was overwritten";
      return;
    }
  }
}

TEST(RefPtrStress, ThreadsShareObjectsAndEnd) {
  const TestSeed seed;
  Board board;
  unsigned number = 0;

  for (int round = 0; round < 5; ++round) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back(Work, &board, seed.value() + number++);
    }
    for (std::thread& thread : threads) thread.join();
  }
  board.Clear();

  EXPECT_EQ(live_count, 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::stress
