// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "retention": what a conservative scan of the stack keeps alive. Each
// row collects twice, with the stack and then without it, in one heap between
// whose two collections nothing is done; retained_bytes is the difference of
// what lived, retained_percent its share. Rows:
//
//   dom           a document of 1 M nodes after 4 M replacements; what the
//                 program's frames have left on the stack
//   random_bits   1 GiB that lives and as much that has died, in trees of eight
//                 objects of 64 bytes; a frame has 1 MiB of random words
//   unit_doubles  the same, of random numbers in [0, 1)
//   big_doubles   the same, of random numbers of all magnitudes
//
// Of the words of such a frame, ..._words are those that the scan takes for a
// reference to something in the heap, ..._bytes what they alone retain: as a
// whole pointer, a half, or a word that is shifted and not yet based.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "bench/dom_document.h"
#include "bench/measure.h"
#include "bench/runtime.h"
#include "bench/table.h"
#include "halfword/internal/page_record.h"
#include "halfword/internal/word.h"

namespace bench {
namespace {

struct Retention {
  uint64_t retained_bytes;
  uint64_t live_bytes;
};

Retention Measure(Runtime& runtime) {
  const uint64_t conservative =
      runtime.CollectedLiveBytes(halfword::StackState::kMayContainHeapPointers);
  const uint64_t precise =
      runtime.CollectedLiveBytes(halfword::StackState::kNoHeapPointers);
  return {conservative - precise, precise};
}

void Add(const Retention& retention, Row* row) {
  row->Add("retained_bytes", static_cast<double>(retention.retained_bytes));
  row->Add("live_bytes", static_cast<double>(retention.live_bytes));
  row->Add("retained_percent",
           100 * static_cast<double>(retention.retained_bytes) /
               static_cast<double>(retention.live_bytes));
  row->CompareBy("retained_percent");
}

void RunDom(const Scale& scale) {
  constexpr uint32_t kTreeNodes = 8;
  constexpr uint32_t kTreesOfASection = 62;
  const auto section_count = static_cast<uint32_t>(scale(1 << 11));
  Runtime runtime;
  Random random(0x9e3779b97f4a7c15);
  const auto make_tree = [&] {
    Element* const tree = PlainElements()(runtime, random);
    FillElement(runtime, random, tree, kTreeNodes - 1, PlainElements());
    return tree;
  };
  Root<Table<Owner<Node>>> sections(
      Table<Owner<Node>>::Make(runtime, section_count));
  for (uint32_t i = 0; i < section_count; ++i) {
    Element* const section = PlainElements()(runtime, random);
    for (uint32_t j = 0; j < kTreesOfASection; ++j) {
      Append(section, make_tree());
    }
    sections->slots()[i] = section;
  }
  Row row("retention", "dom");
  const uint64_t count = scale(1 << 22);
  for (uint64_t i = 0; i < count; ++i) {
    Node* const section = sections->slots()[random.Below(section_count)];
    Append(section, make_tree());
    // What is taken out of a list does not refer to the rest of it.
    Owner<Node> second = std::move(section->first_child->next);
    second->previous = nullptr;
    section->first_child = second;
  }
  const Retention retention = Measure(runtime);
  row.Stop();
  Add(retention, &row);
  row.Print();
}

struct Leaf : Object<Leaf> {
  Owner<Leaf> children[3] = {};
  uint32_t padding[13] = {};
  HALFWORD_BENCH_FIELDS(Leaf, children, padding)
};

Leaf* MakeEight(Runtime& runtime) {
  Leaf* const root = runtime.Make<Leaf>();
  for (Owner<Leaf>& child : root->children) {
    child = runtime.Make<Leaf>();
    child->children[0] = runtime.Make<Leaf>();
  }
  root->children[0]->children[1] = runtime.Make<Leaf>();
  return root;
}

// The forms in which the scan recognises a reference.
enum class Form : unsigned char { kPointer, kHalf, kIntermediate };
constexpr Form kForms[] = {Form::kPointer, Form::kHalf, Form::kIntermediate};
constexpr const char* kFormNames[] = {"pointer", "half", "intermediate"};

using halfword::internal::IsInCage;

// Whether the scan takes a word for a reference in that form, to wherever in
// the cage there may be a heap.
bool IsInForm(uint64_t word, Form form) {
  namespace internal = halfword::internal;
  switch (form) {
    case Form::kPointer:
      return IsInCage(word);
    case Form::kHalf:
#if HALFWORD_REFERENCES == 32
      for (const auto half :
           {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)}) {
        if (internal::IsReference(half) &&
            IsInCage(internal::DecompressWord(half))) {
          return true;
        }
      }
#endif
      return false;
    case Form::kIntermediate:
      if constexpr (internal::kBasedDecode) {
        const uint64_t above = word / internal::kWindowBytes;
        return above == 1 || above == ~uint64_t{0} / internal::kWindowBytes;
      }
      return false;
  }
  return false;
}

constexpr size_t kWordCount = (size_t{1} << 20) / sizeof(uint64_t);

// The words, all or those of one form, in a frame below the collection.
template <typename Next>
HALFWORD_NOINLINE Retention MeasureWith(Runtime& runtime, Next next,
                                        const Form* form, uint64_t* count) {
  volatile uint64_t frame[kWordCount];
  *count = 0;
  for (volatile uint64_t& word : frame) {
    uint64_t value = next();
    if (form != nullptr && !IsInForm(value, *form)) value = 0;
    if (value != 0) ++*count;
    word = value;
  }
  return Measure(runtime);
}

// Trees in every slot of a table, half of which is let go of.
class Forest {
 public:
  Forest(Runtime& runtime, uint64_t tree_count)
      : runtime_(runtime),
        trees_(Table<Owner<Leaf>>::Make(runtime, 2 * tree_count)) {
    for (Owner<Leaf>& tree : trees_->slots()) tree = MakeEight(runtime);
  }

