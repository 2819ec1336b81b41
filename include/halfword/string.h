// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// String: an immutable string of bytes in 4 bytes.
//
//   halfword::String name = "Ada";                  // inside the word
//   halfword::String full = name + " Lovelace";     // one object in the heap
//   std::string_view text = full;
//
// Up to three bytes are in the word itself; more are one managed object that
// holds nothing but its length and the bytes. Copying a String copies the word.
// Bytes are usually UTF-8, which nothing here checks or needs; they may be NUL.
//
// A String is a field like a Member: of a class with HALFWORD_FIELDS, of an
// array, of a container. On the stack it is found by the conservative scan; a
// global or a host's container holds a PersistentString instead.
//
// Large strings share: substr() of at least half of a large string refers to
// it, and + of large strings to its parts, until the bytes are asked for. So a
// loop that takes bytes off the front, or adds some at the end and reads the
// whole each time, takes linear time.
//
// Memory comes from the heap of the object that the String lies in, else from
// the thread's current heap (halfword/heap_scope.h). Strings of two heaps may
// be compared, and not stored across; Copy() into the other heap first.
//
// Threads: that of the heap. Errors: a string of more than kBytesMax bytes ends
// the process with one line.

#ifndef HALFWORD_STRING_H_
#define HALFWORD_STRING_H_

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>

#include "halfword/hash_traits.h"
#include "halfword/heap_scope.h"
#include "halfword/internal/backing.h"
#include "halfword/internal/checks.h"
#include "halfword/internal/copy_bytes.h"
#include "halfword/internal/field_traits.h"
#include "halfword/internal/string_body.h"
#include "halfword/tagged.h"
#include "halfword/visitor.h"

namespace halfword::inline HALFWORD_ABI {

class String;

namespace internal {

class StringAccess;

// What a String can be made of, added to and compared with: literals,
// std::string, std::string_view and whatever else converts to the last.
template <typename T>
concept BytesLike = std::convertible_to<const T&, std::string_view> &&
                    !std::same_as<std::remove_cvref_t<T>, String> &&
                    !std::same_as<std::remove_cvref_t<T>, std::nullptr_t>;

}  // namespace internal

class String {
 public:
  using value_type = char;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using const_reference = const char&;
  using const_iterator = const char*;
  using iterator = const_iterator;

  static constexpr size_t npos = std::string_view::npos;
  static constexpr size_t kInlineBytesMax = 3;
  static constexpr size_t kBytesMax = internal::kStringBytesMax;

  // Empty. Zeroed memory is an empty String too.
  constexpr String() noexcept = default;
  // Cost: an allocation and a copy of the bytes, beyond three.
  template <internal::BytesLike T>
  String(const T& bytes) {  // NOLINT: a value like any string
    Construct(this, std::string_view(bytes));
  }
  String(size_t count, char byte)
      : String(internal::RawStorage{Filled(this, count, byte)}) {}
  String(std::nullptr_t) = delete;
  // In a given heap.
  String(AllocationHandle& handle, std::string_view bytes) {
    Construct(handle, bytes);
  }
  String(const String&) noexcept = default;
  String& operator=(const String&) noexcept = default;
  template <internal::BytesLike T>
  String& operator=(const T& bytes) {
    Construct(this, std::string_view(bytes));
    return *this;
  }
  ~String() = default;

  // A string of so many bytes, which write(char*) sets: no copy is made.
  // Requires: write() does not allocate in the heap.
  template <std::invocable<char*> Write>
  static String Make(size_t size, Write write) {
    return Make(CurrentAllocationHandle(), size, write);
  }
  template <std::invocable<char*> Write>
  static String Make(AllocationHandle& handle, size_t size, Write write);

  // The strings of a range, with a separator between two.
  template <typename Range>
  static String Join(const Range& range, std::string_view separator);

  // The same bytes as a string of another heap.
  String Copy(AllocationHandle& handle) const { return {handle, Bytes()}; }

  size_t size() const noexcept {
    const internal::Word word = word_.GetRawStorage();
    if (internal::IsReference(word)) return body()->length_bytes();
    return static_cast<size_t>(word) >> kInlineSizeShift;
  }
  size_t length() const noexcept { return size(); }
  bool empty() const noexcept { return word_.GetRawStorage() == 0; }

