// The browser's end of a feed: reads frames as WireFormat.md describes them, and applies them to elements by position.
//
//   List      the rows of one element, in order
//   Sheet     one list, or sections of lists; applies changes and whole states
//   Replica   reads frames, and shows edits that wait for their answer on top of the last state
//   Stream    keeps a replica connected by server-sent events
//
// A view makes and fills elements: {key(item), make(item), fill(row, fields)}; a removed field is undefined in `fields`.
// The view of sections makes elements with a `body`, the parent of the section's rows.

const many = 64 // from this many runs on, one pass over all rows costs less than a splice for each run

// moveBefore keeps focus, scroll positions, animations and pointer capture. It takes only rows that are in the document.
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
  let end = 0
  for (const { at, n } of runs) {
    need(Number.isInteger(at) && Number.isInteger(n) && n > 0 && at >= end, "runs out of order", true)
    end = at + n
  }
  need(end <= size, "a position beyond the end", true)
}

/** The rows of an element. `rows` has them in order: `children[i]` takes linear time after a change. */
class List {
  constructor(parent, view, sheet) { Object.assign(this, { parent, view, sheet, rows: [] }) }

  /** Takes runs out. Rows that move stay in the document until they arrive. Returns those that are gone. */
  take(runs) {
    const { rows } = this, gone = []
    for (const run of runs) {
      const leaving = rows.slice(run.at, run.at + run.n)
      if (run.moved) run.moved.rows = leaving
      else gone.push(...(gone.length ? leaving : []).length ? [] : [], leaving)
    }
    return gone
  }
}
