// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What cannot be in an image is refused when it is saved, and by name.

#include "image/page_tables.h"

#include <string>
#include <type_traits>

#include "gtest/gtest.h"
#include "halfword/allocation.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap_vector.h"
#include "halfword/prefinalizer.h"
#include "halfword/trailing_array.h"
#include "image/image_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {

class Fine : public GarbageCollected<Fine> {
 public:
  explicit Fine(int value) : value_(value) {}
  int value_;
  HALFWORD_FIELDS(Fine, value_)
};

class Pointing : public GarbageCollected<Pointing> {
 public:
  const void* pointer_ = nullptr;
  HALFWORD_FIELDS(Pointing, pointer_)
};

class Closing : public GarbageCollected<Closing> {
  HALFWORD_USING_PRE_FINALIZER(Closing, Close);

 public:
  void Close() { value_ = 0; }
  int value_ = 1;
  HALFWORD_FIELDS(Closing, value_)
};

class ClosingSide : public GarbageCollectedMixin {
  HALFWORD_USING_PRE_FINALIZER(ClosingSide, Close);

 public:
  void Close() { value_ = 0; }
  int value_ = 1;
  HALFWORD_FIELDS(ClosingSide, value_)
};

class ClosingByBase : public Closing {
  HALFWORD_FIELDS(ClosingByBase)
  HALFWORD_BASES(ClosingByBase, Closing)
};

class ClosingByTwo : public Closing, public ClosingSide {
  HALFWORD_FIELDS(ClosingByTwo)
  HALFWORD_BASES(ClosingByTwo, Closing, ClosingSide)
};

class Row : public GarbageCollected<Row> {
 public:
  HALFWORD_FIELDS(Row)
  HALFWORD_TRAILING(Row, Member<Fine>)
};

namespace {

class PageTablesTest : public ImageTest {};

TEST_F(PageTablesTest, AnOpaqueFieldIsRefusedAndTheFileKept) {
  auto heap = Open<Fine>();
  AllocationHandle& handle = heap->GetAllocationHandle();
  heap->SetRoot("fine", MakeGarbageCollected<Fine>(handle, 1));
  Save(heap.get());
  heap->GetRoot<Fine>("fine")->value_ = 2;
  MakeGarbageCollected<Pointing>(handle);
  const ImageStatus status = heap->Save();
  EXPECT_EQ(status.error(), ImageError::kCannotSave);
  EXPECT_NE(status.message().find("Pointing cannot be in an image: it, or a "
                                  "base, has an opaque field"),
            std::string::npos)
      << status.message();
  heap.reset();
  ImageOptions options;
  options.access = ImageAccess::kReadOnly;
  EXPECT_EQ(Open<Fine>(std::move(options))->GetRoot<Fine>("fine")->value_, 1);
}

// Nothing would register its objects when the image is opened.
TEST_F(PageTablesTest, AClassWithAPrefinalizerIsRefused) {
  const auto is_refused = [&]<typename T>(std::type_identity<T>) {
    const auto heap = Open<Fine>();
    MakeGarbageCollected<T>(heap->GetAllocationHandle());
    const ImageStatus status = heap->Save();
    EXPECT_EQ(status.error(), ImageError::kCannotSave);
    const std::string expected =
        std::string(TypeInfoOf<T>().name) +
        " cannot be in an image: it, or a base, has a prefinalizer";
    EXPECT_NE(status.message().find(expected), std::string::npos)
        << status.message();
    EXPECT_FALSE(TypeInfoOf<T>().may_be_in_image);
  };

  is_refused(std::type_identity<Closing>());
  is_refused(std::type_identity<ClosingByBase>());
  is_refused(std::type_identity<ClosingByTwo>());
  EXPECT_FALSE(TypeInfoOf<Fine>().has_prefinalizer);
}

// Shared pages, pages of one class, large objects, and what is free in between.
TEST_F(PageTablesTest, EveryKindOfPageComesBack) {
  {
    const auto heap = Open<Fine, Row>();
    AllocationHandle& handle = heap->GetAllocationHandle();
    constexpr size_t kCounts[] = {1, 100, 5'000, 50'000};
    for (const size_t count : kCounts) {
      auto* const row =
          MakeGarbageCollected<Row>(handle, TrailingBytes<Row>(count));
      heap->SetRoot("row " + std::to_string(count), row);
      for (size_t i = 0; i < count; ++i) {
        TrailingArray(row)[i] =
            MakeGarbageCollected<Fine>(handle, static_cast<int>(i));
        MakeGarbageCollected<Fine>(handle, -1);
      }
    }
    heap->SetRoot("row 5000", static_cast<Row*>(nullptr));
    heap->Collect();
    Save(heap.get(), {.verifies_all = true});
  }
  const auto heap = Open<Fine, Row>();
  const VerifyReport report = heap->Verify();
  EXPECT_TRUE(report.ok()) << report.findings.front();
  EXPECT_EQ(heap->GetRoot<Row>("row 5000"), nullptr);
  for (const size_t count : {size_t{1}, size_t{100}, size_t{50'000}}) {
    auto* const row = heap->GetRoot<Row>("row " + std::to_string(count));
    ASSERT_NE(row, nullptr);
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(TrailingArray(row)[i]->value_, static_cast<int>(i));
    }
  }
  // What is free is found again.
  for (int i = 0; i < 100'000; ++i) {
    MakeGarbageCollected<Fine>(heap->GetAllocationHandle(), i);
  }
  heap->Collect();
  Save(heap.get(), {.verifies_all = true});
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
