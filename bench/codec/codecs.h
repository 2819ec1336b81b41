// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The ways to store a pointer in 32 bits that have been tried, here side by
// side so that each can be timed and its machine code weighed. A codec says
//
//   kBits                width of the stored word
//   kBaseAddress         where its cage must lie (a hint where any base does)
//   Encode(pointer), Decode(word)
//
// and null is word 0 in all of them. HALFWORD_BENCH_CODEC names the one that a
// program or library is compiled for; every other file here says Codec.
//
// What a codec reads at run time is defined in cage.cc, out of the compiler's
// sight. Next: kernels.h.

#ifndef HALFWORD_BENCH_CODEC_CODECS_H_
#define HALFWORD_BENCH_CODEC_CODECS_H_

#include <cstdint>

namespace codec {

inline constexpr uint64_t kGiB = uint64_t{1} << 30;

// The cage's base with all bits below its size set: `and` with it turns a
// sign-extended offset into an address and keeps null. One linkage for all: no
// table of addresses is asked.
[[gnu::visibility("hidden")]] extern uint64_t cage_mask;
[[gnu::visibility("hidden")]] extern uint64_t cage_base;
[[gnu::visibility("hidden")]] extern uint32_t virtual_bits;
[[gnu::tls_model(
    "initial-exec")]] extern constinit thread_local uint64_t initial_mask;
[[gnu::tls_model(
    "global-dynamic")]] extern constinit thread_local uint64_t dynamic_mask;

// What compression is compared with: 64 bits as they are.
struct Raw {
  using Word = uint64_t;
  static constexpr uint64_t kBaseAddress = 48 * kGiB;
  static Word Encode(void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
  }
  static void* Decode(Word word) { return reinterpret_cast<void*>(word); }
};

// Sign-extend, shift, and. The bit above the cage's size is set in its base, so
// it becomes the sign of the stored word.
template <int kShift>
uint32_t EncodeShifted(void* pointer) {
  return static_cast<uint32_t>(reinterpret_cast<uint64_t>(pointer) >> kShift);
}
inline void* DecodeShifted(uint32_t word, int shift, uint64_t mask) {
  uint64_t extended =
      static_cast<uint64_t>(int64_t{static_cast<int32_t>(word)});
  return reinterpret_cast<void*>((extended << shift) & mask);
}

// The first that shipped in Oilpan: 4 GiB, shift 1.
struct Cage4GiB {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = kGiB * 4 * 49;
  static constexpr uint64_t kCageBytes = 4 * kGiB;
  static Word Encode(void* pointer) { return EncodeShifted<1>(pointer); }
  static void* Decode(Word word) { return DecodeShifted(word, 1, cage_mask); }
};

// Oilpan's larger cage, and Halfword's based decoder: 16 GiB, shift 3.
struct Cage16GiB {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = kGiB * 16 * 13;
  static constexpr uint64_t kCageBytes = 16 * kGiB;
  static Word Encode(void* pointer) { return EncodeShifted<3>(pointer); }
  static void* Decode(Word word) { return DecodeShifted(word, 3, cage_mask); }
};

// Oilpan's first attempt, given up because 2 GiB are too little: no shift.
struct Cage2GiB {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = kGiB * 2 * 99;
  static constexpr uint64_t kCageBytes = 2 * kGiB;
  static Word Encode(void* pointer) { return EncodeShifted<0>(pointer); }
  static void* Decode(Word word) { return DecodeShifted(word, 0, cage_mask); }
};

// Halfword's default: the cage lies in [16 GiB, 32 GiB), nothing is read.
struct ZeroBased {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = 16 * kGiB;
  static Word Encode(void* pointer) { return EncodeShifted<3>(pointer); }
  static void* Decode(Word word) {
    return reinterpret_cast<void*>(uint64_t{word} << 3);
  }
};

// The obvious one: an offset from any base, and a test for null.
struct BaseOffset {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = kGiB * 16 * 13;
  static Word Encode(void* pointer) {
    if (pointer == nullptr) return 0;
    return static_cast<Word>(
        (reinterpret_cast<uint64_t>(pointer) - cage_base) >> 3);
  }
  static void* Decode(Word word) {
    if (word == 0) return nullptr;
    return reinterpret_cast<void*>(cage_base + (uint64_t{word} << 3));
  }
};

// A cage for each thread, in a program: its mask at a fixed place behind the
// thread pointer.
struct TlsInitialExec {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = Cage16GiB::kBaseAddress;
  static constexpr uint64_t kCageBytes = 16 * kGiB;
  static Word Encode(void* pointer) { return EncodeShifted<3>(pointer); }
  static void* Decode(Word word) {
    return DecodeShifted(word, 3, initial_mask);
  }
};

// The same in a library that a program opens with dlopen(): a function call
// finds the mask.
struct TlsGlobalDynamic {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = Cage16GiB::kBaseAddress;
  static constexpr uint64_t kCageBytes = 16 * kGiB;
  static Word Encode(void* pointer) { return EncodeShifted<3>(pointer); }
  static void* Decode(Word word) {
    return DecodeShifted(word, 3, dynamic_mask);
  }
};

// Urbit's loom: the shift is chosen when the program starts, the upper two bits
// of a word say what it is (3: an indirect reference).
struct VirtualBits {
  using Word = uint32_t;
  static constexpr uint64_t kBaseAddress = kGiB * 16 * 13;
  static Word Encode(void* pointer) {
    if (pointer == nullptr) return 0;
    uint64_t words = (reinterpret_cast<uint64_t>(pointer) - cage_base) >> 2;
    return static_cast<Word>(words >> virtual_bits) | 0xc0000000;
  }
  static void* Decode(Word word) {
    if (word == 0) return nullptr;
    uint64_t words = uint64_t{word & 0x3fffffff} << virtual_bits;
    return reinterpret_cast<void*>(cage_base + (words << 2));
  }
};

#ifdef HALFWORD_BENCH_CODEC
using Codec = HALFWORD_BENCH_CODEC;
#endif

}  // namespace codec

#endif  // HALFWORD_BENCH_CODEC_CODECS_H_
