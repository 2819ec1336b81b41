// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_FIELDS and its companions: that classes of every form can be listed,
// and what their fields become.

#include "halfword/fields.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "halfword/ephemeron_pair.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"
#include "halfword/tagged.h"

namespace halfword::internal {
namespace {

class Listener : public GarbageCollectedMixin {
  HALFWORD_FIELDS(Listener)
};

class Target : public GarbageCollected<Target> {
  HALFWORD_FIELDS(Target)
};

const FieldInfo& FieldNamed(std::span<const FieldInfo> fields,
                            std::string_view name) {
  static const FieldInfo kNone = {};
  for (const FieldInfo& field : fields) {
    if (name == field.name) return field;
  }
  ADD_FAILURE() << "no field " << name;
  return kNone;
}

// References.

class References : public GarbageCollected<References> {
 public:
  Member<Target> strong_;
  WeakMember<const Target> weak_;
  UntracedMember<Target> untraced_;
  Tagged<Target> tagged_;
  Member<Listener> mixin_;
  Member<Target> array_[3];
  std::array<Member<Target>, 2> rows_[4];
  EphemeronPair<Target, Listener> pair_;
  EphemeronPair<Target, Target> pairs_[5];
  HALFWORD_FIELDS(References, strong_, weak_, untraced_, tagged_, mixin_,
                  array_, rows_, pair_, pairs_)
};

TEST(FieldsTest, TellsTheKindsOfReferences) {
  const auto fields = TypeInfoOf<References>().fields;
  ASSERT_EQ(fields.size(), 9u);

  EXPECT_EQ(FieldNamed(fields, "strong_").kind, FieldKind::kMember);
  EXPECT_EQ(FieldNamed(fields, "weak_").kind, FieldKind::kWeakMember);
  EXPECT_EQ(FieldNamed(fields, "untraced_").kind, FieldKind::kUntracedMember);
  EXPECT_EQ(FieldNamed(fields, "tagged_").kind, FieldKind::kTagged);
  EXPECT_EQ(FieldNamed(fields, "mixin_").kind, FieldKind::kMember);

  EXPECT_EQ(FieldNamed(fields, "weak_").offset, offsetof(References, weak_));
  EXPECT_EQ(FieldNamed(fields, "weak_").element_bytes, sizeof(Word));
  EXPECT_EQ(FieldNamed(fields, "weak_").target, &type_slot<Target>);
  EXPECT_FALSE(FieldNamed(fields, "strong_").to_mixin);
  EXPECT_TRUE(FieldNamed(fields, "mixin_").to_mixin);
}

TEST(FieldsTest, CountsTheElementsOfArrays) {
  const auto fields = TypeInfoOf<References>().fields;

  EXPECT_EQ(FieldNamed(fields, "strong_").count, 1u);
  EXPECT_EQ(FieldNamed(fields, "array_").count, 3u);
  EXPECT_EQ(FieldNamed(fields, "array_").element_bytes, sizeof(Word));
  EXPECT_EQ(FieldNamed(fields, "rows_").count, 8u);
  EXPECT_EQ(FieldNamed(fields, "rows_").kind, FieldKind::kMember);
  EXPECT_EQ(FieldNamed(fields, "pairs_").count, 5u);
  EXPECT_EQ(FieldNamed(fields, "pairs_").element_bytes, 2 * sizeof(Word));
}

TEST(FieldsTest, AnEphemeronPairIsAStructOfKeyAndValue) {
  const FieldInfo& pair = FieldNamed(TypeInfoOf<References>().fields, "pair_");

  ASSERT_EQ(pair.kind, FieldKind::kStruct);
  ASSERT_EQ(pair.nested->fields.size(), 2u);
  const FieldInfo& key = pair.nested->fields[0];
  const FieldInfo& value = pair.nested->fields[1];
  EXPECT_EQ(key.kind, FieldKind::kEphemeronKey);
  EXPECT_EQ(key.offset, 0u);
  EXPECT_FALSE(key.to_mixin);
  EXPECT_EQ(value.kind, FieldKind::kEphemeronValue);
  EXPECT_EQ(value.offset, sizeof(Word));
  EXPECT_TRUE(value.to_mixin);
}

// Scalars and what is foreign.

enum class Color : uint8_t { kRed };

struct Flags {
  unsigned kind : 3;
  unsigned count : 12;
  HALFWORD_BITS(Flags)
};

class Foreign {
 public:
  Foreign() {}
  int value = 0;
};

class Scalars : public GarbageCollected<Scalars> {
 public:
  explicit Scalars(int& outside) : outside_(outside) {}

