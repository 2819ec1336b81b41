// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the programs share that load own_copy_plugin.

#ifndef HALFWORD_TESTS_PLUGIN_CALL_PLUGIN_H_
#define HALFWORD_TESTS_PLUGIN_CALL_PLUGIN_H_

#include <dlfcn.h>

#include <cstdio>

// Lets the plugin make and count a list. Returns 0 if it counts right.
inline int CallPlugin(const char* path) {
  constexpr int kCount = 100000;
  void* const plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* const function =
      plugin == nullptr ? nullptr : dlsym(plugin, "CountLinks");
  if (function == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const int found = reinterpret_cast<int (*)(int)>(function)(kCount);
  if (found == kCount) return 0;
  std::fprintf(stderr, "the plugin found %d of %d links\n", found, kCount);
  return 1;
}

#endif  // HALFWORD_TESTS_PLUGIN_CALL_PLUGIN_H_