  // The bytes; those of a short string are in the String itself, so that they
  // go with it, and a temporary has none.
  // Cost: constant, but for the first look at a concatenation, which copies.
  std::string_view view() const& { return Bytes(); }
  std::string_view view() const&& = delete;
  operator std::string_view() const& { return Bytes(); }  // NOLINT: a view
  operator std::string_view() const&& = delete;
  const char* data() const& { return Bytes().data(); }
  const char* data() const&& = delete;
  const_iterator begin() const& { return data(); }
  const_iterator end() const& {
    const std::string_view bytes = Bytes();
    return bytes.data() + bytes.size();
  }
  const_iterator begin() const&& = delete;
  const_iterator end() const&& = delete;
  explicit operator std::string() const { return std::string(Bytes()); }

  // Requires: index < size().
  char operator[](size_t index) const {
    const std::string_view bytes = Bytes();
    HALFWORD_DCHECK(index < bytes.size(), "an index of a String is too large");
    return bytes[index];
  }
  char at(size_t index) const { return Bytes().at(index); }
  char front() const { return (*this)[0]; }
  char back() const { return (*this)[size() - 1]; }

  // Errors: std::out_of_range if position > size().
  String substr(size_t position, size_t count = npos) const {
    return String(internal::RawStorage{Part(GetRawStorage(), position, count)});
  }

  int compare(std::string_view other) const { return Bytes().compare(other); }
  bool starts_with(std::string_view prefix) const {
    return Bytes().starts_with(prefix);
  }
  bool ends_with(std::string_view suffix) const {
    return Bytes().ends_with(suffix);
  }
  bool contains(std::string_view part) const {
    return Bytes().find(part) != npos;
  }
  size_t find(std::string_view part, size_t position = 0) const {
    return Bytes().find(part, position);
  }
  size_t find(char byte, size_t position = 0) const {
    return Bytes().find(byte, position);
  }
  size_t rfind(std::string_view part, size_t position = npos) const {
    return Bytes().rfind(part, position);
  }
  size_t rfind(char byte, size_t position = npos) const {
    return Bytes().rfind(byte, position);
  }
  size_t find_first_of(std::string_view bytes, size_t position = 0) const {
    return Bytes().find_first_of(bytes, position);
  }
  size_t find_last_of(std::string_view bytes, size_t position = npos) const {
    return Bytes().find_last_of(bytes, position);
  }
  size_t find_first_not_of(std::string_view bytes, size_t position = 0) const {
    return Bytes().find_first_not_of(bytes, position);
  }
  size_t find_last_not_of(std::string_view bytes,
                          size_t position = npos) const {
    return Bytes().find_last_not_of(bytes, position);
  }

  String& operator+=(const String& other) { return *this = *this + other; }
  template <internal::BytesLike T>
  String& operator+=(const T& other) {
    return *this = Concatenate(*this, std::string_view(other));
  }
  String& operator+=(char byte) { return *this += std::string_view(&byte, 1); }
  friend String operator+(const String& a, const String& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return Concatenate(a, b);
  }
  template <internal::BytesLike T>
  friend String operator+(const String& a, const T& b) {
    return Concatenate(a, std::string_view(b));
  }
  template <internal::BytesLike T>
  friend String operator+(const T& a, const String& b) {
    return Concatenate(std::string_view(a), b);
  }

  friend bool operator==(const String& a, const String& b) {
    if (a.word_ == b.word_) return true;
    // Up to three bytes are always in the word, and equal there.
    if (!a.word_.IsObject() || !b.word_.IsObject()) return false;
    const size_t size = a.body()->length_bytes();
    return size == b.body()->length_bytes() &&
           internal::EqualBytes(a.BodyBytes().data(), b.BodyBytes().data(),
                                size);
  }
  template <internal::BytesLike T>
  friend bool operator==(const String& a, const T& b) {
    const std::string_view bytes = b;
    const size_t size = bytes.size();
    return a.size() == size &&
           internal::EqualBytes(a.Bytes().data(), bytes.data(), size);
  }
  friend std::strong_ordering operator<=>(const String& a, const String& b) {
    return a.Bytes() <=> b.Bytes();
  }
  template <internal::BytesLike T>
  friend std::strong_ordering operator<=>(const String& a, const T& b) {
    return a.Bytes() <=> std::string_view(b);
  }

