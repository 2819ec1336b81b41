# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

"""Kills a program that saves an image, again and again.

The content of the image is a function of a number, which the program prints
before and after each save. Whatever the instant it is killed at, the next
program has to find the content of the last save that was acknowledged, or of
the one that was being made; opening is killed at times, too. Readers that were
there before have to see to their end what they saw first.

    kill_test.py CRASH_PROGRAM [SEED]

HALFWORD_CRASH_SECONDS says how long; each image gets a new seed, which is
printed."""

import os
import random
import subprocess
import sys
import tempfile
import time

SECONDS = float(os.environ.get("HALFWORD_CRASH_SECONDS", "6"))
# A model has to be brought to the number of the image: it should not get long.
NUMBER_MAX = 400


class Broken(Exception):
    """What was found is not what may be."""


class Reader:
    """A process that has the image open, and looks at the end again."""

    def __init__(self, program, image, seed):
        self.process = subprocess.Popen(
            [program, "read", image, str(seed)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().split()
        if line[:1] != ["opened"]:
            raise Broken("a reader: " + self.process.communicate()[1])
        self.number = line[1]

    def end(self):
        output, errors = self.process.communicate()
        if self.process.returncode != 0 or output.split() != ["still",
                                                              self.number]:
            raise Broken(f"a reader of {self.number}: {output}{errors}")


class Image:
    """An image, the programs that write it, and what they have said."""

    def __init__(self, program, folder, seed):
        self.program = program
        self.path = os.path.join(folder, f"{seed}.image")
        self.seed = seed
        self.random = random.Random(seed)
        self.saved = 0
        self.saving = 0
        self.kills = 0
        self.opened = 0
        self.readers = []

    def run(self, until):
        while time.monotonic() < until and self.saved < NUMBER_MAX:
            self.write_and_kill()
            if self.random.random() < 0.3 and os.path.exists(self.path):
                self.change_readers()
        for reader in self.readers:
            reader.end()

    def change_readers(self):
        if len(self.readers) < 3:
            reader = Reader(self.program, self.path, self.seed)
            self.readers.append(reader)
            self.note("opened", int(reader.number))
        if self.random.random() < 0.5:
            index = self.random.randrange(len(self.readers))
            self.readers.pop(index).end()

    def write_and_kill(self):
        process = subprocess.Popen(
            [self.program, "write", self.path, str(self.seed),
             str(self.random.getrandbits(32))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # Short ones are killed while they open.
        longest = self.random.choice([0.01, 0.1, 0.5])
        time.sleep(self.random.uniform(0, longest))
        # Readers may come at any time.
        if self.opened and self.random.random() < 0.3:
            reader = Reader(self.program, self.path, self.seed)
            reader.end()
        process.kill()
        output, errors = process.communicate()
        if errors:
            raise Broken(errors.strip())
        self.kills += 1
        # The last line may be half of one.
        for line in output.split("\n")[:-1]:
            what, number = line.split()
            self.note(what, int(number))

    def note(self, what, number):
        if what == "opened":
            self.opened += 1
            if number not in (self.saved, self.saving):
                raise Broken(f"opened {number}, not {self.saved} or "
                             f"{self.saving}")
            self.saved = self.saving = number
        elif what == "saving":
            self.saving = number
        else:
            self.saved = number


def main():
    program = sys.argv[1]
    seeds = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else None)
    until = time.monotonic() + SECONDS
    kills = opened = saves = images = 0
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < until:
            seed = int(sys.argv[2]) if len(sys.argv) > 2 and not images \
                else seeds.getrandbits(31)
            image = Image(program, folder, seed)
            try:
                image.run(until)
            except Broken as broken:
                print(f"seed {seed}, after save {image.saved}: {broken}")
                return 1
            # Its first writers may all have been killed while they opened.
            if os.path.exists(image.path):
                os.remove(image.path)
            images += 1
            kills += image.kills
            opened += image.opened
            saves += image.saved
    print(f"{images} images, {kills} kills, {opened} openings, {saves} saves")
    return 0 if opened > 3 and saves > 3 else 1


if __name__ == "__main__":
    sys.exit(main())
