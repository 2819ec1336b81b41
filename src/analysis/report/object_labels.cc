// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// By kinds of nodes.

#include "analysis/report/object_labels.h"

namespace halfword::analysis {

ObjectGroup GroupOf(NodeKind kind, KnownName name) {
  switch (kind) {
    case NodeKind::kArray:
      return ObjectGroup::kArray;
    case NodeKind::kClosure:
      return ObjectGroup::kFunction;
    case NodeKind::kCode:
      return ObjectGroup::kCode;
    case NodeKind::kString:
    case NodeKind::kConcatenatedString:
    case NodeKind::kSlicedString:
      return ObjectGroup::kString;
    case NodeKind::kNative:
      return name == KnownName::kArrayBufferData ? ObjectGroup::kTypedArray
                                                 : ObjectGroup::kNative;
    case NodeKind::kHidden:
    case NodeKind::kObjectShape:
      return ObjectGroup::kSystem;
    case NodeKind::kSynthetic:
      return ObjectGroup::kRoot;
    default:
      return name == KnownName::kArray ? ObjectGroup::kArray
                                       : ObjectGroup::kObject;
  }
}

std::string LabelOf(NodeKind kind, std::string_view name) {
  const std::string text(name);
  switch (kind) {
    case NodeKind::kString:
    case NodeKind::kConcatenatedString:
    case NodeKind::kSlicedString:
      return '"' + text + '"';
    case NodeKind::kArray:
      return (name.empty() ? "(internal array)" : text) + "[]";
    case NodeKind::kClosure:
      return text + "()";
    case NodeKind::kRegExp:
      return '/' + text + '/';
    case NodeKind::kSynthetic:
      return name.empty() ? "(root)" : text;
    default:
      return name.empty() ? "(no name)" : text;
  }
}

}  // namespace halfword::analysis
