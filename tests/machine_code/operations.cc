// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// One function for each thing that a program does with a reference, and for
// what it reads of a MutableString, compiled but never run: check_operations.py
// reads the machine code. rules.py has what it must be, by the name of the
// function. Those named move, load or words do without Members and strings what
// others do with them, so that a cost can be counted beyond them.

#include <cstdint>
#include <new>

#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"
#include "halfword/mutable_string.h"

namespace {

using halfword::Member;
using halfword::MutableString;
using halfword::UntracedMember;
using halfword::WeakMember;
using halfword::internal::Word;

// Only ever seen through references.
struct Node : halfword::GarbageCollected<Node> {
  Member<Node> next;
  int64_t number;
  HALFWORD_FIELDS(Node, next, number)
};
struct Leaf : Node {
  int64_t more;
  HALFWORD_BASES(Leaf, Node)
  HALFWORD_FIELDS(Leaf, more)
};

}  // namespace

extern "C" {

// Decoding.
Node* get(const Member<Node>& member) { return member.get(); }
Node* get_by_star(const Member<Node>& member) { return &*member; }
Node* get_by_conversion(const Member<Node>& member) { return member; }
Node* get_weak(const WeakMember<Node>& member) { return member.get(); }
Node* get_untraced(const UntracedMember<Node>& member) { return member.get(); }
int64_t get_field(const Member<Node>& member) { return member->number; }
int64_t get_chain(const Member<Node>& first) {
  return first->next->next->number;
}
int64_t get_two(const Member<Node>& a, const Member<Node>& b) {
  return a->number + b->number;
}
// Other code runs in between; the mask is a constant all the same.
void call();
int64_t get_around_calls(const Member<Node>& a, const Member<Node>& b,
                         const Member<Node>& c) {
  const int64_t first = a->number;
  call();
  const int64_t second = b->number;
  call();
  return first + second + c->number;
}
int64_t get_in_loop(const Member<Node>& list) {
  int64_t sum = 0;
  for (const Member<Node>* at = &list; *at; at = &(*at)->next) {
    sum += (*at)->number;
  }
  return sum;
}

// Compression.
const Node* move(const Node* node) { return node; }
Word compress(const Node* node) {
  return halfword::internal::CompressPointer(node);
}
void move_to_word(Word& slot, Word word) { slot = word; }
void compress_to_untraced(UntracedMember<Node>& member, Node* node) {
  member = node;
}
void compress_to_weak(WeakMember<Node>& member, Node* node) { member = node; }
void move_with_barrier(Word& slot, Word word) {
  slot = word;
  halfword::internal::WriteBarrier(&slot);
}
void compress_to_member(Member<Node>& member, Node* node) { member = node; }
void compress_to_new_member(void* place, Node* node) {
  new (place) Member<Node>(node);
}

// Null and the sentinel.
bool test_null(const Member<Node>& member) { return member == nullptr; }
bool test_bool(const Member<Node>& member) { return static_cast<bool>(member); }
bool test_sentinel(const Member<Node>& member) {
  return member == halfword::kSentinelPointer;
}
void clear(Member<Node>& member) { member = nullptr; }

// Comparison.
bool compare(const Member<Node>& a, const Member<Node>& b) { return a == b; }
bool compare_order(const Member<Node>& a, const Member<Node>& b) {
  return a < b;
}
bool compare_with_weak(const Member<Node>& a, const WeakMember<Node>& b) {
  return a == b;
}
bool compare_with_derived(const Member<Node>& a, const Member<Leaf>& b) {
  return a == b;
}
bool compare_words(const Word& a, Word b) { return a == b; }
bool compare_with_pointer(const Member<Node>& a, const Node* b) {
  return a == b;
}

// Copies between members.
void copy_untraced(UntracedMember<Node>& target,
                   const UntracedMember<Node>& source) {
  target = source;
}
void copy_weak(WeakMember<Node>& target, const WeakMember<Node>& source) {
  target = source;
}
void copy_to_weak(WeakMember<Node>& target, const Member<Node>& source) {
  target = source;
}
void copy(Member<Node>& target, const Member<Node>& source) { target = source; }
void copy_from_weak(Member<Node>& target, const WeakMember<Node>& source) {
  target = source;
}
void copy_from_derived(Member<Node>& target, const Member<Leaf>& source) {
  target = source;
}
void copy_to_new(void* place, const Member<Node>& source) {
  new (place) Member<Node>(source);
}
void copy_and_clear(Member<Node>& target, Member<Node>& source) {
  target = static_cast<Member<Node>&&>(source);
}
void exchange(Member<Node>& a, Member<Node>& b) { swap(a, b); }

// Strings.
uint32_t load_number(const uint32_t& number) { return number; }
size_t string_size(const MutableString& string) { return string.size(); }
bool string_empty(const MutableString& string) { return string.empty(); }
const char* string_data(const MutableString& string) { return string.data(); }
char string_byte(const MutableString& string, size_t index) {
  return string[index];
}
const char* string_end(const MutableString& string) { return string.end(); }

}  // extern "C"
