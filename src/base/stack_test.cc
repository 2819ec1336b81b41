// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a scan from the stack pointer would see: the caller's registers and
// frames, all of them, and nothing of the scanner's.

#include "base/stack.h"

#include <pthread.h>
#include <unwind.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "base/virtual_memory.h"
#include "gtest/gtest.h"

#if HALFWORD_HAS_ASAN
#include <sanitizer/asan_interface.h>

// g++ 12 leaves the fake stack off unless asked.
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=1";
}
#endif

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

TEST(StackBoundsTest, HoldTheFramesOfThisThreadOnly) {
  const StackBounds mine = CurrentThreadStackBounds();
  const void* const my_frame = __builtin_frame_address(0);
  StackBounds other = {};
  const void* other_frame = nullptr;
  std::thread([&] {
    other = CurrentThreadStackBounds();
    other_frame = __builtin_frame_address(0);
  }).join();

  EXPECT_TRUE(mine.Contains(my_frame));
  EXPECT_TRUE(other.Contains(other_frame));
  EXPECT_FALSE(mine.Contains(other_frame));
  EXPECT_FALSE(other.Contains(my_frame));
}

TEST(StackBoundsTest, SayWhatAScanLooksAt) {
  StackBounds bounds = CurrentThreadStackBounds();
  const auto* const frame =
      static_cast<const char*>(__builtin_frame_address(0));
  EXPECT_TRUE(bounds.IsScanned(frame, frame));
  EXPECT_TRUE(
      bounds.IsScanned(static_cast<const char*>(bounds.start) - 1, frame));
  EXPECT_FALSE(bounds.IsScanned(bounds.start, frame));
  EXPECT_FALSE(bounds.IsScanned(frame - 1, frame));

  // Of a stack without a limit.
  bounds.end = nullptr;
  const auto elsewhere = std::make_unique<int>();
  ASSERT_TRUE(bounds.Contains(elsewhere.get()));
  EXPECT_FALSE(bounds.IsScanned(elsewhere.get(), frame));
  // Who runs on another stack scans nothing of this one.
  bounds.end = frame;
  EXPECT_FALSE(bounds.IsScanned(frame, elsewhere.get()));
}

TEST(StackBoundsTest, AreThoseTheThreadWasMadeWith) {
  constexpr size_t kStackBytes = size_t{1} << 20;
  char* const stack = static_cast<char*>(Reserve(kStackBytes, kOsPageBytes));
  ASSERT_TRUE(Commit(stack, kStackBytes));
  StackBounds bounds = {};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstack(&attributes, stack, kStackBytes), 0);
  pthread_t thread;
  const auto body = [](void* result) -> void* {
    *static_cast<StackBounds*>(result) = CurrentThreadStackBounds();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &bounds), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  Release(stack, kStackBytes);

  EXPECT_EQ(bounds.start, stack + kStackBytes);
  EXPECT_EQ(bounds.end, stack);
  EXPECT_TRUE(bounds.Contains(stack));
  EXPECT_FALSE(bounds.Contains(stack + kStackBytes));
}

#if defined(__x86_64__)
constexpr size_t kRegisterCount = 6;  // rbp rbx r12 r13 r14 r15
// Where the callback finds each of them, in words above the stack pointer.
constexpr size_t kPlaces[kRegisterCount] = {6, 4, 3, 2, 1, 0};
// What unwinders call them.
constexpr int kUnwindNumbers[kRegisterCount] = {6, 3, 12, 13, 14, 15};
constexpr size_t kSavedWordCount = 7;
constexpr size_t kAlignmentWord = 5;

// Saves the registers of its own caller, then loads values[0, 6), calls
// CallWithSavedRegisters(context, callback) and stores what is in the registers
// afterwards.
__asm__(
    ".pushsection .text\n"
    ".globl halfword_test_call_with\n"
    ".hidden halfword_test_call_with\n"
    ".type halfword_test_call_with, @function\n"
    "halfword_test_call_with:\n"
    "  endbr64\n"
    "  pushq %rbp\n"
    "  pushq %rbx\n"
    "  pushq %r12\n"
    "  pushq %r13\n"
    "  pushq %r14\n"
    "  pushq %r15\n"
    "  pushq %rdi\n"
    "  movq (%rdi), %rbp\n"
    "  movq 8(%rdi), %rbx\n"
    "  movq 16(%rdi), %r12\n"
    "  movq 24(%rdi), %r13\n"
    "  movq 32(%rdi), %r14\n"
    "  movq 40(%rdi), %r15\n"
    "  movq %rsi, %rdi\n"
    "  movq %rdx, %rsi\n"
    "  call " HALFWORD_STACK_SYMBOL
    "\n"
    "  movq (%rsp), %rdi\n"
    "  movq %rbp, (%rdi)\n"
    "  movq %rbx, 8(%rdi)\n"
    "  movq %r12, 16(%rdi)\n"
    "  movq %r13, 24(%rdi)\n"
    "  movq %r14, 32(%rdi)\n"
    "  movq %r15, 40(%rdi)\n"
    "  popq %rdi\n"
    "  popq %r15\n"
    "  popq %r14\n"
    "  popq %r13\n"
    "  popq %r12\n"
    "  popq %rbx\n"
    "  popq %rbp\n"
    "  ret\n"
    ".size halfword_test_call_with, .-halfword_test_call_with\n"
    ".popsection\n");
