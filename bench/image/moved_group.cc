// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// An image that is opened where another one is at home, so that all of its
// references are moved. There are 100 million: 25 million objects have four
// each. Rows:
//
//   moved_open   the second of two openings of one image, unverified
//
// "least_wall_ms" is the least of all openings by the clock: moving is shared
// with the helpers of the platform.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/image/groups.h"
#include "bench/image/image_tree.h"

namespace bench {
namespace {

using halfword::GarbageCollected;
using halfword::Member;

constexpr uint64_t kObjects = 25'000'000;
constexpr uint64_t kMovedOpenings = 8;

class Quad : public GarbageCollected<Quad> {
 public:
  Member<Quad> before_, twice_before_, any_, first_;
  HALFWORD_FIELDS(Quad, before_, twice_before_, any_, first_)
};

std::unique_ptr<halfword::Heap> OpenQuads(const std::string& path,
                                          halfword::ImageAccess access) {
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<Quad>();
  options.access = access;
  options.check = halfword::ImageCheck::kTrust;
  options.heap.growth_bytes_min = SIZE_MAX;
  halfword::ImageStatus status;
  auto heap = halfword::Heap::Open(path, std::move(options), &status);
  ExpectOk(status);
  return heap;
}

void MakeQuads(const std::string& path, uint64_t count) {
  const auto heap = OpenQuads(path, halfword::ImageAccess::kReadWrite);
  const halfword::HeapScope scope(*heap);
  std::vector<Quad*> quads;
  quads.reserve(count);
  Random random(1);
  for (uint64_t i = 0; i < count; ++i) {
    auto* const made =
        halfword::MakeGarbageCollected<Quad>(heap->GetAllocationHandle());
    quads.push_back(made);
    made->first_ = quads[0];
    made->before_ = quads[i < 1 ? 0 : i - 1];
    made->twice_before_ = quads[i < 2 ? 0 : i - 2];
    made->any_ = quads[random.Below(static_cast<uint32_t>(i + 1))];
  }
  heap->SetRoot("last", quads.back());
  ExpectOk(heap->Save());
  ExpectOk(heap->Close());
}

}  // namespace

void RunMoved(const Scale& scale) {
  const ImageFile file;
  MakeQuads(file.path(), scale(kObjects));
  const auto first = OpenQuads(file.path(), halfword::ImageAccess::kReadOnly);
  double least_wall_ms = 0;
  uint64_t sum = 0;
  Row row("image", "moved_open");
  for (uint64_t i = 0; i < kMovedOpenings; ++i) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto heap = OpenQuads(file.path(), halfword::ImageAccess::kReadOnly);
    const std::chrono::duration<double, std::milli> wall = Clock::now() - begin;
    least_wall_ms =
        i == 0 ? wall.count() : std::min(least_wall_ms, wall.count());
    const auto* const last = heap->GetRoot<Quad>("last");
    sum += last->twice_before_ == last->before_->before_ ? 1 : 0;
  }
  row.Stop(kMovedOpenings);
  row.Add("least_wall_ms", least_wall_ms);
  row.CompareBy("least_wall_ms");
  row.Checksum(sum);
  row.Print();
}

}  // namespace bench
