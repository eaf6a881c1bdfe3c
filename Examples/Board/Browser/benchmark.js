// The operations of js-framework-benchmark, made by the board's client from frames, and by keyed code written by hand.

import { Replica, Sheet } from "./client.js"

const template = document.querySelector("template").content.firstElementChild
const body = document.querySelector("tbody")
const words = [
  ["pretty", "large", "big", "small", "tall", "short", "long", "handsome", "plain", "quaint", "clean", "elegant"],
  ["red", "yellow", "blue", "green", "pink", "brown", "purple", "white", "black", "orange"],
  ["table", "chair", "house", "bbq", "desk", "car", "pony", "cookie", "sandwich", "burger", "pizza", "mouse"],
]
const pick = list => list[Math.round(Math.random() * 1000) % list.length]
let next = 1
const data = n => Array.from({ length: n }, () => ({ id: next++, label: words.map(pick).join(" ") }))

/** Keyed code for exactly these operations: an array of items, one of rows, and the shortest way to each change. */
const byHand = {
  items: [], rows: [], selected: null,

  row({ id, label }) {
    const row = template.cloneNode(true), cell = row.firstChild
    row.key = id
    cell.firstChild.nodeValue = id
    cell.nextSibling.firstChild.firstChild.nodeValue = label
    return row
  },
  append(n) {
    const items = data(n), empty = this.rows.length === 0, table = body.parentNode
    if (empty) body.remove()
    for (const item of items) {
      const row = this.row(item)
      this.items.push(item)
      this.rows.push(row)
      body.appendChild(row)
    }
    if (empty) table.insertBefore(body, null)
  },
  update() {
    for (let i = 0; i < this.rows.length; i += 10) {
      this.items[i].label += " !!!"
      this.rows[i].childNodes[1].firstChild.firstChild.nodeValue = this.items[i].label
    }
  },
  swap() {
    const { items, rows } = this, [a, b] = [rows[1], rows[998]]
    ;[items[1], items[998]] = [items[998], items[1]]
    ;[rows[1], rows[998]] = [b, a]
    body.insertBefore(b, rows[2])
    body.insertBefore(a, rows[999] ?? null)
  },
  remove(at) {
    this.rows[at].remove()
    this.rows.splice(at, 1)
    this.items.splice(at, 1)
  },
  select(at) {
    if (this.selected) this.selected.className = ""
    this.selected = this.rows[at]
    this.selected.className = "selected"
  },
  clear() {
    body.textContent = ""
    this.items = []
    this.rows = []
    this.selected = null
  },
}

/** Our client: frames are texts, made before the clock starts; reading them counts. */
const view = {
  key: item => item.id,
  make(item) {
    const row = template.cloneNode(true), cell = row.firstChild
    cell.firstChild.nodeValue = item.id
    cell.nextSibling.firstChild.firstChild.nodeValue = item.label
    return row
  },
  fill(row, { label, selected }) {
    if (label !== undefined) row.childNodes[1].firstChild.firstChild.nodeValue = label
    if (selected !== undefined) row.className = selected ? "selected" : ""
  },
}
const replica = new Replica(new Sheet(body, view))
const server = {
  version: 1, items: [], selected: -1,

  frame(changes) {
    return JSON.stringify({ v: [this.version++, this.items.length], ...changes })
  },
  append(n) {
    const at = this.items.length, items = data(n)
    this.items.push(...items)
    return this.frame({ in: [at, items] })
  },
  update() {
    const up = []
    for (let i = 0; i < this.items.length; i += 10) {
      this.items[i].label += " !!!"
      up.push([i, { label: this.items[i].label }])
    }
    return this.frame({ up })
  },
  swap() {
    const { items } = this
    ;[items[1], items[998]] = [items[998], items[1]]
    return this.frame({ mv: [[998, 1], [1, 998]] })
  },
  remove(at) {
    this.items.splice(at, 1)
    return this.frame({ rm: [at] })
  },
  select(at) {
    const old = this.selected
    this.selected = at
    const up = [...(old >= 0 ? [[old, { selected: false }]] : []), [at, { selected: true }]]
    return this.frame({ up: up.sort((a, b) => a[0] - b[0]) })
  },
  clear() {
    const n = this.items.length
    this.items = []
    this.selected = -1
    return this.frame({ rm: [0, n] })
  },
}
replica.begin()
replica.read({ hello: 2, epoch: "1", kind: "list" })
replica.read({ reset: "first" })
replica.read({ v: 1, at: 0, n: 0, part: [], last: true })

const ways = {
  hand: (name, ...args) => () => byHand[name](...args),
  frames(name, ...args) {
    const text = server[name](...args)
    return () => replica.read(JSON.parse(text))
  },
}

/** [what comes before, with repetitions that warm up; what is measured] */
const thousand = ["append", 1000], warm = n => Array.from({ length: n }, () => [thousand, ["clear"]]).flat()
const operations = {
  "create 1,000": [warm(5), thousand],
  "create 10,000": [warm(5), ["append", 10_000]],
  "append 1,000": [[...warm(5), thousand], thousand],
  "update every 10th": [[...warm(1), thousand, ["update"], ["update"], ["update"]], ["update"]],
  "swap": [[...warm(1), thousand, ...Array(5).fill(["swap"])], ["swap"]],
  "remove": [[...warm(1), thousand, ["remove", 8], ["remove", 7], ["remove", 6]], ["remove", 4]],
  "select": [[...warm(1), thousand, ["select", 7], ["select", 8], ["select", 9]], ["select", 2]],
  "clear": [[...warm(5), thousand], ["clear"]],
}

const frames = n => new Promise(done => {
  const wait = () => n-- > 0 ? requestAnimationFrame(wait) : setTimeout(done)
  wait()
})

globalThis.operations = Object.keys(operations)

/** Prepares an operation; `work` is what is measured. */
globalThis.prepare = async (way, name) => {
  const [before, measured] = operations[name]
  for (const [name, ...args] of before) {
    ways[way](name, ...args)()
    await frames(1)
  }
  globalThis.work = ways[way](...measured)
  await frames(2)
}

/** Does the work in a task of its own, between two marks. */
globalThis.measure = () => new Promise(done => setTimeout(async () => {
  performance.mark("board-begin")
  work()
  await frames(2)
  performance.mark("board-end")
  done()
}))

globalThis.texts = () => [...body.children].map(row => `${row.key} ${row.childNodes[1].textContent} ${row.className}`)