#else
constexpr size_t kRegisterCount = 18;  // x19..x28, d8..d15
constexpr size_t kPlaces[kRegisterCount] = {2,  3,  4,  5,  6,  7,  8,  9,  10,
                                            11, 12, 13, 14, 15, 16, 17, 18, 19};
// What unwinders call them.
constexpr int kUnwindNumbers[kRegisterCount] = {
    19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 72, 73, 74, 75, 76, 77, 78, 79};
constexpr size_t kSavedWordCount = 20;

__asm__(
    ".pushsection .text\n"
    ".globl halfword_test_call_with\n"
    ".hidden halfword_test_call_with\n"
    ".type halfword_test_call_with, @function\n"
    "halfword_test_call_with:\n"
    "  hint #34\n"
    "  stp x29, x30, [sp, #-176]!\n"
    "  stp x19, x20, [sp, #16]\n"
    "  stp x21, x22, [sp, #32]\n"
    "  stp x23, x24, [sp, #48]\n"
    "  stp x25, x26, [sp, #64]\n"
    "  stp x27, x28, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n"
    "  stp d10, d11, [sp, #112]\n"
    "  stp d12, d13, [sp, #128]\n"
    "  stp d14, d15, [sp, #144]\n"
    "  str x0, [sp, #160]\n"
    "  ldp x19, x20, [x0]\n"
    "  ldp x21, x22, [x0, #16]\n"
    "  ldp x23, x24, [x0, #32]\n"
    "  ldp x25, x26, [x0, #48]\n"
    "  ldp x27, x28, [x0, #64]\n"
    "  ldp d8, d9, [x0, #80]\n"
    "  ldp d10, d11, [x0, #96]\n"
    "  ldp d12, d13, [x0, #112]\n"
    "  ldp d14, d15, [x0, #128]\n"
    "  mov x0, x1\n"
    "  mov x1, x2\n"
    "  bl " HALFWORD_STACK_SYMBOL
    "\n"
    "  ldr x0, [sp, #160]\n"
    "  stp x19, x20, [x0]\n"
    "  stp x21, x22, [x0, #16]\n"
    "  stp x23, x24, [x0, #32]\n"
    "  stp x25, x26, [x0, #48]\n"
    "  stp x27, x28, [x0, #64]\n"
    "  stp d8, d9, [x0, #80]\n"
    "  stp d10, d11, [x0, #96]\n"
    "  stp d12, d13, [x0, #112]\n"
    "  stp d14, d15, [x0, #128]\n"
    "  ldp x19, x20, [sp, #16]\n"
    "  ldp x21, x22, [sp, #32]\n"
    "  ldp x23, x24, [sp, #48]\n"
    "  ldp x25, x26, [sp, #64]\n"
    "  ldp x27, x28, [sp, #80]\n"
    "  ldp d8, d9, [sp, #96]\n"
    "  ldp d10, d11, [sp, #112]\n"
    "  ldp d12, d13, [sp, #128]\n"
    "  ldp d14, d15, [sp, #144]\n"
    "  ldp x29, x30, [sp], #176\n"
    "  ret\n"
    ".size halfword_test_call_with, .-halfword_test_call_with\n"
    ".popsection\n");
#endif

extern "C" void halfword_test_call_with(uint64_t* values, void* context,
                                        StackCallback callback);

using SavedWords = std::array<uint64_t, kSavedWordCount>;

// Overwrites all registers that a function may use, as a real collector would.
void CopySavedWords(void* context, const void* stack_pointer) {
  std::memcpy(context, stack_pointer, sizeof(SavedWords));
#if defined(__x86_64__)
  __asm__ volatile("" ::: "rbx", "r12", "r13", "r14", "r15", "memory");
  __asm__ volatile(
      "xorl %%ebx, %%ebx\n\txorl %%r12d, %%r12d\n\txorl %%r13d, %%r13d\n\t"
      "xorl %%r14d, %%r14d\n\txorl %%r15d, %%r15d" ::
          : "rbx", "r12", "r13", "r14", "r15", "cc");
#else
  __asm__ volatile(
      "mov x19, xzr\n\tmov x20, xzr\n\tmov x27, xzr\n\tmov x28, xzr\n\t"
      "fmov d8, xzr\n\tfmov d15, xzr" ::
          : "x19", "x20", "x27", "x28", "d8", "d15");
#endif
}

