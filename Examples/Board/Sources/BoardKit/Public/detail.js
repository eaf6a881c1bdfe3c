// One card in a dialog: its whole title, its column, who added it and when.

import { move, remove, retitle } from "./actions.js"
import { $, grow, onEnter } from "./page.js"
import { columnOf, current, focus, rowOf, sheet } from "./shown.js"

const dialog = $("#detail"), form = dialog.querySelector("form")
const { title, column } = form.elements
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" })

let shown = null // {id, title, column, at}: the card as it was when it was opened, and when

export function open(row) {
  const { key } = columnOf(row), { by, created } = row.item
  title.value = row.item.title
  column.replaceChildren(...sheet.root.rows.map(section => new Option(section.item.title, section.key)))
  column.value = key
  $("#made").textContent = `Added${by ? ` by ${by}` : ""}, ${moment.format(created)}`
  shown = { id: row.key, title: title.value, column: key, at: performance.now() }
  dialog.showModal()
  grow(title)
}

// The second click of a double click must not press what the dialog has there.
dialog.addEventListener("click", event => {
  if (!event.detail || performance.now() - shown.at > 400) return
  event.preventDefault()
  event.stopPropagation()
}, true)

onEnter(form, () => form.requestSubmit())
form.addEventListener("submit", () => {
  const section = sheet.root.rows.find(section => section.key === column.value), row = rowOf(shown.id)
  retitle(shown.id, shown.title, title.value)
  if (row && section && section.key !== shown.column) move(row, section, section.list.rows.length)
})
dialog.addEventListener("close", () => {
  const row = rowOf(shown.id) ?? current
  if (row) focus(row)
})
dialog.querySelector(".cancel").addEventListener("click", () => dialog.close())
dialog.querySelector(".away").addEventListener("click", () => {
  const row = rowOf(shown.id)
  dialog.close()
  if (row) remove(row)
})
