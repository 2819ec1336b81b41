// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "ref_ptr": a million counted nodes are created, copied and destroyed.
// A node has a number and refers to two earlier ones, so that it takes what a
// small object with counted references takes. Each is copied twice, once in
// order and once at random.
//
// The group "plain" runs in a process with one thread, where std::shared_ptr
// does without atomic operations; in the group "atomic" a second thread has
// been there, and both count atomically.

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "bench/counted.h"
#include "bench/measure.h"
#include "bench/threads.h"

namespace bench {
namespace {

template <Threads kThreads>
class Node : public CountedObject<Node<kThreads>, kThreads> {
 public:
  Node(Counted<Node> parent, Counted<Node> other, uint32_t value)
      : parent_(std::move(parent)), other_(std::move(other)), value_(value) {}
  uint32_t value() const { return value_; }

 private:
  Counted<Node> parent_;
  Counted<Node> other_;
  uint32_t value_;
  HALFWORD_BENCH_FIELDS(Node, parent_, other_, value_)
};

// Parents as in a heap, so that no chain of destructors is long.
template <Threads kThreads>
void Create(std::vector<Counted<Node<kThreads>>>& nodes) {
  Random random(1);
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    nodes[i] = MakeCounted<Node<kThreads>>(
        i == 0 ? nullptr : nodes[(i - 1) / 2],
        i == 0 ? nullptr : nodes[random.Below(i)], i);
  }
}

template <Threads kThreads>
uint64_t Copy(const std::vector<Counted<Node<kThreads>>>& nodes,
              std::vector<Counted<Node<kThreads>>>& copies) {
  Random random(2);
  const auto count = static_cast<uint32_t>(nodes.size());
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; ++i) copies[i] = nodes[i];
  for (uint32_t i = 0; i < count; ++i) copies[i] = nodes[random.Below(count)];
  for (const auto& copy : copies) sum += copy->value();
  for (auto& copy : copies) copy.reset();
  return sum;
}

template <Threads kThreads>
void RunAll(const std::string& prefix, const Scale& scale) {
  const uint64_t count = scale(1 << 20);
  std::vector<Counted<Node<kThreads>>> nodes(count);
  std::vector<Counted<Node<kThreads>>> copies(count);
  const uint64_t resident_bytes = ResidentBytes();

  Row all("ref_ptr", (prefix + "_all").c_str());
  Row create("ref_ptr", (prefix + "_create").c_str());
  Create<kThreads>(nodes);
  create.Stop();
  const uint64_t node_bytes = ResidentBytes() - resident_bytes;
  Row copy("ref_ptr", (prefix + "_copy").c_str());
  const uint64_t sum = Copy<kThreads>(nodes, copies);
  copy.Stop();
  Row destroy("ref_ptr", (prefix + "_destroy").c_str());
  for (auto& node : nodes) node.reset();
  destroy.Stop();
  all.Stop();

  for (Row* const row : {&create, &copy, &destroy, &all}) {
    row->Operations(count);
    row->Checksum(sum);
    row->Print();
  }
  Row bytes("ref_ptr", (prefix + "_bytes").c_str());
  bytes.Stop();
  bytes.Add("resident_bytes_per_node",
            static_cast<double>(node_bytes) / static_cast<double>(count));
  bytes.CompareBy("resident_bytes_per_node");
  bytes.Print();
}

void RunPlain(const Scale& scale) { RunAll<Threads::kOne>("plain", scale); }

void RunAtomic(const Scale& scale) {
  std::thread([] {}).join();
  RunAll<Threads::kAny>("atomic", scale);
}

constexpr Group kGroups[] = {{"plain", RunPlain}, {"atomic", RunAtomic}};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
