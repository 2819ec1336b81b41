// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A table of names that tell. Electron has those of Node.js and Chrome, too, so
// that the order of the table counts.

#include "analysis/file/producer.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "analysis/file/string_scanner.h"

namespace halfword::analysis {

namespace {

struct Row {
  std::string_view name;
  std::string_view producer;
};

constexpr Row kRows[] = {
    {"(page records, bitmaps, type ids)", "Halfword"},
    {"node:electron/js2c/browser_init", "Electron"},
    {"node:electron/js2c/renderer_init", "Electron"},
    {"electron/js2c/browser_init", "Electron"},
    {"electron/js2c/renderer_init", "Electron"},
    {"ext:core/00_primordials.js", "Deno"},
    {"ext:core/01_core.js", "Deno"},
    {"node:internal/bootstrap/realm", "Node.js"},
    {"node:internal/bootstrap/loaders", "Node.js"},
    {"node:internal/bootstrap/node", "Node.js"},
    {"node:internal/main/run_main_module", "Node.js"},
    {"(Document DOM trees)", "Chrome"},
    {"HTMLDocument", "Chrome"},
    {"V8EventListener", "Chrome"},
    {"system / NativeContext", "V8"},
    {"(system)", "V8"},
    {"(GC roots)", "V8"},
};

}  // namespace

std::string FindProducer(const InputFile& file, const Sections& sections) {
  StringScanner scanner(file, sections.strings, sections.strings_end);
  const Row* best = std::end(kRows);
  while (scanner.Next()) {
    const Row* const row = std::find_if(
        std::begin(kRows), std::end(kRows),
        [&](const Row& tried) { return tried.name == scanner.raw(); });
    best = std::min(best, row);
    if (best == std::begin(kRows)) break;
  }
  return best != std::end(kRows) ? std::string(best->producer) : "unknown";
}

}  // namespace halfword::analysis
