// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Threads, each of which makes one heap after the other, changes it at random
// beside a model, and ends it, while all of them pass handles to their objects
// around. The thread sanitizer's favourite: helpers of several heaps mark and
// sweep on the threads of their platforms, snapshots and saves come in between,
// and handles are copied by threads that own none of the heaps.
//
// A seed repeats what each thread does; when it does it is up to the system.

#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/halfword.h"
#include "tests/stress/book_exchange.h"
#include "tests/stress/chooser.h"
#include "tests/stress/library_life.h"
#include "tests/stress/stress_run.h"

namespace halfword::inline HALFWORD_ABI::stress {
namespace {

constexpr size_t kThreadCount = 3;
constexpr size_t kStepsOfLife = 2500;

class ImageFolder {
 public:
  ImageFolder() : path_(testing::TempDir() + "thread_stress.XXXXXX") {
    EXPECT_NE(mkdtemp(path_.data()), nullptr);
  }
  ~ImageFolder() { std::filesystem::remove_all(path_); }
  ImageFolder(const ImageFolder&) = delete;
  ImageFolder& operator=(const ImageFolder&) = delete;

  std::string PathOf(size_t index) const {
    return path_ + "/" + std::to_string(index) + ".image";
  }

 private:
  std::string path_;
};

// Every second life is of the thread's image, and goes on from its last save.
void RunLives(uint64_t seed, size_t step_count, const std::string& image_path,
              BookExchange* exchange) {
  RandomChooser chooser(seed);
  LibraryModel saved;
  for (size_t step = 0, life = 0; step < step_count; ++life) {
    const bool has_image = life % 2 == 1;
    LibraryLife library(&chooser, exchange, has_image ? image_path : "",
                        has_image ? saved : LibraryModel());
    library.Compare();
    const size_t steps = 1 + chooser.Pick(kStepsOfLife);
    for (size_t i = 0; i < steps && step < step_count; ++i, ++step) {
      library.Step();
      if (testing::Test::HasFailure()) {
        ADD_FAILURE() << "in step " << step << " of the thread whose image is "
                      << image_path;
        return;
      }
    }
    library.End();
    if (has_image) saved = library.saved();
  }
}

TEST(ThreadStress, HeapsOfThreadsAreAsTheirModels) {
  const StressRun run;
  const ImageFolder folder;
  BookExchange exchange;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreadCount; ++i) {
    threads.emplace_back(RunLives, run.seed() + i,
                         run.step_count() / kThreadCount, folder.PathOf(i),
                         &exchange);
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::stress
