// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Names of objects: where they come from and how they are cut.

#include <cstring>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/name_provider.h"

namespace halfword::internal {
namespace {

std::string Copied(std::string_view name, size_t capacity) {
  std::string buffer(capacity + 1, '#');
  const size_t bytes = CopyName(name, buffer.data(), capacity);
  EXPECT_EQ(buffer[capacity], '#');
  if (capacity > 0) {
    EXPECT_EQ(buffer[bytes], '\0');
  }
  return buffer.substr(0, bytes);
}

TEST(ObjectNameTest, IsCopiedWithItsEnd) {
  EXPECT_EQ(Copied("name", 16), "name");
  EXPECT_EQ(Copied("name", 5), "name");
  EXPECT_EQ(Copied("", 1), "");
}

TEST(ObjectNameTest, MayBeTextThatIsNowhere) {
  char buffer[4] = "xyz";

  EXPECT_EQ(CopyName(std::string_view(), buffer, sizeof(buffer)), 0u);
  EXPECT_STREQ(buffer, "");
}

TEST(ObjectNameTest, IsCutToWhatFits) {
  EXPECT_EQ(Copied("name", 4), "nam");
  EXPECT_EQ(Copied("name", 1), "");
  EXPECT_EQ(Copied("name", 0), "");
}

TEST(ObjectNameTest, IsCutBetweenCharacters) {
  EXPECT_EQ(Copied("a\u00e4b", 3), "a");
  EXPECT_EQ(Copied("a\u00e4b", 4), "a\u00e4");
  EXPECT_EQ(Copied("\U0001f600", 4), "");
}

template <typename T>
std::string NameOf(const T& object) {
  const TypeInfo& type = TypeInfoOf<T>();
  char buffer[64];
  if (type.name_of == nullptr) return "(none)";
  return {buffer, type.name_of(&object, buffer, sizeof buffer)};
}

class Nameless : public GarbageCollected<Nameless> {
  HALFWORD_FIELDS(Nameless)
};
class FromOilpan : public GarbageCollected<FromOilpan>, public NameProvider {
 public:
  const char* GetHumanReadableName() const override { return "oilpan"; }
  HALFWORD_FIELDS(FromOilpan)
};
class Plain : public GarbageCollected<Plain> {
 public:
  const char* GetHumanReadableName() const { return name_; }
  const char* name_ = "plain";
  HALFWORD_FIELDS(Plain, name_)
};
class View : public GarbageCollected<View> {
 public:
  std::string_view GetHumanReadableName() const { return {"views", 4}; }
  HALFWORD_FIELDS(View)
};
class Inherits : public Plain {
  HALFWORD_FIELDS(Inherits)
  HALFWORD_BASES(Inherits, Plain)
};
class Text : public GarbageCollected<Text> {
 public:
  std::string GetHumanReadableName() const { return std::string(40, 'x'); }
  HALFWORD_FIELDS(Text)
};

TEST(ObjectNameTest, ComesFromAFunctionWithOrWithoutVtable) {
  EXPECT_EQ(NameOf(Nameless()), "(none)");
  EXPECT_EQ(NameOf(FromOilpan()), "oilpan");
  EXPECT_EQ(NameOf(Plain()), "plain");
  EXPECT_EQ(NameOf(View()), "view");
  EXPECT_EQ(NameOf(Inherits()), "plain");
  EXPECT_EQ(NameOf(Text()), std::string(40, 'x'));
}

TEST(ObjectNameTest, MayBeNull) {
  Plain plain;
  plain.name_ = nullptr;

  EXPECT_EQ(NameOf(plain), "");
}

TEST(ObjectNameTest, CostsNoVtable) {
  EXPECT_EQ(sizeof(View), 1u);
  EXPECT_FALSE(TypeInfoOf<View>().polymorphic);
}

}  // namespace
}  // namespace halfword::internal
