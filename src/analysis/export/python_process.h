// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// PythonProcess: the project's Python package halfword_export, run as another
// process, which is given tables on its standard input. Parquet and Arrow are
// left to pyarrow, which is their makers' own.
//
// On its standard output it says "ready"; whatever else it says, there or on
// standard error, is the reason of a failure, the last line of it.
//
// Its interpreter is `python3`, or what HALFWORD_PYTHON names. The package is
// looked for in ../share/halfword/python, from the folder of this program, and
// otherwise among those that are installed.

#ifndef HALFWORD_ANALYSIS_EXPORT_PYTHON_PROCESS_H_
#define HALFWORD_ANALYSIS_EXPORT_PYTHON_PROCESS_H_

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace halfword::analysis {

class PythonProcess {
 public:
  // Throws ExportError, as all that follows.
  explicit PythonProcess(const std::vector<std::string>& arguments);
  // One that is not finished gets to know it, and is waited for.
  ~PythonProcess();
  PythonProcess(const PythonProcess&) = delete;
  PythonProcess& operator=(const PythonProcess&) = delete;

  void WaitUntilReady();
  void Write(std::string_view bytes);
  // Waits for its end.
  void Finish();

 private:
  void Start(const std::vector<std::string>& arguments, int input, int output);
  void CloseAndWait();
  [[noreturn]] void FailAsItSays();

  const std::string interpreter_;
  pid_t process_ = -1;
  int input_ = -1;   // its standard input; a socket, which raises no SIGPIPE
  int output_ = -1;  // its standard output and standard error
  int status_ = 0;   // how it ended, as of waitpid()
  std::string said_;
};

}  // namespace halfword::analysis

#endif  // HALFWORD_ANALYSIS_EXPORT_PYTHON_PROCESS_H_