TEST(CallWithSavedRegistersTest, SavesEachRegisterInItsPlaceAndRestoresIt) {
  uint64_t values[kRegisterCount];
  for (size_t i = 0; i < kRegisterCount; ++i) {
    values[i] = 0x1234567800000000 + i;
  }
  uint64_t after[kRegisterCount];
  std::memcpy(after, values, sizeof(values));
  SavedWords saved = {};

  halfword_test_call_with(after, &saved, CopySavedWords);

  for (size_t i = 0; i < kRegisterCount; ++i) {
    EXPECT_EQ(saved[kPlaces[i]], values[i]) << "register " << i;
    EXPECT_EQ(after[i], values[i]) << "register " << i;
  }
#if defined(__x86_64__)
  EXPECT_EQ(saved[kAlignmentWord], 0u);
#endif
}

struct Unwound {
  int frame_index = -1;
  uint64_t values[kRegisterCount] = {};
};

// Frames: 0 is UnwindOneFrame, 1 CallWithSavedRegisters, 2 its caller.
_Unwind_Reason_Code ReadCallersRegisters(_Unwind_Context* unwind,
                                         void* context) {
  Unwound* const unwound = static_cast<Unwound*>(context);
  if (++unwound->frame_index < 2) return _URC_NO_REASON;
  for (size_t i = 0; i < kRegisterCount; ++i) {
    unwound->values[i] = _Unwind_GetGR(unwind, kUnwindNumbers[i]);
  }
  return _URC_END_OF_STACK;
}

HALFWORD_NOINLINE void UnwindOneFrame(void* context, const void*) {
  _Unwind_Backtrace(ReadCallersRegisters, context);
  // Not a tail call, which would take this function's frame away.
  __asm__ volatile("" ::: "memory");
}

TEST(CallWithSavedRegistersTest, TellsUnwindersWhereEachRegisterIs) {
  uint64_t values[kRegisterCount];
  for (size_t i = 0; i < kRegisterCount; ++i) {
    values[i] = 0x1234567800000000 + i;
  }
  Unwound unwound;

  halfword_test_call_with(values, &unwound, UnwindOneFrame);

  ASSERT_EQ(unwound.frame_index, 2);
  for (size_t i = 0; i < kRegisterCount; ++i) {
    EXPECT_EQ(unwound.values[i], values[i]) << "register " << i;
  }
}

struct Scan {
  uint64_t wanted;
  int found = 0;
  const void* stack_pointer = nullptr;
  const void* callback_frame = nullptr;
};

// Two halves, so that the value itself stands nowhere but where it is planted.
constexpr uint64_t kHigh = 0x5ca1ab1e00000000;
constexpr uint64_t kCallerLow = 0x0ddba11;
constexpr uint64_t kCallbackLow = 0xdecade;

HALFWORD_NOINLINE HALFWORD_NO_SANITIZE int CountWords(const void* begin,
                                                      uint64_t wanted) {
  int found = 0;
  const void* const start = CurrentThreadStackBounds().start;
  for (auto* word = static_cast<const volatile uint64_t*>(begin); word < start;
       ++word) {
    // Halves are compared, so that no register holds the whole.
    if (*word >> 32 == wanted >> 32 &&
        static_cast<uint32_t>(*word) == static_cast<uint32_t>(wanted)) {
      ++found;
    }
  }
  return found;
}

HALFWORD_NOINLINE HALFWORD_NO_SANITIZE void ScanFromStackPointer(
    void* context, const void* stack_pointer) {
  Scan* const scan = static_cast<Scan*>(context);
  volatile uint64_t mine[4];
  for (volatile uint64_t& word : mine) word = kHigh + kCallbackLow;
  scan->stack_pointer = stack_pointer;
  scan->callback_frame = __builtin_frame_address(0);
  scan->found = CountWords(stack_pointer, scan->wanted);
}

HALFWORD_NOINLINE HALFWORD_NO_SANITIZE void PlantAndScan(Scan* scan) {
  volatile uint64_t planted = kHigh + kCallerLow;
  CallWithSavedRegisters(scan, ScanFromStackPointer);
  static_cast<void>(planted);
}

TEST(CallWithSavedRegistersTest, PassesWordsOnAndAResultBack) {
  const char text[] = "text";
  struct Seen {
    const void* stack_pointer;
    const void* first;
    size_t second;
  } seen = {};
  const StackFunction note = [](void* context, const void* stack_pointer,
                                const void* first, size_t second) -> void* {
    *static_cast<Seen*>(context) = {stack_pointer, first, second};
    return context;
  };

  void* const result = CallWithSavedRegisters(&seen, note, text, SIZE_MAX - 5);

  EXPECT_EQ(result, &seen);
  EXPECT_TRUE(CurrentThreadStackBounds().Contains(seen.stack_pointer));
  EXPECT_EQ(seen.first, text);
  EXPECT_EQ(seen.second, SIZE_MAX - 5);
}

