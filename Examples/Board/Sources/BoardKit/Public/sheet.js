// Lists of elements, which frames change by position: what WireFormat.md says about applying changes.
//
// A view makes and fills elements: {key(item), make(item), fill(row, fields)}. A removed field is undefined.
// The view of sections makes elements with a `body`, the parent of the section's rows.

const many = 64 // from this many runs on, one pass over all rows costs less than a splice for each run

// moveBefore keeps focus, scroll positions, animations and pointer capture of rows in the document.
const put = Element.prototype.moveBefore
  ? (parent, row, next) => row.isConnected ? parent.moveBefore(row, next) : parent.insertBefore(row, next)
  : (parent, row, next) => parent.insertBefore(row, next)

/** What is wrong with a frame. After a `lost` fault only a whole state helps. */
export class Fault extends Error {
  constructor(message, lost = false) { super(message); this.lost = lost }
}
export const need = (right, message, lost = false) => { if (!right) throw new Fault(message, lost) }

/** The runs of a field of changes: a single one is not in an array. */
const runsOf = (list = []) => list.length && !Array.isArray(list[0]) ? [list] : list
const itemsOf = items => Array.isArray(items) ? items : [items] // a single one is not in an array, unless it is one

/** Sorts runs by list: those that leave, by their position before; those that arrive, by their position after. */
function byList(changes, wide) {
  const leave = new Map(), arrive = new Map()
  const add = (lists, list, run) => { lists.has(list) ? lists.get(list).push(run) : lists.set(list, [run]) }
  for (const run of runsOf(changes.rm)) {
    const [list, at, n = 1] = wide ? run : [0, ...run]
    add(leave, list, { at, n })
  }
  const mv = runsOf(changes.mv)
  for (const run of mv) {
    const [list, from, into, at, n = 1] = wide ? run : [0, run[0], 0, run[1], run[2]]
    const moved = { at, n, rows: [] }
    add(leave, list, { at: from, n, moved })
    add(arrive, into, moved)
  }
  for (const run of runsOf(changes.in)) {
    const [list, at] = wide ? run : [0, run[0]], items = itemsOf(run[wide ? 2 : 1])
    add(arrive, list, { at, n: items.length, items })
  }
  const merge = lists => { for (const runs of lists.values()) runs.sort((a, b) => a.at - b.at) }
  if (mv.length) { merge(leave); merge(arrive) }
  return { leave, arrive }
}

const count = (runs = []) => runs.reduce((sum, run) => sum + run.n, 0)

/** Throws unless the runs are in order, apart from each other and within the size. */
function check(runs, size) {
  const end = runs.reduce((end, { at, n }) => at >= end && n > 0 && Number.isInteger(at + n) ? at + n : Infinity, 0)
  need(end <= size, "positions that do not fit", true)
}

/** The rows of an element. `rows` has them in order: `children[i]` takes linear time after a change. */
class List {
  constructor(parent, view, sheet) { Object.assign(this, { parent, view, sheet, rows: [] }) }

  /** Takes runs out of `rows`; returns the rows that do not move. All of them are still in the document. */
  take(runs) {
    const { rows } = this, gone = []
    for (const run of runs) {
      const leaving = rows.slice(run.at, run.at + run.n)
      if (run.moved) run.moved.rows = leaving
      else gone.push(leaving)
    }
    if (runs.length > many) {
      this.rows = []
      let next = 0
      for (const run of [...runs, { at: rows.length, n: 0 }]) {
        while (next < run.at) this.rows.push(rows[next++])
        next += run.n
      }
    } else {
      for (let i = runs.length; i-- > 0;) rows.splice(runs[i].at, runs[i].n)
    }
    return gone
  }

  /** Removes rows that were taken from the document. */
  discard(gone, all) {
    const kept = this.sheet.kept?.get(this.view)
    if (kept) for (const rows of gone) for (const row of rows) kept.set(row.key, row)
    if (all) this.parent.textContent = ""
    else for (const rows of gone) for (const row of rows) row.remove()
  }

