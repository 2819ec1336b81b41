// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TracingController: Oilpan's interface to a recorder of trace events. A
// platform may have one. No heap sends events to it: HALFWORD_OPTIONS=trace-gc
// and HeapStatistics tell what a collection did.

#ifndef HALFWORD_TRACING_CONTROLLER_H_
#define HALFWORD_TRACING_CONTROLLER_H_

#include <cstdint>
#include <memory>
#include <string>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

class ConvertableToTraceFormat {
 public:
  virtual ~ConvertableToTraceFormat() = default;
  virtual void AppendAsTraceFormat(std::string* out) const = 0;
};

class TracingController {
 public:
  class TraceStateObserver {
   public:
    virtual ~TraceStateObserver() = default;
    virtual void OnTraceEnabled() = 0;
    virtual void OnTraceDisabled() = 0;
  };
  using Convertables = std::unique_ptr<ConvertableToTraceFormat>;

  virtual ~TracingController() = default;
  // Points at 0 as long as a category is not recorded.
  virtual const uint8_t* GetCategoryGroupEnabled(const char*) {
    static const uint8_t no = 0;
    return &no;
  }
  virtual uint64_t AddTraceEvent(char, const uint8_t*, const char*, const char*,
                                 uint64_t, uint64_t, int32_t, const char**,
                                 const uint8_t*, const uint64_t*, Convertables*,
                                 unsigned) {
    return 0;
  }
  virtual uint64_t AddTraceEventWithTimestamp(char, const uint8_t*, const char*,
                                              const char*, uint64_t, uint64_t,
                                              int32_t, const char**,
                                              const uint8_t*, const uint64_t*,
                                              Convertables*, unsigned,
                                              int64_t) {
    return 0;
  }
  virtual void UpdateTraceEventDuration(const uint8_t*, const char*, uint64_t) {
  }
  virtual void AddTraceStateObserver(TraceStateObserver*) {}
  virtual void RemoveTraceStateObserver(TraceStateObserver*) {}
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_TRACING_CONTROLLER_H_
