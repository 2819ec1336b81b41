// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// MutableString and ScopedMutableString: strings that are written to, and share
// their bytes until then. 24 bytes each.
//
//   class Line : public halfword::GarbageCollected<Line> {
//     halfword::MutableString text_;
//     HALFWORD_FIELDS(Line, text_)
//   };
//   halfword::ScopedMutableString word = "antidisestablishmentarianism";
//   line->text_.append(word);
//
// Up to 15 bytes are in the string itself. More are in a buffer in the heap,
// and a copy of a long string shares the buffer: whoever writes first gets one
// of its own. Sharing writes to nobody's bytes, so that literals
// (FromLiteral()), mapped files and buffers of the program (FromForeign()) are
// shared too. Bytes may be NUL.
//
//   MutableString        a field or base of managed classes; an element of
//                        their containers; a local variable, found by the
//                        conservative scan. It has no destructor, so it cannot
//                        tell when a copy of it dies: a string that was copied
//                        writes in place again after a collection has found it
//                        alone.
//   ScopedMutableString  anywhere else: local variables, the program's own
//                        objects, containers of the standard library. It keeps
//                        its bytes alive, knows at once when it is alone, and
//                        must be destroyed before the heap is.
//
// data() is stable until the string is changed, with one exception: copying a
// string whose buffer is more than twice as long as its bytes may give it a
// shorter buffer. What pointed to the old bytes on the stack still does.
// Bytes are read as const; what writes without changing the length begins with
// writable(), which makes the bytes the string's own.
//
// What an allocation calls (prefinalizers, the heap's callbacks) may change the
// strings of the operation that allocates. But bytes that it was given as a
// view must stay, also where the view is one of a MutableString.
//
// Memory comes from the heap of the object that the string lies in, else from
// the thread's current heap (halfword/heap_scope.h). Between heaps bytes are
// copied.
//
// Threads: that of the heap. Errors: a string of more than kBytesMax bytes ends
// the process with one line.

#ifndef HALFWORD_MUTABLE_STRING_H_
#define HALFWORD_MUTABLE_STRING_H_

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "halfword/internal/checks.h"
#include "halfword/internal/copy_bytes.h"
#include "halfword/internal/string_operations.h"
#include "halfword/internal/string_owner.h"
#include "halfword/string.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

// What a MutableString is made of and compared with: literals, std::string,
// std::string_view and whatever else converts to the last.
template <typename T>
concept PlainBytes =
    BytesLike<T> && !std::derived_from<std::remove_cvref_t<T>, MutableString> &&
    !std::derived_from<std::remove_cvref_t<T>, ScopedMutableString>;

// Without a destructor where the string needs none.
template <StringHold kHold>
struct StringStorage {
  mutable StringOwner owner;
};
template <>
struct StringStorage<StringHold::kScoped> {
  StringStorage() = default;
  StringStorage(const StringStorage&) = delete;
  StringStorage& operator=(const StringStorage&) = delete;
  ~StringStorage() {
    if (owner.has_body()) {
      StringOperations::Release({&owner, StringHold::kScoped});
    }
  }

  mutable StringOwner owner;
};

class StringToVector;

}  // namespace internal

// Copying changes what the source knows of its owners, hence what is mutable.
template <internal::StringHold kHold>
class BasicMutableString {
  using Operations = internal::StringOperations;
  template <typename T>
  static constexpr bool kIsPlain = internal::PlainBytes<T>;

 public:
  using value_type = char;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = const char&;
  using const_reference = const char&;
  using const_iterator = const char*;
  using iterator = const_iterator;

  static constexpr size_t npos = std::string_view::npos;
  static constexpr size_t kInlineBytesMax =
      internal::StringOwner::kInlineBytesMax;
  static constexpr size_t kBytesMax = internal::kStringBytesMax;

