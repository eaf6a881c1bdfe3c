"""Drives Chromium over its debugging protocol, through a pipe. Only the standard library of Python 3.9 is needed."""

import base64
import collections
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class Failed(Exception):
    """What was expected did not happen."""


def find():
    """The path of a Chromium, or None."""
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    """One browser. Each page has its own profile, unless it is opened `beside` another."""

    def __init__(self, *flags, path=None):
        self.home = tempfile.TemporaryDirectory(prefix="board-chromium-")
        to_read, to_write = os.pipe(), os.pipe()
        wanted = {3: to_read[0], 4: to_write[1]}

        def pipes():
            # The browser reads from descriptor 3 and writes to 4; both numbers can be in use for something else here.
            spare = {number: fcntl.fcntl(fd, fcntl.F_DUPFD, 200) for number, fd in wanted.items()}
            for number, fd in spare.items():
                os.dup2(fd, number)

        self.log = open(os.path.join(self.home.name, "log"), "w+b")
        self.process = subprocess.Popen(
            [path or find(), "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run",
             "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-extensions",
             "--disable-component-update", "--disable-sync", f"--user-data-dir={self.home.name}/profile", *flags],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, preexec_fn=pipes, close_fds=False)
        os.close(to_read[0])
        os.close(to_write[1])
        self.reading, self.writing = to_write[0], to_read[1]
        self.buffer, self.last = b"", 0
        self.answers, self.pages = {}, {}
        self.version = self.send("Browser.getVersion")["product"]

    def send(self, method, session=None, limit=60, **parameters):
        """Sends a command and waits for its answer."""
        self.last += 1
        number = self.last
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writing, data):]
        end = time.monotonic() + limit
        while number not in self.answers:
            if not self.receive(end - time.monotonic()):
                raise Failed(f"{method} was not answered in {limit} s")
        answer = self.answers.pop(number)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def receive(self, limit):
        """Reads what has come, after waiting for at most `limit` seconds; whether anything has."""
        if limit < 0 or not select.select([self.reading], [], [], limit)[0]:
            return False
        data = os.read(self.reading, 1 << 20)
        if not data:
            self.log.seek(0)
            raise Failed("Chromium has ended:\n" + self.log.read().decode(errors="replace")[-2000:])
        *messages, self.buffer = (self.buffer + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.answers[message["id"]] = message
            elif message.get("sessionId") in self.pages:
                self.pages[message["sessionId"]].happened(message["method"], message["params"])
        return True

    def open(self, url="about:blank", beside=None, width=1280, height=800):
        """A page, in front of the others."""
        context = beside.context if beside else self.send("Target.createBrowserContext")["browserContextId"]
        window = {} if beside else {"width": width, "height": height}
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context, **window)["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, context, target, session)
        for domain in ("Page", "Runtime", "Log", "Accessibility"):
            page.send(f"{domain}.enable")
        if url != "about:blank":
            page.go(url)
        return page

    def close(self):
        try:
            self.send("Browser.close", limit=5)
        except (Failed, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.reading)
        os.close(self.writing)
        self.log.close()
        self.home.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Page:
    """One page of a browser."""

    def __init__(self, browser, context, target, session):
        self.browser, self.context, self.target, self.session = browser, context, target, session
        self.events, self.errors = collections.deque(), []

    def send(self, method, limit=60, **parameters):
        return self.browser.send(method, self.session, limit, **parameters)

    def happened(self, method, parameters):
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("warning", "error"):
            self.errors.append("console: " + " ".join(str(a.get("value", a)) for a in parameters["args"]))
        else:
            self.events.append((method, parameters))

    def wait_for(self, method, limit=30):
        """The parameters of an event that has happened or will."""
        end = time.monotonic() + limit
        while True:
            while self.events:
                name, parameters = self.events.popleft()
                if name == method:
                    return parameters
            if not self.browser.receive(end - time.monotonic()):
                raise Failed(f"no {method} in {limit} s")

    def go(self, url):
        self.events.clear()
        answer = self.send("Page.navigate", url=url)
        if "errorText" in answer:
            raise Failed(f"{url}: {answer['errorText']}")
        self.wait_for("Page.loadEventFired")

    def run(self, function, *arguments, limit=60):
        """Calls a JavaScript function in the page and returns its JSON value."""
        text = f"({function})({', '.join(map(json.dumps, arguments))})"
        answer = self.send("Runtime.evaluate", limit, expression=text, returnByValue=True, awaitPromise=True,
                           userGesture=True, allowUnsafeEvalBlockedByCSP=False)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failed(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def until(self, function, *arguments, limit=20, why=""):
        """Waits until a JavaScript function returns something true, and returns that."""
        end = time.monotonic() + limit
        while True:
            value = self.run(function, *arguments)
            if value:
                return value
            if time.monotonic() > end:
                raise Failed(f"not in {limit} s: {why or function} {arguments}")
            self.browser.receive(0.02)

    def front(self):
        self.send("Page.bringToFront")

    def close(self):
        self.browser.send("Target.closeTarget", targetId=self.target)

    def emulate(self, width=1280, height=800, phone=False, **features):
        """`features` are media features, for example `prefers_color_scheme="dark"`."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=phone,
                  deviceScaleFactor=2 if phone else 1)
        self.send("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", format="png")["data"]))

    # Input

    def mouse(self, kind, x, y, buttons=0, clicks=1):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind != "mouseMoved" else "none",
                  buttons=buttons, clickCount=clicks)

    def click(self, x, y, clicks=1):
        for count in range(1, clicks + 1):
            self.mouse("mousePressed", x, y, 1, count)
            self.mouse("mouseReleased", x, y, 0, count)

    def drag(self, path):
        """Presses at the first point, moves through the others, and releases at the last."""
        self.mouse("mouseMoved", *path[0])
        self.mouse("mousePressed", *path[0], 1)
        for (x, y), (to_x, to_y) in zip(path, path[1:]):
            for step in range(1, 9):
                self.mouse("mouseMoved", x + (to_x - x) * step / 8, y + (to_y - y) * step / 8, 1)
        self.mouse("mouseReleased", *path[-1])

    def key(self, key, code=None, modifiers=0):
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 else "")
        numbers = {"Enter": 13, " ": 32, "Escape": 27, "Delete": 46, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38,
                   "ArrowRight": 39, "ArrowDown": 40}
        common = {"key": key, "code": code or {" ": "Space"}.get(key, key), "modifiers": modifiers,
                  "windowsVirtualKeyCode": numbers.get(key, ord(key.upper()) if len(key) == 1 else 0)}
        written = {"text": text} if text and not modifiers else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **written, **common)
        self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        self.send("Input.insertText", text=text)
