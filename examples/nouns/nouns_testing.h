// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the tests of nouns share: a heap in which collections are frequent, and
// nouns at random, in the heap and in the model at once.

#ifndef EXAMPLES_NOUNS_NOUNS_TESTING_H_
#define EXAMPLES_NOUNS_NOUNS_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "examples/nouns/noun_model.h"

namespace nouns {

using Bytes = std::vector<uint8_t>;

// A heap that collects as often as it may.
inline std::unique_ptr<halfword::Heap> MakeBusyHeap() {
  halfword::HeapOptions options;
  options.growth_bytes_min = size_t{64} << 10;
  return halfword::Heap::Create(std::move(options));
}

// Bits as they are read, from left to right; spaces do not count.
inline Bytes BytesOf(std::string_view bits) {
  Bytes bytes;
  size_t count = 0;
  for (const char bit : bits) {
    if (bit == ' ') continue;
    if (count % 8 == 0) bytes.push_back(0);
    if (bit == '1') bytes.back() |= static_cast<uint8_t>(1u << (count % 8));
    ++count;
  }
  return bytes;
}

// Nouns of which many are equal without being one object. Lives on the stack,
// where its nouns are found.
class RandomNouns {
 public:
  RandomNouns(halfword::AllocationHandle& handle, uint64_t seed)
      : handle_(handle), random_(seed) {}

  // One that is made of about so many; its id is in the model.
  Noun Make(size_t step_count) {
    for (size_t i = 0; i < step_count; ++i) Step();
    // All of them, so that nothing was made in vain.
    Noun noun = nouns_.back();
    for (size_t i = nouns_.size() - 1; i-- > 0;) {
      noun = MakeCell(handle_, nouns_[i], noun);
    }
    return noun;
  }

  uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>(random_() % bound);
  }

 private:
  void Step() {
    const uint32_t choice = Below(8);
    if (nouns_.empty() || choice < 2) {
      nouns_.push_back(RandomAtom());
    } else if (choice == 2) {
      nouns_.push_back(Copy(Pick(), 5));
    } else if (choice == 3) {  // deep
      for (uint32_t i = Below(30); i > 0; --i) {
        const bool is_left = Below(2) == 0;
        const Noun other = Pick();
        nouns_.back() = is_left ? MakeCell(handle_, nouns_.back(), other)
                                : MakeCell(handle_, other, nouns_.back());
      }
    } else {
      nouns_.push_back(MakeCell(handle_, Pick(), Pick()));
    }
  }

  Noun Pick() { return nouns_[Below(static_cast<uint32_t>(nouns_.size()))]; }

  Noun RandomAtom() {
    if (Below(4) == 0) return MakeAtom(handle_, uint64_t{Below(4)});
    const uint32_t bit_count = Below(Below(8) == 0 ? 2000 : 70);
    Bytes bytes(bit_count / 8 + 1);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(Below(256));
    bytes.back() &= static_cast<uint8_t>((1u << (bit_count % 8)) - 1);
    return MakeAtom(handle_, bytes);
  }

  // An equal noun of new objects, as far down as `depth`.
  Noun Copy(Noun noun, int depth) {
    if (noun.IsInteger() || depth == 0) return noun;
    if (const auto* const cell = CellOrNull(noun)) {
      const Noun head = Copy(cell->head(), depth - 1);
      return MakeCell(handle_, head, Copy(cell->tail(), depth - 1));
    }
    const auto limbs = halfword::To<IndirectAtom>(noun.object())->limbs();
    return MakeAtom(handle_, {reinterpret_cast<const uint8_t*>(limbs.data()),
                              limbs.size_bytes()});
  }

  halfword::AllocationHandle& handle_;
  std::mt19937_64 random_;
  halfword::HeapVector<Noun> nouns_;
};

}  // namespace nouns

#endif  // EXAMPLES_NOUNS_NOUNS_TESTING_H_
