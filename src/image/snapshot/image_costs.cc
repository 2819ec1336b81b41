// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Sums by page.

#include "image/snapshot/image_costs.h"

#include <algorithm>
#include <map>
#include <string>

#include "snapshot/snapshot_format.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

class Sums {
 public:
  Sums(const ImageView& view, const LiveObjects& live)
      : view_(view), live_(live) {}

  void AddPage(ImagePage page) {
    const PageEntry& entry = view_.EntryAt(page);
    switch (view_.UseOf(page)) {
      case PageUse::kFree:
        free_pages_ += kPageBytes;
        return;
      case PageUse::kTables:
        tables_ += kPageBytes;
        return;
      case PageUse::kOwn:
        free_slots_["(free slots of " + view_.catalog().types[entry.type].name +
                    ", " + std::to_string(entry.slot_bytes) + " bytes)"] +=
            FreeBytesOf(page);
        return;
      case PageUse::kShared:
        free_slots_["(free slots of " + std::to_string(entry.slot_bytes) +
                    " bytes)"] += FreeBytesOf(page);
        return;
      case PageUse::kLarge:
        if (CountLive(page) == 0) {
          free_pages_ += view_.SlotBytes(page);
        } else {
          large_rest_ += view_.SlotBytes(page) -
                         std::min(view_.SlotBytes(page), kSelfSizeMax);
        }
        return;
      case PageUse::kLargeTail:  // counted with its first page
        return;
    }
  }

  std::vector<HeapCost> Costs() const {
    std::vector<HeapCost> costs;
    for (const auto& [name, bytes] : free_slots_) AddCost(name, bytes, &costs);
    AddCost("(rest of objects above 1 GiB)", large_rest_, &costs);
    AddCost("(free pages)", free_pages_, &costs);
    AddCost("(tables of pages)", tables_, &costs);
    return costs;
  }

 private:
  uint64_t CountLive(ImagePage page) const {
    return live_.CountIn(size_t{page} * view_.granules_a_page(),
                         view_.granules_a_page());
  }
  uint64_t FreeBytesOf(ImagePage page) const {
    return kPageBytes - CountLive(page) * view_.EntryAt(page).slot_bytes;
  }

  const ImageView& view_;
  const LiveObjects& live_;
  std::map<std::string, uint64_t> free_slots_;
  uint64_t free_pages_ = 0;
  uint64_t large_rest_ = 0;
  uint64_t tables_ = 0;
};

}  // namespace

std::vector<HeapCost> ImageCostsOf(const ImageObjects& objects,
                                   const LiveObjects& live) {
  const ImageView& view = objects.view();
  Sums sums(view, live);
  for (ImagePage page = 0; page < view.page_count(); ++page) sums.AddPage(page);
  return sums.Costs();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
