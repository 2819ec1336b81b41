// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The numbers that shape a document come from a generator of 32 bits, which
// JavaScript can follow without big integers.

#include "bench/snapshots/heaps.h"

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace bench {
namespace {

constexpr uint32_t kTagCount = 16;
constexpr uint32_t kAttributeNameCount = 8;
constexpr uint32_t kDepthMax = 20;
constexpr std::string_view kFiller =
    "the quick brown fox jumps over the lazy dog and runs away again ";

class Numbers {
 public:
  // 24 bits.
  uint32_t Next() {
    state_ = state_ * 1664525 + 1013904223;
    return state_ >> 8;
  }

 private:
  uint32_t state_ = 1;
};

}  // namespace

void Node::Append(Node* child) {
  Node* const last = last_child_.get();
  child->parent_ = this;
  child->previous_ = last;
  if (last == nullptr) {
    first_child_ = child;
  } else {
    last->next_ = child;
  }
  last_child_ = child;
}

void Item::Link(Item* previous, Item* earlier) {
  previous_ = previous;
  previous->next_ = this;
  earlier_ = earlier;
}

halfword::String Subject::MakeString(uint64_t number, uint32_t bytes) {
  std::array<char, kFiller.size()> text;
  kFiller.copy(text.data(), text.size());
  for (size_t i = 0; i < 7; ++i, number /= 26) {
    text[i] = static_cast<char>('a' + number % 26);
  }
  ++made_count_;
  return halfword::String(heap_->GetAllocationHandle(),
                          std::string_view(text.data(), bytes));
}

void Subject::MakeDocument(uint64_t node_count) {
  halfword::AllocationHandle& handle = heap_->GetAllocationHandle();
  const halfword::HeapScope scope(*heap_);
  std::array<halfword::Atom, kTagCount> tags;
  for (uint32_t i = 0; i < kTagCount; ++i) {
    tags[i] = halfword::Atom(handle, "element-" + std::to_string(i));
  }
  std::array<halfword::String, kAttributeNameCount> names;
  for (uint32_t i = 0; i < kAttributeNameCount; ++i) {
    names[i] = halfword::String(handle, "attribute-" + std::to_string(i));
  }
  Element* const root = Make<Element>(tags[0]);
  root_->document = root;
  Node* parent = root;
  uint32_t depth = 0;
  Numbers numbers;
  for (uint64_t i = 1; i < node_count; ++i) {
    const uint32_t number = numbers.Next();
    if (number >> 22 == 0) {
      parent->Append(Make<Text>(MakeString(i, 8 + (number >> 16) % 56)));
    } else {
      auto* const element = Make<Element>(tags[(number >> 12) % kTagCount]);
      parent->Append(element);
      if ((number >> 16 & 1) != 0) {
        const auto value = MakeString(i, 8 + (number >> 18) % 16);
        element->Add(
            Make<Attribute>(names[(number >> 8) % kAttributeNameCount], value));
      }
      if ((number >> 17 & 1) != 0 && depth < kDepthMax) {
        parent = element;
        ++depth;
      }
    }
    if (depth > 0 && numbers.Next() % 8 < 3) {
      parent = parent->parent();
      --depth;
    }
  }
}

std::string NamedItem::GetHumanReadableName() const {
  return "the item of number " + std::to_string(number());
}

template <typename T>
void Subject::MakeListOf(uint64_t item_count) {
  Item* last = Make<T>(0u);
  root_->list = last;
  Item* earlier = last;
  for (uint32_t i = 1; i < item_count; ++i) {
    Item* const item = Make<T>(i);
    item->Link(last, earlier);
    last = item;
    if (i % 8 == 0) earlier = item;
  }
}

void Subject::MakeList(uint64_t item_count) { MakeListOf<Item>(item_count); }

void Subject::MakeNamed(uint64_t count) { MakeListOf<NamedItem>(count); }

void Subject::MakeHandles(uint64_t count) {
  MakeList(count);
  handles_.reserve(count);
  for (Item* item = root_->list; item != nullptr; item = item->next()) {
    handles_.emplace_back(item);
  }
}

void Subject::MakePairs(uint64_t count) {
  Item* key = Make<Item>(0u);
  root_->list = key;
  for (uint32_t i = 1; i <= count; ++i) {
    halfword::EphemeronPair<Item, Item> pair;
    pair.key = key;
    pair.value = key = Make<Item>(i);
    root_->pairs.push_back(pair);
  }
}

void Subject::MakeStrings(uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    root_->strings.push_back(MakeString(i, 8 + static_cast<uint32_t>(i % 16)));
  }
}

void Subject::MakeNumbers(uint64_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    std::array<char, 16> digits;
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), i).ptr;
    const halfword::String key(heap_->GetAllocationHandle(),
                               std::string_view(digits.data(), end));
    ++made_count_;
    root_->numbers.insert_or_assign(key, Make<Item>(i));
  }
}

uint64_t Subject::HeapBytes() {
  heap_->Collect(
      {.stack = halfword::StackState::kNoHeapPointers, .reason = "bench"});
  return heap_->CollectStatistics(halfword::HeapStatistics::kBrief)
      .used_size_bytes;
}

}  // namespace bench
