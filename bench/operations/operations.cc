// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Suite "operations": single operations on strings, for counting instructions.
//
//   operations.VARIANT COUNT [OPERATION...]
//
// makes COUNT strings for each operation and calls one function,
// operation_NAME, which applies it to each of them. The functions are not
// inlined, so that valgrind can tell what belongs to one: operations.py runs
// this twice, with different counts, and divides the difference, so that what
// is not in the loops does not count. operation_empty is the loop alone.
//
// One line is printed for each: the name, and a number that all variants must
// agree on. The header that HALFWORD_BENCH_STRINGS names has the strings:
//
//   Text                 the string; Texts(count): so many empty ones
//   Map                  from Text to uint32_t
//   Concatenate(a, b); Insert(), Replace(), ChopFront(), ChopBack(), Clear(),
//   Reserve()            of a string, which stands first
//   kCanReserve          whether there is such a thing
//   StringRuntime        made first, and alive as long as any string

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include HALFWORD_BENCH_STRINGS

namespace bench {
namespace {

// Strings of all kinds that an operation may need.
struct Places {
  Places(uint64_t count_of_each, size_t length)
      : count(count_of_each),
        a(count_of_each),
        b(count_of_each),
        made(count_of_each) {
    for (uint64_t i = 0; i < count; ++i) {
      std::string bytes(length, 'a');
      // Numbers for keys and conversions; all else need not differ.
      const std::string number = std::to_string(1'000'000 + i);
      const size_t digits = number.size() < length ? number.size() : length;
      bytes.replace(length - digits, digits, number.substr(0, digits));
      a[i] = Text(std::string_view(bytes));
      b[i] = Text(std::string_view(bytes));
    }
  }

