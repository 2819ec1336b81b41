// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// StringTexts: the strings of a snapshot one after the other, each in the form
// that snapshots give it: contents are left out or cut, as the options say;
// names of ephemerons tell their objects, since DevTools looks into them.

#ifndef HALFWORD_SNAPSHOT_STRING_TEXTS_H_
#define HALFWORD_SNAPSHOT_STRING_TEXTS_H_

#include <cstdint>
#include <string_view>

#include "halfword/heap_snapshot.h"
#include "snapshot/json_output.h"
#include "snapshot/weak_index.h"

namespace halfword::inline HALFWORD_ABI::internal {

// What stands for the bytes of a HeapVector<char>: how many are in use, the
// vector alone knows.
inline constexpr std::string_view kVectorOfBytes =
    "(bytes of a HeapVector<char>)";

// The bytes of a flat body with this head, of which it has room for capacity
// (internal/string_body.h): those of a buffer that one MutableString alone
// refers to end at the first NUL.
std::string_view ShownBytes(uint32_t head, const char* bytes, size_t capacity);

class StringTexts {
 public:
  StringTexts(const SnapshotOptions& options, JsonOutput* output)
      : options_(options), output_(*output) {}

  struct Node {
    std::string_view class_name;
    uint64_t id;
  };

  void Write(std::string_view text);
  // What the program's strings hold.
  void WriteContent(std::string_view bytes);
  // number: from 0.
  void WritePair(uint32_t number, const Node& key, const Node& value,
                 uint64_t table_id);
  void WriteIndex(const WeakIndexRange& range);

 private:
  void WriteCut(std::string_view bytes);
  void PutNode(const Node& node);
  void Begin();

  const SnapshotOptions& options_;
  JsonOutput& output_;
  bool is_first_ = true;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_STRING_TEXTS_H_
