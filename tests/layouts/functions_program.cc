// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The program in version 6, which has a function for what its classes were:
//
//   functions_program check IMAGE    opens it to read: is all there?
//   functions_program edit IMAGE     opens it, and saves it as it is then
//   functions_program strict IMAGE   opens it only as it is
//   functions_program none IMAGE     opens it to read, without the function
//   functions_program missing IMAGE  the function asks for what is not there
//   functions_program large IMAGE    for a number that its type does not have
//   functions_program kind IMAGE     for a string where a number is
//   functions_program class IMAGE    for an object of another class
//   functions_program refuse IMAGE   does not want an object
//
// Ends with 0, or with 1 and a line that says what is wrong.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/layouts/people.h"

namespace {

using halfword::Heap;
using halfword::OldFieldKind;
using halfword::OldObject;

constexpr int kPeople = 5000;

[[noreturn]] void Complain(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(1);
}

void Expect(bool is_so, const char* what, int i) {
  if (!is_so) Complain(std::string(what) + " of person " + std::to_string(i));
}
#define EXPECT_OF(i, condition) Expect(condition, #condition, i)

void Convert(const OldObject& old, Person& person) {
  // What names lead to is there already.
  if (old.KindOf("nobody_") != OldFieldKind::kNone ||
      old.KindOf("marks_") != OldFieldKind::kNumber ||
      old.KindOf("addresses_") != OldFieldKind::kStruct ||
      old.KindOf("next_") != OldFieldKind::kReference || !person.age_.empty() ||
      person.weight_ != 0 || person.next_ != nullptr || person.marks_[0] != 0) {
    old.Refuse("it is not as it should be");
  }
  const halfword::String text = old.GetString("name_");
  const std::string_view name = text;
  const size_t space = name.find(' ');
  person.first_name_ = name.substr(0, space);
  person.last_name_ = name.substr(space + 1);
  person.age_ = std::to_string(old.GetNumber<int>("age_"));
  person.weight_ = static_cast<int32_t>(old.GetNumber<double>("weight_") * 4);
  person.follower_ = old.GetReference<Person>("next_");
  person.key_ = old.GetNumber<uint64_t>("secret_");
  for (size_t i = 0; i < old.CountOf("marks_"); ++i) {
    person.marks_[0] = static_cast<int8_t>(
        person.marks_[0] + old.GetNumber<int>("marks_", i) % 100);
  }
  person.marks_[1] = static_cast<int8_t>(old.GetBytes("marks_").size());
  person.remark_ = old.GetString("notes_");
}

// The function, and what else it does wrong.
void ConvertAs(const std::string& command, const OldObject& old,
               Person& person) {
  Convert(old, person);
  if (command == "missing") old.GetNumber<int>("shoe_size_");
  if (command == "large") old.GetNumber<int8_t>("age_");
  if (command == "kind") old.GetString("age_");
  if (command == "class") old.GetReference<People>("next_");
  if (command == "refuse" && person.age_ == "42") old.Refuse("it is 42");
}

std::unique_ptr<Heap> Open(const char* path, const std::string& command) {
  halfword::ImageStatus status;
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<People>();
  if (command != "edit") options.access = halfword::ImageAccess::kReadOnly;
  options.converts_layouts = command != "strict";
  if (command != "none") {
    options.layout_functions.Add<Person>(
        [command](const OldObject& old, Person& person) {
          ConvertAs(command, old, person);
        });
  }
  auto heap = Heap::Open(path, std::move(options), &status);
  if (heap == nullptr) Complain(status.message());
  return heap;
}

// As version 1 has made it.
void CheckOne(Heap* heap, People* people, int i, const Person* person) {
  const std::string number = std::to_string(i * 7919 % 10'007);
  const std::string name = "person number " + number;
  EXPECT_OF(i, person->first_name_ == "person");
  EXPECT_OF(i, person->last_name_ == "number " + number);
  EXPECT_OF(i, person->age_ == std::to_string(i % 2 == 0 ? i : -i));
  EXPECT_OF(i, person->weight_ == i);
  EXPECT_OF(i, person->key_ == UINT64_MAX);
  EXPECT_OF(i, person->marks_[0] == -i % 100);
  EXPECT_OF(i, person->marks_[1] == 6);
  EXPECT_OF(i, person->remark_ == name + " was written down");
  EXPECT_OF(i, person->next_ == nullptr);
  EXPECT_OF(i, person->addresses_.size() == static_cast<size_t>(i % 4));
  for (const Address& address : person->addresses_) {
    EXPECT_OF(i, address.street == "street of " + name);
  }
  auto& handle = heap->GetAllocationHandle();
  EXPECT_OF(i, people->by_name_.at(halfword::String(handle, name)) == person);
  EXPECT_OF(i, people->all_.contains(person));
}

void Check(Heap* heap) {
  People* const people = heap->GetRoot<People>("people");
  if (people == nullptr) Complain("there are no people");
  int i = kPeople;
  for (const Person* person = heap->GetRoot<Person>("last"); person != nullptr;
       person = person->follower_) {
    CheckOne(heap, people, --i, person);
  }
  if (i != 0) Complain("some people are missing");
  const auto report = heap->Verify();
  if (!report.ok()) Complain(report.findings.front());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) Complain("what to do, and an image");
  const std::string command = arguments[1];
  const auto heap = Open(arguments[2], command);
  Check(heap.get());
  heap->Collect();
  Check(heap.get());
  if (command != "edit") return 0;
  const halfword::ImageStatus status = heap->Save();
  if (!status.ok()) Complain(status.message());
  return 0;
}
