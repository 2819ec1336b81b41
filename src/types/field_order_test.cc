// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The padding of a class, and the order of fields that the compiler itself
// agrees is the smallest: each class stands beside one in the order found.

#include "types/field_order.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "base/test_seed.h"
#include "gtest/gtest.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/internal/type_definition.h"
#include "halfword/member.h"

namespace halfword::internal {
namespace {

std::string Names(const FieldOrder& order) {
  std::string names;
  for (const FieldInfo* field : order.best) {
    if (!names.empty()) names += ' ';
    names += field->name;
  }
  return names;
}

class Scattered : public GarbageCollected<Scattered> {
 public:
  bool a_;
  uint64_t b_;
  bool c_;
  uint32_t d_;
  bool e_;
  uint64_t f_;
  HALFWORD_FIELDS(Scattered, a_, b_, c_, d_, e_, f_)
};

class Sorted : public GarbageCollected<Sorted> {
 public:
  uint64_t b_;
  uint64_t f_;
  uint32_t d_;
  bool a_;
  bool c_;
  bool e_;
  HALFWORD_FIELDS(Sorted, b_, f_, d_, a_, c_, e_)
};

TEST(FieldOrderTest, PutsTheStrictestAlignmentsFirst) {
  const FieldOrder order = FindFieldOrder(TypeInfoOf<Scattered>());

  EXPECT_EQ(Names(order), "b_ f_ d_ a_ c_ e_");
  EXPECT_EQ(order.best_object_bytes, sizeof(Sorted));
  EXPECT_EQ(order.padding_bytes, sizeof(Scattered) - 23);
}

TEST(FieldOrderTest, LeavesAloneWhatIsAsSmallAsItCanBe) {
  const FieldOrder order = FindFieldOrder(TypeInfoOf<Sorted>());

  EXPECT_EQ(Names(order), "");
  EXPECT_EQ(order.best_object_bytes, sizeof(Sorted));
  EXPECT_EQ(order.padding_bytes, 1u);
}

// Its data end at 5, and fields of derived classes begin there.
class Base : public GarbageCollected<Base> {
 public:
  uint32_t number_;
  bool flag_;
  HALFWORD_FIELDS(Base, number_, flag_)
};

class Derived : public Base {
 public:
  uint64_t wide_;
  uint16_t half_;
  bool bit_;
  HALFWORD_FIELDS(Derived, wide_, half_, bit_)
  HALFWORD_BASES(Derived, Base)
};

class DerivedSorted : public Base {
 public:
  bool bit_;
  uint16_t half_;
  uint64_t wide_;
  HALFWORD_FIELDS(DerivedSorted, bit_, half_, wide_)
  HALFWORD_BASES(DerivedSorted, Base)
};

TEST(FieldOrderTest, FillsTheEndOfABase) {
  const FieldOrder order = FindFieldOrder(TypeInfoOf<Derived>());

  EXPECT_EQ(Names(order), "bit_ half_ wide_");
  EXPECT_EQ(order.best_object_bytes, sizeof(DerivedSorted));
}

class Virtual : public GarbageCollected<Virtual> {
 public:
  virtual ~Virtual() = default;
  bool a_;
  uint64_t b_;
  bool c_;
  HALFWORD_FIELDS(Virtual, a_, b_, c_)
};

class VirtualSorted : public GarbageCollected<VirtualSorted> {
 public:
  virtual ~VirtualSorted() = default;
  uint64_t b_;
  bool a_;
  bool c_;
  HALFWORD_FIELDS(VirtualSorted, b_, a_, c_)
};

TEST(FieldOrderTest, CountsAVtablePointer) {
  const FieldOrder order = FindFieldOrder(TypeInfoOf<Virtual>());

  EXPECT_EQ(order.best_object_bytes, sizeof(VirtualSorted));
  EXPECT_EQ(order.padding_bytes, sizeof(Virtual) - 8 - 10);
}

class Traced : public GarbageCollected<Traced> {
 public:
  void Trace(Visitor*) const {}
  bool a_;
  uint64_t b_;
  bool c_;
};

TEST(FieldOrderTest, SaysNothingOfFieldsThatAreNotListed) {
  const FieldOrder order = FindFieldOrder(TypeInfoOf<Traced>());
  EXPECT_EQ(order.padding_bytes, 0u);
  EXPECT_EQ(order.best_object_bytes, sizeof(Traced));
  EXPECT_TRUE(order.best.empty());
}

// Against every order there is: definitions made by hand.

size_t BytesInOrder(const std::vector<FieldInfo>& fields, size_t begin,
                    size_t alignment) {
  size_t end = begin;
  for (const FieldInfo& field : fields) {
    end = (end + field.alignment - 1) / field.alignment * field.alignment;
    end += size_t{field.element_bytes} * field.count;
  }
  return (std::max<size_t>(end, 1) + alignment - 1) / alignment * alignment;
}

TEST(FieldOrderTest, IsAsSmallAsTheSmallestOfAllOrders) {
  const TestSeed seed;
  std::mt19937 random(seed.value());
  for (int round = 0; round < 500; ++round) {
    const size_t begin = random() % 12;
    TypeInfo base = TypeInfoOf<Base>();
    FieldInfo base_field = {};
    base_field.element_bytes = 1;
    base_field.alignment = 1;
    base_field.count = static_cast<uint32_t>(begin);
    base.fields = {&base_field, 1};
    const BaseInfo bases[] = {{&base, 0}};

    std::vector<FieldInfo> fields(random() % 6);
    size_t alignment = 1;
    for (size_t i = 0; i < fields.size(); ++i) {
      fields[i] = {};
      fields[i].name = "field";
      fields[i].offset = static_cast<uint32_t>(i);  // tells them apart
      fields[i].alignment = static_cast<uint16_t>(1 << random() % 4);
      fields[i].element_bytes = fields[i].alignment;
      fields[i].count = static_cast<uint32_t>(1 + random() % 3);
      alignment = std::max<size_t>(alignment, fields[i].alignment);
    }
    TypeInfo type = TypeInfoOf<Derived>();
    type.bases = bases;
    type.fields = fields;
    type.alignment = static_cast<uint16_t>(alignment);
    type.object_bytes = 1000;

    size_t smallest = SIZE_MAX;
    std::vector<FieldInfo> order = fields;
    do {
      smallest = std::min(smallest, BytesInOrder(order, begin, alignment));
    } while (std::next_permutation(
        order.begin(), order.end(),
        [](const auto& a, const auto& b) { return a.offset < b.offset; }));

    ASSERT_EQ(FindFieldOrder(type).best_object_bytes, smallest)
        << "round " << round;
  }
}

}  // namespace
}  // namespace halfword::internal