  uint64_t count;
  Texts a, b, made;
  const std::string bytes_300 = std::string(300, 'm');
  const std::string bytes_1000 = std::string(1000, 'n');
  uint64_t sum = 0;  // of what was done, so that it is done
};

constexpr std::string_view k3 = "abc";
constexpr std::string_view k10 = "0123456789";
constexpr std::string_view k15 = "a literal of 15";
constexpr std::string_view k30 = "this literal has got 30 bytes.";

// Keeps what was computed, and where, from being optimised away.
template <typename T>
[[gnu::always_inline]] inline void Use(const T& value) {
  __asm__ volatile("" : : "r"(&value) : "memory");
}

struct Operation {
  const char* name;
  size_t length;  // of the strings it works on
  void (*run)(Places&);
};

#define HALFWORD_BENCH_OPERATION(name, body)                       \
  extern "C" [[gnu::noinline]] void operation_##name(Places& at) { \
    Text* const a = at.a.begin();                                  \
    Text* const b = at.b.begin();                                  \
    Text* const made = at.made.begin();                            \
    [[maybe_unused]] uint64_t sum = 0;                             \
    for (uint64_t i = 0, count = at.count; i < count; ++i) {       \
      Use(a[i]);                                                   \
      Use(b[i]);                                                   \
      Use(made[i]);                                                \
      body;                                                        \
    }                                                              \
    at.sum += sum;                                                 \
  }

template <typename... Args>
[[gnu::always_inline]] inline void MakeText(Text* place, Args&&... args) {
  ::new (static_cast<void*>(place)) Text(std::forward<Args>(args)...);
  Use(*place);
}

std::string_view View(const Text& text) { return text; }

uint64_t ToNumber(const Text& text) {
  const std::string_view digits = View(text);
  uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

void FromNumber(Text* place, uint64_t number) {
  char digits[24];
  const char* const end = std::to_chars(digits, digits + 24, number).ptr;
  MakeText(place, std::string_view(digits, static_cast<size_t>(end - digits)));
}

HALFWORD_BENCH_OPERATION(empty, )
HALFWORD_BENCH_OPERATION(make_empty, MakeText(made + i))
HALFWORD_BENCH_OPERATION(make_3, MakeText(made + i, k3))
HALFWORD_BENCH_OPERATION(make_15, MakeText(made + i, k15))
HALFWORD_BENCH_OPERATION(make_30, MakeText(made + i, k30))
HALFWORD_BENCH_OPERATION(make_300, MakeText(made + i, at.bytes_300))
HALFWORD_BENCH_OPERATION(copy_15, MakeText(made + i, a[i]))
HALFWORD_BENCH_OPERATION(copy_30, MakeText(made + i, a[i]))
HALFWORD_BENCH_OPERATION(copy_300, MakeText(made + i, a[i]))
HALFWORD_BENCH_OPERATION(assign_15, a[i] = b[i])
HALFWORD_BENCH_OPERATION(assign_30, a[i] = b[i])
HALFWORD_BENCH_OPERATION(assign_literal_30, a[i] = k30)
HALFWORD_BENCH_OPERATION(move_30, MakeText(made + i, std::move(a[i])))
HALFWORD_BENCH_OPERATION(swap_30, swap(a[i], b[i]))
HALFWORD_BENCH_OPERATION(equal_15, sum += a[i] == b[i])
HALFWORD_BENCH_OPERATION(equal_30, sum += a[i] == b[i])
HALFWORD_BENCH_OPERATION(unequal_30, sum += a[i] == b[at.count - 1 - i])
HALFWORD_BENCH_OPERATION(equal_literal_15, sum += a[i] == k15)
HALFWORD_BENCH_OPERATION(less_30, sum += a[i] < b[at.count - 1 - i])
HALFWORD_BENCH_OPERATION(hash_30, Use(std::hash<Text>()(a[i])))
HALFWORD_BENCH_OPERATION(find_char_30, sum += a[i].find('0'))
HALFWORD_BENCH_OPERATION(find_part_300,
                         sum += a[i].find(std::string_view("aa1")))
HALFWORD_BENCH_OPERATION(starts_with_30, sum += a[i].starts_with(k3))
HALFWORD_BENCH_OPERATION(part_10_of_30, MakeText(made + i, a[i].substr(10, 10)))
HALFWORD_BENCH_OPERATION(part_200_of_300,
                         MakeText(made + i, a[i].substr(50, 200)))
HALFWORD_BENCH_OPERATION(append_char_to_5, a[i] += 'x')
HALFWORD_BENCH_OPERATION(append_char_to_30, a[i] += 'x')
HALFWORD_BENCH_OPERATION(append_10_to_30, a[i] += k10)
HALFWORD_BENCH_OPERATION(append_1000_to_30, a[i] += at.bytes_1000)
HALFWORD_BENCH_OPERATION(add_5_and_5,
                         MakeText(made + i, Concatenate(a[i], b[i])))
HALFWORD_BENCH_OPERATION(add_30_and_30,
                         MakeText(made + i, Concatenate(a[i], b[i])))
HALFWORD_BENCH_OPERATION(add_300_and_300,
                         MakeText(made + i, Concatenate(a[i], b[i])))
HALFWORD_BENCH_OPERATION(iterate_30, for (const char c : a[i]) sum +=
                                     static_cast<unsigned char>(c))
HALFWORD_BENCH_OPERATION(to_number, sum += ToNumber(a[i]))
HALFWORD_BENCH_OPERATION(from_number, FromNumber(made + i, 1'000'000 + i))
HALFWORD_BENCH_OPERATION(reserve_100, Reserve(a[i], 100))
HALFWORD_BENCH_OPERATION(clear_30, Clear(a[i]))
HALFWORD_BENCH_OPERATION(chop_front_of_30, ChopFront(a[i], 1))
HALFWORD_BENCH_OPERATION(chop_back_of_30, ChopBack(a[i]))
HALFWORD_BENCH_OPERATION(insert_3_into_30, Insert(a[i], 15, k3))
HALFWORD_BENCH_OPERATION(replace_3_in_30, Replace(a[i], 15, 3, k3))
HALFWORD_BENCH_OPERATION(data_30, Use(*a[i].data()))
HALFWORD_BENCH_OPERATION(size_30, sum += a[i].size())
HALFWORD_BENCH_OPERATION(at_index_30,
                         sum += static_cast<unsigned char>(a[i][7]))
HALFWORD_BENCH_OPERATION(destroy_15, a[i].~Text())
HALFWORD_BENCH_OPERATION(destroy_30, a[i].~Text())

// A map of all strings, each of which is looked up.
Map* map_of_all = nullptr;
HALFWORD_BENCH_OPERATION(map_hit_15, sum += map_of_all->find(b[i])->second)

// A string that nobody keeps: what frees or collects it is in the figure. Many
// more than of the others, so that there are collections.
constexpr uint64_t kDropFactor = 400;
#define HALFWORD_BENCH_DROP(name, bytes)                           \
  extern "C" [[gnu::noinline]] void operation_##name(Places& at) { \
    for (uint64_t i = 0; i < at.count * kDropFactor; ++i) {        \
      const Text text(bytes);                                      \
      Use(text);                                                   \
    }                                                              \
  }
HALFWORD_BENCH_DROP(make_and_drop_15, k15)
HALFWORD_BENCH_DROP(make_and_drop_30, k30)

constexpr Operation kOperations[] = {
    {"empty", 30, operation_empty},
    {"make_empty", 30, operation_make_empty},
    {"make_3", 30, operation_make_3},
    {"make_15", 30, operation_make_15},
    {"make_30", 30, operation_make_30},
    {"make_300", 30, operation_make_300},
    {"copy_15", 15, operation_copy_15},
    {"copy_30", 30, operation_copy_30},
    {"copy_300", 300, operation_copy_300},
    {"assign_15", 15, operation_assign_15},
    {"assign_30", 30, operation_assign_30},
    {"assign_literal_30", 30, operation_assign_literal_30},
    {"move_30", 30, operation_move_30},
    {"swap_30", 30, operation_swap_30},
    {"equal_15", 15, operation_equal_15},
    {"equal_30", 30, operation_equal_30},
    {"unequal_30", 30, operation_unequal_30},
    {"equal_literal_15", 15, operation_equal_literal_15},
    {"less_30", 30, operation_less_30},
    {"hash_30", 30, operation_hash_30},
    {"find_char_30", 30, operation_find_char_30},
    {"find_part_300", 300, operation_find_part_300},
    {"starts_with_30", 30, operation_starts_with_30},
    {"part_10_of_30", 30, operation_part_10_of_30},
    {"part_200_of_300", 300, operation_part_200_of_300},
    {"append_char_to_5", 5, operation_append_char_to_5},
    {"append_char_to_30", 30, operation_append_char_to_30},
    {"append_10_to_30", 30, operation_append_10_to_30},
    {"append_1000_to_30", 30, operation_append_1000_to_30},
    {"add_5_and_5", 5, operation_add_5_and_5},
    {"add_30_and_30", 30, operation_add_30_and_30},
    {"add_300_and_300", 300, operation_add_300_and_300},
    {"iterate_30", 30, operation_iterate_30},
    {"to_number", 7, operation_to_number},
    {"from_number", 7, operation_from_number},
    {"reserve_100", 30, operation_reserve_100},
    {"clear_30", 30, operation_clear_30},
    {"chop_front_of_30", 30, operation_chop_front_of_30},
    {"chop_back_of_30", 30, operation_chop_back_of_30},
    {"insert_3_into_30", 30, operation_insert_3_into_30},
    {"replace_3_in_30", 30, operation_replace_3_in_30},
    {"data_30", 30, operation_data_30},
    {"size_30", 30, operation_size_30},
    {"at_index_30", 30, operation_at_index_30},
    {"destroy_15", 15, operation_destroy_15},
    {"destroy_30", 30, operation_destroy_30},
    {"map_hit_15", 15, operation_map_hit_15},
    {"make_and_drop_15", 15, operation_make_and_drop_15},
    {"make_and_drop_30", 30, operation_make_and_drop_30},
};

// How a string that was worked on looks now.
uint64_t SumOf(const Places& at, Texts& texts) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < at.count; ++i) {
    for (const char c : View(texts[i])) {
      sum = sum * 31 + static_cast<unsigned char>(c);
    }
    sum = sum * 31 + texts[i].size();
  }
  return sum;
}

