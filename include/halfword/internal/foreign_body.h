// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Foreign bodies: strings whose bytes lie elsewhere, and are only read. What
// keeps the bytes is another body, or the program until it is told.

#ifndef HALFWORD_INTERNAL_FOREIGN_BODY_H_
#define HALFWORD_INTERNAL_FOREIGN_BODY_H_

#include <cstddef>
#include <string_view>

#include "halfword/internal/string_body.h"
#include "halfword/member.h"

namespace halfword::inline HALFWORD_ABI {

// Told once, when the last string that had the bytes is gone. It runs on the
// heap's thread, inside a collection at times: it must not allocate in the heap
// or throw.
using ReleaseCallback = void (*)(std::string_view bytes, void* context);

namespace internal {

// Bytes of the program's that stay for ever, or those of the source. In an
// image it becomes a slice of the source (image/settle_strings.h), for which it
// has room in the full-width build, too.
class alignas(kCompressed ? 8 : 16) ForeignBody : public StringBody {
 public:
  // Requires: bytes.size() <= kStringBytesMax.
  explicit ForeignBody(std::string_view bytes, StringBody* source = nullptr)
      : source_(source), data_(bytes.data()) {
    SetHead(BodyKind::kForeign, bytes.size());
  }

  std::string_view view() const { return {data_, length_bytes()}; }

  StringBody* source() const { return source_; }
  void set_source(StringBody* source) { source_ = source; }

 private:
  Member<StringBody> source_;
  const char* data_;
  HALFWORD_BASES(ForeignBody, StringBody)
  HALFWORD_FIELDS(ForeignBody, source_, data_)
};

class ReleasedForeignBody final : public ForeignBody {
 public:
  ReleasedForeignBody(std::string_view bytes, ReleaseCallback callback,
                      void* context)
      : ForeignBody(bytes), callback_(callback), context_(context) {}
  ReleasedForeignBody(const ReleasedForeignBody&) = delete;
  ReleasedForeignBody& operator=(const ReleasedForeignBody&) = delete;
  // That of an image was told when it was saved.
  ~ReleasedForeignBody() {
    if (kind() == BodyKind::kForeign) callback_(view(), context_);
  }

 private:
  const ReleaseCallback callback_;
  void* const context_;
  HALFWORD_BASES(ReleasedForeignBody, ForeignBody)
  HALFWORD_FIELDS(ReleasedForeignBody, callback_, context_)
};

}  // namespace internal
}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_INTERNAL_FOREIGN_BODY_H_
