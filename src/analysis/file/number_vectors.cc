// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Numbers by vectors: 64 bytes are some 15 numbers, which are found and
// converted together.
//
// A comparison says which bytes are digits, and its bits where numbers begin
// and end. Both places of each number become bytes of a vector. From these, a
// permutation fetches the last eight digits of each number into eight bytes of
// its own, with zeros in front; three steps of multiplying and adding
// neighbours make them numbers of 2, 4 and 8 digits. What a number has in front
// of its last eight digits is added one by one: few have more.
//
// A number that the last byte may cut is left to the next 64, which begin with
// it.

#include "analysis/file/number_scan.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns of a value in its own header that is undefined on purpose.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define HALFWORD_VECTOR_TARGET                                       \
  __attribute__((                                                    \
      target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi," \
             "bmi2,lzcnt,popcnt")))

namespace halfword::analysis {

namespace {

// Numbers that are converted together.
constexpr size_t kGroup = 16;

// Bytes that are what function(place) says.
template <typename Function, size_t... places>
constexpr std::array<int8_t, 64> MakeBytes(Function function,
                                           std::index_sequence<places...>) {
  return {static_cast<int8_t>(function(places))...};
}
template <typename Function>
constexpr std::array<int8_t, 64> MakeBytes(Function function) {
  return MakeBytes(function, std::make_index_sequence<64>());
}

using Bytes = std::array<int8_t, 64>;

constexpr Bytes kPlaces = MakeBytes([](size_t i) { return i; });
// Which number of a group eight bytes are for. Two of four go into one vector,
// two into another, since packing takes from both by turns.
constexpr Bytes kNumberOf =
    MakeBytes([](size_t i) { return i / 16 * 4 + i / 8 % 2; });
// From the end of a number to each of its last eight digits.
constexpr Bytes kFromEnd =
    MakeBytes([](size_t i) { return static_cast<int>(i % 8) - 8; });

HALFWORD_VECTOR_TARGET __m512i Load(const Bytes& bytes) {
  return _mm512_loadu_si512(bytes.data());
}

struct Block {
  __m512i digits;  // bytes less '0'
  __m512i begins;  // of numbers, one after the other
  __m512i ends;
};

// The last eight digits of numbers, as pairs of four.
HALFWORD_VECTOR_TARGET __m512i PairsOf(const Block& block, __m512i numbers) {
  const __m512i ends = _mm512_permutexvar_epi8(numbers, block.ends);
  const __m512i begins = _mm512_permutexvar_epi8(numbers, block.begins);
  const __m512i places = _mm512_add_epi8(ends, Load(kFromEnd));
  // No number has an end of 0, so that what is behind the last has no digits.
  const __mmask64 are_inside = _mm512_cmpge_epi8_mask(places, begins);
  const __m512i ones =
      _mm512_maskz_permutexvar_epi8(are_inside, places, block.digits);
  const __m512i tens = _mm512_maddubs_epi16(ones, _mm512_set1_epi16(0x010a));
  return _mm512_madd_epi16(tens, _mm512_set1_epi32(0x00010064));
}

// Writes `count` numbers of the block, from the first on.
HALFWORD_VECTOR_TARGET void Convert(const Block& block, size_t count,
                                    uint32_t* numbers) {
  for (size_t first = 0; first < count; first += kGroup) {
    const __m512i even = _mm512_add_epi8(
        Load(kNumberOf), _mm512_set1_epi8(static_cast<char>(first)));
    const __m512i odd = _mm512_add_epi8(even, _mm512_set1_epi8(2));
    const __m512i fours =
        _mm512_packus_epi32(PairsOf(block, even), PairsOf(block, odd));
    const __m512i values =
        _mm512_madd_epi16(fours, _mm512_set1_epi32(0x00012710));
    const size_t left = std::min(count - first, kGroup);
    _mm512_mask_storeu_epi32(numbers + first,
                             static_cast<__mmask16>((1u << left) - 1), values);
  }
}

// Adds what numbers have in front of their last eight digits. long_ends: of
// those that have more.
void AddFronts(const char* bytes, uint64_t begins, uint64_t ends,
               uint64_t long_ends, size_t count, uint32_t* numbers) {
  for (; long_ends != 0; long_ends &= long_ends - 1) {
    const uint64_t before = (long_ends & -long_ends) - 1;
    const auto number = static_cast<size_t>(std::popcount(ends & before));
    if (number >= count) return;
    const int begin = 63 - std::countl_zero(begins & before);
    const int end = std::countr_zero(long_ends) - 8;
    uint32_t front = 0;
    for (int i = begin; i < end; ++i) {
      front = front * 10 + static_cast<uint32_t>(bytes[i] - '0');
    }
    numbers[number] += front * 100'000'000;
  }
}

// Bit i: those from i to i + 8 are digits.
uint64_t NineDigits(uint64_t digits) {
  const uint64_t two = digits & digits >> 1;
  const uint64_t four = two & two >> 2;
  const uint64_t eight = four & four >> 4;
  return eight & digits >> 8;
}

HALFWORD_VECTOR_TARGET void ScanByVectors(NumberScan* scan) {
  const char* at = scan->at;
  size_t room = scan->count_max - scan->count;
  while (room != 0 && at < scan->end) {
    const size_t left = static_cast<size_t>(scan->end - at);
    if (left < scan->kBlockBytes && !scan->is_last) break;
    const __m512i bytes = _mm512_loadu_si512(at);
    const __m512i digits = _mm512_sub_epi8(bytes, _mm512_set1_epi8('0'));
    uint64_t are_digits = _mm512_cmplt_epu8_mask(digits, _mm512_set1_epi8(10));
    const uint64_t brackets =
        _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(']'));
    // Those in front of the first.
    are_digits &= brackets ^ (brackets - 1);
    const uint64_t begins = are_digits & ~(are_digits << 1);
    const uint64_t ends = ~are_digits & are_digits << 1;
    const size_t found = static_cast<size_t>(std::popcount(ends));
    const size_t count = std::min(found, room);
    uint32_t* const numbers = scan->numbers + (scan->count_max - room);
    const __m512i places = Load(kPlaces);
    const Block block = {.digits = digits,
                         .begins = _mm512_maskz_compress_epi8(begins, places),
                         .ends = _mm512_maskz_compress_epi8(ends, places)};
    Convert(block, count, numbers);
    const uint64_t nines = NineDigits(are_digits);
    if (nines != 0) {
      AddFronts(at, begins, ends, ends & nines << 9, count, numbers);
    }
    room -= count;
    if (count < found) {
      at += std::countr_zero(_pdep_u64(uint64_t{1} << (count - 1), ends));
    } else if (brackets != 0) {
      at += std::countr_zero(brackets) + 1;
      scan->has_ended = true;
      break;
    } else if (are_digits >> 63 != 0) {
      const int begin = 63 - std::countl_zero(begins);
      if (begin == 0) break;
      at += begin;
    } else {
      at += std::min(left, scan->kBlockBytes);
    }
  }
  scan->at = at;
  scan->count = scan->count_max - room;
}

}  // namespace

ScanNumbers FindVectorScan() {
  const bool is_able = __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512vbmi") &&
                       __builtin_cpu_supports("avx512vbmi2") &&
                       __builtin_cpu_supports("bmi2");
  return is_able ? ScanByVectors : nullptr;
}

}  // namespace halfword::analysis

#else

namespace halfword::analysis {

ScanNumbers FindVectorScan() { return nullptr; }

}  // namespace halfword::analysis

#endif
