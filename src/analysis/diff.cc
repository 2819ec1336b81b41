// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Of each snapshot three numbers an object are kept: class, id, size. Sorted,
// those of two are merged, and looked for in the third.

#include "analysis/diff.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include "analysis/compared_objects.h"
#include "analysis/file/json_text.h"

namespace halfword::analysis {

namespace {

using IsListed = std::function<bool(const std::string&)>;

// Both sides, object by object.
class Merger {
 public:
  // later: by id; null: there is none.
  Merger(const ComparedObjects& base, const ComparedObjects& newer,
         const ComparedObjects* later, const IsListed& is_listed)
      : base_(base),
        newer_(newer),
        later_(later),
        is_listed_(is_listed),
        old_(base.objects().begin()),
        now_(newer.objects().begin()) {}

  Diff Merge() {
    while (old_ != base_.objects().end() || now_ != newer_.objects().end()) {
      MergeClass(std::min(KeyAt(old_, base_), KeyAt(now_, newer_)));
    }
    Diff diff = {InOrder(), std::move(grown_), std::move(added_), {}, {}};
    std::stable_sort(diff.rows.begin(), diff.rows.end(),
                     [](const DiffRow& a, const DiffRow& b) {
                       return a.added_bytes != b.added_bytes
                                  ? a.added_bytes > b.added_bytes
                                  : IsLessInUtf16(a.name, b.name);
                     });
    std::stable_sort(diff.grown.begin(), diff.grown.end(),
                     [](const GrownRow& a, const GrownRow& b) {
                       return a.grown_bytes != b.grown_bytes
                                  ? a.grown_bytes > b.grown_bytes
                                  : IsLessInUtf16(a.name, b.name);
                     });
    std::stable_sort(diff.added.begin(), diff.added.end(),
                     [](const AddedObject& a, const AddedObject& b) {
                       return a.bytes > b.bytes;
                     });
    return diff;
  }

 private:
  using Place = std::vector<ComparedObject>::const_iterator;

  static uint32_t KeyAt(Place place, const ComparedObjects& side) {
    return place != side.objects().end() ? place->key : UINT32_MAX;
  }

  void MergeClass(uint32_t key) {
    DiffRow row;
    row.name = newer_.NameOf(key);
    if (row.name.empty()) row.name = base_.NameOf(key);
    const bool is_listed = is_listed_ && is_listed_(row.name);
    GrownRow grown;
    for (;;) {
      const bool has_old = KeyAt(old_, base_) == key;
      const bool has_now = KeyAt(now_, newer_) == key;
      if (!has_old && !has_now) break;
      if (has_old && has_now && old_->id == now_->id) {
        if (old_->bytes != now_->bytes) Grow(*old_, *now_, &grown);
        ++old_;
        ++now_;
      } else if (has_old && (!has_now || old_->id < now_->id)) {
        ++row.removed_count;
        row.removed_bytes += old_->bytes;
        ++old_;
      } else {
        const uint32_t kept = Add(*now_, &row);
        if (is_listed) {
          added_.push_back({row.name, now_->id, now_->bytes, kept});
        }
        ++now_;
      }
    }
    if (grown.grown_count != 0) {
      grown.name = row.name;
      grown_.push_back(std::move(grown));
    }
    if (row.added_count != 0 || row.removed_count != 0) {
      rows_.emplace(key, std::move(row));
    }
  }

  // Returns what the later snapshot has of it.
  uint32_t Add(const ComparedObject& object, DiffRow* row) const {
    ++row->added_count;
    row->added_bytes += object.bytes;
    const uint32_t kept = KeptBytes(object);
    row->kept_count += kept != 0;
    row->kept_bytes += kept;
    return kept;
  }

  void Grow(const ComparedObject& old, const ComparedObject& now,
            GrownRow* row) const {
    ++row->grown_count;
    row->grown_bytes += int64_t{now.bytes} - int64_t{old.bytes};
    const uint32_t kept = KeptBytes(now);
    if (kept <= old.bytes) return;
    ++row->kept_count;
    row->kept_bytes += kept - old.bytes;
  }

  // How much of it the later snapshot has. 0: it has not got the object.
  uint32_t KeptBytes(const ComparedObject& object) const {
    if (later_ == nullptr) return 0;
    const auto is_below = [](const ComparedObject& listed, uint32_t id) {
      return listed.id < id;
    };
    const auto place =
        std::lower_bound(later_->objects().begin(), later_->objects().end(),
                         object.id, is_below);
    if (place == later_->objects().end() || place->id != object.id) return 0;
    return std::min(place->bytes, object.bytes);
  }

  // Those of the base, then those of the newer one that the base does not have.
  std::vector<DiffRow> InOrder() {
    std::vector<DiffRow> in_order;
    for (const ComparedObjects* const side : {&base_, &newer_}) {
      for (const uint32_t key : side->keys()) {
        auto row = rows_.extract(key);
        if (!row.empty()) in_order.push_back(std::move(row.mapped()));
      }
    }
    return in_order;
  }

  const ComparedObjects& base_;
  const ComparedObjects& newer_;
  const ComparedObjects* const later_;
  const IsListed& is_listed_;
  Place old_;
  Place now_;
  std::unordered_map<uint32_t, DiffRow> rows_;  // by key
  std::vector<GrownRow> grown_;
  std::vector<AddedObject> added_;
};

bool IsKnown(const std::string& producer) {
  return producer != "unknown" && producer != "V8";
}

void DoubtPair(const std::string& older_path, const ComparedObjects& older,
               const std::string& newer_path, const ComparedObjects& newer,
               std::vector<std::string>* doubts) {
  const std::string both = older_path + " and " + newer_path;
  if (IsKnown(older.producer()) && IsKnown(newer.producer()) &&
      older.producer() != newer.producer()) {
    doubts->push_back(both + " are of " + older.producer() + " and of " +
                      newer.producer());
  }
  switch (FindKinship(older.objects(), newer.objects())) {
    case Kinship::kSameProgram:
      break;
    case Kinship::kNothingInCommon:
      doubts->push_back(both + " have no object in common");
      break;
    case Kinship::kOtherClasses:
      doubts->push_back("what has the same id in " + both +
                        " is mostly of other classes");
      break;
  }
}

}  // namespace

Diff CompareSnapshots(
    const std::string& base_path, const std::string& newer_path,
    const std::string& later_path, const Progress& progress,
    const std::function<bool(const std::string&)>& is_listed) {
  ClassKeys keys;
  ComparedObjects newer(newer_path, progress);
  newer.List(nullptr, &keys);
  ComparedObjects base(base_path, progress);
  base.List(&newer.shapes(), &keys);
  std::optional<ComparedObjects> later;
  if (!later_path.empty()) {
    later.emplace(later_path, progress);
    later->List(&newer.shapes(), &keys);
    later->SortById();
  }
  const ComparedObjects* const third = later.has_value() ? &*later : nullptr;
  Diff diff = Merger(base, newer, third, is_listed).Merge();
  const ComparedObjects* const all[] = {&base, &newer, third};
  for (const ComparedObjects* const listed : all) {
    if (listed == nullptr) continue;
    diff.class_names.insert(listed->names().begin(), listed->names().end());
  }
  diff.class_names.erase("");
  DoubtPair(base_path, base, newer_path, newer, &diff.doubts);
  if (third != nullptr) {
    DoubtPair(newer_path, newer, later_path, *third, &diff.doubts);
  }
  return diff;
}

}  // namespace halfword::analysis
