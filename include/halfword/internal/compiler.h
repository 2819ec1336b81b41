// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What differs between compilers and sanitizers, under one set of names, so
// that no other header has to ask which compiler it meets.

#ifndef HALFWORD_INTERNAL_COMPILER_H_
#define HALFWORD_INTERNAL_COMPILER_H_

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HALFWORD_HAS_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define HALFWORD_HAS_TSAN 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define HALFWORD_HAS_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define HALFWORD_HAS_TSAN 1
#endif
#ifndef HALFWORD_HAS_ASAN
#define HALFWORD_HAS_ASAN 0
#endif
#ifndef HALFWORD_HAS_TSAN
#define HALFWORD_HAS_TSAN 0
#endif

#define HALFWORD_ALWAYS_INLINE [[gnu::always_inline]] inline
#define HALFWORD_NOINLINE [[gnu::noinline]]
#define HALFWORD_COLD [[gnu::noinline, gnu::cold]]

// For a variable of a header that must be one in the process, also where a
// program and its shared libraries are compiled with -fvisibility=hidden.
#define HALFWORD_ONE_PER_PROCESS __attribute__((visibility("default")))

// For code that reads memory the sanitizers cannot know about: whole stacks,
// and slots that another thread writes with plain machine stores.
#if defined(__clang__)
#define HALFWORD_NO_SANITIZE \
  __attribute__((no_sanitize("address", "thread", "undefined")))
#else
#define HALFWORD_NO_SANITIZE                              \
  __attribute__((no_sanitize_address, no_sanitize_thread, \
                 no_sanitize_undefined))
#endif

// The write barrier's flag is read on every store of a reference; the
// initial-exec model makes that one load without a call, also in a shared
// library (29 bytes against 57 for a plain extern thread_local).
#define HALFWORD_INITIAL_EXEC __attribute__((tls_model("initial-exec")))

#endif  // HALFWORD_INTERNAL_COMPILER_H_