  /** Makes room for what arrives: moved rows, and rows of new items. */
  place(runs) {
    if (runs.length <= many) {
      for (const run of runs) {
        const next = this.rows[run.at] ?? null
        const rows = this.into(run, next)
        if (run.at === this.rows.length) for (const row of rows) this.rows.push(row)
        else if (rows.length < 10_000) this.rows.splice(run.at, 0, ...rows)
        else this.rows = this.rows.slice(0, run.at).concat(rows, this.rows.slice(run.at))
      }
      return
    }
    const old = this.rows
    let next = 0
    this.rows = []
    for (const run of runs) {
      while (this.rows.length < run.at) this.rows.push(old[next++])
      for (const row of this.into(run, old[next] ?? null)) this.rows.push(row)
    }
    while (next < old.length) this.rows.push(old[next++])
  }

  into(run, next) {
    const { parent } = this
    if (run.rows) {
      for (const row of run.rows) put(parent, row, next)
      return run.rows
    }
    const rows = run.items.map(this.make, this)
    if (this.rows.length === 0 && rows.length > 1 && parent.isConnected && !parent.firstChild) {
      // An empty list is filled outside of the document, which then lays it out once.
      const { parentNode, nextSibling } = parent
      parent.remove()
      for (const row of rows) parent.appendChild(row)
      parentNode.insertBefore(parent, nextSibling)
    } else {
      for (const row of rows) parent.insertBefore(row, next)
    }
    return rows
  }

  /** The row of an item: the one that it had, or a new one. */
  make(item) {
    const { view } = this, key = view.key(item), kept = this.sheet.kept?.get(view), old = kept?.get(key)
    if (!old) {
      const row = view.make(item)
      row.key = key
      row.item = item
      return row
    }
    kept.delete(key)
    this.fill(old, item)
    return old
  }

  fill(row, item) {
    const fields = { ...item }
    for (const name in row.item) if (!(name in fields)) fields[name] = undefined
    row.item = item
    this.view.fill(row, fields)
  }

  /** Sets fields and removes those with the names; or, if there are no fields, sets the whole item. */
  patch(at, fields, rest) {
    const row = this.rows[at]
    if (fields === null) return this.fill(row, rest)
    Object.assign(row.item, fields) // it is ours alone: it came in a frame
    for (const name of rest ?? []) {
      delete row.item[name]
      fields[name] = undefined
    }
    this.view.fill(row, fields)
  }

  /** Shows these items first. */
  arrange(items) {
    const { parent } = this
    let next = parent.firstChild
    this.rows = items.map(item => this.make(item))
    for (const row of this.rows) {
      if (row === next) next = next.nextSibling
      else put(parent, row, next)
    }
  }
}

/** What is shown: one list in `root`, or sections of lists. */
export class Sheet {
  /** @param header the view of sections, if the feed has them */
  constructor(root, view, header = null) {
    this.view = view
    this.sectioned = header !== null
    this.root = new List(root, header ?? view, this)
    this.kept = null // rows that may come back: by view, then by key
  }

  get lists() { return this.sectioned ? this.root.rows.map(section => section.list) : [this.root] }

  /** Where a row is: [section, item]; null if it is not shown. */
  find(key) {
    for (const [section, { rows }] of this.lists.entries()) {
      const item = rows.findIndex(row => row.key === key)
      if (item >= 0) return [section, item]
    }
    return null
  }

  /** Keeps rows that leave, so that they can come back as they are. */
  keep() { this.kept ??= new Map([[this.root.view, new Map()], [this.view, new Map()]]) }

  /** Applies the fields of a change frame. Checks all of them before it touches anything. */
  apply(changes, counts = null) {
    const { rm, mv, in: inserted, sec, up } = changes
    if (rm || mv || inserted || sec) this.arrange(changes, counts)
    else this.update(runsOf(up), counts)
  }

