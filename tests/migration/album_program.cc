// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Makes an image of an album, or looks through one:
//
//   album_program make IMAGE
//   album_program check IMAGE     and goes on with it: adds, collects, saves
//
// It is built once for each width of references that a build of the project
// has.

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "tests/migration/album.h"

namespace {

int Fail(const std::string& line) {
  std::fprintf(stderr, "%s\n", line.c_str());
  return 1;
}

int Make(halfword::Heap& heap) {
  const halfword::HeapScope scope(heap);
  halfword::AllocationHandle& handle = heap.GetAllocationHandle();
  auto* const album = halfword::MakeGarbageCollected<album::Album>(handle);
  heap.SetRoot("album", album);
  album->Fill(handle);
  const halfword::ImageStatus status = heap.Save();
  return status.ok() ? 0 : Fail(status.message());
}

int Check(halfword::Heap& heap) {
  const halfword::HeapScope scope(heap);
  auto* const album = heap.GetRoot<album::Album>("album");
  if (album == nullptr) return Fail("no album");
  std::string fault = album->FindFault();
  if (!fault.empty()) return Fail("not as it was: " + fault);
  const halfword::VerifyReport report = heap.Verify();
  if (!report.ok()) return Fail(report.findings.front());
  // It is an image like others.
  heap.SetRoot("more", halfword::MakeGarbageCollected<album::Picture>(
                           heap.GetAllocationHandle(), 5));
  heap.Collect(
      {.stack = halfword::StackState::kNoHeapPointers, .reason = "test"});
  fault = album->FindFault();
  if (!fault.empty()) return Fail("after a collection: " + fault);
  const halfword::ImageStatus status = heap.Save();
  return status.ok() ? 0 : Fail(status.message());
}

}  // namespace

int main(int argc, char** argv) {
  const bool makes = argc == 3 && std::strcmp(argv[1], "make") == 0;
  if (!makes && (argc != 3 || std::strcmp(argv[1], "check") != 0)) return 2;
  halfword::ImageOptions options;
  options.types = album::Types();
  options.create_if_missing = makes;
  options.error_if_exists = makes;
  halfword::ImageStatus status;
  const auto heap = halfword::Heap::Open(argv[2], std::move(options), &status);
  if (heap == nullptr) return Fail(status.message());
  const int result = makes ? Make(*heap) : Check(*heap);
  status = heap->Close();
  return status.ok() ? result : Fail(status.message());
}
