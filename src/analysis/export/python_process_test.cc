// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// How it begins and ends, with shell scripts in the interpreter's place.

#include "analysis/export/python_process.h"

#include <string>

#include "analysis/export/table_testing.h"
#include "gtest/gtest.h"

namespace halfword::analysis {

namespace {

TEST(PythonProcessTest, GetsArgumentsAndBytes) {
  const TestFolder folder;
  const TestInterpreter script(folder,
                               "echo ready; shift 4; echo \"$*\" >\"$1\"; "
                               "cat >>\"$1\"");
  PythonProcess process({folder.PathOf("out"), "b c"});
  process.WaitUntilReady();
  process.Write("bytes");
  process.Write(" and more");
  process.Finish();

  EXPECT_EQ(folder.TextOf("out"),
            folder.PathOf("out") + " b c\nbytes and more");
}

TEST(PythonProcessTest, TellsWhyItIsNotReady) {
  const TestFolder folder;
  const TestInterpreter script(
      folder, "echo Traceback >&2; echo 'no pyarrow' >&2; exit 1");

  EXPECT_EQ(ErrorOf([] { PythonProcess({}).WaitUntilReady(); }),
            folder.PathOf("python") + ": no pyarrow");
}

TEST(PythonProcessTest, TellsHowItEndedIfItSaysNothing) {
  const TestFolder folder;
  {
    const TestInterpreter script(folder, "exit 7");
    EXPECT_EQ(ErrorOf([] { PythonProcess({}).WaitUntilReady(); }),
              folder.PathOf("python") + ": ended by status 7");
  }
  const TestInterpreter script(folder, "echo ready; kill -9 $$");
  EXPECT_EQ(ErrorOf([] {
              PythonProcess process({});
              process.WaitUntilReady();
              process.Finish();
            }),
            folder.PathOf("python") + ": ended by signal 9");
}

TEST(PythonProcessTest, FailsInWritingIfItEnds) {
  const TestFolder folder;
  const TestInterpreter script(folder,
                               "echo ready; read line; echo disk full; exit 1");
  PythonProcess process({});
  process.WaitUntilReady();
  process.Write("line\n");
  const std::string much(1 << 20, 'x');

  EXPECT_EQ(ErrorOf([&] {
              for (int i = 0; i < 100; ++i) process.Write(much);
            }),
            folder.PathOf("python") + ": disk full");
}

TEST(PythonProcessTest, FailsInTheEndIfItSaysSo) {
  const TestFolder folder;
  const TestInterpreter script(folder,
                               "echo ready; cat >/dev/null; echo late; exit 1");
  PythonProcess process({});
  process.WaitUntilReady();

  EXPECT_EQ(ErrorOf([&] { process.Finish(); }),
            folder.PathOf("python") + ": late");
}

TEST(PythonProcessTest, SaysWhatToInstallWhereThereIsNone) {
  const TestFolder folder;
  const std::string path = folder.PathOf("absent");
  setenv("HALFWORD_PYTHON", path.c_str(), 1);
  const std::string error = ErrorOf([] { PythonProcess({}); });
  unsetenv("HALFWORD_PYTHON");

  EXPECT_EQ(error, "this format is written by Python, and there is no " + path +
                       "; install python3 and pyarrow");
}

}  // namespace

}  // namespace halfword::analysis
