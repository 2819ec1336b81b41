// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The model's jam, after the words of cue.h and jam.h.

#include "examples/nouns/noun_model.h"

namespace nouns {
namespace {

NounModel::Bits BitsOf(uint64_t value) {
  NounModel::Bits bits;
  for (; value != 0; value >>= 1) bits.push_back(value & 1);
  return bits;
}

}  // namespace

NounModel::Id NounModel::Atom(Bits bits) {
  while (!bits.empty() && !bits.back()) bits.pop_back();
  const auto [found, is_new] = atoms_.try_emplace(bits, nodes_.size());
  if (is_new) nodes_.push_back({false, 0, 0, bits});
  return found->second;
}

NounModel::Id NounModel::Cell(Id head, Id tail) {
  const auto [found, is_new] = cells_.try_emplace({head, tail}, nodes_.size());
  if (is_new) nodes_.push_back({true, head, tail, {}});
  return found->second;
}

NounModel::Id NounModel::Read(Noun noun) {
  if (noun.IsInteger()) return Atom(BitsOf(DirectValue(noun)));
  if (const auto known = read_.find(noun.object()); known != read_.end()) {
    return known->second;
  }
  Id id;
  if (const auto* const cell = CellOrNull(noun)) {
    const Id head = Read(cell->head());
    id = Cell(head, Read(cell->tail()));
  } else {
    Bits bits;
    for (const uint32_t limb :
         halfword::To<IndirectAtom>(noun.object())->limbs()) {
      for (int i = 0; i < 32; ++i) bits.push_back(limb >> i & 1);
    }
    id = Atom(bits);
  }
  read_[noun.object()] = id;
  return id;
}

std::vector<uint8_t> NounModel::Jam(Id id) const {
  std::map<Id, size_t> positions;
  Bits bits;
  Write(id, positions, bits);
  std::vector<uint8_t> bytes((bits.size() + 7) / 8);
  for (size_t i = 0; i < bits.size(); ++i) {
    if (bits[i]) bytes[i / 8] |= static_cast<uint8_t>(1u << (i % 8));
  }
  return bytes;
}

void NounModel::WriteMat(const Bits& number, Bits& out) {
  const Bits length = BitsOf(number.size());
  out.insert(out.end(), length.size(), false);
  out.push_back(true);
  if (number.empty()) return;
  out.insert(out.end(), length.begin(), length.end() - 1);
  out.insert(out.end(), number.begin(), number.end());
}

void NounModel::Write(Id id, std::map<Id, size_t>& positions, Bits& out) const {
  const Node& node = nodes_[id];
  const auto [first, is_new] = positions.try_emplace(id, out.size());
  const Bits position = BitsOf(first->second);
  if (!is_new && (node.is_cell || node.bits.size() > position.size())) {
    out.insert(out.end(), {true, true});
    WriteMat(position, out);
  } else if (node.is_cell) {
    out.insert(out.end(), {true, false});
    Write(node.head, positions, out);
    Write(node.tail, positions, out);
  } else {
    out.push_back(false);
    WriteMat(node.bits, out);
  }
}

}  // namespace nouns
