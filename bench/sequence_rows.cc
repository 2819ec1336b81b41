// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Vectors and deques of references to a million objects of 8 bytes.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bench/containers.h"
#include "bench/measure.h"
#include "bench/sequences.h"

namespace bench {
namespace {

struct Item : Object<Item> {
  explicit Item(uint32_t item_number) : number(item_number) {}
  uint32_t number;
  uint32_t color = 0;
  HALFWORD_BENCH_FIELDS(Item, number, color)
};

// An element of a document: a row of children, and something else.
struct Parent : Object<Parent> {
  Vector<Item> children;
  uint64_t other = 0;
  HALFWORD_BENCH_FIELDS(Parent, children, other)
};

struct Shelf : Object<Shelf> {
  Vector<Item> items;
  Vector<Parent> parents;
  HALFWORD_BENCH_FIELDS(Shelf, items, parents)
};

Shelf* MakeShelf(World& world, uint64_t count) {
  auto* const shelf = world.Make<Shelf>();
  shelf->items.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    shelf->items.push_back(world.Make<Item>(i));
  }
  return shelf;
}

template <typename T>
double BytesPerElement(const Vector<T>& vector) {
  return static_cast<double>(vector.capacity() * sizeof(Reference<T>) +
                             sizeof(vector)) /
         static_cast<double>(vector.size());
}

void MeasurePushBack(const Vector<Item>& items) {
  constexpr uint64_t kRepetitions = 20;
  Row push_back("sequences", "vector_push_back");
  uint64_t sum = 0;
  double bytes = 0;
  for (uint64_t i = 0; i < kRepetitions; ++i) {
    Vector<Item> vector;
    for (const Reference<Item>& item : items) vector.push_back(item);
    sum += vector.back()->number + vector.size();
    bytes = BytesPerElement<Item>(vector);
    vector.clear();
    vector.shrink_to_fit();
  }
  push_back.Stop(kRepetitions);
  push_back.Operations(items.size());
  push_back.Add("bytes_per_element", bytes);
  push_back.Checksum(sum);
  push_back.Print();

  Row reserved("sequences", "vector_bytes");
  const Vector<Item> copy = items;
  reserved.Stop();
  reserved.Add("bytes_per_element", BytesPerElement<Item>(copy));
  reserved.CompareBy("bytes_per_element");
  reserved.Print();
}

void MeasureReading(const Vector<Item>& items) {
  constexpr uint64_t kRepetitions = 20;
  Row iterate("sequences", "vector_iterate");
  uint64_t sum = 0;
  for (uint64_t i = 0; i < kRepetitions; ++i) {
    for (const Reference<Item>& item : items) sum += item->number;
  }
  iterate.Stop(kRepetitions);
  iterate.Operations(items.size());
  iterate.Checksum(sum);
  iterate.Print();

  Row random_access("sequences", "vector_random_access");
  Random random(7);
  const auto count = static_cast<uint32_t>(items.size());
  for (uint64_t i = 0; i < kRepetitions * count; ++i) {
    sum += items[random.Below(count)]->number;
  }
  random_access.Stop(kRepetitions);
  random_access.Operations(items.size());
  random_access.Checksum(sum);
  random_access.Print();
}

void MeasureMiddle(const Vector<Item>& items, uint64_t count) {
  const auto end = static_cast<ptrdiff_t>(items.size() / 32);
  Vector<Item> vector(items.begin(), items.begin() + end);
  const auto middle = static_cast<ptrdiff_t>(vector.size() / 2);
  Row erase("sequences", "vector_erase_middle");
  for (uint64_t i = 0; i < count; ++i) {
    vector.erase(vector.begin() + middle);
  }
  erase.Stop();
  erase.Operations(count);
  erase.Checksum(vector[static_cast<size_t>(middle)]->number);
  erase.Print();

  Row insert("sequences", "vector_insert_middle");
  for (uint64_t i = 0; i < count; ++i) {
    vector.insert(vector.begin() + middle, items[i]);
  }
  insert.Stop();
  insert.Operations(count);
  insert.Checksum(vector[static_cast<size_t>(middle) + 1]->number);
  insert.Print();
}

}  // namespace

void RunVectors(const Scale& scale) {
  World world;
  const Shelf* const shelf = MakeShelf(world, scale(1'000'000));
  MeasurePushBack(shelf->items);
  MeasureReading(shelf->items);
  MeasureMiddle(shelf->items, scale(10'000));
}

// A million parents with none to seven children each.
void RunShortVectors(const Scale& scale) {
  const uint64_t count = scale(1'000'000);
  World world;
  Shelf* const shelf = MakeShelf(world, 1'000);
  shelf->parents.reserve(count);
  const uint64_t resident_bytes = ResidentBytes();
  Random random(11);
  Row build("sequences", "short_vectors");
  uint64_t child_count = 0;
  for (uint64_t i = 0; i < count; ++i) {
    auto* const parent = world.Make<Parent>();
    shelf->parents.push_back(parent);
    for (uint32_t n = random.Below(8); n != 0; --n) {
      parent->children.push_back(shelf->items[random.Below(1'000)]);
      ++child_count;
    }
  }
  build.Stop();
  build.Operations(count);
  build.Checksum(child_count);
  build.Add("resident_bytes_per_vector",
            static_cast<double>(ResidentBytes() - resident_bytes) /
                static_cast<double>(count));
  build.Print();
}

void RunDeques(const Scale& scale) {
  const uint64_t count = scale(20'000'000);
  World world;
  const Shelf* const shelf = MakeShelf(world, 1'000);
  Deque<Item> queue;
  for (const Reference<Item>& item : shelf->items) queue.push_back(item);
  Row row("sequences", "deque_queue");
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; ++i) {
    sum += queue.front()->number;
    queue.push_back(queue.front());
    queue.pop_front();
  }
  row.Stop();
  row.Operations(count);
  row.Checksum(sum);
  row.Print();
}

}  // namespace bench
