// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// See kernels.h. One translation unit for one codec.

#include "bench/codec/kernels.h"

#include <new>
#include <vector>

#include "bench/codec/cage.h"
#include "bench/codec/ref.h"
#include "bench/measure.h"

namespace codec {

std::atomic<bool> is_marking = false;
void MarkSlowly(void*) {}

namespace {

using bench::Random;

constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;

template <typename T>
T* New() {
  return new (TakeBytes(sizeof(T))) T;
}

// Numbers 0 to count - 1 in random order.
std::vector<uint32_t> Shuffle(uint32_t count) {
  std::vector<uint32_t> order(count);
  Random random(kGoldenRatio);
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t other = random.Below(i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  return order;
}

// 16 bytes for every codec, so that the caches see the same.
struct alignas(16) Link {
  Ref<Link> next;
  uint32_t number = 1;
};

// A ring through `count` nodes in random order.
Link* MakeRing(uint32_t count) {
  // TakeBytes() aligns to 8.
  char* memory = static_cast<char*>(TakeBytes((count + 1) * sizeof(Link)));
  memory += reinterpret_cast<uintptr_t>(memory) & 8;
  std::vector<uint32_t> order = Shuffle(count);
  auto at = [&](uint32_t i) {
    return reinterpret_cast<Link*>(memory + order[i] * sizeof(Link));
  };
  for (uint32_t i = 0; i < count; ++i) new (at(i)) Link;
  for (uint32_t i = 1; i < count; ++i) at(i - 1)->next = at(i);
  at(count - 1)->next = at(0);
  return at(0);
}

void* MakeNearRing() { return MakeRing(512); }
void* MakeFarRing() { return MakeRing(1 << 21); }

uint64_t Chase(void* made, uint64_t count) {
  uint64_t sum = 0;
  Link* link = static_cast<Link*>(made);
  for (uint64_t i = 0; i < count; ++i) {
    sum += link->number;
    link = link->next.get();
  }
  return sum;
}

struct TreeNode {
  Ref<TreeNode> left;
  Ref<TreeNode> right;
};

TreeNode* GrowTree(uint32_t depth) {
  TreeNode* node = New<TreeNode>();
  if (depth > 0) {
    node->left = GrowTree(depth - 1);
    node->right = GrowTree(depth - 1);
  }
  return node;
}

void* MakeTree() { return GrowTree(19); }

uint64_t CountNodes(TreeNode* node) {
  if (!node->left) return 1;
  return 1 + CountNodes(node->left.get()) + CountNodes(node->right.get());
}

// `count` is of nodes.
uint64_t WalkTree(void* made, uint64_t count) {
  uint64_t visit_count = 0;
  while (visit_count < count) {
    visit_count += CountNodes(static_cast<TreeNode*>(made));
  }
  return visit_count;
}

struct Item {
  Ref<Item> other;
  uint32_t number = 1;
};

constexpr int kSlotCountLog2 = 20;

struct Set {
  Ref<Item>* slots;
  std::vector<Ref<Item>> items;

  // The slot that holds `item`, or the empty one where it belongs.
  Ref<Item>* Find(const Ref<Item>& item) {
    uint64_t index = (item.bits() * kGoldenRatio) >> (64 - kSlotCountLog2);
    while (slots[index] && !(slots[index] == item)) {
      index = (index + 1) & ((uint64_t{1} << kSlotCountLog2) - 1);
    }
    return &slots[index];
  }
};

// Every second of the items is in the set.
void* MakeSet() {
  constexpr uint32_t kItemCount = 1 << kSlotCountLog2;
  static Set set;
  set.slots =
      static_cast<Ref<Item>*>(TakeBytes(sizeof(Ref<Item>) << kSlotCountLog2));
  std::vector<Ref<Item>> made(kItemCount);
  for (Ref<Item>& item : made) item = New<Item>();
  for (uint32_t i : Shuffle(kItemCount)) set.items.push_back(made[i]);
  for (uint32_t i = 0; i < kItemCount; i += 2) {
    *set.Find(set.items[i]) = set.items[i];
  }
  return &set;
}

uint64_t LookUp(void* made, uint64_t count) {
  Set* set = static_cast<Set*>(made);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    Ref<Item>* slot = set->Find(set->items[i % set->items.size()]);
    if (*slot) sum += (*slot)->number;
  }
  return sum;
}

struct Block {
  static constexpr uint32_t kSlotCount = 1024;
  Ref<Item> slots[kSlotCount];
  Item* items[2];
};

void* MakeBlock() {
  Block* block = New<Block>();
  for (Item*& item : block->items) item = New<Item>();
  return block;
}

uint64_t Store(void* made, uint64_t count) {
  Block* block = static_cast<Block*>(made);
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    block->slots[i % Block::kSlotCount] = block->items[i & 1];
  }
  for (Ref<Item>& slot : block->slots) sum += slot->number;
  return sum;
}

// An element of a document, with five links and its value.
struct Element {
  Ref<Element> parent;
  Ref<Element> first;
  Ref<Element> last;
  Ref<Element> next;
  Ref<Element> previous;
  uint32_t value = 0;

  void Append(Element* child) {
    child->parent = this;
    child->previous = last;
    if (last) {
      last->next = child;
    } else {
      first = child;
    }
    last = child;
  }

  void Remove() {
    Element* owner = parent.get();
    if (previous) {
      previous->next = next;
    } else {
      owner->first = next;
    }
    if (next) {
      next->previous = previous;
    } else {
      owner->last = previous;
    }
    parent = next = previous = nullptr;
  }
};

struct Document {
  static constexpr uint32_t kElementCount = 20'000;
  static constexpr uint32_t kItemCount = 100;
  std::vector<Element*> elements;
  std::vector<Element*> items;
};

void* MakeDom() {
  static Document document;
  Random random(kGoldenRatio);
  document.elements.push_back(New<Element>());
  for (uint32_t i = 1; i < Document::kElementCount; ++i) {
    Element* element = New<Element>();
    document.elements[random.Below(i)]->Append(element);
    document.elements.push_back(element);
  }
  for (uint32_t i = 0; i < Document::kItemCount; ++i) {
    document.items.push_back(New<Element>());
  }
  return &document;
}

// `count` is of items added, changed and deleted.
uint64_t MutateDom(void* made, uint64_t count) {
  Document* document = static_cast<Document*>(made);
  Random random(count);
  uint64_t sum = 0;
  for (uint64_t done = 0; done < count; done += Document::kItemCount) {
    Element* parent = document->elements[random.Below(Document::kElementCount)];
    for (Element* item : document->items) parent->Append(item);
    for (Element* item = parent->first.get(); item != nullptr;
         item = item->next.get()) {
      sum += ++item->value;
    }
    for (Element* item : document->items) item->Remove();
  }
  return sum;
}

constexpr Kernel kKernels[kKernelCount] = {
    {"chase", MakeNearRing, Chase, 50'000'000},
    {"chase_far", MakeFarRing, Chase, 1 << 21},
    {"tree", MakeTree, WalkTree, 10'000'000},
    {"hash_set", MakeSet, LookUp, 5'000'000},
    {"store", MakeBlock, Store, 50'000'000},
    {"dom", MakeDom, MutateDom, 2'000'000}};

}  // namespace
}  // namespace codec

const codec::Kernel* codec_kernels() {
  codec::OpenCage();
  return codec::kKernels;
}
