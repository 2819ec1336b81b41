// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// From an image to its graph: marking, naming, counting.

#include "image/snapshot/image_graph.h"

#include <algorithm>

#include "halfword/string.h"
#include "image/image_bytes.h"
#include "image/snapshot/image_costs.h"
#include "snapshot/fixed_nodes.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/string_texts.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Numbers of objects begin here; those of costs are below.
constexpr uint32_t kFirstObjectNumber = 1 << 16;

uint32_t HeadOf(const std::byte* body) {
  uint32_t head;
  std::memcpy(&head, body, sizeof(head));
  return head;
}

}  // namespace

// What is counted for each object that is shown.
class ImageGraph::EdgeCounter {
 public:
  explicit EdgeCounter(ImageGraph* graph) : graph_(*graph) {}

  void Begin(ImageGranule object) {
    object_ = object;
    count_ = 0;
  }
  uint32_t count() const { return count_; }

  void Named(uint32_t, uintptr_t) { ++count_; }
  void Element(uint32_t, uintptr_t) { ++count_; }
  void WeakElement(uint32_t index, uintptr_t) {
    ++count_;
    graph_.weak_index_end_ =
        std::max(graph_.weak_index_end_, uint64_t{index} + 1);
  }
  void Leaf(uint32_t) {
    ++count_;
    ++graph_.leaf_count_;
  }
  void Pair(uintptr_t key, uintptr_t value) {
    ++count_;
    graph_.pairs_.push_back({object_, static_cast<ImageGranule>(key),
                             static_cast<ImageGranule>(value)});
  }

 private:
  ImageGraph& graph_;
  ImageGranule object_ = kNoGranule;
  uint32_t count_ = 0;
};

// What the image says of itself is held by no root.
std::vector<uint64_t> ImageGraph::OwnBytesOf(const ImageView& view) {
  return {view.state().heap.catalog_offset - sizeof(ImageBytes),
          view.catalog().slot_types.offset - sizeof(ImageBytes)};
}

ImageGraph::ImageGraph(const ImageView& view)
    : view_(view),
      objects_(view),
      maps_(view.catalog(), view.abi(), view.place()),
      live_(objects_, maps_, OwnBytesOf(view)),
      references_{objects_, maps_},
      types_(view.catalog().types),
      plans_(&names_, maps_.word_bytes()),
      costs_(ImageCostsOf(objects_, live_)) {
  MakeLabels();
  FindRoots();
  CountEdges();
}

bool ImageGraph::HasIds() const {
  return objects_.granule_count() <= kLastNumber - kFirstObjectNumber;
}

uint32_t ImageGraph::IdOf(ImageGranule object) {
  return IdOfNumber(kFirstObjectNumber + object);
}

void ImageGraph::MakeLabels() {
  const auto label = [this](EdgeType type, const char* name) {
    return plans_.LabelOf(type, names_.Add(name));
  };
  fixed_labels_.heap = label(EdgeType::kShortcut, "heap");
  for (size_t i = 0; i < kRootKindCount; ++i) {
    fixed_labels_.root_kinds[i] = label(EdgeType::kProperty, kRootKindEdges[i]);
  }
  indirect_labels_ = {.parent = label(EdgeType::kInternal, "parent"),
                      .first = label(EdgeType::kInternal, "first"),
                      .second = label(EdgeType::kInternal, "second")};
  for (const FixedNode& node : kFixedNodes) names_.Add(node.name);
  for (const HeapCost& cost : costs_) names_.Add(cost.name);
}

void ImageGraph::FindRoots() {
  const auto add = [this](const std::string& name, uint64_t offset) {
    const ImageGranule object = objects_.Around(offset);
    if (object == kNoGranule) return;
    roots_.push_back(
        {plans_.LabelOf(EdgeType::kProperty, names_.Add(name)), object});
  };
  const Catalog& catalog = view_.catalog();
  for (const CatalogRoot& root : catalog.roots) add(root.name, root.offset);
  if (catalog.atoms.offset != 0) add("(atoms)", catalog.atoms.offset);
  const std::vector<uint64_t> own_bytes = OwnBytesOf(view_);
  add("(catalog)", own_bytes[0]);
  add("(types of slots)", own_bytes[1]);
}

NodeOrdinal ImageGraph::first_object() const {
  return kFixedNodeCount + static_cast<NodeOrdinal>(costs_.size());
}

