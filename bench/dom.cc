// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "dom": a document of a million nodes (dom_document.h). Rows, in the
// order in which one process runs them, so that peak_bytes grows down the list:
//
//   build            make the document as a parser would
//   bytes_per_node   what a node with its attributes and text takes, after a
//                    collection
//   full_collection  one collection of the document, nothing to free
//   traverse         ten walks in document order
//   random_visit     ten visits to every node in random order, each reading the
//                    node and its parent: caches do not help, only how many
//                    misses run at once does
//   hash_insert      a plain open-addressing set of references (linear probing,
//   hash_lookup      half full) that takes every second node; then all are
//                    looked up
//   release          drop the document and take its memory back

#include <bit>
#include <cstdint>
#include <span>

#include "bench/dom_document.h"
#include "bench/measure.h"
#include "bench/reference_set.h"
#include "bench/runtime.h"
#include "bench/table.h"

namespace bench {
namespace {

using LinkTable = Table<Link<Node>>;

constexpr uint32_t kWalkCount = 10;
constexpr uint32_t kCollectionCount = 5;

void MeasureBytes(Runtime& runtime, uint32_t node_count, uint64_t live_bytes,
                  uint64_t resident_bytes) {
  Row row("dom", "bytes_per_node");
  runtime.Collect();
  row.Stop();
  double nodes = node_count;
  row.Add("bytes_per_node",
          static_cast<double>(runtime.LiveBytes() - live_bytes) / nodes);
  row.Add("resident_bytes_per_node",
          static_cast<double>(ResidentBytes() - resident_bytes) / nodes);
  row.Add("object_bytes", sizeof(Element));
  row.CompareBy("bytes_per_node");
  row.Print();
}

void MeasureCollection(Runtime& runtime) {
  Row row("dom", "full_collection");
  for (uint32_t i = 0; i < kCollectionCount; ++i) runtime.Collect();
  row.Stop(kCollectionCount);
  row.Print();
}

uint64_t ReadNode(Node* node) {
  if (node->is_text()) {
    TextBody* body = Get(static_cast<Text*>(node)->body);
    return body->byte_count + static_cast<unsigned char>(body->bytes()[0]);
  }
  Element* element = static_cast<Element*>(node);
  Attribute* attribute = Get(element->attributes);
  return element->tag + (attribute == nullptr ? 0 : attribute->value);
}

void MeasureTraverse(Node* root) {
  Row row("dom", "traverse");
  uint64_t sum = 0;
  uint64_t visit_count = 0;
  for (uint32_t walk = 0; walk < kWalkCount; ++walk) {
    for (Node* node = root; node != nullptr; node = NextInDocument(node)) {
      sum += ReadNode(node);
      ++visit_count;
    }
  }
  row.Stop();
  row.Operations(visit_count);
  row.Checksum(sum + visit_count);
  row.Print();
}

// Lists all nodes in random order.
Local<LinkTable> ShuffleNodes(Runtime& runtime, Node* root,
                              uint32_t node_count) {
  Local<LinkTable> table = LinkTable::Make(runtime, node_count);
  std::span<Link<Node>> slots = Get(table)->slots();
  uint32_t count = 0;
  for (Node* node = root; node != nullptr; node = NextInDocument(node)) {
    slots[count++] = node;
  }
  Random random(0x2545f4914f6cdd1d);
  for (uint32_t i = count - 1; i > 0; --i) {
    uint32_t other = random.Below(i + 1);
    Node* node = Get(slots[i]);
    slots[i] = slots[other];
    slots[other] = node;
  }
  return table;
}

void MeasureRandomVisit(std::span<Link<Node>> nodes) {
  Row row("dom", "random_visit");
  uint64_t sum = 0;
  for (uint32_t walk = 0; walk < kWalkCount; ++walk) {
    for (Link<Node>& slot : nodes) {
      Node* node = Get(slot);
      Node* parent = Get(node->parent);
      sum += node->flags + (parent == nullptr ? 0 : parent->flags);
    }
  }
  row.Stop();
  row.Operations(nodes.size() * kWalkCount);
  row.Checksum(sum);
  row.Print();
}

void MeasureHash(Runtime& runtime, std::span<Link<Node>> nodes) {
  // Large enough not to grow.
  ReferenceSet<Node> set(runtime, std::bit_ceil(nodes.size()));

  // The list is shuffled, so its first half is every second node at random, and
  // which nodes these are does not depend on where they lie.
  size_t half = nodes.size() / 2;
  Row insert("dom", "hash_insert");
  for (Link<Node>& node : nodes.first(half)) set.Insert(node);
  insert.Stop();
  insert.Operations(half);
  insert.Print();

  Row lookup("dom", "hash_lookup");
  uint64_t found_count = 0;
  for (size_t i = 0; i < half; ++i) {
    found_count += set.Contains(nodes[i]);
    found_count += set.Contains(nodes[half + i]);
  }
  lookup.Stop();
  lookup.Operations(2 * half);
  lookup.Checksum(found_count);
  lookup.Print();
}

void MeasureRelease(Runtime& runtime, Root<Node>& root) {
  Row row("dom", "release");
  root = nullptr;
  runtime.Collect();
  row.Stop();
  row.Add("resident_bytes", static_cast<double>(ResidentBytes()));
  row.Print();
}

void RunDom(const Scale& scale) {
  uint32_t node_count = static_cast<uint32_t>(scale(1'000'000));
  Runtime runtime;
  runtime.Collect();
  uint64_t resident_bytes = ResidentBytes();
  uint64_t live_bytes = runtime.LiveBytes();

  Row build("dom", "build");
  Root<Node> root(MakeDocument(runtime, node_count));
  build.Stop();
  build.Operations(node_count);
  build.Add("collections", static_cast<double>(runtime.collection_count()));
  build.Print();

  MeasureBytes(runtime, node_count, live_bytes, resident_bytes);
  if (Runtime::kCollects) MeasureCollection(runtime);
  MeasureTraverse(Get(root));
  {
    Root<LinkTable> nodes(ShuffleNodes(runtime, Get(root), node_count));
    MeasureRandomVisit(Get(nodes)->slots());
    MeasureHash(runtime, Get(nodes)->slots());
  }
  MeasureRelease(runtime, root);
}

constexpr Group kGroups[] = {{"document", RunDom}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
