#!/usr/bin/env python3
"""Tests the board in real browsers: see --help."""

import argparse
import json
import os
import random
import sys
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import chromium  # noqa: E402
from board import HERE, Proxy, Server, Tab  # noqa: E402
from chromium import Chromium, Failed  # noqa: E402

HOSTILE = [
    "<img src=x onerror=\"document.title='broken'\">", "<script>document.title='broken'</script>",
    "\"><svg onload=document.title='broken'>", "javascript:document.title='broken'", "{{7*7}}${7*7}",
    "\u202etxet \u2066\u0000x".replace("\0", ""), "a  b\tc 👩‍👩‍👧 é é", "&lt;b&gt;&amp;",
]


LABELS = ["Green", "Yellow", "Orange", "Red", "Purple", "Blue"]


def expect(right, message):
    if not right:
        raise Failed(message)


class Tests:
    """Each method whose name begins with `test_` is a test; its first line says what holds."""

    def __init__(self, options, browser, seed):
        self.options, self.browser, self.random, self.seed = options, browser, random.Random(seed), seed
        self.opened, self.gone = [], []

    def server(self, *flags):
        """A server whose board is empty."""
        server = Server(self.options.server, *flags)
        self.opened.append(server)
        server.clear()
        return server

    def proxy(self, server):
        self.opened.append(Proxy(server))
        return self.opened[-1]

    def tab(self, *arguments, **named):
        self.opened.append(Tab(self.browser, *arguments, **named))
        return self.opened[-1]

    def end(self):
        for thing in reversed(self.opened):
            thing.close()
        self.opened.clear()

    def sound(self, *tabs, but=("ERR_", "/events", "503")):
        """No page may have reported an error, besides those of a connection that was cut."""
        for tab in tabs:
            errors = [error for error in tab.page.errors if not any(word in error for word in but)]
            expect(not errors, f"errors in a page: {errors}")

    # The tests

    def test_laws(self):
        """Random frames make the elements that arrays say, and keep rows; broken frames change nothing"""
        tab = self.tab(self.server().port)
        with open(os.path.join(HERE, "laws.js")) as file:
            laws = file.read().split("\n", 1)[1].strip()
        for number in range(3):
            tab.run(laws, self.seed + number, 60, limit=120)

    def test_waiting(self):
        """A page whose search has no room says so, keeps edits, shows all cards on request, or the search when it fits"""
        server = self.server("--views", "1")
        milk, bread = server.add("todo", "Milk", "Bread")
        first = self.tab(server.port)
        first.run("() => document.querySelector('#query input').focus()")
        first.page.type("Milk")
        first.until("() => document.querySelectorAll('main li').length === 1")
        second = self.tab(server.port)
        second.run("() => document.querySelector('#query input').focus()")
        second.page.type("Bread")
        second.status("waiting")
        told = second.run("() => document.querySelector('#notice').innerText")
        expect("not shown yet" in told and "different searches open" in told, f"it says {told!r}")
        if self.options.pictures:
            second.page.screenshot(os.path.join(self.options.pictures, "waiting.png"))
        # What is edited meanwhile is applied, and stays on the page until there is a stream.
        second.run("""id => {
          [...document.querySelectorAll("main li")].find(row => row.key === id).querySelector(".delete").click()
        }""", milk)
        first.until("() => document.querySelectorAll('main li').length === 0", why="the edit of a page that waits")
        second.run("() => document.querySelector('#notice button').click()")
        second.live()
        expect(second.run("() => document.querySelector('#notice').hidden"), "the notice stays")
        second.equals(server)
        second.run("() => document.querySelector('#query input').focus()")
        second.page.type("Bread")
        second.status("waiting")
        first.close()
        self.opened.remove(first)
        second.live()
        second.until("() => document.querySelectorAll('main li').length === 1")
        self.sound(second)

    def test_unavailable(self):
        """A board whose file has gone says why edits wait, and makes them when the file is back"""
        server = self.server()
        card, = server.add("todo", "Before")
        tab = self.tab(server.port)
        file = os.path.join(server.home.name, "board.sqlite")
        os.rename(file, file + ".away")
        tab.run("() => document.querySelector('.add textarea').focus()")
        tab.page.type("Later")
        tab.key("Enter")
        tab.until("() => document.querySelector('#notice').innerText.includes('deleted, moved or replaced')")
        expect([title for _, _, cards in server.board() for _, title in cards] == ["Before"], "it was applied")
        expect(tab.run("() => document.querySelectorAll('main li').length") == 2, "the page has lost the edit")
        if self.options.pictures:
            tab.page.screenshot(os.path.join(self.options.pictures, "unavailable.png"))
        os.rename(file + ".away", file)
        tab.until("() => document.querySelector('#notice').hidden")
        tab.equals(server)
        self.sound(tab)

    def test_edits(self):
        """Three pages on one board, 500 edits through pages and by POST: all show what the server has"""
        server = self.server()
        tabs = [self.tab(server.port) for _ in range(3)]
        places = [column[0] for column in server.board()]
        ids = ["todo", "doing", "done"][:len(places)]
        server.add(ids[0], *(f"Card {number}" for number in range(12)))
        for tab in tabs:
            tab.equals(server)
        for number in range(self.options.edits):
            kind = self.random.choice(["add", "add", "rename", "move", "move", "delete", "restore", "label", "due"])
            page = self.random.choice([None, None, *tabs])
            self.edit(server, page, kind, ids, number)
            if number % 100 == 99:
                for tab in tabs:
                    tab.equals(server)
        for tab in tabs:
            tab.equals(server)
            tab.until("() => !document.querySelector('li.waiting')", why="edits are still waiting")
        cards = [card for column in json.loads(server.get("/board")[1])["columns"] for card in column["cards"]]
        want = {card["id"]: [[label.title() for label in card.get("labels", [])], card.get("due")] for card in cards}
        for tab in tabs:
            shown = tab.run("""() => Object.fromEntries([...document.querySelectorAll("main li")].map(row =>
              [row.key, [[...row.querySelectorAll(".label")].map(chip => chip.textContent),
                         row.querySelector(".due") && row.item.due]]))""")
            expect(shown == want, f"the page has the labels and days\n{shown}\nand the server\n{want}")
        self.sound(*tabs, but=("409",))  # of two edits of one card the later can come too late

    def edit(self, server, tab, kind, ids, number):
        """One random edit, by POST or as a person makes it in a page."""
        board = tab.board() if tab else server.board()
        cards = [card for _, _, column in board for card, _ in column]
        column = self.random.randrange(len(ids))
        if kind == "add" or len(cards) < 5:
            title = self.random.choice([f"Card {number}", *HOSTILE])
            if not tab:
                return server.add(ids[column], title)
            tab.page.front()
            tab.run("i => document.querySelectorAll('.add textarea')[i].focus()", column)
            tab.page.type(title.replace("\n", " "))
            return tab.key("Enter")
        card = self.random.choice(cards)
        if kind == "delete":
            self.gone.append(card)
        if kind == "restore":
            if tab:
                tab.page.front()
                tab.run("() => document.activeElement.blur()")
                return tab.key("z", modifiers=2)
            return server.command("restore", id=self.random.choice(self.gone) if self.gone else card)
        if not tab:
            other = self.random.choice(cards)
            extra = {"rename": {"title": f"Renamed {number}"}, "delete": {},
                     "label": {"label": self.random.choice(LABELS).lower(), "on": self.random.random() < .6},
                     "due": {"due": f"2026-02-{number % 28 + 1:02}"} if number % 3 else {},
                     "move": {"column": ids[column], **({"before": other} if self.random.random() < .7 else {})}}[kind]
            status, answer = server.command(kind, id=card, **extra)
            return expect(status in (200, 409), f"{kind}: {status} {answer}")
        tab.focus(card)
        if tab.focused() != card:
            return None  # somebody else has deleted it meanwhile
        if kind == "delete":
            tab.key("Delete")
        elif kind in ("label", "due"):
            tab.key("Enter")
            self.toggle(tab, *self.random.sample(LABELS, number % 3))
            if kind == "due":
                tab.run("due => { document.querySelector('#detail [name=due]').value = due }",
                        f"2026-02-{number % 28 + 1:02}" if number % 3 else "")
            tab.run("() => document.querySelector('#detail .main').click()")
        elif kind == "rename":
            tab.key("F2")
            tab.page.type(f"Renamed {number}")
            tab.key("Enter")
        else:
            tab.key(" ")
            for _ in range(self.random.randrange(1, 4)):
                tab.key(self.random.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
            tab.key(self.random.choice([" ", " ", "Escape"]))

    def test_kill(self):
        """The server dies by SIGKILL and starts again: pages catch up without a reload, and send what was edited"""
        server = self.server()
        kept, renamed = server.add("todo", "Stays", "Becomes something else")
        tabs = [self.tab(server.port) for _ in range(2)]
        for tab in tabs:
            tab.equals(server)
            tab.mark()
        server.kill()
        for tab in tabs:
            tab.status("offline")
        tabs[0].focus(renamed)
        tabs[0].key("F2")
        tabs[0].page.type("Edited offline")
        tabs[0].key("Enter")
        tabs[0].key("n")
        tabs[0].page.type("Added offline")
        tabs[0].key("Enter")
        text = tabs[0].run("() => document.querySelector('#light').textContent")
        expect("2 edits kept" in text, f"the light says {text}")
        expect([title for _, title in tabs[0].board()[0][2]] == ["Stays", "Edited offline", "Added offline"],
               f"offline edits are not shown: {tabs[0].board()}")
        tabs[0].mark()
        tabs[1].run("() => { document.querySelector('.add textarea').value = 'half a' }")
        server.start()
        for tab, cards in zip(tabs, (3, 2)):
            tab.live()
            tab.until("() => document.body.textContent.includes('Added offline')")
            tab.equals(server)
            expect(tab.kept() == cards, f"{tab.kept()} of {cards} cards kept their elements")
        expect(tabs[1].run("() => document.querySelector('.add textarea').value") == "half a", "typed text was lost")
        tabs[0].until("() => !Object.keys(localStorage).some(name => name.startsWith('board.edit'))")
        self.sound(*tabs)

    def test_kept(self):
        """Edits made offline outlive the page: the next page sends them, once"""
        server = self.server()
        proxy = self.proxy(server)
        first = self.tab(proxy.port)
        proxy.cut(refuse=True)
        first.status("offline")
        first.page.front()
        first.key("n")
        first.page.type("Kept")
        first.key("Enter")
        keeper = self.tab(server.port, beside=first)  # keeps the profile; another origin, so it has nothing to send
        self.opened.remove(first)
        first.close()
        expect("Kept" not in str(server.board()), "it was sent early")
        proxy.mend()
        tabs = [self.tab(proxy.port, beside=keeper) for _ in range(2)]
        for tab in tabs:
            tab.page.front()
            tab.until("() => document.body.textContent.includes('Kept') && !document.querySelector('li.waiting')")
            tab.equals(server)
        expect(str(server.board()).count("'Kept'") == 1, "it was not applied once")

    def test_cut(self):
        """The connection is cut again and again: pages resume where they were, without a whole state"""
        server = self.server()
        proxy = self.proxy(server)
        ids = server.add("todo", *(f"Card {number}" for number in range(20)))
        tab = self.tab(proxy.port)
        tab.equals(server)
        tab.mark()
        tab.frames()
        for round in range(5):
            proxy.cut(refuse=round % 2 == 1)
            for number in range(10):
                server.must("rename", id=self.random.choice(ids), title=f"Round {round}, {number}")
            server.must("move", id=self.random.choice(ids), column=self.random.choice(["todo", "doing", "done"]))
            proxy.mend()
            tab.equals(server)
        tab.live()
        frames = tab.frames()
        expect(frames.count("hello") >= 3, f"the connection was not cut: {frames}")
        expect("reset" not in frames and "part" not in frames, f"a whole state came: {frames}")
        expect(tab.kept() == 20, f"{tab.kept()} of 20 cards kept their elements")
        self.sound(tab)

    def test_history(self):
        """A page that was away for longer than the history gets the whole state, and keeps cards, focus and scroll"""
        server = self.server("--history", "5")
        proxy = self.proxy(server)
        ids = server.add("todo", *(f"Card {number}" for number in range(10)))
        tab, other = self.tab(proxy.port, height=420), self.tab(server.port)
        tab.equals(server)
        tab.focus(ids[5])
        place = "() => [document.querySelector('main ul').scrollTop, document.activeElement.closest('li')?.key]"
        tab.run("() => { document.querySelector('main ul').scrollTop = 200 }")
        before = tab.run(place)
        expect(before == [200, ids[5]], f"the column does not scroll: {before}")
        tab.mark()
        tab.frames()
        proxy.cut(refuse=True)
        tab.status("offline")
        for number in range(12):
            server.must("rename", id=ids[number % 10], title=f"Number {number}")
            other.equals(server)  # this state is sent, so it is in the history
        proxy.mend()
        tab.live()
        tab.equals(server)
        frames = tab.frames()
        expect("reset" in frames and "part" in frames, f"no whole state came: {frames}")
        expect(tab.run(place) == before, f"scroll and focus were {before} and are {tab.run(place)}")
        expect(tab.kept() == 10, f"{tab.kept()} of 10 cards kept their elements")
        self.sound(tab)

    def test_drag(self):
        """Cards are dragged by mouse and by touch, within a column and across columns"""
        server = self.server()
        ids = server.add("todo", "One", "Two", "Three") + server.add("doing", "Four")
        tab, phone = self.tab(server.port), self.tab(server.port, width=820, height=900, phone=True)
        tab.equals(server)
        phone.equals(server)

        def titles():
            return [[title for _, title in column[2]] for column in tab.board()[:2]]

        tab.page.front()
        x, y = tab.middle(tab.row(ids[0]))
        to_x, to_y = tab.middle(tab.row(ids[2]))
        tab.page.drag([(x, y), (to_x, to_y + 20)])
        expect(titles() == [["Two", "Three", "One"], ["Four"]], f"dragged within the column: {titles()}")
        tab.still()
        x, y = tab.middle(tab.row(ids[1]))
        to_x, to_y = tab.middle(tab.row(ids[3]))
        tab.page.drag([(x, y), (to_x, to_y), (to_x, to_y - 20)])
        expect(titles() == [["Three", "One"], ["Two", "Four"]], f"dragged across: {titles()}")
        expect(tab.focused() == ids[1], "the dragged card has no focus")
        tab.equals(server)
        phone.equals(server)

        phone.page.front()
        phone.still()
        x, y = phone.middle(phone.row(ids[0]) + " .grip")
        to_x, to_y = phone.middle(phone.row(ids[3]) + " .grip")

        def touch(kind, *points):
            phone.page.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

        touch("touchStart", (x, y))
        for step in range(1, 11):
            touch("touchMove", (x + (to_x - x) * step / 10, y + (to_y + 15 - y) * step / 10))
        touch("touchEnd")
        tab.until("() => document.querySelectorAll('section')[1].textContent.includes('One')")
        expect(titles() == [["Three"], ["Two", "Four", "One"]], f"dragged by touch: {titles()}")
        phone.equals(server)
        self.sound(tab, phone)

    def test_keys(self):
        """Everything works by keyboard alone, and is announced"""
        server = self.server()
        ids = server.add("todo", "One", "Two") + server.add("done", "Three")
        tab = self.tab(server.port)
        tab.equals(server)
        tab.page.front()
        for _ in range(20):
            tab.key("Tab")
            if tab.focused():
                break
        expect(tab.focused() == ids[0], f"Tab reaches {tab.focused()}")
        for key, id in [("ArrowDown", ids[1]), ("ArrowRight", ids[2]), ("ArrowLeft", ids[0])]:
            tab.key(key)
            expect(tab.focused() == id, f"{key} goes to {tab.focused()}")
        tab.key(" ")
        expect("Picked up One" in tab.said(), tab.said())
        tab.key("ArrowRight")
        expect("One: Doing, 1 of 1" in tab.said(), tab.said())
        tab.key("Escape")
        expect("One: To do, 1 of 2" in tab.said(), tab.said())
        expect(tab.focused() == ids[0], "the focus did not follow the card")
        tab.key("Delete")
        expect(tab.focused() == ids[1], "the focus did not go to the next card")
        tab.key("z", modifiers=2)
        expect(tab.focused() == ids[0] and "One is back" in tab.said(), f"undo: {tab.focused()} {tab.said()}")
        tab.key("F2")
        tab.page.type("First")
        tab.key("Escape")
        expect(tab.board()[0][2][0][1] == "One", "Escape saves")
        tab.key("F2")
        tab.page.type("First")
        tab.key("Enter")
        expect(tab.board()[0][2][0][1] == "First", "Enter does not save")
        held = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r", "autoRepeat": True}
        tab.page.send("Input.dispatchKeyEvent", type="keyDown", **held)
        expect(not tab.run("() => document.querySelector('#detail').open"), "a key that is held opens the card")
        tab.key("Enter")
        tab.until("() => document.querySelector('#detail').open")
        tab.key("Escape")
        tab.until("() => !document.querySelector('#detail').open")
        expect(tab.focused() == ids[0], "the focus did not come back to the card")
        tab.key("n")
        tab.page.type("Not yet")
        tab.key("Escape")
        expect(tab.focused() == ids[0], "Escape does not leave the field for a new card")
        expect(tab.run("() => document.querySelector('.add textarea').value") == "Not yet", "what was written is lost")
        tab.key("?")
        tab.until("() => document.querySelector('#help').open")
        tab.key("Escape")
        tab.until("() => !document.querySelector('#help').open")
        tab.key("/")
        expect(tab.run("() => document.activeElement.type") == "search", "/ does not search")
        tab.equals(server)
        self.sound(tab)

    def test_hostile(self):
        """Titles and names with markup are shown as text, and no script runs; the policy forbids inline code"""
        server = self.server()
        server.add("todo", *HOSTILE)
        tab = self.tab(server.port, before="localStorage.setItem('board.name', '<img src=x onerror=alert(1)>')")
        other = self.tab(server.port)
        for each in (tab, other):
            each.equals(server)
            made = each.run("() => document.querySelectorAll('main :is(img, script, svg, b), header img').length")
            expect(made == 0, f"{made} elements were made of text")
            expect(each.run("() => document.title") == "Board", "a script ran")
        other.until("name => [...document.querySelectorAll('#people li')].some(row => row.title === name)",
                    "<img src=x onerror=alert(1)>")
        for attack in ("document.body.innerHTML = '<p>'", "document.createElement('p').setAttribute('onclick', 'x')",
                       "eval('1')", "new Function('1')()"):
            ran = tab.run(f"""() => new Promise(done => {{
              addEventListener("securitypolicyviolation", () => done("refused"), {{ once: true }})
              try {{ {attack}; setTimeout(() => done("ran"), 500) }} catch {{ done("refused") }}
            }})""")
            expect(ran == "refused", f"the policy allows {attack}")

    def test_accessibility(self):
        """The accessibility tree has the columns, lists and cards with names and roles; nothing is without a name"""
        server = self.server()
        server.add("todo", "One", "Two & <b>more</b>")
        server.add("done", "Three")
        tab = self.tab(server.port)
        tab.equals(server)
        nodes = [node for node in tab.page.send("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
        names = {}
        for node in nodes:
            names.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
        board = server.board()
        titles = [title for title, _, _ in board]
        for role, want in {"region": titles, "heading": ["Board", *titles], "main": ["Columns"],
                           "searchbox": ["Search cards"], "combobox": ["Label", "Order"]}.items():
            expect(names.get(role) == want, f"{role}: {names.get(role)} instead of {want}")
        for title in [title for _, _, cards in board for _, title in cards]:
            for name in (title, f"Rename {title}", f"Delete {title}"):
                expect(name in names["button"], f"no button {name!r}: {names['button']}")
        for column, _, _ in board:
            expect(column in names["list"], f"no list {column!r}: {names['list']}")
            expect(f"Add a card to {column}" in names["textbox"], f"no field to add to {column!r}: {names['textbox']}")
        expect(len(names["listitem"]) == 3 + 1, f"list items: {names['listitem']}")
        for role in ("button", "textbox", "searchbox", "combobox", "region", "list"):
            expect(all(names.get(role, ["?"])), f"a {role} without a name: {names.get(role)}")
        expect("status" in names and "log" in names, "nothing is announced")

    def test_tabs(self):
        """Nine tabs of one browser work: hidden ones close their stream, and resume when they are seen"""
        server = self.server()
        ids = server.add("todo", *(f"Card {number}" for number in range(5)))
        tabs = [self.tab(server.port)]
        for _ in range(8):
            tabs.append(self.tab(server.port, beside=tabs[0]))
            tabs[-2].until("() => document.hidden")
        tabs[-1].page.front()
        tabs[-1].key("n")
        tabs[-1].page.type("From the ninth tab")
        tabs[-1].key("Enter")
        tabs[-1].equals(server)
        for number in range(3):
            server.must("rename", id=ids[number], title=f"Changed while hidden {number}")
        end = time.monotonic() + 30
        while self.streams(server) > 6:
            expect(time.monotonic() < end, f"{self.streams(server)} streams are open")
            self.browser.receive(0.1)
        for tab in tabs:
            tab.mark()
            tab.frames()
            tab.page.front()
            tab.equals(server)
            frames = tab.frames()
            expect("part" not in frames, f"a hidden tab got a whole state: {frames}")
            expect(tab.kept() >= 5, "a hidden tab lost its elements")
        self.sound(*tabs)

    def streams(self, server):
        """The number of streams that are open."""
        lines = [line for line in server.get("/metrics")[1].splitlines() if line.startswith("board_subscribers")]
        return sum(float(line.split()[-1]) for line in lines)

    def test_insecure(self):
        """A name on the local network over plain http, which is no secure context, works"""
        server = self.server("--allow-host", "board.lan")
        with Chromium("--host-resolver-rules=MAP board.lan 127.0.0.1") as browser:
            tab = Tab(browser, server.port, host="board.lan")
            expect(tab.run("() => [isSecureContext, typeof crypto.randomUUID]") == [False, "undefined"], "it is secure")
            tab.key("n")
            tab.page.type("From the local network")
            tab.key("Enter")
            tab.until("() => !document.querySelector('li.waiting') && document.querySelector('main li')")
            tab.equals(server)
            expect("From the local network" in str(server.board()), "the edit did not arrive")
            self.sound(tab, but=("Cross-Origin-Opener-Policy",))  # the browser ignores the header here, and says so

    def test_moves(self):
        """A card that others move keeps its caret, selection and focus; with moveBefore and without"""
        server = self.server()
        ids = server.add("todo", *(f"Card {number}" for number in range(8)))
        without = self.tab(server.port, before="delete Element.prototype.moveBefore")
        tab = self.tab(server.port)
        expect(tab.run("() => 'moveBefore' in Element.prototype"), "this browser has no moveBefore")
        expect(not without.run("() => 'moveBefore' in Element.prototype"), "moveBefore was not deleted")
        for each in (tab, without):
            each.equals(server)
            each.focus(ids[3])
            each.key("F2")
            each.page.type("half a thought")
            each.run("""() => {
              document.activeElement.setSelectionRange(2, 6)
              globalThis.typed = document.activeElement
              globalThis.blurred = 0
              typed.addEventListener("blur", () => blurred++)
            }""")
            each.mark()
        server.must("move", id=ids[3], column="doing")
        server.must("move", id=ids[0], column="done")
        server.must("move", id=ids[3], column="todo", before=ids[6])
        server.must("rename", id=ids[4], title="Renamed")
        server.must("delete", id=ids[7])
        for each in (tab, without):
            each.equals(server)
            state = each.run("""() => [document.activeElement === typed, typed.value, typed.selectionStart,
                                       typed.selectionEnd, typed.closest('li').key]""")
            expect(state == [True, "half a thought", 2, 6, ids[3]], f"after moves: {state}")
            expect(each.kept() == 7, f"{each.kept()} of 7 cards kept their elements")
        expect(tab.run("() => blurred") == 0, "moveBefore lost the focus")
        tab.page.front()
        tab.key("Enter")
        tab.until("() => !document.querySelector('li.waiting')")
        expect("half a thought" in str(server.board()), "the typed title was not saved")
        self.sound(tab, without)

    def test_views(self):
        """Search and order are those of the server, and live"""
        server = self.server()
        ids = server.add("todo", "Pear", "Apple", "Plum") + server.add("done", "Apple pie")
        tab = self.tab(server.port)
        tab.equals(server)
        tab.page.front()
        tab.key("/")
        tab.page.type("apple")
        tab.equals(server, "?q=apple")
        server.must("rename", id=ids[2], title="Crab apple")
        server.add("doing", "APPLE juice", "Water")
        tab.equals(server, "?q=apple")
        expect(len([1 for column in tab.board() for _ in column[2]]) == 4, f"search shows {tab.board()}")
        tab.run("""() => {
          const form = document.querySelector("#query").elements
          form.q.value = ""
          form.sort.value = "title"
          form.sort.dispatchEvent(new Event("input", { bubbles: true }))
        }""")
        tab.equals(server, "?sort=title")
        server.must("rename", id=ids[0], title="A pear")
        tab.equals(server, "?sort=title")
        expect(tab.board()[0][2][0][1] == "A pear", f"by title: {tab.board()}")
        server.add("todo", *(f"Card {number}" for number in range(120)))
        tab.equals(server, "?sort=title&limit=100")
        tab.run("() => document.querySelector('.more').click()")
        tab.equals(server, "?sort=title&limit=200")
        self.sound(tab)

    def test_people(self):
        """Everybody sees who else is here, and new names"""
        server = self.server()
        one, two = (self.tab(server.port, before=f"localStorage.setItem('board.name', '{name}')")
                    for name in ("Ada", "Linus"))
        here = "() => [...document.querySelectorAll('#people li')].map(row => row.title).sort().join()"
        for tab in (one, two):
            tab.until(f"() => ({here})() === 'Ada,Linus'")
        two.page.front()
        two.run("() => document.querySelector('#rename-me').click()")
        two.run("() => document.querySelector('#name input').select()")
        two.page.type("Grace")
        two.key("Enter")
        one.until(f"() => ({here})() === 'Ada,Grace'")
        two.close()
        self.opened.remove(two)
        one.until(f"() => ({here})() === 'Ada'")

    def test_room(self):
        """Nothing covers the text of a card, neither buttons nor the field that renames it, and it has one focus ring"""
        server = self.server()
        titles = ["A title of several lines, which would run below the buttons if they had no room of their own" * 2,
                  "Short", "A_word_that_is_longer_than_a_column_is_wide" * 3]
        ids = [os.urandom(6).hex() for _ in titles]
        for id, title in zip(ids, titles):
            server.must("add", id=id, column="todo", title=title, by="Somebody with a long name of several words")
        for label in LABELS:
            server.must("label", id=ids[1], label=label.lower(), on=True)
        server.must("due", id=ids[1], due="2020-12-31")
        server.must("due", id=ids[2], due="2020-12-31")
        covered = """selector => {
          const row = document.querySelector(selector), text = document.createRange(), found = []
          for (const over of row.querySelectorAll(".tools, textarea")) {
            const a = over.getBoundingClientRect()
            for (const part of row.querySelectorAll(":scope > .title, :scope > .facts, :scope > .by")) {
              text.selectNodeContents(part)
              for (const b of text.getClientRects()) {
                const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
                const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
                if (wide > 0 && high > 0) found.push(`${over.className || over.tagName} covers ${part.className}`)
              }
            }
          }
          return found
        }"""
        rings = """selector => {
          const row = document.querySelector(selector)
          const ringed = each => getComputedStyle(each).outlineStyle !== "none"
          return [row, ...row.querySelectorAll("*")].filter(ringed).length
        }"""
        for looks in ({}, {"width": 400}, {"width": 400, "phone": True}):
            tab = self.tab(server.port, **looks)
            tab.equals(server)
            for id in ids:
                row = tab.row(id)
                tab.page.mouse("mouseMoved", *tab.middle(row))
                expect(not tab.run(covered, row), f"{looks}: {tab.run(covered, row)}")
                tab.focus(id)
                expect(tab.run(rings, row) == 1, f"{looks}: {tab.run(rings, row)} rings around a card")
                tab.key("F2")
                tab.until("() => document.activeElement.matches('li textarea')")
                expect(not tab.run(covered, row), f"{looks}: {tab.run(covered, row)}")
                expect(tab.run(rings, row) == 1, f"{looks}: {tab.run(rings, row)} rings around a card that is renamed")
                expect(tab.run("() => document.activeElement.scrollHeight <= document.activeElement.clientHeight"),
                       f"{looks}: the field is smaller than the title")
                tab.key("Escape")
                tab.key("Tab")
                expect(tab.run("() => document.activeElement.className") == "rename", "Tab does not reach the buttons")
                expect(tab.run(rings, row) == 1, f"{looks}: {tab.run(rings, row)} rings around a button")
                shown = tab.run("name => getComputedStyle(document.querySelector(name)).opacity", row + " .tools")
                expect(shown == "1", "the buttons are not shown to the keyboard")
            wide = tab.run("() => document.documentElement.scrollWidth <= innerWidth")
            expect(wide, f"{looks}: the page is wider than its window")
            tab.page.send("Emulation.clearDeviceMetricsOverride")
            self.sound(tab)

    def test_field(self):
        """The field for a new card grows with its text, also where style sheets cannot do that; a title has one line"""
        server = self.server()
        tab = self.tab(server.port)
        old = self.tab(server.port, before="CSS.supports = () => false")
        old.run("() => { for (const field of document.querySelectorAll('.grows')) field.style.fieldSizing = 'fixed' }")
        height = "() => document.querySelector('.add textarea').offsetHeight"
        for number, each in enumerate((tab, old)):
            each.page.front()
            low = each.run(height)
            each.key("n")
            each.page.type(f"{number} words " * 30)
            expect(each.run(height) > 2 * low, f"the field does not grow: {low}, {each.run(height)}")
            each.key("Enter")
            expect(each.run(height) == low, f"the field stays high: {low}, {each.run(height)}")
            each.page.type("one\n  two\n")
            each.key("Enter")
            each.page.type("   ")
            each.key("Enter")
            each.equals(server)
        titles = [title for _, title in server.board()[0][2]]
        want = [title for number in "01" for title in ((f"{number} words " * 30).strip(), "one two")]
        expect(titles == want, f"the titles are {titles}")
        self.sound(tab, old)

    def test_paste(self):
        """Pasted lines become cards or one title, as the person says; other text is pasted as ever"""
        server = self.server()
        tab = self.tab(server.port)
        tab.page.front()

        def paste(text):
            """Whether the page asks."""
            return tab.run("""text => {
              const field = document.querySelector(".add textarea"), data = new DataTransfer()
              field.focus()
              data.setData("text/plain", text)
              field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
              return document.querySelector("#lines").open
            }""", text)

        def answer(selector, written, cards):
            tab.run("selector => document.querySelector('#lines ' + selector).click()", selector)
            tab.until("""(written, cards) => !document.querySelector("#lines").open
              && document.activeElement.matches(".add textarea") && document.activeElement.value === written
              && document.querySelectorAll("main li").length === cards""", written, cards)

        expect(not paste("one line\n"), "it asks about one line")
        tab.page.type("ab")
        tab.key("ArrowLeft")
        expect(paste("1\r\n\r\n  2 \n3"), "it does not ask about three lines")
        expect("Add 3 cards?" in tab.run("() => document.querySelector('#lines').innerText"), "it asks something else")
        answer("[type=button]", "ab", 0)
        paste("1\r\n\r\n  2 \n3")
        answer("[value=one]", "a1 2 3b", 0)
        tab.page.type("!")
        paste("x\n" + "y" * 600 + "\n" + "z" * 499 + "\U0001F469")
        answer("[value=many]", "", 3)
        titles = [title for _, title in tab.board()[0][2]]
        expect(titles == ["a1 2 3!x", "y" * 500, "z" * 499], f"three cards: {titles}")
        tab.equals(server)
        paste("\n".join(map(str, range(101))))
        expect(tab.run("() => document.querySelector('#lines [value=many]').hidden"), "it offers 101 cards")
        tab.key("Escape")
        tab.until("() => !document.querySelector('#lines').open")
        paste("\n".join(map(str, range(30))))
        answer("[value=many]", "", 33)
        tab.equals(server)
        titles = [title for _, title in server.board()[0][2]]
        expect(titles[3:] == [str(number) for number in range(30)], f"they are in another order: {titles}")
        self.sound(tab)

    def test_guests(self):
        """Browsers without a name have each their own, which stays, and colours on which it can be read"""
        server = self.server()
        tabs = [self.tab(server.port) for _ in range(3)]
        here = "() => [...document.querySelectorAll('#people li')].map(row => row.title)"
        tabs[0].until(f"() => ({here})().length === 3")
        names = tabs[0].run(here)
        expect(len(set(names)) > 1 and "Guest" not in names, f"the guests are {names}")
        mine = "() => localStorage.getItem('board.guest')"
        name = tabs[0].run(mine)
        expect(name in names, f"{name} is not one of {names}")
        again = self.tab(server.port, beside=tabs[0])
        again.until(f"name => ({here})().filter(other => other === name).length === 2", name)
        expect(again.run(mine) == name, "another tab of the browser has another name")
        ratio = again.run("""() => {
          const row = document.querySelector("#people li"), canvas = document.createElement("canvas").getContext("2d")
          let least = 21
          for (let hue = 0; hue < 360; hue++) {
            row.style.setProperty("--hue", hue)
            canvas.fillStyle = getComputedStyle(row).backgroundColor
            canvas.fillRect(0, 0, 1, 1)
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => part / 255)
              .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
            least = Math.min(least, 1.05 / (.2126 * r + .7152 * g + .0722 * b + .05))
          }
          return least
        }""")
        expect(ratio >= 4.5, f"the contrast of initials is {ratio}")
        self.sound(*tabs, again)

    def test_retry(self):
        """Offline, the page counts down, and tries now on request and when the network is back; retries are spread"""
        server = self.server()
        ids = server.add("todo", "One")
        tab = self.tab(server.port)
        tab.equals(server)
        far = """async () => {
          const { stream } = await import("/connection.js")
          stream.failures = 20
          stream.retry()
        }"""
        retry = "() => document.querySelector('#retry').hidden ? '' : document.querySelector('#retry span').textContent"
        expect(tab.run(retry) == "", "a page that is live offers to connect")
        server.kill()
        tab.status("offline")
        tab.focus(ids[0])
        tab.run(far)
        first = tab.until(f"() => ({retry})().match(/in ([0-9]+) s/)?.[1]")
        expect(7 <= int(first) <= 15, f"it waits {first} s")
        tab.until(f"first => Number(({retry})().match(/in ([0-9]+) s/)[1]) < first", int(first), limit=5)
        if self.options.pictures:
            tab.page.screenshot(os.path.join(self.options.pictures, "offline.png"))
        server.start()
        tab.run(far)
        tab.run("() => document.querySelector('#retry button').focus()")
        tab.until("async () => Date.now() - (await import('/connection.js')).stream.heard > 500")
        tab.key("Enter")
        tab.status("live", limit=5)
        expect(tab.run(retry) == "" and tab.focused() == ids[0], "the button stays, or takes the focus with it")

        tab.page.send("Network.enable")
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        tab.page.send("Network.emulateNetworkConditions", offline=True, **network)
        tab.status("offline")
        expect(tab.run(retry) == "Waiting for the network", f"without a network it says {tab.run(retry)}")
        tab.page.send("Network.emulateNetworkConditions", offline=False, **network)
        tab.status("live", limit=5)

        waits = tab.run("""async () => {
          const { Stream } = await import("/client.js"), { setTimeout, setInterval } = globalThis, waits = []
          globalThis.setInterval = () => 0
          globalThis.setTimeout = (_, wait) => { waits.at(-1).push(wait) }
          for (let i = 0; i < 200; i++) {
            const stream = new Stream({ message: {} }, () => "", () => {})
            waits.push([])
            for (let failure = 0; failure < 12; failure++) stream.retry()
          }
          Object.assign(globalThis, { setTimeout, setInterval })
          return waits
        }""")
        for failure in range(12):
            each = sorted(wait[failure] for wait in waits)
            expect(each[-1] <= 15_000 and each[-1] > 1.5 * each[0], f"retry {failure}: {each[0]} to {each[-1]} ms")
        expect(max(sum(wait[:6]) for wait in waits) < 9_000, "the first six retries take too long")
        self.sound(tab)

    def test_detail(self):
        """A click or Enter opens a card: its title, column and origin; it is renamed, moved and deleted there"""
        server = self.server()
        card, gone = os.urandom(6).hex(), os.urandom(6).hex()
        server.must("add", id=card, column="todo", title="  A title " + "of words " * 30, by="Ada")
        server.must("add", id=gone, column="todo", title="Goes")
        tab, phone = self.tab(server.port), self.tab(server.port, width=400, height=800, phone=True)
        is_open = "() => document.querySelector('#detail').open"
        closed = "() => !document.querySelector('#detail').open"
        for each in (tab, phone):
            each.page.front()
            each.equals(server)
            each.page.click(*each.middle(each.row(card) + " .title"), clicks=2)
            expect(each.run(is_open), "a click does not open the card, or the second one closes it")
            title, column, made = each.run("""() => [document.querySelector("#detail textarea").value,
              document.querySelector("#detail select").selectedOptions[0].label,
              document.querySelector("#made").textContent]""")
            expect(title == ("A title " + "of words " * 30).strip(), f"it shows the title {title}")
            expect(column == "To do" and "Added by Ada, " in made, f"it shows {column}, {made}")
            inside = each.run("""() => {
              const { left, right, top, bottom } = document.querySelector("#detail").getBoundingClientRect()
              return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
            }""")
            expect(inside, "the dialog is larger than the window")
            each.key("Escape")
            each.until(closed)
        # The second of two clicks does not delete; a drag is no click, also where pointers cannot be captured.
        tab.page.front()
        tab.run("() => { globalThis.now = performance.now; performance.now = () => 0 }")
        tab.page.click(*tab.middle(tab.row(card) + " .by"))
        tab.page.click(*tab.middle("#detail .away"))
        expect(tab.run(is_open), "the second click deletes")
        tab.run("() => { performance.now = globalThis.now }")
        tab.key("Escape")
        tab.until(closed)
        tab.run("() => { Element.prototype.setPointerCapture = () => {} }")
        x, y = tab.middle(tab.row(card) + " .title")
        tab.page.drag([(x, y), (x + 30, y), (x, y)])
        expect(tab.run(closed), "a drag opens the card")
        nodes = []
        tab.focus(card)
        tab.key("Enter")
        tab.until(is_open)
        for node in tab.page.send("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored"):
                nodes.append((node["role"]["value"], node.get("name", {}).get("value", "")))
        for want in (("dialog", "Card"), ("textbox", "Title"), ("combobox", "Column"), ("button", "Delete"),
                     ("button", "Cancel"), ("button", "Save")):
            expect(want in nodes, f"no {want} in {nodes}")
        # Somebody else's change of what this person leaves alone stays.
        server.must("move", id=card, column="doing")
        tab.equals(server)
        tab.run("() => document.querySelector('#detail textarea').select()")
        tab.page.type("Renamed\nthere")
        tab.key("Enter")
        tab.until(closed)
        tab.equals(server)
        expect(server.board()[1][2] == [[card, "Renamed there"]], f"renamed: {server.board()}")
        tab.until("id => document.activeElement.closest('li')?.key === id", card)
        tab.key("Enter")
        tab.run("""() => {
          document.querySelector("#detail select").value = "done"
          document.querySelector("#detail .main").click()
        }""")
        tab.until(closed)
        tab.equals(server)
        expect(server.board()[2][2] == [[card, "Renamed there"]], f"moved: {server.board()}")
        expect(tab.focused() == card, "the focus did not follow the card")
        # A card that goes meanwhile.
        tab.focus(gone)
        tab.key("Enter")
        server.must("delete", id=gone)
        tab.equals(server)
        tab.run("() => document.querySelector('#detail textarea').select()")
        tab.page.type("Too late")
        tab.key("Enter")
        tab.until("() => document.querySelector('#toast').innerText.includes('Not done')")
        tab.equals(server)
        tab.focus(card)
        tab.key("Enter")
        tab.until(is_open)
        tab.run("() => document.querySelector('#detail .away').click()")
        tab.until("() => !document.querySelector('main li')")
        tab.equals(server)
        tab.run("() => document.querySelector('#toast button').click()")
        tab.until("() => document.querySelectorAll('main li').length === 1")
        tab.equals(server)
        self.sound(tab, phone, but=("409",))

    def detail(self, tab, card):
        """Opens a card by keyboard, with the focus on its heading."""
        tab.focus(card)
        tab.key("Enter")
        tab.until("() => document.querySelector('#detail').open")

    def save(self, tab, by_keys=False):
        """Saves an open card, and waits for the answers."""
        if by_keys:
            tab.key("Enter")
        else:
            tab.run("() => document.querySelector('#detail .main').click()")
        tab.until("() => !document.querySelector('#detail').open && !document.querySelector('li.waiting')")

    def toggle(self, tab, *labels):
        """Presses the boxes of labels in the open card."""
        tab.run("""labels => {
          for (const label of labels) document.querySelector(`#detail [value=${label.toLowerCase()}]`).click()
        }""", labels)

    FACTS = """id => [...([...document.querySelectorAll("main li")].find(row => row.key === id)
      ?.querySelectorAll(".facts > :not(.hidden)") ?? [])].map(chip => chip.textContent)"""

    def facts(self, tab, card, *want):
        """Waits until the chips of a card are these."""
        tab.until(f"(id, want) => JSON.stringify(({self.FACTS})(id)) === JSON.stringify(want)", card, want,
                  why=f"chips {want}, there are {tab.run(self.FACTS, card)}")

    def test_labels(self):
        """Labels are set and cleared by keyboard, shown with their names on both pages, and the board is filtered by one"""
        server = self.server()
        one, two = server.add("todo", "One", "Two")
        tab, other = self.tab(server.port), self.tab(server.port)
        for each in (tab, other):
            each.equals(server)
            each.mark()
        tab.page.front()
        self.detail(tab, one)
        for _ in range(12):
            tab.key("Tab")
            if tab.run("() => document.activeElement.value") == "green":
                break
        here = "() => [document.activeElement.labels?.[0]?.textContent, document.activeElement.closest('fieldset')?.innerText]"
        name, group = tab.run(here)
        expect(name == "Green" and "Labels" in group, f"Tab reaches {name}, {group}")
        tab.key(" ")
        for _ in range(3):
            tab.key("Tab")
        expect(tab.run(here)[0] == "Red", f"Tab reaches {tab.run(here)}")
        ring = tab.run("() => getComputedStyle(document.activeElement).outlineStyle")
        expect(ring != "none", "a label with the focus has no ring")
        tab.key(" ")
        self.save(tab, by_keys=True)
        expect(tab.focused() == one, "the focus did not come back to the card")
        for each in (tab, other):
            self.facts(each, one, "Green", "Red")
            self.facts(each, two)
            expect(each.kept() == 2, "a card lost its element")
        nodes = tab.page.send("Accessibility.getFullAXTree")["nodes"]
        card, = (node for node in nodes if not node.get("ignored") and node["role"]["value"] == "button"
                 and node["name"]["value"] == "One")
        spoken = card["description"]["value"]
        expect(spoken.startswith("Labels: Green Red Enter opens"), f"a screen reader says {spoken!r}")

        # Both change labels of one card: each of what they changed, and nothing else.
        self.detail(tab, one)
        other.page.front()
        self.detail(other, one)
        self.toggle(other, "Blue", "Red")
        self.save(other)
        tab.page.front()
        self.facts(tab, one, "Green", "Blue")
        self.toggle(tab, "Yellow")
        self.save(tab)
        for each in (tab, other):
            self.facts(each, one, "Green", "Yellow", "Blue")

        def choose(label):
            tab.run("""label => {
              const field = document.querySelector("#query [name=label]")
              field.value = label
              field.dispatchEvent(new Event("input", { bubbles: true }))
            }""", label)

        count = "() => document.querySelector('.count').textContent"
        choose("yellow")
        tab.until(f"() => ({count})() === '1 of 2'")
        server.must("label", id=two, label="yellow", on=True)
        tab.until(f"() => ({count})() === '2 of 2'")
        server.must("label", id=one, label="yellow", on=False)
        tab.until(f"() => ({count})() === '1 of 2'")
        expect(tab.board()[0][2] == [[two, "Two"]], f"it shows {tab.board()}")
        # What is added there stays there.
        tab.key("n")
        tab.page.type("Three")
        tab.key("Enter")
        tab.equals(server, "?label=yellow")
        expect(tab.run(count) == "2 of 3", f"it shows {tab.run(count)}")
        three = tab.board()[0][2][1][0]
        self.facts(tab, three, "Yellow")
        tab.focus(two)
        server.must("label", id=two, label="yellow", on=False)
        tab.equals(server, "?label=yellow")
        expect("Two is not in this view any more" in tab.said() and tab.focused() == three, f"it says {tab.said()}")
        server.must("label", id=two, label="yellow", on=True)
        server.must("delete", id=three)
        tab.equals(server, "?label=yellow")
        choose("")
        tab.equals(server)
        for label in ("green", "blue"):
            server.must("label", id=one, label=label, on=False)
        self.facts(tab, one)
        expect(tab.run("() => document.querySelectorAll('main .facts').length") == 1, "a row of no chips stays")

        # What is deleted comes back with its labels, before the server has said so.
        tab.page.front()
        tab.focus(two)
        tab.key("Delete")
        tab.equals(server)
        tab.key("z", modifiers=2)
        self.facts(tab, two, "Yellow")
        tab.equals(server)
        self.facts(other, two, "Yellow")
        self.sound(tab, other)

    def test_due(self):
        """A day is set by keyboard and cleared; what is overdue says so; today is the day of the person who looks"""
        server = self.server()
        card, = server.add("todo", "One")
        tab, east, west = (self.tab(server.port) for _ in range(3))
        # Two places on earth where it is never the same day.
        for each, zone in ((tab, "Etc/UTC"), (east, "Pacific/Kiritimati"), (west, "Pacific/Pago_Pago")):
            each.page.send("Emulation.setTimezoneOverride", timezoneId=zone)
            each.page.send("Emulation.setLocaleOverride", locale="en-GB")
            each.page.go(f"http://127.0.0.1:{server.port}/")
            each.equals(server)
        tab.page.front()
        self.detail(tab, card)
        expect(tab.run("() => document.querySelector('#detail .clear').hidden"), "there is a day to remove")
        tab.run("() => document.querySelector('#detail [name=due]').focus()")
        value = "() => document.querySelector('#detail [name=due]').value"
        for digit in "11032018":
            tab.key(digit)
        expect(tab.run(value) in ("2018-11-03", "2018-03-11"), f"the keys wrote {tab.run(value)}")
        day = tab.run(value)
        shown = {"2018-11-03": "Overdue · 3 Nov 2018", "2018-03-11": "Overdue · 11 Mar 2018"}[day]
        self.save(tab, by_keys=True)
        for each in (tab, east, west):
            self.facts(each, card, shown)
            expect(each.run("() => document.querySelectorAll('.due.overdue').length") == 1, "it has no colour")

        today = "async () => (await import('/facts.js')).today()"
        days = [west.run(today), east.run(today)]
        expect(days[0] < days[1], f"the days are {days}")
        for first, second in ((west, east), (east, west)):
            now = first.run(today)
            server.must("due", id=card, due=now)
            self.facts(first, card, "Due today")
            text = second.until(f"id => ({self.FACTS})(id).find(text => text !== 'Due today')", card)
            expect(text.startswith("Overdue · " if second is east else "Due "), f"elsewhere it says {text}")
        # Another day begins.
        server.must("due", id=card, due=days[1])
        later = west.until(f"id => ({self.FACTS})(id).find(text => text.startsWith('Due '))", card)
        expect(later != "Due today", f"it says {later} a day before")
        west.page.send("Emulation.setTimezoneOverride", timezoneId="Pacific/Kiritimati")
        west.run("() => document.dispatchEvent(new Event('visibilitychange'))")
        self.facts(west, card, "Due today")

        # Two people set the day: the later one counts, and what one of them left alone stays.
        tab.page.front()
        self.detail(tab, card)
        server.must("due", id=card, due="2999-01-31")
        server.must("rename", id=card, title="Renamed meanwhile")
        self.facts(tab, card, "Due 31 Jan 2999")
        tab.run("() => { document.querySelector('#detail [name=due]').value = '2999-02-28' }")
        self.save(tab)
        for each in (tab, east):
            self.facts(each, card, "Due 28 Feb 2999")
            each.equals(server)
        expect(server.board()[0][2] == [[card, "Renamed meanwhile"]], f"it is {server.board()}")
        self.detail(tab, card)
        tab.run("() => document.querySelector('#detail .clear').focus()")
        tab.key("Enter")
        expect(tab.run("() => document.activeElement.name") == "due" and tab.run(value) == "", "it is not removed")
        self.save(tab, by_keys=True)
        for each in (tab, east):
            self.facts(each, card)
        # A half of a day is not saved as none.
        server.must("due", id=card, due="2999-02-28")
        self.facts(tab, card, "Due 28 Feb 2999")
        self.detail(tab, card)
        tab.run("() => document.querySelector('#detail [name=due]').focus()")
        tab.key("Backspace")
        tab.key("Enter")
        expect(tab.run("() => document.querySelector('#detail').open"), "half of a day is saved")
        tab.key("Escape")
        tab.until("() => !document.querySelector('#detail').open")
        self.facts(tab, card, "Due 28 Feb 2999")
        # A command that the page cannot make is refused with a reason.
        status, answer = server.command("due", id=card, due="2026-02-30")
        expect(status == 409 and "01 to 28" in answer["refused"]["message"], f"{status} {answer}")
        self.sound(tab, east, west, but=("409",))

    def test_facts_offline(self):
        """Labels and days that are set offline are shown at once, kept, and merged with what others did meanwhile"""
        server = self.server()
        proxy = self.proxy(server)
        card, = server.add("todo", "One")
        server.must("label", id=card, label="purple", on=True)
        tab, other = self.tab(proxy.port), self.tab(server.port)
        tab.equals(server)
        other.equals(server)
        proxy.cut(refuse=True)
        tab.status("offline")
        tab.page.front()
        self.detail(tab, card)
        self.toggle(tab, "Green", "Purple")
        tab.run("() => { document.querySelector('#detail [name=due]').value = '2999-12-31' }")
        tab.run("() => document.querySelector('#detail .main').click()")
        self.facts(tab, card, "Green", tab.run("async () => (await import('/facts.js')).dueText('2999-12-31')[0]"))
        server.must("label", id=card, label="blue", on=True)
        server.must("rename", id=card, title="Renamed meanwhile")
        server.must("due", id=card, due="2020-01-01")
        proxy.mend()
        tab.live()
        want = ["Green", "Blue", tab.run("async () => (await import('/facts.js')).dueText('2999-12-31')[0]")]
        for each in (tab, other):
            self.facts(each, card, *want)
            each.equals(server)
        tab.until("() => !Object.keys(localStorage).some(name => name.startsWith('board.edit'))")
        # Edits of another version of the page that nobody knows are refused, and stop nothing.
        tab.run("""id => {
          for (const [key, name, content] of [["a", "label", { label: "pink", on: true }], ["b", "due", { due: "soon" }],
                                              ["c", "due", { due: "12999-12-31" }], ["d", "stars", { count: 5 }]]) {
            localStorage.setItem(`board.edit.${key}`, JSON.stringify({ key, at: 0, name, content: { id, ...content } }))
          }
        }""", card)
        tab.page.go(f"http://127.0.0.1:{proxy.port}/")
        tab.live()
        tab.until("() => !Object.keys(localStorage).some(name => name.startsWith('board.edit'))")
        self.facts(tab, card, *want)
        tab.equals(server)
        self.sound(tab, other, but=("ERR_", "400", "409"))

    def test_contrast(self):
        """Chips can be read in light and dark, and have names in the dialog too"""
        server = self.server()
        cards = server.add("todo", "Labels", "Overdue", "Today", "Later")
        for label in LABELS:
            server.must("label", id=cards[0], label=label.lower(), on=True)
        for scheme in ("light", "dark"):
            tab = self.tab(server.port, prefers_color_scheme=scheme)
            for card, due in zip(cards[1:], ("2020-01-01", tab.run("async () => (await import('/facts.js')).today()"),
                                             "2999-01-01")):
                server.must("due", id=card, due=due)
            tab.until("() => document.querySelectorAll('main .due').length === 3")
            self.detail(tab, cards[0])
            found = tab.run("""() => {
              const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
              const light = (...colors) => {
                for (const color of colors) {
                  canvas.fillStyle = color
                  canvas.fillRect(0, 0, 1, 1)
                }
                const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => part / 255)
                  .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
                return .2126 * r + .7152 * g + .0722 * b + .05
              }
              return [...document.querySelectorAll("main .facts > :not(.hidden), #detail .facts > *")].map(chip => {
                const { color, backgroundColor } = getComputedStyle(chip)
                const below = getComputedStyle(chip.closest("li, dialog")).backgroundColor
                const [one, two] = [light(below, backgroundColor), light(color)]
                return [chip.textContent.trim(), Math.max(one, two) / Math.min(one, two)]
              })
            }""")
            expect(len(found) == 6 + 3 + 6, f"{found}")
            expect([name for name, _ in found[-6:]] == LABELS, f"the boxes are {found[-6:]}")
            poor = [(name, ratio) for name, ratio in found if ratio < 4.5]
            expect(not poor, f"{scheme}: the contrast of {poor}")
            tab.close()
            self.opened.remove(tab)

    def test_motion(self):
        """Cards glide to their places, unless people ask for less motion"""
        server = self.server()
        ids = server.add("todo", *(f"Card {number}" for number in range(6)))
        count = "globalThis.flights = 0; const animate = Element.prototype.animate; " \
                "Element.prototype.animate = function (...all) { flights++; return animate.apply(this, all) }"
        tab = self.tab(server.port, before=count)
        calm = self.tab(server.port, before=count, prefers_reduced_motion="reduce")
        for each in (tab, calm):
            each.page.front()
            each.equals(server)
            each.run("() => { flights = 0 }")
            server.must("move", id=each.board()[0][2][0][0], column="todo")
            each.equals(server)
        expect(tab.run("() => flights") >= 5, f"{tab.run('() => flights')} cards glide")
        expect(calm.run("() => flights") == 0, "cards glide under reduced motion")


def main():
    tests = [name[5:] for name in dir(Tests) if name.startswith("test_")]
    parser = argparse.ArgumentParser(
        description="Tests the board's page in headless Chromium. Needs Python 3.9, and Chromium (Debian's package "
                    "chromium, or CHROMIUM=path).", epilog="Tests: " + ", ".join(tests))
    parser.add_argument("tests", nargs="*", metavar="test", help="the tests to run; all without one")
    parser.add_argument("--server", metavar="file", default=os.path.join(HERE, "..", ".build", "debug", "Board"),
                        help="the program Board (default: .build/debug/Board of the package)")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30),
                        help="of the random edits; random without one, and printed")
    parser.add_argument("--edits", type=int, default=500, metavar="count", help="random edits (default: 500)")
    parser.add_argument("--pictures", metavar="folder", help="keep pictures of pages that wait there")
    options = parser.parse_args()
    for name in options.tests:
        if name not in tests:
            parser.error(f"no test {name}; there are {', '.join(tests)}")
    if not os.path.exists(options.server):
        parser.error(f"{options.server} is not there: swift build --package-path Examples/Board, or --server")
    if not chromium.find():
        parser.error("Chromium is not there: apt-get install chromium, or CHROMIUM=path")

    failed = []
    with Chromium() as browser:
        print(f"{browser.version}, seed {options.seed}", flush=True)
        for name in options.tests or tests:
            method, begun = getattr(Tests, f"test_{name}"), time.monotonic()
            suite = Tests(options, browser, options.seed)
            try:
                method(suite)
                print(f"✓ {name}: {method.__doc__} ({time.monotonic() - begun:.1f} s)", flush=True)
            except Exception as error:
                failed.append(name)
                print(f"✗ {name}: {method.__doc__}\n  {error}", flush=True)
                if not isinstance(error, Failed):
                    traceback.print_exc()
            finally:
                suite.end()
    if failed:
        sys.exit(f"failed: {', '.join(failed)}; again with --seed {options.seed} {' '.join(failed)}")


if __name__ == "__main__":
    main()