  // Empty. Zeroed memory is an empty string too.
  BasicMutableString() noexcept = default;
  template <typename T>
    requires kIsPlain<T>
  BasicMutableString(const T& bytes) {  // NOLINT: a value like any string
    assign(std::string_view(bytes));
  }
  BasicMutableString(size_t count, char byte) {
    if (count <= kInlineBytesMax) {
      std::memset(owner().area, static_cast<unsigned char>(byte), count);
      SetInlineLength(count);
    } else {
      Operations::Fill(Handle(), count, byte);
    }
  }
  template <std::input_iterator Iterator>
  BasicMutableString(Iterator first, Iterator last) {
    append(first, last);
  }
  BasicMutableString(std::initializer_list<char> bytes) {
    assign(std::string_view(bytes.begin(), bytes.size()));
  }
  BasicMutableString(std::nullptr_t) = delete;
  // Shares the bytes of a long String.
  BasicMutableString(const String& string) {  // NOLINT
    Operations::Thaw(Handle(), string);
  }
  BasicMutableString(const BasicMutableString& other) { Copy(other); }
  template <internal::StringHold kOther>
  BasicMutableString(const BasicMutableString<kOther>& other) {  // NOLINT
    Copy(other);
  }
  BasicMutableString(BasicMutableString&& other) noexcept { Move(other); }
  template <internal::StringHold kOther>
  BasicMutableString(BasicMutableString<kOther>&& other) {  // NOLINT
    Move(other);
  }
  ~BasicMutableString() = default;

  BasicMutableString& operator=(const BasicMutableString& other) {
    AssignCopy(other);
    return *this;
  }
  template <internal::StringHold kOther>
  BasicMutableString& operator=(const BasicMutableString<kOther>& other) {
    AssignCopy(other);
    return *this;
  }
  BasicMutableString& operator=(BasicMutableString&& other) noexcept {
    AssignMove(other);
    return *this;
  }
  template <internal::StringHold kOther>
  BasicMutableString& operator=(BasicMutableString<kOther>&& other) {
    AssignMove(other);
    return *this;
  }
  BasicMutableString& operator=(const String& string) {
    return *this = BasicMutableString(string);
  }
  template <typename T>
    requires kIsPlain<T>
  BasicMutableString& operator=(const T& bytes) {
    return assign(std::string_view(bytes));
  }

  // Shares the bytes of a literal, which are never copied unless written to.
  // Long ones take no memory in any heap.
  template <size_t kCount>
  static BasicMutableString FromLiteral(const char (&literal)[kCount]) {
    HALFWORD_DCHECK(literal[kCount - 1] == 0, "a literal ends with a NUL");
    return BasicMutableString(StaticTag(),
                              std::string_view(literal, kCount - 1));
  }

  // Shares bytes outside of the heap, which nobody writes to until callback
  // says that the last string that had them is gone: at once where that is a
  // ScopedMutableString and no other kind ever shared them (unless explicit
  // frees wait, explicit_management.h), else when a collection finds it dead.
  // Null: they stay for ever.
  static BasicMutableString FromForeign(std::string_view bytes,
                                        ReleaseCallback callback,
                                        void* context = nullptr) {
    return BasicMutableString(bytes, callback, context);
  }

  // The bytes as a String that shares them; this string writes to others from
  // now on, unless the collector finds that nobody has the String any more.
  String ToString() const { return Operations::Freeze(Handle()); }
  // The same, and this string is empty: no byte moves.
  String Freeze() { return Operations::FreezeAndClear(Handle()); }

  // Cost: one load.
  HALFWORD_ALWAYS_INLINE size_t size() const noexcept { return owner().length; }
  size_t length() const noexcept { return owner().length; }
  bool empty() const noexcept { return owner().length == 0; }
  static constexpr size_t max_size() noexcept { return kBytesMax; }
  // How long the string may become without moving; its size if it is shared.
  size_t capacity() const noexcept {
    return IsWritable() ? Operations::Capacity(owner()) : size();
  }

