// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// References that share their memory with numbers, as the values of an
// interpreter do: alternatives of a std::variant, which a Trace() by hand asks.
// What the barrier has noted there is perhaps a number by the next step.

#include <array>
#include <bit>
#include <cstdint>
#include <variant>

#include "gc/marking_steps_testing.h"
#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint32_t kCellCount = 64;

// So that the word in it has the bit of references, and refers to no object, or
// into one, wherever the heap's pages are.
double NumberLikeAReference(uint32_t i) {
  const uint64_t word = 0x80000000u + uint64_t{i} * 0x01fffff8u;
  return std::bit_cast<double>((word | 1) << 32 | word);
}

class Cell : public GarbageCollected<Cell> {
 public:
  using Value = std::variant<double, Member<Vertex>, WeakMember<Vertex>>;

  void Trace(Visitor* visitor) const {
    const auto trace = [](Visitor* again, const void* self) {
      static_cast<const Cell*>(self)->Trace(again);
    };
    if (visitor->DeferTraceToMutatorThreadIfConcurrent(this, trace,
                                                       sizeof(Cell))) {
      return;
    }
    for (const Value& value : values_) {
      if (const auto* strong = std::get_if<1>(&value)) visitor->Trace(*strong);
      if (const auto* weak = std::get_if<2>(&value)) visitor->Trace(*weak);
    }
  }

  std::array<Value, kCellCount> values_;
};

class VariantFieldsTest : public MarkingStepsTest {
 protected:
  // All cells have been traced.
  void BeginWithCells() {
    cell_ = Make<Cell>();
    Begin();
    StepToTheEnd();
    ASSERT_TRUE(IsMarked(reinterpret_cast<uintptr_t>(cell_.Get())));
  }
  void ExpectNumbers() const {
    for (uint32_t i = 0; i < kCellCount; ++i) {
      ASSERT_TRUE(std::holds_alternative<double>(cell_->values_[i]));
      const auto bits = std::bit_cast<uint64_t>(std::get<0>(cell_->values_[i]));
      EXPECT_EQ(bits, std::bit_cast<uint64_t>(NumberLikeAReference(i)));
    }
  }

  Persistent<Cell> cell_;
};

TEST_P(VariantFieldsTest, AReferenceThatBecomesANumberIsNotMarked) {
  BeginWithCells();
  for (uint32_t i = 0; i < kCellCount; ++i) {
    cell_->values_[i] = Member<Vertex>(Make<Vertex>(i));
    cell_->values_[i] = NumberLikeAReference(i);
  }
  StepToTheEnd();
  Finish();
  ExpectNumbers();
}

TEST_P(VariantFieldsTest, ANumberThatBecomesAReferenceIsMarked) {
  BeginWithCells();
  for (uint32_t i = 0; i < kCellCount; ++i) {
    cell_->values_[i] = NumberLikeAReference(i);
    cell_->values_[i] = Member<Vertex>(Make<Vertex>(i));
  }
  StepToTheEnd();
  Finish();
  for (uint32_t i = 0; i < kCellCount; ++i) {
    EXPECT_EQ(std::get<1>(cell_->values_[i])->number_, i);
  }
}

// A slot that was stored to twice holds what its last note says.
TEST_P(VariantFieldsTest, OneOfTwoReferencesIsMarked) {
  BeginWithCells();
  for (uint32_t i = 0; i < kCellCount; ++i) {
    cell_->values_[i] = Member<Vertex>(Make<Vertex>(i));
    cell_->values_[i] = Member<Vertex>(Make<Vertex>(i + 1));
  }
  StepToTheEnd();
  Finish();
  for (uint32_t i = 0; i < kCellCount; ++i) {
    EXPECT_EQ(std::get<1>(cell_->values_[i])->number_, i + 1);
  }
}

// More than the buffer takes, so that it is emptied between steps.
TEST_P(VariantFieldsTest, ManyReferencesThatBecomeNumbersAreNotMarked) {
  BeginWithCells();
  Vertex* const vertex = Make<Vertex>(1);
  for (uint32_t i = 0; i < 1000 * kCellCount; ++i) {
    Cell::Value& value = cell_->values_[i % kCellCount];
    value = Member<Vertex>(vertex);
    value = NumberLikeAReference(i % kCellCount);
  }
  StepToTheEnd();
  Finish();
  ExpectNumbers();
}

TEST_P(VariantFieldsTest, ManyWeakReferencesThatBecomeNumbersAreLeftAlone) {
  BeginWithCells();
  Vertex* const vertex = Make<Vertex>(1);
  for (uint32_t i = 0; i < 1000 * kCellCount; ++i) {
    Cell::Value& value = cell_->values_[i % kCellCount];
    value = WeakMember<Vertex>(vertex);
    value = NumberLikeAReference(i % kCellCount);
  }
  StepToTheEnd();
  Finish();
  ExpectNumbers();
}

HALFWORD_INSTANTIATE_FOR_STEPS(VariantFieldsTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