  bool bool_ = false;
  char char_ = 0;
  char16_t char16_ = 0;
  int8_t int8_ = 0;
  uint64_t uint64_ = 0;
  double double_ = 0;
  Color color_ = Color::kRed;
  std::atomic<uint32_t> atomic_ = 0;
  const int constant_ = 1;
  mutable int cache_ = 0;
  Flags flags_ = {};
  void* host_ = nullptr;
  int& outside_;
  std::mutex mutex_;
  std::string text_;
  Foreign foreign_;
  std::array<float, 6> floats_ = {};
  HALFWORD_FIELDS(Scalars, bool_, char_, char16_, int8_, uint64_, double_,
                  color_, atomic_, constant_, cache_, flags_, host_, outside_,
                  mutex_, text_, foreign_, floats_)
};

TEST(FieldsTest, TellsTheTypesOfScalars) {
  const auto fields = TypeInfoOf<Scalars>().fields;
  const auto scalar = [&](std::string_view name, size_t bytes) {
    const FieldInfo& field = FieldNamed(fields, name);
    EXPECT_EQ(field.kind, FieldKind::kScalar) << name;
    EXPECT_EQ(field.element_bytes, bytes) << name;
    return field.scalar;
  };

  EXPECT_EQ(scalar("bool_", 1), ScalarKind::kBool);
  EXPECT_EQ(scalar("char_", 1), ScalarKind::kChar);
  EXPECT_EQ(scalar("char16_", 2), ScalarKind::kChar);
  EXPECT_EQ(scalar("int8_", 1), ScalarKind::kSigned);
  EXPECT_EQ(scalar("uint64_", 8), ScalarKind::kUnsigned);
  EXPECT_EQ(scalar("double_", 8), ScalarKind::kFloat);
  EXPECT_EQ(scalar("color_", 1), ScalarKind::kEnum);
  EXPECT_EQ(scalar("atomic_", 4), ScalarKind::kUnsigned);
  EXPECT_EQ(scalar("constant_", 4), ScalarKind::kSigned);
  EXPECT_EQ(scalar("cache_", 4), ScalarKind::kSigned);
  EXPECT_EQ(scalar("flags_", 4), ScalarKind::kUnsigned);
  EXPECT_EQ(scalar("floats_", 4), ScalarKind::kFloat);
  EXPECT_EQ(FieldNamed(fields, "floats_").count, 6u);
}

TEST(FieldsTest, ForeignTypesAreOpaque) {
  const auto fields = TypeInfoOf<Scalars>().fields;

  for (const char* name :
       {"host_", "outside_", "mutex_", "text_", "foreign_"}) {
    EXPECT_EQ(FieldNamed(fields, name).kind, FieldKind::kOpaque) << name;
  }
  EXPECT_EQ(FieldNamed(fields, "outside_").element_bytes, sizeof(void*));
  EXPECT_FALSE(TypeInfoOf<Scalars>().may_be_in_image);
}

struct Declared {
  int* x = nullptr;
  int* y = nullptr;
};

class HoldsOpaque : public GarbageCollected<HoldsOpaque> {
  Declared declared_[2];
  HALFWORD_FIELDS(HoldsOpaque, declared_)
};

}  // namespace
}  // namespace halfword::internal

HALFWORD_OPAQUE(halfword::internal::Declared);

