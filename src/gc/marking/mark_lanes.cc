// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Of one object: one load, one gather, one permutation. A word's highest bit
// says that it is a reference, and is also what selects a lane of a gather, so
// that immediates, and words that are not in `lanes`, which are loaded as 0,
// never look at a mark bit: their lanes keep the ones that they are given.
//
// Of many: the references of all are packed into one row first, and their mark
// bits tested one by one then. A gather takes as long as eight loads and some
// more; most lanes are null, and its result is waited for. In a DOM a node has
// 3.6 references in six lanes: 4.7 ns a node, 7.4 with a gather.

#include "gc/marking/mark_lanes.h"

#include "gc/marking/push_unmarked.h"
#include "halfword/internal/compiler.h"

#if defined(__x86_64__) && HALFWORD_REFERENCES == 32
#include <immintrin.h>
#endif

namespace halfword::inline HALFWORD_ABI::internal {

#if defined(__x86_64__) && HALFWORD_REFERENCES == 32

namespace {

struct alignas(32) Lanes {
  uint32_t lane[kLaneCount];
};

constexpr size_t kLaneSetCount = size_t{1} << kLaneCount;

struct Tables {
  Lanes loaded[kLaneSetCount];  // all bits of each lane of the set
  Lanes packed[kLaneSetCount];  // the lanes of the set, without gaps
};

constexpr Tables MakeTables() {
  Tables tables = {};
  for (size_t set = 0; set < kLaneSetCount; ++set) {
    size_t count = 0;
    for (uint32_t lane = 0; lane < kLaneCount; ++lane) {
      if (((set >> lane) & 1) == 0) continue;
      tables.loaded[set].lane[lane] = ~uint32_t{0};
      tables.packed[set].lane[count++] = lane;
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

__attribute__((target("avx2"))) inline __m256i LoadLanes(const Lanes& lanes) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(&lanes));
}

}  // namespace

// The thread sanitizer does not know that vector loads are atomic.
bool HasLanes() {
  static const bool kHasVectors =
      !HALFWORD_HAS_TSAN && __builtin_cpu_supports("avx2") != 0;
  return kHasVectors;
}

namespace {

// Loads of aligned words are atomic lane by lane, and acquires, as all loads
// are on this machine. Words that are not in the object's lanes are 0.
__attribute__((target("avx2"), always_inline)) inline __m256i LoadWords(
    LaneObject object) {
  return _mm256_maskload_epi32(
      static_cast<const int*>(DecompressPointer(object.word)),
      LoadLanes(kTables.loaded[object.lanes]));
}

// The lanes of the set, without gaps, and then whatever.
__attribute__((target("avx2"), always_inline)) inline void StoreLanes(
    __m256i words, uint32_t set, Word* to) {
  const __m256i packed =
      _mm256_permutevar8x32_epi32(words, LoadLanes(kTables.packed[set]));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed);
}

__attribute__((target("avx2,popcnt"), always_inline)) inline Word*
PushUnmarkedOf(LaneObject object, Word* top, const uint64_t* marked) {
  constexpr uint32_t kMarkWordBits = 32;  // a lane's
  const __m256i words = LoadWords(object);
  // WindowGranule() / 32.
  const __m256i index = _mm256_srli_epi32(_mm256_slli_epi32(words, 1), 6);
  const __m256i marks = _mm256_mask_i32gather_epi32(
      _mm256_set1_epi32(-1), reinterpret_cast<const int*>(marked), index, words,
      sizeof(uint32_t));
  // Each mark at the top of its lane.
  const __m256i place =
      _mm256_andnot_si256(words, _mm256_set1_epi32(kMarkWordBits - 1));
  const __m256i tops = _mm256_sllv_epi32(marks, place);
  const auto marked_set =
      static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(tops)));
  const uint32_t unmarked_set = ~marked_set & (kLaneSetCount - 1);
  StoreLanes(words, unmarked_set, top);
  return top + __builtin_popcount(unmarked_set);
}

}  // namespace

__attribute__((target("avx2,popcnt"))) Word* PushUnmarkedLanes(
    LaneObject object, Word* top, const uint64_t* marked) {
  return PushUnmarkedOf(object, top, marked);
}

namespace {

// The references among the lanes of an object, packed.
__attribute__((target("avx2,popcnt"), always_inline)) inline Word* CollectOf(
    LaneObject object, Word* found) {
  const __m256i words = LoadWords(object);
  const auto set =
      static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(words)));
  StoreLanes(words, set, found);
  return found + __builtin_popcount(set);
}

}  // namespace

__attribute__((target("avx2,popcnt"))) Word* PushUnmarkedLanes(
    const LaneObjects& objects, Word* top, const uint64_t* marked) {
  Word found[kLaneObjectsMax * kLaneCount];
  Word* end = found;
  const size_t count = objects.count;
  for (size_t i = 0; i < count; ++i) {
    end = CollectOf({objects.words[i], objects.lanes[i]}, end);
  }
  for (const Word* at = found; at != end; ++at) {
    top = PushReferenceIfUnmarked(*at, top, marked);
  }
  return top;
}

#else

bool HasLanes() { return false; }

Word* PushUnmarkedLanes(LaneObject, Word* top, const uint64_t*) { return top; }

Word* PushUnmarkedLanes(const LaneObjects&, Word* top, const uint64_t*) {
  return top;
}

#endif

}  // namespace halfword::inline HALFWORD_ABI::internal
