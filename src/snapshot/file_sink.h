// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FileSink: a snapshot that goes to a file.

#ifndef HALFWORD_SNAPSHOT_FILE_SINK_H_
#define HALFWORD_SNAPSHOT_FILE_SINK_H_

#include <cstddef>

#include "base/output_file.h"
#include "halfword/heap_snapshot.h"

namespace halfword::inline HALFWORD_ABI::internal {

class FileSink final : public SnapshotSink {
 public:
  explicit FileSink(OutputFile* file) : file_(*file) {}
  bool Write(const char* data, size_t bytes) override {
    return file_.Write(data, bytes);
  }

 private:
  OutputFile& file_;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_SNAPSHOT_FILE_SINK_H_
