// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One small function for each thing that a program does with a reference.
// code_size.py compiles this for each codec and reads how long they are.

#include "bench/codec/ref.h"

namespace {

struct Node {
  codec::Ref<Node> next;
  int number;
};
using Reference = codec::Ref<Node>;

}  // namespace

extern "C" {

void* decompress(codec::Codec::Word word) { return codec::Codec::Decode(word); }
codec::Codec::Word compress(void* pointer) {
  return codec::Codec::Encode(pointer);
}
int field(const Reference& reference) { return reference->number; }
int chain(const Reference& reference) { return reference->next->next->number; }
void store(Reference& reference, Node* node) { reference = node; }
int sum(const Reference& list) {
  int total = 0;
  for (const Reference* at = &list; *at; at = &(*at)->next) {
    total += (*at)->number;
  }
  return total;
}

}  // extern "C"