  // Cost: no branch.
  HALFWORD_ALWAYS_INLINE const char* data() const noexcept {
    return owner().data();
  }
  HALFWORD_ALWAYS_INLINE std::string_view view() const noexcept {
    return {data(), size()};
  }
  operator std::string_view() const noexcept { return view(); }  // NOLINT
  explicit operator std::string() const { return std::string(view()); }
  // data() with a NUL behind the bytes. Cost: a copy where there is none, as
  // behind part of a shared string or behind foreign bytes.
  const char* c_str() const {
    if (!owner().is_inline()) Operations::Terminate(Handle());
    return data();
  }
  HALFWORD_ALWAYS_INLINE const_iterator begin() const noexcept {
    return data();
  }
  HALFWORD_ALWAYS_INLINE const_iterator end() const noexcept {
    return data() + size();
  }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }

  // Requires: index < size().
  HALFWORD_ALWAYS_INLINE const char& operator[](size_t index) const {
    HALFWORD_DCHECK(index < size(), "an index of a MutableString is too large");
    return data()[index];
  }
  // Errors: std::out_of_range.
  const char& at(size_t index) const {
    if (index >= size()) Operations::FailRange();
    return data()[index];
  }
  const char& front() const { return (*this)[0]; }
  const char& back() const { return (*this)[size() - 1]; }

  // The bytes, to be written to: the string's own, which nobody shares.
  // Cost: a copy if they are shared.
  std::span<char> writable() { return {mutable_data(), size()}; }
  char* mutable_data() {
    if (!IsWritable()) Operations::MakeWritable(Handle(), size());
    return owner().data();
  }

  BasicMutableString& assign(std::string_view bytes) {
    if (owner().is_inline() && bytes.size() <= kInlineBytesMax) {
      if (!bytes.empty()) {
        std::memmove(owner().area, bytes.data(), bytes.size());
      }
      SetInlineLength(bytes.size());
    } else {
      Operations::Assign(Handle(), bytes);
    }
    return *this;
  }
  BasicMutableString& assign(size_t count, char byte) {
    Operations::Replace(Handle(), 0, size(), {nullptr, count, byte});
    return *this;
  }
  template <std::input_iterator Iterator>
  BasicMutableString& assign(Iterator first, Iterator last) {
    return *this = BasicMutableString(first, last);
  }

  BasicMutableString& append(std::string_view bytes) {
    const size_t old_size = size();
    if (owner().is_inline() && bytes.size() <= kInlineBytesMax &&
        old_size + bytes.size() <= kInlineBytesMax) {
      if (!bytes.empty()) {
        std::memcpy(owner().area + old_size, bytes.data(), bytes.size());
      }
      SetInlineLength(old_size + bytes.size());
    } else {
      Operations::Replace(Handle(), old_size, 0,
                          {bytes.data(), bytes.size(), 0});
    }
    return *this;
  }
  BasicMutableString& append(size_t count, char byte) {
    Operations::Replace(Handle(), size(), 0, {nullptr, count, byte});
    return *this;
  }
  template <std::input_iterator Iterator>
  BasicMutableString& append(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
    return *this;
  }
  BasicMutableString& operator+=(std::string_view bytes) {
    return append(bytes);
  }
  BasicMutableString& operator+=(char byte) {
    push_back(byte);
    return *this;
  }
  void push_back(char byte) {
    const size_t old_size = size();
    if (IsWritable() && old_size < Operations::Capacity(owner())) {
      char* const end = owner().data() + old_size;
      end[0] = byte;
      end[1] = 0;
      owner().length = static_cast<uint32_t>(old_size + 1);
    } else {
      Operations::Replace(Handle(), old_size, 0, {&byte, 1, 0});
    }
  }
  // Requires: not empty.
  void pop_back() {
    HALFWORD_DCHECK(!empty(), "an empty MutableString has no last byte");
    Truncate(size() - 1);
  }

  // Errors of what follows: std::out_of_range if position > size().
  BasicMutableString& insert(size_t position, std::string_view bytes) {
    return replace(position, 0, bytes);
  }
  BasicMutableString& insert(size_t position, size_t count, char byte) {
    return replace(position, 0, count, byte);
  }
  BasicMutableString& erase(size_t position = 0, size_t count = npos) {
    return replace(position, count, std::string_view());
  }
  BasicMutableString& replace(size_t position, size_t count,
                              std::string_view bytes) {
    Operations::Replace(Handle(), position, count,
                        {bytes.data(), bytes.size(), 0});
    return *this;
  }
  BasicMutableString& replace(size_t position, size_t count, size_t fill_count,
                              char byte) {
    Operations::Replace(Handle(), position, count, {nullptr, fill_count, byte});
    return *this;
  }

  void resize(size_t count, char byte = 0) {
    if (count <= size()) {
      Truncate(count);
    } else {
      append(count - size(), byte);
      // The allocation may have called what changed the size.
      if (size() != count) resize(count, byte);
    }
  }
  void reserve(size_t count) {
    if (count > capacity()) Operations::MakeWritable(Handle(), count);
  }
  void shrink_to_fit() { Operations::ShrinkToFit(Handle()); }
  void clear() { Truncate(0); }

  // Cut off one end, and move nothing of what stays. Nothing is unshared.
  // Errors: std::out_of_range if count > size().
  void RemovePrefix(size_t count) { Operations::RemovePrefix(Handle(), count); }
  void RemoveSuffix(size_t count) {
    if (count > size()) Operations::FailRange();
    Truncate(size() - count);
  }

  // A part; a large one of at least half the buffer shares it.
  BasicMutableString substr(size_t position, size_t count = npos) const {
    if (position > size()) Operations::FailRange();
    count = count < size() - position ? count : size() - position;
    BasicMutableString part;
    if (count <= kInlineBytesMax) {
      part.assign({data() + position, count});
    } else {
      Operations::CopyPart(part.Handle(), Handle(), position, count);
    }
    return part;
  }

  int compare(std::string_view other) const { return view().compare(other); }
  bool starts_with(std::string_view part) const {
    return view().starts_with(part);
  }
  bool ends_with(std::string_view part) const { return view().ends_with(part); }
  bool contains(std::string_view part) const { return find(part) != npos; }
  size_t find(std::string_view part, size_t position = 0) const {
    return view().find(part, position);
  }
  size_t find(char byte, size_t position = 0) const {
    return view().find(byte, position);
  }
  size_t rfind(std::string_view part, size_t position = npos) const {
    return view().rfind(part, position);
  }
  size_t rfind(char byte, size_t position = npos) const {
    return view().rfind(byte, position);
  }
  size_t find_first_of(std::string_view bytes, size_t position = 0) const {
    return view().find_first_of(bytes, position);
  }
  size_t find_last_of(std::string_view bytes, size_t position = npos) const {
    return view().find_last_of(bytes, position);
  }
  size_t find_first_not_of(std::string_view bytes, size_t position = 0) const {
    return view().find_first_not_of(bytes, position);
  }
  size_t find_last_not_of(std::string_view bytes,
                          size_t position = npos) const {
    return view().find_last_not_of(bytes, position);
  }

  // Adding to a temporary uses its buffer.
  friend BasicMutableString operator+(const BasicMutableString& a,
                                      const BasicMutableString& b) {
    return Concatenate(a.Source(), b.Source());
  }
  friend BasicMutableString operator+(BasicMutableString&& a,
                                      const BasicMutableString& b) {
    return std::move(a.append(b.view()));
  }
  template <typename T>
    requires kIsPlain<T>
  friend BasicMutableString operator+(const BasicMutableString& a, const T& b) {
    return Concatenate(a.Source(), {nullptr, b});
  }
  template <typename T>
    requires kIsPlain<T>
  friend BasicMutableString operator+(BasicMutableString&& a, const T& b) {
    return std::move(a.append(std::string_view(b)));
  }
  template <typename T>
    requires kIsPlain<T>
  friend BasicMutableString operator+(const T& a, const BasicMutableString& b) {
    return Concatenate({nullptr, a}, b.Source());
  }

  template <internal::StringHold kOther>
  friend bool operator==(const BasicMutableString& a,
                         const BasicMutableString<kOther>& b) {
    return a.Equals(b.view());
  }
  template <internal::StringHold kOther>
  friend std::strong_ordering operator<=>(const BasicMutableString& a,
                                          const BasicMutableString<kOther>& b) {
    return a.view() <=> b.view();
  }
  template <typename T>
    requires kIsPlain<T>
  friend bool operator==(const BasicMutableString& a, const T& b) {
    return a.Equals(b);
  }
  template <typename T>
    requires kIsPlain<T>
  friend std::strong_ordering operator<=>(const BasicMutableString& a,
                                          const T& b) {
    return a.view() <=> std::string_view(b);
  }

  void swap(BasicMutableString& other) noexcept {
    if (Operations::TrySwap(Handle(), other.Handle())) return;
    BasicMutableString mine(std::move(*this));
    *this = std::move(other);
    other = std::move(mine);
  }
  friend void swap(BasicMutableString& a, BasicMutableString& b) noexcept {
    a.swap(b);
  }

  // Whether the bytes are in the string itself.
  bool IsInline() const { return owner().is_inline(); }
  // Whether a write would copy nothing: nobody else has the bytes.
  bool IsWritable() const { return Operations::IsWritable(owner()); }

 private:
  template <internal::StringHold>
  friend class BasicMutableString;
  friend class internal::StringToVector;

  struct StaticTag {};

  // Of an assignment to a string that has a buffer of its own.
  static constexpr size_t kCopyBytesMax = 64;

  BasicMutableString(StaticTag, std::string_view bytes) {
    Operations::SetStatic(Handle(), bytes);
  }
  BasicMutableString(std::string_view bytes, ReleaseCallback callback,
                     void* context) {
    Operations::SetForeign(Handle(), bytes, callback, context);
  }

  HALFWORD_ALWAYS_INLINE internal::StringOwner& owner() const {
    return storage_.owner;
  }
  internal::StringHandle Handle() const { return {&storage_.owner, kHold}; }

  // In the pieces in which the bytes were written, perhaps just now: the
  // processor forwards no others. Requires: this string is empty.
  void CopyInline(const internal::StringOwner& from) {
    const size_t count = from.length;
    internal::CopyInPlace<kInlineBytesMax>(owner().area, from.area, count);
    SetInlineLength(count);
  }
  bool Equals(std::string_view bytes) const {
    const size_t count = size();
    return count == bytes.size() &&
           internal::EqualBytes(data(), bytes.data(), count);
  }
  // Requires: length <= size().
  void Truncate(size_t length) {
    if (IsWritable()) {
      char* const data = owner().data();
      data[length] = 0;
      owner().length = static_cast<uint32_t>(length);
    } else {
      Operations::Truncate(Handle(), length);
    }
  }
  void SetInlineLength(size_t count) {
    owner().length = static_cast<uint32_t>(count);
    owner().area[count] = 0;
  }

  internal::StringSource Source() const { return {&owner(), {}}; }
  static BasicMutableString Concatenate(const internal::StringSource& a,
                                        const internal::StringSource& b) {
    const std::string_view first = a.view();
    const std::string_view second = b.view();
    BasicMutableString sum;
    if (second.size() <= kInlineBytesMax &&
        first.size() <= kInlineBytesMax - second.size()) {
      sum.append(first).append(second);
    } else {
      Operations::Concatenate(sum.Handle(), a, b);
    }
    return sum;
  }

  template <internal::StringHold kOther>
  void Copy(const BasicMutableString<kOther>& other) {
    if (other.IsInline()) {
      CopyInline(other.owner());
    } else {
      Operations::Copy(Handle(), other.Handle());
    }
  }
  template <internal::StringHold kOther>
  void Move(BasicMutableString<kOther>& other) {
    if (other.IsInline()) {
      CopyInline(other.owner());
      other.SetInlineLength(0);
    } else {
      Operations::Move(Handle(), other.Handle());
    }
  }
  template <internal::StringHold kOther>
  bool IsSelf(const BasicMutableString<kOther>& other) const {
    return &other.owner() == &owner();
  }
  template <internal::StringHold kOther>
  void AssignCopy(const BasicMutableString<kOther>& other) {
    if (IsSelf(other)) return;
    // A few bytes go into what the string has, rather than share a body.
    const size_t room = IsWritable() ? Operations::Capacity(owner()) : 0;
    if (other.size() <= kInlineBytesMax ||
        other.size() <= std::min(room, kCopyBytesMax)) {
      assign(other.view());
      return;
    }
    Operations::Release(Handle());
    Copy(other);
  }
  template <internal::StringHold kOther>
  void AssignMove(BasicMutableString<kOther>& other) {
    if (IsSelf(other)) return;
    Operations::Release(Handle());
    Move(other);
  }

  internal::StringStorage<kHold> storage_;
};
static_assert(sizeof(MutableString) == sizeof(internal::StringOwner));
static_assert(sizeof(ScopedMutableString) == sizeof(internal::StringOwner));
static_assert(std::is_trivially_destructible_v<MutableString>);

// Writes the bytes, as for a std::string_view.
std::ostream& operator<<(std::ostream& stream, const MutableString& string);
std::ostream& operator<<(std::ostream& stream,
                         const ScopedMutableString& string);

}  // namespace halfword::inline HALFWORD_ABI

// As for a String: equal bytes have equal hashes.
template <halfword::internal::StringHold kHold>
struct std::hash<halfword::BasicMutableString<kHold>> {
  size_t operator()(const halfword::BasicMutableString<kHold>& string) const {
    return halfword::HashBytes(string.data(), string.size(), 0);
  }
};

#endif  // HALFWORD_MUTABLE_STRING_H_
