// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each form in which a compiler may keep a reference is planted alone, in each
// place where it may keep it: in both halves of a vector's stack slot and in
// each callee-saved register. The object must survive a collection while the
// plant stands and die in the next one. Planting is assembly, so that nothing
// else holds the reference; it gets complements, which no scan recognises.

#include "gc/marking/stack_scanner.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>

#include "cage/cage.h"
#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

#if HALFWORD_HAS_ASAN
#include <sanitizer/asan_interface.h>

// g++ 12 leaves the fake stack off unless asked.
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=1";
}
#endif

#if defined(__x86_64__)

// Calls callback(context), with one place holding ~complement and the others
// of the kind ~others. The frame is 16 bytes for a vector, 8 of padding, and
// the caller's registers.
#define HALFWORD_PLANT(symbol, planting)                               \
  extern "C" void symbol(uint64_t, uint64_t, void (*)(void*), void*);  \
  __asm__(                                                             \
      ".pushsection .text,\"ax\",@progbits\n.p2align 4\n"              \
      ".globl " #symbol "\n.hidden " #symbol                           \
      "\n"                                                             \
      ".type " #symbol ",@function\n" #symbol                          \
      ":\n"                                                            \
      "pushq %rbp\n pushq %rbx\n pushq %r12\n"                         \
      "pushq %r13\n pushq %r14\n pushq %r15\n"                         \
      "subq $24, %rsp\n"                                               \
      "notq %rdi\n notq %rsi\n"                                        \
      "movq %rsi, (%rsp)\n movq %rsi, 8(%rsp)\n movq %rsi, 16(%rsp)\n" \
      "movq %rsi, %rbp\n movq %rsi, %rbx\n movq %rsi, %r12\n"          \
      "movq %rsi, %r13\n movq %rsi, %r14\n movq %rsi, %r15\n"          \
      "movq %rdi, " planting                                           \
      "\n"                                                             \
      "movq %rcx, %rdi\n"                                              \
      "callq *%rdx\n"                                                  \
      "addq $24, %rsp\n"                                               \
      "popq %r15\n popq %r14\n popq %r13\n"                            \
      "popq %r12\n popq %rbx\n popq %rbp\n"                            \
      "ret\n"                                                          \
      ".size " #symbol ", .-" #symbol "\n.popsection\n")

HALFWORD_PLANT(halfword_test_plant_low, "(%rsp)");
HALFWORD_PLANT(halfword_test_plant_high, "8(%rsp)");
HALFWORD_PLANT(halfword_test_plant_rbx, "%rbx");
HALFWORD_PLANT(halfword_test_plant_rbp, "%rbp");
HALFWORD_PLANT(halfword_test_plant_r12, "%r12");
HALFWORD_PLANT(halfword_test_plant_r13, "%r13");
HALFWORD_PLANT(halfword_test_plant_r14, "%r14");
HALFWORD_PLANT(halfword_test_plant_r15, "%r15");

#endif

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Target : public GarbageCollected<Target> {
 public:
  uint64_t words_[6] = {};
  HALFWORD_FIELDS(Target, words_)
};

#if defined(__x86_64__)

struct Place {
  const char* name;
  decltype(&halfword_test_plant_low) plant;
};

constexpr Place kPlaces[] = {
    {"LowHalfOfASlot", halfword_test_plant_low},
    {"HighHalfOfASlot", halfword_test_plant_high},
    {"RegisterRbx", halfword_test_plant_rbx},
    {"RegisterRbp", halfword_test_plant_rbp},
    {"RegisterR12", halfword_test_plant_r12},
    {"RegisterR13", halfword_test_plant_r13},
    {"RegisterR14", halfword_test_plant_r14},
    {"RegisterR15", halfword_test_plant_r15},
};

struct Form {
  const char* name;
  uint64_t (*of)(uintptr_t address);
};

#if HALFWORD_REFERENCES == 32
uint64_t SignExtended(uintptr_t address) {
  const auto word = static_cast<int32_t>(CompressAddress(address));
  return static_cast<uint64_t>(int64_t{word});
}
#endif

constexpr Form kForms[] = {
    {"Pointer", [](uintptr_t a) -> uint64_t { return a; }},
    {"PointerToTheInside", [](uintptr_t a) -> uint64_t { return a + 13; }},
    {"PointerToTheLastByte",
     [](uintptr_t a) -> uint64_t { return a + sizeof(Target) - 1; }},
#if HALFWORD_REFERENCES == 32
    {"WordWithZerosAbove",
     [](uintptr_t a) -> uint64_t { return CompressAddress(a); }},
    {"WordWithTheSignAbove", SignExtended},
    {"WordWithAnotherAbove",
     [](uintptr_t a) { return uint64_t{77} << 32 | CompressAddress(a); }},
    {"WordInTheHighHalf",
     [](uintptr_t a) { return uint64_t{CompressAddress(a)} << 32; }},
    {"WordAboveAnother",
     [](uintptr_t a) { return uint64_t{CompressAddress(a)} << 32 | 77; }},
#endif
#if HALFWORD_DECODE_BASED
    {"ShiftedWordWithZerosAbove",
     [](uintptr_t a) { return uint64_t{CompressAddress(a)} << kVirtualBits; }},
    {"ShiftedWordWithTheSignAbove",
     [](uintptr_t a) { return SignExtended(a) << kVirtualBits; }},
#endif
};

class PlantTest : public ::testing::TestWithParam<std::tuple<Place, Form>> {
 protected:
  // Makes what only target_ refers to.
  HALFWORD_NOINLINE void MakeTarget() {
    target_ = MakeGarbageCollected<Target>(heap_->GetAllocationHandle());
  }

  HALFWORD_NOINLINE uint64_t Complement() const {
    const auto [place, form] = GetParam();
    return ~form.of(reinterpret_cast<uintptr_t>(target_.Get()));
  }

  bool Lives() const { return static_cast<bool>(target_); }

  Heap* heap() { return heap_.get(); }

 private:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  // In the fixture, which is not on the stack.
  WeakPersistent<Target> target_;
};

TEST_P(PlantTest, KeepsTheObjectAliveWhileItStands) {
  const auto collect = [](void* heap) {
    CollectConservatively(*static_cast<Heap*>(heap));
  };
  const auto plant = std::get<Place>(GetParam()).plant;
  // Half of an address somewhere above may be the word of a place, in one
  // process of some; not of three places.
  for (int attempt = 0; attempt < 3; ++attempt) {
    CallAndScrub([&] { MakeTarget(); });
    const uint64_t complement = CallAndScrub([&] { return Complement(); });

    plant(complement, ~uint64_t{0}, collect, heap());
    const bool lived = CallAndScrub([&] { return Lives(); });
    plant(~uint64_t{0}, ~uint64_t{0}, collect, heap());

    ASSERT_TRUE(lived);
    if (CallAndScrub([&] { return !Lives(); })) return;
  }
  FAIL() << "something else holds it: the test shows nothing";
}

INSTANTIATE_TEST_SUITE_P(, PlantTest,
                         ::testing::Combine(::testing::ValuesIn(kPlaces),
                                            ::testing::ValuesIn(kForms)),
                         [](const auto& test) {
                           return std::string(
                                      std::get<Place>(test.param).name) +
                                  std::get<Form>(test.param).name;
                         });

#endif  // defined(__x86_64__)

class StackScannerTest : public HeapTest {
 protected:
  WeakPersistent<Target> target_;
};

// Collects while a local array, and nothing else, holds the address.
HALFWORD_NOINLINE bool CollectWithALocalArray(Heap& heap,
                                              HiddenPointer pointer) {
  void* volatile words[8] = {};
  words[5] = pointer.Reveal();
  CollectConservatively(heap);
  const void* const address = const_cast<void* const*>(&words[0]);
  words[5] = nullptr;
  return !CurrentThreadStackBounds().Contains(address);
}

TEST_P(StackScannerTest, SeesLocalArraysAlsoInFakeFrames) {
  const HiddenPointer hidden = CallAndScrub([&] {
    target_ = Make<Target>();
    return HiddenPointer(target_.Get());
  });

  const bool was_fake =
      CallAndScrub([&] { return CollectWithALocalArray(heap(), hidden); });
  const bool lived = CallAndScrub([&] { return bool{target_}; });
  CallAndScrub([&] { CollectConservatively(heap()); });

  EXPECT_EQ(was_fake, HALFWORD_HAS_ASAN != 0);
  EXPECT_TRUE(lived);
  EXPECT_FALSE(target_);
}

TEST_P(StackScannerTest, DoesNotLookAtTheStackOfACollectionWithoutOne) {
  const HiddenPointer hidden = CallAndScrub([&] {
    target_ = Make<Target>();
    return HiddenPointer(target_.Get());
  });
  void* volatile on_stack[] = {hidden.Reveal()};

  CollectPrecisely(heap());

  EXPECT_FALSE(target_) << on_stack[0];
}

// What would be allocated there would live as long as the word stands.
TEST_P(StackScannerTest, AvoidsAChunkThatAWordPointsInto) {
  Cage& cage = Cage::Get();
  const uintptr_t next = cage.AllocateChunks(1);
  cage.FreeChunks(next, 1);

  const uintptr_t volatile on_stack[] = {next + kChunkBytes - 1};
  CollectConservatively(heap());
  const uintptr_t other = cage.AllocateChunks(1);
  cage.FreeChunks(other, 1);

  EXPECT_NE(other, next) << on_stack[0];
  EXPECT_GT(other, next);
}

// Below the stack pointer of CallWithSavedRegisters(), which the collector
// passes, are its own frames.
TEST_P(StackScannerTest, ScansNothingBelowTheStackPointer) {
  Target* const below = Make<Target>();
  Target* const at = Make<Target>();
  Target* const above = Make<Target>();
  const void* const stack[] = {nullptr, below, at, nullptr, above};
  // Verify() completes the bitmaps, as a collection does first.
  ASSERT_EQ(Findings(heap()), "");
  Marker marker(&collector());

  ScanStack({.start = std::end(stack), .end = stack}, &stack[2], &marker);
  marker.Finish();

  EXPECT_FALSE(IsMarkedObject(below));
  EXPECT_TRUE(IsMarkedObject(at));
  EXPECT_TRUE(IsMarkedObject(above));
  // No cycle follows that would take the marks.
  for (const Target* target : {below, at, above}) {
    const auto address = reinterpret_cast<uintptr_t>(target);
    std::fill_n(MarkedBits(PageIndexOf(address)), kPageBitmapWords, 0);
  }
}

TEST_P(StackScannerTest, RefusesAStackThatIsNotThatOfItsThread) {
  const void* const stack[] = {nullptr, nullptr};
  Marker marker(&collector());

  EXPECT_DEATH(ScanStack({.start = std::end(stack), .end = stack},
                         std::end(stack), &marker),
               "collects on the thread that created it");
}

HALFWORD_INSTANTIATE_FOR_PAGES(StackScannerTest);

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