namespace halfword::internal {
namespace {

TEST(FieldsTest, AnAggregateMayBeDeclaredOpaque) {
  const auto fields = TypeInfoOf<HoldsOpaque>().fields;

  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields[0].kind, FieldKind::kOpaque);
  EXPECT_EQ(fields[0].count, 2u);
  EXPECT_EQ(fields[0].element_bytes, sizeof(Declared));
}

class OwnsArrays : public GarbageCollected<OwnsArrays> {
  std::unique_ptr<char[]> bytes_;
  std::unique_ptr<const int[]> numbers_;
  std::shared_ptr<int*[][2]> pointers_;
  std::shared_ptr<Foreign[]> objects_;
  HALFWORD_FIELDS(OwnsArrays, bytes_, numbers_, pointers_, objects_)
};

TEST(FieldsTest, ArraysOfForeignTypesMayBeOwned) {
  for (const FieldInfo& field : TypeInfoOf<OwnsArrays>().fields) {
    EXPECT_EQ(field.kind, FieldKind::kOpaque) << field.name;
    EXPECT_EQ(field.count, 1u) << field.name;
  }
}

// Structs.

struct Position {
  int line = 0;
  Member<Target> file;
  HALFWORD_FIELDS(Position, line, file)
};
static_assert(std::is_aggregate_v<Position>);

struct Range : Position {
  char kind = 0;
  HALFWORD_FIELDS(Range, kind)
  HALFWORD_BASES(Range, Position)
};

class HoldsStructs : public GarbageCollected<HoldsStructs>, private Position {
  struct Nested {
    Range ranges[2];
    HALFWORD_FIELDS(Nested, ranges)
  };
  Nested nested_[3];
  HALFWORD_FIELDS(HoldsStructs, nested_)
  HALFWORD_BASES(HoldsStructs, Position)
};

TEST(FieldsTest, StructsHaveFieldsOfTheirOwn) {
  const auto fields = TypeInfoOf<HoldsStructs>().fields;
  ASSERT_EQ(fields.size(), 2u);

  const FieldInfo& nested = FieldNamed(fields, "nested_");
  ASSERT_EQ(nested.kind, FieldKind::kStruct);
  EXPECT_EQ(nested.count, 3u);
  ASSERT_EQ(nested.nested->fields.size(), 1u);
  const FieldInfo& ranges = nested.nested->fields[0];
  EXPECT_STREQ(ranges.name, "ranges");
  EXPECT_EQ(ranges.count, 2u);
  EXPECT_STREQ(ranges.nested->fields[1].name, "kind");
}

TEST(FieldsTest, APlainBaseIsAFieldNamedAfterItsClass) {
  const auto fields = TypeInfoOf<HoldsStructs>().fields;

  EXPECT_TRUE(std::string_view(fields[0].name).ends_with("::Position"));
  EXPECT_EQ(fields[0].kind, FieldKind::kStruct);
  EXPECT_EQ(fields[0].offset, 0u);
  EXPECT_EQ(fields[0].nested->bytes, sizeof(Position));
  EXPECT_TRUE(TypeInfoOf<HoldsStructs>().bases.empty());
}

// Forms of classes.

template <typename T, int kCount>
class Box : public GarbageCollected<Box<T, kCount>> {
 public:
  T values_[kCount] = {};
  Member<Box> next_;
  HALFWORD_FIELDS(Box, values_, next_);
};

template <typename T>
class BigBox : public Box<T, 2> {
 public:
  T last_ = T();
  HALFWORD_FIELDS(BigBox, last_)
  HALFWORD_BASES(BigBox, Box<T, 2>)
};

TEST(FieldsTest, WorksInTemplates) {
  const TypeInfo& box = TypeInfoOf<Box<char, 3>>();
  const TypeInfo& big = TypeInfoOf<BigBox<double>>();

  EXPECT_EQ(box.fields[0].count, 3u);
  EXPECT_EQ(big.bases[0].type, (&TypeInfoOf<Box<double, 2>>()));
  EXPECT_EQ(big.fields.size(), 1u);
  EXPECT_EQ(big.strong_offset_count, 1u);
}

TEST(FieldsTest, WorksInLocalClasses) {
  class Local : public GarbageCollected<Local> {
    struct Part {
      Member<Local> left;
      Member<Local> right;
      HALFWORD_FIELDS(Part, left, right)
    };
    Part parts_[2];
    HALFWORD_FIELDS(Local, parts_)
  };

  EXPECT_EQ(TypeInfoOf<Local>().strong_offset_count, 4u);
}

// A private list, in the middle, changes nothing for what follows it.
struct Open : GarbageCollected<Open> {
  int first = 0;
  HALFWORD_FIELDS(Open, first, second, united)
  int second = 0;
  union {
    int united = 0;
    float as_float;
  };

