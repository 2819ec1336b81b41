// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One walk over the live objects of each image.

#include "image/offline/image_diff.h"

#include <cstring>
#include <map>

#include "image/offline/live_objects.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// An image and what lives in it.
class Side {
 public:
  explicit Side(const ImageView& view)
      : view_(view),
        objects_(view),
        maps_(view.catalog(), view.abi(), view.place()),
        live_(objects_, maps_) {
    for (const TypeDescription& type : view.catalog().types) {
      names_.push_back(type.name);
    }
  }

  const LiveObjects& live() const { return live_; }
  // The same for images of all widths.
  const std::string& ClassOf(ImageGranule object) const {
    return names_[objects_.TypeOf(object)];
  }
  size_t BytesOf(ImageGranule object) const {
    return objects_.SlotBytesOf(object);
  }
  bool Has(ImageGranule object) const {
    return object < objects_.granule_count() && live_.Has(object);
  }
  bool IsSame(ImageGranule object, const Side& other) const {
    return other.Has(object) && BytesOf(object) == other.BytesOf(object) &&
           ClassOf(object) == other.ClassOf(object);
  }
  bool HasSameBytes(ImageGranule object, const Side& other) const {
    return std::memcmp(objects_.BytesOf(object), other.objects_.BytesOf(object),
                       BytesOf(object)) == 0;
  }

  struct Root {
    uint64_t offset;
    std::string class_name;
    bool operator==(const Root&) const = default;
  };
  std::map<std::string, Root> Roots() const {
    std::map<std::string, Root> roots;
    for (const CatalogRoot& root : view_.catalog().roots) {
      roots[root.name] = {root.offset, names_[root.type]};
    }
    return roots;
  }

 private:
  const ImageView& view_;
  const ImageObjects objects_;
  const ReferenceMaps maps_;
  const LiveObjects live_;
  std::vector<std::string> names_;
};

using Classes = std::map<std::string, ImageDiff::Class>;

void CompareByPlace(const Side& older, const Side& newer, Classes* classes) {
  older.live().ForEach([&](ImageGranule object) {
    if (older.IsSame(object, newer)) {
      if (older.HasSameBytes(object, newer)) return;
      ++(*classes)[older.ClassOf(object)].changed_count;
      return;
    }
    ImageDiff::Class& counts = (*classes)[older.ClassOf(object)];
    ++counts.removed_count;
    counts.removed_bytes += older.BytesOf(object);
  });
  newer.live().ForEach([&](ImageGranule object) {
    if (newer.IsSame(object, older)) return;
    ImageDiff::Class& counts = (*classes)[newer.ClassOf(object)];
    ++counts.added_count;
    counts.added_bytes += newer.BytesOf(object);
  });
}

void KeepTheDifference(uint64_t* added, uint64_t* removed) {
  const uint64_t common = *added < *removed ? *added : *removed;
  *added -= common;
  *removed -= common;
}

void CompareByClass(const Side& older, const Side& newer, Classes* classes) {
  older.live().ForEach([&](ImageGranule object) {
    ImageDiff::Class& counts = (*classes)[older.ClassOf(object)];
    ++counts.removed_count;
    counts.removed_bytes += older.BytesOf(object);
  });
  newer.live().ForEach([&](ImageGranule object) {
    ImageDiff::Class& counts = (*classes)[newer.ClassOf(object)];
    ++counts.added_count;
    counts.added_bytes += newer.BytesOf(object);
  });
  for (auto& [name, counts] : *classes) {
    KeepTheDifference(&counts.added_count, &counts.removed_count);
    KeepTheDifference(&counts.added_bytes, &counts.removed_bytes);
  }
}

void CompareRoots(const Side& older, const Side& newer, ImageDiff* diff) {
  using Change = ImageDiff::RootChange;
  const auto before = older.Roots();
  const auto after = newer.Roots();
  std::map<std::string, Change> changes;
  for (const auto& [name, root] : before) {
    const auto found = after.find(name);
    if (found == after.end()) {
      changes[name] = Change::kRemoved;
    } else if (diff->is_by_place
                   ? !(found->second == root)
                   : found->second.class_name != root.class_name) {
      changes[name] = Change::kChanged;
    }
  }
  for (const auto& [name, root] : after) {
    if (!before.contains(name)) changes[name] = Change::kAdded;
  }
  for (const auto& [name, change] : changes) {
    diff->roots.push_back({name, change});
  }
}

}  // namespace

ImageDiff CompareImages(const ImageView& older, const ImageView& newer) {
  const Side before(older);
  const Side after(newer);
  ImageDiff diff;
  diff.is_by_place = older.id() == newer.id() && older.abi() == newer.abi();
  Classes classes;
  if (diff.is_by_place) {
    CompareByPlace(before, after, &classes);
  } else {
    CompareByClass(before, after, &classes);
  }
  for (auto& [name, counts] : classes) {
    counts.name = name;
    if ((counts.added_count | counts.removed_count | counts.changed_count |
         counts.added_bytes | counts.removed_bytes) != 0) {
      diff.classes.push_back(counts);
    }
  }
  CompareRoots(before, after, &diff);
  return diff;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
