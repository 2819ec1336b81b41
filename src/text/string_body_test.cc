// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Flat bodies: their heads, their bytes, and how little memory they take.

#include "halfword/internal/string_body.h"

#include <cstring>
#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "heap/memory_debug.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(StringBodyTest, KeepsKindLengthAndBytes) {
  const auto heap = Heap::Create();
  for (const size_t length : {0u, 3u, 4u, 100u, 1019u, 1020u, 100000u}) {
    FlatBody* const body =
        MakeFlatBody(heap->GetAllocationHandle(), BodyKind::kBuffer, length);
    std::memset(body->data(), 'x', length);

    EXPECT_EQ(body->kind(), BodyKind::kBuffer);
    EXPECT_EQ(body->view(), std::string(length, 'x'));
    EXPECT_EQ(body->data()[length], '\0');
  }
}

// Other builds do not remember places.
#if HALFWORD_MEMORY_DEBUG

TEST(StringBodyTest, IsMadeWhereItIsAskedFor) {
  const auto heap = Heap::Create();
  for (const size_t length : {10u, 100000u}) {
    const FlatBody* const body =
        MakeFlatBody(heap->GetAllocationHandle(), BodyKind::kFlat, length);
    const std::string here =
        "made at " __FILE__ ":" + std::to_string(__LINE__ - 2);

    const std::string text = ObjectText(body).c_str();
    EXPECT_NE(text.find(here), std::string::npos) << text;
  }
}

#endif

TEST(StringBodyTest, BodiesOfManySizesSurviveWhatTheyAreHeldBy) {
  const auto heap = Heap::Create();
  AllocationHandle& handle = heap->GetAllocationHandle();
  std::vector<Persistent<FlatBody>> bodies;
  for (size_t i = 0; i < 20000; ++i) {
    const size_t length = i % 200;
    FlatBody* const body = MakeFlatBody(handle, BodyKind::kFlat, length);
    std::memset(body->data(), static_cast<int>('a' + i % 26), length);
    if (i % 2 == 0) bodies.emplace_back(body);
  }

  CollectPrecisely(*heap);
  for (size_t i = 0; i < 20000; ++i) {
    MakeFlatBody(handle, BodyKind::kFlat, i % 200);
  }

  for (size_t i = 0; i < bodies.size(); ++i) {
    const size_t length = 2 * i % 200;
    EXPECT_EQ(bodies[i]->view(),
              std::string(length, static_cast<char>('a' + 2 * i % 26)));
  }
  EXPECT_EQ(Findings(*heap), "");
}

TEST(StringBodyTest, AMarkerDoesNotLookAtBytes) {
  EXPECT_EQ(TypeInfoOf<FlatBody>().trace_mode, TraceMode::kLeaf);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
