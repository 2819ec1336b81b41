// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Which objects a snapshot shows in their sources, and which it only counts.

#include "snapshot/location_section.h"

#include <functional>
#include <map>
#include <string>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "halfword/source_table.h"
#include "snapshot/snapshot_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Placed : public GarbageCollected<Placed> {
 public:
  explicit Placed(SourcePosition position = {}) : position_(position) {}
  SourcePosition GetSourcePosition() const { return position_; }

  SourcePosition position_;
  HALFWORD_FIELDS(Placed, position_)
};
class Other : public GarbageCollected<Other> {
 public:
  Member<Placed> placed_;
  HALFWORD_FIELDS(Other, placed_)
};

class LocationSectionTest : public HeapTest {
 protected:
  LoadedSnapshot Take() {
    SnapshotOptions options = kPrecise;
    options.sources = &sources_;
    return LoadedSnapshot(heap(), options);
  }
  static ShownLocation At(SourceId source, uint32_t line, uint32_t column) {
    return {static_cast<uint32_t>(source), line, column};
  }

  const std::string text_ = "first line\n\u00e9 second\r\nthird";
  SourceTable sources_;
  const SourceId page_ = sources_.Add("page", text_);
};
HALFWORD_INSTANTIATE_FOR_PAGES(LocationSectionTest);

TEST_P(LocationSectionTest, ShowsObjectsByLineAndColumn) {
  const Persistent<Other> other = Make<Other>();
  const Persistent<Placed> first = Make<Placed>(SourcePosition{page_, 6});
  const Persistent<Placed> second = Make<Placed>(SourcePosition{page_, 14});
  const Persistent<Placed> nowhere = Make<Placed>();
  const SourceId script = sources_.Add("script", "a\nb");
  other->placed_ = Make<Placed>(SourcePosition{script, 2});

  const LoadedSnapshot snapshot = Take();

  const std::map<size_t, ShownLocation> expected = {
      {snapshot.NodeOf(first.Get()), At(page_, 0, 6)},
      {snapshot.NodeOf(second.Get()), At(page_, 1, 2)},
      {snapshot.NodeOf(other->placed_), At(script, 1, 0)}};
  EXPECT_EQ(snapshot.locations(), expected);
  EXPECT_EQ(snapshot.report().missing_position_count, 0u);
}

TEST_P(LocationSectionTest, CountsPositionsThatAreNotFound) {
  const auto end = static_cast<uint32_t>(text_.size());
  const Persistent<Placed> last = Make<Placed>(SourcePosition{page_, end});
  const Persistent<Placed> behind =
      Make<Placed>(SourcePosition{page_, end + 1});
  const SourceId gone = sources_.Add("gone", text_);
  const Persistent<Placed> removed = Make<Placed>(SourcePosition{gone, 0});
  sources_.Remove(gone);

  const LoadedSnapshot snapshot = Take();

  EXPECT_EQ(snapshot.locations().size(), 1u);
  EXPECT_TRUE(snapshot.locations().contains(snapshot.NodeOf(last.Get())));
  EXPECT_EQ(snapshot.report().missing_position_count, 2u);
}

TEST_P(LocationSectionTest, SaysNothingWithoutSources) {
  const Persistent<Placed> placed = Make<Placed>(SourcePosition{page_, 6});

  const LoadedSnapshot snapshot(heap());

  EXPECT_TRUE(snapshot.locations().empty());
  EXPECT_EQ(snapshot.report().missing_position_count, 0u);
}

TEST_P(LocationSectionTest, AsksNoObjectThatIsUnderConstruction) {
  class Unready : public GarbageCollected<Unready> {
   public:
    explicit Unready(const std::function<void()>& action) {
      action();
      is_ready_ = true;
    }
    SourcePosition GetSourcePosition() const {
      EXPECT_TRUE(is_ready_);
      return {};
    }
    void Trace(Visitor*) const {}
    bool is_ready_ = false;
  };

  const Persistent<Unready> object = Make<Unready>([this] {
    const LoadedSnapshot snapshot = Take();
    EXPECT_TRUE(snapshot.report().ok());
  });
}

TEST_P(LocationSectionTest, FollowsChangedText) {
  const Persistent<Placed> placed = Make<Placed>(SourcePosition{page_, 6});
  ASSERT_EQ(Take().locations().begin()->second, At(page_, 0, 6));

  ASSERT_TRUE(sources_.SetText(page_, "\n\n\n\n\n\n\n"));

  EXPECT_EQ(Take().locations().begin()->second, At(page_, 6, 0));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
