// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// A program that is killed at any instant, and whose image is then looked at.
//
//   crash_program write IMAGE SEED RANDOM   saves again and again, for ever
//   crash_program read IMAGE SEED           looks until its input ends
//   crash_program count IMAGE               adds one, saves, waits for its
//   input
//
// Lines on its output: "opened N" once the image is open and its content found
// to be that of N; "saving N" and "saved N" around each save. Ends with 3 where
// another process has the image, with 1 for everything else.

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "crash_world.h"
#include "halfword/allocation.h"
#include "halfword/image.h"

namespace crash {

namespace {

constexpr int kBusy = 3;

void Say(const char* what, uint64_t number) {
  std::printf("%s %llu\n", what, static_cast<unsigned long long>(number));
  std::fflush(stdout);
}

int Fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return 1;
}

std::unique_ptr<halfword::Heap> Open(const char* path,
                                     halfword::ImageAccess access,
                                     halfword::ImageStatus* status) {
  halfword::ImageOptions options;
  options.types = halfword::ImageTypes::Of<World>();
  options.access = access;
  return halfword::Heap::Open(path, std::move(options), status);
}

// The end of this process's input, or a byte of it.
void WaitForInput() {
  char byte = 0;
  static_cast<void>(!read(STDIN_FILENO, &byte, 1));
}

World* WorldOf(halfword::Heap* heap) {
  auto* world = heap->GetRoot<World>("world");
  if (world == nullptr) {
    world = halfword::MakeGarbageCollected<World>(heap->GetAllocationHandle());
    heap->SetRoot("world", world);
  }
  return world;
}

int Write(const char* path, CrashModel model, uint64_t seed) {
  halfword::ImageStatus status;
  const auto heap = Open(path, halfword::ImageAccess::kReadWrite, &status);
  if (heap == nullptr) return Fail(status.message());
  World* world = WorldOf(heap.get());
  model.StepTo(world->number_);
  const std::string difference = Difference(model, *world);
  if (!difference.empty()) return Fail("differs: " + difference);
  Say("opened", model.number());
  std::mt19937_64 random(seed);
  for (;;) {
    model.Step();
    FollowModel(model, heap.get(), world);
    if (random() % 5 == 0) heap->Collect();
    Say("saving", model.number());
    status = heap->Save({.is_relaxed = random() % 2 == 0});
    if (!status.ok()) return Fail(status.message());
    Say("saved", model.number());
    if (random() % 20 != 0) continue;
    const halfword::VerifyReport report = heap->Verify();
    if (!report.ok()) return Fail(report.findings.front());
  }
}

int Read(const char* path, CrashModel model) {
  halfword::ImageStatus status;
  const auto heap = Open(path, halfword::ImageAccess::kReadOnly, &status);
  if (heap == nullptr) return Fail(status.message());
  const World* const world = WorldOf(heap.get());
  model.StepTo(world->number_);
  for (const bool is_last : {false, true}) {
    const std::string difference = Difference(model, *world);
    if (!difference.empty()) return Fail("differs: " + difference);
    Say(is_last ? "still" : "opened", model.number());
    if (!is_last) WaitForInput();
  }
  return 0;
}

int Count(const char* path) {
  halfword::ImageStatus status;
  const auto heap = Open(path, halfword::ImageAccess::kReadWrite, &status);
  if (heap == nullptr) {
    Fail(status.message());
    return status.error() == halfword::ImageError::kBusy ||
                   status.error() == halfword::ImageError::kExists
               ? kBusy
               : 1;
  }
  World* const world = WorldOf(heap.get());
  Say("opened", world->number_);
  ++world->number_;
  status = heap->Save();
  if (!status.ok()) return Fail(status.message());
  Say("saved", world->number_);
  WaitForInput();
  return 0;
}

int Main(int count, char** arguments) {
  const std::string what = count < 3 ? "" : arguments[1];
  const auto number = [&](int i) {
    return std::strtoull(arguments[i], nullptr, 10);
  };
  if (what == "write" && count == 5) {
    return Write(arguments[2], CrashModel(number(3)), number(4));
  }
  if (what == "read" && count == 4) {
    return Read(arguments[2], CrashModel(number(3)));
  }
  if (what == "count" && count == 3) return Count(arguments[2]);
  return Fail("crash_program write|read|count IMAGE ...");
}

}  // namespace

}  // namespace crash

int main(int count, char** arguments) { return crash::Main(count, arguments); }
