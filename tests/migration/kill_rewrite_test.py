# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

"""Kills `halfword image pack` and `migrate` at any instant: the image that they
read stays as it was, and what they write is there whole or not at all. Where a
signal lets them, they leave nothing else behind.

    kill_rewrite_test.py HALFWORD ALBUM_PROGRAM ALBUM_PROGRAM_64 [SEED]

HALFWORD_CRASH_SECONDS says how long; the seed is printed."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time

SECONDS = float(os.environ.get("HALFWORD_CRASH_SECONDS", "4"))


class Broken(Exception):
    """What was found is not what may be."""


def run(*arguments):
    result = subprocess.run(arguments, stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.STDOUT, timeout=120, check=False)
    if result.returncode != 0:
        raise Broken(f"{arguments}: {result.stdout}")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def remove_rest(out):
    """How many bytes it had: where it was just made, it has none, and is not
    known to be removed."""
    path = out + ".new"
    if not os.path.exists(path):
        return 0
    length = os.path.getsize(path)
    os.remove(path)
    return length


def kill_one(halfword, image, out, options, after, by):
    process = subprocess.Popen([halfword, "image", *options, image, out],
                               stdout=subprocess.DEVNULL)
    try:
        process.wait(timeout=after)
    except subprocess.TimeoutExpired:
        process.send_signal(by)
        process.wait()
        return process.returncode == -by
    if process.returncode != 0:
        raise Broken(f"{options}: status {process.returncode}")
    return False


def main(halfword, program, seed):
    print("seed", seed)
    chance = random.Random(seed)
    kills = 0
    with tempfile.TemporaryDirectory() as folder:
        image = os.path.join(folder, "in.image")
        out = os.path.join(folder, "out.image")
        run(program, "make", image)
        content = read(image)
        start = time.monotonic()
        run(halfword, "image", "migrate", image, out)
        whole = time.monotonic() - start
        os.remove(out)
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            options = chance.choice(
                [["pack"], ["pack", "--deduplicate"], ["migrate"],
                 ["migrate", "--references", "64"]])
            by = chance.choice([signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
            if by != signal.SIGKILL:
                remove_rest(out)
            was_killed = kill_one(halfword, image, out, options,
                                  chance.random() * 1.2 * whole, by)
            if by != signal.SIGKILL and remove_rest(out) != 0:
                raise Broken(f"{by.name} has left a file behind")
            kills += was_killed
            if read(image) != content:
                raise Broken("the image that was read has changed")
            if os.path.exists(out):
                run(halfword, "image", "check", out)
                os.remove(out)
            elif not was_killed:
                raise Broken("nothing was written")
        # What a kill has left behind is in nobody's way.
        run(halfword, "image", "pack", image, out)
        run(program, "check", out)
    print(kills, "kills")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2],
         int(sys.argv[4]) if len(sys.argv) > 4 else random.getrandbits(32))
