# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

"""Programs that make the same image at once, each of which adds one to it.

What each has been told is true: who says that it has saved has, and who says
that another has the image leaves it alone.

    names_test.py CRASH_PROGRAM"""

import os
import subprocess
import sys
import tempfile

ROUNDS = 40
PROGRAMS = 3
BUSY = 3


def round_of(program, path):
    """How many saved, and how many did not get the image."""
    processes = [
        subprocess.Popen([program, "count", path], stdin=subprocess.PIPE,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True)
        for _ in range(PROGRAMS)
    ]
    lines = []
    for process in processes:
        lines.append(process.stdout.readline() + process.stdout.readline())
    saved = busy = 0
    for process, line in zip(processes, lines):
        _, errors = process.communicate()
        if process.returncode == 0 and "saved" in line:
            saved += 1
        elif process.returncode == BUSY and len(errors.splitlines()) == 1:
            busy += 1
        else:
            sys.exit(f"ended with {process.returncode}: {line}{errors}")
    return saved, busy


def number_of(program, path):
    line = subprocess.run([program, "count", path], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, check=True, text=True).stdout
    return int(line.split()[1])


def main():
    program = sys.argv[1]
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            path = os.path.join(folder, f"{number}.image")
            saved, busy = round_of(program, path)
            if saved == 0:
                sys.exit("nobody has made the image")
            found = number_of(program, path)
            if found != saved:
                sys.exit(f"{saved} have saved, the image says {found}")
            if os.listdir(folder) != [os.path.basename(path)]:
                sys.exit(f"left behind: {os.listdir(folder)}")
            os.remove(path)
            refused += busy
    print(f"{ROUNDS} images, {refused} programs refused")


if __name__ == "__main__":
    main()