  /** Applies changes of contents alone. */
  update(up, counts) {
    const { lists, sectioned } = this
    const sizes = []
    for (const { rows } of lists) sizes.push(rows.length)
    this.checkContents(up, sizes, counts)
    for (const run of up) sectioned ? lists[run[0]].patch(run[1], run[2], run[3]) : this.root.patch(...run)
  }

  checkContents(up, sizes, counts) {
    for (const run of up) {
      const size = sizes[this.sectioned ? run[0] : 0], at = run[this.sectioned ? 1 : 0]
      need(Number.isInteger(at) && at >= 0 && at < size, "a position that does not fit", true)
    }
    if (!counts) return
    let sum = 0
    for (const size of sizes) sum += size
    need(sum === counts[0], "another number of items", true)
    need(!this.sectioned || sizes.length === counts[1], "another number of sections", true)
  }

  arrange(changes, counts) {
    const { leave, arrive } = byList(changes, this.sectioned), { sec = null } = changes
    const up = runsOf(changes.up), headers = runsOf(sec?.up)
    const before = this.lists, after = [...before], sections = sec && byList(sec, false)
    const leaving = sections?.leave.get(0) ?? [], arriving = sections?.arrive.get(0) ?? []
    need(this.sectioned || !sec, "sections in a list", true)
    check(leaving, before.length)
    check(arriving, before.length - count(leaving) + count(arriving))
    for (const { at, n, moved } of leaving) if (moved) moved.lists = before.slice(at, at + n)
    for (let i = leaving.length; i-- > 0;) after.splice(leaving[i].at, leaving[i].n)
    for (const run of arriving) after.splice(run.at, 0, ...(run.lists ?? run.items.map(() => null)))
    for (const [section, runs] of leave) check(runs, before[section]?.rows.length ?? -1)
    const left = new Map(Array.from(leave, ([section, runs]) => [before[section], count(runs)]))
    const sizes = after.map((list, i) => (list ? list.rows.length - (left.get(list) ?? 0) : 0) + count(arrive.get(i)))
    for (const [section, runs] of arrive) check(runs, sizes[section] ?? -1)
    this.checkContents(up, sizes, counts)
    for (const [at] of headers) check([{ at, n: 1 }], after.length)

    for (const [section, runs] of leave) {
      const list = before[section], gone = list.take(runs)
      list.discard(gone, list.rows.length === 0 && gone.length === runs.length)
    }
    const removed = leaving.length ? this.root.take(leaving) : [] // stay in the document: rows may move out of them
    if (arriving.length) this.root.place(arriving)
    const lists = this.adopt()
    for (const [section, runs] of arrive) lists[section].place(runs)
    for (const run of headers) this.root.patch(...run)
    for (const run of up) this.sectioned ? lists[run[0]].patch(run[1], run[2], run[3]) : this.root.patch(...run)
    if (removed.length) this.root.discard(removed, false)
  }

  /** Gives new sections a list. */
  adopt() {
    if (this.sectioned) for (const section of this.root.rows) section.list ??= new List(section.body, this.view, this)
    return this.lists
  }

  /** Shows a whole state, groups of a header and items. Rows of items that stay are kept. */
  replace(groups) {
    const { root, kept } = this, rows = this.lists.flatMap(list => list.rows), old = this.sectioned ? root.rows : []
    const wanted = new Set(groups.flatMap(([, items]) => items.map(this.view.key)))
    this.keep()
    for (const row of old) this.kept.get(root.view).set(row.key, row)
    for (const row of rows) this.kept.get(this.view).set(row.key, row)
    for (const row of rows) if (!wanted.has(row.key)) row.remove()
    if (this.sectioned) root.arrange(groups.map(([header]) => header))
    for (const [i, list] of this.adopt().entries()) list.arrange(groups[i]?.[1] ?? [])
    for (const { parent, rows } of [...this.lists, root]) {
      while (parent.lastChild !== (rows.at(-1) ?? null)) parent.lastChild.remove()
    }
    this.kept = kept
  }
}
