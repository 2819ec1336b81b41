// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What one program can see of it; versions of a program are tests/layouts.

#include "image/open/layout_conversion.h"

#include <cstring>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "halfword/member.h"
#include "halfword/string.h"
#include "image/image_heap.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Converted : public GarbageCollected<Converted> {
 public:
  Member<Converted> next_;
  String name_;
  HeapVector<uint32_t> numbers_;
  HALFWORD_FIELDS(Converted, next_, name_, numbers_)
};

namespace {

class LayoutConversionTest : public ImageTest {
 protected:
  LayoutConversionTest() {
    const auto heap = Open<Converted>();
    AllocationHandle& handle = heap->GetAllocationHandle();
    for (int i = 0; i < 1000; ++i) {
      auto* const object = MakeGarbageCollected<Converted>(handle);
      object->next_ = heap->GetRoot<Converted>("list");
      object->name_ = String(handle, "object number " + std::to_string(i));
      object->numbers_.resize(static_cast<size_t>(i % 50), 7u);
      heap->SetRoot("list", object);
    }
    Save(heap.get());
  }
};

TEST_F(LayoutConversionTest, WhatIsAlreadyRightStaysSo) {
  ImageFile file(Path());
  ASSERT_TRUE(file.OpenToRead(PageCheck::kAll).ok());
  RewrittenImage image;
  const ImageStatus status = LayoutConversion().Convert(file, &image);
  ASSERT_TRUE(status.ok()) << status.message();
  ASSERT_GT(image.page_count, 0u);
  Catalog catalog;
  ASSERT_TRUE(ReadCatalog({reinterpret_cast<const char*>(
                               image.pages.at(image.words.catalog_offset)),
                           image.words.catalog_bytes},
                          &catalog));
  TypeList types;
  std::string error;
  EXPECT_EQ(types.Match(catalog.types, &error), TypeList::MatchResult::kSame)
      << error;
  ASSERT_EQ(catalog.roots.size(), 1u);
  EXPECT_EQ(catalog.roots[0].name, "list");
}

TEST_F(LayoutConversionTest, AnotherFileIsNotTakenForIt) {
  ImageFile file(Path());
  ASSERT_TRUE(file.OpenToRead(PageCheck::kAll).ok());
  {
    const auto heap = Open<Converted>();
    heap->GetRoot<Converted>("list")->numbers_.push_back(1);
    Save(heap.get());
  }
  RewrittenImage image;
  EXPECT_EQ(LayoutConversion().Convert(file, &image).error(),
            ImageError::kBusy);
}

TEST_F(LayoutConversionTest, NoFunctionIsCalledForWhatIsAlreadyRight) {
  ImageFile file(Path());
  ASSERT_TRUE(file.OpenToRead(PageCheck::kAll).ok());
  int calls = 0;
  LayoutConversion conversion(LayoutFunctions().Add<Converted>(
      [&](const OldObject&, Converted&) { ++calls; }));
  RewrittenImage image;
  ASSERT_TRUE(conversion.Convert(file, &image).ok());
  EXPECT_EQ(image.objects, nullptr);
  const auto heap = Heap::Create();
  EXPECT_TRUE(conversion.CallFunctions(*heap, nullptr).ok());
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