  void swap(String& other) noexcept {
    const String mine = *this;
    *this = other;
    other = mine;
  }
  friend void swap(String& a, String& b) noexcept { a.swap(b); }

  // Whether the bytes are in the word.
  bool IsInline() const { return word_.IsInteger(); }
  // What is stored: equal words are equal strings, and not the other way round.
  internal::Word GetRawStorage() const { return word_.GetRawStorage(); }

  void Trace(Visitor* visitor) const { visitor->Trace(word_); }

 private:
  friend class internal::StringAccess;

  static constexpr int kInlineSizeShift = 24;

  explicit String(internal::StringBody* body) : word_(body) {}
  explicit String(internal::RawStorage raw) : word_(raw) {}

  const internal::StringBody* body() const { return word_.object(); }

  // Lengths go into the byte behind three: little-endian.
  HALFWORD_ALWAYS_INLINE static int32_t InlineWord(const char* bytes,
                                                   size_t size) {
    if (size == 0) return 0;
    const auto at = [bytes](size_t index) {
      return uint32_t{static_cast<unsigned char>(bytes[index])} << 8 * index;
    };
    // The first, the one in the middle and the last of one to three.
    return static_cast<int32_t>(static_cast<uint32_t>(size)
                                    << kInlineSizeShift |
                                at(0) | at(size / 2) | at(size - 1));
  }

  HALFWORD_ALWAYS_INLINE void Construct(AllocationHandle& handle,
                                        std::string_view bytes) {
    if (bytes.size() <= kInlineBytesMax) {
      word_ = InlineWord(bytes.data(), bytes.size());
      return;
    }
    if (bytes.size() > kBytesMax) FailTooLong(bytes.size());
    internal::FlatBody* const body =
        internal::MakeFlatBody(handle, internal::BodyKind::kFlat, bytes.size());
    internal::CopyBytes(body->data(), bytes.data(), bytes.size());
    word_ = body;
  }
  HALFWORD_ALWAYS_INLINE void Construct(const void* owner,
                                        std::string_view bytes) {
    if (bytes.size() <= kInlineBytesMax) {
      word_ = InlineWord(bytes.data(), bytes.size());
    } else {
      Construct(internal::HandleFor(owner), bytes);
    }
  }

  // The bytes also of a temporary, while that lives.
  HALFWORD_ALWAYS_INLINE std::string_view Bytes() const {
    const internal::Word word = word_.GetRawStorage();
    if (!internal::IsReference(word)) {
      return {reinterpret_cast<const char*>(&word_),
              static_cast<size_t>(word) >> kInlineSizeShift};
    }
    return BodyBytes();
  }
  // The same. Requires: not inline.
  HALFWORD_ALWAYS_INLINE std::string_view BodyBytes() const {
    const internal::StringBody* const object = body();
    if (object->kind() <= internal::BodyKind::kBuffer) {
      return static_cast<const internal::FlatBody*>(object)->view();
    }
    return IndirectBytes(object);
  }
  // Of a slice, a concatenation (which becomes a slice) or a foreign body.
  static std::string_view IndirectBytes(const internal::StringBody* body);

  static String Concatenate(const String& a, const String& b) {
    return String(
        internal::RawStorage{Sum(a.GetRawStorage(), b.GetRawStorage())});
  }
  static String Concatenate(const String& a, std::string_view b) {
    return String(internal::RawStorage{Sum(a.GetRawStorage(), b)});
  }
  static String Concatenate(std::string_view a, const String& b) {
    return String(internal::RawStorage{Sum(a, b.GetRawStorage())});
  }

  // What is not inline gives its result in a register, as a word.
  static internal::Word Filled(const void* owner, size_t count, char byte);
  static internal::Word Part(internal::Word string, size_t position,
                             size_t count);
  static internal::Word Sum(internal::Word a, internal::Word b);
  static internal::Word Sum(internal::Word a, std::string_view b);
  static internal::Word Sum(std::string_view a, internal::Word b);
  [[noreturn]] HALFWORD_COLD static void FailTooLong(size_t size);

