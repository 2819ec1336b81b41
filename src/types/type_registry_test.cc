// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Ids, buffer indices and thunks of registered classes, and what happens when
// there are more classes than numbers.

#include "types/type_registry.h"

#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "halfword/custom_space.h"
#include "halfword/fields.h"
#include "halfword/garbage_collected.h"
#include "halfword/member.h"

namespace halfword {
namespace app {

class Node : public GarbageCollected<Node> {
  Member<Node> next_;
  HALFWORD_FIELDS(Node, next_)
};
class Element : public Node {
  Member<Node> child_;
  HALFWORD_FIELDS(Element, child_)
  HALFWORD_BASES(Element, Node)
};
class Button : public Element {
  HALFWORD_FIELDS(Button)
  HALFWORD_BASES(Button, Element)
};

}  // namespace app

class TestSpace : public CustomSpace<TestSpace> {
 public:
  static constexpr CustomSpaceIndex kSpaceIndex = 2;
};

template <typename T>
struct SpaceTrait<T, std::enable_if_t<std::is_base_of_v<app::Element, T>>> {
  using Space = TestSpace;
};

namespace internal {
namespace {

TEST(TypeRegistryTest, NumbersTypesFromOne) {
  const TypeInfo& node = TypeInfoOf<app::Node>();

  EXPECT_GE(node.id, 1u);
  EXPECT_LE(node.id, TypeRegistry::type_count());
  EXPECT_EQ(&TypeRegistry::TypeById(node.id), &node);
  EXPECT_EQ(&TypeInfoOf<app::Node>(), &node);
  EXPECT_EQ(&TypeInfoOf<const app::Node>(), &node);
  EXPECT_EQ(type_slot<app::Node>.info.load(), &node);
}

TEST(TypeRegistryTest, FindsNothingUnderAnIdThatWasNotGiven) {
  EXPECT_EQ(TypeRegistry::FindType(0), nullptr);
  EXPECT_EQ(TypeRegistry::FindType(kTypeCountMax), nullptr);
}

TEST(TypeRegistryTest, DescribesAClass) {
  const TypeInfo& node = TypeInfoOf<app::Node>();

  EXPECT_STREQ(node.name, "halfword::app::Node");
  EXPECT_EQ(node.object_bytes, sizeof(app::Node));
  EXPECT_EQ(node.alignment, alignof(app::Node));
  EXPECT_TRUE(node.lists_fields);
  EXPECT_FALSE(node.polymorphic);
  EXPECT_FALSE(node.has_destructor);
  EXPECT_FALSE(node.variable_size);
  EXPECT_FALSE(node.is_mixin);
  EXPECT_TRUE(node.may_be_in_image);
  EXPECT_EQ(node.name_of, nullptr);
}

TEST(TypeRegistryTest, RegistersBasesFirst) {
  const TypeInfo& button = TypeInfoOf<app::Button>();
  const TypeInfo& element = TypeInfoOf<app::Element>();
  const TypeInfo& node = TypeInfoOf<app::Node>();

  EXPECT_LT(element.id, button.id);
  EXPECT_EQ(node.depth, 0);
  EXPECT_EQ(element.depth, 1);
  EXPECT_EQ(button.depth, 2);
  EXPECT_EQ(button.ancestors[0], node.id);
  EXPECT_EQ(button.ancestors[1], element.id);
  EXPECT_EQ(button.ancestors[2], button.id);
  EXPECT_EQ(button.ancestors[3], 0);
}

class Watched : public GarbageCollected<Watched> {
  Member<app::Node> node_;
  WeakMember<app::Node> watcher_;
  HALFWORD_FIELDS(Watched, node_, watcher_)
};
class Counted : public Watched {
  int count_ = 0;
  HALFWORD_FIELDS(Counted, count_)
  HALFWORD_BASES(Counted, Watched)
};
class Listener : public GarbageCollectedMixin {
  int number_ = 0;
  HALFWORD_FIELDS(Listener, number_)
};
class Listening : public Watched, public Listener {
  HALFWORD_FIELDS(Listening)
  HALFWORD_BASES(Listening, Watched, Listener)
};
class WatchedTwice : public Watched {
  WeakMember<app::Node> other_;
  HALFWORD_FIELDS(WatchedTwice, other_)
  HALFWORD_BASES(WatchedTwice, Watched)
};

TEST(TypeRegistryTest, AClassWithoutMoreReferencesHasTheListsOfItsBase) {
  const TypeInfo& watched = TypeInfoOf<Watched>();
  const TypeInfo& counted = TypeInfoOf<Counted>();
  const TypeInfo& listening = TypeInfoOf<Listening>();
  const TypeInfo& twice = TypeInfoOf<WatchedTwice>();

  ASSERT_EQ(watched.strong_offset_count, 1);
  ASSERT_EQ(watched.ranges.size(), 1u);
  EXPECT_EQ(counted.strong_offset_count, 1);
  EXPECT_EQ(counted.strong_offsets, watched.strong_offsets);
  EXPECT_EQ(counted.ranges.size(), 1u);
  EXPECT_EQ(counted.ranges.data(), watched.ranges.data());
  EXPECT_EQ(listening.strong_offsets, watched.strong_offsets);
  EXPECT_EQ(listening.ranges.data(), watched.ranges.data());
  EXPECT_EQ(twice.strong_offsets, watched.strong_offsets);
  ASSERT_EQ(twice.ranges.size(), 2u);
  EXPECT_NE(twice.ranges.data(), watched.ranges.data());
  ASSERT_EQ(twice.bases.size(), 1u);
  EXPECT_EQ(twice.bases[0].type, &watched);
}

TEST(TypeRegistryTest, KnowsTheSpaceOfAClassAndThoseDerivedFromIt) {
  EXPECT_EQ(TypeInfoOf<app::Node>().space_index, 0);
  EXPECT_EQ(TypeInfoOf<app::Element>().space_index, 3);
  EXPECT_EQ(TypeInfoOf<app::Button>().space_index, 3);
}

template <int kNumber>
class Numbered : public GarbageCollected<Numbered<kNumber>> {
  HALFWORD_FIELDS(Numbered)
};

template <int... kNumbers>
std::vector<const TypeInfo*> RegisterAll(
    std::integer_sequence<int, kNumbers...>) {
  return {&TypeInfoOf<Numbered<kNumbers>>()...};
}

TEST(TypeRegistryTest, GivesEachTypeOneIdFromAllThreads) {
  constexpr size_t kThreads = 8;
  constexpr auto kTypes = std::make_integer_sequence<int, 64>();
  std::vector<std::vector<const TypeInfo*>> seen(kThreads);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] { seen[i] = RegisterAll(kTypes); });
  }
  for (std::thread& thread : threads) thread.join();

