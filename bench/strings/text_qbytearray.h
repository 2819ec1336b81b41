// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The string "qbytearray": Qt 6's QByteArray, 24 bytes and a block that copies
// share and count, in Qt's containers.

#ifndef HALFWORD_BENCH_STRINGS_TEXT_QBYTEARRAY_H_
#define HALFWORD_BENCH_STRINGS_TEXT_QBYTEARRAY_H_

#include <QtCore/QByteArray>
#include <QtCore/QByteArrayList>
#include <QtCore/QHash>
#include <QtCore/QList>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bench {

inline constexpr bool kOnlyMaps = false;
inline constexpr bool kSharesKeys = true;

using Text = QByteArray;
using Local = Text;
using List = QByteArrayList;
struct Ranked {
  Text text;
  uint32_t count = 0;
};
using RankedList = QList<Ranked>;

struct TextRuntime {
  TextRuntime() = default;
  void Collect() {}
};

inline qsizetype ToQt(size_t count) { return static_cast<qsizetype>(count); }
inline QByteArrayView ToQt(std::string_view bytes) {
  return {bytes.data(), ToQt(bytes.size())};
}

inline Text Repeat(char byte, size_t count) { return Text(ToQt(count), byte); }
inline Text Part(const Text& text, size_t begin, size_t count) {
  return text.mid(ToQt(begin), ToQt(count));
}
template <size_t kBytes>
Text Add(const Text& text, const char (&literal)[kBytes]) {
  return text + literal;
}
inline Text FromBytes(std::string_view bytes) {
  return Text(bytes.data(), ToQt(bytes.size()));
}
inline std::string_view BytesOf(const Text& text) {
  return {text.constData(), static_cast<size_t>(text.size())};
}

inline Text LowerPart(const Text& text, size_t begin, size_t count) {
  return Part(text, begin, count).toLower();
}
inline Text Replace(const Text& text, std::string_view from,
                    std::string_view to) {
  Text changed = text;
  changed.replace(ToQt(from), ToQt(to));
  return changed;
}
inline void Append(Text& text, std::string_view bytes) {
  text.append(ToQt(bytes));
}
inline Text Join(const List& list, std::string_view separator) {
  return list.join(ToQt(separator));
}

class Texts {
 public:
  Texts(TextRuntime&, size_t count) : rows_(ToQt(count)) {}
  Text& operator[](size_t index) { return rows_[ToQt(index)]; }

 private:
  QList<Text> rows_;
};

class Map {
 public:
  explicit Map(TextRuntime&) {}
  uint32_t& At(const Text& text) { return table_[text]; }
  uint32_t Find(const Text& text) const { return table_.value(text); }
  void Reserve(size_t count) { table_.reserve(ToQt(count)); }
  size_t size() const { return static_cast<size_t>(table_.size()); }
  template <typename Function>
  void ForEach(Function function) const {
    for (auto it = table_.cbegin(); it != table_.cend(); ++it) {
      function(it.key(), it.value());
    }
  }

 private:
  QHash<Text, uint32_t> table_;
};

inline bool SharesBytes(const Text& text, const Text& key) {
  return text.constData() == key.constData();
}

}  // namespace bench

#endif  // HALFWORD_BENCH_STRINGS_TEXT_QBYTEARRAY_H_
