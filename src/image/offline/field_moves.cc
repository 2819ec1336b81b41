// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Descriptions are walked as those of the target have it.

#include "image/offline/field_moves.h"

#include <unordered_map>

namespace halfword::inline HALFWORD_ABI::internal {

namespace {

// Structs in arrays are unrolled; no class of a program comes near.
constexpr size_t kMoveCountMax = size_t{1} << 20;

bool IsInteger(ScalarKind kind) {
  return kind == ScalarKind::kBool || kind == ScalarKind::kChar ||
         kind == ScalarKind::kSigned || kind == ScalarKind::kUnsigned;
}

class Matcher {
 public:
  Matcher(std::span<const TypeDescription> sources,
          std::span<const TypeDescription> targets, Unmatched unmatched)
      : sources_(sources), targets_(targets), unmatched_(unmatched) {}

  const std::string& error() const { return error_; }

  void MatchClass(const TypeDescription& source, uint32_t source_offset,
                  const TypeDescription& target, uint32_t target_offset,
                  ObjectMoves* moves) {
    moves->bases.push_back({source_offset, target_offset});
    for (const TypeDescription::Base& base : target.bases) {
      const TypeDescription& wanted = targets_[base.type];
      for (const TypeDescription::Base& old : source.bases) {
        if (sources_[old.type].name != wanted.name) {
          continue;
        }
        MatchClass(sources_[old.type], source_offset + old.offset, wanted,
                   target_offset + base.offset, moves);
      }
    }
    MatchFields(source.fields, source_offset, target.fields, target_offset,
                &moves->fixed);
  }

  void MatchField(const FieldDescription& source, uint32_t source_offset,
                  const FieldDescription& target, uint32_t target_offset,
                  std::vector<FieldMove>* moves) {
    FieldMove move;
    move.field = target.kind;
    move.is_inner = source.to_mixin;
    move.source = source_offset + source.offset;
    move.target = target_offset + target.offset;
    move.count = source.count;
    move.source_bytes = source.element_bytes;
    move.target_bytes = target.element_bytes;
    if (source.kind != target.kind || source.to_mixin != target.to_mixin) {
      Leave(source.name, "is of another kind there");
      return;
    }
    if (source.count > target.count) {
      Leave(source.name, "has fewer elements there");
      return;
    }
    if (unmatched_ == Unmatched::kLeftOut && LeadsElsewhere(source, target)) {
      return;
    }
    switch (target.kind) {
      case FieldKind::kScalar:
        if (!MatchScalar(source, target, &move)) return;
        break;
      case FieldKind::kStruct:
        MatchStructs(source, target, move, moves);
        return;
      case FieldKind::kOpaque:
        Leave(source.name, "is opaque");
        return;
      case FieldKind::kMutableString:
        move.kind = FieldMove::Kind::kMutableString;
        break;
      default:
        move.kind = FieldMove::Kind::kWord;
    }
    Add(move, moves);
  }

 private:
  void Fail(const std::string& field, const std::string& why) {
    if (error_.empty()) error_ = "field '" + field + "' " + why;
  }
  void Leave(const std::string& field, const std::string& why) {
    if (unmatched_ == Unmatched::kRefused) Fail(field, why);
  }

  // Whether it referred to another class than the field that has its name. A
  // class without objects is in no image; what may be no reference is then
  // none.
  bool LeadsElsewhere(const FieldDescription& source,
                      const FieldDescription& target) const {
    if (source.kind == FieldKind::kString ||
        source.kind == FieldKind::kMutableString ||
        source.target >= sources_.size()) {
      return false;
    }
    if (target.target >= targets_.size()) {
      return source.kind != FieldKind::kTagged;
    }
    return sources_[source.target].name != targets_[target.target].name;
  }

  void MatchFields(const std::vector<FieldDescription>& sources,
                   uint32_t source_offset,
                   const std::vector<FieldDescription>& targets,
                   uint32_t target_offset, std::vector<FieldMove>* moves) {
    std::unordered_map<std::string, const FieldDescription*> by_name;
    for (const FieldDescription& field : sources) {
      by_name.emplace(field.name, &field);
    }
    for (const FieldDescription& target : targets) {
      const auto found = by_name.find(target.name);
      if (found == by_name.end()) continue;
      MatchField(*found->second, source_offset, target, target_offset, moves);
    }
  }

  // False: it is not moved.
  bool MatchScalar(const FieldDescription& source,
                   const FieldDescription& target, FieldMove* move) {
    if (source.element_bytes == target.element_bytes &&
        source.scalar == target.scalar) {
      return true;
    }
    const bool is_float = source.scalar == ScalarKind::kFloat;
    if (source.element_bytes > target.element_bytes ||
        (is_float ? target.scalar != ScalarKind::kFloat ||
                        source.element_bytes != sizeof(float) ||
                        target.element_bytes != sizeof(double)
                  : !IsInteger(source.scalar) || !IsInteger(target.scalar) ||
                        target.element_bytes > sizeof(uint64_t))) {
      Leave(source.name, "does not become wider only");
      return false;
    }
    const bool is_signed = source.scalar == ScalarKind::kSigned;
    move->kind = is_float    ? FieldMove::Kind::kWidenFloat
                 : is_signed ? FieldMove::Kind::kWidenSigned
                             : FieldMove::Kind::kWidenUnsigned;
    return true;
  }

  void MatchStructs(const FieldDescription& source,
                    const FieldDescription& target, const FieldMove& move,
                    std::vector<FieldMove>* moves) {
    for (uint32_t i = 0; i < move.count && error_.empty(); ++i) {
      if (!Spend()) return;
      MatchFields(source.nested, move.source + i * move.source_bytes,
                  target.nested, move.target + i * move.target_bytes, moves);
    }
  }

  bool Spend() {
    if (++count_ <= kMoveCountMax) return true;
    Fail("", "is one of more than there can be");
    return false;
  }

  // An array of what is copied as it is is copied at once.
  void Add(const FieldMove& move, std::vector<FieldMove>* moves) {
    if (move.count == 0 || !Spend()) return;
    if (move.kind == FieldMove::Kind::kBytes) {
      FieldMove bytes = move;
      bytes.source_bytes *= bytes.count;
      bytes.target_bytes = bytes.source_bytes;
      bytes.count = 1;
      moves->push_back(bytes);
      return;
    }
    moves->push_back(move);
  }

  std::span<const TypeDescription> sources_;
  std::span<const TypeDescription> targets_;
  const Unmatched unmatched_;
  std::string error_;
  size_t count_ = 0;
};

}  // namespace

ObjectMoves MatchTypes(std::span<const TypeDescription> sources,
                       ImageTypeIndex source,
                       std::span<const TypeDescription> targets,
                       ImageTypeIndex target, Unmatched unmatched) {
  ObjectMoves moves;
  Matcher matcher(sources, targets, unmatched);
  matcher.MatchClass(sources[source], 0, targets[target], 0, &moves);
  const auto& old_element = sources[source].trailing;
  const auto& element = targets[target].trailing;
  if (old_element.has_value() && element.has_value()) {
    matcher.MatchField(*old_element, 0, *element, 0, &moves.element);
  } else if (old_element.has_value() != element.has_value()) {
    moves.error = "it has an array behind its fields in one of the two only";
  }
  if (!matcher.error().empty()) moves.error = matcher.error();
  return moves;
}

}  // namespace halfword::inline HALFWORD_ABI::internal
