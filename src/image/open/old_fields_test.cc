// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One program that has a class and what it became, under two names. Versions of
// a program are tests/layouts.

#include "image/open/old_fields.h"

#include <filesystem>
#include <memory>
#include <string>

#include "halfword/halfword.h"
#include "image/image_check.h"
#include "image/image_testing.h"
#include "image/offline/image_rewriter.h"
#include "image/type_list.h"

namespace halfword::inline HALFWORD_ABI::internal {

enum class OldMood : int8_t { kBad = -1, kGood = 1 };

struct OldPlace {
  int32_t x = 0;
  int32_t y = 0;
  HALFWORD_FIELDS(OldPlace, x, y)
};

class OldNode : public GarbageCollected<OldNode> {
 public:
  uint8_t level_ = 0;
  HALFWORD_FIELDS(OldNode, level_)
};

class OldThing : public OldNode {
 public:
  String short_;
  String name_;
  MutableString inline_;
  MutableString notes_;
  int16_t numbers_[3] = {};
  float weight_ = 0;
  OldMood mood_ = OldMood::kBad;
  OldPlace place_;
  OldPlace places_[2];
  Member<OldThing> next_;
  WeakMember<OldThing> dead_;
  Tagged<OldThing> tagged_;
  HALFWORD_FIELDS(OldThing, short_, name_, inline_, notes_, numbers_, weight_,
                  mood_, place_, places_, next_, dead_, tagged_)
  HALFWORD_BASES(OldThing, OldNode)
};

class ThingNow : public GarbageCollected<ThingNow> {
 public:
  Member<ThingNow> next_;
  HALFWORD_FIELDS(ThingNow, next_)
};

namespace {

class OldFieldsTest : public ImageTest {
 protected:
  void SetUp() override {
    MakeImage();
    ASSERT_TRUE(OpenChecked(&view_).ok());
    TypeList list;
    const ImageTypeIndex type = list.Add(TypeInfoOf<ThingNow>());
    const ChangedTypes changes = {
        .types = list.Describe(),
        .names = {{TypeInfoOf<OldThing>().name, type}}};
    const RewriteOptions options = {.changes = &changes, .keeps_objects = true};
    ASSERT_TRUE(RewriteImage(view_, options, &image_).ok());
    // The same once more, for a heap: where things are is the same, too.
    RewriteReport report;
    ASSERT_TRUE(RewriteImage(view_, Path("now"), options, &report).ok());
    std::filesystem::rename(Path("now"), Path());
    heap_ = Open<ThingNow>();
    scope_ = std::make_unique<HeapScope>(*heap_);
    thing_ = heap_->GetRoot<ThingNow>("thing");
    object_ =
        image_.objects->objects().Around(view_.catalog().roots.at(0).offset);
    const uint64_t offset = image_.objects->NewOffsetOf(
        image_.objects->objects().OffsetOf(object_));
    fields_ = std::make_unique<OldFields>(
        *image_.objects, reinterpret_cast<std::byte*>(thing_) - offset);
  }

  void MakeImage() const {
    const auto heap = Open<OldThing>();
    const HeapScope scope(*heap);
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const thing = MakeGarbageCollected<OldThing>(handle);
    heap->SetRoot("thing", thing);
    thing->level_ = 9;
    thing->short_ = "abc";
    thing->name_ = "a name of more bytes";
    thing->inline_ += "some bytes";
    thing->notes_ += "bytes that have a buffer of their own";
    thing->numbers_[1] = -300;
    thing->weight_ = 2.5f;
    thing->place_.y = 11;
    thing->next_ = MakeGarbageCollected<OldThing>(handle);
    thing->dead_ = MakeGarbageCollected<OldThing>(handle);
    thing->tagged_ = 5;
    Save(heap.get());
  }

  OldNumber Number(const char* name, size_t index = 0) {
    return fields_->NumberAt(object_, name, index, /*is_signed=*/true);
  }

