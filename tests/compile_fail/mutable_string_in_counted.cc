// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Nothing traces the string of a reference-counted object.
// EXPECT: nothing traces a Member inside a reference-counted object
// EXPECT: FieldName<\d+>\{.text_.\}

#include "halfword/fields.h"
#include "halfword/mutable_string.h"
#include "halfword/ref_counted.h"
#include "halfword/ref_ptr.h"

class Counted : public halfword::RefCounted<Counted> {
#ifdef CONTROL
  halfword::ScopedMutableString text_;
#else
  halfword::MutableString text_;
#endif
  HALFWORD_FIELDS(Counted, text_)
};

halfword::RefPtr<Counted> Make() { return halfword::MakeRefCounted<Counted>(); }
