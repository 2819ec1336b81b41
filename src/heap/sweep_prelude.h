// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// SweepPrelude: what must be done after marking, and before any page is swept.
// It still asks of objects whether they have died, and may take too long for a
// pause. Until it ends, allocation takes new pages.

#ifndef HALFWORD_HEAP_SWEEP_PRELUDE_H_
#define HALFWORD_HEAP_SWEEP_PRELUDE_H_

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI::internal {

class SweepPrelude {
 public:
  // Does as much as sweeping a page takes. Returns whether nothing is left.
  virtual bool Advance() = 0;
  // Nothing was left: pages may be swept from now on.
  virtual void NoteEnd() = 0;

 protected:
  ~SweepPrelude() = default;
};

}  // namespace halfword::inline HALFWORD_ABI::internal

#endif  // HALFWORD_HEAP_SWEEP_PRELUDE_H_
