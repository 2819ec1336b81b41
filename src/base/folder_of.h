// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// FolderOf: the folder that a file of this path is in, or would be.

#ifndef HALFWORD_BASE_FOLDER_OF_H_
#define HALFWORD_BASE_FOLDER_OF_H_

#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

inline std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_BASE_FOLDER_OF_H_