  std::set<TypeId> ids;
  std::set<uint32_t> buffers;
  for (const TypeInfo* type : seen[0]) {
    ids.insert(type->id);
    buffers.insert(type->buffer_index);
  }
  EXPECT_EQ(ids.size(), 64u);
  EXPECT_EQ(buffers.size(), 64u);
  for (const auto& other : seen) EXPECT_EQ(other, seen[0]);
}

// Destructors.

class Destroyed : public GarbageCollected<Destroyed> {
 public:
  explicit Destroyed(int* count) : count_(count) {}
  ~Destroyed() { ++*count_; }

 private:
  int* count_;
  HALFWORD_FIELDS(Destroyed, count_)
};

class Abstract : public GarbageCollected<Abstract> {
 public:
  virtual ~Abstract() = default;
  virtual void Do() = 0;
  HALFWORD_FIELDS(Abstract)
};

class Protected : public GarbageCollected<Protected> {
 protected:
  ~Protected() = default;
  HALFWORD_FIELDS(Protected)
};

TEST(TypeRegistryTest, DestroysWhatHasADestructor) {
  const TypeInfo& type = TypeInfoOf<Destroyed>();
  ASSERT_TRUE(type.has_destructor);
  alignas(Destroyed) std::byte memory[sizeof(Destroyed)];
  int count = 0;
  auto* const object = ::new (memory) Destroyed(&count);

  type.destroy(object);

  EXPECT_EQ(count, 1);
  EXPECT_FALSE(type.may_be_in_image);
}

TEST(TypeRegistryTest, AClassThatStaysABaseIsNotDestroyed) {
  EXPECT_FALSE(TypeInfoOf<Abstract>().has_destructor);
  EXPECT_EQ(TypeInfoOf<Abstract>().destroy, nullptr);
  EXPECT_TRUE(TypeInfoOf<Abstract>().polymorphic);
  EXPECT_EQ(TypeInfoOf<Protected>().destroy, nullptr);
}

// Hand-written Trace.

const void* traced_object = nullptr;

class Traced : public GarbageCollected<Traced> {
 public:
  void Trace(Visitor*) const { traced_object = this; }
  int unlisted_ = 0;
};
class TracedAndListed : public Traced {
 public:
  Member<Traced> next_;
  HALFWORD_FIELDS(TracedAndListed, next_)
  HALFWORD_BASES(TracedAndListed, Traced)

