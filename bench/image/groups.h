// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What the groups of the suite "image" share, and those that only Halfword has.

#ifndef HALFWORD_BENCH_IMAGE_GROUPS_H_
#define HALFWORD_BENCH_IMAGE_GROUPS_H_

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "bench/measure.h"

namespace bench {

// How often each kind of opening is measured; the least time counts.
constexpr uint64_t kOpenings = 64;

// A name for an image, and nothing of that name at the beginning and the end.
// Another process may run the suite as well.
class ImageFile {
 public:
  ImageFile()
      : path_(std::string(HALFWORD_BENCH_FOLDER) + "/" +
              std::to_string(getpid()) + ".image") {
    std::filesystem::remove(path_);
  }
  ImageFile(const ImageFile&) = delete;
  ImageFile& operator=(const ImageFile&) = delete;
  ~ImageFile() { std::filesystem::remove(path_); }

  const std::string& path() const { return path_; }

 private:
  const std::string path_;
};

void RunSaves(const Scale& scale);
void RunFragmented(const Scale& scale);
void RunMoved(const Scale& scale);
void RunKernel(const Scale& scale);

}  // namespace bench

#endif  // HALFWORD_BENCH_IMAGE_GROUPS_H_
