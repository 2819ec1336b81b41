# Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
"""Runs the three readers of heap snapshots, and installs what they need.

Each reader is a JavaScript module that gets a request as JSON and prints one
JSON document: read_worker.mjs (DevTools' own worker under Node), which has the
exact figures; read_browser.mjs (DevTools in a headless Chromium), which has
what a person sees; read_memlab.mjs. The npm packages live in .cache/devtools,
or in the folder that HALFWORD_DEVTOOLS names, and not among the sources.
"""

import hashlib
import json
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
INSTALLED = pathlib.Path(
    os.environ.get("HALFWORD_DEVTOOLS") or ROOT / ".cache" / "devtools")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
PACKAGE_FILES = ("package.json", "package-lock.json", ".npmrc")
OLDEST_NODE = 22
NODE_HEAP_MB = 12288
ROW_LIMIT = 100  # what the panel's grids show of an object at first
SAMPLE_SECONDS = 0.25
SMALL_FILE_BYTES = 1 << 20
SMALL_FILE_SECONDS = 120


class DevtoolsError(Exception):
    """What went wrong, in one line."""


class NoAnswer(DevtoolsError):
    """A reader took longer than it may."""


def stamp():
    """Returns what names the installation that these sources ask for."""
    digest = hashlib.sha256()
    for name in (*PACKAGE_FILES, "bundle_worker.mjs"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()


def is_installed():
    path = INSTALLED / "stamp"
    return path.is_file() and path.read_text() == stamp()


def install():
    """Installs the npm packages and makes the worker's module of them."""
    if is_installed():
        return
    if not shutil.which("npm"):
        raise DevtoolsError("npm is not installed; apt-get install npm")
    INSTALLED.mkdir(parents=True, exist_ok=True)
    (INSTALLED / "stamp").unlink(missing_ok=True)
    for name in PACKAGE_FILES:
        shutil.copy(HERE / name, INSTALLED)
    for command in (["npm", "ci"], None):
        command = command or [node(), HERE / "bundle_worker.mjs", INSTALLED]
        result = subprocess.run(command, cwd=INSTALLED, text=True, check=False,
                                stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)
        if result.returncode:
            raise DevtoolsError(result.stdout + "could not be installed")
    (INSTALLED / "stamp").write_text(stamp())


def node():
    """Returns a Node that DevTools' code runs on."""
    machine = {"x86_64": "x64", "aarch64": "arm64"}.get(platform.machine())
    ours = INSTALLED / f"node_modules/node-linux-{machine}/bin/node"
    if ours.is_file():
        return str(ours)
    found = shutil.which("node")
    if found:
        version = subprocess.run([found, "--version"], text=True, check=False,
                                 stdout=subprocess.PIPE).stdout
        if int(version.strip("v\n").split(".")[0] or 0) >= OLDEST_NODE:
            return found
    raise DevtoolsError(f"no Node {OLDEST_NODE} or newer")


def chromium():
    found = os.environ.get("HALFWORD_CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUMS)), None)
    if not found:
        raise DevtoolsError("no Chromium; ./dev setup --full installs it")
    return found


def descendants(process):
    """Returns the ids of a process and of those it started, as they are."""
    children = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            text = pathlib.Path("/proc", entry, "stat").read_text()
        except OSError:
            continue
        parent = int(text.rsplit(")", 1)[1].split()[1])
        children.setdefault(parent, []).append(int(entry))
    found = [process]
    for one in found:
        found += children.get(one, [])
    return found


def proportional_bytes(process):
    """Returns a process's memory, what it shares divided by the sharers."""
    try:
        lines = pathlib.Path("/proc", str(process), "smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines.splitlines()
                 if line.startswith("Pss:")), 0)


class PeakMemory:
    """Samples the memory of a process and of all that it starts."""

    def __init__(self, process):
        self.process, self.bytes = process, 0
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.sample, daemon=True)

    def sample(self):
        while not self.over.wait(SAMPLE_SECONDS):
            total = sum(map(proportional_bytes, descendants(self.process)))
            self.bytes = max(self.bytes, total)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def end(process):
    """Ends the reader and what it started, which share its session."""
    for one in descendants(process.pid):
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.wait()


def run_reader(script, request, seconds):
    """Returns (the document of the reader, its peak memory in bytes)."""
    if not is_installed():
        raise DevtoolsError("first run ./dev devtools setup")
    command = [node(), f"--max-old-space-size={NODE_HEAP_MB}", HERE / script,
               INSTALLED, json.dumps(request)]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        with PeakMemory(process.pid) as peak:
            try:
                output, errors = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                end(process)
                raise NoAnswer(f"no answer after {seconds} s") from None
            except BaseException:
                end(process)
                raise
    if process.returncode:
        lines = errors.strip().splitlines() or ["cannot be read"]
        raise DevtoolsError(lines[0].replace(" {PH1}%", ""))
    return json.loads(output), peak.bytes


def check_file(path):
    """Refuses what no reader needs to be started for."""
    try:
        with open(path, "rb") as file:
            start = file.read(4096)
    except OSError as error:
        raise DevtoolsError(f"{path}: {error.strerror}") from None
    if b'"snapshot"' not in start:
        raise DevtoolsError(f"{path}: not a heap snapshot")


def read(script, files, seconds, **request):
    for path in files:
        check_file(path)
    request["files"] = [os.path.abspath(path) for path in files]
    try:
        report, peak_bytes = run_reader(script, request, seconds)
    except DevtoolsError as error:
        raise type(error)(f"{', '.join(map(str, files))}: {error}") from None
    report["files"] = request["files"]
    report["cost"].setdefault("peak_bytes", peak_bytes)
    return report


def read_worker(files, ids=(), all_nodes=False, seconds=900, samples=0):
    return read("read_worker.mjs", files, seconds, ids=list(ids),
                all_nodes=all_nodes, row_limit=ROW_LIMIT, samples=samples)


def read_memlab(path, ids=(), seconds=900):
    """memlab has once, in hundreds of runs, given no answer in 900 s for a file
    of a kilobyte, which takes it a second. So a small file has a short time,
    and a second one."""
    arguments = ("read_memlab.mjs", [path])
    if os.path.exists(path) and os.path.getsize(path) < SMALL_FILE_BYTES:
        try:
            return read(*arguments, min(seconds, SMALL_FILE_SECONDS),
                        ids=list(ids))
        except NoAnswer as error:
            print(error, "once; asking again", file=sys.stderr)
    return read(*arguments, seconds, ids=list(ids))


def read_browser(files, nodes=(), class_names=(), screenshot=None, seconds=300):
    """Reads the views; the nodes are what the worker has of them."""
    wanted = [{"path": node["path"],
               **{side: min(node[side]["count"], ROW_LIMIT)
                  for side in ("children", "retainers")}} for node in nodes]
    # A folder of the browser's own, where nothing of a user's browser is.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        return read("read_browser.mjs", files, seconds + 60,
                    nodes=wanted, class_names=list(class_names),
                    screenshot=str(pathlib.Path(screenshot).resolve())
                    if screenshot else None,
                    chromium=chromium(), profile=profile,
                    give_up_seconds=seconds)
