// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// All of Halfword's public interface. Each header it names can be included
// alone, and says what it offers.

#ifndef HALFWORD_HALFWORD_H_
#define HALFWORD_HALFWORD_H_

#include "halfword/allocation.h"
#include "halfword/atom.h"
#include "halfword/cross_thread_persistent.h"
#include "halfword/custom_space.h"
#include "halfword/default_platform.h"
#include "halfword/ephemeron_pair.h"
#include "halfword/explicit_management.h"
#include "halfword/fields.h"
#include "halfword/format.h"
#include "halfword/garbage_collected.h"
#include "halfword/heap.h"
#include "halfword/heap_consistency.h"
#include "halfword/heap_deque.h"
#include "halfword/heap_scope.h"
#include "halfword/heap_state.h"
#include "halfword/heap_statistics.h"
#include "halfword/heap_vector.h"
#include "halfword/liveness_broker.h"
#include "halfword/macros.h"
#include "halfword/member.h"
#include "halfword/mutable_string.h"
#include "halfword/name_provider.h"
#include "halfword/object_size_trait.h"
#include "halfword/page_allocator.h"
#include "halfword/persistent.h"
#include "halfword/persistent_string.h"
#include "halfword/platform.h"
#include "halfword/prefinalizer.h"
#include "halfword/process_heap_statistics.h"
#include "halfword/ref_counted.h"
#include "halfword/ref_ptr.h"
#include "halfword/sentinel_pointer.h"
#include "halfword/source_location.h"
#include "halfword/stack_state.h"
#include "halfword/string.h"
#include "halfword/tagged.h"
#include "halfword/tagged_member.h"
#include "halfword/trace_trait.h"
#include "halfword/tracing_controller.h"
#include "halfword/trailing_array.h"
#include "halfword/type_casting.h"
#include "halfword/type_traits.h"
#include "halfword/version.h"
#include "halfword/visitor.h"

#endif  // HALFWORD_HALFWORD_H_
