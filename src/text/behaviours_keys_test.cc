// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Behaviours of strings that share their bytes with keys of tables: 3, 16, 20
// and 30 (behaviours_testing.h).

#include <cstdint>
#include <string>
#include <string_view>

#include "halfword/heap_hash_map.h"
#include "halfword/heap_vector.h"
#include "text/behaviours_testing.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

class Table : public GarbageCollected<Table> {
 public:
  HeapHashMap<String, MutableString> values_;
  HALFWORD_FIELDS(Table, values_)
};

class Numbers : public GarbageCollected<Numbers> {
 public:
  HeapHashMap<String, uint32_t> numbers_;
  HeapVector<String> keys_;
  HALFWORD_FIELDS(Numbers, numbers_, keys_)
};

TEST_F(BehavioursTest, B03BitOperationsOnBytesOfAKeyLeaveTheKey) {
  const Persistent<Table> table = Make<Table>();
  const Persistent<Value> value = MakeValue(kLong);
  table->values_[value->text_.ToString()] = "the value of that key";
  EXPECT_EQ(table->values_.begin()->first.data(), value->text_.data());

  for (char& byte : value->text_.writable()) {
    byte = static_cast<char>((byte | 0x40) & 0x5f);
  }
  EXPECT_EQ(table->values_.begin()->first, kLong);
  EXPECT_TRUE(table->values_.contains(std::string_view(kLong)));
  EXPECT_FALSE(table->values_.contains(value->text_.view()));
  for (char& byte : value->text_.writable()) byte ^= 0x20;

  EXPECT_EQ(table->values_.at(value->text_.view()), "the value of that key");
  EXPECT_EQ(value->text_, kLong);
}

TEST_F(BehavioursTest, B16TakingAValueOutOfATableLeavesItsSharers) {
  const Persistent<Table> table = Make<Table>();
  const Persistent<Value> taken = Make<Value>();
  CallAndScrub([&] {
    for (int i = 0; i < 100; ++i) {
      const String key = kLong + std::to_string(i);
      table->values_[key] = key;
    }
    taken->text_ = table->values_.at(std::string_view(kLong + "17"));
    EXPECT_FALSE(taken->text_.IsWritable());

    EXPECT_EQ(table->values_.erase(std::string_view(kLong + "17")), 1u);
    EXPECT_EQ(taken->text_, kLong + "17");
    table->values_.clear();
  });
  CollectPrecisely(*heap_);

  EXPECT_EQ(taken->text_, kLong + "17");
  taken->text_ += '!';
  EXPECT_EQ(taken->text_, kLong + "17!");
}

TEST_F(BehavioursTest, B20AViewIsCopiedAndAStringIsShared) {
  const String key = kLong;

  const ScopedMutableString shared = key;
  const ScopedMutableString copied = key.view();

  EXPECT_EQ(shared.data(), key.data());
  EXPECT_FALSE(shared.IsWritable());
  EXPECT_NE(copied.data(), key.data());
  EXPECT_TRUE(copied.IsWritable());
}

TEST_F(BehavioursTest, B30KeysOutliveTheirTableAndTakeNoBytes) {
  constexpr uint32_t kCount = 1'000'000;
  const Persistent<Numbers> numbers = Make<Numbers>();
  CallAndScrub([&] {
    for (uint32_t i = 0; i < kCount; ++i) {
      numbers->numbers_[std::string_view("key " + std::to_string(i))] = i;
    }
  });
  EXPECT_EQ(numbers->numbers_.size(), kCount);
  const size_t before = LiveBytes();
  CallAndScrub([&] {
    numbers->keys_.reserve(kCount);
    for (const auto& [key, number] : numbers->numbers_) {
      numbers->keys_.push_back(key);
    }
  });
  EXPECT_LE(LiveBytes() - before, kCount * sizeof(Word) + 2 * kPageBytes);

  const char* const data = numbers->keys_[kCount / 2].data();
  const std::string text(numbers->keys_[kCount / 2].view());
  numbers->numbers_.clear();
  CollectPrecisely(*heap_);

  EXPECT_EQ(numbers->keys_[kCount / 2], text);
  EXPECT_EQ(numbers->keys_[kCount / 2].data(), data);
  EXPECT_TRUE(numbers->keys_.front().view().starts_with("key "));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
