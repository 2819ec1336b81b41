// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counted objects beside the managed ones: a table of RefPtrs, and Things that
// hold one (Keeper). Each Token must live for as long as one of these does, and
// no longer; unlike Things they are compared at any time.

#ifndef HALFWORD_TESTS_STRESS_TOKEN_TABLE_H_
#define HALFWORD_TESTS_STRESS_TOKEN_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/halfword.h"
#include "tests/stress/thing.h"

namespace halfword::inline HALFWORD_ABI::stress {

// How often each Token was destroyed. Numbers count from 1; 0 is none.
using TokenDeaths = std::vector<unsigned>;

class Token : public RefCounted<Token> {
 public:
  Token(uint32_t number, TokenDeaths* deaths)
      : number_(number), payload_(number), deaths_(deaths) {}
  virtual ~Token();

  uint32_t number() const { return number_; }
  virtual bool IsIntact() const { return payload_.IsIntact(number_); }

 private:
  uint32_t number_;
  Payload<3> payload_;
  TokenDeaths* deaths_;
  HALFWORD_FIELDS(Token, number_, payload_, deaths_)
};

class TokenTable {
 public:
  explicit TokenTable(size_t count) : pointers_(count), numbers_(count) {}
  // Everything is let go of, and checked.
  // Requires: no Keeper is left.
  ~TokenTable();

  size_t count() const { return pointers_.size(); }
  const RefPtr<Token>& at(size_t index) const { return pointers_[index]; }

  enum class TokenSize { kSmall, kLarge };
  void Make(size_t index, TokenSize size);
  void Drop(size_t index);
  void Copy(size_t from, size_t to);
  // Leaves nothing behind.
  void Move(size_t from, size_t to);
  void Swap(size_t a, size_t b);

  // A Thing was made that holds what is at an index.
  void NoteKeeper(Id keeper, size_t index);
  // Compares all Tokens with the model.
  void Check(Ledger& ledger);

 private:
  struct Keeping {
    Id keeper;
    uint32_t number;
  };

  TokenDeaths deaths_ = {0};
  std::vector<RefPtr<Token>> pointers_;
  std::vector<uint32_t> numbers_;  // what each pointer should refer to
  std::vector<Keeping> keepings_;
};

}  // namespace halfword::inline HALFWORD_ABI::stress

#endif  // HALFWORD_TESTS_STRESS_TOKEN_TABLE_H_
