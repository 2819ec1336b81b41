// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The classes of Halfword itself that an image can have: registered before an
// image is opened, since no class of the program names them.

#ifndef HALFWORD_IMAGE_LIBRARY_TYPES_H_
#define HALFWORD_IMAGE_LIBRARY_TYPES_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

void RegisterLibraryTypes();

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_IMAGE_LIBRARY_TYPES_H_