  // An integer is up to three bytes and their number.
  Tagged<internal::StringBody> word_;
};
static_assert(sizeof(String) == sizeof(internal::Word));

// Writes the bytes, as for a std::string_view.
std::ostream& operator<<(std::ostream& stream, const String& string);

template <std::invocable<char*> Write>
String String::Make(AllocationHandle& handle, size_t size, Write write) {
  String string;
  if (size <= kInlineBytesMax) {
    char bytes[kInlineBytesMax] = {};
    write(static_cast<char*>(bytes));
    string.word_ = InlineWord(bytes, size);
    return string;
  }
  if (size > kBytesMax) FailTooLong(size);
  internal::FlatBody* const body =
      internal::MakeFlatBody(handle, internal::BodyKind::kFlat, size);
  write(body->data());
  string.word_ = body;
  return string;
}

template <typename Range>
String String::Join(const Range& range, std::string_view separator) {
  size_t size = 0;
  size_t count = 0;
  for (const auto& item : range) {
    size += std::string_view(item).size();
    ++count;
  }
  if (count > 1) size += (count - 1) * separator.size();
  return Make(size, [&](char* target) {
    bool is_first = true;
    const auto add = [&target](std::string_view bytes) {
      if (!bytes.empty()) std::memcpy(target, bytes.data(), bytes.size());
      target += bytes.size();
    };
    for (const auto& item : range) {
      if (!is_first) add(separator);
      is_first = false;
      add(std::string_view(item));
    }
  });
}

namespace internal {

template <>
struct WordField<String> {
  static constexpr bool kIsWord = true;
  static constexpr FieldKind kKind = FieldKind::kString;
  using Target = StringBody;
};

// What the library itself needs of a String.
class StringAccess {
 public:
  // Requires: the body never changes again, and has more than three bytes.
  static String FromBody(StringBody* body) { return String(body); }
  static String FromRawStorage(Word word) { return String(RawStorage{word}); }
  // Null for an inline string.
  static StringBody* BodyOf(const String& string) {
    return string.word_.ObjectOrNull();
  }
  static Tagged<StringBody> WordOf(const String& string) {
    return string.word_;
  }
  static String FromWord(const Tagged<StringBody>& word) {
    String string;
    string.word_ = word;
    return string;
  }
  static std::string_view Bytes(const String& string) { return string.Bytes(); }
};

}  // namespace internal

// As keys of the heap's tables: found by anything that has the same bytes.
// Entries keep the hash, so that strings are compared only where it is equal.
template <>
struct HashTraits<String> {
  static constexpr bool kIsMixed = true;
  static constexpr bool kStoresHash = true;

  static uint64_t Hash(const String& string, uint64_t seed) {
    return Hash(internal::StringAccess::Bytes(string), seed);
  }
  template <internal::BytesLike T>
  static uint64_t Hash(const T& bytes, uint64_t seed) {
    const std::string_view view = bytes;
    return HashBytes(view.data(), view.size(), seed);
  }
  static bool Equal(const String& a, const String& b) {
    return a.GetRawStorage() == b.GetRawStorage() ||
           Equal(a, internal::StringAccess::Bytes(b));
  }
  template <internal::BytesLike T>
  static bool Equal(const String& a, const T& b) {
    const std::string_view bytes = internal::StringAccess::Bytes(a);
    const std::string_view others = b;
    return bytes.size() == others.size() &&
           internal::EqualBytes(bytes.data(), others.data(), bytes.size());
  }
  static constexpr internal::KeyHash kKeyHash = internal::KeyHash::kContent;
};

namespace internal {

// A concatenation becomes flat, and stays so.
template <>
struct KeyPreparation<HashTraits<String>> {
  static constexpr bool kHasNoHeapUseAfter = true;
  HALFWORD_ALWAYS_INLINE static std::string_view Of(const String& string) {
    return StringAccess::Bytes(string);
  }
  template <typename Q>
  static const Q& Of(const Q& key) {
    return key;
  }
};

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

// Without the seed of any heap: for tables of the host.
template <>
struct std::hash<halfword::String> {
  size_t operator()(const halfword::String& string) const {
    return halfword::HashTraits<halfword::String>::Hash(string, 0);
  }
};

#endif  // HALFWORD_STRING_H_
