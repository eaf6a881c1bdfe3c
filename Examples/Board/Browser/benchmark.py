#!/usr/bin/env python3
"""Measures the board's client beside keyed DOM code written by hand: see --help."""

import argparse
import functools
import http.server
import math
import os
import random
import statistics
import sys
import threading

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import chromium  # noqa: E402
from chromium import Chromium, Failed  # noqa: E402

PUBLIC = os.path.join(HERE, "..", "Sources", "BoardKit", "Public")
RENDERING = {"UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"}
SCRIPT = {"TimerFire", "FunctionCall", "EventDispatch", "FireAnimationFrame", "RunMicrotasks"}


class Files(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        name = os.path.basename(path)
        return os.path.join(PUBLIC if name in ("client.js", "sheet.js") else HERE, name)

    def log_message(self, *_):
        pass


def times(events):
    """Milliseconds of script and of rendering on the page's main thread, from the first mark to the second.

    They are CPU time of that thread, which other programs on the machine do not inflate.
    """
    marks = {event["name"]: event for event in events if event["name"] in ("board-begin", "board-end")}
    begin, end = marks["board-begin"], marks["board-end"]
    found = sorted(
        (event for event in events
         if event["name"] in SCRIPT | RENDERING and event.get("ph") == "X"
         and (event["pid"], event["tid"]) == (begin["pid"], begin["tid"])
         and event["ts"] + event["dur"] >= begin["ts"] and event["ts"] <= end["ts"]), key=lambda event: event["ts"])
    script = rendering = last = 0
    for event in found:
        if event["ts"] < last:
            continue  # inside of the one before
        last = event["ts"] + event["dur"]
        spent = event.get("tdur", event["dur"])
        if event["name"] in SCRIPT:
            script += spent
        else:
            rendering += spent
    return script / 1000, rendering / 1000


def run(browser, address, way, name):
    """One operation in a fresh page."""
    page = browser.open(width=1200, height=900)
    try:
        page.go(f"{address}/benchmark.html")
        page.until("() => globalThis.operations")
        page.run("(way, name) => prepare(way, name)", way, name)
        page.send("HeapProfiler.collectGarbage")
        page.send("Tracing.start", transferMode="ReportEvents",
                  categories="devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing")
        page.run("() => measure()")
        page.events.clear()
        page.send("Tracing.end")
        events = []
        while True:
            page.browser.receive(10)
            while page.events:
                method, parameters = page.events.popleft()
                if method == "Tracing.dataCollected":
                    events += parameters["value"]
                elif method == "Tracing.tracingComplete":
                    if page.errors:
                        raise Failed(str(page.errors))
                    return times(events)
    finally:
        page.close()


def check(browser, address, names):
    """Both ways make the same rows of the same items."""
    for name in names:
        shown = []
        for way in ("hand", "frames"):
            page = browser.open()
            page.go(f"{address}/benchmark.html")
            page.until("() => globalThis.operations")
            page.run("() => { let n = 0; Math.random = () => (n = (n * 16807 + 7) % 2147483647) / 2147483647 }")
            page.run("async (way, name) => { await prepare(way, name); work() }", way, name)
            shown.append(page.run("() => texts()"))
            page.close()
        if shown[0] != shown[1]:
            raise Failed(f"{name}: the two ways make other rows")


def main():
    parser = argparse.ArgumentParser(
        description="Measures the operations of js-framework-benchmark, made by the board's client from frames and by "
                    "keyed DOM code written by hand: script and rendering in milliseconds of CPU time, from a browser "
                    "trace, the lower quartile of fresh pages in shuffled order. Needs Python 3.9 and Chromium.")
    parser.add_argument("--pages", type=int, default=12, metavar="count",
                        help="fresh pages for each operation and way (default: 12)")
    parser.add_argument("--check", action="store_true", help="fail if a ratio is above 1.15, or their mean above 1.0")
    parser.add_argument("--only", metavar="text", default="", help="only operations with this text in their name")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30), help="of the order")
    options = parser.parse_args()
    if not chromium.find():
        parser.error("Chromium is not there: apt-get install chromium, or CHROMIUM=path")

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    with Chromium("--js-flags=--expose-gc") as browser:
        page = browser.open(address + "/benchmark.html")
        names = [name for name in page.until("() => globalThis.operations") if options.only in name]
        page.close()
        check(browser, address, names)
        order = [(name, way) for name in names for way in ("hand", "frames")] * options.pages
        random.Random(options.seed).shuffle(order)
        found = {}
        for number, (name, way) in enumerate(order):
            found.setdefault((name, way), []).append(run(browser, address, way, name))
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {len(order)}", end="", file=sys.stderr)
        print(f"{browser.version}, {options.pages} pages each, seed {options.seed}\n")

    def quartile(values):
        return statistics.quantiles(values, n=4, method="inclusive")[0] if len(values) > 1 else values[0]

    print("| operation | by hand: script + rendering, ms | from frames | ratio |\n|---|---:|---:|---:|")
    ratios = []
    for name in names:
        hand, frames = found[name, "hand"], found[name, "frames"]
        cells = [" + ".join(f"{quartile([time[part] for time in each]):.1f}" for part in (0, 1))
                 for each in (hand, frames)]
        ratios.append(quartile([sum(time) for time in frames]) / quartile([sum(time) for time in hand]))
        print(f"| {name} | {cells[0]} | {cells[1]} | {ratios[-1]:.2f} |")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"| geometric mean | | | {mean:.2f} |")
    if options.check and (max(ratios) > 1.15 or mean > 1.0):
        sys.exit("slower than allowed")


if __name__ == "__main__":
    main()
