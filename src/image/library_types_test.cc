// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The library's own classes are known before an image is opened.

#include "image/library_types.h"

#include "gtest/gtest.h"
#include "image/image_bytes.h"
#include "types/type_registry.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(LibraryTypesTest, AreRegisteredOnce) {
  RegisterLibraryTypes();
  const size_t count = TypeRegistry::type_count();
  EXPECT_GE(count, 6u);
  EXPECT_TRUE(TypeInfoOf<ImageBytes>().may_be_in_image);
  RegisterLibraryTypes();
  EXPECT_EQ(TypeRegistry::type_count(), count);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