TEST(CallWithSavedRegistersTest, ShowsTheCallersFrames) {
  static Scan scan;
  scan = {.wanted = kHigh + kCallerLow};
  PlantAndScan(&scan);

  EXPECT_GE(scan.found, 1);
}

TEST(CallWithSavedRegistersTest, HidesTheCallbacksFrames) {
  static Scan scan;
  scan = {.wanted = kHigh + kCallbackLow};
  PlantAndScan(&scan);

  EXPECT_EQ(scan.found, 0);
  EXPECT_LT(scan.callback_frame, scan.stack_pointer);
  EXPECT_TRUE(CurrentThreadStackBounds().Contains(scan.stack_pointer));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(scan.stack_pointer) % 16, 0u);
}

struct Token {
  void* context;
};

void Throw(void* context, const void*) { throw Token{context}; }

// Keeps values in registers over the call, as far as the compiler likes to.
HALFWORD_NOINLINE uint64_t SumAfterThrow(const uint64_t* values, int* token) {
  const uint64_t a = values[0], b = values[1], c = values[2], d = values[3];
  void* caught = nullptr;
  try {
    CallWithSavedRegisters(token, Throw);
  } catch (const Token& thrown) {
    caught = thrown.context;
  }
  return caught == token ? a + 2 * b + 4 * c + 8 * d : 0;
}

TEST(CallWithSavedRegistersTest, LetsExceptionsThrough) {
  const uint64_t values[] = {1, 10, 100, 1000};
  int token = 0;

  EXPECT_EQ(SumAfterThrow(values, &token), 8421u);
}

std::vector<std::pair<const void*, const void*>> FakeFramesOf(
    const void* word_value) {
  std::vector<std::pair<const void*, const void*>> frames;
  ForEachFakeFrame(
      word_value,
      [](void* context, const void* begin, const void* end) {
        static_cast<decltype(frames)*>(context)->emplace_back(begin, end);
      },
      &frames);
  return frames;
}

HALFWORD_NOINLINE const void* Escape(const void* pointer) {
  __asm__ volatile("" : "+r"(pointer)::"memory");
  return pointer;
}

HALFWORD_NOINLINE const void* AddressOfDeadLocal() {
  volatile char local[64] = {};
  return Escape(const_cast<const char*>(local));
}

TEST(FakeFrameTest, NoWordOutsideAFakeFrameHasOne) {
  static int global = 0;
  const std::vector<int> on_heap(100);

  for (const void* word :
       {static_cast<const void*>(nullptr), static_cast<const void*>(&global),
        static_cast<const void*>(on_heap.data()),
        static_cast<const void*>(__builtin_frame_address(0)),
        reinterpret_cast<const void*>(UINTPTR_MAX)}) {
    EXPECT_TRUE(FakeFramesOf(word).empty()) << word;
  }
}

#if HALFWORD_HAS_ASAN
TEST(FakeFrameTest, FindsTheFrameOfALocal) {
  volatile char local[64] = {};
  const void* const begin = Escape(const_cast<const char*>(local));
  const void* const last = static_cast<const char*>(begin) + 63;
  ASSERT_FALSE(CurrentThreadStackBounds().Contains(begin))
      << "the sanitizer must run with detect_stack_use_after_return=1";

  for (const void* word : {begin, last}) {
    const auto frames = FakeFramesOf(word);
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_LE(frames[0].first, begin);
    EXPECT_GT(frames[0].second, last);
  }
}

TEST(FakeFrameTest, IgnoresFramesThatHaveReturned) {
  EXPECT_TRUE(FakeFramesOf(AddressOfDeadLocal()).empty());
}

TEST(FakeFrameTest, IgnoresFramesOfOtherThreads) {
  volatile char local[64] = {};
  const void* const word = Escape(const_cast<const char*>(local));
  bool other_found_it = true;
  std::thread([&] { other_found_it = !FakeFramesOf(word).empty(); }).join();

  EXPECT_FALSE(other_found_it);
  EXPECT_EQ(FakeFramesOf(word).size(), 1u);
}
#else
TEST(FakeFrameTest, ThereAreNoneWithoutAddressSanitizer) {
  volatile char local[64] = {};
  const void* const word = Escape(const_cast<const char*>(local));

  EXPECT_TRUE(CurrentThreadStackBounds().Contains(word));
  EXPECT_TRUE(FakeFramesOf(word).empty());
  EXPECT_TRUE(FakeFramesOf(AddressOfDeadLocal()).empty());
}
#endif

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
