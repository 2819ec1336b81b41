// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program that exports nothing of its Halfword, so that the plugin's is a
// second copy: second_copy_host PLUGIN. The plugin's first heap ends it.

#include <memory>

#include "call_plugin.h"
#include "halfword/halfword.h"

int main(int argc, char** argv) {
  const std::unique_ptr<halfword::Heap> heap = halfword::Heap::Create();
  return argc == 2 ? CallPlugin(argv[1]) : 2;
}
