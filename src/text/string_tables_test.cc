// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Strings and atoms as keys and values of the heap's tables.

#include <memory>
#include <string>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/atom.h"
#include "halfword/heap_hash_map.h"
#include "halfword/heap_hash_set.h"
#include "halfword/heap_vector.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Table : public GarbageCollected<Table> {
 public:
  HeapHashMap<String, int> numbers_;
  HeapHashMap<Atom, String> names_;
  HeapVector<String> keys_;
  HALFWORD_FIELDS(Table, numbers_, names_, keys_)
};

std::string Key(int i) { return "key number " + std::to_string(i); }

class StringTablesTest : public ::testing::Test {
 protected:
  const std::unique_ptr<Heap> heap_ = Heap::Create();
  const Persistent<Table> table_ =
      MakeGarbageCollected<Table>(heap_->GetAllocationHandle());
};

TEST_F(StringTablesTest, StringsAreFoundByTheirBytes) {
  CallAndScrub([&] {
    for (int i = 0; i < 10000; ++i) table_->numbers_[String(Key(i))] = i;
  });
  CollectPrecisely(*heap_);

  for (int i = 0; i < 10000; ++i) {
    const auto found = table_->numbers_.find(std::string_view(Key(i)));
    ASSERT_NE(found, table_->numbers_.end()) << i;
    EXPECT_EQ(found->second, i);
  }
  EXPECT_FALSE(table_->numbers_.contains(std::string_view("no key")));
  EXPECT_EQ(Findings(*heap_), "");
}

TEST_F(StringTablesTest, AKeyIsTheBodyOfItsStringAndOutlivesItsEntry) {
  const String key = "a key of some length";
  table_->numbers_[key] = 1;
  const String found = table_->numbers_.begin()->first;

  table_->numbers_.clear();
  CollectConservatively(*heap_);

  EXPECT_EQ(found.data(), key.data());
  EXPECT_EQ(found, "a key of some length");
}

TEST_F(StringTablesTest, AnArrayOfKeysCopiesNoBytes) {
  CallAndScrub([&] {
    for (int i = 0; i < 10000; ++i) table_->numbers_[String(Key(i))] = i;
  });
  CollectPrecisely(*heap_);
  const size_t before = CollectorOf(*heap_).live_bytes_estimate();

  CallAndScrub([&] {
    table_->keys_.reserve(table_->numbers_.size());
    for (const auto& [key, number] : table_->numbers_) {
      table_->keys_.push_back(key);
    }
  });
  CollectPrecisely(*heap_);

  EXPECT_EQ(table_->keys_.size(), 10000u);
  EXPECT_LE(CollectorOf(*heap_).live_bytes_estimate() - before,
            10000 * sizeof(String) + 2 * kPageBytes);
}

TEST_F(StringTablesTest, AtomsAreKeysAndStringsValues) {
  CallAndScrub([&] {
    for (int i = 0; i < 1000; ++i) {
      table_->names_[Atom(Key(i))] = std::to_string(i);
    }
  });
  CollectPrecisely(*heap_);

  EXPECT_EQ(table_->names_.at(Atom(Key(17))), "17");
  EXPECT_FALSE(table_->names_.contains(Atom("no key")));
}

// V8's tables of strings: a run of numbers filled every place of a range, and
// each word that was hashed there had to go through all of it.
TEST_F(StringTablesTest, WordsAfterARunOfNumbersDoNotCluster) {
  HeapHashSet<String> set;
  for (int i = 0; i < 100000; ++i) set.insert(String(std::to_string(i)));
  size_t found = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::string word = "word" + std::to_string(i * 7919);
    set.insert(String(word));
    found += set.contains(std::string_view(word)) ? 1 : 0;
  }

  EXPECT_EQ(found, 100000u);
  EXPECT_EQ(set.size(), 200000u);
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
