// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// NodeNames: the names of all nodes in their order, as NodeBrowser gives them
// for single ones. For each node of a batch Want() is called, then the cache is
// loaded, then for each NameOf().

#ifndef HALFWORD_ANALYSIS_EXPORT_NODE_NAMES_H_
#define HALFWORD_ANALYSIS_EXPORT_NODE_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/export/concatenations.h"
#include "analysis/export/text_cache.h"
#include "analysis/file/snapshot.h"

namespace halfword::analysis {

class NodeNames {
 public:
  // All must outlive this. is_renamed: see SpreadDetachedness().
  NodeNames(const Snapshot& snapshot, const std::vector<bool>& is_renamed,
            const Concatenations& sums, TextCache* texts)
      : snapshot_(snapshot),
        is_renamed_(is_renamed),
        sums_(sums),
        texts_(*texts) {}

  // Each of both is called in ascending order of nodes.
  void Want(Node node);
  // Valid UTF-8, until the next call.
  std::string_view NameOf(Node node);

 private:
  // A walk over the plain objects, beside that over all nodes.
  class ListCursor {
   public:
    // The node's list of properties; false: it is no plain object.
    bool Find(const PropertyLists& lists, Node node, PropertyLists::List* list);

   private:
    size_t next_ = 0;
  };

  std::string LabelOf(PropertyLists::List list) const;

  const Snapshot& snapshot_;
  const std::vector<bool>& is_renamed_;
  const Concatenations& sums_;
  TextCache& texts_;
  ListCursor wanted_lists_;
  ListCursor named_lists_;
  std::string name_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_NODE_NAMES_H_
