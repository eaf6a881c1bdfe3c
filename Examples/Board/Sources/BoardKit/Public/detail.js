// One card in a dialog: its whole title, its column, labels and day, who added it and when.

import { move, remove, retitle } from "./actions.js"
import { outbox } from "./connection.js"
import { labelName, palette } from "./facts.js"
import { $, grow, onEnter } from "./page.js"
import { columnOf, current, focus, rowOf, sheet } from "./shown.js"

const dialog = $("#detail"), form = dialog.querySelector("form")
const { title, column, due } = form.elements, clear = dialog.querySelector(".clear")
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" })

const boxes = palette.map(label => {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", name: "labels", value: label })
  const around = document.createElement("label")
  around.className = "label"
  around.dataset.label = label
  around.append(box, labelName(label))
  return [around, box]
})
dialog.querySelector(".facts").append(...boxes.map(([around]) => around))

let shown = null // {id, title, column, labels, due, at}: the card as it was when it was opened, and when

export function open(row) {
  const { key } = columnOf(row), { by, created, labels = [] } = row.item
  title.value = row.item.title
  column.replaceChildren(...sheet.root.rows.map(section => new Option(section.item.title, section.key)))
  column.value = key
  for (const [, box] of boxes) box.checked = labels.includes(box.value)
  due.value = row.item.due ?? ""
  clear.hidden = !due.value
  $("#made").textContent = `Added${by ? ` by ${by}` : ""}, ${moment.format(created)}`
  shown = { id: row.key, title: title.value, column: key, labels, due: due.value, at: performance.now() }
  dialog.showModal()
  grow(title)
}

due.addEventListener("input", () => { clear.hidden = !due.value && !due.validity.badInput })
clear.addEventListener("click", () => {
  due.value = ""
  due.focus()
  clear.hidden = true
})

// The second click of a double click must not press what the dialog has there.
dialog.addEventListener("click", event => {
  if (!event.detail || performance.now() - shown.at > 400) return
  event.preventDefault()
  event.stopPropagation()
}, true)

onEnter(form, () => form.requestSubmit())
form.addEventListener("submit", () => {
  const { id } = shown
  const section = sheet.root.rows.find(section => section.key === column.value), row = rowOf(id)
  retitle(id, shown.title, title.value)
  const changed = boxes.filter(([, box]) => box.checked !== shown.labels.includes(box.value))
  if (changed.length) outbox.add("label", ...changed.map(([, box]) => ({ id, label: box.value, on: box.checked })))
  if (due.value !== shown.due) outbox.add("due", { id, ...(due.value && { due: due.value }) })
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
