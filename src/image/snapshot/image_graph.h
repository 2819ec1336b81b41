// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ImageGraph: all that must be known of an image before the first byte of its
// snapshot can be written, as SnapshotGraph is of a heap: which objects are
// shown, how many edges each has, and the names of both. Plans of classes, and
// the walk over an object's edges, are those of heaps (snapshot/type_plan.h,
// edge_walker.h); what differs is where references are read.
//
// Kept are a bit a granule, a byte or so an object, 16 bytes an ephemeron, and
// names.

#ifndef HALFWORD_IMAGE_SNAPSHOT_IMAGE_GRAPH_H_
#define HALFWORD_IMAGE_SNAPSHOT_IMAGE_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/number_stream.h"
#include "image/offline/described_types.h"
#include "image/offline/live_objects.h"
#include "snapshot/edge_walker.h"
#include "snapshot/graph_writer.h"
#include "snapshot/heap_cost.h"
#include "snapshot/name_table.h"
#include "snapshot/node_table.h"
#include "snapshot/type_plan.h"

namespace halfword::inline HALFWORD_ABI::internal {

// How edge_walker.h reads an image. Addresses are where the image is mapped;
// targets are granules, or kNoGranule.
struct ImageReferences {
  const ImageObjects& objects;
  const ReferenceMaps& maps;

  uint64_t At(uintptr_t address) const {
    return maps.WordAt(reinterpret_cast<const std::byte*>(address));
  }
  bool IsReference(uint64_t word) const { return maps.IsReferenceWord(word); }
  uintptr_t TargetOf(uint64_t word, bool) const {
    return objects.Around(maps.OffsetOf(word));
  }
  size_t UsableBytesAt(uintptr_t address) const {
    const auto begin = reinterpret_cast<uintptr_t>(objects.BytesOf(0));
    const ImageGranule object = objects.Around(address - begin);
    return objects.SlotBytesOf(object) - maps.canary_bytes();
  }
};

class ImageGraph {
 public:
  struct Pair {
    ImageGranule table;
    ImageGranule key;
    ImageGranule value;
  };
  struct Root {
    uint32_t label;
    ImageGranule object;
  };
  struct FixedLabels {
    uint32_t heap;
    uint32_t root_kinds[kRootKindCount];
  };

  // Requires: the image was checked (OpenChecked()), and outlives this.
  explicit ImageGraph(const ImageView& view);
  ImageGraph(const ImageGraph&) = delete;
  ImageGraph& operator=(const ImageGraph&) = delete;

  // False: its places are more than ids of a snapshot can tell apart.
  bool HasIds() const;

  const LiveObjects& live() const { return live_; }
  const std::vector<HeapCost>& costs() const { return costs_; }
  const std::vector<Root>& roots() const { return roots_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  const FixedLabels& fixed_labels() const { return fixed_labels_; }
  const std::vector<EdgeLabel>& labels() const { return plans_.labels(); }
  NameTable& names() { return names_; }
  const NameTable& names() const { return names_; }
  const NumberStream& edge_counts() const { return edge_counts_; }

  const TypePlan& PlanOf(ImageGranule object) {
    return plans_.Of(types_[objects_.TypeOf(object)]);
  }
  std::string_view ClassNameOf(ImageGranule object) const {
    return types_[objects_.TypeOf(object)].name;
  }
  uint64_t SelfBytesOf(ImageGranule object) const;
  // The same for the same place of any state of the image.
  static uint32_t IdOf(ImageGranule object);

  // Calls functions of the sink (snapshot/edge_walker.h) for what the object
  // refers to; of what has died there is no edge.
  template <typename Sink>
  void Walk(const TypePlan& plan, ImageGranule object, Sink& sink) const {
    LiveSink<Sink> live_sink{live_, sink};
    WalkFields(references_, plan, indirect_labels_,
               reinterpret_cast<uintptr_t>(objects_.BytesOf(object)),
               live_sink);
  }
  // Calls function(number, value) for the ephemerons of a key.
  template <typename Function>
  void ForEachPairOf(ImageGranule key, Function function) const;

  bool IsNamedByBytes(const TypePlan& plan, ImageGranule object) const;
  // Requires: it is named by its bytes.
  std::string_view ContentOf(const TypePlan& plan, ImageGranule object) const;
  // Of a concatenation, the part that is in the word; none: there is no such
  // part.
  std::optional<std::string> LeafOf(const TypePlan& plan,
                                    ImageGranule object) const;

  NodeOrdinal NodeOf(ImageGranule object) const {
    return first_object() + live_.OrdinalOf(object);
  }
  NodeOrdinal first_object() const;
  NodeOrdinal first_leaf() const { return first_object() + live_.count(); }
  uint64_t node_count() const { return uint64_t{first_leaf()} + leaf_count_; }
  uint64_t edge_count() const { return edge_count_; }
  StringLayout Layout() const {
    return StringLayout({string_count_, leaf_count_, pairs_.size(),
                         weak_index_end_, names_.count()});
  }
  uint64_t weak_index_end() const { return weak_index_end_; }

 private:
  class EdgeCounter;

  template <typename Sink>
  struct LiveSink {
    bool Has(uintptr_t target) const {
      return target != kNoGranule &&
             live.Has(static_cast<ImageGranule>(target));
    }
    void Named(uint32_t label, uintptr_t target) {
      if (Has(target)) sink.Named(label, target);
    }
    void Element(uint32_t index, uintptr_t target) {
      if (Has(target)) sink.Element(index, target);
    }
    void WeakElement(uint32_t index, uintptr_t target) {
      if (Has(target)) sink.WeakElement(index, target);
    }
    void Leaf(uint32_t label) { sink.Leaf(label); }
    void Pair(uintptr_t key, uintptr_t value) {
      if (Has(key) && Has(value)) sink.Pair(key, value);
    }

    const LiveObjects& live;
    Sink& sink;
  };

  static std::vector<uint64_t> OwnBytesOf(const ImageView& view);
  void MakeLabels();
  void FindRoots();
  void CountEdges();
  uint64_t WordOf(ImageGranule object, size_t index) const;
  std::string_view SliceOf(ImageGranule object) const;
  std::string_view BytesOfBody(ImageGranule body) const;
  size_t UsableBytesOf(ImageGranule object) const {
    return objects_.SlotBytesOf(object) - maps_.canary_bytes();
  }

  const ImageView& view_;
  const ImageObjects objects_;
  const ReferenceMaps maps_;
  const LiveObjects live_;
  const ImageReferences references_;
  const DescribedTypes types_;
  NameTable names_;
  TypePlans plans_;
  FixedLabels fixed_labels_ = {};
  IndirectLabels indirect_labels_ = {};
  std::vector<HeapCost> costs_;
  std::vector<Root> roots_;
  NumberStream edge_counts_;
  std::vector<Pair> pairs_;
  std::vector<uint32_t> pairs_by_key_;  // numbers
  uint64_t edge_count_ = 0;
  uint32_t string_count_ = 0;
  uint32_t leaf_count_ = 0;
  uint64_t weak_index_end_ = 0;
};

template <typename Function>
void ImageGraph::ForEachPairOf(ImageGranule key, Function function) const {
  if (pairs_.empty()) return;
  auto at = std::lower_bound(pairs_by_key_.begin(), pairs_by_key_.end(), key,
                             [this](uint32_t number, ImageGranule wanted) {
                               return pairs_[number].key < wanted;
                             });
  for (; at != pairs_by_key_.end() && pairs_[*at].key == key; ++at) {
    function(*at, pairs_[*at].value);
  }
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_SNAPSHOT_IMAGE_GRAPH_H_
