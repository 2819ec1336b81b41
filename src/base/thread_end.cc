// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The hook is a key of POSIX threads, whose destructors run last.

#include "base/thread_end.h"

namespace halfword::inline HALFWORD_ABI::internal {

bool ThreadEndHook::Arm(void* argument) {
  std::call_once(once_,
                 [this] { made_ = pthread_key_create(&key_, callback_) == 0; });
  return made_ && pthread_setspecific(key_, argument) == 0;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
