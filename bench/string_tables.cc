// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Tables of strings: a million entries from a string to a number.
//
//   numbers   "1" to "1000000" in random order; missed are larger ones
//   words     of 4 to 15 letters, which a std::string holds in itself
//   mixed     consecutive numbers in their order, then as many words; words are
//             missed
//
// Keys are asked for by other strings with the same bytes, which lie in the
// order in which they are asked for.

#include "bench/string_tables.h"

#include <cstdint>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bench/table_rows.h"

namespace bench {
namespace {

constexpr uint64_t kCount = 1'000'000;

using Strings = std::vector<std::string>;

void AddNumbers(Strings* strings, uint64_t first, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    strings->push_back(std::to_string(first + i));
  }
}

// Half of them, if there are two lists, to each.
void AddWords(Strings* strings, Strings* others, uint64_t count,
              uint64_t other_count) {
  Random random(7);
  std::unordered_set<std::string> words;
  while (words.size() < count + other_count) {
    std::string word(4 + random.Below(12), ' ');
    for (char& c : word) c = static_cast<char>('a' + random.Below(26));
    if (!words.insert(word).second) continue;
    (words.size() <= count ? strings : others)->push_back(std::move(word));
  }
}

// Strings in the order in which they are inserted, found and missed.
struct StringKeys {
  Strings inserted, found, missed;
};

StringKeys MakeNumbers(const Scale& scale) {
  StringKeys keys;
  AddNumbers(&keys.inserted, 1, scale(kCount));
  AddNumbers(&keys.missed, scale(kCount) + 1, scale(kCount));
  Shuffle(&keys.inserted, 1);
  return keys;
}

StringKeys MakeWords(const Scale& scale) {
  StringKeys keys;
  AddWords(&keys.inserted, &keys.missed, scale(kCount), scale(kCount));
  return keys;
}

StringKeys MakeMixed(const Scale& scale) {
  StringKeys keys;
  const uint64_t number_count = scale(kCount) / 2;
  const uint64_t word_count = scale(kCount) - number_count;
  AddNumbers(&keys.inserted, 1, number_count);
  AddWords(&keys.inserted, &keys.missed, word_count, scale(kCount));
  return keys;
}

struct ByText {
  using Table = TextToNumber;
  static decltype(auto) Key(const TextKeys& keys, uint64_t i) {
    return keys.text(i);
  }
};
struct ByPointer {
  using Table = PointerToNumber;
  static decltype(auto) Key(const TextKeys& keys, uint64_t i) {
    return keys.pointer(i);
  }
};

// The keys of one list, one after the other.
template <typename How>
class KeyRange {
 public:
  // NOLINTNEXTLINE(performance-unnecessary-value-param): some keep them.
  KeyRange(TableRuntime& runtime, Strings strings)
      : count_(strings.size()), keys_(runtime, std::move(strings)) {}

  class Iterator {
   public:
    Iterator(const TextKeys* keys, uint64_t index)
        : keys_(keys), index_(index) {}
    decltype(auto) operator*() const { return How::Key(*keys_, index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator==(const Iterator& other) const {
      return index_ == other.index_;
    }

   private:
    const TextKeys* keys_;
    uint64_t index_;
  };
  Iterator begin() const { return {&keys_, 0}; }
  Iterator end() const { return {&keys_, count_}; }
  uint64_t size() const { return count_; }

 private:
  const uint64_t count_;
  const TextKeys keys_;
};

template <typename How>
void RunStrings(StringKeys strings, const char* name) {
  TableRuntime runtime;
  strings.found = strings.inserted;
  Shuffle(&strings.found, 2);
  Shuffle(&strings.missed, 3);
  struct {
    KeyRange<How> inserted, found, missed;
  } const keys = {{runtime, std::move(strings.inserted)},
                  {runtime, std::move(strings.found)},
                  {runtime, std::move(strings.missed)}};
  uint32_t next = 0;
  Measure<typename How::Table>(runtime, keys, name,
                               [&](typename How::Table* map, const auto& key) {
                                 map->try_emplace(key, next++);
                               });
}

}  // namespace

void RunTextNumbers(const Scale& scale) {
  RunStrings<ByText>(MakeNumbers(scale), "text_numbers");
}
void RunTextWords(const Scale& scale) {
  RunStrings<ByText>(MakeWords(scale), "text_words");
}
void RunTextMixed(const Scale& scale) {
  RunStrings<ByText>(MakeMixed(scale), "text_mixed");
}
void RunPointerNumbers(const Scale& scale) {
  RunStrings<ByPointer>(MakeNumbers(scale), "pointer_numbers");
}
void RunPointerWords(const Scale& scale) {
  RunStrings<ByPointer>(MakeWords(scale), "pointer_words");
}
void RunPointerMixed(const Scale& scale) {
  RunStrings<ByPointer>(MakeMixed(scale), "pointer_mixed");
}

}  // namespace bench
