"""The server under test, a proxy whose connections can be cut, and pages of the board."""

import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time

from chromium import Failed

HERE = os.path.dirname(os.path.abspath(__file__))


class Server:
    """A server with a database of its own. It keeps port and database when it is started again."""

    def __init__(self, program, *flags):
        self.program, self.flags, self.port = program, flags, 0
        self.home = tempfile.TemporaryDirectory(prefix="board-")
        self.log = open(os.path.join(self.home.name, "log"), "w+b")
        self.start()

    def start(self, limit=60):
        command = [self.program, "--port", str(self.port), "--database", os.path.join(self.home.name, "board.sqlite"),
                   "--commands", "1000000"]
        at = self.log.seek(0, 2)
        self.process = subprocess.Popen(
            [*command, *self.flags], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        end = time.monotonic() + limit
        while True:
            with open(self.log.name, "rb") as log:
                log.seek(at)
                printed = log.read().decode(errors="replace")
            found = re.search(r"http://[^:/\s]+:(\d+)", printed)
            if found:
                self.port = int(found[1])
                try:
                    if self.get("/health")[0] == 200:
                        return
                except OSError:
                    pass
            if self.process.poll() is not None or time.monotonic() > end:
                raise Failed(f"{' '.join(command)} does not start:\n{printed[-2000:]}")
            time.sleep(0.02)

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        return self.process.wait(30)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.log.close()
        self.home.cleanup()

    def request(self, method, path, body=None, headers={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def get(self, path):
        return self.request("GET", path)

    def command(self, name, key=None, **content):
        body = json.dumps({"key": key or os.urandom(9).hex(), "name": name, "content": content})
        status, text = self.request("POST", "/commands", body, {"Content-Type": "application/json"})
        return status, json.loads(text)

    def must(self, name, **content):
        status, answer = self.command(name, **content)
        if status != 200:
            raise Failed(f"{name} {content}: {status} {answer}")

    def add(self, column, *titles):
        """Adds cards and returns their ids."""
        ids = [os.urandom(6).hex() for _ in titles]
        for id, title in zip(ids, titles):
            self.must("add", id=id, column=column, title=title)
        return ids

    def board(self, query=""):
        """[[column's title, count, [[id, title], …]], …]"""
        status, text = self.get("/board" + query)
        if status != 200:
            raise Failed(f"/board: {status} {text}")
        return columns(json.loads(text))

    def clear(self):
        for _, _, cards in self.board():
            for id, _ in cards:
                self.must("delete", id=id)


def columns(whole):
    return [[column["title"], column["count"], [[card["id"], card["title"]] for card in column["cards"]]]
            for column in whole["columns"]]


class Proxy:
    """Passes connections on to the server, and cuts them when told to."""

    def __init__(self, server):
        self.server, self.open, self.refuses, self.lock = server, set(), False, threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                if self.refuses:
                    client.close()
                    continue
                pair = client, socket.create_connection(("127.0.0.1", self.server.port), timeout=10)
            except OSError:
                if self.listener.fileno() < 0:
                    return
                client.close()
                continue
            with self.lock:
                self.open.add(pair)
            threading.Thread(target=self.carry, args=(pair,), daemon=True).start()

    def carry(self, pair):
        try:
            while True:
                for readable in select.select(pair, [], [])[0]:
                    data = readable.recv(65536)
                    if not data:
                        return
                    pair[readable is pair[0]].sendall(data)
        except (OSError, ValueError):
            pass
        finally:
            with self.lock:
                self.open.discard(pair)
            for end in pair:
                end.close()

    def cut(self, refuse=False):
        """Cuts all connections; with `refuse` new ones too, until `mend`."""
        self.refuses = refuse
        with self.lock:
            for pair in self.open:
                for end in pair:
                    try:
                        end.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass

    def mend(self):
        self.refuses = False

    def close(self):
        self.listener.close()
        self.cut()


# Before a page's own scripts: the frames that arrive, and whether the page was loaded again.
RECORDER = """
  globalThis.received = []
  globalThis.EventSource = class extends EventSource {
    constructor(...all) {
      super(...all)
      this.addEventListener("message", ({ data }) => {
        const frame = JSON.parse(data)
        received.push(["hello", "reset", "part", "beat", "end"].find(name => name in frame) ?? "changes")
      })
    }
  }
"""
SHOWN = """() => [...document.querySelectorAll("main > section")].map(section => [
  section.querySelector("h2").textContent,
  Number(section.querySelector(".count").textContent.split(" ").at(-1)),
  [...section.querySelectorAll("li")].map(row => [row.key, row.querySelector(".title").textContent])])"""


class Tab:
    """A page of the board."""

    def __init__(self, browser, port, host="127.0.0.1", beside=None, before="", path="/", **looks):
        self.page = browser.open(beside=beside.page if beside else None)
        self.run, self.until, self.key = self.page.run, self.page.until, self.page.key
        self.page.send("Page.addScriptToEvaluateOnNewDocument", source=RECORDER + before)
        if looks:
            self.page.emulate(**looks)
        self.page.go(f"http://{host}:{port}{path}")
        self.live()

    def live(self, limit=30):
        self.status("live", limit)

    def status(self, status, limit=30):
        self.until("status => document.querySelector('#light').dataset.status === status", status, limit=limit)

    def board(self):
        return self.run(SHOWN)

    def equals(self, server, query="", limit=20):
        """Waits until the page shows what the server has."""
        end = time.monotonic() + limit
        while True:
            shown, want = self.board(), server.board(query)
            if shown == want:
                return
            if time.monotonic() > end:
                raise Failed(f"the page shows\n{shown}\nbut the server has\n{want}\n{self.page.errors}")
            self.page.browser.receive(0.03)

    def frames(self):
        """The kinds of frames since the last call."""
        return self.run("() => received.splice(0)")

    def mark(self):
        """Remembers the elements of the cards, to see later whether they are the same."""
        self.run("""() => {
          globalThis.marked = new Map([...document.querySelectorAll("main li")].map(row => [row.key, row]))
        }""")

    def kept(self):
        """How many of the marked cards are still shown by their elements; None after a reload."""
        return self.run("""() => globalThis.marked ? [...document.querySelectorAll("main li")]
            .filter(row => marked.get(row.key) === row).length : null""")

    def middle(self, selector):
        """The middle of an element that is scrolled into view."""
        return self.run("""selector => {
          const element = document.querySelector(selector)
          element.scrollIntoView({ block: "nearest", inline: "nearest" })
          const { left, top, width, height } = element.getBoundingClientRect()
          return [left + width / 2, top + height / 2]
        }""", selector)

    def row(self, id):
        """The selector of a card."""
        self.run("""id => {
          for (const row of document.querySelectorAll("main li")) row.toggleAttribute("data-wanted", row.key === id)
        }""", id)
        return "li[data-wanted]"

    def focus(self, id):
        """Focuses a card, unless somebody has deleted it; focused() tells."""
        self.page.front()
        self.run("""id => {
          const row = [...document.querySelectorAll("main li")].find(row => row.key === id)
          row?.querySelector(".title").focus()
        }""", id)

    def focused(self):
        """The id of the card that has the focus."""
        return self.run("() => document.activeElement.closest('li')?.key ?? null")

    def said(self):
        return self.run("() => document.querySelector('#said').textContent")

    def still(self):
        """Waits for the end of animations, so that pointers hit what they aim at."""
        self.until("""() => !document.querySelector("li.waiting") && !document.getAnimations()
            .some(({ playState, effect }) => playState === "running" && effect.getTiming().iterations === 1)""")

    def close(self):
        self.page.close()