void Run(const Operation& operation, uint64_t count) {
  StringRuntime runtime(std::strstr(operation.name, "drop") != nullptr);
  if (!kCanReserve && operation.run == operation_reserve_100) return;
  Places at(count, operation.length);
  Map map;
  map_of_all = &map;
  if (operation.run == operation_map_hit_15) {
    for (uint64_t i = 0; i < count; ++i) {
      map[at.a[i]] = static_cast<uint32_t>(i);
    }
  }
  operation.run(at);
  uint64_t sum = at.sum;
  if (std::strstr(operation.name, "destroy") != nullptr) {
    // They are made again, since their array will destroy them.
    for (uint64_t i = 0; i < count; ++i) MakeText(&at.a[i]);
  } else if (operation.run != operation_move_30) {
    // A String stays what it is when it is moved.
    sum = sum * 31 + SumOf(at, at.a);
  }
  sum = sum * 31 + SumOf(at, at.made);
  std::printf("%s %llu\n", operation.name,
              static_cast<unsigned long long>(sum));
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (count == 0) {
    std::fprintf(stderr, "usage: %s COUNT [OPERATION...]\n", argv[0]);
    return 2;
  }
  for (const bench::Operation& operation : bench::kOperations) {
    bool is_chosen = argc == 2;
    for (int i = 2; i < argc; ++i) {
      is_chosen |= std::strcmp(argv[i], operation.name) == 0;
    }
    if (is_chosen) bench::Run(operation, count);
  }
  return 0;
}
