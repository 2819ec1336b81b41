// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Custom spaces: pages that hold only the classes that ask for them, so that
// what is used together lies together and can be counted apart.
//
//   class NodeSpace : public halfword::CustomSpace<NodeSpace> {
//    public:
//     static constexpr halfword::CustomSpaceIndex kSpaceIndex = 0;
//   };
//   template <>
//   struct halfword::SpaceTrait<Node> { using Space = NodeSpace; };
//
// The spaces of a heap are named by HeapOptions; their indices count from 0
// without gaps. A specialisation for all classes derived from Node has a second
// argument, as std::enable_if_t<std::is_base_of_v<Node, T>>.

#ifndef HALFWORD_CUSTOM_SPACE_H_
#define HALFWORD_CUSTOM_SPACE_H_

#include <cstddef>

#include "halfword/internal/build_config.h"

namespace halfword::inline HALFWORD_ABI {

struct CustomSpaceIndex {
  constexpr CustomSpaceIndex(size_t index) : value(index) {}  // NOLINT
  size_t value;
};

// A space as a heap sees it.
class CustomSpaceBase {
 public:
  virtual ~CustomSpaceBase() = default;
  virtual CustomSpaceIndex GetCustomSpaceIndex() const = 0;
  // Oilpan's question whether objects may be moved; here none ever is.
  virtual bool IsCompactable() const = 0;
};

template <typename Concrete>
class CustomSpace : public CustomSpaceBase {
 public:
  static constexpr bool kSupportsCompaction = false;

  CustomSpaceIndex GetCustomSpaceIndex() const final {
    return Concrete::kSpaceIndex;
  }
  bool IsCompactable() const final { return Concrete::kSupportsCompaction; }
};

// The space of T. void: the default space.
template <typename T, typename = void>
struct SpaceTrait {
  using Space = void;
};

}  // namespace halfword::inline HALFWORD_ABI

#endif  // HALFWORD_CUSTOM_SPACE_H_
