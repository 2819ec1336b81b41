// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where each string of the file comes from: nothing is kept but names.

#include "snapshot/string_section.h"

#include <string>
#include <string_view>

#include "halfword/internal/backing.h"
#include "halfword/internal/foreign_body.h"
#include "halfword/internal/string_body.h"
#include "halfword/internal/type_definition.h"
#include "heap/slot_ids.h"
#include "snapshot/snapshot_format.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/string_texts.h"
#include "snapshot/weak_index.h"
#include "text/indirect_body.h"

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Of a body that may be a flat one, one of bytes outside of the heap, or what
// became of the latter in an image: a slice (image/settle_strings.h).
std::string_view BytesOf(const StringBody* body) {
  switch (body->kind()) {
    case BodyKind::kForeign:
      return static_cast<const ForeignBody*>(body)->view();
    case BodyKind::kIndirect: {
      const auto* const slice = static_cast<const IndirectBody*>(body);
      return static_cast<const FlatBody*>(slice->base())
          ->view()
          .substr(slice->offset_bytes(), slice->length_bytes());
    }
    case BodyKind::kFlat:
    case BodyKind::kBuffer:
      break;
  }
  return static_cast<const FlatBody*>(body)->view();
}

std::string_view BytesOfFlat(const FlatBody& body) {
  const auto head = *reinterpret_cast<const uint32_t*>(&body);
  return ShownBytes(head, body.data(), BufferCapacity(UsableBytesOf(&body)));
}

// Requires: the node is named by its bytes.
std::string_view ContentOf(const TypePlan& plan, uintptr_t object) {
  if (plan.string_kind == StringKind::kWhole) {
    return plan.type == &TypeInfoOf<FlatBody>()
               ? BytesOfFlat(*reinterpret_cast<const FlatBody*>(object))
               : BytesOf(reinterpret_cast<const StringBody*>(object));
  }
  const auto* const slice = reinterpret_cast<const IndirectBody*>(object);
  return BytesOf(slice->base())
      .substr(slice->offset_bytes(), slice->length_bytes());
}

class StringWriter {
 public:
  StringWriter(SnapshotGraph* graph, JsonOutput* output)
      : graph_(*graph), texts_(graph->options(), output) {}

  void WriteAll() {
    texts_.Write(kDummyString);
    WriteContents();
    if (graph_.leaf_count() != 0) WriteLeaves();
    graph_.WalkPairs(
        [this](const SnapshotGraph::Pair& pair) { WritePair(pair); });
    const uint32_t indices = WeakNameCount(graph_.weak_index_end());
    for (uint32_t i = 0; i < indices; ++i) {
      texts_.WriteIndex(IndicesOfWeakName(i));
    }
    for (NameNumber i = 0; i < graph_.names().count(); ++i) {
      texts_.Write(graph_.names().TextOf(i));
    }
  }

 private:
  void WriteContents() {
    graph_.nodes().ForEachPage([this](PageIndex page, NodeOrdinal) {
      const TypeInfo* const type = RecordAt(page).type;
      if (type != nullptr &&
          graph_.plans().Of(*type).string_kind == StringKind::kNone) {
        return;
      }
      graph_.ForEachOf(page, [this](const TypePlan& plan, uintptr_t object) {
        if (IsNamedByBytes(plan, object)) {
          texts_.WriteContent(ContentOf(plan, object));
        }
      });
    });
  }

  // In the order in which GraphWriter numbers them.
  void WriteLeaves() {
    graph_.nodes().ForEachPage([this](PageIndex page, NodeOrdinal) {
      graph_.ForEachOf(page, [this](const TypePlan& plan, uintptr_t object) {
        if (plan.string_kind != StringKind::kIndirect ||
            IsNamedByBytes(plan, object)) {
          return;
        }
        WriteLeaf(*reinterpret_cast<const IndirectBody*>(object));
      });
    });
  }

  void WriteLeaf(const IndirectBody& body) {
    const String& first = body.first();
    const String second = body.second();
    const bool is_first = StringAccess::BodyOf(first) == nullptr;
    if (!is_first && StringAccess::BodyOf(second) != nullptr) return;
    std::string bytes;
    if (is_first) bytes = StringAccess::Bytes(first);
    if (StringAccess::BodyOf(second) == nullptr) {
      bytes += StringAccess::Bytes(second);
    }
    texts_.WriteContent(bytes);
  }

  void WritePair(const SnapshotGraph::Pair& pair) {
    texts_.WritePair(pair.number, NodeOf(pair.key), NodeOf(pair.value),
                     IdOf(pair.table));
  }

  static StringTexts::Node NodeOf(uintptr_t object) {
    return {TypeOfSlot(RecordAt(PageIndexOf(object)), object).name,
            IdOf(object)};
  }

  static uint32_t IdOf(uintptr_t object) {
    const auto granule =
        static_cast<uint32_t>((object & (kPageBytes - 1)) / kGranuleBytes);
    return IdOfNumber(SlotIdsOf(PageIndexOf(object))->NumberOf(granule));
  }

  SnapshotGraph& graph_;
  StringTexts texts_;
};

}  // namespace

void WriteStrings(SnapshotGraph* graph, JsonOutput* output) {
  StringWriter(graph, output).WriteAll();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
