// What an edit changes on the sheet, and how to take that back.
//
// Each edit looks first whether the sheet has it already: a state may have it before its answer is there.

import { palette } from "./facts.js"

export const removed = new Map() // cards that this page deleted, for undo

export const edits = {
  * add({ id, column, before, title, by, label }, sheet) {
    const card = { id, title, by, created: Date.now(), ...(label && { labels: [label] }) }
    yield* edits.placed(card, column, before, sheet)
  },
  * rename({ id, title }, sheet) { yield* edits.set(id, "title", title, sheet) },
  * due({ id, due }, sheet) { yield* edits.set(id, "due", due, sheet) },
  * label({ id, label, on }, sheet) {
    const found = sheet.find(id)
    if (!found) return
    const has = sheet.lists[found[0]].rows[found[1]].item.labels ?? []
    const labels = palette.filter(other => other === label ? on : has.includes(other))
    yield* edits.set(id, "labels", labels.length ? labels : undefined, sheet)
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
    if (!removed.has(id)) return
    const { column, before, ...card } = removed.get(id)
    yield* edits.placed(card, column, before, sheet)
  },

  // MARK: What they have in common

  * placed(card, column, before, sheet) {
    const into = sheet.root.rows.findIndex(section => section.key === column)
    if (into < 0 || sheet.find(card.id)) return
    const rows = sheet.lists[into].rows, found = rows.findIndex(row => row.key === before)
    const at = found < 0 ? rows.length : found
    yield [{ in: [[into, at, [card]]] }, { rm: [[into, at]] }]
    yield* edits.counted(into, 1, sheet)
  },
  /** Sets a field; without a value it is removed. */
  * set(id, name, value, sheet) {
    const found = sheet.find(id)
    if (!found) return
    const old = sheet.lists[found[0]].rows[found[1]].item[name]
    const up = value => value === undefined ? { up: [[...found, {}, [name]]] } : { up: [[...found, { [name]: value }]] }
    yield [up(value), up(old)]
  },
  * counted(at, difference, sheet) {
    const { count } = sheet.root.rows[at].item
    yield [{ sec: { up: [[at, { count: count + difference }]] } }, { sec: { up: [[at, { count }]] } }]
  },
}