uint64_t ImageGraph::SelfBytesOf(ImageGranule object) const {
  return std::min<uint64_t>(objects_.SlotBytesOf(object), kSelfSizeMax);
}

void ImageGraph::CountEdges() {
  EdgeCounter counter(this);
  live_.ForEach([&](ImageGranule object) {
    const TypePlan& plan = PlanOf(object);
    if (IsNamedByBytes(plan, object)) ++string_count_;
    counter.Begin(object);
    Walk(plan, object, counter);
    edge_counts_.Put(counter.count());
    edge_count_ += counter.count();
  });
  edge_count_ += pairs_.size();  // of their keys
  pairs_by_key_.resize(pairs_.size());
  for (uint32_t i = 0; i < pairs_.size(); ++i) pairs_by_key_[i] = i;
  std::sort(pairs_by_key_.begin(), pairs_by_key_.end(),
            [this](uint32_t a, uint32_t b) {
              return pairs_[a].key != pairs_[b].key
                         ? pairs_[a].key < pairs_[b].key
                         : a < b;
            });
  // Root: roots, heap, costs; below: kinds twice, the invalid ones once.
  edge_count_ += 3 + 2 * kRootKindCount + 1 + roots_.size() + costs_.size();
}

// Strings.

uint64_t ImageGraph::WordOf(ImageGranule object, size_t index) const {
  return maps_.WordAt(objects_.BytesOf(object) + index * maps_.word_bytes());
}

bool ImageGraph::IsNamedByBytes(const TypePlan& plan,
                                ImageGranule object) const {
  if (plan.string_kind == StringKind::kNone) return false;
  return plan.string_kind == StringKind::kWhole ||
         IsSliceWord(WordOf(object, 2));
}

std::string_view ImageGraph::ContentOf(const TypePlan& plan,
                                       ImageGranule object) const {
  const std::byte* const bytes = objects_.BytesOf(object);
  const uint32_t head = HeadOf(bytes);
  if (plan.string_kind == StringKind::kIndirect ||
      BodyKind{head >> kBodyKindShift} == BodyKind::kIndirect) {
    return SliceOf(object);
  }
  const size_t usable = UsableBytesOf(object);
  const size_t capacity =
      usable > FlatBody::kDataOffset ? BufferCapacity(usable) : 0;
  return ShownBytes(
      head, reinterpret_cast<const char*>(bytes) + FlatBody::kDataOffset,
      capacity);
}

std::string_view ImageGraph::SliceOf(ImageGranule object) const {
  constexpr uint64_t kOffsetMask = (uint64_t{1} << 30) - 1;
  if (UsableBytesOf(object) < 3 * maps_.word_bytes()) return {};
  const uint64_t first = WordOf(object, 1);
  const uint64_t second = WordOf(object, 2);
  if (!maps_.IsReferenceWord(first) || !IsSliceWord(second)) return {};
  const std::string_view bytes =
      BytesOfBody(objects_.Around(maps_.OffsetOf(first)));
  const size_t offset = std::min<size_t>(second & kOffsetMask, bytes.size());
  return bytes.substr(offset,
                      HeadOf(objects_.BytesOf(object)) & kStringBytesMax);
}

// All that it has; none of what is no flat body.
std::string_view ImageGraph::BytesOfBody(ImageGranule body) const {
  if (body == kNoGranule || ClassNameOf(body) != kTypeName<FlatBody>) return {};
  const std::byte* const bytes = objects_.BytesOf(body);
  const size_t room = UsableBytesOf(body) - FlatBody::kDataOffset;
  return {reinterpret_cast<const char*>(bytes) + FlatBody::kDataOffset,
          std::min(room, HeadOf(bytes) & kStringBytesMax)};
}

std::optional<std::string> ImageGraph::LeafOf(const TypePlan& plan,
                                              ImageGranule object) const {
  if (plan.string_kind != StringKind::kIndirect ||
      IsNamedByBytes(plan, object)) {
    return std::nullopt;
  }
  std::optional<std::string> leaf;
  for (const size_t index : {size_t{1}, size_t{2}}) {
    const uint64_t word = WordOf(object, index);
    if (maps_.IsReferenceWord(word)) continue;
    // An inline string is the same in all builds.
    const String part = StringAccess::FromRawStorage(static_cast<Word>(word));
    leaf = leaf.value_or("") + std::string(StringAccess::Bytes(part));
  }
  return leaf;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
