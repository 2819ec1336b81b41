// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Counting lists of names, and finding which of them are parts of others.

#include "analysis/shapes.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "analysis/file/json_text.h"
#include "nlohmann/json.hpp"

namespace halfword::analysis {

namespace {

// In UTF-16 code units, the brace in front included, that behind not.
constexpr size_t kNameUnitsMax = 120;
constexpr uint64_t kCountMin = 2;
constexpr uint64_t kObjectsPerShape = 1000;

// The texts of all names in lists of properties.
class PropertyTexts {
 public:
  explicit PropertyTexts(const Snapshot& snapshot) {
    for (PropertyLists::List list = 0; list < snapshot.plain_objects.count();
         ++list) {
      const auto slots = snapshot.plain_objects[list];
      slots_.insert(slots_.end(), slots.begin(), slots.end());
    }
    std::sort(slots_.begin(), slots_.end());
    slots_.erase(std::unique(slots_.begin(), slots_.end()), slots_.end());
    texts_ = snapshot.strings->TextsOf(slots_);
  }

  const std::string& operator[](NameSlot slot) const {
    const auto place = std::lower_bound(slots_.begin(), slots_.end(), slot);
    return texts_[static_cast<size_t>(place - slots_.begin())];
  }

 private:
  std::vector<NameSlot> slots_;
  std::vector<std::string> texts_;
};

Shape ShapeOf(std::span<const NameSlot> list, const PropertyTexts& texts) {
  Shape shape = {"{", {}, 0};
  size_t units = 1;
  for (const NameSlot slot : list) {
    const std::string quoted = QuotedProperty(texts[slot]);
    const size_t quoted_units = Utf16Length(quoted);
    if (units > 1 && units + quoted_units > kNameUnitsMax) break;
    if (units > 1) {
      shape.name += ", ";
      units += 2;
    }
    shape.name += quoted;
    units += quoted_units;
    shape.properties.push_back(texts[slot]);
  }
  shape.name += '}';
  return shape;
}

// Shapes by one of their properties, so that few are looked at.
class ShapeIndex {
 public:
  explicit ShapeIndex(const std::vector<Shape>& shapes) {
    for (const Shape& shape : shapes) {
      std::vector<uint32_t>& ids = shapes_.emplace_back();
      for (const std::string& property : shape.properties) {
        const auto next = static_cast<uint32_t>(ids_.size());
        ids.push_back(ids_.try_emplace(property, next).first->second);
      }
      std::sort(ids.begin(), ids.end());
    }
    by_first_.resize(ids_.size());
    for (uint32_t i = 0; i < shapes_.size(); ++i) {
      by_first_[shapes_[i].front()].push_back(i);
    }
  }

  // The largest; of equals, the first.
  uint32_t Match(std::span<const NameSlot> list,
                 const PropertyTexts& texts) const {
    std::vector<uint32_t> ids;
    for (const NameSlot slot : list) {
      const auto id = ids_.find(texts[slot]);
      if (id != ids_.end()) ids.push_back(id->second);
    }
    std::sort(ids.begin(), ids.end());
    uint32_t best = kNoShape;
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i > 0 && ids[i] == ids[i - 1]) continue;
      for (const uint32_t shape : by_first_[ids[i]]) {
        if (IsBetter(shape, best) &&
            std::includes(ids.begin(), ids.end(), shapes_[shape].begin(),
                          shapes_[shape].end())) {
          best = shape;
        }
      }
    }
    return best;
  }

 private:
  bool IsBetter(uint32_t shape, uint32_t than) const {
    if (than == kNoShape) return true;
    const size_t size = shapes_[shape].size();
    const size_t other = shapes_[than].size();
    return size != other ? size > other : shape < than;
  }

  std::unordered_map<std::string, uint32_t> ids_;
  std::vector<std::vector<uint32_t>> shapes_;
  std::vector<std::vector<uint32_t>> by_first_;
};

}  // namespace

std::string QuotedProperty(const std::string& name) {
  if (name.find_first_of(",'\"{}") == std::string::npos) return name;
  return nlohmann::json(name).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

std::vector<Shape> FindShapes(const Snapshot& snapshot) {
  const PropertyTexts texts(snapshot);
  const PropertyLists& lists = snapshot.plain_objects;
  std::vector<Shape> candidates;
  std::map<std::string, size_t> by_name;
  // By list, where its candidate is.
  std::vector<size_t> candidate_of(lists.count(), SIZE_MAX);
  for (const PropertyLists::Object& object : lists.objects()) {
    if (lists[object.list].empty()) continue;
    size_t& candidate = candidate_of[object.list];
    if (candidate == SIZE_MAX) {
      Shape shape = ShapeOf(lists[object.list], texts);
      const auto [place, is_new] =
          by_name.try_emplace(shape.name, candidates.size());
      if (is_new) candidates.push_back(std::move(shape));
      candidate = place->second;
    }
    ++candidates[candidate].count;
  }
  std::stable_sort(
      candidates.begin(), candidates.end(),
      [](const Shape& a, const Shape& b) { return a.count > b.count; });
  const uint64_t object_count = lists.objects().size();
  const auto end = std::find_if(
      candidates.begin(), candidates.end(), [&](const Shape& shape) {
        return shape.count < kCountMin ||
               shape.count * kObjectsPerShape < object_count;
      });
  candidates.erase(end, candidates.end());
  return candidates;
}

std::vector<uint32_t> MatchShapes(const Snapshot& snapshot,
                                  const std::vector<Shape>& shapes) {
  const PropertyLists& lists = snapshot.plain_objects;
  std::vector<uint32_t> matches(lists.count(), kNoShape);
  if (shapes.empty()) return matches;
  const PropertyTexts texts(snapshot);
  const ShapeIndex index(shapes);
  for (PropertyLists::List list = 0; list < lists.count(); ++list) {
    matches[list] = index.Match(lists[list], texts);
  }
  return matches;
}

}  // namespace halfword::analysis
