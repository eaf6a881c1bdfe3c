// The browser's end of a feed: reads frames as WireFormat.md describes them, and applies them to elements by position.
//
// A Sheet shows one List or sections of them, and applies changes and whole states. A Replica reads frames into a
// sheet, and shows edits on top that are not in the state yet. A Stream keeps replicas connected.
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
const need = (right, message, lost = false) => { if (!right) throw new Fault(message, lost) }

/** Sorts runs by list: those that leave, by their position before; those that arrive, by their position after. */
function byList({ rm = [], mv = [], in: inserted = [] }, wide) {
  const leave = new Map(), arrive = new Map()
  const add = (lists, list, run) => { lists.has(list) ? lists.get(list).push(run) : lists.set(list, [run]) }
  for (const run of rm) {
    const [list, at, n = 1] = wide ? run : [0, ...run]
    add(leave, list, { at, n })
  }
  for (const run of mv) {
    const [list, from, into, at, n = 1] = wide ? run : [0, run[0], 0, run[1], run[2]]
    const moved = { at, n, rows: [] }
    add(leave, list, { at: from, n, moved })
    add(arrive, into, moved)
  }
  for (const run of inserted) {
    const [list, at, items] = wide ? run : [0, ...run]
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
    const kept = this.sheet.kept?.get(this.view), rows = gone.flat()
    if (kept) for (const row of rows) kept.set(row.key, row)
    if (all) this.parent.textContent = ""
    else for (const row of rows) row.remove()
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
    const rows = run.items.map(item => this.make(item))
    if (this.rows.length === 0 && rows.length > 1 && parent.isConnected && !parent.firstChild) {
      // An empty list is filled outside of the document, which then lays it out once.
      const { parentNode, nextSibling } = parent
      parent.remove()
      for (const row of rows) parent.appendChild(row)
      parentNode.insertBefore(parent, nextSibling)
    } else {
      for (const row of rows) put(parent, row, next)
    }
    return rows
  }

  /** The row of an item: the one that it had, or a new one. */
  make(item) {
    const { view } = this, key = view.key(item), kept = this.sheet.kept?.get(view), old = kept?.get(key)
    if (!old) return Object.assign(view.make(item), { key, item })
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
    row.item = { ...row.item, ...fields }
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
    const { leave, arrive } = byList(changes, this.sectioned), { up = [], sec = null } = changes
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
    for (const run of up) {
      const [section, at] = this.sectioned ? run : [0, run[0]]
      need(Number.isInteger(at) && at >= 0 && at < sizes[section], "a position that does not fit", true)
    }
    for (const [at] of sec?.up ?? []) check([{ at, n: 1 }], after.length)
    if (counts) {
      need(sizes.reduce((sum, size) => sum + size, 0) === counts[0], "another number of items", true)
      need(!this.sectioned || after.length === counts[1], "another number of sections", true)
    }

    for (const [section, runs] of leave) {
      const list = before[section], gone = list.take(runs)
      list.discard(gone, list.rows.length === 0 && gone.length === runs.length)
    }
    const removed = leaving.length ? this.root.take(leaving) : [] // stay in the document: rows may move out of them
    if (arriving.length) this.root.place(arriving)
    const lists = this.adopt()
    for (const [section, runs] of arrive) lists[section].place(runs)
    for (const run of sec?.up ?? []) this.root.patch(...run)
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

/** Reads the frames of one source, connection after connection, into a sheet. */
export class Replica {
  /**
   * @param preview what an edit changes on the sheet: [[changes, changes that take them back], …]
   * @param around  calls its argument, which changes elements
   */
  constructor(sheet, { preview = () => [], around = work => work() } = {}) {
    Object.assign(this, { sheet, preview, around })
    this.position = null // {epoch, version} of the last state
    this.edits = [] // [{answer: position or null, undo: []}]: shown on top of the state until it has them
  }

  begin() { this.phase = "hello" } // a connection

  read(frame) {
    const { phase, position, sheet } = this
    const expect = (...phases) => need(phases.includes(phase), `a frame that cannot follow ${phase}`)
    if ("hello" in frame) {
      expect("hello")
      need(frame.hello === 1 && frame.kind === (sheet.sectioned ? "sections" : "list"), "another format")
      const resumes = "v" in frame
      need(!resumes || (position?.epoch === frame.epoch && position.version === frame.v), "another position", true)
      this.epoch = frame.epoch
      this.phase = resumes ? "changes" : "reset"
    } else if ("reset" in frame) {
      expect("reset", "changes")
      this.phase = "parts"
      Object.assign(this, { groups: sheet.sectioned ? [] : [[null, []]], received: 0, loading: null })
    } else if ("part" in frame) {
      expect("parts")
      this.gather(frame)
    } else if ("beat" in frame) {
      expect("changes", "parts")
      need(phase === "parts" || frame.beat === position.version, "a heartbeat of another version")
    } else if ("end" in frame) {
      if (frame.end === "finished") need(phase === "changes" && frame.v === position.version, "another last version")
      this.phase = frame.end
    } else if (Array.isArray(frame.v)) {
      expect("changes")
      const [from, to, ...counts] = frame.v
      need(from === position.version && to > from, "changes of another version")
      this.change(() => {
        sheet.apply(frame, counts)
        this.position = { epoch: this.epoch, version: to }
      })
    }
  }

  gather({ v, at, n, s, part, last }) {
    const { groups, sheet } = this
    this.loading ??= v
    need(at === this.received && v === this.loading, "a part of another state", true)
    for (const group of sheet.sectioned ? part : [[part]]) {
      const items = group[group.length - 1]
      if (group.length === 2) groups.push([group[0], []])
      for (const item of items) groups[groups.length - 1][1].push(item)
      this.received += items.length
    }
    if (!last) return
    need(this.received === n && (s ?? 1) === groups.length, "another number of items", true)
    this.change(() => {
      sheet.replace(groups)
      this.position = { epoch: this.epoch, version: v }
    })
    this.phase = "changes"
  }

  /** Changes what is shown: takes edits back, does the work, and shows the edits that remain. */
  change(work = () => {}) {
    const { sheet } = this
    this.around(() => {
      if (this.edits.length) sheet.keep()
      for (const edit of [...this.edits].reverse()) for (const undo of edit.undo.splice(0)) sheet.apply(undo)
      try {
        work()
      } finally {
        this.edits = this.edits.filter(edit => !this.has(edit))
        for (const edit of this.edits) {
          for (const [changes, undo] of this.preview(edit, sheet)) {
            sheet.apply(changes)
            edit.undo.unshift(undo)
          }
        }
        if (!this.edits.length) sheet.kept = null
      }
    })
  }

  /** Whether nothing more of an edit is to be shown: it was refused, or the state has it. */
  has({ answer }) {
    return answer !== null && (answer.epoch !== this.position?.epoch || answer.version <= this.position.version)
  }
}

/** Keeps replicas connected by server-sent events: one of events without a name, others by the name of their events. */
export class Stream {
  /**
   * @param url    the address, given the position of the first replica
   * @param status told "connecting", "live" or "offline"
   */
  constructor(replicas, url, status) {
    Object.assign(this, { replicas, url, status, source: null, failures: 0, timer: 0, heard: 0 })
    setInterval(() => { if (this.source && Date.now() - this.heard > 40_000) this.retry() }, 5000) // no heartbeats
  }

  close() {
    clearTimeout(this.timer)
    this.source?.close()
    this.source = null
  }

  /** Opens a stream; after a failure, later and later. */
  connect() {
    this.close()
    this.status("connecting")
    this.heard = Date.now()
    this.source = new EventSource(this.url(this.replicas.message.position))
    this.source.onerror = () => this.retry()
    for (const [name, replica] of Object.entries(this.replicas)) {
      replica.begin()
      this.source.addEventListener(name, ({ data }) => this.receive(replica, JSON.parse(data)))
    }
  }

  retry() {
    this.close()
    this.status(this.failures || !navigator.onLine ? "offline" : "connecting")
    if (document.hidden || !navigator.onLine) return // the page connects again when that changes
    const wait = Math.min(500 * 2 ** this.failures++, 15_000)
    this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random() / 2))
  }

  receive(replica, frame) {
    this.heard = Date.now()
    try {
      replica.read(frame)
    } catch (fault) {
      console.warn(fault.message)
      if (fault.lost || !(fault instanceof Fault)) replica.position = null
      return this.retry()
    }
    if (replica.phase === "shutdown" || replica.phase === "finished") return this.retry()
    if (replica !== this.replicas.message || replica.phase !== "changes") return
    this.failures = 0
    this.status("live")
  }
}
