// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where each string of the file comes from: nothing is kept but names.

#include "snapshot/string_section.h"

#include <cinttypes>
#include <cstdio>
#include <string>
#include <string_view>

#include "halfword/internal/backing.h"
#include "halfword/internal/foreign_body.h"
#include "halfword/internal/string_body.h"
#include "halfword/internal/type_definition.h"
#include "heap/slot_ids.h"
#include "snapshot/snapshot_format.h"
#include "snapshot/snapshot_state.h"
#include "snapshot/utf8.h"
#include "snapshot/weak_index.h"
#include "text/indirect_body.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

constexpr std::string_view kRedacted = "(redacted)";
constexpr std::string_view kVectorOfBytes = "(bytes of a HeapVector<char>)";

// Of a body that is no IndirectBody.
std::string_view BytesOf(const StringBody* body) {
  return body->kind() == BodyKind::kForeign
             ? static_cast<const ForeignBody*>(body)->view()
             : static_cast<const FlatBody*>(body)->view();
}

// A buffer that one MutableString alone refers to has its capacity for a length
// (internal/string_body.h), and behind the string's bytes and a NUL what was
// there before. Where the string has NULs in it, the first one is its end here.
// The backing of a HeapVector<char> has its capacity in place of all of the
// head, and no room for the NUL of a string; how many of its bytes are in use,
// the vector knows.
std::string_view BytesOfFlat(const FlatBody& body) {
  const size_t capacity = BufferCapacity(UsableBytesOf(&body));
  const size_t length = body.length_bytes();
  if (body.kind() > BodyKind::kBuffer || length > capacity) {
    return kVectorOfBytes;
  }
  const bool may_have_rest =
      body.kind() == BodyKind::kBuffer && length == capacity;
  return may_have_rest ? body.view().substr(0, body.view().find('\0'))
                       : body.view();
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
      : graph_(*graph), output_(*output) {}

  void WriteAll() {
    Write(kDummyString);
    WriteContents();
    if (graph_.leaf_count() != 0) WriteLeaves();
    graph_.WalkPairs(
        [this](const SnapshotGraph::Pair& pair) { WritePair(pair); });
    const uint32_t indices = WeakNameCount(graph_.weak_index_end());
    for (uint32_t i = 0; i < indices; ++i) WriteIndex(IndicesOfWeakName(i));
    for (NameNumber i = 0; i < graph_.names().count(); ++i) {
      Write(graph_.names().TextOf(i));
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
        if (IsNamedByBytes(plan, object)) WriteContent(ContentOf(plan, object));
      });
    });
  }

  void WriteContent(std::string_view bytes) {
    if (graph_.options().redact) {
      Write(kRedacted);
    } else if (bytes.size() <= graph_.options().string_bytes_max) {
      Write(bytes);
    } else {
      WriteCut(bytes);
    }
  }

  // Different strings must not look the same.
  void WriteCut(std::string_view bytes) {
    char rest[80];
    std::snprintf(rest, sizeof(rest), " (%zu bytes, hash %016" PRIx64 ")",
                  bytes.size(), XXH3_64bits(bytes.data(), bytes.size()));
    Begin();
    output_.PutEscaped(CutUtf8(bytes, graph_.options().string_bytes_max));
    output_.PutEscaped("\u2026");
    output_.PutEscaped(rest);
    output_.Put("\"");
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
    WriteContent(bytes);
  }

  // DevTools takes the table's id from it, and compares the rest as text.
  void WritePair(const SnapshotGraph::Pair& pair) {
    Begin();
    output_.PutNumber(uint64_t{pair.number} + 1);
    output_.Put(" / part of key ");
    PutNode(pair.key);
    output_.Put(" -> value ");
    PutNode(pair.value);
    output_.Put(" pair in WeakMap (table @");
    output_.PutNumber(IdOf(pair.table));
    output_.Put(")\"");
  }

  void PutNode(uintptr_t object) {
    const TypeInfo& type = TypeOfSlot(RecordAt(PageIndexOf(object)), object);
    output_.Put("(");
    output_.PutEscaped(type.name);
    output_.Put(" @");
    output_.PutNumber(IdOf(object));
    output_.Put(")");
  }

  static uint32_t IdOf(uintptr_t object) {
    const auto granule =
        static_cast<uint32_t>((object & (kPageBytes - 1)) / kGranuleBytes);
    return IdOfNumber(SlotIdsOf(PageIndexOf(object))->NumberOf(granule));
  }

  void WriteIndex(const WeakIndexRange& range) {
    Begin();
    output_.PutNumber(range.first);
    if (range.last != range.first) {
      output_.Put(" to ");
      output_.PutNumber(range.last);
    }
    output_.Put("\"");
  }

  void Write(std::string_view text) {
    Begin();
    output_.PutEscaped(text);
    output_.Put("\"");
  }

  void Begin() {
    output_.Put(is_first_ ? "\n\"" : ",\n\"");
    is_first_ = false;
  }

  SnapshotGraph& graph_;
  JsonOutput& output_;
  bool is_first_ = true;
};

}  // namespace

void WriteStrings(SnapshotGraph* graph, JsonOutput* output) {
  StringWriter(graph, output).WriteAll();
}

}  // namespace halfword::inline HALFWORD_ABI::internal
