// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// LivenessBroker: answers, inside a weak callback, whether an object survives
// the collection that is running. Asked for an object that dies, the program
// must drop its references to it before the callback returns.

#ifndef HALFWORD_LIVENESS_BROKER_H_
#define HALFWORD_LIVENESS_BROKER_H_

#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI {

namespace internal {

class LivenessBrokerFactory;

// Requires: marking has ended and address lies in an object.
bool IsMarkedObject(const void* address);

}  // namespace internal

class LivenessBroker final {
 public:
  LivenessBroker(const LivenessBroker&) = delete;
  LivenessBroker& operator=(const LivenessBroker&) = delete;

  // True for null and the sentinel too: nothing has to be dropped.
  template <typename T>
  bool IsHeapObjectAlive(const T* object) const {
    return object == nullptr ||
           object == static_cast<const T*>(kSentinelPointer) ||
           (object != freed_ && internal::IsMarkedObject(object));
  }

  template <typename T, typename... Policies>
  bool IsHeapObjectAlive(
      const internal::BasicMember<T, Policies...>& member) const {
    return IsHeapObjectAlive(static_cast<const T*>(member.get()));
  }

 private:
  friend class internal::LivenessBrokerFactory;
  explicit LivenessBroker(const void* freed) : freed_(freed) {}

  // Dead whatever its mark says: the program frees it. Null: none is.
  const void* const freed_;
};

namespace internal {

// Made by the collector, and by nothing else.
class LivenessBrokerFactory {
 public:
  // freed: an object, or a part of one, that is dead though it may be marked.
  static LivenessBroker Create(const void* freed = nullptr) {
    return LivenessBroker(freed);
  }
};

}  // namespace internal

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_LIVENESS_BROKER_H_
