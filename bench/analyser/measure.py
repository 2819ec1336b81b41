#!/usr/bin/env python3
# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs a command and prints, as JSON, what it took.

It is a process of its own because a child's peak of memory begins with that of
the process that starts it: this one imports little, so that is 10 MB.

Usage: measure.py CPU_SECONDS IN OUT ERRORS COMMAND...

The command reads IN, writes OUT and ERRORS, and is ended after CPU_SECONDS.
"""

import json
import os
import resource
import sys
import time


def main(arguments):
    seconds, source, target, errors, *command = arguments
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    files = [(os.POSIX_SPAWN_OPEN, 0, source, os.O_RDONLY, 0),
             (os.POSIX_SPAWN_OPEN, 1, target, writing, 0o644),
             (os.POSIX_SPAWN_OPEN, 2, errors, writing, 0o644)]
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), most))
    start = time.monotonic()
    try:
        child = os.posix_spawnp(command[0], command, os.environ,
                                file_actions=files)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 1
    _, status, used = os.wait4(child, 0)
    print(json.dumps({
        "status": os.waitstatus_to_exitcode(status),
        "cpu_ms": 1000 * (used.ru_utime + used.ru_stime),
        "wall_ms": 1000 * (time.monotonic() - start),
        # macOS counts bytes where Linux counts KiB.
        "peak_bytes": used.ru_maxrss * (
            1 if sys.platform == "darwin" else 1024)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
