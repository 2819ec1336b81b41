// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_USING_PRE_FINALIZER(Class, Method): Method() is called for an object
// that has died, before anything is swept.
//
//   class Connection : public halfword::GarbageCollected<Connection> {
//     HALFWORD_USING_PRE_FINALIZER(Connection, Close);
//    public:
//     void Close();
//
// Unlike a destructor it may use other managed objects, dead ones too, but it
// must not allocate in the heap (as copying a MutableString does that has room
// to spare), throw, nor make anything live again.
// Prefinalizers run in the reverse order of construction, on the heap's thread,
// in the pause. A class that has one, or whose base has, cannot be in an image.
// Cost: 16 bytes an object, and a test a collection.

#ifndef HALFWORD_PREFINALIZER_H_
#define HALFWORD_PREFINALIZER_H_

#include "halfword/internal/build_config.h"
#include "halfword/liveness_broker.h"

namespace halfword::inline HALFWORD_ABI::internal {

// Returns whether the object was dead, and so has been prefinalized.
using PrefinalizerCallback = bool (*)(const LivenessBroker& broker,
                                      void* object);

// Registers an object that is under construction with its heap.
void RegisterPrefinalizer(void* object, PrefinalizerCallback callback);

// A field without size. A type for each class, since two of one type could not
// share an address, and a class would grow by the one of its base.
template <typename Class>
class PrefinalizerRegistration {
 public:
  explicit PrefinalizerRegistration(Class* object) {
    RegisterPrefinalizer(object, Class::HalfwordInvokePrefinalizer);
  }
  // An object is not registered by being copied.
  PrefinalizerRegistration(const PrefinalizerRegistration&) = delete;
  PrefinalizerRegistration& operator=(const PrefinalizerRegistration&) {
    return *this;
  }
};

}  // namespace halfword::inline HALFWORD_ABI::internal

// NOLINTBEGIN(bugprone-macro-parentheses): Class names a type.
#define HALFWORD_USING_PRE_FINALIZER(Class, Method)             \
 public:                                                        \
  static bool HalfwordInvokePrefinalizer(                       \
      const ::halfword::LivenessBroker& broker, void* object) { \
    static_assert(sizeof(&Class::Method) != 0, "");             \
    Class* const self = static_cast<Class*>(object);            \
    if (broker.IsHeapObjectAlive(self)) return false;           \
    self->Method();                                             \
    return true;                                                \
  }                                                             \
                                                                \
 private:                                                       \
  [[no_unique_address]]                                         \
  ::halfword::internal::PrefinalizerRegistration<Class>         \
      halfword_prefinalizer_{this};                             \
  static_assert(true, "a semicolon follows")
// NOLINTEND(bugprone-macro-parentheses)

#endif  // HALFWORD_PREFINALIZER_H_
