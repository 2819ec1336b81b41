// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What a program does whose data are a noun. Rows:
//
//   kernel_cycle          a jam is read into a new image, the image is saved
//                         and closed, opened again, each byte checked, and the
//                         noun is written as a jam; compared by the time of
//                         the clock, with the page faults of the process
//   kernel_eightfold_open an image that has the noun eight times is opened, its
//                         roots are looked at, and it is closed; nothing is
//                         checked

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/image/groups.h"
#include "bench/image/image_tree.h"
#include "examples/nouns/cue.h"
#include "examples/nouns/jam.h"

namespace bench {
namespace {

using Bytes = std::vector<uint8_t>;

constexpr int kFold = 8;

Bytes ReadKernel() {
  std::ifstream input(HALFWORD_JAMS "/kernel.jam", std::ios::binary);
  return {std::istreambuf_iterator<char>(input), {}};
}

std::unique_ptr<halfword::Heap> OpenNouns(
    const std::string& path,
    halfword::ImageCheck check = halfword::ImageCheck::kFull) {
  halfword::ImageOptions options;
  options.check = check;
  options.types = halfword::ImageTypes::Of<nouns::Cell, nouns::IndirectAtom,
                                           nouns::NounRoot>();
  halfword::ImageStatus status;
  auto heap = halfword::Heap::Open(path, std::move(options), &status);
  ExpectOk(status);
  return heap;
}

std::string NameOf(int number) { return "noun " + std::to_string(number); }

void KeepNouns(const std::string& path, const Bytes& jam, int count) {
  const auto heap = OpenNouns(path);
  auto& handle = heap->GetAllocationHandle();
  for (int i = 0; i < count; ++i) {
    heap->SetRoot(NameOf(i), halfword::MakeGarbageCollected<nouns::NounRoot>(
                                 handle, nouns::Cue(handle, jam)));
  }
  ExpectOk(heap->Save());
  ExpectOk(heap->Close());
}

Bytes JamAgain(const std::string& path) {
  const auto heap = OpenNouns(path);
  return nouns::Jam(heap->GetRoot<nouns::NounRoot>(NameOf(0))->noun());
}

void RunCycle(const Bytes& jam) {
  const ImageFile file;
  Row row("image", "kernel_cycle");
  KeepNouns(file.path(), jam, 1);
  const Bytes again = JamAgain(file.path());
  row.Stop();
  if (again != jam) {
    std::fprintf(stderr, "kernel.jam: another jam came back\n");
    std::exit(1);
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  row.Add("minor_faults", static_cast<double>(usage.ru_minflt));
  row.Add("major_faults", static_cast<double>(usage.ru_majflt));
  row.Add("file_bytes",
          static_cast<double>(std::filesystem::file_size(file.path())));
  row.CompareBy("wall_ms");
  row.Checksum(again.size());
  row.Print();
}

void RunOpening(const Bytes& jam) {
  const ImageFile file;
  KeepNouns(file.path(), jam, kFold);
  Row row("image", "kernel_eightfold_open");
  double least_ms = 0;
  uint64_t cell_count = 0;
  for (uint64_t i = 0; i < kOpenings; ++i) {
    Row one("image", "opening");
    {
      const auto heap = OpenNouns(file.path(), halfword::ImageCheck::kTrust);
      for (int number = 0; number < kFold; ++number) {
        const auto* const root = heap->GetRoot<nouns::NounRoot>(NameOf(number));
        cell_count += root->noun().IsInteger() ? 0 : 1;
      }
    }
    one.Stop();
    least_ms = i == 0 ? one.cpu_ms() : std::min(least_ms, one.cpu_ms());
  }
  row.Stop(kOpenings);
  row.Add("least_ms", least_ms);
  row.Add("file_bytes",
          static_cast<double>(std::filesystem::file_size(file.path())));
  row.Checksum(cell_count);
  row.Print();
}

}  // namespace

void RunKernel(const Scale&) {
  const Bytes jam = ReadKernel();
  RunCycle(jam);
  RunOpening(jam);
}

}  // namespace bench
