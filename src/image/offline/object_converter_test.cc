// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Objects in the bytes of another width.

#include "image/offline/object_converter.h"

#include <array>
#include <cstring>

#include "halfword/halfword.h"
#include "image/image_testing.h"
#include "image/offline/offline_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ConvertedMixin : public GarbageCollectedMixin {
 public:
  int mixed_ = 0;
  HALFWORD_FIELDS(ConvertedMixin, mixed_)
};

class ConvertedNode : public GarbageCollected<ConvertedNode>,
                      public ConvertedMixin {
 public:
  int16_t small_ = -3;
  Member<ConvertedNode> next_;
  Member<ConvertedMixin> mixin_;
  Tagged<ConvertedNode> tagged_ = 77;
  WeakMember<ConvertedNode> dead_;
  String word_;
  uint64_t number_ = 0x1122334455667788;
  HALFWORD_FIELDS(ConvertedNode, small_, next_, mixin_, tagged_, dead_, word_,
                  number_)
  HALFWORD_BASES(ConvertedNode, ConvertedMixin)
};

namespace {

constexpr uint64_t kPlace = uint64_t{5} << 30;
constexpr uint64_t kDataOffset = 65536;

class ObjectConverterTest : public ImageTest {
 protected:
  void SetUp() override {
    const auto heap =
        Open<ConvertedNode>({.heap = {.growth_bytes_min = SIZE_MAX}});
    AllocationHandle& handle = heap->GetAllocationHandle();
    auto* const node = MakeGarbageCollected<ConvertedNode>(handle);
    node->next_ = node;
    node->mixin_ = node;
    node->dead_ = MakeGarbageCollected<ConvertedNode>(handle);
    node->word_ = String(handle, "abc");
    heap->SetRoot("node", node);
    Save(heap.get());
  }
};

TEST_F(ObjectConverterTest, EachFieldIsWhatItWas) {
  const OfflineImage image(Path());
  const ImageShape source(kOwnImageAbi);
  const ImageShape target(OtherAbi());
  RewriteTypes types;
  std::string error;
  ASSERT_TRUE(
      types.Find(image.objects(), image.live(), OtherAbi(), nullptr, &error))
      << error;
  const ImageGranule node =
      image.ObjectsOf(TypeInfoOf<ConvertedNode>().name).at(0);
  NewPlaces places(image.live(), nullptr);
  places.Set(node, 10);
  ObjectConverter converter(image.objects(), image.maps(), types, source,
                            target);
  converter.SetPlaces(&places, kPlace, kDataOffset);
  const TypeDescription& type = types.TargetOf(converter.ClassOf(node));
  EXPECT_EQ(converter.Measure(node).bytes, type.object_bytes);

  alignas(8) std::array<std::byte, 128> bytes = {};
  converter.Convert(node, bytes.data());

  EXPECT_EQ(converter.error(), "");
  const auto word_of = [&](size_t field) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + type.fields[field].offset,
                target.word_bytes());
    return word;
  };
  const uint64_t offset = kDataOffset + uint64_t{10} * 8;
  EXPECT_EQ(word_of(1), target.WordOf(kPlace, offset));
  EXPECT_EQ(word_of(2), target.WordOf(kPlace, offset + type.bases[0].offset));
  EXPECT_EQ(word_of(3), 77u);
  EXPECT_EQ(word_of(4), 0u);
  EXPECT_NE(word_of(5), 0u);
  int16_t small = 0;
  std::memcpy(&small, bytes.data() + type.fields[0].offset, sizeof(small));
  EXPECT_EQ(small, -3);
  uint64_t number = 0;
  std::memcpy(&number, bytes.data() + type.fields[6].offset, sizeof(number));
  EXPECT_EQ(number, 0x1122334455667788u);
  EXPECT_EQ(converter.NewOffsetOf(image.objects().OffsetOf(node)), offset);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
