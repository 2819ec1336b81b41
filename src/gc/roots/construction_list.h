// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ConstructionList: objects whose constructors run and whose classes have a
// Trace() written by hand, which must not see half an object.
//
// Threads: the heap's own, but for MayBeHalfBuilt(). A constructor can publish
// its object only after Push(), and a marker that finds such a reference has
// loaded it with acquire: so it sees the object here, or that its place was
// given up since, and then all that the constructor wrote
// (design/concurrent_marking.md#req.beside.half-built).

#ifndef HALFWORD_GC_ROOTS_CONSTRUCTION_LIST_H_
#define HALFWORD_GC_ROOTS_CONSTRUCTION_LIST_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halfword/internal/checks.h"

namespace halfword::inline HALFWORD_ABI::internal {

class ConstructionList {
 public:
  void Push(void* object) {
    objects_.push_back(object);
    if (objects_.size() <= kShownMax) Show(objects_.size() - 1, object);
    UpdateCount();
  }
  // Requires: constructors nest, so it is the last one.
  void Pop(const void* object) {
    HALFWORD_CHECK(Ends(object),
                   "constructors of managed objects end in reverse order");
    PopLast();
  }

  // The last one's constructor threw while a cycle marks, which may have found
  // the object: it is never traced, and stays until ForgetAbandoned().
  void AbandonLast(void* object) {
    HALFWORD_CHECK(Ends(object),
                   "constructors of managed objects end in reverse order");
    abandoned_.push_back(object);
    std::atomic<uint64_t>& bits = WordOf(object);
    bits.store(bits.load(std::memory_order_relaxed) | BitOf(object),
               std::memory_order_relaxed);
    PopLast();
  }
  // Requires: no helper marks.
  void ForgetAbandoned() {
    abandoned_.clear();
    for (auto& bits : abandoned_bits_) {
      bits.store(0, std::memory_order_relaxed);
    }
    UpdateCount();
  }

  // Whether the object is the last one, whose constructor runs.
  bool Ends(const void* object) const {
    return !objects_.empty() && objects_.back() == object;
  }

  // Also those that were abandoned. Constructors nest as deep as the program
  // likes: this sorts once, and then searches a sorted list until one begins or
  // ends.
  bool Contains(const void* object) const {
    if (objects_.empty() && abandoned_.empty()) return false;
    if (!is_sorted_) {
      sorted_.assign(objects_.begin(), objects_.end());
      sorted_.insert(sorted_.end(), abandoned_.begin(), abandoned_.end());
      std::sort(sorted_.begin(), sorted_.end());
      is_sorted_ = true;
    }
    return std::binary_search(sorted_.begin(), sorted_.end(), object);
  }
  // Those whose constructors run.
  auto begin() const { return objects_.begin(); }
  auto end() const { return objects_.end(); }

  // Any thread that has found the object: whether it may be one of these. Says
  // yes of some others, too, where there are many.
  bool MayBeHalfBuilt(const void* object) const {
    const size_t count = count_.load(std::memory_order_acquire);
    if (count == 0) return false;
    if (count > kShownMax) return true;
    for (const std::atomic<const void*>& shown : shown_) {
      if (shown.load(std::memory_order_acquire) == object) return true;
    }
    // Its constructor may have thrown, before its place was given up.
    return (WordOf(object).load(std::memory_order_relaxed) & BitOf(object)) !=
           0;
  }

 private:
  // Constructors that nest deeper have helpers leave all such objects alone.
  static constexpr size_t kShownMax = 8;
  // A few hundred that were abandoned leave most others to helpers.
  static constexpr size_t kBitWords = 64;

  static size_t HashOf(const void* object) {
    constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;
    return (reinterpret_cast<uintptr_t>(object) * kFactor) >> 52;
  }
  static uint64_t BitOf(const void* object) {
    return uint64_t{1} << (HashOf(object) % 64);
  }
  std::atomic<uint64_t>& WordOf(const void* object) {
    return abandoned_bits_[HashOf(object) / 64];
  }
  const std::atomic<uint64_t>& WordOf(const void* object) const {
    return abandoned_bits_[HashOf(object) / 64];
  }

  void Show(size_t index, const void* object) {
    shown_[index].store(object, std::memory_order_release);
  }
  void PopLast() {
    objects_.pop_back();
    if (objects_.size() < kShownMax) Show(objects_.size(), nullptr);
    UpdateCount();
  }
  // Where only abandoned ones are left it stays above 0, for the bits.
  void UpdateCount() {
    is_sorted_ = false;
    count_.store(std::max<size_t>(objects_.size(), !abandoned_.empty()),
                 std::memory_order_release);
  }

  std::vector<void*> objects_;
  std::vector<void*> abandoned_;
  mutable std::vector<const void*> sorted_;
  mutable bool is_sorted_ = false;
  // Written by the heap's thread. Stores that take something away, and the
  // counter's, are releases: who reads them sees the object whole, or its bit.
  std::atomic<size_t> count_{0};
  std::array<std::atomic<const void*>, kShownMax> shown_ = {};
  std::array<std::atomic<uint64_t>, kBitWords> abandoned_bits_ = {};
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_GC_ROOTS_CONSTRUCTION_LIST_H_
