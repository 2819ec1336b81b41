// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The parser on texts, and the whole way from the environment in a process of
// its own, since a process reads its options once.

#include "base/options.h"

#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace halfword::inline HALFWORD_ABI::internal {
namespace {

constexpr uint64_t kMib = 1 << 20;

struct Parsed {
  ProcessOptions options;
  std::vector<std::string> complaints;
};

Parsed Parse(std::string_view text) {
  Parsed parsed;
  const ComplaintSink collect = [](void* context, const char* line) {
    static_cast<Parsed*>(context)->complaints.emplace_back(line);
  };
  ParseOptions(text, &parsed.options, collect, &parsed);
  return parsed;
}

void ExpectDefaults(const ProcessOptions& options) {
  EXPECT_EQ(options.cage_bytes, 0u);
  EXPECT_EQ(options.max_heap_bytes, 0u);
  EXPECT_FALSE(options.trace_gc);
  EXPECT_FALSE(options.huge_pages);
  EXPECT_FALSE(options.profile_snapshot);
  EXPECT_EQ(options.near_limit_snapshot_count, 0u);
  EXPECT_EQ(options.snapshot_signal, 0);
  EXPECT_STREQ(options.snapshot_folder, "");
}

// The one complaint about `text`, which must have changed nothing.
std::string ComplaintAbout(std::string_view text) {
  const Parsed parsed = Parse(text);
  ExpectDefaults(parsed.options);
  EXPECT_EQ(parsed.complaints.size(), 1u) << text;
  return parsed.complaints.empty() ? "" : parsed.complaints[0];
}

TEST(OptionsTest, ReadsEachOption) {
  const Parsed parsed = Parse("cage=1g,max-heap=256m,trace-gc,huge-pages");

  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_EQ(parsed.options.cage_bytes, 1024 * kMib);
  EXPECT_EQ(parsed.options.max_heap_bytes, 256 * kMib);
  EXPECT_TRUE(parsed.options.trace_gc);
  EXPECT_TRUE(parsed.options.huge_pages);
}

TEST(OptionsTest, TakesSpacesAndEmptyItems) {
  for (const char* text : {"", " ", ",", " ,\t,, "}) {
    const Parsed parsed = Parse(text);
    ExpectDefaults(parsed.options);
    EXPECT_TRUE(parsed.complaints.empty()) << text;
  }

  const Parsed parsed = Parse(" trace-gc ,, max-heap = 1m\t,");
  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_TRUE(parsed.options.trace_gc);
  EXPECT_EQ(parsed.options.max_heap_bytes, kMib);
}

TEST(OptionsTest, ALaterItemWinsAndABadOneDoesNot) {
  const Parsed parsed = Parse("max-heap=1m,max-heap=2m,max-heap=lots");

  EXPECT_EQ(parsed.options.max_heap_bytes, 2 * kMib);
  EXPECT_EQ(parsed.complaints.size(), 1u);
}

TEST(OptionsTest, NamesTheNearestOptionForAnUnknownOne) {
  const struct {
    const char* text;
    const char* nearest;
  } kCases[] = {
      {"max-heep=1m", "max-heap"},
      {"MAX-HEAP=1m", "max-heap"},
      {"max_heap=1m", "max-heap"},
      {"heap=1m", "max-heap"},
      {"trace", "trace-gc"},
      {"trace-g", "trace-gc"},
      {"tracegc", "trace-gc"},
      {"cages=1g", "cage"},
      {"near-limit-snapshot=3", "near-limit-snapshots"},
      {"snapshot-directory=/tmp", "snapshot-dir"},
      {"redact", "redact-snapshots"},
      {"snapshotsignal=USR1", "snapshot-signal"},
      {"track-allocation", "track-allocations"},
      {"profile", "profile-snapshot"},
  };

  for (const auto& [text, nearest] : kCases) {
    EXPECT_EQ(ComplaintAbout(text),
              std::string("HALFWORD_OPTIONS: ignored '") + text +
                  "': no such option; the nearest is " + nearest);
  }
}

TEST(OptionsTest, NamesAllOptionsForOneThatIsLikeNone) {
  for (const std::string text :
       {"verbose", "gc-threads=4", "=1m", "x",
        "an-option-whose-name-is-very-much-too-long"}) {
    EXPECT_EQ(ComplaintAbout(text),
              "HALFWORD_OPTIONS: ignored '" + text +
                  "': no such option; there are cage, max-heap, huge-pages, "
                  "trace-gc, profile-snapshot, redact-snapshots, "
                  "near-limit-snapshots, snapshot-dir, snapshot-signal, "
                  "track-allocations");
  }
}

TEST(OptionsTest, NamesTheItemWithABadValue) {
  for (const std::string name : {"cage", "max-heap"}) {
    for (const char* value : {"", "=", "=0", "=0g", "=lots", "=1.5g", "=-1",
                              "=1m=2m", "=99999999999999999999"}) {
      EXPECT_EQ(ComplaintAbout(name + value),
                "HALFWORD_OPTIONS: ignored '" + name + value + "': " + name +
                    " takes a size above 0, such as 512m or 2g");
    }
  }
  EXPECT_EQ(ComplaintAbout("trace-gc=1"),
            "HALFWORD_OPTIONS: ignored 'trace-gc=1': trace-gc takes no value");
}

TEST(OptionsTest, ReadsTheOptionsOfSnapshots) {
  const Parsed parsed = Parse(
      "profile-snapshot,near-limit-snapshots=3, snapshot-dir = /tmp/a b ,"
      "snapshot-signal=USR2");

  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_TRUE(parsed.options.profile_snapshot);
  EXPECT_EQ(parsed.options.near_limit_snapshot_count, 3u);
  EXPECT_STREQ(parsed.options.snapshot_folder, "/tmp/a b");
  EXPECT_EQ(parsed.options.snapshot_signal, SIGUSR2);
}

TEST(OptionsTest, KnowsSignalsByBothNames) {
  EXPECT_EQ(Parse("snapshot-signal=SIGUSR1").options.snapshot_signal, SIGUSR1);
  EXPECT_EQ(Parse("snapshot-signal=HUP").options.snapshot_signal, SIGHUP);
}

TEST(OptionsTest, NamesTheItemThatIsNoCount) {
  for (const char* value : {"", "=", "=-1", "=1001", "=3x", "=0x3", "=1.5",
                            "=99999999999999999999"}) {
    EXPECT_EQ(ComplaintAbout(std::string("near-limit-snapshots") + value),
              std::string("HALFWORD_OPTIONS: ignored 'near-limit-snapshots") +
                  value +
                  "': near-limit-snapshots takes a number up to 1000, such as "
                  "3");
  }
}

TEST(OptionsTest, NamesTheItemThatIsNoSignal) {
  for (const char* value : {"", "=", "=KILL", "=SEGV", "=12", "=usr2"}) {
    EXPECT_EQ(ComplaintAbout(std::string("snapshot-signal") + value),
              std::string("HALFWORD_OPTIONS: ignored 'snapshot-signal") +
                  value +
                  "': snapshot-signal takes USR1, USR2, HUP, QUIT, WINCH or "
                  "URG");
  }
}

TEST(OptionsTest, NamesTheItemThatIsNoPath) {
  EXPECT_EQ(ComplaintAbout("snapshot-dir="),
            "HALFWORD_OPTIONS: ignored 'snapshot-dir=': snapshot-dir takes a "
            "path of at most 1024 bytes");
  EXPECT_STREQ(
      Parse("snapshot-dir=/" + std::string(1023, 'a')).options.snapshot_folder,
      ("/" + std::string(1023, 'a')).c_str());
  EXPECT_NE(ComplaintAbout("snapshot-dir=/" + std::string(1024, 'a'))
                .find("at most 1024 bytes"),
            std::string::npos);
}

TEST(OptionsTest, TracksAllocationsWhenAskedTo) {
  EXPECT_FALSE(Parse("").options.track_allocations);
  EXPECT_TRUE(Parse("track-allocations").options.track_allocations);
  EXPECT_EQ(ComplaintAbout("track-allocations=3"),
            "HALFWORD_OPTIONS: ignored 'track-allocations=3': "
            "track-allocations takes no value");
}

TEST(OptionsTest, GoesOnAfterABadItem) {
  const Parsed parsed = Parse("cage=,nonsense,trace-gc");

  EXPECT_TRUE(parsed.options.trace_gc);
  ASSERT_EQ(parsed.complaints.size(), 2u);
  EXPECT_NE(parsed.complaints[0].find("'cage='"), std::string::npos);
  EXPECT_NE(parsed.complaints[1].find("'nonsense'"), std::string::npos);
}

TEST(OptionsTest, CutsLongItems) {
  const std::string complaint = ComplaintAbout(std::string(100000, 'x'));

  EXPECT_LT(complaint.size(), 350u);
  EXPECT_NE(complaint.find("xxx': no such option; there are cage, "),
            std::string::npos);
}

constexpr char kChildVariable[] = "HALFWORD_OPTIONS_TEST_CHILD";

// In the child of the tests below: the options as a constructor sees them that
// runs before those of the C++ library and of every other file.
[[gnu::constructor(101)]] void PrintOptionsOfChild() {
  if (getenv(kChildVariable) == nullptr) return;
  const ProcessOptions& options = GetProcessOptions();
  const bool same = &options == &GetProcessOptions();
  dprintf(STDOUT_FILENO, "cage=%ju max-heap=%ju trace-gc=%d same=%d\n",
          static_cast<uintmax_t>(options.cage_bytes),
          static_cast<uintmax_t>(options.max_heap_bytes),
          options.trace_gc ? 1 : 0, same ? 1 : 0);
  _exit(0);
}

// What this program prints, on both outputs, as such a child.
std::string OutputOfChild(const std::string& environment) {
  char program[PATH_MAX] = {};
  EXPECT_GT(readlink("/proc/self/exe", program, sizeof(program) - 1), 0);
  const std::string command =
      "env " + environment + " " + kChildVariable + "=1 '" + program + "' 2>&1";
  FILE* const pipe = popen(command.c_str(), "r");
  EXPECT_NE(pipe, nullptr);
  char text[4096];
  const size_t count = fread(text, 1, sizeof(text), pipe);
  EXPECT_EQ(pclose(pipe), 0);
  return std::string(text, count);
}

TEST(OptionsTest, ReadsTheEnvironmentBeforeMain) {
  EXPECT_EQ(OutputOfChild("HALFWORD_OPTIONS=max-heap=1m,cage=2k,trace-gc"),
            "cage=2048 max-heap=1048576 trace-gc=1 same=1\n");
  EXPECT_EQ(OutputOfChild("-u HALFWORD_OPTIONS"),
            "cage=0 max-heap=0 trace-gc=0 same=1\n");
}

TEST(OptionsTest, PrintsEachComplaintOnce) {
  EXPECT_EQ(OutputOfChild("HALFWORD_OPTIONS=trace_gc,max-heap=1m"),
            "halfword: HALFWORD_OPTIONS: ignored 'trace_gc': no such option; "
            "the nearest is trace-gc\n"
            "cage=0 max-heap=1048576 trace-gc=0 same=1\n");
}

}  // namespace
}  // namespace halfword::inline HALFWORD_ABI::internal