  ImageView view_{Path()};
  RewrittenImage image_;
  std::unique_ptr<Heap> heap_;
  std::unique_ptr<HeapScope> scope_;
  ThingNow* thing_ = nullptr;
  ImageGranule object_ = kNoGranule;
  std::unique_ptr<OldFields> fields_;
};

TEST_F(OldFieldsTest, KindsAreThoseOfTheTime) {
  const auto kind = [&](const char* name) {
    return fields_->KindOf(object_, name);
  };
  EXPECT_EQ(kind("level_"), OldFieldKind::kNumber);
  EXPECT_EQ(kind("mood_"), OldFieldKind::kNumber);
  EXPECT_EQ(kind("short_"), OldFieldKind::kString);
  EXPECT_EQ(kind("notes_"), OldFieldKind::kString);
  EXPECT_EQ(kind("next_"), OldFieldKind::kReference);
  EXPECT_EQ(kind("tagged_"), OldFieldKind::kReference);
  EXPECT_EQ(kind("place_"), OldFieldKind::kStruct);
  EXPECT_EQ(kind("place_.x"), OldFieldKind::kNumber);
  EXPECT_EQ(kind("place_.z"), OldFieldKind::kNone);
  EXPECT_EQ(kind("places_.x"), OldFieldKind::kNone);
  EXPECT_EQ(kind(""), OldFieldKind::kNone);
  EXPECT_EQ(fields_->CountOf(object_, "numbers_"), 3u);
  EXPECT_EQ(fields_->CountOf(object_, "short_"), 1u);
  EXPECT_EQ(fields_->CountOf(object_, "long_"), 0u);
  EXPECT_EQ(fields_->error(), "");
}

TEST_F(OldFieldsTest, NumbersAreReadAsTheyWereWritten) {
  EXPECT_EQ(Number("level_").unsigned_value, 9u);
  EXPECT_EQ(Number("level_").kind, OldNumber::Kind::kUnsigned);
  EXPECT_EQ(Number("numbers_", 1).signed_value, -300);
  EXPECT_EQ(Number("weight_").float_value, 2.5);
  EXPECT_EQ(Number("mood_").signed_value, -1);
  EXPECT_EQ(Number("place_.y").signed_value, 11);
  EXPECT_EQ(fields_->BytesOf(object_, "numbers_"),
            std::string_view("\0\0\xd4\xfe\0\0", 6));
  EXPECT_EQ(fields_->error(), "");
}

TEST_F(OldFieldsTest, StringsOfAllKindsHaveTheirBytes) {
  const auto text = [&](const char* name) {
    return std::string(fields_->StringAt(object_, name, 0));
  };
  EXPECT_EQ(text("short_"), "abc");
  EXPECT_EQ(text("name_"), "a name of more bytes");
  EXPECT_EQ(text("inline_"), "some bytes");
  EXPECT_EQ(text("notes_"), "bytes that have a buffer of their own");
  EXPECT_EQ(fields_->error(), "");
}

TEST_F(OldFieldsTest, ReferencesLeadToWhereObjectsAreNow) {
  const auto target = [&](const char* name) {
    return fields_->ReferenceAt(object_, name, 0, TypeInfoOf<ThingNow>());
  };
  EXPECT_EQ(fields_->NewObject(object_), thing_);
  EXPECT_EQ(target("next_"), thing_->next_.Get());
  EXPECT_EQ(target("dead_"), nullptr);
  EXPECT_EQ(target("tagged_"), nullptr);
  EXPECT_EQ(fields_->error(), "");
  EXPECT_EQ(fields_->ReferenceAt(object_, "next_", 0, TypeInfoOf<OldThing>()),
            nullptr);
  EXPECT_EQ(fields_->error(),
            "class halfword::internal::OldThing: its function asks for field "
            "'next_', which refers to what is no halfword::internal::OldThing "
            "here");
}

TEST_F(OldFieldsTest, WhatIsNotThereIsSaidOnce) {
  EXPECT_FALSE(Number("numbers_", 3).is_found);
  EXPECT_EQ(fields_->error(),
            "class halfword::internal::OldThing: its function asks for field "
            "'numbers_', which has fewer elements there");
  EXPECT_FALSE(Number("name_").is_found);
  EXPECT_EQ(std::string(fields_->StringAt(object_, "next_", 0)), "");
  EXPECT_EQ(fields_->BytesOf(object_, "name_"), "");
  EXPECT_NE(fields_->error().find("numbers_"), std::string::npos);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
