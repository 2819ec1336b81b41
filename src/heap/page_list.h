// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PageList: a doubly linked list of pages, through their records.
//
// A page is in at most one list. Two lists are joined in constant time, which
// is what the end of a marking does with all pages of a bin.

#ifndef HALFWORD_HEAP_PAGE_LIST_H_
#define HALFWORD_HEAP_PAGE_LIST_H_

#include <cstddef>

#include "halfword/internal/checks.h"
#include "halfword/internal/page_record.h"

namespace halfword::inline HALFWORD_ABI::internal {

class PageList {
 public:
  bool empty() const { return first_ == kNoPage; }
  PageIndex first() const { return first_; }
  PageIndex last() const { return last_; }
  size_t count() const { return count_; }

  void PushFront(PageIndex page) {
    PageRecord& record = RecordAt(page);
    record.next = first_;
    record.previous = kNoPage;
    if (first_ != kNoPage) {
      RecordAt(first_).previous = page;
    } else {
      last_ = page;
    }
    first_ = page;
    ++count_;
  }

  void PushBack(PageIndex page) {
    PageRecord& record = RecordAt(page);
    record.next = kNoPage;
    record.previous = last_;
    if (last_ != kNoPage) {
      RecordAt(last_).next = page;
    } else {
      first_ = page;
    }
    last_ = page;
    ++count_;
  }

  // kNoPage if the list is empty.
  PageIndex PopFront() {
    const PageIndex page = first_;
    if (page != kNoPage) Remove(page);
    return page;
  }

  // Requires: the page is in this list.
  void Remove(PageIndex page) {
    PageRecord& record = RecordAt(page);
    HALFWORD_DCHECK(!empty(), "a page is removed from the list that it is in");
    if (record.previous != kNoPage) {
      RecordAt(record.previous).next = record.next;
    } else {
      first_ = record.next;
    }
    if (record.next != kNoPage) {
      RecordAt(record.next).previous = record.previous;
    } else {
      last_ = record.previous;
    }
    record.next = kNoPage;
    record.previous = kNoPage;
    --count_;
  }

  // Moves all pages of another list to the end of this one.
  void Append(PageList& other) {
    if (other.empty()) return;
    if (empty()) {
      first_ = other.first_;
    } else {
      RecordAt(last_).next = other.first_;
      RecordAt(other.first_).previous = last_;
    }
    last_ = other.last_;
    count_ += other.count_;
    other = {};
  }

  template <typename Function>
  void ForEach(Function function) const {
    for (PageIndex page = first_; page != kNoPage;) {
      const PageIndex next = RecordAt(page).next;
      function(page);
      page = next;
    }
  }

 private:
  friend struct PageListTestPeer;

  PageIndex first_ = kNoPage;
  PageIndex last_ = kNoPage;
  size_t count_ = 0;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_PAGE_LIST_H_
