// Keys: arrows go from card to card, or move the one that was picked up.

import { move, remove, rename, undo } from "./actions.js"
import { $, board, say } from "./page.js"
import { busy, columnOf, current, focus, query, sheet, whenLost } from "./shown.js"

let carried = null // {row, column, at}: the card that the arrows move, and where it was
whenLost(row => { if (carried?.row === row) carried = null })

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

/** Leaves the field for a new card, and keeps what is written there. */
function leave(event) {
  const { key, target, isComposing } = event, { rows } = columnOf(target).list
  const goes = key === "Escape" || (key === "ArrowUp" && target.selectionEnd === 0 && rows.length)
  if (!goes || isComposing) return
  event.preventDefault()
  const row = key === "Escape" && rows.includes(current) ? current : rows.at(-1)
  row ? focus(row) : target.blur()
}

board.addEventListener("keydown", event => {
  const row = event.target.closest("li")
  if (event.target.closest(".add")) return leave(event)
  if (!row || !event.target.closest(".title") || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key.startsWith("Arrow")) arrow(event.key, row)
  else if (event.key === " ") carried ? drop(false) : carry(row)
  else if (event.key === "Escape" && carried) drop(true)
  else if (event.key === "Enter" && carried) drop(false)
  else if (event.key === "F2") rename(row)
  else if (event.key === "Delete" || event.key === "Backspace") remove(row)
  else if (event.key !== "Enter" || !event.repeat) return // the key that has saved a title, still held, opens no card
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
