// What can be done with a card: remove it and take that back, move it, rename it in place.

import { outbox } from "./connection.js"
import { removed } from "./edits.js"
import { $, grow, oneLine, onEnter, say, toast } from "./page.js"
import { busy, focus, query, rowOf, sheet, whenLost } from "./shown.js"

const deleted = [] // ids, for undo
export function undo() {
  const id = deleted.pop()
  if (!id) return
  $("#toast").hidden = true
  outbox.add("restore", { id })
  const row = rowOf(id)
  if (row) focus(row)
  say(`${removed.get(id)?.title ?? "The card"} is back`)
}

export function remove(row) {
  const { title } = row.item
  deleted.push(row.key)
  outbox.add("delete", { id: row.key })
  toast(`Deleted “${title}”`, undo)
}

/** Moves a card to a place among those that are shown. */
export function move(row, section, at) {
  const rows = section.list.rows.filter(other => other !== row)
  const before = query.sort === "manual" ? rows[at]?.key : undefined
  outbox.add("move", { id: row.key, column: section.key, ...(before && { before }) })
  const found = sheet.find(row.key)
  if (found) say(`${row.item.title}: ${section.item.title}, ${found[1] + 1} of ${section.list.rows.length}`)
}

// MARK: Renaming in place

let typing = null // {row, field, was} of the title that is being edited
whenLost(row => { if (typing?.row === row) typing = null })

export function rename(row) {
  if (typing) stopTyping(true)
  const field = document.createElement("textarea")
  Object.assign(field, { value: row.item.title, maxLength: 500, rows: 1, ariaLabel: `Title of ${row.item.title}` })
  typing = { row, field, was: field.value }
  row.classList.add("editing")
  row.face.before(field)
  grow(field)
  field.focus()
  field.select()
  field.addEventListener("blur", () => { if (!busy && document.hasFocus()) stopTyping(true) })
  onEnter(field, () => { // of keyboards on screens, which have no keys
    stopTyping(true)
    focus(row)
  })
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
  const { row, field, was } = typing
  typing = null
  field.remove()
  row.classList.remove("editing")
  if (save) retitle(row.key, was, field.value)
}

/** Renames a card if its title was edited. */
export function retitle(id, was, text) {
  const title = oneLine(text)
  if (title && text !== was && title !== was) outbox.add("rename", { id, title })
}
