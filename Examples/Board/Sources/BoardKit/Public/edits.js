// What an edit changes on the sheet, and how to take that back.
//
// Each edit looks first whether the sheet has it already: a state may have it before its answer is there.

export const removed = new Map() // cards that this page deleted, for undo

export const edits = {
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
