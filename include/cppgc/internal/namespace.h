// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The namespace cppgc, which is halfword under another name, and the mode in
// which the headers of Halfword read code that comes from Oilpan. Every header
// of include/cppgc/ includes this first.
//
// Programs that open the namespace, as they do to specialise a trait, have the
// token itself defined as halfword: C++ does not let an alias be opened. The
// CMake target halfword::cppgc defines it (design/oilpan.md#req.oilpan.reopen).

#ifndef CPPGC_INTERNAL_NAMESPACE_H_
#define CPPGC_INTERNAL_NAMESPACE_H_

#ifndef HALFWORD_CPPGC
#ifdef HALFWORD_INTERNAL_BUILD_CONFIG_H_
#error "include <cppgc/...> before <halfword/...>, or link halfword::cppgc"
#endif
#define HALFWORD_CPPGC 1
#endif

#include "halfword/internal/build_config.h"

#if !HALFWORD_CPPGC
#error "include <cppgc/...> before <halfword/...>, or link halfword::cppgc"
#endif

#ifndef cppgc
namespace cppgc = halfword;
#endif

// What Oilpan says of a build in macros; the same in all of ours.
#define CPPGC_SUPPORTS_OBJECT_NAMES 1
#define CPPGC_SUPPORTS_SOURCE_LOCATION 1
#if HALFWORD_REFERENCES == 32
#define CPPGC_POINTER_COMPRESSION 1
#define CPPGC_CAGED_HEAP 1
#endif

#endif  // CPPGC_INTERNAL_NAMESPACE_H_
