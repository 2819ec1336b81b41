// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The classes of one program in six versions, by PEOPLE_VERSION:
//
//   1  as it began
//   2  fields have moved, become wider, come and gone; so has a base
//   3  a String where there was a number: not to be converted
//   4  a reference to another class: not to be converted
//   5  a key with a hash of the program's own has other bytes: not to be
//      converted
//   6  fields that names do not lead to: converted by a function

#ifndef TESTS_LAYOUTS_PEOPLE_H_
#define TESTS_LAYOUTS_PEOPLE_H_

#include <cstdint>

#include "halfword/halfword.h"

// A key that is hashed by its bytes.
struct Number {
#if PEOPLE_VERSION == 5
  uint32_t high = 0;
  uint32_t low = 0;
  HALFWORD_FIELDS(Number, high, low)
#else
  uint32_t low = 0;
  uint32_t high = 0;
  HALFWORD_FIELDS(Number, low, high)
#endif
};

// Before the first table of it.
template <>
struct halfword::HashTraits<Number> {
  static uint64_t Hash(const Number& number, uint64_t seed) {
    return halfword::HashBytes(&number, sizeof(number), seed);
  }
  static bool Equal(const Number& a, const Number& b) {
    return a.low == b.low && a.high == b.high;
  }
};

class People;

#if PEOPLE_VERSION == 2

struct Address {
  uint64_t number = 0;
  halfword::String street;
  halfword::String city;
  HALFWORD_FIELDS(Address, number, street, city)
};

class Person : public halfword::GarbageCollected<Person> {
 public:
  halfword::String nickname_;  // new
  double weight_ = 0;          // was a float
  int64_t age_ = 0;            // was an int32_t
  halfword::Member<Person> boss_;
  halfword::HeapVector<Address> addresses_;
  halfword::MutableString notes_;
  halfword::Member<Person> next_;
  halfword::String name_;
  int16_t marks_[5] = {};  // had three
  HALFWORD_FIELDS(Person, nickname_, weight_, age_, boss_, addresses_, notes_,
                  next_, name_, marks_)
};

#elif PEOPLE_VERSION == 6

struct Address {
  halfword::String street;
  uint32_t number = 0;
  HALFWORD_FIELDS(Address, street, number)
};

class Person : public halfword::GarbageCollected<Person> {
 public:
  halfword::String first_name_;        // what name_ was up to its first space,
  halfword::String last_name_;         // and the rest
  halfword::String age_;               // was a number
  int32_t weight_ = 0;                 // was a float, in other units
  halfword::Member<Person> follower_;  // was next_
  halfword::Member<People> next_;      // is something else
  uint64_t key_ = 0;                   // was secret_, which is gone
  int8_t marks_[2] = {};               // were more, and wider
  halfword::String remark_;            // was the MutableString notes_
  halfword::HeapVector<Address> addresses_;  // is what it was
  HALFWORD_FIELDS(Person, first_name_, last_name_, age_, weight_, follower_,
                  next_, key_, marks_, remark_, addresses_)
};

#else

struct Address {
  halfword::String street;
  uint32_t number = 0;
  HALFWORD_FIELDS(Address, street, number)
};

class Person : public halfword::GarbageCollected<Person> {
 public:
#if PEOPLE_VERSION == 3
  halfword::String age_;
#else
  int32_t age_ = 0;
#endif
  float weight_ = 0;
  halfword::String name_;
#if PEOPLE_VERSION == 4
  halfword::Member<People> next_;
  uint8_t extra_ = 0;
#else
  halfword::Member<Person> next_;
#endif
  uint64_t secret_ = 0;  // goes
  halfword::HeapVector<Address> addresses_;
  int16_t marks_[3] = {};
  halfword::MutableString notes_;
#if PEOPLE_VERSION == 4
  HALFWORD_FIELDS(Person, age_, weight_, name_, next_, extra_, secret_,
                  addresses_, marks_, notes_)
#else
  HALFWORD_FIELDS(Person, age_, weight_, name_, next_, secret_, addresses_,
                  marks_, notes_)
#endif
};

#endif

class People : public halfword::GarbageCollected<People> {
 public:
  halfword::HeapHashMap<halfword::String, halfword::Member<Person>> by_name_;
  halfword::HeapHashSet<halfword::Member<Person>> all_;
  halfword::HeapHashMap<halfword::Atom, halfword::WeakMember<Person>> weak_;
  halfword::HeapHashMap<Number, halfword::Member<Person>> by_number_;
  HALFWORD_FIELDS(People, by_name_, all_, weak_, by_number_)
};

#endif  // TESTS_LAYOUTS_PEOPLE_H_
