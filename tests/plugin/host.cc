// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The program: plugin_host PLUGIN. Each side must know the other's objects.

#include <dlfcn.h>

#include <cstdio>
#include <memory>

#include "shared_node.h"

namespace {

int Fail(const char* reason) {
  std::fprintf(stderr, "plugin_host: %s\n", reason);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return Fail("usage: plugin_host PLUGIN");
  void* const plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) return Fail(dlerror());
  auto* const answer =
      reinterpret_cast<AnswerFunction*>(dlsym(plugin, "Answer"));
  if (answer == nullptr) return Fail(dlerror());

  const std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
  halfword::AllocationHandle& handle = heap->GetAllocationHandle();
  halfword::Persistent<Node> node =
      halfword::MakeGarbageCollected<Leaf>(handle);
  node->next_ = answer(handle, node);
  if (!node->next_) return Fail("the plugin does not know the program's Leaf");
  if (!halfword::Is<Leaf>(node->next_)) {
    return Fail("the program does not know the plugin's Leaf");
  }
  heap->Collect({.stack = halfword::StackState::kNoHeapPointers});
  return heap->Verify().ok() ? 0 : Fail("a collection found a damaged heap");
}
