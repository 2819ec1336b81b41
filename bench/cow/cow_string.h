// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CowString: the strings that MutableString was chosen over, so that what each
// part of it is worth can be measured. 24 bytes, and buffers of malloc():
//
//    0  u32  length
//    4  u32  capacity   of the buffer; 0: the bytes are in the area, or none
//    8  area            kInlineBytes bytes and a NUL, or buffer and link
//
// They differ in one thing each:
//
//   kInlineBytes          15, or 0: every string has a buffer
//   Sharing::kNone        a copy copies the bytes
//   Sharing::kChain       owners of a buffer are a ring, each knows the next:
//                         who leaves goes round it to find who points at it
//   Sharing::kPairOrCell  two owners know each other, more share a counted cell
//
// Prototypes: they do what the suite asks for and no more.

#ifndef HALFWORD_BENCH_COW_COW_STRING_H_
#define HALFWORD_BENCH_COW_COW_STRING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

enum class Sharing { kNone, kChain, kPairOrCell };

// How many owners a buffer has.
struct OwnerCell {
  uint64_t count = 0;
};

inline std::vector<OwnerCell*> free_cells;

inline OwnerCell* TakeCell() {
  if (free_cells.empty()) {
    constexpr size_t kCells = 1024;
    auto* const cells = new OwnerCell[kCells];  // for the whole run
    for (size_t i = 0; i < kCells; ++i) free_cells.push_back(cells + i);
  }
  OwnerCell* const cell = free_cells.back();
  free_cells.pop_back();
  return cell;
}

template <size_t kInlineBytes, Sharing kSharing>
class CowString {
 public:
  CowString() = default;
  explicit CowString(std::string_view bytes) {
    std::memcpy(Start(bytes.size(), bytes.size()), bytes.data(), bytes.size());
    SetLength(bytes.size());
  }
  CowString(size_t count, char byte) {
    std::memset(Start(count, count), byte, count);
    SetLength(count);
  }
  CowString(const CowString& other) { Copy(other); }
  CowString& operator=(const CowString& other) {
    if (this == &other) return *this;
    Release();
    Copy(other);
    return *this;
  }
  ~CowString() { Release(); }

  size_t size() const { return length_; }
  std::string_view view() const { return {data(), length_}; }
  CowString substr(size_t position, size_t count) const {
    return CowString(view().substr(position, count));
  }

  CowString& operator+=(std::string_view bytes) {
    const size_t length = length_ + bytes.size();
    if (IsAlone() && length <= capacity()) {
      std::memcpy(data() + length_, bytes.data(), bytes.size());
    } else {
      CowString sum;
      char* const target = sum.Start(length, length + length / 4);
      std::memcpy(target, data(), length_);
      std::memcpy(target + length_, bytes.data(), bytes.size());
      Release();
      std::memcpy(area_, sum.area_, sizeof(area_));
      capacity_ = sum.capacity_;
      sum.capacity_ = 0;
      if constexpr (kSharing == Sharing::kChain) {
        if (capacity_ != 0) set_link(reinterpret_cast<uintptr_t>(this));
      }
    }
    SetLength(length);
    return *this;
  }

 private:
  static constexpr uintptr_t kAlone = 0;
  static constexpr uintptr_t kCellTag = 1;

  bool has_buffer() const { return capacity_ != 0; }
  size_t capacity() const { return has_buffer() ? capacity_ : kInlineBytes; }
  char* data() { return const_cast<char*>(std::as_const(*this).data()); }
  const char* data() const {
    if (!has_buffer()) return area_;
    const char* buffer;
    std::memcpy(&buffer, area_, sizeof(buffer));
    return buffer;
  }
  uintptr_t link() const {
    uintptr_t link;
    std::memcpy(&link, area_ + 8, sizeof(link));
    return link;
  }
  void set_link(uintptr_t link) { std::memcpy(area_ + 8, &link, sizeof(link)); }
  CowString* next() const { return reinterpret_cast<CowString*>(link()); }
  static OwnerCell* CellOf(uintptr_t link) {
    return reinterpret_cast<OwnerCell*>(link - kCellTag);
  }

  // Makes room in an empty string.
  char* Start(size_t length, size_t capacity) {
    if (length <= kInlineBytes) return area_;
    char* const buffer = static_cast<char*>(std::malloc(capacity + 1));
    std::memcpy(area_, &buffer, sizeof(buffer));
    capacity_ = static_cast<uint32_t>(capacity);
    set_link(kSharing == Sharing::kChain ? reinterpret_cast<uintptr_t>(this)
                                         : kAlone);
    return buffer;
  }
  void SetLength(size_t length) {
    length_ = static_cast<uint32_t>(length);
    data()[length] = 0;
  }

  bool IsAlone() {
    if (kSharing == Sharing::kNone || !has_buffer()) return true;
    if constexpr (kSharing == Sharing::kChain) return next() == this;
    if (link() == kAlone) return true;
    if ((link() & kCellTag) == 0 || CellOf(link())->count > 1) return false;
    free_cells.push_back(CellOf(link()));
    set_link(kAlone);
    return true;
  }

  void Copy(const CowString& constant) {
    auto& other = const_cast<CowString&>(constant);
    if (!other.has_buffer()) {
      std::memcpy(area_, other.area_, sizeof(area_));
      length_ = other.length_;
      return;
    }
    if constexpr (kSharing == Sharing::kNone) {
      std::memcpy(Start(other.length_, other.length_), other.data(),
                  other.length_);
      SetLength(other.length_);
      return;
    }
    // Word by word, as they were written: both at once would wait for the
    // cache.
    std::memcpy(area_, other.area_, 8);
    set_link(other.link());
    length_ = other.length_;
    capacity_ = other.capacity_;
    const auto here = reinterpret_cast<uintptr_t>(this);
    if constexpr (kSharing == Sharing::kChain) {
      other.set_link(here);
    } else if (other.link() == kAlone) {
      set_link(reinterpret_cast<uintptr_t>(&other));
      other.set_link(here);
    } else if ((other.link() & kCellTag) != 0) {
      ++CellOf(other.link())->count;
    } else {
      OwnerCell* const cell = TakeCell();
      cell->count = 3;
      const uintptr_t link = reinterpret_cast<uintptr_t>(cell) + kCellTag;
      other.next()->set_link(link);
      other.set_link(link);
      set_link(link);
    }
  }

  void Release() {
    if (has_buffer() && LeaveOwners()) std::free(data());
    length_ = 0;
    capacity_ = 0;
    area_[0] = 0;
  }

  // Whether nobody else has the buffer.
  bool LeaveOwners() {
    if constexpr (kSharing == Sharing::kChain) {
      if (next() == this) return true;
      CowString* before = next();
      while (before->next() != this) before = before->next();
      before->set_link(link());
      return false;
    }
    if (kSharing == Sharing::kNone || link() == kAlone) return true;
    if ((link() & kCellTag) == 0) {
      next()->set_link(kAlone);
      return false;
    }
    OwnerCell* const cell = CellOf(link());
    if (--cell->count != 0) return false;
    free_cells.push_back(cell);
    return true;
  }

  uint32_t length_ = 0;
  uint32_t capacity_ = 0;
  alignas(8) char area_[16] = {};
};
static_assert(sizeof(CowString<15, Sharing::kChain>) == 24);

}  // namespace bench

#endif  // HALFWORD_BENCH_COW_COW_STRING_H_
