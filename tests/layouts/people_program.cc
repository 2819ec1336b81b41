// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program with an image, in one of its versions (people.h):
//
//   people_program make IMAGE    makes it
//   people_program check IMAGE   opens it to read: is all there that should be?
//   people_program edit IMAGE    the same, then changes and saves it
//   people_program strict IMAGE  opens it only as it is
//
// Ends with 0, or with 1 and a line that says what is wrong.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/layouts/people.h"

namespace {

using halfword::Heap;

[[noreturn]] void Complain(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(1);
}

std::unique_ptr<Heap> Open(const char* path, halfword::ImageAccess access,
                           bool converts = true) {
  halfword::ImageStatus status;
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<People>();
  options.access = access;
  options.converts_layouts = converts;
  auto heap = Heap::Open(path, std::move(options), &status);
  if (heap == nullptr) Complain(status.message());
  return heap;
}

#if PEOPLE_VERSION == 1 || PEOPLE_VERSION == 2

constexpr int kPeople = 5000;

std::string NameOf(int i) {
  return "person number " + std::to_string(i * 7919 % 10'007);
}

Number NumberOf(int i) {
  Number number;
  number.low = static_cast<uint32_t>(i);
  number.high = static_cast<uint32_t>(i) * 7;
  return number;
}

void Expect(bool is_so, const char* what, int i) {
  if (!is_so) Complain(std::string(what) + " of person " + std::to_string(i));
}
#define EXPECT_OF(i, condition) Expect(condition, #condition, i)

void Save(Heap* heap) {
  const halfword::ImageStatus status = heap->Save();
  if (!status.ok()) Complain(status.message());
}

void FillOne(halfword::AllocationHandle& handle, int i, Person* person) {
  person->age_ = i % 2 == 0 ? i : -i;
  person->weight_ = static_cast<float>(i) / 4;
  person->name_ = halfword::String(handle, NameOf(i));
  person->addresses_.resize(static_cast<size_t>(i % 4));
  for (Address& address : person->addresses_) {
    address.street = halfword::String(handle, "street of " + NameOf(i));
    address.number = 4'000'000'000u + static_cast<unsigned>(i);
  }
  person->marks_[2] = static_cast<int16_t>(-i);
  person->notes_ += NameOf(i) + " was written down";
#if PEOPLE_VERSION == 1
  person->secret_ = UINT64_MAX;
#endif
}

void Make(const char* path) {
  const auto heap = Open(path, halfword::ImageAccess::kReadWrite);
  auto& handle = heap->GetAllocationHandle();
  auto* const people = halfword::MakeGarbageCollected<People>(handle);
  heap->SetRoot("people", people);
  for (int i = 0; i < kPeople; ++i) {
    auto* const person = halfword::MakeGarbageCollected<Person>(handle);
    FillOne(handle, i, person);
    person->next_ = heap->GetRoot<Person>("last");
    heap->SetRoot("last", person);
    people->by_name_.insert({person->name_, person});
    people->all_.insert(person);
    people->weak_.insert({halfword::Atom(handle, NameOf(i)), person});
    people->by_number_.insert({NumberOf(i), person});
  }
  Save(heap.get());
}

void CheckOne(Heap* heap, People* people, int i, const Person* person) {
  auto& handle = heap->GetAllocationHandle();
  EXPECT_OF(i, person->age_ == (i % 2 == 0 ? i : -i));
  EXPECT_OF(i, person->weight_ == static_cast<float>(i) / 4);
  EXPECT_OF(i, person->name_ == NameOf(i));
  EXPECT_OF(i, person->marks_[2] == static_cast<int16_t>(-i));
  EXPECT_OF(i, person->marks_[1] == 0);
  EXPECT_OF(i, person->notes_ == NameOf(i) + " was written down");
  EXPECT_OF(i, person->addresses_.size() == static_cast<size_t>(i % 4));
  for (const Address& address : person->addresses_) {
    EXPECT_OF(i, address.street == "street of " + NameOf(i));
    EXPECT_OF(i, address.number == 4'000'000'000u + static_cast<unsigned>(i));
#if PEOPLE_VERSION == 2
    EXPECT_OF(i, address.city.empty());
#endif
  }
#if PEOPLE_VERSION == 2
  EXPECT_OF(i, person->marks_[4] == 0);
  EXPECT_OF(i, person->boss_ == nullptr);
  EXPECT_OF(i, person->nickname_.empty() || person->nickname_ == "edited");
#endif
  const halfword::String name(handle, NameOf(i));
  EXPECT_OF(i, people->by_name_.at(name) == person);
  EXPECT_OF(i, people->all_.contains(person));
  EXPECT_OF(i, people->weak_.at(halfword::Atom(handle, NameOf(i))) == person);
  EXPECT_OF(i, people->by_number_.at(NumberOf(i)) == person);
}

void Check(Heap* heap) {
  People* const people = heap->GetRoot<People>("people");
  if (people == nullptr) Complain("there are no people");
  int i = kPeople;
  for (const Person* person = heap->GetRoot<Person>("last"); person != nullptr;
       person = person->next_) {
    CheckOne(heap, people, --i, person);
  }
  if (i != 0) Complain("some people are missing");
  if (people->all_.size() != kPeople) Complain("there are other people");
  heap->Collect();
  const auto report = heap->Verify();
  if (!report.ok()) Complain(report.findings.front());
}

void Edit(Heap* heap) {
#if PEOPLE_VERSION == 2
  auto& handle = heap->GetAllocationHandle();
  for (Person* person = heap->GetRoot<Person>("last"); person != nullptr;
       person = person->next_) {
    person->nickname_ = halfword::String(handle, "edited");
  }
#endif
  Save(heap);
}

#else

void Make(const char*) { Complain("this version makes none"); }
void Check(Heap*) {}
void Edit(Heap*) {}

#endif

}  // namespace

int main(int count, char** arguments) {
  using halfword::ImageAccess;
  if (count != 3) Complain("make, check, edit or strict, and an image");
  const std::string command = arguments[1];
  const char* const path = arguments[2];
  if (command == "make") {
    Make(path);
  } else if (command == "check") {
    Check(Open(path, ImageAccess::kReadOnly).get());
  } else if (command == "strict") {
    Check(Open(path, ImageAccess::kReadOnly, false).get());
  } else {
    const auto heap = Open(path, ImageAccess::kReadWrite);
    Check(heap.get());
    Edit(heap.get());
    Check(heap.get());
  }
  return 0;
}
