// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Each operation is done by RefPtr's own members, and beside it to numbers.

#include "tests/stress/token_table.h"

#include <utility>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::stress {

namespace {

class LargeToken final : public Token {
 public:
  LargeToken(uint32_t number, TokenDeaths* deaths)
      : Token(number, deaths), large_payload_(number) {}
  bool IsIntact() const override {
    return Token::IsIntact() && large_payload_.IsIntact(number());
  }

 private:
  Payload<5000> large_payload_;
  HALFWORD_FIELDS(LargeToken, large_payload_)
  HALFWORD_BASES(LargeToken, Token)
};

}  // namespace

Token::~Token() {
  EXPECT_TRUE(payload_.IsIntact(number_)) << "token " << number_;
  ++(*deaths_)[number_];
}

TokenTable::~TokenTable() {
  for (size_t i = 0; i < count(); ++i) Drop(i);
  for (size_t number = 1; number < deaths_.size(); ++number) {
    EXPECT_EQ(deaths_[number], 1u) << "token " << number;
  }
}

void TokenTable::Make(size_t index, TokenSize size) {
  const auto number = static_cast<uint32_t>(deaths_.size());
  deaths_.push_back(0);
  if (size == TokenSize::kLarge) {
    pointers_[index] = MakeRefCounted<LargeToken>(number, &deaths_);
  } else {
    pointers_[index] = MakeRefCounted<Token>(number, &deaths_);
  }
  numbers_[index] = number;
}

void TokenTable::Drop(size_t index) {
  pointers_[index] = nullptr;
  numbers_[index] = 0;
}

void TokenTable::Copy(size_t from, size_t to) {
  pointers_[to] = pointers_[from];
  numbers_[to] = numbers_[from];
}

void TokenTable::Move(size_t from, size_t to) {
  if (from == to) return;
  pointers_[to] = std::move(pointers_[from]);
  numbers_[to] = std::exchange(numbers_[from], 0);
}

void TokenTable::Swap(size_t a, size_t b) {
  pointers_[a].swap(pointers_[b]);
  std::swap(numbers_[a], numbers_[b]);
}

void TokenTable::NoteKeeper(Id keeper, size_t index) {
  if (numbers_[index] != 0) keepings_.push_back({keeper, numbers_[index]});
}

void TokenTable::Check(Ledger& ledger) {
  std::erase_if(keepings_, [&](const Keeping& keeping) {
    return ledger.destroyed_count(keeping.keeper) != 0;
  });
  std::vector<bool> is_held(deaths_.size());
  for (const Keeping& keeping : keepings_) is_held[keeping.number] = true;
  for (size_t i = 0; i < count(); ++i) {
    is_held[numbers_[i]] = true;
    if (numbers_[i] == 0) {
      EXPECT_EQ(pointers_[i], nullptr) << i;
    } else if (pointers_[i]->number() != numbers_[i] ||
               !pointers_[i]->IsIntact()) {
      ADD_FAILURE() << "token " << numbers_[i] << " was overwritten";
    }
  }
  for (size_t number = 1; number < deaths_.size(); ++number) {
    EXPECT_EQ(deaths_[number], is_held[number] ? 0u : 1u) << "token " << number;
  }
}

}  // namespace halfword::inline HALFWORD_ABI::stress