  template <typename Next>
  Retention Measure(Next next, const Form* form, uint64_t* count) {
    for (size_t i = 0; i < trees_->slots().size(); i += 2) {
      if (trees_->slots()[i] == nullptr) {
        trees_->slots()[i] = MakeEight(runtime_);
      }
    }
    for (size_t i = 0; i < trees_->slots().size(); i += 2) {
      trees_->slots()[i] = nullptr;
    }
    return MeasureWith(runtime_, std::move(next), form, count);
  }

 private:
  Runtime& runtime_;
  Root<Table<Owner<Leaf>>> trees_;
};

// Begin: makes a function that gives the same words each time.
template <typename Begin>
void RunWords(const char* name, const Scale& scale, Begin begin) {
  Runtime runtime;
  Forest forest(runtime, scale(1 << 21));
  Row row("retention", name);
  uint64_t count = 0;
  const Retention all = forest.Measure(begin(), nullptr, &count);
  row.Stop();
  Add(all, &row);
  for (size_t i = 0; i < std::size(kForms); ++i) {
    const Retention alone = forest.Measure(begin(), &kForms[i], &count);
    const std::string form = kFormNames[i];
    row.Add((form + "_words").c_str(), static_cast<double>(count));
    row.Add((form + "_bytes").c_str(),
            static_cast<double>(alone.retained_bytes));
  }
  row.Print();
}

uint64_t NextBits(Random& random) {
  const uint64_t high = random.Next();
  return high << 32 | random.Next();
}

double NextUnit(Random& random) {
  return static_cast<double>(NextBits(random) >> 11) * 0x1p-53;
}

uint64_t BitsOf(double number) {
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

constexpr uint64_t kSeed = 0x2545f4914f6cdd1d;

void RunRandomBits(const Scale& scale) {
  RunWords("random_bits", scale, [] {
    return [random = Random(kSeed)]() mutable { return NextBits(random); };
  });
}

void RunUnitDoubles(const Scale& scale) {
  RunWords("unit_doubles", scale, [] {
    return
        [random = Random(kSeed)]() mutable { return BitsOf(NextUnit(random)); };
  });
}

void RunBigDoubles(const Scale& scale) {
  RunWords("big_doubles", scale, [] {
    return [random = Random(kSeed)]() mutable {
      const int exponent = static_cast<int>(random.Below(2000)) - 1000;
      return BitsOf(std::ldexp(NextUnit(random) - 0.5, exponent));
    };
  });
}

constexpr Group kGroups[] = {
    {"dom", RunDom},
    {"random_bits", RunRandomBits},
    {"unit_doubles", RunUnitDoubles},
    {"big_doubles", RunBigDoubles},
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::Main(argc, argv, bench::kGroups);
}