  // A class may make more of itself before its list has been read.
  static const TypeInfo& Type() { return TypeInfoOf<Open>(); }
};

TEST(FieldsTest, KeepsTheAccessLevel) {
  Open* open = nullptr;

  static_assert(sizeof(open->second) == 4);
  EXPECT_EQ(Open::Type().fields.size(), 3u);
}

class Sparse : public GarbageCollected<Sparse> {
  struct Nothing {};
  [[no_unique_address]] Nothing nothing_;
  char a_ = 0;
  alignas(8) char buffer_[3] = {};
  Nothing unit_;
  int64_t b_ = 0;
  HALFWORD_FIELDS(Sparse, nothing_, a_, buffer_, unit_, b_)
};

class alignas(16) Wide : public GarbageCollected<Wide> {
  char a_ = 0;
  HALFWORD_FIELDS(Wide, a_)
};

TEST(FieldsTest, PaddingIsNoMissingField) {
  EXPECT_EQ(TypeInfoOf<Sparse>().fields.size(), 5u);
  EXPECT_EQ(TypeInfoOf<Wide>().alignment, 16u);
}

#define HALFWORD_TEST_TEN(macro, tens)                                       \
  macro(tens##0) macro(tens##1) macro(tens##2) macro(tens##3) macro(tens##4) \
      macro(tens##5) macro(tens##6) macro(tens##7) macro(tens##8)            \
          macro(tens##9)
#define HALFWORD_TEST_FIFTY(macro, a, b, c, d, e) \
  HALFWORD_TEST_TEN(macro, a)                     \
  HALFWORD_TEST_TEN(macro, b)                     \
  HALFWORD_TEST_TEN(macro, c)                     \
  HALFWORD_TEST_TEN(macro, d)                     \
  HALFWORD_TEST_TEN(macro, e)
#define HALFWORD_TEST_HUNDRED(macro)        \
  HALFWORD_TEST_FIFTY(macro, 1, 2, 3, 4, 5) \
  HALFWORD_TEST_FIFTY(macro, 6, 7, 8, 9, 10)
#define HALFWORD_TEST_DECLARE(n) \
  Member<Target> m##n;           \
  char c##n = 0;
#define HALFWORD_TEST_LIST(n) , m##n, c##n
#define HALFWORD_TEST_FIELDS(...) HALFWORD_FIELDS(__VA_ARGS__)

class Long : public GarbageCollected<Long> {
  HALFWORD_TEST_HUNDRED(HALFWORD_TEST_DECLARE)
  HALFWORD_TEST_FIELDS(Long HALFWORD_TEST_HUNDRED(HALFWORD_TEST_LIST))
};

TEST(FieldsTest, ListsTwoHundredFields) {
  const auto fields = TypeInfoOf<Long>().fields;

  ASSERT_EQ(fields.size(), 200u);
  EXPECT_STREQ(fields[0].name, "m10");
  EXPECT_STREQ(fields[199].name, "c109");
}

class OutOfOrder : public GarbageCollected<OutOfOrder> {
  Member<Target> a_;
  int b_ = 0;
  Member<Target> c_;
  HALFWORD_FIELDS(OutOfOrder, c_, a_, b_)
};

TEST(FieldsTest, KeepsTheOrderOfTheList) {
  const TypeInfo& type = TypeInfoOf<OutOfOrder>();

  EXPECT_STREQ(type.fields[0].name, "c_");
  EXPECT_LT(type.strong_offsets[0], type.strong_offsets[1]);
}

}  // namespace
}  // namespace halfword::internal
