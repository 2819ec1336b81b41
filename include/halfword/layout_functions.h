// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LayoutFunctions: what a program has to say where a class has changed since
// its objects were saved in an image, and names of fields do not say it all:
//
//   halfword::LayoutFunctions functions;
//   functions.Add<Person>(
//       [](const halfword::OldObject& old, Person& person) {
//         // Version 3 has two fields for what was one.
//         if (old.KindOf("name_") != halfword::OldFieldKind::kString) return;
//         const halfword::String text = old.GetString("name_");
//         const std::string_view name = text;
//         const size_t space = name.find(' ');
//         person.first_name_ = name.substr(0, space);
//         if (space != name.npos) person.last_name_ = name.substr(space + 1);
//       });
//   Heap::Open(path, {.types = halfword::ImageTypes::Of<Person>(),
//                     .layout_functions = functions}, &status);
//
// A function is called once for each object of exactly its class, if the class
// is laid out in another way in the image. Before, all objects have become what
// the names of their fields make of them (halfword/image.h); what cannot become
// anything, which without a function is an error, is zero, null or empty: a
// field of another kind, a narrower number, a shorter array, a reference to
// another class.
//
// Objects come in no order: others may still wait for their function. The heap
// is the thread's current one (halfword/heap_scope.h), so that a function can
// make strings and objects; nothing is collected until the last has returned.
// A hash table whose keys depend on what a function changes is the program's to
// fill anew.
//
// The file changes with the next Save(). A heap that is opened to be read calls
// the functions each time.
//
// Errors: what a function asks for that is not there makes Heap::Open() fail
// with kOtherTypes and a line that names the class and the field; what it asked
// for is then zero, null or empty. Threads: those of the heap.

#ifndef HALFWORD_LAYOUT_FUNCTIONS_H_
#define HALFWORD_LAYOUT_FUNCTIONS_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "halfword/internal/old_number.h"
#include "halfword/internal/type_definition.h"
#include "halfword/string.h"
#include "halfword/type_traits.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

class LayoutConversion;
class OldFields;

}  // namespace internal

enum class OldFieldKind : unsigned char {
  kNone,       // there was no field of that name
  kNumber,     // an arithmetic type or an enumeration
  kString,     // a String or a MutableString
  kReference,  // a Member or a relative; a Tagged
  kStruct,     // a struct, also a container: its fields are "name_.field"
};

// An object as it was saved. Its fields are called as they were then; those of
// its bases are found, too, and those of a struct behind a point:
// "address_.street". Functions take the index of an element, where a field is
// an array. Requires: used during the call of the function alone.
class OldObject {
 public:
  OldFieldKind KindOf(std::string_view name) const;
  // Elements of an array; 1 of another field; 0 of none.
  size_t CountOf(std::string_view name) const;

  // A number as another type; of a fraction that becomes an integer the whole
  // part. Errors: as above, also where T does not have the number.
  template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  T GetNumber(std::string_view name, size_t index = 0) const {
    T value = {};
    const internal::OldNumber number =
        FindNumber(name, index, internal::IsSignedNumber<T>());
    if (number.is_found && !internal::ConvertNumber(number, &value)) {
      Fail(name, "holds a number that its new type does not have");
    }
    return value;
  }

  // A String with the same bytes as it had.
  String GetString(std::string_view name, size_t index = 0) const;

  // What it referred to, where that is now; null: nothing, an integer, or what
  // has died. Errors: as above, also where it is no T now.
  template <typename T>
  T* GetReference(std::string_view name, size_t index = 0) const {
    static_assert(!IsGarbageCollectedMixinTypeV<T>,
                  "halfword: ask for the class of the object, not for a mixin");
    return static_cast<T*>(
        FindReference(name, index, internal::TypeInfoOf<T>()));
  }

  // All bytes of a number or of an array of them, as they were: bytes may be
  // text. They go with the call.
  std::string_view GetBytes(std::string_view name) const;

  // Makes Heap::Open() fail: the line names the class, and says why.
  void Refuse(std::string_view why) const;

 private:
  friend class internal::LayoutConversion;
  OldObject(internal::OldFields& fields, uint32_t object)
      : fields_(fields), object_(object) {}

  internal::OldNumber FindNumber(std::string_view name, size_t index,
                                 bool is_signed) const;
  void* FindReference(std::string_view name, size_t index,
                      const internal::TypeInfo& type) const;
  void Fail(std::string_view name, std::string_view why) const;

  internal::OldFields& fields_;
  const uint32_t object_;
};

class LayoutFunctions {
 public:
  // function(old, object): for objects of T, which ImageOptions::types names
  // or leads to. A class has one function: the first.
  template <typename T, typename Function>
    requires std::invocable<Function&, const OldObject&, T&>
  LayoutFunctions& Add(Function function) {
    functions_.push_back({&internal::TypeInfoOf<T>(),
                          [function = std::move(function)](
                              const OldObject& old, void* object) mutable {
                            function(old, *static_cast<T*>(object));
                          }});
    return *this;
  }

 private:
  friend class internal::LayoutConversion;

  struct Entry {
    const internal::TypeInfo* type;
    std::function<void(const OldObject&, void*)> function;
  };
  std::vector<Entry> functions_;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_LAYOUT_FUNCTIONS_H_
