// The page: views of columns and cards, edits, keys and drags. client.js does the rest.

import { Replica, Sheet, Stream } from "./client.js"

const $ = selector => document.querySelector(selector)
const board = $("#board"), limit = 100
// crypto.randomUUID is missing where plain http comes from another machine.
const newID = () => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), "")
const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`

/** What the browser remembers; nothing where it may not. */
const memory = {
  get: name => { try { return localStorage.getItem(name) } catch { return null } },
  set: (name, value) => { try { localStorage.setItem(name, value) } catch {} },
  remove: name => { try { localStorage.removeItem(name) } catch {} },
  names: () => { try { return Object.keys(localStorage) } catch { return [] } },
}

// MARK: Views

const write = (node, text) => { if (node.data !== text) node.data = text } // text only: nothing is parsed as HTML
const templates = { card: $("#card").content.firstElementChild, column: $("#column").content.firstElementChild }
const age = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

const cards = {
  key: card => card.id,
  make(card) {
    const row = templates.card.cloneNode(true)
    const [, title, by, tools] = row.children
    Object.assign(row, { text: title.firstChild, face: title, by: by.firstChild, tools })
    cards.fill(row, card)
    return row
  },
  fill(row, fields) {
    if ("title" in fields) {
      write(row.text, fields.title)
      row.tools.firstChild.ariaLabel = `Rename ${fields.title}`
      row.tools.lastChild.ariaLabel = `Delete ${fields.title}`
    }
    if ("by" in fields || "created" in fields) {
      const { by = row.item?.by, created = row.item?.created } = fields
      write(row.by, (by ? `${by} · ` : "") + age.format(created))
    }
  },
}

const columns = {
  key: column => column.id,
  make(column) {
    const section = templates.column.cloneNode(true)
    const [head, body, more, add] = section.children
    const [name, counter] = head.children
    Object.assign(section, { name, counter: counter.firstChild, body, more, add: add.firstChild })
    section.name.id = `column-${newID()}`
    section.setAttribute("aria-labelledby", section.name.id)
    body.setAttribute("aria-labelledby", section.name.id)
    columns.fill(section, column)
    return section
  },
  fill(section, fields) {
    if ("title" in fields) {
      write(section.name.firstChild, fields.title)
      section.add.ariaLabel = `Add a card to ${fields.title}`
    }
  },
}

const people = {
  key: person => person.id,
  make(person) {
    const row = document.createElement("li")
    row.append("")
    people.fill(row, person)
    return row
  },
  fill(row, { name }) {
    if (name === undefined) return
    const letters = [...name.trim().matchAll(/(?:^|\s)(\S)/gu)].map(match => match[1])
    write(row.firstChild, [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase() || "?")
    row.title = row.ariaLabel = name
    row.style.setProperty("--hue", [...name].reduce((hue, letter) => (hue * 31 + letter.codePointAt(0)) % 360, 7))
  },
}

// MARK: What an edit changes on the sheet, and how to take that back

const removed = new Map() // cards that this page deleted, for undo

const edits = {
  * add({ id, column, before, title, by }, sheet) {
    const into = sheet.root.rows.findIndex(section => section.key === column)
    if (into < 0 || sheet.find(id)) return
    const rows = sheet.lists[into].rows, found = rows.findIndex(row => row.key === before)
    const at = found < 0 ? rows.length : found
    yield [{ in: [[into, at, [{ id, title, by, created: Date.now() }]]] }, { rm: [[into, at]] }]
    yield* edits.counted(into, 1, sheet)
  },
  * rename({ id, title }, sheet) {
    const found = sheet.find(id)
    if (!found) return
    const [section, at] = found, old = sheet.lists[section].rows[at].item.title
    yield [{ up: [[section, at, { title }]] }, { up: [[section, at, { title: old }]] }]
  },
  * move({ id, column, before }, sheet) {
    const found = sheet.find(id), into = sheet.root.rows.findIndex(section => section.key === column)
    if (!found || into < 0) return
    const [from, at] = found, rows = sheet.lists[into].rows.filter(row => row.key !== id)
    const place = rows.findIndex(row => row.key === before), to = place < 0 ? rows.length : place
    if (from !== into || at !== to) yield [{ mv: [[from, at, into, to]] }, { mv: [[into, to, from, at]] }]
    if (from !== into) yield* edits.counted(from, -1, sheet)
    if (from !== into) yield* edits.counted(into, 1, sheet)
  },
  * delete({ id }, sheet) {
    const found = sheet.find(id)
    if (!found) return
    const [section, at] = found, { rows } = sheet.lists[section]
    const card = rows[at].item, column = sheet.root.rows[section].key
    removed.set(id, { ...card, column, before: rows[at + 1]?.key })
    yield [{ rm: [found] }, { in: [[section, at, [card]]] }]
    yield* edits.counted(section, -1, sheet)
  },
  * restore({ id }, sheet) {
    if (removed.has(id)) yield* edits.add(removed.get(id), sheet)
  },
  * counted(at, difference, sheet) {
    const { count } = sheet.root.rows[at].item
    yield [{ sec: { up: [[at, { count: count + difference }]] } }, { sec: { up: [[at, { count }]] } }]
  },
}

// MARK: Changing what is shown

const reduced = matchMedia("(prefers-reduced-motion: reduce)")
let typing = null // {row, field} of the title that is being edited
let current = null // the card that the keys go to
let busy = false // whether elements are moving about, so that focus events mean nothing

/** The cards that can be seen, at most fifty, and where. */
function places() {
  const seen = new Map(), width = innerWidth
  for (const { rows, parent } of sheet.lists) {
    const { top, bottom, left, right } = parent.getBoundingClientRect()
    if (right < 0 || left > width) continue
    let low = 0, high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (rows[middle].getBoundingClientRect().bottom < top) low = middle + 1
      else high = middle
    }
    for (let i = low; i < rows.length && seen.size < 50; i++) {
      const place = rows[i].getBoundingClientRect()
      if (place.top > bottom) break
      seen.set(rows[i], place)
    }
  }
  return seen
}

/** Makes cards glide from their old places to the new ones. */
function animate(before) {
  for (const row of before.keys()) row.flight?.cancel()
  for (const [row, { left, top }] of places()) {
    const old = before.get(row)
    const x = old ? old.left - left : 0, y = old ? old.top - top : 0
    if (old && !x && !y) continue
    const from = old ? { transform: `translate(${x}px, ${y}px)` } : { opacity: 0, transform: "scale(.96)" }
    row.flight = row.animate([{ ...from, zIndex: 1 }, { zIndex: 1 }], { duration: 180, easing: "ease-out" })
  }
}

/** Calls `work`, which changes elements; keeps focus and selection, and animates. */
function around(work) {
  const active = document.activeElement, range = active?.selectionStart !== undefined && active.selectionStart !== null
    ? [active.selectionStart, active.selectionEnd, active.selectionDirection] : null
  const place = current && sheet.find(current.key)
  const before = reduced.matches || document.hidden || !replica.position ? null : places()
  busy = true
  try {
    work()
  } finally {
    if (active !== document.activeElement && active?.isConnected && active !== document.body) {
      active.focus({ preventScroll: true })
      if (range) active.setSelectionRange(...range)
    }
    busy = false
    if (place && !current.isConnected) lost(place, active)
    refresh()
    if (before) animate(before)
  }
}

/** The current card has gone: the one in its place takes over. */
function lost([section, at], active) {
  const had = current.contains(active), { rows } = sheet.lists[section] ?? { rows: [] }
  if (had && !replica.edits.some(edit => edit.content.id === current.key)) say(`${current.item.title} was deleted`)
  if (typing?.row === current) typing = null
  if (carried?.row === current) carried = null
  choose(rows[Math.min(at, rows.length - 1)] ?? null)
  if (had) (current?.face ?? sheet.root.rows[section]?.add)?.focus({ preventScroll: true })
}

/** Makes a card the one that Tab reaches. */
function choose(row) {
  const reach = (row, index) => { for (const button of row?.querySelectorAll("button") ?? []) button.tabIndex = index }
  if (current !== row) reach(current, -1)
  current = row
  reach(row, 0)
}

/** Counts, marks and what else follows from the state. */
function refresh() {
  const waiting = new Set(replica.edits.map(edit => edit.content.id))
  for (const section of sheet.root.rows) {
    const { count, title } = section.item, shown = section.list.rows.length
    write(section.counter, query.q ? `${shown} of ${count}` : String(count))
    section.counter.parentElement.title = query.q ? `${shown} of ${plural(count, "card")}` : plural(count, "card")
    section.more.hidden = shown < query.limit
    section.more.ariaLabel = `Show more of ${title}`
    for (const row of section.list.rows) row.classList.toggle("waiting", waiting.has(row.key))
  }
  clip()
  if (!current?.isConnected) choose(sheet.lists.find(list => list.rows.length)?.rows[0] ?? null)
}

/** Lets cards glide out of columns that have no more cards than they can show. */
function clip() {
  const fits = sheet.lists.map(({ parent }) => parent.scrollHeight <= parent.clientHeight)
  for (const [i, { parent }] of sheet.lists.entries()) parent.classList.toggle("fits", fits[i])
}
addEventListener("resize", clip)

const say = text => {
  $("#said").replaceChildren(Object.assign(document.createElement("div"), { textContent: text }))
}

// MARK: The connection

const me = newID()
const myName = () => memory.get("board.name")?.slice(0, 40) || null
const query = { q: "", sort: "manual", limit }
const view = () => new URLSearchParams(Object.entries(query).filter(([, value]) => value))
const sheet = new Sheet(board, cards, columns)
const replica = new Replica(sheet, { around, preview: ({ name, content }) => edits[name]?.(content, sheet) ?? [] })
const others = new Replica(new Sheet($("#people"), people))
const light = $("#light")
const words = { connecting: "Catching up", live: "Live", offline: "Offline" }

function showStatus(status) {
  const kept = replica.edits.length, changed = light.dataset.status !== status
  light.dataset.status = status
  document.body.classList.toggle("offline", status === "offline")
  const text = words[status] + (kept && status !== "live" ? ` · ${plural(kept, "edit")} kept` : "")
  write(light.lastChild.firstChild, text)
  if (changed && status === "live") outbox.send()
}

const stream = new Stream({ message: replica, presence: others }, at => {
  const address = new URLSearchParams([...view(), ["me", me], ["name", myName() ?? "Guest"]])
  if (at) address.set("since", `${at.epoch}-${at.version}`)
  return `/events?${address}`
}, showStatus)

addEventListener("online", () => stream.connect())
addEventListener("offline", () => stream.retry())
addEventListener("pagehide", () => stream.close())
addEventListener("pageshow", () => stream.source ?? stream.connect())
let hiding = 0
document.addEventListener("visibilitychange", () => {
  // A browser has six connections to a host for all of its tabs: a hidden one lets go of its own.
  clearTimeout(hiding)
  if (document.hidden) hiding = setTimeout(() => stream.close(), 3000)
  else if (!stream.source) stream.connect()
})

/** Shows another view of the board. */
function look(change) {
  Object.assign(query, change)
  replica.position = null
  stream.connect()
}

// MARK: Edits: shown at once, kept until they are answered, sent in order

const outbox = {
  sending: false,

  add(name, content) {
    const edit = { key: newID(), at: Date.now(), name, content }
    memory.set(`board.edit.${edit.key}`, JSON.stringify(edit))
    this.show([edit])
    showStatus(light.dataset.status)
    this.send()
  },

  /** Edits that were kept when a page was closed. Another tab may send them too: a key is applied once. */
  load() {
    const kept = memory.names().filter(name => name.startsWith("board.edit.")).map(memory.get)
    this.show(kept.map(text => JSON.parse(text)).sort((a, b) => a.at - b.at))
  },

  show(edits) {
    for (const edit of edits) replica.edits.push({ ...edit, answer: null, undo: [] })
    replica.change()
  },

  async send() {
    if (this.sending) return
    this.sending = true
    let edit
    while ((edit = replica.edits.find(edit => edit.answer === null)) && await this.post(edit));
    this.sending = false
    if (edit) setTimeout(() => this.send(), 1500)
  },

  /** Whether the edit was answered. */
  async post(edit) {
    const { key, name, content } = edit
    let answer
    try {
      const response = await fetch(`/commands?${view()}`, {
        method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ key, name, content }), signal: AbortSignal.timeout(10_000),
      })
      if (response.status >= 500 || response.status === 429) return false
      answer = await response.json()
    } catch {
      return false
    }
    memory.remove(`board.edit.${key}`)
    const [epoch, version] = answer.applied?.split("-") ?? [] // a refused edit is not shown any more
    edit.answer = { epoch, version: Number(version) }
    replica.change()
    this.giveUp(edit)
    if (!answer.applied) toast(`Not done: ${answer.refused?.message ?? "the server refused"}`)
    showStatus(light.dataset.status)
    return true
  },

  /** The state with an edit does not come if other edits cancelled it out; the page is live without it. */
  giveUp(edit) {
    setTimeout(() => {
      if (!replica.edits.includes(edit)) return
      if (light.dataset.status !== "live") return this.giveUp(edit)
      edit.answer = {}
      replica.change()
    }, 3000)
  },
}

let toastTimer = 0
function toast(text, undo = null) {
  const [words, button] = $("#toast").children
  words.textContent = text
  button.hidden = !undo
  button.onclick = undo
  $("#toast").hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => { $("#toast").hidden = true }, 8000)
}

const deleted = [] // ids, for undo
function undo() {
  const id = deleted.pop()
  if (!id) return
  $("#toast").hidden = true
  outbox.add("restore", { id })
  const row = rowOf(id)
  if (row) focus(row)
  say(`${removed.get(id)?.title ?? "The card"} is back`)
}

const rowOf = id => { const found = sheet.find(id); return found && sheet.lists[found[0]].rows[found[1]] }
const columnOf = row => row.closest("section")

function focus(row) {
  choose(row)
  row.face.focus({ preventScroll: true })
  row.scrollIntoView({ block: "nearest", inline: "nearest" })
}

function remove(row) {
  const { title } = row.item
  deleted.push(row.key)
  outbox.add("delete", { id: row.key })
  toast(`Deleted “${title}”`, undo)
}

/** Moves a card to a place among those that are shown. */
function move(row, section, at) {
  const rows = section.list.rows.filter(other => other !== row)
  const before = query.sort === "manual" ? rows[at]?.key : undefined
  outbox.add("move", { id: row.key, column: section.key, ...(before && { before }) })
  const [, now] = sheet.find(row.key)
  say(`${row.item.title}: ${section.item.title}, ${now + 1} of ${section.list.rows.length}`)
}

// MARK: Renaming in place

function rename(row) {
  if (typing) stopTyping(true)
  const field = document.createElement("textarea")
  Object.assign(field, { value: row.item.title, maxLength: 500, rows: 1, ariaLabel: `Title of ${row.item.title}` })
  typing = { row, field }
  row.classList.add("editing")
  row.face.before(field)
  field.focus()
  field.select()
  field.addEventListener("blur", () => { if (!busy && document.hasFocus()) stopTyping(true) })
  field.addEventListener("keydown", event => {
    event.stopPropagation()
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return
    event.preventDefault()
    stopTyping(event.key === "Enter")
    focus(row)
  })
}

function stopTyping(save) {
  if (!typing) return
  const { row, field } = typing, title = field.value.trim()
  typing = null
  field.remove()
  row.classList.remove("editing")
  if (save && title && title !== row.item.title) outbox.add("rename", { id: row.key, title })
}

board.addEventListener("click", event => {
  const row = event.target.closest("li"), section = event.target.closest("section")
  if (event.target.closest(".more")) look({ limit: query.limit + limit })
  else if (row && event.target.closest(".delete")) remove(row)
  else if (row && event.target.closest(".rename")) rename(row)
  else if (row && event.target.closest(".title") && event.detail === 0) rename(row) // Enter, or a screen reader
  else if (row && section && !event.target.closest("textarea")) focus(row)
})
board.addEventListener("dblclick", event => {
  if (event.target.closest(".title")) rename(event.target.closest("li"))
})
board.addEventListener("focusin", event => {
  const row = event.target.closest("li")
  if (row && !busy) choose(row)
})
board.addEventListener("submit", event => {
  event.preventDefault()
  const section = event.target.closest("section"), title = section.add.value.trim()
  if (!title) return
  section.add.value = ""
  const by = myName(), id = newID()
  outbox.add("add", { id, column: section.key, title, ...(by && { by }) })
  rowOf(id)?.scrollIntoView({ block: "nearest" })
  say(`Added ${title}`)
})

// MARK: Keys

let carried = null // {row, section, before}: the card that the arrows move, and where it was

function carry(row) {
  const section = columnOf(row), { rows } = section.list
  carried = { row, column: section.key, at: rows.indexOf(row) }
  row.classList.add("carried")
  say(`Picked up ${row.item.title}. Arrows move it, Space drops it, Escape takes it back`)
}

function drop(back) {
  const { row, column, at } = carried
  carried = null
  row.classList.remove("carried")
  const section = sheet.root.rows.find(section => section.key === column)
  if (!row.isConnected) return
  if (back && section && (columnOf(row) !== section || section.list.rows.indexOf(row) !== at)) move(row, section, at)
  else say(`Dropped ${row.item.title}`)
}

function arrow(key, row) {
  const sections = sheet.root.rows, [section, at] = sheet.find(row.key)
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0, along = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0
  if (carried) {
    const into = sections[section + aside], size = into?.list.rows.length ?? 0
    const to = aside ? Math.min(at, size) : at + along
    const fits = into && (aside || (query.sort === "manual" && to >= 0 && to < size))
    if (fits) move(row, into, to)
    return row.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
  if (along) {
    const next = sections[section].list.rows[at + along]
    return next ? focus(next) : along > 0 && sections[section].add.focus()
  }
  for (let i = section + aside; sections[i]; i += aside) {
    const { rows } = sections[i].list
    if (rows.length) return focus(rows[Math.min(at, rows.length - 1)])
  }
}

board.addEventListener("keydown", event => {
  const row = event.target.closest("li")
  if (event.target.closest(".add") && event.key === "ArrowUp") {
    const last = event.target.closest("section").list.rows.at(-1)
    if (last) event.preventDefault(), focus(last)
    return
  }
  if (!row || !event.target.closest(".title") || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.startsWith("Arrow")) arrow(event.key, row)
  else if (event.key === " ") carried ? drop(false) : carry(row)
  else if (event.key === "Escape" && carried) drop(true)
  else if (event.key === "Enter" && carried) drop(false)
  else if (event.key === "F2") rename(row)
  else if (event.key === "Delete" || event.key === "Backspace") remove(row)
  else return
  event.preventDefault()
})
board.addEventListener("keyup", event => {
  if (event.key === " " && event.target.closest(".title")) event.preventDefault() // Space is no click here
})
board.addEventListener("focusout", () => { if (carried && !busy) drop(false) })

addEventListener("keydown", event => {
  const written = event.target.closest?.("input, textarea, select, dialog")
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !written) undo()
  else if (written || event.ctrlKey || event.metaKey || event.altKey) return
  else if (event.key === "/") $("[name=q]").focus()
  else if (event.key === "?") $("#help").showModal()
  else if (event.key === "n") (columnOf(current ?? board) ?? sheet.root.rows[0])?.add.focus()
  else return
  event.preventDefault()
})

// MARK: Drags

let drag = null // {row, ghost, x, y, section, at}

function target(x, y) {
  const section = document.elementFromPoint(x, y)?.closest("section") ?? sheet.root.rows.find(section => {
    const { left, right } = section.getBoundingClientRect()
    return x >= left && x <= right
  })
  if (!section) return null
  const rows = section.list.rows.filter(row => row !== drag.row)
  let low = 0, high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1, { top, height } = rows[middle].getBoundingClientRect()
    if (top + height / 2 < y) low = middle + 1
    else high = middle
  }
  return { section, at: low, rows }
}

function dragTo(x, y) {
  Object.assign(drag, { x, y })
  Object.assign(drag.ghost.style, { left: `${x - drag.dx}px`, top: `${y - drag.dy}px` })
  const found = target(x, y), line = $("#drop")
  for (const section of sheet.root.rows) section.classList.toggle("over", section === found?.section)
  drag.target = found
  line.hidden = !found || query.sort !== "manual"
  if (line.hidden) return
  const list = found.section.body.getBoundingClientRect(), next = found.rows[found.at], last = found.rows[found.at - 1]
  const y_ = next ? next.getBoundingClientRect().top - 4 : last ? last.getBoundingClientRect().bottom + 4 : list.top + 4
  const top = Math.max(list.top, Math.min(list.bottom, y_))
  Object.assign(line.style, { left: `${list.left + 6}px`, width: `${list.width - 12}px`, top: `${top}px` })
}

/** Scrolls while the pointer is near an edge. */
function scrolling() {
  if (!drag?.ghost) return
  const edge = 48, speed = 9, push = (value, low, high) => value < low + edge ? -speed : value > high - edge ? speed : 0
  const list = drag.target?.section.body, all = board.getBoundingClientRect()
  const aside = push(drag.x, all.left, all.right)
  if (aside) board.scrollLeft += aside
  if (list) list.scrollTop += push(drag.y, list.getBoundingClientRect().top, list.getBoundingClientRect().bottom)
  dragTo(drag.x, drag.y)
  requestAnimationFrame(scrolling)
}

board.addEventListener("pointerdown", event => {
  const row = event.target.closest("li"), grip = event.target.closest(".grip")
  if (!row || event.button !== 0 || event.target.closest(".tools, textarea")) return
  if (event.pointerType === "mouse" || grip) drag = { row, from: [event.clientX, event.clientY], id: event.pointerId }
})
addEventListener("pointermove", event => {
  if (!drag || event.pointerId !== drag.id) return
  const { clientX: x, clientY: y } = event
  if (!drag.ghost) {
    if (Math.hypot(x - drag.from[0], y - drag.from[1]) < 5) return
    const { left, top, width } = drag.row.getBoundingClientRect()
    const ghost = drag.row.cloneNode(true)
    ghost.classList.add("ghost")
    ghost.ariaHidden = "true"
    ghost.inert = true
    ghost.style.width = `${width}px`
    Object.assign(drag, { ghost, dx: drag.from[0] - left, dy: drag.from[1] - top })
    drag.row.classList.add("lifted")
    const frame = document.createElement("section") // cards take their looks from a column
    frame.className = "carrier"
    frame.append(ghost)
    document.body.append(frame)
    board.setPointerCapture(drag.id)
    requestAnimationFrame(scrolling)
  }
  dragTo(x, y)
})
function dragged(drops) {
  if (!drag) return
  const { row, ghost, target } = drag
  drag = null
  if (!ghost) return
  ghost.parentElement.remove()
  $("#drop").hidden = true
  row.classList.remove("lifted")
  for (const section of sheet.root.rows) section.classList.remove("over")
  if (!drops || !target || !row.isConnected) return
  const { section, at } = target
  const elsewhere = section !== columnOf(row) || (query.sort === "manual" && section.list.rows.indexOf(row) !== at)
  if (elsewhere) move(row, section, at)
  focus(row)
}
addEventListener("pointerup", event => { if (event.pointerId === drag?.id) dragged(true) })
addEventListener("pointercancel", () => dragged(false))
addEventListener("keydown", event => { if (event.key === "Escape" && drag) dragged(false) }, true)
board.addEventListener("dragstart", event => event.preventDefault())

// MARK: Search, order, name

let searching = 0
$("#query").addEventListener("input", event => {
  clearTimeout(searching)
  const { q, sort } = event.currentTarget.elements
  searching = setTimeout(() => look({ q: q.value.trim(), sort: sort.value, limit }), event.target === q ? 150 : 0)
})
$("#query").addEventListener("submit", event => event.preventDefault())
$("#show-help").addEventListener("click", () => $("#help").showModal())

const showName = () => { $("#rename-me").textContent = myName() ?? "Your name" }
$("#rename-me").addEventListener("click", () => {
  $("#name input").value = myName() ?? ""
  $("#name").showModal()
})
$("#name [type=button]").addEventListener("click", () => $("#name").close())
$("#name form").addEventListener("submit", () => {
  const name = $("#name input").value.trim()
  if (name) memory.set("board.name", name)
  else memory.remove("board.name")
  showName()
  stream.connect()
})

const form = $("#query").elements // browsers fill forms again after a reload
Object.assign(query, { q: form.q.value.trim(), sort: form.sort.value })
showName()
outbox.load()
stream.connect()
