// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// static_whole whole, static_stripped stripped: the snapshot of a program
// without a dynamic linker names its functions, or gives their places in it.
// The innermost frames must be the program's, not Halfword's.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "halfword/halfword.h"

class StaticNode : public halfword::GarbageCollected<StaticNode> {
 public:
  halfword::Member<StaticNode> next_;
  HALFWORD_FIELDS(StaticNode, next_)
};

StaticNode* MakeStaticNode(halfword::Heap& heap) {
  StaticNode* const node =
      halfword::MakeGarbageCollected<StaticNode>(heap.GetAllocationHandle());
  asm volatile("" ::: "memory");
  return node;
}

namespace {

// Through a pointer that the compiler cannot follow, so that it has a frame.
StaticNode* (*volatile make_node)(halfword::Heap& heap) = &MakeStaticNode;

class TextSink final : public halfword::SnapshotSink {
 public:
  bool Write(const char* data, size_t bytes) override {
    text.append(data, bytes);
    return true;
  }
  std::string text;
};

// As a function without a name is shown.
template <typename Function>
std::string PlaceOf(Function* function) {
  char place[64];
  std::snprintf(place, sizeof(place), "static_stripped+0x%jx",
                reinterpret_cast<uintmax_t>(function));
  return place;
}

int Fail(const char* reason, const std::string& text) {
  const size_t strings = text.find("\"strings\":");
  std::fprintf(stderr, "static_program: %s\n%s\n", reason,
               strings == std::string::npos ? "" : text.c_str() + strings);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return Fail("usage: static_program whole|stripped", "");
  const bool is_stripped = std::string_view(argv[1]) == "stripped";
  const std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
  halfword::StartTrackingAllocations(*heap);
  const halfword::Persistent<StaticNode> node = make_node(*heap);
  TextSink sink;
  const halfword::SnapshotReport report =
      halfword::WriteHeapSnapshot(*heap, sink);
  if (!report.ok()) return Fail(report.error.c_str(), "");
  // As C++ spells it, or by its address, which is that in the file.
  const auto has = [&](const std::string& name) {
    return sink.text.find("\"" + name + "\"") != std::string::npos;
  };
  const bool has_name = has("MakeStaticNode(halfword::Heap&)");
  const bool has_place = has(PlaceOf(&MakeStaticNode));
  if (has_name == is_stripped) return Fail("wrong names", sink.text);
  if (has_place != is_stripped) return Fail("wrong places", sink.text);
  if (has(PlaceOf(&halfword::internal::Allocator::AllocateOutOfLine))) {
    return Fail("Halfword's own frames are shown", sink.text);
  }
  return 0;
}