 private:
  void Trace(Visitor*) const { traced_object = &next_; }
};

TEST(TypeRegistryTest, CallsTheHandWrittenTrace) {
  const TypeInfo& type = TypeInfoOf<Traced>();
  EXPECT_EQ(type.trace_mode, TraceMode::kCustom);
  EXPECT_TRUE(kHasCustomTrace<Traced>);
  EXPECT_FALSE(type.lists_fields);
  EXPECT_FALSE(type.may_be_in_image);

  Traced* const object = reinterpret_cast<Traced*>(0x1000);
  type.trace(nullptr, object);

  EXPECT_EQ(traced_object, object);
}

TEST(TypeRegistryTest, ATraceOfItsOwnGoesBeforeTheList) {
  const TypeInfo& type = TypeInfoOf<TracedAndListed>();

  EXPECT_EQ(type.trace_mode, TraceMode::kCustom);
  EXPECT_TRUE(type.lists_fields);
  EXPECT_EQ(type.fields.size(), 1u);
  EXPECT_NE(type.trace, TypeInfoOf<Traced>().trace);
}

class TracedWithoutBases : public Traced {
 public:
  void Trace(Visitor* visitor) const { Traced::Trace(visitor); }
};

TEST(TypeRegistryTest, TheRootStandsForBasesThatAreNotListed) {
  const TypeInfo& type = TypeInfoOf<TracedWithoutBases>();

  EXPECT_EQ(type.depth, 1);
  EXPECT_EQ(type.ancestors[0], TypeInfoOf<Traced>().id);
}

// Allocation buffers.

class Chars : public GarbageCollected<Chars> {
  unsigned size_ = 0;
  HALFWORD_FIELDS(Chars, size_)
  HALFWORD_TRAILING(Chars, char)
};
class Children : public GarbageCollected<Children> {
  HALFWORD_FIELDS(Children)
  HALFWORD_TRAILING(Children, Member<Children>)
};
class After : public GarbageCollected<After> {
  HALFWORD_FIELDS(After)
};

TEST(TypeRegistryTest, GivesBuffersByTheKindOfSize) {
  const TypeInfo& chars = TypeInfoOf<Chars>();
  const TypeInfo& after = TypeInfoOf<After>();

  EXPECT_TRUE(chars.variable_size);
  EXPECT_TRUE(chars.trailing_is_leaf);
  EXPECT_EQ(chars.trailing_offset, sizeof(unsigned));
  EXPECT_EQ(chars.trailing_element_bytes, 1u);
  EXPECT_GE(after.buffer_index, chars.buffer_index + kVariableBufferCount);
  EXPECT_EQ(type_slot<After>.buffer_index.load(), after.buffer_index);
  EXPECT_LT(after.buffer_index, TypeRegistry::buffer_count());
  EXPECT_EQ(TypeInfoOf<Children>().buffer_index, 0u);
  EXPECT_EQ(TypeInfoOf<Abstract>().buffer_index, 0u);
}

// Many types, without so many classes: definitions made by hand.

TypeDefinition DefinitionLike(const TypeDefinition& model, TypeSlot* slot) {
  TypeDefinition definition = model;
  definition.slot = slot;
  return definition;
}

template <typename Model>
void RegisterMany(size_t count) {
  const auto slots = std::make_unique<TypeSlot[]>(count);
  for (size_t i = 0; i < count; ++i) {
    RegisterType(DefinitionLike(kTypeDefinition<Model>, &slots[i]));
  }
}

TEST(TypeRegistryDeathTest, EndsWithOneLineWhenIdsRunOut) {
  EXPECT_DEATH(RegisterMany<app::Node>(kTypeCountMax + 1),
               "halfword::app::Node: a process has at most 65535 managed");
}

[[noreturn]] void FillTheBuffers() {
  RegisterMany<Chars>(kBufferIndexMax / kVariableBufferCount);
  TypeSlot late;
  const TypeInfo& type =
      RegisterType(DefinitionLike(kTypeDefinition<Chars>, &late));
  const bool is_right =
      type.buffer_index == 0 && TypeRegistry::buffer_count() <= kBufferIndexMax;
  std::_Exit(is_right ? 0 : 1);
}

TEST(TypeRegistryDeathTest, DoesWithoutABufferWhenThereAreTooMany) {
  EXPECT_EXIT(FillTheBuffers(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace internal
}  // namespace halfword
