// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// HALFWORD_USING_PRE_FINALIZER in classes of every form. When prefinalizers run
// and in which order is in prefinalizer_list_test.cc.

#include "halfword/prefinalizer.h"

#include <vector>

#include "gc/gc_testing.h"
#include "gtest/gtest.h"
#include "halfword/halfword.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

using Log = std::vector<int>;

class Plain : public GarbageCollected<Plain> {
 public:
  Log* log_ = nullptr;
  int number_ = 0;
  HALFWORD_FIELDS(Plain, log_, number_)
};

class Logged : public GarbageCollected<Logged> {
  HALFWORD_USING_PRE_FINALIZER(Logged, Finalize);

 public:
  Logged(Log* log, int number) : log_(log), number_(number) {}
  Logged& operator=(const Logged&) = default;
  void Finalize() { log_->push_back(number_); }
  Log* log_;
  int number_;
  HALFWORD_FIELDS(Logged, log_, number_)
};

class LoggedTwice : public Logged {
  HALFWORD_USING_PRE_FINALIZER(LoggedTwice, FinalizeMore);

 public:
  using Logged::Logged;
  void FinalizeMore() { log_->push_back(-number_); }
  HALFWORD_FIELDS(LoggedTwice)
  HALFWORD_BASES(LoggedTwice, Logged)
};

static_assert(sizeof(Logged) == sizeof(Plain), "a prefinalizer has no size");
static_assert(sizeof(LoggedTwice) == sizeof(Plain));

class PrefinalizerTest : public HeapTest {
 protected:
  // What is left is prefinalized while there is a log.
  ~PrefinalizerTest() override { DestroyHeap(); }

  Log log_;
};
HALFWORD_INSTANTIATE_FOR_PAGES(PrefinalizerTest);

TEST_P(PrefinalizerTest, AnAssignmentRegistersNothing) {
  const Persistent<Logged> kept = Make<Logged>(&log_, 1);
  *kept = *Make<Logged>(&log_, 2);
  CollectPrecisely(heap());
  EXPECT_EQ(log_, Log{2});

  CollectPrecisely(heap());
  EXPECT_EQ(log_, Log{2});
  EXPECT_EQ(kept->number_, 2);
}

template <typename T>
class Generic : public GarbageCollected<Generic<T>> {
  HALFWORD_USING_PRE_FINALIZER(Generic, Finalize);

 public:
  Generic(Log* log, T value) : log_(log), value_(value) {}
  void Finalize() { log_->push_back(static_cast<int>(value_)); }
  Log* log_;
  T value_;
  HALFWORD_FIELDS(Generic, log_, value_)
};

TEST_P(PrefinalizerTest, WorksInTemplates) {
  Make<Generic<int>>(&log_, 3);
  Make<Generic<double>>(&log_, 4.5);
  CollectPrecisely(heap());

  EXPECT_EQ(log_, (Log{4, 3}));
}

class Traced : public GarbageCollected<Traced> {
  HALFWORD_USING_PRE_FINALIZER(Traced, Finalize);

 public:
  Traced(Log* log, Traced* next) : log_(log), next_(next) {}
  void Trace(Visitor* visitor) const { visitor->Trace(next_); }
  void Finalize() { log_->push_back(next_ != nullptr); }

 private:
  Log* log_;
  Member<Traced> next_;
};

TEST_P(PrefinalizerTest, WorksBesideAHandWrittenTrace) {
  Persistent<Traced> kept = Make<Traced>(&log_, Make<Traced>(&log_, nullptr));
  CollectPrecisely(heap());
  EXPECT_EQ(log_, Log{});

  kept = nullptr;
  CollectPrecisely(heap());
  EXPECT_EQ(log_, (Log{1, 0}));
}

class Large : public GarbageCollected<Large> {
  HALFWORD_USING_PRE_FINALIZER(Large, Finalize);

 public:
  explicit Large(Log* log) : log_(log) {}
  void Finalize() { log_->push_back(bytes_[sizeof bytes_ - 1]); }
  Log* log_;
  char bytes_[2 * kPageBytes] = {};
  HALFWORD_FIELDS(Large, log_, bytes_)
};

TEST_P(PrefinalizerTest, WorksInLargeObjects) {
  Make<Large>(&log_)->bytes_[2 * kPageBytes - 1] = 9;
  CollectPrecisely(heap());

  EXPECT_EQ(log_, Log{9});
}

// What a prefinalizer is for: it takes the object out of what lives on, through
// members of living objects and handles alike.
class Session : public GarbageCollected<Session> {
  HALFWORD_USING_PRE_FINALIZER(Session, Leave);

 public:
  Session(Log* log, Plain* server, Persistent<Plain>* handle)
      : log_(log), server_(server), handle_(handle) {}
  void Leave() {
    --server_->number_;
    const Persistent<Plain> local = server_;
    log_->push_back(local->number_);
    handle_->Clear();
    server_ = nullptr;
  }
  Log* log_;
  Member<Plain> server_;
  Persistent<Plain>* handle_;
  HALFWORD_FIELDS(Session, log_, server_, handle_)
};

TEST_P(PrefinalizerTest, MayUseMembersAndHandles) {
  const Persistent<Plain> server = Make<Plain>();
  server->number_ = 2;
  Persistent<Plain> handle = Make<Plain>();
  Make<Session>(&log_, server.Get(), &handle);
  Make<Session>(&log_, server.Get(), &handle);
  CollectPrecisely(heap());

  EXPECT_EQ(log_, (Log{1, 0}));
  EXPECT_EQ(server->number_, 0);
  EXPECT_EQ(handle, nullptr);
}

TEST_P(PrefinalizerTest, ADerivedClassHasItsOwnBesideThatOfItsBase) {
  Make<LoggedTwice>(&log_, 6);
  CollectPrecisely(heap());

  EXPECT_EQ(log_, (Log{-6, 6}));
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
